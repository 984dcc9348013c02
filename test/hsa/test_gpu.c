/* runtime/hsa by its interface, on the GPUs that ROCr finds. */
#include "test/hsa/gpu_host.h"

#include <sys/wait.h>
#include <unistd.h>

static void
begin(void **state)
{
    (void)state;
    bench_begin();
}

static void
end(void **state)
{
    (void)state;
    bench_end();
}

/* A child of a process that has closed it may have it; the parent then, too. */
static void
forked(void **state)
{
    (void)state;
    int status;
    pid_t process = fork();
    if (!process) {
        char *why;
        struct gpu_system *system = gpu_system_open(&why);
        void *memory = system ? gpu_alloc(gpu_at(system, 0), GPU_MEMORY_OWN, 64) : NULL;
        gpu_free(system, memory);
        gpu_system_close(system);
        _exit(!memory);
    }
    assert_int_equal(waitpid(process, &status, 0), process);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static int
begin_or_end(CMUnitTestFunction function, const char *name)
{
    const struct CMUnitTest tests[] = {{name, function, NULL, NULL, NULL}};
    return cmocka_run_group_tests_name(name, tests, NULL, NULL);
}

/* Twice: a system that was closed can be opened again. */
int
main(void)
{
    if (begin_or_end(begin, "begin"))
        return 1;
    int failed = test_system() + test_memory() + test_images();
    failed += begin_or_end(end, "end") + begin_or_end(forked, "forked");
    if (begin_or_end(begin, "begin again"))
        return 1;
    failed += test_launches() + test_faults();
    failed += begin_or_end(end, "end again");
    return failed != 0;
}

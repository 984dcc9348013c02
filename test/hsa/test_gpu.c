/* runtime/hsa by its interface, on the GPUs that ROCr finds. */
#include "test/hsa/gpu_host.h"

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
    failed += begin_or_end(end, "end");
    if (begin_or_end(begin, "begin again"))
        return 1;
    failed += test_launches() + test_faults();
    failed += begin_or_end(end, "end again");
    return failed != 0;
}

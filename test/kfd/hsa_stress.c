/* hsa_stress THREADS LAUNCHES: threads launch on four queues at once, and make and free memory between.
 * hsa_stress end HOW MICROSECONDS: the process ends in the middle of work, in that many microseconds: by `return`, `exit`,
 * `_exit`, `close` (hsa_shut_down), `fork` (the child ends first), `thread` (exit of another thread), or `wait` (it does not:
 * somebody kills it). */
#include "test/kfd/hsa_host.h"

#include <hsa/amd_hsa_signal.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { QUEUES = 4, ITEMS = 256, MAX_THREADS = 64 };

static const char source[] =
    "kernel void twice(global uint *in, global uint *out) {\n"
    "    out[get_global_id(0)] = 2 * in[get_global_id(0)];\n"
    "}\n"
    "kernel void endless(global volatile uint *a) { while (a[0] == 0) ; a[1] = 1; }\n";

static struct machine machine;
static struct program program;
static struct kernel twice;
static hsa_queue_t *queues[QUEUES];
static unsigned failures;

static void
begin(void)
{
    machine = machine_begin();
    program = program_make(&machine.gpu[0], source, 4);
    twice = program_kernel(&program, &machine.gpu[0], "twice");
    for (unsigned i = 0; i < QUEUES; i++)
        queues[i] = queue_make(&machine.gpu[0], 64, NULL, NULL);
}

static void
end(void)
{
    for (unsigned i = 0; i < QUEUES; i++)
        hsa_queue_destroy(queues[i]);
    program_end(&program);
    machine_end(&machine);
}

/* What the GPU's thread did before is seen by a checker of races, too, which does not see into HSA's runtime. */
static void
wait_here(hsa_signal_t signal)
{
    const amd_signal_t *there = (const amd_signal_t *)(uintptr_t)signal.handle;
    hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX,
                              HSA_WAIT_STATE_BLOCKED);
    while (__atomic_load_n(&there->value, __ATOMIC_ACQUIRE) != 0)
        ;
}

struct worker {
    pthread_t thread;
    unsigned number, launches;
};

static void
launch(const struct worker *worker, unsigned round)
{
    uint32_t *words = machine_memory(&machine, 2 * ITEMS * sizeof *words);
    const void *arguments[2] = {words, words + ITEMS};
    struct launch launch = {.kernel = &twice,
                            .arguments = arguments,
                            .size = sizeof arguments,
                            .items = ITEMS,
                            .signal = signal_make(1)};
    for (uint32_t i = 0; i < ITEMS; i++)
        words[i] = i * (worker->number + 1) + round;
    void *memory = queue_launch(&machine, queues[(worker->number + round) % QUEUES], &launch);
    wait_here(launch.signal);
    for (uint32_t i = 0; i < ITEMS; i++)
        if (words[ITEMS + i] != 2 * (i * (worker->number + 1) + round))
            __atomic_fetch_add(&failures, 1, __ATOMIC_RELAXED);
    hsa_signal_destroy(launch.signal);
    hsa_amd_memory_pool_free(memory);
    hsa_amd_memory_pool_free(words);
}

static void *
work(void *data)
{
    const struct worker *worker = data;
    for (unsigned round = 0; round < worker->launches; round++)
        launch(worker, round);
    return NULL;
}

static int
threads(unsigned count, unsigned launches)
{
    struct worker workers[MAX_THREADS];
    begin();
    for (unsigned i = 0; i < count; i++) {
        workers[i] = (struct worker){.number = i, .launches = launches / count};
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
    for (unsigned i = 0; i < count; i++)
        pthread_join(workers[i].thread, NULL);
    end();
    printf("%u launches, %u words wrong\n", launches / count * count, failures);
    return failures != 0;
}

/* ---- ends ---- */

static void *
exit_from_here(void *data)
{
    (void)data;
    exit(0);
}

static int
end_by(const char *how)
{
    pthread_t thread;
    if (strcmp(how, "exit") == 0)
        exit(0);
    if (strcmp(how, "_exit") == 0)
        _exit(0);
    if (strcmp(how, "close") == 0)
        hsa_shut_down();
    if (strcmp(how, "thread") == 0 && pthread_create(&thread, NULL, exit_from_here, NULL) == 0)
        pthread_join(thread, NULL);
    if (strcmp(how, "fork") == 0) {
        pid_t child = fork();
        if (child == 0)
            exit(0);
        waitpid(child, NULL, 0);
    }
    if (strcmp(how, "wait") == 0)
        sleep(60);
    return 0;
}

static int
end_in_work(const char *how, unsigned microseconds)
{
    begin();
    struct worker workers[2] = {{.number = 0, .launches = 1u << 30},
                                {.number = 1, .launches = 1u << 30}};
    struct kernel endless = program_kernel(&program, &machine.gpu[0], "endless");
    uint32_t *words = machine_memory(&machine, 8);
    struct launch launch = {
        .kernel = &endless, .arguments = &words, .size = sizeof words, .items = 64};
    /* Who uses the runtime while it is shut down ends by himself. */
    for (unsigned i = 0; i < 2 && strcmp(how, "close") != 0; i++)
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    usleep(microseconds / 2);
    queue_launch(&machine, queues[0], &launch);
    usleep(microseconds / 2);
    return end_by(how);
}

int
main(int count, char **arguments)
{
    if (count == 4 && strcmp(arguments[1], "end") == 0)
        return end_in_work(arguments[2], (unsigned)atoi(arguments[3]));
    if (count == 3 && atoi(arguments[1]) > 0 && atoi(arguments[1]) <= MAX_THREADS)
        return threads((unsigned)atoi(arguments[1]), (unsigned)atoi(arguments[2]));
    fprintf(stderr, "hsa_stress THREADS LAUNCHES | end HOW MICROSECONDS\n");
    return 2;
}

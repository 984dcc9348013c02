/* How much more several threads compile than one, through one occ_compiler.
 *
 *   measure-threads THREADS ROUNDS REPEATS FILE...
 *
 * In turn, one thread and THREADS threads compile all files REPEATS times.  Prints the programs a second of
 * the best round of each, their ratio, the processor time of a program in milliseconds of each, and how often
 * the many threads had to wait for each other, a program. */
#include "driver/occ.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

enum { MAX_FILES = 256, MAX_THREADS = 256, MAX_BYTES = 1 << 22 };

struct work {
    const occ_compiler *compiler;
    struct occ_job jobs[MAX_FILES];
    unsigned file_count, total;
    atomic_uint next, failed;
};

struct rate {
    double seconds, cpu, waits; /* all of it */
};

static double
clock_seconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void *
compile_some(void *data)
{
    struct work *work = data;
    for (unsigned i; (i = atomic_fetch_add(&work->next, 1)) < work->total;) {
        occ_result *result;
        if (occ_compile(work->compiler, &work->jobs[i % work->file_count], &result) != OCC_OK)
            atomic_fetch_add(&work->failed, 1);
        occ_result_free(result);
    }
    return NULL;
}

static struct rate
run(struct work *work, unsigned threads)
{
    pthread_t started[MAX_THREADS];
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    double start = clock_seconds(CLOCK_MONOTONIC), cpu = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    work->next = 0;
    for (unsigned i = 0; i < threads; i++)
        if (pthread_create(&started[i], NULL, compile_some, work) != 0)
            exit(1);
    for (unsigned i = 0; i < threads; i++)
        pthread_join(started[i], NULL);
    getrusage(RUSAGE_SELF, &after);
    return (struct rate){clock_seconds(CLOCK_MONOTONIC) - start,
                         clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu,
                         (double)(after.ru_nvcsw - before.ru_nvcsw)};
}

static struct rate
better(struct rate a, struct rate b)
{
    return (struct rate){a.seconds < b.seconds ? a.seconds : b.seconds,
                         a.cpu < b.cpu ? a.cpu : b.cpu, a.waits < b.waits ? a.waits : b.waits};
}

static struct occ_job
read_job(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = malloc(MAX_BYTES);
    if (!file || !text) {
        fprintf(stderr, "measure-threads: cannot read %s\n", path);
        exit(2);
    }
    size_t length = fread(text, 1, MAX_BYTES, file);
    fclose(file);
    return (struct occ_job){.size = sizeof(struct occ_job),
                            .name = path,
                            .source = text,
                            .length = length,
                            .use_disk = 1};
}

int
main(int argc, char **argv)
{
    static struct work work;
    if (argc < 5 || argc - 4 > MAX_FILES || atoi(argv[1]) < 1 || atoi(argv[1]) > MAX_THREADS) {
        fputs("usage: measure-threads THREADS ROUNDS REPEATS FILE...\n", stderr);
        return 2;
    }
    unsigned threads = (unsigned)atoi(argv[1]), rounds = (unsigned)atoi(argv[2]);
    work.compiler = occ_compiler_create(NULL);
    for (int i = 4; i < argc; i++)
        work.jobs[work.file_count++] = read_job(argv[i]);
    work.total = work.file_count * (unsigned)atoi(argv[3]);
    struct rate one = run(&work, 1), many = run(&work, threads);
    for (unsigned i = 1; i < rounds; i++) {
        one = better(one, run(&work, 1));
        many = better(many, run(&work, threads));
    }
    printf("%.0f %.0f %.2f %.3f %.3f %.2f\n", work.total / one.seconds, work.total / many.seconds,
           one.seconds / many.seconds, one.cpu * 1e3 / work.total, many.cpu * 1e3 / work.total,
           many.waits / work.total);
    if (work.failed)
        fprintf(stderr, "measure-threads: %u compilations failed\n", work.failed);
    return work.failed != 0;
}

/* Limits of a job: cancelled, too late, too large; whenever that is, everything is given back.
 *   test_limits                         the tests
 *   test_limits gaps FILE OPTION...     how far apart a compilation's polls are, in microseconds of processor time: the
 *                                       worst, and of how many */
#include "driver/occ.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static const char source[] =
    "float helper(float x, int n) { for (int i = 0; i < n; i++) x = fma(x, x, sin(x)); return x; "
    "}\n"
    "kernel void one(global float *a, global int *b) { local float t[64];\n"
    "  t[get_local_id(0)] = helper(a[get_global_id(0)], b[0]); barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  printf(\"%f\", t[63 - get_local_id(0)]); a[get_global_id(0)] = pow(t[1], 3.0f); }\n"
    "kernel void two(global double *a) { a[get_global_id(0)] = log(a[0]) / a[1]; }\n";

/* ---- an allocator that counts ---- */

struct counts {
    size_t held, most, live;
};

static void *
counted_alloc(void *data, size_t size)
{
    struct counts *counts = data;
    size_t *block = malloc(size + 16);
    if (!block)
        return NULL;
    *block = size;
    counts->live++;
    counts->held += size;
    counts->most = counts->held > counts->most ? counts->held : counts->most;
    return block + 2;
}

static void
counted_release(void *data, void *block)
{
    struct counts *counts = data;
    if (!block)
        return;
    counts->live--;
    counts->held -= ((size_t *)block)[-2];
    free((size_t *)block - 2);
}

/* ---- jobs ---- */

struct patience {
    unsigned long polls, stop_at; /* 0: never */
};

static int
is_over(void *data)
{
    struct patience *patience = data;
    return ++patience->polls == patience->stop_at;
}

static enum occ_status
compile(struct counts *counts, const struct occ_job *limits)
{
    const struct occ_config config = {
        .size = sizeof config, .alloc = counted_alloc, .release = counted_release, .data = counts};
    const char *options[] = {"-mcpu=gfx900"};
    struct occ_job job = *limits;
    job.size = sizeof job;
    job.source = source;
    job.length = strlen(source);
    job.options = options;
    job.option_count = 1;
    char log[256];
    occ_compiler *compiler = occ_compiler_create(&config);
    occ_result *result;
    enum occ_status status = occ_compile(compiler, &job, &result);
    if (status == OCC_OK)
        assert_non_null(occ_result_bytes(result, NULL));
    else
        assert_null(occ_result_bytes(result, NULL));
    if (status != OCC_OK && status != OCC_MEMORY)
        assert_non_null(strstr(occ_result_log(result), "error"));
    snprintf(log, sizeof log, "%s", occ_result_log(result));
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    if (counts->live)
        fail_msg("%zu blocks leak, status %d: %s", counts->live, status, log);
    return status;
}

static void
any_poll_may_cancel(void **state)
{
    (void)state;
    struct counts counts = {0};
    struct patience patience = {0};
    struct occ_job job = {.cancel = is_over, .cancel_data = &patience};
    assert_int_equal(compile(&counts, &job), OCC_OK);
    unsigned long polls = patience.polls;
    assert_in_range(polls, 50, 100000);
    for (unsigned long at = 1; at <= polls; at += 1 + at / 40) {
        patience = (struct patience){.stop_at = at};
        if (compile(&counts, &job) != OCC_CANCELLED)
            fail_msg("poll %lu of %lu", at, polls);
        assert_int_equal(patience.polls, at); /* nobody asks again */
    }
}

static void
a_deadline_is_kept(void **state)
{
    (void)state;
    struct counts counts = {0};
    struct occ_job job = {.deadline_ms = 1};
    char *text = malloc(1 << 20);
    assert_non_null(text);
    assert_int_equal(compile(&counts, &(struct occ_job){.deadline_ms = 60000}), OCC_OK);
    /* a thousand kernels take longer than a millisecond anywhere */
    size_t length = 0;
    for (unsigned i = 0; i < 1000; i++)
        length += (size_t)sprintf(
            text + length, "kernel void k%u(global float *a) { a[0] = sin(a[%u]); }\n", i, i);
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result;
    job.size = sizeof job;
    job.source = text;
    job.length = length;
    assert_int_equal(occ_compile(compiler, &job, &result), OCC_DEADLINE);
    assert_non_null(strstr(occ_result_log(result), "takes too long"));
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    free(text);
}

/* From nothing up, until it is enough: never more than that is held. */
static void
memory_has_a_limit(void **state)
{
    (void)state;
    struct counts counts = {0};
    enum occ_status status = OCC_MEMORY_LIMIT;
    size_t limit = 16 << 10;
    for (; status == OCC_MEMORY_LIMIT && limit < 256 << 20; limit += limit / 16) {
        counts.most = 0;
        status = compile(&counts, &(struct occ_job){.memory_limit = limit});
        assert_in_range(counts.most, 0, limit + 64 * 1024); /* the result itself */
    }
    assert_int_equal(status, OCC_OK);
    assert_in_range(limit, 200 << 10, 64 << 20);
}

/* ---- gaps ---- */

struct gaps {
    struct timespec last;
    double worst, sum;
    unsigned long count;
};

static int
note_gap(void *data)
{
    struct gaps *gaps = data;
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    double gap = (double)(now.tv_sec - gaps->last.tv_sec) * 1e6 +
                 (double)(now.tv_nsec - gaps->last.tv_nsec) / 1e3;
    if (getenv("GAP_STOP") && gap > atof(getenv("GAP_STOP")))
        __builtin_trap(); /* for a debugger: whose loop was that? */
    gaps->worst = gap > gaps->worst ? gap : gaps->worst;
    gaps->sum += gap;
    gaps->count++;
    gaps->last = now;
    return 0;
}

static int
measure(int argc, char **argv)
{
    struct gaps gaps = {.count = 0};
    FILE *file = fopen(argv[2], "rb");
    char *text = malloc(1 << 24);
    if (!file || !text)
        return 2;
    struct occ_job job = {.size = sizeof job,
                          .name = argv[2],
                          .source = text,
                          .length = fread(text, 1, 1 << 24, file),
                          .options = (const char *const *)argv + 3,
                          .option_count = (unsigned)argc - 3,
                          .use_disk = 1,
                          .cancel = note_gap,
                          .cancel_data = &gaps};
    fclose(file);
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &gaps.last);
    enum occ_status status = occ_compile(compiler, &job, &result);
    note_gap(&gaps);
    printf("%.0f us worst, %.1f us mean, %lu polls, status %d: %s\n", gaps.worst,
           gaps.sum / (double)gaps.count, gaps.count, status, argv[2]);
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    free(text);
    return status != OCC_OK;
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_poll_may_cancel),
        cmocka_unit_test(a_deadline_is_kept),
        cmocka_unit_test(memory_has_a_limit),
    };
    if (argc > 2 && strcmp(argv[1], "gaps") == 0)
        return measure(argc, argv);
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Limits of a job: cancelled, too late, too large; whenever that is, everything is given back. */
#define _GNU_SOURCE /* stpcpy */
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

/* How often walks along lists poll depends on where the lists lie (support/ice.h, guard_poll_along): blocks begin
 * at the same place of 16 KiB each, so that a compilation polls as often as another. */
enum { STRETCH = 16384 };

static void *
counted_alloc(void *data, size_t size)
{
    struct counts *counts = data;
    size_t *block = aligned_alloc(STRETCH, (size + 16 + STRETCH - 1) / STRETCH * STRETCH);
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

/* ---- keys ---- */

/* The key of a job with the given limits; none: it failed. */
static enum occ_status
make_key(struct counts *counts, struct occ_job job, const struct occ_job *limits)
{
    const struct occ_config config = {
        .size = sizeof config, .alloc = counted_alloc, .release = counted_release, .data = counts};
    occ_compiler *compiler = occ_compiler_create(&config);
    occ_result *result;
    char key[OCC_KEY_SIZE];
    job.size = sizeof job;
    job.cancel = limits->cancel, job.cancel_data = limits->cancel_data;
    job.deadline_ms = limits->deadline_ms;
    enum occ_status status = occ_cache_key(compiler, &job, key, &result);
    assert_int_equal(strlen(key), status == OCC_OK ? OCC_KEY_SIZE - 1 : 0);
    if (status != OCC_OK)
        assert_non_null(strstr(occ_result_log(result), "error"));
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    assert_int_equal(counts->live, 0);
    return status;
}

enum { KEY_SIZE = 16 << 20, KEY_UNITS = 64 };

/* The key of units is made of all their bytes, that of a source of all its tokens. */
static void
keys_have_limits(void **state)
{
    (void)state;
    struct counts counts = {0};
    struct occ_unit units[KEY_UNITS];
    char *bytes = calloc(KEY_SIZE, 1);
    assert_non_null(bytes);
    for (unsigned i = 0; i < KEY_UNITS; i++)
        units[i] = (struct occ_unit){"a.o", bytes, KEY_SIZE};
    struct occ_job link = {.action = OCC_LINK, .units = units, .unit_count = 4};
    struct occ_job jobs[] = {link, {.source = source, .length = sizeof source - 1}};
    const unsigned least[] = {60, 20};
    for (unsigned i = 0; i < 2; i++) {
        struct patience patience = {0};
        const struct occ_job limits = {.cancel = is_over, .cancel_data = &patience};
        assert_int_equal(make_key(&counts, jobs[i], &limits), OCC_OK);
        unsigned long polls = patience.polls;
        assert_in_range(polls, least[i], 100000);
        for (unsigned long at = 1; at <= polls; at += 1 + at / 8) {
            patience = (struct patience){.stop_at = at};
            if (make_key(&counts, jobs[i], &limits) != OCC_CANCELLED)
                fail_msg("job %u, poll %lu of %lu", i, at, polls);
            assert_int_equal(patience.polls, at);
        }
    }
    /* a gigabyte takes longer than that anywhere */
    link.unit_count = KEY_UNITS;
    assert_int_equal(make_key(&counts, link, &(struct occ_job){.deadline_ms = 1}), OCC_DEADLINE);
    free(bytes);
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

/* ---- how often a long program is asked ---- */

/* The polls of a compilation of so many lines between a beginning and an end.  log: NULL, or the program is wrong,
 * and *log what is said, which the caller frees. */
static unsigned long
count_polls(const char *begin, const char *line, unsigned lines, const char *end,
            const char *option, char **log)
{
    const char *options[] = {option, "-w"};
    size_t length = strlen(line), at = strlen(begin);
    char *text = malloc(at + lines * length + strlen(end) + 1);
    assert_non_null(text);
    strcpy(text, begin);
    for (unsigned i = 0; i < lines; i++, at += length)
        memcpy(text + at, line, length);
    strcpy(text + at, end);
    struct patience patience = {0};
    struct occ_job job = {.size = sizeof job,
                          .source = text,
                          .length = at + strlen(end),
                          .options = options,
                          .option_count = 2,
                          .cancel = is_over,
                          .cancel_data = &patience};
    occ_compiler *compiler = occ_compiler_create(NULL);
    occ_result *result;
    enum occ_status status = occ_compile(compiler, &job, &result);
    if (status != (log ? OCC_ERROR : OCC_OK))
        fail_msg("%s...%s: status %d, %.200s", begin, end, status, occ_result_log(result));
    if (log)
        *log = strdup(occ_result_log(result));
    occ_result_free(result);
    occ_compiler_destroy(compiler);
    free(text);
    return patience.polls;
}

/* ---- one token, as long as a program ---- */

/* Each takes so many polls for its sixteen megabytes, also if it is refused. */
static void
long_tokens_are_polled(void **state)
{
    static const char *const limit = "is longer than ";
    static const char printf_begin[] = "kernel void k() { printf(\"";
    static const struct {
        const char *begin, *end, *option;
        unsigned least;    /* polls */
        const char *error; /* NULL: none */
        int is_word;       /* of letters alone */
    } rows[] = {
        {"constant char s[] = \"", "\";", "-E", 1000, NULL, 0},
        {"constant char s[] = \"", "\";", "-fsyntax-only", 2000, NULL, 0},
        {"constant char s[] = \"\\x0", "\";", "-fsyntax-only", 1000, "out of range", 1},
        {"constant char s[] = \"", "\n;", "-fsyntax-only", 1000, "missing terminating", 0},
        {"constant int a = '", "';", "-fsyntax-only", 1000, NULL, 0},
        {"/*", "*/", "-E", 45, NULL, 0},
        {"/*", "", "-E", 45, "unterminated", 0},
        {"#if 0\n/*", "*/\n#endif\n", "-E", 45, NULL, 0},
        {"#if 0\n\"", "\"/\n#endif\n", "-E", 1000, NULL, 0},
        {"constant int ", " = 1;", "-fsyntax-only", 1000, limit, 1},
        {"#if 0\n", "\n#endif\n", "-E", 1000, limit, 1},
        {"constant int a = 0x", ";", "-fsyntax-only", 1000, limit, 1},
        {"#include <", ">\n", "-E", 1000, limit, 0},
        {"#include \"", "\"\n", "-E", 1000, limit, 0},
        {"#define P(a) a##a\nconstant char s[] = P(\"", "\");", "-E", 1000, limit, 0},
        {"_Pragma(\"", "\")\n", "-E", 1000, limit, 0},
        {"#define M(x) #x x\nconstant char s[] = M(\"", "\");", "-E", 2000, NULL, 0},
        {printf_begin, "\"); }", "-O3", 2000, limit, 0},
        {"kernel void k() { __asm(\"; ", "\"); }", "-O3", 2000, limit, 0},
    };
    enum { LINES = 1000000 };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *log = NULL;
        unsigned long polls =
            count_polls(rows[i].begin, rows[i].is_word ? "4444444444444444" : "sixteen letters ",
                        LINES, rows[i].end, rows[i].option, rows[i].error ? &log : NULL);
        if (polls < rows[i].least || (rows[i].error && !strstr(log, rows[i].error)))
            fail_msg("row %zu, %s...%s: %lu polls, not %u; %.200s", i, rows[i].begin, rows[i].end,
                     polls, rows[i].least, log ? log : "");
        free(log);
    }
}

/* Of what is long somebody is asked again and again, whatever makes it long.  tools/bench limits has the
 * times. */
static void
long_programs_are_polled(void **state)
{
    static const char kernel[] = "kernel void k(global int *x) { int a = x[0];\n";
    static const struct {
        const char *begin, *line, *end, *option;
        unsigned lines, least;
    } rows[] = {{kernel, "a = a * 3 + 1;\n", "x[0] = a; }", "-fsyntax-only", 5000, 10000},
                {kernel, "a = (a ^ 5) * 3 + (a >> 1);\n", "x[0] = a; }", "-O3", 5000, 50000},
                {"int a;", " a;", "", "-E", 50000, 6000},
                {"#define M a a a a a a a a\n", "M M M M M M M M\n", "", "-E", 5000, 40000},
                {"#if 0\n", "#define A\nb\n", "#endif\n", "-E", 5000, 4900},
                {"/*", "sixteen letters ", "*/", "-E", 1 << 20, 32},
                {"", " \t \t \t \t \t \t \t \t", "", "-E", 1 << 20, 1000},
                {"", "\f\v \t \t \t \t \t \t \t", "", "-E", 1 << 20, 1000},
                {"constant int t[] = {", "1, 2, 3,\n", "};", "-fsyntax-only", 5000, 5000}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned long polls = count_polls(rows[i].begin, rows[i].line, rows[i].lines, rows[i].end,
                                          rows[i].option, NULL);
        if (polls < rows[i].least)
            fail_msg("%u times '%s': %lu polls, not %u", rows[i].lines, rows[i].line, polls,
                     rows[i].least);
    }
}

/* ---- how long nobody is asked ---- */

struct watch {
    double last, longest; /* milliseconds of this thread */
};

static double
thread_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int
note_gap(void *data)
{
    struct watch *watch = data;
    double now = thread_ms();
    watch->longest = now - watch->last > watch->longest ? now - watch->last : watch->longest;
    watch->last = now;
    return 0;
}

/* What took 30 to 1,200 ms without a poll, and may take 5: a machine in use has some more. */
static void
polls_are_close(void **state)
{
    static const struct {
        const char *begin, *line, *end,
            *options; /* line: %1$u is its number, %2$u another line's */
        unsigned lines, deadline_ms;
        enum occ_status status;
    } rows[] = {
        {"kernel void k(global int *p, int n) {", "if(p[%1$u]>n)p[0]++;", "}", "-fsyntax-only",
         5000, 0, OCC_OK},
        {"kernel void k() {", "int x%1$u = 1;\n", "}", "-Wall -fsyntax-only", 50000, 0, OCC_OK},
        {"kernel void k() {", "int x%1$u;\n", "}", "-Wall -fsyntax-only", 50000, 0, OCC_OK},
        {"", "int x%1$u = ;\n", "", "-ferror-limit=0 -fdiagnostics-format=json", 50000, 0,
         OCC_ERROR},
        {"", ".fill 100000000,1,0\n", "", "-x assembler -c", 1, 0, OCC_OK},
        {"", "kernel void k%1$u(global int *p) { p[0] = 1; }\n", "", "-ftime-trace", 1500, 0,
         OCC_OK},
        {"kernel void k(global int *p, int n) {", "if(p[%1$u]>n)p[0]+=n;", "}", "-O0 -fpass-html",
         1500, 0, OCC_OK},
        {"constant float4 t[] = {", "(float4)(%1$u, 2, 3, 4),\n",
         "}; kernel void k(global float4 *p) { p[0] = t[get_global_id(0)]; }", "-O3", 60000, 0,
         OCC_OK},
        {"kernel void k(global int *p, int n) {",
         "L%1$u: p[%1$u]++; if (p[%2$u] > n) goto L%2$u;\n", "}", "-O3", 3900, 3000, OCC_DEADLINE},
    };
#ifdef __SANITIZE_ADDRESS__
    const double most = 150;
#else
    const double most = 25;
#endif
    (void)state;
    occ_compiler *compiler = occ_compiler_create(NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *text = malloc(200 + rows[i].lines * 100), *end = stpcpy(text, rows[i].begin);
        for (unsigned k = 0; k < rows[i].lines; k++)
            end += sprintf(end, rows[i].line, k, (k * 37 + 11) % rows[i].lines);
        end = stpcpy(end, rows[i].end);
        struct watch watch = {.last = thread_ms()};
        struct occ_job job = {.size = sizeof job,
                              .source = text,
                              .length = (size_t)(end - text),
                              .cancel = note_gap,
                              .cancel_data = &watch,
                              .deadline_ms = rows[i].deadline_ms};
        const char *options[8];
        char *words = strdup(rows[i].options);
        for (char *word = strtok(words, " "); word; word = strtok(NULL, " "))
            options[job.option_count++] = word;
        job.options = options;
        occ_result *result;
        enum occ_status status = occ_compile(compiler, &job, &result);
        note_gap(&watch);
        if (status != rows[i].status || watch.longest > most)
            fail_msg("row %zu, %s: status %d, %.1f ms without a poll", i, rows[i].line, status,
                     watch.longest);
        occ_result_free(result);
        free(words);
        free(text);
    }
    occ_compiler_destroy(compiler);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_poll_may_cancel),      cmocka_unit_test(a_deadline_is_kept),
        cmocka_unit_test(keys_have_limits),         cmocka_unit_test(memory_has_a_limit),
        cmocka_unit_test(long_programs_are_polled), cmocka_unit_test(long_tokens_are_polled),
        cmocka_unit_test(polls_are_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* How soon a compilation ends that is cancelled, or whose deadline is over.
 *
 *   measure-limits [-link | -library] MOMENTS FILE... [-- OPTION...]
 *
 * Notes how far apart polls are; then cancels at MOMENTS moments, spread over the time that it takes, and has
 * as many deadlines.  Prints, in milliseconds, the time of a run, its longest gap between two polls, the
 * longest time from a cancellation and from a deadline to the return; then how many polls there were and the
 * status of the run.  Deadlines are by the clock, all else is processor time of the thread; each gap and each
 * moment is the best of ROUNDS, as other programs disturb both.  With -link or -library the files are units of
 * a link. */
#include "driver/occ.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_FILES = 64, MAX_BYTES = 1 << 26, MAX_POLLS = 1 << 22, ROUNDS = 4 };

struct patience {
    double last, cancel_at; /* milliseconds of the thread; 0: never */
    float *gaps;            /* before each poll; NULL: not of interest */
    unsigned long polls;
};

static double
clock_ms(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void
note_gap(struct patience *patience, double now)
{
    float gap = (float)(now - patience->last);
    if (patience->gaps && patience->polls < MAX_POLLS && gap < patience->gaps[patience->polls])
        patience->gaps[patience->polls] = gap;
    patience->polls++;
}

static int
polled(void *data)
{
    struct patience *patience = data;
    double now = clock_ms(CLOCK_THREAD_CPUTIME_ID);
    const char *stop =
        getenv("GAP_STOP"); /* a poll's number: for a debugger, whose loop was that? */
    if (stop && patience->polls == strtoul(stop, NULL, 10))
        __builtin_trap();
    note_gap(patience, now);
    patience->last = clock_ms(CLOCK_THREAD_CPUTIME_ID);
    return patience->cancel_at != 0 && now >= patience->cancel_at;
}

/* *end: when the call returned, by that clock. */
static enum occ_status
compile(const occ_compiler *compiler, const struct occ_job *job, clockid_t clock, double *end)
{
    occ_result *result;
    enum occ_status status = occ_compile(compiler, job, &result);
    *end = clock_ms(clock);
    if (status == OCC_USAGE || status == OCC_INTERNAL)
        fputs(occ_result_log(result), stderr);
    occ_result_free(result);
    return status;
}

/* ---- inputs ---- */

static char *
read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = malloc(MAX_BYTES);
    if (!file || !text) {
        fprintf(stderr, "measure-limits: cannot read %s\n", path);
        exit(2);
    }
    *length = fread(text, 1, MAX_BYTES, file);
    fclose(file);
    return text;
}

static struct occ_unit
make_unit(const occ_compiler *compiler, struct occ_job job)
{
    occ_result *result; /* which keeps the bytes */
    struct occ_unit unit = {.name = job.name};
    job.action = OCC_COMPILE;
    if (occ_compile(compiler, &job, &result) != OCC_OK) {
        fputs(occ_result_log(result), stderr);
        exit(2);
    }
    unit.bytes = occ_result_bytes(result, &unit.size);
    return unit;
}

/* ---- what is measured ---- */

/* From the moment to the return; 0: it was done before. */
static double
cancel_late(const occ_compiler *compiler, struct occ_job job, double after)
{
    double end, start = clock_ms(CLOCK_THREAD_CPUTIME_ID);
    struct patience patience = {.last = start, .cancel_at = start + after};
    job.cancel = polled;
    job.cancel_data = &patience;
    enum occ_status status = compile(compiler, &job, CLOCK_THREAD_CPUTIME_ID, &end);
    return status == OCC_CANCELLED ? end - start - after : 0;
}

static double
deadline_late(const occ_compiler *compiler, struct occ_job job, double after)
{
    job.deadline_ms = 1 + (unsigned)after;
    double end, start = clock_ms(CLOCK_MONOTONIC);
    enum occ_status status = compile(compiler, &job, CLOCK_MONOTONIC, &end);
    return status == OCC_DEADLINE ? end - start - job.deadline_ms : 0;
}

static double
worst_of(double (*late)(const occ_compiler *, struct occ_job, double), const occ_compiler *compiler,
         struct occ_job job, unsigned moments, double total)
{
    double worst = 0;
    for (unsigned i = 0; i < moments; i++) {
        double best = 1e9;
        for (unsigned round = 0; round < ROUNDS; round++) {
            double one = late(compiler, job, total * (i + 0.5) / moments);
            best = one < best ? one : best;
        }
        worst = best > worst ? best : worst;
    }
    return worst;
}

static void
measure(const occ_compiler *compiler, struct occ_job job, unsigned moments)
{
    float *gaps = malloc(MAX_POLLS * sizeof *gaps);
    struct patience patience;
    enum occ_status status = OCC_OK;
    double total = 1e9;
    unsigned long worst = 0;
    for (unsigned i = 0; i < MAX_POLLS; i++)
        gaps[i] = 1e9f;
    struct occ_job watched = job;
    watched.cancel = polled;
    watched.cancel_data = &patience;
    for (unsigned round = 0; round < ROUNDS; round++) {
        double start = clock_ms(CLOCK_THREAD_CPUTIME_ID);
        patience = (struct patience){.last = start, .gaps = gaps};
        double end;
        status = compile(compiler, &watched, CLOCK_THREAD_CPUTIME_ID, &end);
        note_gap(&patience, end);
        double taken = end - start;
        total = taken < total ? taken : total;
    }
    for (unsigned long i = 0; i < patience.polls && i < MAX_POLLS; i++)
        worst = gaps[i] > gaps[worst] ? i : worst;
    printf("%.1f %.2f", total, gaps[worst]);
    printf(" %.2f", worst_of(cancel_late, compiler, job, moments, total));
    printf(" %.2f", worst_of(deadline_late, compiler, job, moments, total));
    printf(" %lu %d worst %lu\n", patience.polls, status, worst);
    free(gaps);
}

int
main(int argc, char **argv)
{
    const char *action = argc > 1 && argv[1][0] == '-' ? argv[1] : "";
    int first = *action ? 2 : 1, end = first + 1;
    while (end < argc && strcmp(argv[end], "--") != 0)
        end++;
    if (end < first + 2 || end > first + MAX_FILES) {
        fputs("usage: measure-limits [-link | -library] MOMENTS FILE... [-- OPTION...]\n", stderr);
        return 2;
    }
    const char *library[] = {"-create-library"};
    struct occ_unit units[MAX_FILES];
    struct occ_job job = {.size = sizeof job,
                          .options = (const char *const *)argv + end + 1,
                          .option_count = end < argc ? (unsigned)(argc - end - 1) : 0,
                          .use_disk = 1};
    occ_compiler *compiler = occ_compiler_create(NULL);
    for (int i = first + 1; i < end; i++) {
        job.name = argv[i];
        job.source = read_file(argv[i], &job.length);
        if (*action)
            units[i - first - 1] = make_unit(compiler, job);
    }
    if (*action)
        job = (struct occ_job){.size = sizeof job,
                               .action = OCC_LINK,
                               .units = units,
                               .unit_count = (unsigned)(end - first - 1),
                               .options = library,
                               .option_count = strcmp(action, "-library") == 0};
    measure(compiler, job, (unsigned)atoi(argv[first]));
    occ_compiler_destroy(compiler);
    return 0;
}

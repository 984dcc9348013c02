/* expression-run: random programs of expressions, evaluated here, by occ and by pocl.
 *
 *   expression-run [SWITCH]... FIRST [NUMBER]
 *     -print   writes the programs of seeds FIRST ... FIRST + NUMBER - 1 as one source
 *     -count   generates them and reports how often each construct occurs; fails if one never does
 *     -peer    runs them on another OpenCL, too (run.sh: pocl); -peer-only: not on occ
 *     -known F seeds at the start of F's lines are not asked of the peer
 *     -mode S  compiles with the switches S instead of those that the seeds choose
 *     -reduce  makes a program that fails smaller before it is shown
 *
 * Seeds are run in batches, the same whatever FIRST and NUMBER are.  Each difference is shown with
 * the expression, what it reads, and both values.  Exit status 1: there was one. */
#include "reduce.h"
#include "simulate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 20, PEER_BATCH = 10 };

struct run {
    bool print, count, peer, peer_only, reduce;
    const char *mode;
    uint64_t first, number;
    char *known; /* seeds that the peer gets wrong: a number at the start of a line */
    unsigned wrong, asked, crashes;
};

/* What a seed is compiled with: both chips, both ends of the optimiser, three languages. */
static const char *
mode_of(uint64_t seed)
{
    static const char *const modes[3][4] = {
        {"-mcpu=gfx900 -O3 -cl-std=CL1.2", "-mcpu=gfx803 -O0 -cl-std=CL1.2",
         "-mcpu=gfx900 -O0 -cl-std=CL1.2", "-mcpu=gfx803 -O3 -cl-std=CL1.2"},
        {"-mcpu=gfx900 -O3 -cl-std=CL2.0", "-mcpu=gfx803 -O0 -cl-std=CL2.0",
         "-mcpu=gfx900 -O0 -cl-std=CL2.0", "-mcpu=gfx803 -O3 -cl-std=CL2.0"},
        {"-mcpu=gfx900 -O3 -cl-std=CL3.0", "-mcpu=gfx803 -O0 -cl-std=CL3.0",
         "-mcpu=gfx900 -O0 -cl-std=CL3.0", "-mcpu=gfx803 -O3 -cl-std=CL3.0"},
    };
    return modes[seed % 3][seed / 3 % 4];
}

static bool
is_known(const struct run *run, uint64_t seed)
{
    char line[32];
    snprintf(line, sizeof line, "\n%" PRIu64 " ", seed);
    return run->known && strstr(run->known, line) != NULL;
}

enum outcome { AGREES, DIFFERS, CRASHES };

/* Runs programs one way, on the peer for mode NULL, and compares; shows the first `shown`
 * differences of each. */
static enum outcome
compare(struct program *const *programs, unsigned count, const char *mode, unsigned shown)
{
    uint8_t *outputs[BATCH];
    unsigned wrong = 0;
    bool crashed = false;
    char *text = programs_text(programs, count, !mode);
    for (unsigned i = 0; i < count; i++)
        outputs[i] = calloc(1, programs[i]->output_size);
    char *failure = mode ? simulate(text, mode, programs, count, outputs)
                         : run_peer(text, programs, count, outputs, &crashed);
    for (unsigned i = 0; i < count; i++) {
        if (!failure)
            wrong += program_check(programs[i], outputs[i], mode ? mode : "pocl", shown);
        free(outputs[i]);
    }
    if (failure && shown)
        printf("%s seed %" PRIu64 ", %s: %s\n", crashed ? "note:" : "FAIL", programs[0]->seed,
               mode ? mode : "pocl", failure);
    wrong += failure != NULL;
    free(failure);
    free(text);
    return crashed ? CRASHES : wrong ? DIFFERS : AGREES;
}

static bool
fails(struct program *program, const void *mode)
{
    return compare(&program, 1, mode, 0) == DIFFERS;
}

/* mode NULL: on the peer, whose crashes are not our concern. */
static void
run_program(struct run *run, struct program *program, const char *mode)
{
    enum outcome outcome = compare(&program, 1, mode, run->reduce ? 0 : 2);
    run->wrong += outcome == DIFFERS;
    run->crashes += outcome == CRASHES;
    if (outcome != DIFFERS || !run->reduce)
        return;
    program_reduce(program, fails, mode);
    char *text = programs_text(&program, 1, false);
    printf("%s", text);
    free(text);
    compare(&program, 1, mode, 1);
}

/* One kernel is compiled faster than many; only where it fails each program is asked alone. */
static void
run_on_peer(struct run *run, struct program **programs, unsigned count)
{
    for (unsigned i = 0; i < count;) {
        struct program *asked[PEER_BATCH];
        unsigned asked_count = 0;
        for (; i < count && asked_count < PEER_BATCH; i++)
            if (!programs[i]->uses_half && !is_known(run, programs[i]->seed)) /* pocl has no half */
                asked[asked_count++] = programs[i];
        run->asked += asked_count;
        bool agrees = !asked_count || compare(asked, asked_count, NULL, 0) == AGREES;
        for (unsigned k = 0; k < asked_count && !agrees; k++)
            run_program(run, asked[k], NULL);
    }
}

static void
run_batch(struct run *run, uint64_t first, unsigned count)
{
    struct program *programs[BATCH];
    for (unsigned i = 0; i < count; i++)
        programs[i] = program_generate(first + i);
    if (run->print) {
        char *text = programs_text(programs, count, false);
        fputs(text, stdout);
        free(text);
    }
    for (unsigned i = 0; i < count; i++) {
        if (run->count)
            program_count(programs[i]);
        else if (!run->print && !run->peer_only)
            run_program(run, programs[i], run->mode ? run->mode : mode_of(first + i));
    }
    if (run->peer || run->peer_only)
        run_on_peer(run, programs, count);
    for (unsigned i = 0; i < count; i++)
        program_free(programs[i]);
}

static char *
read_text(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "r");
    if (file && getdelim(&text, &size, 0, file) < 0)
        text = NULL;
    if (file)
        fclose(file);
    return text;
}

static bool
parse_options(struct run *run, int argc, char **argv)
{
    unsigned numbers = 0;
    run->number = 1;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-print"))
            run->print = true;
        else if (!strcmp(argv[i], "-count"))
            run->count = true;
        else if (!strcmp(argv[i], "-peer"))
            run->peer = true;
        else if (!strcmp(argv[i], "-peer-only"))
            run->peer_only = true;
        else if (!strcmp(argv[i], "-reduce"))
            run->reduce = true;
        else if (!strcmp(argv[i], "-mode") && i + 1 < argc)
            run->mode = argv[++i];
        else if (!strcmp(argv[i], "-known") && i + 1 < argc)
            run->known = read_text(argv[++i]);
        else if (numbers++ == 0)
            run->first = strtoull(argv[i], NULL, 10);
        else
            run->number = strtoull(argv[i], NULL, 10);
    }
    return numbers == 1 || numbers == 2;
}

int
main(int argc, char **argv)
{
    static struct run run;
    setvbuf(stdout, NULL, _IOLBF, 0); /* one can watch long runs */
    if (!parse_options(&run, argc, argv)) {
        fprintf(stderr, "usage: expression-run [-print | -count] [-peer] [-reduce] [-mode S] "
                        "FIRST [NUMBER]\n");
        return 2;
    }
    uint64_t end = run.first + run.number;
    for (uint64_t seed = run.first; seed < end;) {
        uint64_t next = (seed / BATCH + 1) * BATCH;
        unsigned count = (unsigned)((next < end ? next : end) - seed);
        run_batch(&run, seed, count);
        seed += count;
    }
    if (run.count)
        run.wrong += print_counts();
    if (!run.print)
        printf("seeds %" PRIu64 " to %" PRIu64 ": %u wrong; %u on the peer, %u crashed\n",
               run.first, end - 1, run.wrong, run.asked, run.crashes);
    free(run.known);
    return run.wrong > 0;
}

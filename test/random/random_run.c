/* random-run: runs kernels that are compiled in several ways and compares what they compute.
 *
 *   random-run [-v] [-expect] [-bless] [-peers] [-pointers] [-known LIST] [-mode "SWITCHES"]...
 *              [-object FILE.co]... FILE.cl
 *
 * Each mode compiles FILE.cl with libocc; each object comes from another compiler.  Every kernel
 * has the arguments (global ulong *out, global const ulong *in, global int *acc, uint n) and is run
 * in a grid of 192 work-items in groups of 96, on the strict simulator, in each way with the same
 * input; with -pointers as pointers.py says (launch_pointers).  A line per kernel whose results differ says which ways agree with each other; -v adds the
 * first words that differ.  With -peers a kernel passes when all modes agree with each other and at
 * least one object with them: of several foreign compilations some may be wrong; for kernels that
 * LIST names at the start of a line all may be.  -expect also compares with lines "// expect KERNEL
 * HASH" of the file, -bless prints such lines from the first way.  Exit status 1 when anything
 * differs. */
#include "examples/host/sim_environment.h"
#include "driver/occ.h"
#include "runtime/sim/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS = 192, GROUP = 96, WORDS = 32, INPUTS = 512, SUMS = 64, MAX_WAYS = 24 };

struct output {
    uint64_t out[ITEMS * WORDS];
    int32_t sums[SUMS];
};

struct way {
    const char *name;
    struct sim_device *device;
    struct sim_object *object;
    struct output output;
    char *message; /* NULL: it ran */
};

struct run {
    struct way ways[MAX_WAYS];
    unsigned way_count;
    occ_compiler *compiler;
    const char *file;
    char *source;
    char *known; /* names of kernels that peers get wrong */
    size_t length;
    bool verbose, expect, bless, peers, pointers;
    unsigned failed;
};

static char *
read_bytes(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    if (!file)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (*length = (size_t)ftell(file)) + 1 > 0 &&
        (text = malloc(*length + 1)) != NULL) {
        rewind(file);
        *length = fread(text, 1, *length, file);
        text[*length] = 0;
    }
    fclose(file);
    return text;
}

static void
load(struct way *way, const void *bytes, size_t size)
{
    struct sim_options options = {.strict = true, .foreign = -1, .max_instructions = 400000000};
    if (!sim_environment(&options))
        abort();
    way->device = sim_device_new(&options);
    if (!way->device || sim_load(way->device, bytes, size, &way->object) != SIM_OK) {
        way->object = NULL;
        way->message = strdup(way->device ? sim_message(way->device) : "no memory");
    }
}

static void
load_mode(struct run *run, struct way *way, const char *switches)
{
    const char *options[16];
    unsigned count = 0;
    char *words = strdup(switches);
    for (char *word = strtok(words, " "); word && count < 15; word = strtok(NULL, " "))
        options[count++] = word;
    options[count++] = "-w";
    struct occ_job job = {.size = sizeof job,
                          .name = run->file,
                          .source = run->source,
                          .length = run->length,
                          .options = options,
                          .option_count = count};
    occ_result *result = NULL;
    size_t size;
    if (occ_compile(run->compiler, &job, &result) == OCC_OK) {
        const void *bytes = occ_result_bytes(result, &size);
        load(way, bytes, size);
    } else {
        way->message = strdup(result ? occ_result_log(result) : "no memory");
    }
    occ_result_free(result);
    free(words);
}

/* Words of which many are special: small numbers, ends of ranges, floats. */
static void
make_input(uint64_t input[INPUTS])
{
    static const uint64_t special[] = {
        0,          1,          2,          UINT64_MAX, 0x80000000, 0x7fffffff,
        0x8000,     0x7f,       1ull << 63, INT64_MAX,  0xffffffff, 0x3f800000,
        0x4b000001, 0xc2f6e979, 3,          100,        0x7f800000, 0xffffffff80000000};
    uint64_t state = 12345;
    for (unsigned i = 0; i < INPUTS; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint64_t mixed = (state ^ state >> 29) * 0xbf58476d1ce4e5b9u;
        unsigned kind = (unsigned)(state >> 60);
        if (kind < 5)
            input[i] = special[(state >> 33) % (sizeof special / sizeof *special)];
        else
            input[i] = kind < 9 ? mixed >> 56 : mixed ^ mixed >> 31;
    }
}

static void
launch(struct way *way, const char *kernel_name)
{
    struct sim_device *device = way->device;
    const struct sim_kernel *kernel = sim_find_kernel(way->object, kernel_name);
    uint64_t input[INPUTS], out = sim_alloc(device, sizeof way->output.out);
    uint64_t in = sim_alloc(device, sizeof input),
             sums = sim_alloc(device, sizeof way->output.sums);
    uint32_t n = 5;
    struct sim_arg args[] = {{.bytes = &out, .size = 8},
                             {.bytes = &in, .size = 8},
                             {.bytes = &sums, .size = 8},
                             {.bytes = &n, .size = 4}};
    struct sim_launch grid = {
        .dims = 1, .global = {ITEMS, 1, 1}, .local = {GROUP, 1, 1}, .args = args, .arg_count = 4};
    free(way->message);
    way->message = NULL;
    memset(&way->output, 0, sizeof way->output);
    make_input(input);
    sim_write(device, in, input, sizeof input);
    if (!kernel)
        way->message = strdup("no such kernel");
    else if (sim_launch(device, kernel, &grid) != SIM_OK ||
             sim_read(device, out, way->output.out, sizeof way->output.out) != SIM_OK ||
             sim_read(device, sums, way->output.sums, sizeof way->output.sums) != SIM_OK)
        way->message = strdup(sim_message(device));
    sim_free(device, out);
    sim_free(device, in);
    sim_free(device, sums);
}

/* ---- pointers.py ---- */

enum { SLICED = 8, SLICE_WORDS = 32, BUFFER = (SLICED + 1) * SLICE_WORDS * 4 };

/* What the arguments p and q of a kernel point to, in turn, but the first to every third: buffer 0, buffer 1, variable g or h of the program,
 * and so many bytes on. */
static const struct {
    uint8_t of, offset;
} layouts[][2] = {
    {{0, 0}, {0, 0}},  {{2, 0}, {0, 0}},  {{0, 8}, {0, 0}},  {{0, 0}, {2, 0}},  {{2, 8}, {2, 0}},
    {{0, 0}, {0, 16}}, {{3, 0}, {2, 0}},  {{0, 0}, {1, 0}},  {{2, 0}, {3, 8}},  {{1, 8}, {3, 0}},
    {{0, 24}, {0, 0}}, {{0, 0}, {0, 32}}, {{0, 0}, {0, 40}}, {{0, 48}, {0, 0}},
};

static bool
run_one(struct way *way, const char *name, unsigned items, const uint64_t *pointers, unsigned count)
{
    struct sim_arg args[5];
    uint32_t zero = 0;
    const struct sim_kernel *kernel = sim_find_kernel(way->object, name);
    struct sim_launch grid = {.dims = 1,
                              .global = {items, 1, 1},
                              .local = {items, 1, 1},
                              .args = args,
                              .arg_count = count};
    for (unsigned i = 0; i < count; i++)
        args[i] = (struct sim_arg){.bytes = &pointers[i], .size = 8};
    if (count > 4)
        args[4] = (struct sim_arg){.bytes = &zero, .size = 4};
    if (!kernel)
        way->message = strdup("no such kernel");
    else if (sim_launch(way->device, kernel, &grid) != SIM_OK)
        way->message = strdup(sim_message(way->device));
    return !way->message;
}

/* Arguments: out, p, q, in, n, which is 0. */
static void
launch_pointers(struct way *way, const char *name, unsigned number)
{
    struct sim_device *device = way->device;
    uint64_t out = sim_alloc(device, 64), input[INPUTS], places[4] = {0}, pointers[5] = {out};
    unsigned layout = number % 3 ? number % (sizeof layouts / sizeof *layouts) : 0;
    bool is_uniform = name[strlen(name) - 1] == 'u';
    free(way->message);
    way->message = NULL;
    memset(&way->output, 0, sizeof way->output);
    make_input(input);
    if (run_one(way, "addresses", 1, &out, 1)) {
        sim_read(device, out, &places[2], 16);
        for (unsigned i = 0; i < 2; i++) {
            places[i] = sim_alloc(device, BUFFER);
            sim_write(device, places[i], input, BUFFER);
        }
        for (unsigned i = 0; i < 2; i++)
            pointers[1 + i] = places[layouts[layout][i].of] + layouts[layout][i].offset;
        pointers[3] = sim_alloc(device, SLICED * 16);
        sim_write(device, pointers[3], input + number % 64, SLICED * 16);
        if (run_one(way, name, is_uniform ? 1 : SLICED, pointers, 5)) {
            sim_read(device, out, way->output.out, is_uniform ? 8 : 64);
            for (unsigned i = 0; i < 2; i++)
                sim_read(device, places[i], way->output.out + SLICED + i * BUFFER / 8, BUFFER);
        }
        sim_free(device, pointers[3]);
        sim_free(device, places[0]);
        sim_free(device, places[1]);
    }
    sim_free(device, out);
}

static bool
same(const struct way *a, const struct way *b)
{
    if (a->message || b->message)
        return a->message && b->message && !strcmp(a->message, b->message);
    return memcmp(&a->output, &b->output, sizeof a->output) == 0;
}

static uint64_t
hash(const struct output *output)
{
    const uint8_t *bytes = (const void *)output;
    uint64_t value = 0xcbf29ce484222325u; /* FNV-1a */
    for (size_t i = 0; i < sizeof *output; i++)
        value = (value ^ bytes[i]) * 0x100000001b3u;
    return value;
}

static void
print_difference(const struct way *a, const struct way *b)
{
    unsigned shown = 0;
    if (a->message || b->message)
        return;
    for (unsigned i = 0; i < ITEMS * WORDS && shown < 6; i++)
        if (a->output.out[i] != b->output.out[i] && ++shown)
            printf("    item %u word %u: %llx, not %llx\n", i / WORDS, i % WORDS,
                   (unsigned long long)b->output.out[i], (unsigned long long)a->output.out[i]);
    for (unsigned i = 0; i < SUMS && shown < 6; i++)
        if (a->output.sums[i] != b->output.sums[i] && ++shown)
            printf("    sum %u: %x, not %x\n", i, (unsigned)b->output.sums[i],
                   (unsigned)a->output.sums[i]);
}

/* Groups of ways that agree, the first way's group first. */
static void
report(const struct run *run, const char *kernel)
{
    bool done[MAX_WAYS] = {0};
    printf("FAIL %s %s\n", run->file, kernel);
    for (unsigned i = 0; i < run->way_count; i++) {
        const struct way *way = &run->ways[i];
        if (done[i])
            continue;
        printf("  {");
        for (unsigned j = i; j < run->way_count; j++)
            if (!done[j] && same(way, &run->ways[j])) {
                done[j] = true;
                printf("%s%s", i == j ? "" : " | ", run->ways[j].name);
            }
        printf("}%s%s\n", way->message ? ": " : "", way->message ? way->message : "");
        if (run->verbose && i > 0)
            print_difference(&run->ways[0], way);
    }
}

static bool
as_expected(const struct run *run, const char *kernel)
{
    char line[300];
    snprintf(line, sizeof line, "// expect %.200s %016llx\n", kernel,
             (unsigned long long)hash(&run->ways[0].output));
    if (run->bless)
        printf("%s", line);
    if (!run->expect || strstr(run->source, line))
        return true;
    printf("FAIL %s %s: not as expected\n", run->file, kernel);
    return false;
}

static bool
is_peer(const struct way *way)
{
    size_t length = strlen(way->name);
    return length > 2 && !strcmp(way->name + length - 3, ".co");
}

static bool
is_known(const struct run *run, const char *kernel)
{
    char line[104];
    snprintf(line, sizeof line, "\n%s ", kernel);
    return run->known && strstr(run->known, line) != NULL;
}

/* All modes run and agree, and one object with them unless peers are known to be wrong. */
static bool
peers_agree(const struct run *run, const char *kernel)
{
    const struct way *own = NULL;
    bool good = true, peer = false;
    for (unsigned i = 0; i < run->way_count && !own; i++)
        own = is_peer(&run->ways[i]) ? NULL : &run->ways[i];
    for (unsigned i = 0; own && i < run->way_count; i++) {
        bool agrees = same(own, &run->ways[i]);
        if (is_peer(&run->ways[i]))
            peer |= agrees;
        else
            good &= agrees;
    }
    return own && !own->message && good && (peer || is_known(run, kernel));
}

static void
run_kernel(struct run *run, const char *kernel, unsigned number)
{
    bool good = true;
    for (unsigned i = 0; i < run->way_count; i++) {
        struct way *way = &run->ways[i];
        if (run->pointers)
            launch_pointers(way, kernel, number);
        else
            launch(way, kernel);
        good &= !way->message && same(&run->ways[0], way);
    }
    if (!good && run->peers && (good = peers_agree(run, kernel)))
        printf("note: a peer differs in %s\n", kernel);
    if (!good)
        report(run, kernel);
    if (!as_expected(run, kernel) || !good)
        run->failed++;
}

/* Ways that give no object are reported once and left out. */
static void
drop_broken(struct run *run)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < run->way_count; i++) {
        struct way *way = &run->ways[i];
        if (way->object) {
            run->ways[kept++] = *way;
            continue;
        }
        printf("FAIL %s: %s does not compile: %s\n", run->file, way->name, way->message);
        if (way->device)
            sim_device_free(way->device);
        free(way->message);
        run->failed++;
    }
    run->way_count = kept;
}

/* Kernels are found in the text: "kernel void NAME(". */
static unsigned
run_kernels(struct run *run)
{
    static const char mark[] = "kernel void ";
    unsigned count = 0;
    for (const char *at = run->source; (at = strstr(at, mark)) != NULL;) {
        char name[100];
        at += sizeof mark - 1;
        size_t length = strcspn(at, "( \n");
        snprintf(name, sizeof name, "%.*s", (int)(length < 99 ? length : 99), at);
        if (!run->pointers || strcmp(name, "addresses") != 0)
            run_kernel(run, name, count++);
    }
    return count;
}

static bool
parse_options(struct run *run, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        bool pair = i + 1 < argc && run->way_count < MAX_WAYS;
        size_t size;
        if (!strcmp(argv[i], "-v"))
            run->verbose = true;
        else if (!strcmp(argv[i], "-expect"))
            run->expect = true;
        else if (!strcmp(argv[i], "-bless"))
            run->bless = true;
        else if (!strcmp(argv[i], "-peers"))
            run->peers = true;
        else if (!strcmp(argv[i], "-pointers"))
            run->pointers = true;
        else if (!strcmp(argv[i], "-known") && pair)
            run->known = read_bytes(argv[++i], &size);
        else if ((!strcmp(argv[i], "-mode") || !strcmp(argv[i], "-object")) && pair)
            run->ways[run->way_count++].name = argv[++i];
        else
            run->file = argv[i];
    }
    run->source = run->file ? read_bytes(run->file, &run->length) : NULL;
    return run->source && run->way_count;
}

int
main(int argc, char **argv)
{
    static struct run run;
    if (!parse_options(&run, argc, argv)) {
        fprintf(stderr,
                "usage: random-run [-v] [-expect] [-bless] [-peers] [-pointers] [-known LIST] "
                "[-mode \"SWITCHES\"]... [-object FILE.co]... FILE.cl\n");
        return 2;
    }
    run.compiler = occ_compiler_create(NULL);
    for (unsigned i = 0; i < run.way_count; i++) {
        struct way *way = &run.ways[i];
        size_t size;
        char *bytes;
        if (!is_peer(way)) {
            load_mode(&run, way, way->name);
        } else if ((bytes = read_bytes(way->name, &size)) != NULL) {
            load(way, bytes, size);
            free(bytes);
        } else {
            way->message = strdup("cannot be read");
        }
    }
    drop_broken(&run);
    unsigned count = run.way_count ? run_kernels(&run) : 0;
    printf("%s: %u kernels, %u failed\n", run.file, count, run.failed);
    for (unsigned i = 0; i < run.way_count; i++) {
        if (run.ways[i].device)
            sim_device_free(run.ways[i].device);
        free(run.ways[i].message);
    }
    free(run.source);
    free(run.known);
    occ_compiler_destroy(run.compiler);
    return run.failed ? 1 : 0;
}

/* run-examples, run-e2e: run the cases of the examples (and, in the tests, more of them) on the
 * simulator.
 *
 *   run-examples --objects DIR [--picture FILE] [--tsv] [--foreign] [--list] [--remove FILE]
 * [NAME...]
 *
 * DIR holds NAME.co for each case, from any compiler.  --tsv: a line for each kernel that was
 * launched, with case, kernel, launches, cycles, instructions, VGPRs, SGPRs, LDS bytes.  --remove:
 * FILE holds addresses of instructions, one a line; the case runs once for each, without that
 * instruction, and the outcome (0 right, 1 wrong, 3 fault) is printed after the address.  Exit
 * status: 0 all right, 1 a wrong result or an object that does not load, 2 usage, 3 a fault of the
 * simulator. */
#include "examples/host/sim_environment.h"
#include "examples/host/run.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
run_fail(struct run *run, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(run->message, sizeof run->message, format, args);
    va_end(args);
    return false;
}

uint32_t
run_random(struct run *run)
{
    run->random ^= run->random << 13;
    run->random ^= run->random >> 17;
    run->random ^= run->random << 5;
    return run->random;
}

float
run_random_float(struct run *run, float low, float high)
{
    return low + (high - low) * ((float)(run_random(run) >> 8) / 16777216.0f);
}

bool
run_near(struct run *run, const char *what, size_t at, double got, double want, double relative,
         double absolute)
{
    if (fabs(got - want) <= relative * fabs(want) + absolute)
        return true;
    return run_fail(run, "%s[%zu] is %.9g instead of %.9g", what, at, got, want);
}

uint64_t
run_buffer(struct run *run, const void *bytes, size_t size)
{
    uint64_t buffer = sim_alloc(run->device, size);
    if (buffer && bytes)
        sim_write(run->device, buffer, bytes, size);
    return buffer;
}

static bool
run_status(struct run *run, enum sim_status status)
{
    if (status == SIM_OK)
        return true;
    run->fault = status == SIM_FAULT;
    return run_fail(run, "%s", sim_message(run->device));
}

bool
run_read(struct run *run, uint64_t buffer, void *bytes, size_t size)
{
    return run_status(run, sim_read(run->device, buffer, bytes, size));
}

static unsigned
larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* False when the case launches more kernels than there is room for. */
static bool
add_stats(struct run *run, const char *name, const struct sim_stats *stats)
{
    unsigned i = 0;
    while (i < run->kernel_count && strcmp(run->kernels[i].name, name) != 0)
        i++;
    if (i == RUN_KERNELS)
        return run_fail(run, "more than %d kernels", RUN_KERNELS);
    run->kernel_count = larger(run->kernel_count, i + 1);
    struct run_kernel *kernel = &run->kernels[i];
    kernel->name = name;
    kernel->launches++;
    kernel->cycles += stats->cycles;
    kernel->instructions += stats->instructions;
    kernel->vgprs = larger(kernel->vgprs, stats->vgprs);
    kernel->sgprs = larger(kernel->sgprs, stats->sgprs);
    kernel->lds_bytes = larger(kernel->lds_bytes, stats->lds_bytes);
    return true;
}

bool
run_launch(struct run *run, const char *kernel, const uint32_t global[2], const uint32_t local[2],
           const struct sim_arg *args, unsigned count)
{
    const struct sim_kernel *found = sim_find_kernel(run->object, kernel);
    struct sim_launch launch = {.dims = global[1] > 1 || local[1] > 1 ? 2 : 1,
                                .global = {global[0], global[1], 1},
                                .local = {local[0], local[1], 1},
                                .args = args,
                                .arg_count = count};
    if (!found)
        return run_fail(run, "the object has no kernel '%s'", kernel);
    if (!run_status(run, sim_launch(run->device, found, &launch)))
        return false;
    return add_stats(run, kernel, sim_stats(run->device));
}

static void *
read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *bytes = length > 0 ? malloc((size_t)length) : NULL;
    *size = bytes ? fread(bytes, 1, (size_t)length, file) : 0;
    fclose(file);
    return bytes;
}

struct settings {
    const char *objects, *picture, *remove;
    uint64_t removed; /* instruction that is passed over */
    bool tsv, foreign;
};

static void
print_result(const struct run_case *item, const struct run *run, bool right,
             const struct settings *settings)
{
    uint64_t cycles = 0;
    if (!right) {
        printf("%s: FAILED: %s\n", item->name, run->message);
        return;
    }
    for (unsigned i = 0; i < run->kernel_count; i++) {
        const struct run_kernel *kernel = &run->kernels[i];
        cycles += kernel->cycles;
        if (settings->tsv)
            printf("%s\t%s\t%u\t%llu\t%llu\t%u\t%u\t%u\n", item->name, kernel->name,
                   kernel->launches, (unsigned long long)kernel->cycles,
                   (unsigned long long)kernel->instructions, kernel->vgprs, kernel->sgprs,
                   kernel->lds_bytes);
    }
    if (!settings->tsv)
        printf("%s: ok, %llu cycles\n", item->name, (unsigned long long)cycles);
}

/* 0, 1 or 3, as the exit status. */
static int
run_case(const struct run_case *item, const struct settings *settings)
{
    char path[4096];
    size_t size = 0;
    snprintf(path, sizeof path, "%s/%s.co", settings->objects, item->name);
    void *bytes = read_file(path, &size);
    struct sim_options options = {.strict = true,
                                  .foreign = settings->foreign ? 1 : -1,
                                  .removed = settings->removed,
                                  .max_instructions = settings->removed ? 20000000 : 0};
    struct run run = {.random = 2463534242u, .picture = settings->picture};
    bool right = false;
    if (!sim_environment(&options))
        abort();
    run.device = sim_device_new(&options);
    if (!bytes || !run.device)
        run_fail(&run, "cannot read %s", path);
    else if (run_status(&run, sim_load(run.device, bytes, size, &run.object)))
        right = item->check(&run);
    if (!settings->removed)
        print_result(item, &run, right, settings);
    if (run.device)
        sim_device_free(run.device);
    free(bytes);
    return right ? 0 : run.fault ? 3 : 1;
}

static int
run_removals(const struct run_case *item, const struct settings *settings)
{
    struct settings one = *settings;
    char line[64];
    FILE *file = fopen(settings->remove, "r");
    if (!file)
        return 1;
    while (fgets(line, sizeof line, file)) {
        one.removed = strtoull(line, NULL, 0);
        printf("%#llx\t%d\n", (unsigned long long)one.removed, run_case(item, &one));
    }
    fclose(file);
    return 0;
}

static bool
is_wanted(const char *name, char **names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return count == 0;
}

static int
run_all(const struct run_case *cases, const struct settings *settings, char **names, int count,
        unsigned *passed, unsigned *failed)
{
    int status = 0;
    for (; cases->name; cases++) {
        if (!is_wanted(cases->name, names, count))
            continue;
        int one = settings->remove    ? run_removals(cases, settings)
                  : settings->objects ? run_case(cases, settings)
                                      : (puts(cases->name), 0);
        status = one > status ? one : status;
        ++*(one ? failed : passed);
    }
    return status;
}

int
main(int argc, char **argv)
{
    struct settings settings = {0};
    unsigned passed = 0, failed = 0;
    bool list = false;
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--objects") == 0 && i + 1 < argc)
            settings.objects = argv[++i];
        else if (strcmp(argv[i], "--picture") == 0 && i + 1 < argc)
            settings.picture = argv[++i];
        else if (strcmp(argv[i], "--remove") == 0 && i + 1 < argc)
            settings.remove = argv[++i];
        else if (strcmp(argv[i], "--tsv") == 0)
            settings.tsv = true;
        else if (strcmp(argv[i], "--foreign") == 0)
            settings.foreign = true;
        else if (strcmp(argv[i], "--list") == 0)
            list = true;
        else {
            fprintf(stderr, "run-examples: unknown option %s\n", argv[i]);
            return 2;
        }
    }
    if (!settings.objects && !list) {
        fprintf(stderr, "usage: run-examples --objects DIR [--picture FILE] [--tsv] [NAME...]\n");
        return 2;
    }
    int status = run_all(example_cases, &settings, argv + i, argc - i, &passed, &failed);
#ifdef OCC_E2E_CASES
    int more = run_all(e2e_cases, &settings, argv + i, argc - i, &passed, &failed);
    status = more > status ? more : status;
#endif
    if (!settings.tsv && !settings.remove && !list)
        printf("%u passed, %u failed\n", passed, failed);
    return status;
}

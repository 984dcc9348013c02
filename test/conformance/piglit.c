/* piglit-run: runs piglit's OpenCL program tests with libocc and the simulator.
 *
 *   piglit-run [-mcpu=TARGET] [-fSWITCH | -OLEVEL]... [-v] [--broken=LIST] FILE...   .cl with a
 *       comment block, or .program_test; the switches are occ's; LIST names files that break OpenCL
 *       themselves: their failures do not count
 *   piglit-run --syntax [-mcpu=TARGET] FILE...  builds only, with -fsyntax-only and -emit-ir
 *
 * A line per failure; a file passes when all of its sub-tests do.  Ends with
 * "N passed, M failed, K skipped", and how many were broken; exit status 1 if any failed. */
#include "examples/host/sim_environment.h"
#include "driver/occ.h"
#include "runtime/sim/sim.h"
#include "support/file.h"
#include "test/conformance/piglit_config.h"
#include "test/conformance/piglit_image.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum outcome { PASS, FAIL, SKIP, BROKEN };
enum { MAX_GROUP = 1024 }; /* CL_DEVICE_MAX_WORK_GROUP_SIZE of the simulated devices */

struct run {
    struct arena arena;
    struct guard guard;
    occ_compiler *compiler;
    const char *target;
    const char *file;
    const char *broken; /* text of the list, or NULL */
    bool verbose, syntax;
    VEC(const char *) switches;
};

static const char *
directory_of(struct run *run, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_strndup(&run->arena, path, (size_t)(slash - path)) : ".";
}

static void
report(const struct run *run, const char *test, const char *format, const char *detail)
{
    printf("FAIL %s: %s: ", run->file, test);
    printf(format, detail); // NOLINT: both come from this file
    printf("\n");
}

static enum occ_status
build(struct run *run, const struct piglit_program *program, const char *name, const char *source,
      const char *mode, occ_result **result)
{
    VEC(const char *) options = {0};
    char *words = arena_strdup(&run->arena, program->options);
    vec_push(&run->arena, &options, arena_printf(&run->arena, "-mcpu=%s", run->target));
    vec_push(&run->arena, &options,
             arena_printf(&run->arena, "-I%s", directory_of(run, run->file)));
    vec_foreach (const char *, given, &run->switches)
        vec_push(&run->arena, &options, *given);
    if (mode)
        vec_push(&run->arena, &options, mode);
    if (program->version_min > 12 || (mode && program->version_min))
        vec_push(&run->arena, &options,
                 arena_printf(&run->arena, "-cl-std=CL%u.%u", program->version_min / 10,
                              program->version_min % 10));
    for (char *word = strtok(words, " \t"); word; word = strtok(NULL, " \t"))
        vec_push(&run->arena, &options, word);
    struct occ_job job = {.size = sizeof job,
                          .name = name,
                          .source = source,
                          .length = strlen(source),
                          .options = options.at,
                          .option_count = options.count,
                          .use_disk = 1};
    return occ_compile(run->compiler, &job, result);
}

struct slot {
    uint64_t buffer;
    const struct piglit_arg *expected;
    struct sim_arg arg;
};

enum { MAX_ARGS = 64 };

static bool
is_local(const struct sim_kernel *kernel, unsigned index)
{
    return index < kernel->arg_count && kernel->args[index].kind == SIM_ARG_LOCAL_POINTER;
}

/* Lays out arguments by index; the count, or 0 with a report. */
static unsigned
prepare_args(struct run *run, struct sim_device *device, const struct sim_kernel *kernel,
             const struct piglit_test *test, struct slot slots[MAX_ARGS])
{
    unsigned count = 0;
    for (unsigned i = 0; i < test->args.count; i++) {
        const struct piglit_arg *arg = &test->args.at[i];
        if (arg->index >= MAX_ARGS)
            return report(run, test->name, "too many arguments%s", ""), 0;
        struct slot *slot = &slots[arg->index];
        count = arg->index >= count ? arg->index + 1 : count;
        if (arg->is_output)
            slot->expected = arg;
        if (arg->is_image || arg->is_sampler) {
            if (piglit_image_new(device, arg, &slot->buffer) != SIM_OK)
                return report(run, test->name, "%s", sim_message(device)), 0;
            slot->arg = (struct sim_arg){.bytes = &slot->buffer, .size = 8};
            continue;
        }
        if (!arg->is_buffer) {
            slot->arg = (struct sim_arg){.bytes = arg->bytes, .size = arg->size};
            continue;
        }
        if (arg->is_null && is_local(kernel, arg->index)) { /* no contents: so much local memory */
            slot->arg = (struct sim_arg){.local = true, .size = arg->size};
            continue;
        }
        if (!slot->buffer && !arg->is_null)
            slot->buffer = sim_alloc(device, arg->size);
        if (!arg->is_output && !arg->is_null)
            sim_write(device, slot->buffer, arg->bytes, arg->size);
        slot->arg = (struct sim_arg){.bytes = &slot->buffer, .size = 8};
    }
    return count;
}

static double
float_at(const struct piglit_type *type, const uint8_t *bytes)
{
    double value;
    float single;
    uint16_t half;
    if (type->size == 8)
        return memcpy(&value, bytes, 8), value;
    if (type->size == 4)
        return memcpy(&single, bytes, 4), single;
    memcpy(&half, bytes, 2);
    int exponent = half >> 10 & 31;
    double mantissa = half & 0x3ff, sign = half >> 15 ? -1 : 1;
    if (exponent == 31)
        return mantissa ? NAN : sign * INFINITY;
    return sign * (exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24));
}

static bool
equal(const struct piglit_arg *expected, const uint8_t *got, const uint8_t *want)
{
    const struct piglit_type *type = &expected->type;
    if (memcmp(got, want, type->size) == 0)
        return true;
    if (type->kind != PIGLIT_FLOAT)
        return false;
    double a = float_at(type, got), b = float_at(type, want);
    return piglit_close(expected, a, b);
}

static const char *
value_text(struct run *run, const struct piglit_type *type, const uint8_t *bytes)
{
    int64_t value = 0;
    if (type->kind == PIGLIT_FLOAT)
        return arena_printf(&run->arena, "%.9g", float_at(type, bytes));
    memcpy(&value, bytes, type->size);
    if (type->kind == PIGLIT_INT && type->size < 8)
        value = (int64_t)((uint64_t)value << (64 - 8 * type->size)) >> (64 - 8 * type->size);
    return arena_printf(&run->arena, "%lld", (long long)value);
}

static bool
compare(struct run *run, struct sim_device *device, const struct piglit_test *test,
        const struct slot *slot)
{
    const struct piglit_arg *want = slot->expected;
    unsigned slots = want->type.components == 3 ? 4 : want->type.components;
    uint8_t *got = arena_alloc(&run->arena, want->size + 8);
    if ((want->is_image ? piglit_image_read(device, want, slot->buffer, got)
                        : sim_read(device, slot->buffer, got, want->size)) != SIM_OK)
        return report(run, test->name, "%s", sim_message(device)), false;
    for (unsigned i = 0; i < want->count * slots; i++) {
        size_t at = (size_t)i * want->type.size;
        if (slots == 4 && want->type.components == 3 && i % 4 == 3)
            continue;
        if (!equal(want, got + at, want->bytes + at)) {
            const char *detail =
                arena_printf(&run->arena, "argument %u[%u] is %s instead of %s", want->index, i,
                             value_text(run, &want->type, got + at),
                             value_text(run, &want->type, want->bytes + at));
            return report(run, test->name, "%s", detail), false;
        }
    }
    return true;
}

/* A size that divides the grid, when the test leaves it open. */
static void
choose_local(struct sim_launch *launch, const struct sim_kernel *kernel)
{
    uint32_t room = 256;
    for (int i = 0; i < 3; i++) {
        uint32_t size = kernel->required_size[i];
        for (uint32_t try = 1; !kernel->required_size[0] && try <= room; try++)
            if (launch->global[i] % try == 0)
                size = try;
        launch->local[i] = size ? size : 1;
        room /= launch->local[i];
    }
}

static bool
launch(struct run *run, struct sim_device *device, const struct sim_object *object,
       const struct piglit_test *test)
{
    const struct sim_kernel *kernel = test->kernel ? sim_find_kernel(object, test->kernel) : NULL;
    struct slot slots[MAX_ARGS] = {0};
    struct sim_arg args[MAX_ARGS];
    struct sim_launch grid = {.dims = test->dims, .args = args};
    if (!kernel)
        return report(run, test->name, "no kernel '%s'", test->kernel ? test->kernel : ""), false;
    grid.arg_count = prepare_args(run, device, kernel, test, slots);
    for (unsigned i = 0; i < grid.arg_count; i++)
        args[i] = slots[i].arg;
    for (unsigned i = 0; i < 3; i++) {
        grid.global[i] = i < test->dims && test->global[i] ? test->global[i] : 1;
        grid.local[i] = i < test->dims && test->local[i] ? test->local[i] : 1;
        grid.offset[i] = i < test->dims ? test->offset[i] : 0;
    }
    if (!test->local[0])
        choose_local(&grid, kernel);
    if (sim_launch(device, kernel, &grid) != SIM_OK)
        return report(run, test->name, "%s", sim_message(device)), false;
    bool good = true;
    for (unsigned i = 0; i < grid.arg_count; i++)
        if (slots[i].expected)
            good &= compare(run, device, test, &slots[i]);
    return good;
}

/* piglit skips what the device's limit forbids. */
static bool
is_too_large(const struct piglit_test *test)
{
    uint64_t items = 1;
    for (unsigned i = 0; i < test->dims && items <= MAX_GROUP; i++)
        items *= test->local[i] ? test->local[i] : 1;
    return items > MAX_GROUP;
}

/* Does a line of the list begin with the word and the end of the file's name? */
static bool
is_listed(const struct run *run, const char *word)
{
    for (const char *line = run->broken; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, word, strlen(word)) != 0)
            continue;
        const char *start = line + strlen(word);
        size_t name = strcspn(start, ":\n"), file = strlen(run->file);
        if (name && start[name] == ':' && name < file && run->file[file - name - 1] == '/' &&
            !strncmp(run->file + file - name, start, name))
            return true;
    }
    return false;
}

static enum outcome
run_tests(struct run *run, const struct piglit_program *program, const occ_result *result)
{
    size_t size;
    const void *bytes = occ_result_bytes(result, &size);
    bool good = true;
    uint32_t skipped = 0;
    for (unsigned i = 0; i < program->tests.count; i++) {
        const struct piglit_test *test = &program->tests.at[i];
        if (is_too_large(test)) {
            printf("SKIP %s: %s: its work-group is too large\n", run->file, test->name);
            skipped++;
            continue;
        }
        struct sim_options options = {
            .strict = true, .foreign = -1, .benign = true, .no_races = is_listed(run, "races ")};
        if (!sim_environment(&options))
            abort();
        struct sim_device *device = sim_device_new(&options);
        struct sim_object *object;
        if (device && sim_load(device, bytes, size, &object) == SIM_OK)
            good &= launch(run, device, object, test) != test->expect_fail;
        else
            good = (report(run, "load", "%s", device ? sim_message(device) : "no memory"), false);
        if (device)
            sim_device_free(device);
    }
    return !good ? FAIL : skipped && skipped == program->tests.count ? SKIP : PASS;
}

/* Do both ways of building stop, or not stop, where the test says so? */
static enum outcome
check_syntax(struct run *run, const struct piglit_program *program, const char *text)
{
    static const char *const modes[] = {"-fsyntax-only", "-emit-ir"};
    for (unsigned i = 0; i < sizeof modes / sizeof *modes; i++) {
        occ_result *result;
        enum occ_status status = build(run, program, run->file, text, modes[i], &result);
        bool refused = status == OCC_ERROR || status == OCC_USAGE;
        bool good = program->expect_build_fail ? refused : status == OCC_OK;
        if (!good)
            report(run, modes[i], "\n%s", occ_result_log(result));
        occ_result_free(result);
        if (!good)
            return FAIL;
    }
    return PASS;
}

static enum outcome
run_program(struct run *run, const struct piglit_program *program, const char *text)
{
    const char *name = run->file, *source = text;
    occ_result *result;
    enum outcome outcome = FAIL;
    if (program->unsupported)
        return printf("SKIP %s: %s\n", run->file, program->unsupported), SKIP;
    if (program->source_file) {
        name =
            arena_printf(&run->arena, "%s/%s", directory_of(run, run->file), program->source_file);
        source = file_read(&run->arena, name, NULL);
    }
    if (!source)
        return report(run, "build", "cannot read %s", name), FAIL;
    enum occ_status status = build(run, program, name, source, NULL, &result);
    if (program->expect_build_fail)
        outcome = status == OCC_ERROR ? PASS : FAIL;
    else if (status != OCC_OK)
        report(run, "build", "\n%s", occ_result_log(result));
    else
        outcome = run_tests(run, program, result);
    occ_result_free(result);
    return outcome;
}

static enum outcome
run_file(struct run *run)
{
    struct piglit_program program;
    char *text = file_read(&run->arena, run->file, NULL);
    if (!text)
        return report(run, "read", "%s", "cannot read the file"), FAIL;
    const char *open = strstr(text, "/*!"), *close = open ? strstr(open, "!*/") : NULL;
    const char *config =
        close ? arena_strndup(&run->arena, open + 3, (size_t)(close - open - 3)) : text;
    piglit_read(&program, &run->arena, config);
    enum outcome outcome =
        run->syntax ? check_syntax(run, &program, text) : run_program(run, &program, text);
    if (run->verbose && outcome == PASS)
        printf("PASS %s: %u tests\n", run->file, program.tests.count);
    if (!is_listed(run, ""))
        return outcome;
    if (outcome != FAIL) /* a race may end well */
        return printf("note: %s is listed as broken and passes\n", run->file), outcome;
    return printf("  (a broken test: it does not count)\n"), BROKEN;
}

int
main(int argc, char **argv)
{
    struct run run = {.target = "gfx900", .compiler = occ_compiler_create(NULL)};
    unsigned counts[BROKEN + 1] = {0};
    struct arena arena;
    arena_init(&arena, NULL, &run.guard);
    for (int i = 1; i < argc; i++) {
        if (!strncmp(argv[i], "-mcpu=", 6))
            run.target = argv[i] + 6;
        else if (!strncmp(argv[i], "-f", 2) || !strncmp(argv[i], "-O", 2))
            vec_push(&arena, &run.switches, argv[i]);
        else if (!strcmp(argv[i], "-v"))
            run.verbose = true;
        else if (!strncmp(argv[i], "--broken=", 9) && setjmp(run.guard.target) == 0)
            run.broken = file_read(&arena, argv[i] + 9, NULL);
        else if (!strcmp(argv[i], "--syntax"))
            run.syntax = true;
        else if (setjmp(run.guard.target) == 0) {
            arena_init(&run.arena, NULL, &run.guard);
            run.file = argv[i];
            counts[run_file(&run)]++;
            arena_free(&run.arena);
        } else {
            fprintf(stderr, "piglit-run: %s\n", run.guard.message);
            return 4;
        }
    }
    occ_compiler_destroy(run.compiler);
    arena_free(&arena);
    printf("%u passed, %u failed, %u skipped", counts[PASS], counts[FAIL], counts[SKIP]);
    printf(run.broken ? ", %u broken\n" : "\n", counts[BROKEN]);
    return counts[FAIL] ? 1 : 0;
}

/* piglit-ir [--passes | --calls] FILE.cl...: piglit's OpenCL program tests on the interpreter of the
 * IR.
 *
 * Without --passes the IR is what gen_module and link_builtins leave; with it, what the whole
 * mid-end leaves; with --calls the same under -fno-inline, so that functions stay.  Prints a line
 * per failure and "N passed, M failed, K skipped". */
#include "libclc-lite/libclc.h"
#include "midend/pass.h"
#include "support/file.h"
#include "test/conformance/piglit_config.h"
#include "test/midend/gen/lower.h"
#include "test/midend/run/ir_run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum outcome { PASS, FAIL, SKIP };
enum { MAX_ARGS = 64, KERNARG = 4096 };

struct run {
    struct arena arena;
    struct guard guard;
    struct diag diag;
    const char *file;
    bool passes, calls;
};

static bool
complain(const struct run *run, const char *test, const char *what)
{
    printf("FAIL %s: %s: %s\n", run->file, test ? test : "", what ? what : "");
    return false;
}

static double
float_at(unsigned size, const uint8_t *bytes)
{
    double wide;
    float narrow;
    uint16_t half;
    if (size == 8)
        return memcpy(&wide, bytes, 8), wide;
    if (size == 4)
        return memcpy(&narrow, bytes, 4), narrow;
    memcpy(&half, bytes, 2);
    int exponent = half >> 10 & 31;
    double mantissa = half & 0x3ff, sign = half >> 15 ? -1 : 1;
    if (exponent == 31)
        return mantissa != 0 ? NAN : sign * INFINITY;
    return sign * (exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24));
}

static bool
equal(const struct piglit_arg *want, const uint8_t *got, const uint8_t *expected)
{
    unsigned size = want->type.size;
    if (memcmp(got, expected, size) == 0)
        return true;
    if (want->type.kind != PIGLIT_FLOAT)
        return false;
    double a = float_at(size, got), b = float_at(size, expected);
    return piglit_close(want, a, b);
}

static bool
compare(const struct run *run, const struct piglit_test *test, const struct piglit_arg *want,
        const uint8_t *got)
{
    unsigned slots = want->type.components == 3 ? 4 : want->type.components;
    for (unsigned i = 0; i < want->count * slots; i++) {
        size_t at = (size_t)i * want->type.size;
        if ((want->type.components == 3 && i % 4 == 3) || equal(want, got + at, want->bytes + at))
            continue;
        uint64_t a = 0, b = 0;
        char text[120];
        memcpy(&a, got + at, want->type.size);
        memcpy(&b, want->bytes + at, want->type.size);
        snprintf(text, sizeof text, "argument %u[%u] is 0x%llx instead of 0x%llx", want->index, i,
                 (unsigned long long)a, (unsigned long long)b);
        return complain(run, test->name, text);
    }
    return true;
}

struct slots {
    uint8_t *buffers[MAX_ARGS];
    const struct piglit_arg *expected[MAX_ARGS];
    uint8_t kernarg[KERNARG];
};

static bool
prepare(struct run *run, struct ir_machine *machine, const struct piglit_test *test,
        const struct kernel_info *kernel, struct slots *slots)
{
    for (unsigned i = 0; i < test->args.count; i++) {
        const struct piglit_arg *arg = &test->args.at[i];
        if (arg->index >= kernel->arg_count || arg->index >= MAX_ARGS)
            return complain(run, test->name, "argument index out of range");
        uint8_t *place = slots->kernarg + kernel->args[arg->index].offset;
        if (arg->is_output)
            slots->expected[arg->index] = arg;
        if (!arg->is_buffer) {
            uint32_t size = (uint32_t)arg->size;
            if (kernel->args[arg->index].kind == KERNEL_ARG_DYNAMIC_LOCAL)
                memcpy(place, &size, 4);
            else
                memcpy(place, arg->bytes, arg->size);
            continue;
        }
        uint8_t **buffer = &slots->buffers[arg->index];
        if (!*buffer && !arg->is_null)
            *buffer = ir_run_alloc(machine, arg->size);
        if (!arg->is_output && !arg->is_null)
            memcpy(*buffer, arg->bytes, arg->size);
        memcpy(place, buffer, 8);
    }
    return true;
}

static bool
run_test(struct run *run, const struct piglit_test *test, const struct ir_module *module)
{
    struct ir_machine machine = {
        .arena = &run->arena, .module = module, .dims = test->dims, .step_limit = 50000000};
    struct slots *slots = ARENA_NEW(&run->arena, struct slots);
    struct ir_function *kernel = module->functions;
    uint32_t room = 256;
    while (kernel &&
           !(kernel->is_kernel && test->kernel && strcmp(kernel->name, test->kernel) == 0))
        kernel = kernel->next;
    if (!kernel)
        return complain(run, test->name, "no such kernel");
    for (unsigned i = 0; i < 3; i++) {
        machine.global[i] = i < test->dims && test->global[i] ? test->global[i] : 1;
        machine.local[i] = i < test->dims && test->local[i] ? test->local[i] : 1;
        machine.offset[i] = i < test->dims ? test->offset[i] : 0;
        uint32_t required = kernel->kernel->reqd_group_size[i];
        for (uint32_t n = 1; !test->local[0] && !required && n <= room; n++)
            if (machine.global[i] % n == 0)
                machine.local[i] = n;
        if (!test->local[0] && required)
            machine.local[i] = required;
        room /= machine.local[i];
    }
    if (!prepare(run, &machine, test, kernel->kernel, slots))
        return false;
    if (!ir_run_kernel(&machine, kernel, slots->kernarg, KERNARG))
        return complain(run, test->name, machine.error);
    bool good = true;
    for (unsigned i = 0; i < MAX_ARGS; i++)
        if (slots->expected[i])
            good &= compare(run, test, slots->expected[i], slots->buffers[i]);
    return good;
}

static struct ir_module *
build(struct run *run, const char *name, const char *text, size_t length, unsigned cl_version)
{
    diag_init(&run->diag, &run->arena);
    struct ir_module *module =
        lower_text(&run->arena, &run->guard, &run->diag, name, text, length, cl_version);
    if (!module)
        return NULL;
    module->library = libclc_find;
    if (run->passes) {
        struct pass_options options = {.optimise = 2,
                                       .validate = true,
                                       .inlining =
                                           run->calls ? PASS_INLINE_MARKED : PASS_INLINE_PLAN,
                                       .diag = &run->diag};
        pass_run_midend(module, &options);
    } else {
        link_builtins(module);
    }
    return run->diag.errors ? NULL : module;
}

static enum outcome
run_tests(struct run *run, const struct piglit_program *program, const char *text, size_t length)
{
    bool good = true;
    for (unsigned i = 0; i < program->tests.count; i++) { /* the machine changes the module */
        const struct piglit_test *test = &program->tests.at[i];
        const struct ir_module *module =
            build(run, run->file, text, length, program->version_min > 12 ? 200 : 120);
        if (!module) {
            diag_finish(&run->diag, "");
            return complain(run, "build", run->diag.log.text), FAIL;
        }
        good &= run_test(run, test, module) != test->expect_fail;
    }
    return good ? PASS : FAIL;
}

static enum outcome
run_file(struct run *run)
{
    struct piglit_program program;
    size_t length = 0;
    char *text = file_read(&run->arena, run->file, &length);
    if (!text)
        return complain(run, "", "cannot read"), FAIL;
    const char *open = strstr(text, "/*!"), *close = open ? strstr(open, "!*/") : NULL;
    if (!close)
        return SKIP;
    piglit_read(&program, &run->arena,
                arena_strndup(&run->arena, open + 3, (size_t)(close - open - 3)));
    if (program.needs_images)
        program.unsupported = "images";
    if (program.unsupported)
        printf("SKIP %s: %s\n", run->file, program.unsupported);
    if (program.unsupported || program.source_file || program.expect_build_fail ||
        program.version_min > 20 || (program.options && *program.options))
        return SKIP;
    if (setjmp(run->guard.target))
        return complain(run, "internal error", run->guard.message), FAIL;
    return run_tests(run, &program, text, length);
}

int
main(int argc, char **argv)
{
    static struct run run;
    unsigned counts[3] = {0};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--passes") == 0) {
            run.passes = true;
            continue;
        }
        if (strcmp(argv[i], "--calls") == 0) {
            run.passes = run.calls = true;
            continue;
        }
        run.file = argv[i];
        arena_init(&run.arena, NULL, &run.guard);
        counts[run_file(&run)]++;
        arena_free(&run.arena);
    }
    printf("%u passed, %u failed, %u skipped\n", counts[PASS], counts[FAIL], counts[SKIP]);
    return counts[FAIL] != 0;
}

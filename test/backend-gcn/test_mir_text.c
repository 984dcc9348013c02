/* Text tests of machine IR and of the passes that make it:
 *
 *   test-mir-text print FILE.mir...          reads, validates, prints: the same text
 *   test-mir-text PASS FILE.mir...           runs the pass; FILE.out holds what is printed, or the
 *                                            internal error
 *   test-mir-text live FILE.mir...           liveness: FILE.out holds the sets of each block, the
 *                                            largest pressure, the function with its last uses
 *   test-mir-text isel FILE.oir...           lowered IR; FILE.gfx900.mir, FILE.gfx803.mir; FILE.out
 *                                            for the internal error of what has no code
 *   test-mir-text compile FILE.oir...        all passes with validation and stress; prints nothing
 *   test-mir-text -show ACTION FILE [TARGET [MODE...]]
 *                                            prints instead of comparing; ACTION object: the code
 *                                            object of an .oir file, as bytes; MODE:
 *                                            spill-everything, wait-everything, no-optional-passes
 *
 * Of .mir files each instruction is cloned at the end, which must not show in its text.
 * OCC_BLESS=1 writes what was expected anew. */
#include "backend-gcn/backend.h"
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/object/code_object.h"
#include "backend-gcn/mir/mir_build.h"
#include "support/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void
expect(struct arena *arena, const char *path, const char *got)
{
    size_t length;
    const char *want = file_read(arena, path, &length);
    if (want && !strcmp(want, got))
        return;
    if (getenv("OCC_BLESS")) {
        FILE *file = fopen(path, "wb");
        if (file) {
            fputs(got, file);
            fclose(file);
            return;
        }
    }
    failures++;
    printf("%s: differs; got:\n%s\n", path, got);
}

static const char *
replace_extension(struct arena *arena, const char *path, const char *extension)
{
    const char *dot = strrchr(path, '.');
    return arena_printf(arena, "%.*s%s", (int)(dot - path), path, extension);
}

static mir_pass *
find_pass(const char *name)
{
    static const struct {
        const char *name;
        mir_pass *run;
    } passes[] = {
#define MIR_PASS(name, ...) {#name, name},
#include "backend-gcn/passes.def"
    };
    for (unsigned i = 0; i < sizeof passes / sizeof *passes; i++) {
        if (!strcmp(passes[i].name, name))
            return passes[i].run;
    }
    return NULL;
}

struct run {
    struct arena *arena;
    struct guard *guard;
    const char *action, *path, *text;
    size_t length;
    const char *show; /* target to show for, or NULL: compare */
    bool spill_everything, wait_everything, no_optimise;
};

static void
validate(struct run *run, const struct mir_function *function)
{
    const char *fault = mir_validate(function, 0, run->arena);
    if (fault) {
        printf("%s: %s\n", run->path, fault);
        failures++;
    }
}

static void
print_set(struct strbuf *text, const struct mir_function *function, const char *name,
          const struct sparse_set *set)
{
    strbuf_printf(text, " %s", name);
    sparse_foreach (temp, set) {
        const struct mir_temp *info = &function->temps.at[temp];
        strbuf_printf(text, " %%%s%u",
                      info->is_mask                 ? "m"
                      : info->reg_class == MIR_VGPR ? "v"
                                                    : "s",
                      (unsigned)temp);
    }
    strbuf_puts(text, ";");
}

static void
print_liveness(struct run *run, struct mir_function *function, struct strbuf *text)
{
    const struct mir_live *live = mir_live(run->arena, function);
    mir_foreach_block (block, function) {
        strbuf_printf(text, "; b%u:", block->id);
        print_set(text, function, "in", &live->in[block->id]);
        print_set(text, function, "out", &live->out[block->id]);
        strbuf_puts(text, "\n");
    }
    strbuf_printf(text, "; at most %u VGPRs, %u SGPRs\n", live->max_vgprs, live->max_sgprs);
}

static const char *
printed_inst(struct run *run, const struct mir_function *function, const struct mir_inst *inst)
{
    struct strbuf out = strbuf_new(run->arena);
    mir_print_inst(&out, function, inst);
    return out.text;
}

/* A clone is detached, and prints as its original. */
static void
check_clones(struct run *run, struct mir_function *function)
{
    mir_foreach_block (block, function)
        mir_foreach_inst (inst, block) {
            struct mir_inst *clone = mir_inst_clone(function, inst);
            const char *text = printed_inst(run, function, inst);
            bool is_placed = clone->block || clone->prev || clone->next;
            clone->block = block;
            if (!is_placed && !strcmp(text, printed_inst(run, function, clone)))
                continue;
            printf("%s: the clone of %s differs\n", run->path, text);
            failures++;
        }
}

static void
run_mir(struct run *run)
{
    struct mir_function *function;
    const char *error = mir_parse(run->arena, run->guard, run->text, run->length, &function);
    if (error) {
        printf("%s: %s\n", run->path, error);
        failures++;
        return;
    }
    validate(run, function);
    mir_pass *pass = find_pass(run->action);
    if (pass) {
        struct backend_options options = {.object.target = function->target,
                                          .object.xnack = function->target->xnack_default};
        pass(function, &options);
        validate(run, function);
    }
    check_clones(run, function);
    struct strbuf text = strbuf_new(run->arena);
    bool live = !strcmp(run->action, "live");
    if (live)
        print_liveness(run, function, &text);
    mir_print(&text, function);
    if (run->show)
        fputs(text.text, stdout);
    else
        expect(run->arena,
               pass || live ? replace_extension(run->arena, run->path, ".out") : run->path,
               text.text);
}

/* The forms of lowered IR. */
static const unsigned lowered =
    IR_LOOPS | IR_MOVED | IR_DIVIDED | IR_HALVED | IR_NARROW | IR_LOWERED;

static struct ir_module *
read_ir(struct run *run)
{
    struct ir_module *module = ir_module_new(run->arena, run->guard);
    const char *error = ir_parse(module, run->text, run->length);
    if (!error)
        return module;
    printf("%s: %s\n", run->path, error);
    failures++;
    return NULL;
}

/* Finished functions, those that are called before the kernels. */
struct compiled {
    struct mir_function *kernels[64], *functions[64];
    uint32_t kernel_count, function_count;
};

static void
write_object(struct run *run, const struct backend_options *options, struct ir_module *module,
             const struct compiled *compiled)
{
    struct code_object object = {.arena = run->arena,
                                 .guard = run->guard,
                                 .options = options,
                                 .module = module,
                                 .kernels = compiled->kernels,
                                 .kernel_count = compiled->kernel_count,
                                 .functions = compiled->functions,
                                 .function_count = compiled->function_count};
    size_t size;
    const uint8_t *bytes = code_object_write(&object, &size);
    fwrite(bytes, 1, size, stdout);
}

/* What selection asks of the mid-end. */
static void
lower(struct run *run, struct ir_function *function)
{
    if (strcmp(run->action, "isel") != 0) {
        lower_div(function);
        lower_int64(function);
        lower_loops(function);
        lower_divergence(function);
    }
    const char *fault = ir_validate(function, lowered, run->arena);
    if (fault)
        ice(run->guard, "%s", fault);
}

static void
compile_function(struct run *run, struct ir_function *f, struct call_program *program,
                 const struct pass_options *pass, struct compiled *compiled)
{
    struct pass_options whole = *pass;
    uint32_t *count = f->is_kernel ? &compiled->kernel_count : &compiled->function_count;
    if (!f->is_kernel && pass->stop_after) { /* its callers need all of it */
        struct pass_options first = *pass;
        backend_compile(run->arena, f, program, program->options, &first);
        whole.stop_after = whole.print_after = NULL;
    }
    struct mir_function *function =
        backend_compile(run->arena, f, program, program->options, &whole);
    if (function && *count < 64)
        (f->is_kernel ? compiled->kernels : compiled->functions)[(*count)++] = function;
    if (function && run->show && !strcmp(run->action, "compile"))
        asm_listing(pass->dump, function, NULL);
}

static void
compile_for(struct run *run, const char *name)
{
    const struct gcn_target *target = gcn_find_target(name, strlen(name));
    struct ir_module *module = read_ir(run);
    bool isel_only = !strcmp(run->action, "isel");
    bool object = !strcmp(run->action, "object");
    struct strbuf text = strbuf_new(run->arena);
    struct backend_options options = {.object.target = target,
                                      .object_version = object_version_default(target),
                                      .object.xnack = target->xnack_default,
                                      .f32_denormals = target->f32_denormals_default,
                                      .spill_everything = run->spill_everything,
                                      .wait_everything = run->wait_everything};
    struct pass_options pass = {.optimise = run->no_optimise ? 0 : 2,
                                .validate = true,
                                .stress = true,
                                .dump = &text,
                                .print_after = object                    ? NULL
                                               : run->show && !isel_only ? "all"
                                               : isel_only               ? "isel"
                                                                         : NULL,
                                .stop_after = isel_only ? "isel" : NULL};
    struct compiled compiled = {.kernel_count = 0};
    for (struct ir_function *f = module ? module->functions : NULL; f; f = f->next)
        lower(run, f);
    struct call_program *program = module ? call_program_new(run->arena, module, &options) : NULL;
    for (uint32_t i = 0; module && i < program->functions.count; i++)
        compile_function(run, program->functions.at[i], program, &pass, &compiled);
    for (struct ir_function *f = module ? module->functions : NULL; f; f = f->next)
        if (f->is_kernel)
            compile_function(run, f, program, &pass, &compiled);
    if (object && module)
        write_object(run, &options, module, &compiled);
    else if (run->show)
        fputs(text.text ? text.text : "", stdout);
    else if (isel_only)
        expect(run->arena,
               replace_extension(run->arena, run->path, arena_printf(run->arena, ".%s.mir", name)),
               text.text ? text.text : "");
}

static void
run_file(struct run *run)
{
    run->text = file_read(run->arena, run->path, &run->length);
    if (!run->text) {
        printf("%s: cannot be read\n", run->path);
        failures++;
    } else if (!strcmp(run->action, "isel") || !strcmp(run->action, "compile") ||
               !strcmp(run->action, "object")) {
        compile_for(run, run->show ? run->show : "gfx900");
        if (!run->show)
            compile_for(run, "gfx803");
    } else {
        run_mir(run);
    }
}

static void
set_mode(struct run *run, const char *mode)
{
    run->spill_everything |= !strcmp(mode, "spill-everything");
    run->wait_everything |= !strcmp(mode, "wait-everything");
    run->no_optimise |= !strcmp(mode, "no-optional-passes");
}

static void
guarded(const char *action, const char *path, const char *show, char **modes)
{
    struct arena arena;
    struct guard guard = {0};
    arena_init(&arena, NULL, &guard);
    struct run run = {
        .arena = &arena, .guard = &guard, .action = action, .path = path, .show = show};
    while (modes && *modes)
        set_mode(&run, *modes++);
    if (setjmp(guard.target) == 0) {
        run_file(&run);
    } else if (find_pass(action) || !strcmp(action, "isel") || !strcmp(action, "compile")) {
        expect(&arena, replace_extension(&arena, path, ".out"),
               arena_printf(&arena, "internal error: %s\n", guard.message));
    } else {
        printf("%s: %s: %s\n", path, guard.pass ? guard.pass : action, guard.message);
        failures++;
    }
    arena_free(&arena);
}

int
main(int argc, char **argv)
{
    if (argc > 3 && !strcmp(argv[1], "-show")) {
        guarded(argv[2], argv[3], argc > 4 ? argv[4] : "gfx900", argc > 4 ? argv + 5 : NULL);
        return failures != 0;
    }
    for (int i = 2; i < argc; i++)
        guarded(argv[1], argv[i], NULL, NULL);
    return failures != 0;
}

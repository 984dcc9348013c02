/* Runs one kernel through selection and the rows of passes.def: dumps, timing, validation, the
 * stress mode that prints and reads back the machine IR after every pass. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir_build.h"

#include <string.h>

enum kind { opt, lower };

static const struct machine_pass {
    const char *name;
    bool (*run)(struct mir_function *function, const struct backend_options *options);
    enum kind kind;
} passes[] = {
#define MIR_PASS(name, kind, what) {#name, name, kind},
#define MIR_ORDER(...)
#include "backend-gcn/passes.def"
#undef MIR_PASS
#undef MIR_ORDER
};

/* What the text names, not holds: the IR function and the globals. */
static void
reconnect(struct mir_function *copy, const struct mir_function *original)
{
    copy->source = original->source;
    copy->pass_arena = original->pass_arena;
    mir_foreach_block (block, copy) {
        mir_foreach_inst (inst, block) {
            for (unsigned i = 0; i < inst->operand_count; i++) {
                struct mir_operand *operand = &inst->operands[i];
                if (operand->kind != MIR_SYMBOL || !original->source->module)
                    continue;
                for (struct ir_global *global = original->source->module->globals; global;
                     global = global->next) {
                    if (!strcmp(global->name, operand->global->name))
                        operand->global = global;
                }
            }
        }
    }
}

/* Prints and reads back; the copy takes over. */
static struct mir_function *
through_text(struct mir_function *function, const char *name)
{
    struct strbuf first = strbuf_new(function->arena), second = strbuf_new(function->arena);
    mir_print(&first, function);
    struct mir_function *copy;
    const char *error =
        mir_parse(function->arena, function->guard, first.text, first.length, &copy);
    if (error)
        ice(function->guard, "after %s: machine IR does not read back: %s", name, error);
    reconnect(copy, function);
    mir_print(&second, copy);
    if (strcmp(first.text, second.text) != 0)
        ice(function->guard, "after %s: machine IR changes when it is read back", name);
    return copy;
}

static bool
stops_here(const struct mir_function *function, const char *name, const struct pass_options *pass)
{
    if (!pass->stop_after || strcmp(pass->stop_after, name) != 0)
        return false;
    if (pass->stop_text)
        mir_print(pass->stop_text, function);
    return true;
}

/* After each pass; false: stop here. */
static bool
look_at(struct mir_function **function, const char *name, struct pass_options *pass)
{
    if (pass_is_named(pass->print_after, name) && pass->dump) {
        strbuf_printf(pass->dump, "; after %s\n", name);
        mir_print(pass->dump, *function);
    }
    if (pass->validate) {
        const char *fault = mir_validate(*function, (*function)->arena);
        if (!fault && !strcmp(name, "ra"))
            fault = ra_validate(*function, (*function)->arena);
        if (fault)
            ice((*function)->guard, "after %s in kernel %s: %s", name, (*function)->source->name,
                fault);
    }
    if (pass->stress)
        *function = through_text(*function, name);
    return !stops_here(*function, name, pass);
}

static bool
is_skipped(const struct machine_pass *machine_pass, const struct backend_options *options,
           const struct pass_options *pass)
{
    if (machine_pass->kind != opt)
        return false;
    return pass->optimise == 0 || (options->no_sched && !strcmp(machine_pass->name, "sched"));
}

/* A group's LDS is the target's to limit; a wave's scratch is counted by the 13 bits of
 * COMPUTE_TMPRING_SIZE.WAVESIZE in units of 1 KB. */
static void
check_memory(const struct mir_function *function, const struct backend_options *options)
{
    enum { MOST_SCRATCH = 8191 * 1024 / 64 };
    const struct mir_usage *usage = &function->usage;
    uint32_t scratch = function->scratch_objects > usage->scratch_bytes ? function->scratch_objects
                                                                        : usage->scratch_bytes;
    if (options->diag && usage->lds_bytes > options->target->lds_size)
        diag_fatal(options->diag, function->source->loc, local_memory_kernel_bytes_exceeds_limit,
                   function->source->name, usage->lds_bytes, options->target->lds_size);
    if (options->diag && scratch > MOST_SCRATCH)
        diag_fatal(options->diag, function->source->loc, private_memory_kernel_bytes_exceeds_limit,
                   function->source->name, scratch, MOST_SCRATCH);
}

bool
backend_pass_exists(const char *name)
{
    bool found = strcmp(name, "isel") == 0;
    for (unsigned i = 0; i < sizeof passes / sizeof *passes; i++)
        found |= strcmp(name, passes[i].name) == 0;
    return found;
}

/* What a pass works with goes when it ends. */
static void
run_pass(struct mir_function *function, const struct machine_pass *machine_pass,
         const struct backend_options *options)
{
    struct arena scratch;
    arena_init_scratch(&scratch, function->arena->allocator, function->guard);
    function->pass_arena = &scratch;
    machine_pass->run(function, options);
    function->pass_arena = NULL;
    arena_free(&scratch);
}

/* Each place in the source once: loops are unrolled, functions called more than once are copied. */
static bool
refuse_images(struct arena *arena, const struct ir_function *kernel, struct diag *diag)
{
    struct map places = map_new(arena);
    bool refused = false;
    ir_foreach_block (block, kernel)
        ir_foreach_inst (inst, block) {
            bool is_image = inst->op >= IR_OP_image_read && inst->op <= IR_OP_image_query;
            if (!is_image || map_get(&places, inst->loc))
                continue;
            map_put(&places, inst->loc, inst);
            diag_error(diag, inst->loc, no_code_for_images);
            refused = true;
        }
    return refused;
}

struct mir_function *
backend_compile(struct arena *arena, struct ir_function *kernel,
                const struct backend_options *options, struct pass_options *pass)
{
    struct guard *guard = kernel->module->guard;
    uint32_t errors = options->diag ? options->diag->errors : 0;
    uint64_t start = pass_clock(pass);
    if (options->diag && refuse_images(arena, kernel, options->diag))
        return NULL;
    guard->pass = "isel";
    struct mir_function *function = isel(arena, kernel, options);
    pass_note_time(pass, "isel", start);
    check_memory(function, options);
    if (!look_at(&function, "isel", pass))
        return NULL;
    for (unsigned i = 0; i < sizeof passes / sizeof *passes; i++) {
        if (is_skipped(&passes[i], options, pass)) {
            if (stops_here(function, passes[i].name, pass))
                return NULL;
            continue;
        }
        start = pass_clock(pass);
        guard->pass = passes[i].name;
        run_pass(function, &passes[i], options);
        pass_note_time(pass, passes[i].name, start);
        if (!look_at(&function, passes[i].name, pass))
            return NULL;
    }
    start = pass_clock(pass);
    guard->pass = "encode_function";
    struct arena scratch;
    arena_init_scratch(&scratch, arena->allocator, guard);
    function->pass_arena = &scratch;
    encode_function(function);
    check_memory(function, options);
    function->pass_arena = NULL;
    arena_free(&scratch);
    pass_note_time(pass, "encode", start);
    guard->pass = NULL;
    return options->diag && options->diag->errors != errors ? NULL : function;
}

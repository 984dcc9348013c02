/* Runs one kernel through selection and the rows of passes.def. */
#include "backend-gcn/backend.h"
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/mir/mir_build.h"
#include "support/limit.h"

#include <string.h>

enum { opt = PASS_OPT, lower = PASS_LOWER };
enum {
    NONE,
    SSA = MIR_FORM_SSA,
    LINEAR = MIR_FORM_LINEAR,
    REGULAR = MIR_FORM_REGULAR,
    ASSIGNED = MIR_FORM_ASSIGNED,
    COPIED = MIR_FORM_COPIED,
    REAL = MIR_FORM_REAL,
    ENCODED = MIR_FORM_ENCODED
};

static const struct pass_row rows[] = {
    {.name = "isel", .makes = SSA, .kind = PASS_LOWER},
#define MIR_PASS(name, requires, makes, loses, kind, what)                                         \
    {#name, &(mir_pass *const){name}, 0, requires, makes, loses, kind},
#include "backend-gcn/passes.def"
};

/* Runs one pass; its arena is freed when it ends. */
static bool
run_pass(const struct pass_run *run, const struct pass_row *row, void *object)
{
    struct mir_function *function = object;
    mir_pass *const *pass = row->pass;
    struct arena scratch;
    arena_init_scratch(&scratch, function->arena->allocator, function->guard);
    function->pass_arena = &scratch;
    bool changed = (*pass)(function, run->context);
    function->pass_arena = NULL;
    arena_free(&scratch);
    return changed;
}

static const char *
validate_function(const void *object, unsigned forms, struct arena *scratch)
{
    const struct mir_function *function = object;
    const char *fault = mir_validate(function, forms, scratch);
    return fault ? arena_printf(scratch, "%s: %s", function->source->name, fault) : NULL;
}

static void
print_function(struct strbuf *buf, const void *function)
{
    mir_print(buf, function);
}

static void
print_named(struct strbuf *buf, void *object, const char *name)
{
    const struct mir_function *function = object;
    if (strcmp(function->source->name, name) == 0)
        mir_print(buf, function);
}

/* Points an operand that was read from text at the module's global of that name. */
static void
reconnect_symbol(const struct ir_module *module, struct mir_operand *operand)
{
    for (struct ir_global *global = module->globals; global; global = global->next)
        if (!strcmp(global->name, operand->global->name))
            operand->global = global;
}

static const struct ir_function *
reconnect_callee(const struct ir_module *module, const struct ir_function *read)
{
    for (const struct ir_function *f = module->functions; f; f = f->next)
        if (!strcmp(f->name, read->name))
            return f;
    return read;
}

static void
reconnect(const struct ir_module *module, struct mir_inst *inst)
{
    if (inst->callee)
        inst->callee = reconnect_callee(module, inst->callee);
    for (unsigned i = 0; i < inst->operand_count; i++) {
        struct mir_operand *operand = &inst->operands[i];
        if (operand->kind == MIR_SYMBOL)
            reconnect_symbol(module, operand);
        else if (operand->kind == MIR_CODE)
            operand->callee = reconnect_callee(module, operand->callee);
    }
}

/* Carries over what the text only names, and what it does not hold. */
static void
take_over(struct mir_function *function, const struct mir_function *read)
{
    const struct mir_function old = *function;
    *function = *read;
    function->source = old.source;
    function->calls = old.calls;
    function->variables = old.variables;
    function->values = old.values;
    function->value_count = old.value_count;
    function->places = old.places;
    mir_foreach_block (block, function) {
        block->function = function;
        mir_foreach_inst (inst, block)
            if (old.source->module)
                reconnect(old.source->module, inst);
    }
}

/* Reads the function back from its text.  Text holds no bytes, so encoded functions are left
 * alone. */
static const char *
reread_function(void *object)
{
    struct mir_function *function = object, *copy;
    struct arena *arena = function->arena;
    struct strbuf first = strbuf_new(arena), second = strbuf_new(arena);
    if (function->code)
        return NULL;
    mir_print(&first, function);
    const char *error = mir_parse(arena, function->guard, first.text, first.length, &copy);
    if (error)
        return arena_printf(arena, "machine IR does not read back: %s", error);
    take_over(function, copy);
    mir_print(&second, function);
    return strcmp(first.text, second.text) != 0 ? "machine IR changes when it is read back" : NULL;
}

const struct pass_level backend_passes = {.rows = rows,
                                          .count = sizeof rows / sizeof *rows,
                                          .run = run_pass,
                                          .validate = validate_function,
                                          .print = print_function,
                                          .print_named = print_named,
                                          .reread = reread_function};

/* The target limits a group's LDS; the 13 bits of COMPUTE_TMPRING_SIZE.WAVESIZE limit a wave's
 * scratch, in units of 1 KB. */
static void
check_memory(const struct mir_function *function, const struct backend_options *options)
{
    const struct kernel_usage *usage = &function->usage;
    const char *what = function->is_function ? "function" : "kernel";
    uint32_t scratch = function->scratch_objects > usage->scratch_bytes ? function->scratch_objects
                                                                        : usage->scratch_bytes;
    if (options->diag && usage->lds_bytes > options->object.target->lds_size)
        diag_fatal(options->diag, function->source->loc, local_memory_exceeds_limit, what,
                   function->source->name, usage->lds_bytes, options->object.target->lds_size);
    if (LIMIT_MET(function->guard, SCRATCH_BYTES, scratch > LIMIT_SCRATCH_BYTES) && options->diag)
        diag_fatal(options->diag, function->source->loc, private_memory_exceeds_limit, what,
                   function->source->name, scratch, LIMIT_SCRATCH_BYTES);
}

/* amdgpu_num_sgpr and amdgpu_num_vgpr, at which spill.c aims: some instruction may need more.  They limit what the
 * code uses, so the allocation is not padded yet. */
static void
check_registers(const struct mir_function *function, const struct backend_options *options)
{
    const struct kernel_info *kernel = function->source->kernel;
    if (!options->diag || function->is_function || !kernel)
        return;
    unsigned sgprs = kernel_sgprs(&options->object, &function->usage);
    unsigned vgprs = kernel_vgprs(function->target, &function->usage);
    if (kernel->max_sgprs && sgprs > kernel->max_sgprs)
        diag_error(options->diag, function->source->loc, registers_exceed_attribute,
                   function->source->name, sgprs, "SGPRs", "amdgpu_num_sgpr", kernel->max_sgprs);
    if (kernel->max_vgprs && vgprs > kernel->max_vgprs)
        diag_error(options->diag, function->source->loc, registers_exceed_attribute,
                   function->source->name, vgprs, "VGPRs", "amdgpu_num_vgpr", kernel->max_vgprs);
}

/* amdgpu_waves_per_eu's second number: so many registers are allocated that no more waves fit (LLVM:
 * getMinNumVGPRs).  Where that is more than there are VGPRs, AGPRs count as well. */
static void
pad_vgprs(struct mir_function *function)
{
    const struct gcn_target *target = function->target;
    const struct kernel_info *kernel = function->source->kernel;
    struct kernel_usage *usage = &function->usage;
    if (!kernel || !kernel->most_waves || kernel->most_waves >= target->max_waves)
        return;
    unsigned needed = target->vgprs_per_simd / (kernel->most_waves + 1);
    needed -= needed % target->vgpr_granule;
    needed++;
    unsigned most = gcn_most_vgprs(target), vgprs = needed < most ? needed : most;
    if (usage->vgprs < vgprs)
        usage->vgprs = vgprs;
    if (needed > most && usage->agprs < needed - most)
        usage->agprs = needed - most;
}

/* Returns false when stop_after ended the run; only the text remains then. */
static bool
run_rows(struct mir_function *function, const struct backend_options *options,
         struct pass_options *pass)
{
    struct pass_run run = {&backend_passes, pass, function->arena, function->guard, options};
    if (pass_run_rows(&run, 0, function))
        return true;
    if (pass->stop_text)
        mir_print(pass->stop_text, function);
    return false;
}

struct mir_function *
backend_compile(struct arena *arena, struct ir_function *kernel, struct call_program *program,
                const struct backend_options *options, struct pass_options *pass)
{
    struct guard *guard = kernel->module->guard;
    uint32_t errors = options->diag ? options->diag->errors : 0;
    uint64_t start = pass_clock(pass);
    guard->pass = "isel";
    struct mir_function *function = isel(arena, kernel, program, options);
    pass_note_time(pass, "isel", start);
    check_memory(function, options);
    bool finished = run_rows(function, options, pass);
    guard->pass = NULL;
    if (!finished)
        return NULL;
    if (program)
        call_finish(function);
    check_memory(function, options);
    check_registers(function, options);
    pad_vgprs(function);
    return options->diag && options->diag->errors != errors ? NULL : function;
}

struct mir_function *
backend_keep(struct arena *arena, const struct mir_function *function)
{
    struct mir_function *kept = ARENA_NEW(arena, struct mir_function);
    uint8_t *code = ARENA_ARRAY(arena, function->code_size + 1u, uint8_t);
    *kept = *function;
    kept->arena = arena;
    kept->entry = kept->last_block = NULL;
    memset(&kept->temps, 0, sizeof kept->temps);
    memcpy(code, function->code, function->code_size);
    kept->code = code;
    memset(&kept->relocs, 0, sizeof kept->relocs);
    vec_foreach (const struct mir_reloc, reloc, &function->relocs)
        vec_push(arena, &kept->relocs, *reloc);
    memset(&kept->atomics, 0, sizeof kept->atomics);
    vec_foreach (const uint32_t, place, &function->atomics)
        vec_push(arena, &kept->atomics, *place);
    memset(&kept->checks, 0, sizeof kept->checks);
    vec_foreach (const struct mir_check, check, &function->checks)
        vec_push(arena, &kept->checks,
                 (struct mir_check){check->offset, arena_strdup(arena, check->words)});
    memset(&kept->lines, 0, sizeof kept->lines);
    struct mir_places last = {0}, copy = {0};
    vec_foreach (const struct mir_line, line, &function->lines) {
        if (line->places.at != last.at || line->places.count != last.count) {
            struct mir_place *places =
                ARENA_ARRAY(arena, line->places.count + 1u, struct mir_place);
            if (line->places.count)
                memcpy(places, line->places.at, line->places.count * sizeof *places);
            last = line->places;
            copy = (struct mir_places){last.count, places};
        }
        vec_push(arena, &kept->lines, *line);
        vec_last(&kept->lines).places = copy;
    }
    kept->values = NULL;
    kept->value_count = 0;
    memset(&kept->places, 0, sizeof kept->places);
    memset(&kept->variables, 0, sizeof kept->variables);
    vec_foreach (const struct mir_variable, variable, &function->variables)
        vec_push(arena, &kept->variables, *variable);
    call_replace(kept);
    return kept;
}

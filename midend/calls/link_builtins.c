/* Adds the library functions that the program calls, and those that they call in turn.
 *
 * A function that was only declared is looked up by its name in the library and read from its text;
 * calls then go to the function read.  Powers with constant exponents need no function
 * (constant_powers.c).  Constants that several functions share are kept once.
 *
 *   call f32 @sin.f32(%1), declared only   ->   call of the function read from the library */
#include "midend/pass.h"

#include "midend/calls/constant_powers.h"

/* The bodies and globals of the module so far, by their interned names. */
struct linker {
    struct ir_module *module;
    struct arena scratch;
    struct map bodies, globals;
    struct ir_function *last; /* the newest function in `bodies` */
    struct ir_global *last_global;
    bool has_doubles;
};

/* Of several the first counts. */
static void
note_new(struct linker *linker)
{
    struct ir_function *f = linker->last ? linker->last->next : linker->module->functions;
    for (; f; linker->last = f, f = f->next)
        if (f->entry && !map_get(&linker->bodies, MAP_KEY(f->name)))
            map_put(&linker->bodies, MAP_KEY(f->name), f);
    struct ir_global *global =
        linker->last_global ? linker->last_global->next : linker->module->globals;
    for (; global; linker->last_global = global, global = global->next)
        if (map_get(&linker->globals, MAP_KEY(global->name)))
            linker->has_doubles = true;
        else
            map_put(&linker->globals, MAP_KEY(global->name), global);
}

/* A function read may name constants that the module has already: the older one stays. */
static void
share_globals(const struct linker *linker, struct ir_function *read)
{
    ir_foreach_block (block, read)
        ir_foreach_inst (inst, block)
            if (inst->op == IR_OP_symbol)
                inst->global = map_get(&linker->globals, MAP_KEY(inst->global->name));
}

static void
drop_doubles(const struct linker *linker)
{
    struct ir_module *module = linker->module;
    struct ir_global **link = &module->globals;
    if (!linker->has_doubles)
        return;
    module->last_global = NULL;
    while (*link) {
        if (map_get(&linker->globals, MAP_KEY((*link)->name)) != *link) {
            *link = (*link)->next;
        } else {
            module->last_global = *link;
            link = &(*link)->next;
        }
    }
}

/* What the library asks about the compilation; 0: it is no such question. */
static ir_id
answer(struct ir_function *body, const struct ir_inst *inst)
{
    if (inst->op == IR_OP_f32_denormals)
        return ir_const(body, IR_I1, !body->module->f32_flush);
    if (inst->op == IR_OP_uniform_groups)
        return ir_const(body, IR_I1, !body->module->ragged_groups);
    if (inst->op == IR_OP_has_permute)
        return ir_const(body, IR_I1, !(body->module->lacks & IR_LACKS_PERMUTE));
    if (inst->op == IR_OP_doorbell_dwords)
        return ir_const(body, IR_I1, body->module->doorbell_dwords);
    if (inst->op == IR_OP_hidden_place)
        return ir_const(body, IR_I32, body->module->hidden_places[inst->hidden]);
    if (inst->op == IR_OP_hidden_arg && body->module->no_hidden_arguments)
        return ir_const(body, (enum ir_type)inst->type, 0);
    return 0;
}

static void
answer_questions(struct ir_function *body)
{
    ir_foreach_block (block, body)
        ir_foreach_inst_safe (inst, block) {
            ir_id known = answer(body, inst);
            if (!known)
                continue;
            ir_replace_uses(body, inst->def, known);
            ir_remove(inst);
        }
}

static struct ir_function *
read_body(struct linker *linker, const char *name)
{
    struct ir_module *module = linker->module;
    size_t length = 0;
    const char *text = module->library ? module->library(name, &length) : NULL;
    if (!text)
        ice(module->guard, "the library has no function '%s'", name);
    const char *error = ir_parse(module, text, length);
    if (error)
        ice(module->guard, "library function '%s': %s", name, error);
    note_new(linker);
    struct ir_function *body = map_get(&linker->bodies, MAP_KEY(name));
    if (!body)
        ice(module->guard, "the text of library function '%s' does not define it", name);
    share_globals(linker, body);
    answer_questions(body);
    return body;
}

/* The call of a declared function goes to the body.  Programs declare functions of the device library by
 * themselves; arguments that those do not take are dropped, as LLVM does: up to ROCm 6.1 AMD's OpenCL runtime
 * declares __amd_streamOpsWrite with one more.  So are results where they are declared void: ROCm's headers do so with
 * signal operations of which the ABI returns what was there. */
static void
link_call(struct ir_inst *call, struct ir_function *body)
{
    const struct ir_function *declared = call->callee;
    struct ir_module *module = body->module;
    struct ir_inst *new = call;
    if (!ir_takes(body, declared, true)) {
        if (module->diag)
            diag_fatal(module->diag, call->loc, library_types, declared->name);
        ice(module->guard, "'%s' is declared with other types than in the library", declared->name);
    }
    call->callee = body;
    if (declared->param_count > body->param_count || declared->result_count < body->result_count) {
        ir_id *args = ARENA_ARRAY(module->arena, body->param_count + 1u, ir_id);
        for (uint32_t i = 0; i < body->param_count; i++)
            args[i] = call->args[i].value;
        new = ir_set_call(call, args, body->param_count);
        for (uint32_t i = 0; i < call->def_count; i++)
            ir_replace_uses(call->block->function, call->def + i, new->def + i);
        ir_remove(call);
    }
}

static bool
link_calls(struct linker *linker, struct ir_function *function)
{
    bool changed = false;
    if (function->is_linked)
        return false;
    function->is_linked = true;
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            if (inst->op != IR_OP_call || inst->callee->entry)
                continue;
            changed = true;
            if (constant_power(function, inst))
                continue;
            const char *name = inst->callee->name;
            struct ir_function *body = map_get(&linker->bodies, MAP_KEY(name));
            link_call(inst, body ? body : read_body(linker, name));
        }
    return changed;
}

static bool
has_body(const struct ir_function *function, const void *context)
{
    (void)context;
    return function->entry != NULL;
}

static bool
has_declarations(const struct ir_module *module)
{
    for (const struct ir_function *f = module->functions; f; f = f->next)
        if (!f->entry)
            return true;
    return false;
}

/* New functions are appended to the module, so one walk reaches those that they call.  Then every
 * call goes to a body: a declaration would only duplicate a name. */
bool
link_builtins(struct ir_module *module)
{
    struct linker linker = {.module = module};
    bool changed = false;
    if (!has_declarations(module))
        return false;
    arena_init_scratch(&linker.scratch, module->arena->allocator, module->guard);
    linker.bodies = map_new(&linker.scratch);
    linker.globals = map_new(&linker.scratch);
    note_new(&linker);
    for (struct ir_function *f = module->functions; f; f = f->next)
        if (f->entry)
            changed |= link_calls(&linker, f);
    drop_doubles(&linker);
    ir_keep_functions(module, has_body, NULL);
    arena_free(&linker.scratch);
    return changed;
}

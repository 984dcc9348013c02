/* What all callers of a function that stays agree on: a parameter that is the same constant in all
 * calls becomes that constant, a generic pointer to one address space a pointer to that space; what
 * the function does not use is no longer passed.
 *
 *   call %1 (cast of p.local), i32 3, @f   ->   call %1, @f; in it a cast, and 3 */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"

enum { ANY = IR_SPACE_COUNT }; /* null and undefined pointers point to any space */

struct params {
    struct ir_function *function;
    struct ana_callee *callee;
    struct arena scratch;
    bool changed;
};

static ir_id
arg_of(const struct params *p, uint32_t site, uint32_t index)
{
    return p->callee->sites.at[site]->args[index].value;
}

static const struct ir_function *
caller_of(const struct params *p, uint32_t site)
{
    return p->callee->sites.at[site]->block->function;
}

/* ---- constants ---- */

/* The same constant in all calls, undefined values apart. */
static bool
find_constant(const struct params *p, uint32_t index, uint64_t *bits)
{
    bool found = false;
    for (uint32_t k = 0; k < p->callee->sites.count; k++) {
        const struct ir_value *value = ir_value(caller_of(p, k), arg_of(p, k, index));
        if (value->kind == IR_VALUE_UNDEF)
            continue;
        if (value->kind != IR_VALUE_CONST || (found && value->bits != *bits))
            return false;
        *bits = value->bits;
        found = true;
    }
    return found;
}

static void
replace_constants(struct params *p)
{
    struct ir_function *f = p->function;
    for (uint32_t i = 0; i < f->param_count; i++) {
        uint64_t bits;
        if (!ir_value(f, f->params[i])->uses || !find_constant(p, i, &bits))
            continue;
        ir_replace_uses(f, f->params[i], ir_const(f, (enum ir_type)f->param_types[i], bits));
        p->changed = true;
    }
}

/* ---- address spaces ---- */

/* The space that the generic pointer was cast from. */
static uint8_t
space_of(const struct ir_function *f, ir_id id)
{
    const struct ir_value *value = ir_value(f, id);
    const struct ir_inst *def = ir_def(f, id);
    if (value->kind == IR_VALUE_UNDEF || (value->kind == IR_VALUE_CONST && !value->bits))
        return ANY;
    if (!def || def->op != IR_OP_addrspacecast)
        return IR_SPACE_GENERIC;
    return (uint8_t)ir_space_of(ir_type_of(f, def->args[0].value));
}

static uint8_t
common_space(const struct params *p, uint32_t index)
{
    uint8_t space = ANY;
    for (uint32_t k = 0; k < p->callee->sites.count; k++) {
        uint8_t here = space_of(caller_of(p, k), arg_of(p, k, index));
        if (space != ANY && here != ANY && here != space)
            return IR_SPACE_GENERIC;
        space = here == ANY ? space : here;
    }
    return space == ANY ? IR_SPACE_GENERIC : space;
}

/* The argument as a pointer to its own space. */
static ir_id
uncast(struct ir_function *f, ir_id id, enum ir_type type)
{
    const struct ir_value *value = ir_value(f, id);
    if (value->kind == IR_VALUE_UNDEF)
        return ir_undef(f, type);
    if (value->kind == IR_VALUE_CONST)
        return ir_const(f, type, ir_null(type));
    return ir_def(f, id)->args[0].value;
}

/* Uses of the parameter become those of a cast in the entry. */
static void
cast_in_entry(struct ir_function *f, uint32_t index)
{
    ir_id param = f->params[index];
    struct ir_inst *cast =
        ir_inst_new(f, IR_OP_addrspacecast, IR_P_GENERIC, 1, &(ir_id){ir_undef(f, IR_P_LOCAL)}, 1);
    ir_insert_before(f->entry->first, cast);
    ir_replace_uses(f, param, cast->def);
    ir_set_arg(cast, 0, param);
}

/* ---- the new signature ---- */

static void
rebuild_call(struct params *p, uint32_t site, const struct ir_param *params, uint32_t count)
{
    struct ir_inst *call = p->callee->sites.at[site];
    struct ir_function *caller = call->block->function;
    ir_id *args = ARENA_ARRAY(&p->scratch, count + 1u, ir_id);
    for (uint32_t i = 0; i < count; i++) {
        args[i] = call->args[params[i].from].value;
        if (ir_type_of(caller, args[i]) != params[i].type)
            args[i] = uncast(caller, args[i], (enum ir_type)params[i].type);
    }
    struct ir_inst *new = ir_set_call(call, args, count);
    for (uint32_t i = 0; i < call->def_count; i++)
        ir_replace_uses(caller, call->def + i, new->def + i);
    ir_remove(call);
    p->callee->sites.at[site] = new;
}

static void
change_signature(struct params *p)
{
    struct ir_function *f = p->function;
    struct ir_param *params = ARENA_ARRAY(&p->scratch, f->param_count + 1u, struct ir_param);
    uint32_t count = 0;
    bool differs = false;
    for (uint32_t i = 0; i < f->param_count; i++) {
        uint8_t type = f->param_types[i];
        if (!ir_value(f, f->params[i])->uses)
            continue;
        uint8_t space = type == IR_P_GENERIC ? common_space(p, i) : IR_SPACE_GENERIC;
        if (space != IR_SPACE_GENERIC) {
            cast_in_entry(f, i);
            type = (uint8_t)ir_pointer_type((enum ir_space)space);
            differs = true;
        }
        params[count++] = (struct ir_param){type, i};
    }
    if (!differs && count == f->param_count)
        return;
    for (uint32_t k = 0; k < p->callee->sites.count; k++)
        rebuild_call(p, k, params, count);
    ir_set_params(f, params, count);
    p->changed = true;
}

/* ---- results that no call uses ---- */

static bool
is_used(const struct params *p, uint32_t result)
{
    for (uint32_t k = 0; k < p->callee->sites.count; k++) {
        const struct ir_inst *call = p->callee->sites.at[k];
        if (ir_value(call->block->function, call->def + result)->uses)
            return true;
    }
    return false;
}

static void
drop_results(struct params *p)
{
    struct ir_function *f = p->function;
    uint32_t *kept = ARENA_ARRAY(&p->scratch, f->result_count + 1u, uint32_t), count = 0;
    ir_id *values = ARENA_ARRAY(&p->scratch, f->result_count + 1u, ir_id);
    for (uint32_t i = 0; i < f->result_count; i++)
        if (is_used(p, i))
            kept[count++] = i;
    if (count == f->result_count)
        return;
    ir_foreach_block (block, f) {
        struct ir_inst *ret = block->last;
        for (uint32_t i = 0; ret->op == IR_OP_ret && i < count; i++)
            values[i] = ret->args[kept[i]].value;
        if (ret->op == IR_OP_ret)
            ir_set_ret(ret, values, count);
    }
    ir_set_results(f, f->result_types, count); /* all have one type */
    for (uint32_t k = 0; k < p->callee->sites.count; k++) {
        struct ir_inst *call = p->callee->sites.at[k];
        ir_id *args = ARENA_ARRAY(&p->scratch, call->arg_count + 1u, ir_id);
        for (uint32_t i = 0; i < call->arg_count; i++)
            args[i] = call->args[i].value;
        struct ir_inst *new = ir_set_call(call, args, call->arg_count);
        for (uint32_t i = 0; i < count; i++)
            ir_replace_uses(call->block->function, call->def + kept[i], new->def + i);
        ir_remove(call);
        p->callee->sites.at[k] = new;
    }
    p->changed = true;
}

bool
opt_params(struct ir_function *function)
{
    struct params p = {.function = function};
    struct ir_module *module = function->module;
    arena_init_scratch(&p.scratch, module->arena->allocator, module->guard);
    const struct ana_calls *calls = ana_calls_at_hand(&p.scratch, module);
    p.callee = ana_calls_of(calls, function);
    if (!function->is_kernel && p.callee && p.callee->sites.count) {
        replace_constants(&p);
        change_signature(&p);
        drop_results(&p);
    }
    arena_free(&p.scratch);
    return p.changed;
}

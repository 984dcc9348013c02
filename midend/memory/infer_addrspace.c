/* Gives generic pointers the address space that all their sources share.
 *
 * A forward fixed point over the values of type p.generic: a cast from a named space starts with
 * that space; additions, phis and selects pass it on; pointers from memory, from integers or from
 * outside stay generic.  Null and undefined pointers are compatible with any space.  (After LLVM's
 * InferAddressSpaces and the classical optimistic constant propagation of Wegman and Zadeck.)
 * Pointers that were stored to private memory or passed to functions have already become values
 * (opt_sroa, ssa_build, inlining).
 *
 *   %2 = addrspacecast p.generic %1(p.local)
 *   %3 = ptradd p.generic %2, 4                ->   %5 = ptradd p.local %1, 4
 *   %4 = load i32 %3                                %4 = load i32 %5 */
#include "midend/pass.h"

#include "midend/ir/check_point.h"

enum { ANY = IR_SPACE_COUNT }; /* lattice: ANY above the named spaces, IR_SPACE_GENERIC below */

struct inference {
    struct ir_function *function;
    struct arena scratch;
    uint8_t *space; /* enum ir_space or ANY, per value id that existed at the start */
    ir_id *twin;    /* the same pointer in its own space, 0: none */
    uint32_t count;
};

static uint8_t
meet(uint8_t a, uint8_t b)
{
    return a == ANY ? b : b == ANY || a == b ? a : IR_SPACE_GENERIC;
}

static uint8_t
space_of(const struct inference *in, ir_id id)
{
    const struct ir_value *value = ir_value(in->function, id);
    if (value->kind == IR_VALUE_UNDEF || (value->kind == IR_VALUE_CONST && value->bits == 0))
        return ANY;
    return in->space[id];
}

/* The space of one result from those of the arguments. */
static uint8_t
transfer(const struct inference *in, const struct ir_inst *inst)
{
    uint8_t space = ANY;
    switch (inst->op) {
    case IR_OP_addrspacecast:
        return (uint8_t)ir_space_of(ir_type_of(in->function, inst->args[0].value));
    case IR_OP_ptradd:
        return space_of(in, inst->args[0].value);
    case IR_OP_select:
        return meet(space_of(in, inst->args[1].value), space_of(in, inst->args[2].value));
    case IR_OP_phi:
        for (uint32_t i = 0; i < inst->arg_count; i++)
            space = meet(space, space_of(in, inst->args[i].value));
        return space;
    default:
        return IR_SPACE_GENERIC;
    }
}

static void
solve(struct inference *in)
{
    VEC(struct ir_inst *) work = {0};
    ir_foreach_block (block, in->function)
        ir_foreach_inst (inst, block)
            if (inst->def_count && inst->type == IR_P_GENERIC)
                vec_push(&in->scratch, &work, inst);
    while (work.count) { /* a value's space is lowered at most twice */
        struct ir_inst *inst = vec_pop(&work);
        uint8_t space = transfer(in, inst);
        if (space == in->space[inst->def])
            continue;
        for (uint32_t i = 0; i < inst->def_count; i++)
            in->space[inst->def + i] = space;
        for (struct ir_use *use = ir_value(in->function, inst->def)->uses; use; use = use->next)
            if (use->user->def_count && use->user->type == IR_P_GENERIC)
                vec_push(&in->scratch, &work, use->user);
    }
}

static bool
is_named(const struct inference *in, ir_id id)
{
    return id < in->count && ir_type_of(in->function, id) == IR_P_GENERIC && in->space[id] != ANY &&
           in->space[id] != IR_SPACE_GENERIC;
}

/* A cast back to the space that the pointer is known to point to. */
static bool
is_cast_back(const struct inference *in, const struct ir_inst *inst)
{
    return inst->op == IR_OP_addrspacecast && is_named(in, inst->args[0].value) &&
           inst->type == ir_pointer_type(in->space[inst->args[0].value]);
}

/* The twin, looking through casts back, which will be removed. */
static ir_id
twin_of(const struct inference *in, ir_id id)
{
    ir_id twin = in->twin[id];
    for (const struct ir_inst *def; (def = ir_def(in->function, twin)) && is_cast_back(in, def);)
        twin = in->twin[def->args[0].value];
    return twin;
}

/* The pointer in the space that it is known to point to.  A value without a twin comes only from
 * null and undefined pointers, so null can replace it. */
static ir_id
in_space(const struct inference *in, ir_id id, enum ir_space space)
{
    enum ir_type type = ir_pointer_type(space);
    const struct ir_value *value = ir_value(in->function, id);
    if (value->kind == IR_VALUE_UNDEF)
        return ir_undef(in->function, type);
    if (value->kind == IR_VALUE_CONST || !in->twin[id])
        return ir_const(in->function, type, ir_null(type));
    return twin_of(in, id);
}

/* Offsets in 32-bit spaces wrap at 32 bits. */
static ir_id
offset_in(struct inference *in, struct ir_inst *inst, enum ir_type type)
{
    struct ir_builder b = {in->function, inst->block, inst, inst->loc};
    ir_id offset = inst->args[1].value;
    return ir_type_bits(type) == 64 ? offset : ir_build1(&b, IR_OP_trunc, IR_I32, offset);
}

/* Makes the instruction; its arguments are filled in when all twins exist, because phis form
 * cycles. */
static void
make_twin(struct inference *in, struct ir_inst *inst)
{
    struct ir_function *f = in->function;
    enum ir_type type = ir_pointer_type(in->space[inst->def]);
    if (inst->op == IR_OP_addrspacecast) {
        in->twin[inst->def] = inst->args[0].value;
        return;
    }
    ir_id *args = ARENA_ARRAY(&in->scratch, inst->arg_count + 1u, ir_id);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = inst->args[i].value;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (ir_type_of(f, args[i]) == IR_P_GENERIC)
            args[i] = ir_undef(f, type);
    if (inst->op == IR_OP_ptradd)
        args[1] = offset_in(in, inst, type);
    struct ir_inst *twin = ir_inst_clone(f, inst, args);
    ir_value(f, twin->def)->type = twin->type = (uint8_t)type;
    ir_insert_before(inst, twin);
    in->twin[inst->def] = twin->def;
}

static void
fill_twin(struct inference *in, struct ir_inst *inst)
{
    struct ir_inst *twin = ir_def(in->function, in->twin[inst->def]);
    if (inst->op == IR_OP_addrspacecast)
        return;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (ir_type_of(in->function, inst->args[i].value) == IR_P_GENERIC)
            ir_set_arg(twin, i, in_space(in, inst->args[i].value, in->space[inst->def]));
}

static bool
is_pointer_use(const struct ir_inst *inst, uint32_t index)
{
    switch (inst->op) {
    case IR_OP_load:
    case IR_OP_store:
    case IR_OP_atomic:
    case IR_OP_cmpxchg:
    case IR_OP_memzero:
        return index == 0;
    case IR_OP_memcpy:
        return true;
    default:
        return false;
    }
}

/* Two pointers of one space, or one and null, compare as pointers of that space. */
static bool
rewrite_comparison(struct inference *in, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value, b = inst->args[1].value;
    uint8_t space = meet(space_of(in, a), space_of(in, b));
    if ((inst->op != IR_OP_eq && inst->op != IR_OP_ne) || space == ANY || space == IR_SPACE_GENERIC)
        return false;
    ir_id left = in_space(in, a, space), right = in_space(in, b, space);
    ir_set_arg(inst, 0, left);
    ir_set_arg(inst, 1, right);
    return true;
}

static bool
rewrite_uses(struct inference *in, struct ir_inst *inst)
{
    bool changed = false;
    if (inst->arg_count == 2 && inst->type == IR_I1 &&
        ir_type_of(in->function, inst->args[0].value) == IR_P_GENERIC)
        return rewrite_comparison(in, inst);
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        ir_id id = inst->args[i].value;
        if (is_named(in, id) && is_pointer_use(inst, i)) {
            ir_set_arg(inst, i, twin_of(in, id));
            changed = true;
        }
    }
    if (is_cast_back(in, inst)) {
        ir_replace_uses(in->function, inst->def, twin_of(in, inst->args[0].value));
        changed = true;
    }
    return changed;
}

/* A point of a value that is stored next, as for a pointer of that space: into private memory it tells nothing. */
static bool
rewrite_point(struct inference *in, struct ir_inst *inst)
{
    const char *bits = check_behind(inst, IR_CHECK_LEAVES);
    if (!bits || !is_named(in, inst->args[1].value))
        return false;
    struct ir_builder b = {in->function, inst->block, inst, inst->loc};
    const char *words = arena_printf(in->function->module->arena, "stored %%0 %s", bits);
    if (in->space[inst->args[1].value] != IR_SPACE_PRIVATE)
        check_point(&b, words, &inst->args[0].value, 1);
    ir_remove(inst);
    return true;
}

static bool
infer(struct inference *in)
{
    bool any = false, changed = false;
    in->count = in->function->values.count;
    in->space = ARENA_ARRAY(&in->scratch, in->count, uint8_t);
    in->twin = ARENA_ARRAY(&in->scratch, in->count, ir_id);
    ir_foreach_block (block, in->function)
        ir_foreach_inst (inst, block)
            for (uint32_t i = 0; i < inst->def_count && inst->type == IR_P_GENERIC; i++) {
                in->space[inst->def + i] = ANY;
                any = true;
            }
    if (!any)
        return false;
    solve(in);
    ir_foreach_block (block, in->function)
        ir_foreach_inst (inst, block)
            if (inst->def_count && is_named(in, inst->def) && !in->twin[inst->def])
                make_twin(in, inst);
    for (ir_id id = 1; id < in->count; id++)
        if (in->twin[id])
            fill_twin(in, ir_def(in->function, id));
    ir_foreach_block (block, in->function)
        ir_foreach_inst_safe (inst, block)
            changed |= rewrite_point(in, inst) || rewrite_uses(in, inst);
    return changed;
}

bool
infer_addrspace(struct ir_function *function)
{
    struct inference in = {.function = function};
    arena_init_scratch(&in.scratch, function->module->arena->allocator, function->module->guard);
    bool changed = infer(&in);
    arena_free(&in.scratch);
    return changed;
}

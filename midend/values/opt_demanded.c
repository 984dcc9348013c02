/* Which bits of each number something reads ("demanded bits"), and what need not be computed therefore:
 *
 *   sext or zext of a truncated number, whose upper bits nothing reads  ->  the number itself
 *   and with a constant that clears only what nothing reads             ->  its argument
 *   a 32-bit product of which at most 24 bits are read                  ->  marked `low24`, for the
 *       vector unit's product of 24-bit numbers: these bits of a product depend on no others
 *
 * A shift left that loses bits which change so promises no longer (nsw, nuw) that there are none.
 *
 * Chains on char and short, which C computes as int, keep one extension at their ends.
 *
 * A fixed point backwards: each bit of a number is asked for once, through sums, products, logic, shifts by
 * constants, conversions, selects and phis; all other operations read all of their arguments. */
#include "midend/pass.h"

#include "midend/ir/debug_point.h"
#include "midend/ir/ir_build.h"

struct search {
    struct ir_function *function;
    uint64_t *read;             /* by value */
    bool *differs;              /* by value: in bits that nothing reads, from what it was */
    VEC(struct ir_inst *) work; /* whose result is asked for more than before */
    struct arena scratch;
};

static uint64_t
ones(unsigned count)
{
    return count < 64 ? (UINT64_C(1) << count) - 1 : UINT64_MAX;
}

/* The bit and all below: what a carry into the highest bit that is read can come from. */
static uint64_t
and_below(uint64_t bits)
{
    return bits ? ones(64 - (unsigned)__builtin_clzll(bits)) : 0;
}

static unsigned
width_of(const struct search *s, ir_id id)
{
    return ir_type_bits(ir_type_of(s->function, id));
}

static bool
is_const(const struct search *s, const struct ir_inst *inst, uint32_t i, uint64_t *bits)
{
    const struct ir_value *value = ir_value(s->function, inst->args[i].value);
    *bits = value->bits;
    return value->kind == IR_VALUE_CONST;
}

/* Of logic with a constant, the other argument's bits count only where the constant lets them through. */
static uint64_t
through_logic(const struct search *s, const struct ir_inst *inst, uint32_t i, uint64_t read)
{
    uint64_t other;
    if (inst->op == IR_OP_xor || !is_const(s, inst, 1 - i, &other))
        return read;
    return inst->op == IR_OP_and ? read & other : read & ~other;
}

static uint64_t
through_shift(const struct search *s, const struct ir_inst *inst, uint32_t i, uint64_t read)
{
    unsigned width = width_of(s, inst->def);
    uint64_t by;
    if (i || !is_const(s, inst, 1, &by))
        return UINT64_MAX;
    by &= width - 1;
    if (inst->op == IR_OP_shl)
        return read >> by;
    uint64_t sign =
        inst->op == IR_OP_ashr && read >> (width - 1 - by) ? UINT64_C(1) << (width - 1) : 0;
    return read << by | sign;
}

/* Which bits of an argument are read, where `read` are those of the result. */
static uint64_t
of_argument(const struct search *s, const struct ir_inst *inst, uint32_t i, uint64_t read)
{
    unsigned width = width_of(s, inst->args[i].value);
    switch ((enum ir_op)inst->op) {
    case IR_OP_add:
    case IR_OP_sub:
    case IR_OP_mul:
        return and_below(read);
    case IR_OP_umul24:
        return and_below(read) & ones(24);
    case IR_OP_and:
    case IR_OP_or:
    case IR_OP_xor:
        return through_logic(s, inst, i, read);
    case IR_OP_shl:
    case IR_OP_lshr:
    case IR_OP_ashr:
        return through_shift(s, inst, i, read);
    case IR_OP_sext:
        return read | (read >> (width - 1) ? UINT64_C(1) << (width - 1) : 0);
    case IR_OP_zext:
    case IR_OP_trunc:
    case IR_OP_phi:
        return read;
    case IR_OP_select:
        return i ? read : UINT64_MAX;
    default:
        return UINT64_MAX;
    }
}

static void
ask_arguments(struct search *s, struct ir_inst *inst, uint64_t read)
{
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        ir_id id = inst->args[i].value;
        struct ir_inst *def = ir_def(s->function, id);
        uint64_t more =
            def ? of_argument(s, inst, i, read) & ones(width_of(s, id)) & ~s->read[id] : 0;
        if (!more)
            continue;
        s->read[id] |= more;
        vec_push(&s->scratch, &s->work, def);
    }
}

/* Is the result looked through?  All others read their arguments whatever is read of them. */
static bool
is_followed(const struct search *s, const struct ir_inst *inst)
{
    for (uint32_t i = 0; inst->def_count == 1 && i < inst->arg_count; i++)
        if (of_argument(s, inst, i, 0) == 0)
            return true;
    return false;
}

static void
ask_all(struct search *s)
{
    ir_foreach_block (block, s->function)
        ir_foreach_inst (inst, block)
            if (!is_followed(s, inst))
                ask_arguments(s, inst, UINT64_MAX);
    while (s->work.count) {
        struct ir_inst *inst = vec_pop(&s->work);
        guard_poll(s->function->module->guard);
        if (is_followed(s, inst))
            ask_arguments(s, inst, s->read[inst->def]);
    }
}

/* A value that has the same bits where they are read, or 0. */
static ir_id
plainer(const struct search *s, const struct ir_inst *inst, uint64_t read)
{
    uint64_t mask;
    ir_id from = inst->arg_count ? inst->args[0].value : 0;
    if (inst->op == IR_OP_and && is_const(s, inst, 1, &mask))
        return read & ~mask ? 0 : from;
    if ((inst->op != IR_OP_sext && inst->op != IR_OP_zext) || read & ~ones(width_of(s, from)))
        return 0;
    const struct ir_inst *narrow = ir_def(s->function, from);
    if (!narrow || narrow->op != IR_OP_trunc ||
        ir_type_of(s->function, narrow->args[0].value) != (enum ir_type)inst->type)
        return 0;
    return narrow->args[0].value;
}

static bool
becomes_low24(const struct ir_inst *inst, uint64_t read)
{
    enum { FAST_BITS = 24 };
    return inst->op == IR_OP_mul && inst->type == IR_I32 && !(read & ~ones(FAST_BITS));
}

/* Of a result that will have other bits where nothing reads them: a shift that loses those promised that they were none. */
static void
break_promises(struct search *s, struct ir_inst *changed)
{
    vec_push(&s->scratch, &s->work, changed);
    while (s->work.count) {
        ir_id id = vec_pop(&s->work)->def;
        guard_poll(s->function->module->guard);
        if (s->differs[id] || s->read[id] == ones(width_of(s, id)))
            continue;
        s->differs[id] = true;
        for (struct ir_use *use = ir_value(s->function, id)->uses; use; use = use->next) {
            if (use->user->op == IR_OP_shl)
                use->user->no_wrap &= (uint8_t) ~(IR_NO_SIGNED_WRAP | IR_NO_UNSIGNED_WRAP);
            if (is_followed(s, use->user))
                vec_push(&s->scratch, &s->work, use->user);
        }
    }
}

/* What the operation promises of its result may hold no longer where its arguments' upper bits change. */
static bool
relax(struct ir_inst *inst, uint64_t read)
{
    if (becomes_low24(inst, read)) {
        inst->no_wrap = IR_LOW24;
        return true;
    }
    if (read & ~(ones(ir_type_bits((enum ir_type)inst->type)) >> 1))
        return false;
    inst->no_wrap &=
        (uint8_t) ~(IR_NO_SIGNED_WRAP | IR_NO_UNSIGNED_WRAP); /* 24 bits are all that are read */
    return false;
}

static bool
is_looked_at(const struct search *s, const struct ir_inst *inst)
{
    return inst->def_count == 1 && s->read[inst->def] && ir_is_int((enum ir_type)inst->type);
}

/* Bits that nothing reads are no longer those of the source. */
static void
tell_debug(const struct search *s, uint32_t count)
{
    for (ir_id id = 1; s->function->module->debug && id < count; id++)
        if (ir_is_int(ir_type_of(s->function, id)) && ir_def(s->function, id) &&
            s->read[id] != ones(width_of(s, id)))
            debug_lose(s->function, id);
}

bool
opt_demanded(struct ir_function *function)
{
    bool changed = false;
    struct search s = {.function = function};
    uint32_t count = function->values.count;
    arena_init_scratch(&s.scratch, function->module->arena->allocator, function->module->guard);
    s.read = ARENA_ARRAY(&s.scratch, function->values.count, uint64_t);
    s.differs = ARENA_ARRAY(&s.scratch, function->values.count, bool);
    ask_all(&s);
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (is_looked_at(&s, inst) &&
                (becomes_low24(inst, s.read[inst->def]) || plainer(&s, inst, s.read[inst->def])))
                break_promises(&s, inst);
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            if (!is_looked_at(&s, inst))
                continue;
            changed |= relax(inst, s.read[inst->def]);
            ir_id value = plainer(&s, inst, s.read[inst->def]);
            if (!value)
                continue;
            ir_replace_uses(function, inst->def, value);
            ir_remove(inst);
            changed = true;
        }
    tell_debug(&s, count);
    arena_free(&s.scratch);
    return changed;
}

/* Computes in float what only a literal made double: "x * 0.5", "x > 0.1", "(float)max(d, 0.0)" with a float x.
 *
 *   fptrunc(fmul(fpext %x, 0.5))   ->   fmul %x, 0.5
 *   fogt(fpext %x, 0.1)            ->   foge %x, 0.1 as float
 *   fmax(fpext %x, 0.0)            ->   fpext(fmax %x, 0.0)
 *
 * The first, for + - *: a double has more than twice the bits of a float and two, so rounding twice is the same as
 * rounding once (Figueroa, 1995).  The second: the float nearest to a number between two floats divides all floats
 * as the number does, if the relation takes it in or not as that asks.  The third: the result is exact. */
#include "midend/values/narrow_double.h"

#include "support/ieee.h"

ir_id
narrow_float_of(struct ir_function *f, ir_id id)
{
    const struct ir_inst *inst = ir_def(f, id);
    if (inst && inst->op == IR_OP_fpext && ir_type_of(f, inst->args[0].value) == IR_F32)
        return inst->args[0].value;
    if (!ir_is_const(f, id))
        return 0;
    double value = ieee_value(64, ir_value(f, id)->bits);
    uint64_t bits = ieee_bits(32, value);
    bool is_normal = (bits & 0x7f800000) != 0 || value == 0;
    return is_normal && ieee_value(32, bits) == value ? ir_const(f, IR_F32, bits) : 0;
}

bool
narrow_is_rounded(const struct ir_function *f, ir_id id)
{
    for (const struct ir_use *use = ir_value(f, id)->uses; use; use = use->next)
        if (use->user->op != IR_OP_fptrunc || use->user->type != IR_F32)
            return false;
    return true;
}

/* The floats that the arguments from the given one on are, which are not all constants. */
static bool
floats_of(struct ir_function *f, const struct ir_inst *inst, uint32_t from, ir_id *args)
{
    bool has_value = false;
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        args[i] = i < from ? inst->args[i].value : narrow_float_of(f, inst->args[i].value);
        if (!args[i])
            return false;
        has_value |= i >= from && !ir_is_const(f, args[i]);
    }
    return has_value;
}

static ir_id
build(struct ir_builder *b, const struct ir_inst *like, enum ir_op op, enum ir_type type,
      const ir_id *args)
{
    return ir_build(b, op, type, 1, args, like->arg_count)->def;
}

/* The relation of a float to the float nearest to a constant that is none: if that is below the constant, or
 * above. */
static const struct {
    uint8_t below, above;
} to_nearest[IR_OPS] = {
    [IR_OP_fogt] = {IR_OP_fogt, IR_OP_foge}, [IR_OP_foge] = {IR_OP_fogt, IR_OP_foge},
    [IR_OP_folt] = {IR_OP_fole, IR_OP_folt}, [IR_OP_fole] = {IR_OP_fole, IR_OP_folt},
    [IR_OP_fugt] = {IR_OP_fugt, IR_OP_fuge}, [IR_OP_fuge] = {IR_OP_fugt, IR_OP_fuge},
    [IR_OP_fult] = {IR_OP_fule, IR_OP_fult}, [IR_OP_fule] = {IR_OP_fule, IR_OP_fult},
};

static ir_id
narrow_comparison(struct ir_builder *b, const struct ir_inst *inst)
{
    struct ir_function *f = b->function;
    ir_id args[2];
    if (floats_of(f, inst, 0, args))
        return build(b, inst, (enum ir_op)inst->op, IR_I1, args);
    ir_id left = narrow_float_of(f, inst->args[0].value), right = inst->args[1].value;
    if (!left || !ir_is_const(f, right))
        return 0;
    double value = ieee_value(64, ir_value(f, right)->bits);
    uint64_t bits = ieee_bits(32, value);
    double nearest = ieee_value(32, bits);
    unsigned op = nearest < value ? to_nearest[inst->op].below : to_nearest[inst->op].above;
    if (!op || nearest == value || value != value || ir_is_const(f, left))
        return 0;
    return ir_build2(b, (enum ir_op)op, IR_I1, left, ir_const(f, IR_F32, bits));
}

/* A double that is rounded to a float at once. */
static ir_id
narrow_rounding(struct ir_builder *b, const struct ir_inst *inst)
{
    const struct ir_inst *from = ir_def(b->function, inst->args[0].value);
    ir_id args[2];
    if (inst->type != IR_F32 || !from || from->type != IR_F64)
        return 0;
    switch (from->op) {
    case IR_OP_fpext:
        return narrow_float_of(b->function, from->def);
    case IR_OP_fadd:
    case IR_OP_fsub:
    case IR_OP_fmul:
        return floats_of(b->function, from, 0, args)
                   ? build(b, from, (enum ir_op)from->op, IR_F32, args)
                   : 0;
    default:
        return 0;
    }
}

/* The result is one of the arguments, or a whole number near it. */
static ir_id
narrow_exact(struct ir_builder *b, const struct ir_inst *inst)
{
    ir_id args[3];
    if (inst->type != IR_F64 || !floats_of(b->function, inst, inst->op == IR_OP_select, args))
        return 0;
    ir_id narrow = build(b, inst, (enum ir_op)inst->op, IR_F32, args);
    ir_def(b->function, narrow)->no_wrap = inst->no_wrap;
    return ir_build1(b, IR_OP_fpext, IR_F64, narrow);
}

static ir_id
narrow_to_integer(struct ir_builder *b, const struct ir_inst *inst)
{
    ir_id from = inst->args[0].value, value = narrow_float_of(b->function, from);
    if (ir_type_of(b->function, from) != IR_F64 || !value)
        return 0;
    return ir_build1(b, (enum ir_op)inst->op, (enum ir_type)inst->type, value);
}

ir_id
narrow_double(struct ir_builder *b, const struct ir_inst *inst)
{
    switch (inst->op) {
    case IR_OP_foeq:
    case IR_OP_fone:
    case IR_OP_fogt:
    case IR_OP_foge:
    case IR_OP_folt:
    case IR_OP_fole:
    case IR_OP_fueq:
    case IR_OP_fune:
    case IR_OP_fugt:
    case IR_OP_fuge:
    case IR_OP_fult:
    case IR_OP_fule:
        return ir_type_of(b->function, inst->args[0].value) == IR_F64 ? narrow_comparison(b, inst)
                                                                      : 0;
    case IR_OP_fptrunc:
        return narrow_rounding(b, inst);
    case IR_OP_fneg:
    case IR_OP_fabs:
    case IR_OP_fmin:
    case IR_OP_fmax:
    case IR_OP_ffloor:
    case IR_OP_fceil:
    case IR_OP_ftrunc:
    case IR_OP_frint:
    case IR_OP_select:
        return narrow_exact(b, inst);
    case IR_OP_fptosi:
    case IR_OP_fptoui:
        return narrow_to_integer(b, inst);
    default:
        return 0;
    }
}

/* How many bits a number has at most, and how many zeros at its lower end, by what it is made of: "known
 * bits" from above and from below. */
#include "midend/analysis/analysis.h"
#include "support/limit.h"
#include "support/number.h"

enum {
    LDS_BITS = 17, /* with the address after the last */
    WORKITEM_ID_BITS = 10
};

static unsigned most_bits(const struct ir_function *f, ir_id id, unsigned depth);

static unsigned
of_argument(const struct ir_function *f, const struct ir_inst *inst, uint32_t i, unsigned depth)
{
    return most_bits(f, inst->args[i].value, depth);
}

/* The larger of the bounds of all arguments from the given one on. */
static unsigned
of_all(const struct ir_function *f, const struct ir_inst *inst, uint32_t from, unsigned depth)
{
    unsigned bits = 0;
    for (uint32_t i = from; i < inst->arg_count; i++)
        bits = (unsigned)larger(bits, of_argument(f, inst, i, depth));
    return bits;
}

static unsigned
of_shift(const struct ir_function *f, const struct ir_inst *inst, unsigned width, unsigned depth)
{
    unsigned bits = of_argument(f, inst, 0, depth);
    const struct ir_value *by = ir_value(f, inst->args[1].value);
    if (by->kind != IR_VALUE_CONST || by->bits >= width)
        return inst->op == IR_OP_shl ? width : bits;
    if (inst->op == IR_OP_shl)
        return bits + (unsigned)by->bits;
    return bits > by->bits ? bits - (unsigned)by->bits : 0;
}

/* Of a field: its width, if that is constant. */
static unsigned
of_field(const struct ir_function *f, const struct ir_inst *inst)
{
    const struct ir_value *width = ir_value(f, inst->args[2].value);
    return width->kind == IR_VALUE_CONST ? (unsigned)(width->bits & 31) : 32;
}

/* May be more than the type has. */
static unsigned
of_inst(const struct ir_function *f, const struct ir_inst *inst, unsigned width, unsigned depth)
{
    switch ((enum ir_op)inst->op) {
    case IR_OP_workitem_id:
        return WORKITEM_ID_BITS;
    case IR_OP_symbol:
        return inst->global->space == IR_SPACE_LOCAL ? LDS_BITS : width;
    case IR_OP_and:
    case IR_OP_umin:
        return (unsigned)smaller(of_argument(f, inst, 0, depth), of_argument(f, inst, 1, depth));
    case IR_OP_or:
    case IR_OP_xor:
    case IR_OP_umax:
        return of_all(f, inst, 0, depth);
    case IR_OP_select:
        return of_all(f, inst, 1, depth);
    case IR_OP_add:
    case IR_OP_ptradd:
        return of_all(f, inst, 0, depth) + 1;
    case IR_OP_mul:
    case IR_OP_umul24:
        return of_argument(f, inst, 0, depth) + of_argument(f, inst, 1, depth);
    case IR_OP_shl:
    case IR_OP_lshr:
        return of_shift(f, inst, width, depth);
    case IR_OP_udiv:
        return of_argument(f, inst, 0, depth);
    case IR_OP_urem: /* below both, if the divisor is not 0; then any value will do */
        return (unsigned)smaller(of_argument(f, inst, 0, depth), of_argument(f, inst, 1, depth));
    case IR_OP_ubfe:
        return of_field(f, inst);
    case IR_OP_clz:
    case IR_OP_ctz:
    case IR_OP_popcount:
        return 7;
    case IR_OP_mbcnt:
        return (unsigned)larger(of_argument(f, inst, 1, depth), 7) + 1;
    case IR_OP_zext:
    case IR_OP_trunc:
    case IR_OP_bitcast:
    case IR_OP_ptrtoint:
    case IR_OP_inttoptr:
    case IR_OP_unpack_lo:
        return of_argument(f, inst, 0, depth);
    default:
        return width;
    }
}

static unsigned
most_bits(const struct ir_function *f, ir_id id, unsigned depth)
{
    const struct ir_value *value = ir_value(f, id);
    unsigned width = ir_type_bits((enum ir_type)value->type);
    if (value->kind == IR_VALUE_CONST)
        return value->bits ? 64 - (unsigned)__builtin_clzll(value->bits) : 0;
    if (value->kind != IR_VALUE_INST || LIMIT_MET(f->module->guard, BITS_DEPTH, !depth))
        return width;
    return (unsigned)smaller(of_inst(f, value->inst, width, depth - 1), width);
}

unsigned
ana_most_bits(const struct ir_function *function, ir_id id)
{
    return most_bits(function, id, LIMIT_BITS_DEPTH);
}

static unsigned low_zeros(const struct ir_function *f, ir_id id, unsigned depth);

/* The least, or the most, of the arguments from the given one on. */
static unsigned
zeros_of_all(const struct ir_function *f, const struct ir_inst *inst, uint32_t from, unsigned depth,
             bool most)
{
    unsigned zeros = low_zeros(f, inst->args[from].value, depth);
    for (uint32_t i = from + 1; i < inst->arg_count; i++) {
        unsigned more = low_zeros(f, inst->args[i].value, depth);
        zeros = (unsigned)(most ? larger(zeros, more) : smaller(zeros, more));
    }
    return zeros;
}

/* What a loop adds to its phi has zeros of its own. */
static unsigned
zeros_of_phi(const struct ir_function *f, const struct ir_inst *phi, unsigned depth)
{
    unsigned zeros = 64;
    for (uint32_t i = 0; i < phi->arg_count; i++) {
        ir_id from = phi->args[i].value;
        const struct ir_inst *inst = ir_def(f, from);
        if (inst && inst->op == IR_OP_add && inst->args[0].value == phi->def)
            from = inst->args[1].value;
        if (from != phi->def)
            zeros = (unsigned)smaller(zeros, low_zeros(f, from, depth));
    }
    return zeros;
}

/* May be more than the type has. */
static unsigned
zeros_of_inst(const struct ir_function *f, const struct ir_inst *inst, unsigned depth)
{
    const struct ir_value *by = inst->arg_count > 1 ? ir_value(f, inst->args[1].value) : NULL;
    switch ((enum ir_op)inst->op) {
    case IR_OP_and:
        return zeros_of_all(f, inst, 0, depth, true);
    case IR_OP_or:
    case IR_OP_xor:
    case IR_OP_add:
    case IR_OP_sub:
        return zeros_of_all(f, inst, 0, depth, false);
    case IR_OP_select:
        return zeros_of_all(f, inst, 1, depth, false);
    case IR_OP_phi:
        return zeros_of_phi(f, inst, depth);
    case IR_OP_mul:
        return low_zeros(f, inst->args[0].value, depth) + low_zeros(f, inst->args[1].value, depth);
    case IR_OP_shl:
        return low_zeros(f, inst->args[0].value, depth) +
               (by->kind == IR_VALUE_CONST ? (unsigned)by->bits % ir_type_bits(inst->type) : 0);
    case IR_OP_zext:
    case IR_OP_sext:
    case IR_OP_trunc:
        return low_zeros(f, inst->args[0].value, depth);
    default:
        return 0;
    }
}

static unsigned
low_zeros(const struct ir_function *f, ir_id id, unsigned depth)
{
    const struct ir_value *value = ir_value(f, id);
    unsigned width = ir_type_bits((enum ir_type)value->type);
    if (value->kind == IR_VALUE_CONST)
        return value->bits ? (unsigned)__builtin_ctzll(value->bits) : width;
    if (value->kind != IR_VALUE_INST || LIMIT_MET(f->module->guard, BITS_DEPTH, !depth))
        return 0;
    return (unsigned)smaller(zeros_of_inst(f, value->inst, depth - 1), width);
}

unsigned
ana_low_zeros(const struct ir_function *function, ir_id id)
{
    return low_zeros(function, id, LIMIT_BITS_DEPTH);
}

/* How many low bits of an address are known to be zero, and how many bits a number has at most. */
#include "backend-gcn/isel/isel.h"
#include "support/number.h"

enum { DEPTH = 6, ALL = 32, LDS_BITS = 17 }; /* with the address after the last */

static unsigned known_zeros(const struct isel *isel, ir_id id, unsigned depth);

static unsigned
trailing_zeros(uint64_t bits)
{
    return bits ? smaller((unsigned)__builtin_ctzll(bits), ALL) : ALL;
}

/* A pointer argument has the alignment of what it points to. */
static unsigned
zeros_of_param(const struct isel *isel, uint32_t param)
{
    const struct kernel_info *info = isel->kernel->kernel;
    if (!info || param >= info->arg_count)
        return 0;
    return info->args[param].pointee_align ? trailing_zeros(info->args[param].pointee_align) : 0;
}

/* What all arguments from the given one on have in common. */
static unsigned
zeros_of_all(const struct isel *isel, const struct ir_inst *inst, uint32_t from, unsigned depth)
{
    unsigned zeros = ALL;
    for (uint32_t i = from; i < inst->arg_count && zeros; i++)
        zeros = smaller(zeros, known_zeros(isel, inst->args[i].value, depth));
    return zeros;
}

static unsigned
zeros_of_inst(const struct isel *isel, const struct ir_inst *inst, unsigned depth)
{
    switch ((enum ir_op)inst->op) {
    case IR_OP_add:
    case IR_OP_sub:
    case IR_OP_or:
    case IR_OP_ptradd:
        return zeros_of_all(isel, inst, 0, depth);
    case IR_OP_select:
        return zeros_of_all(isel, inst, 1, depth);
    case IR_OP_mul:
    case IR_OP_shl: {
        unsigned a = known_zeros(isel, inst->args[0].value, depth);
        uint64_t amount;
        if (inst->op == IR_OP_mul)
            return smaller(a + known_zeros(isel, inst->args[1].value, depth), ALL);
        return isel_const(isel, inst->args[1].value, &amount) && amount < ALL
                   ? smaller(a + (unsigned)amount, ALL)
                   : a;
    }
    case IR_OP_zext:
    case IR_OP_sext:
    case IR_OP_bitcast:
    case IR_OP_ptrtoint:
    case IR_OP_inttoptr:
    case IR_OP_pack64: /* the low half decides */
        return known_zeros(isel, inst->args[0].value, depth);
    default:
        return 0;
    }
}

static unsigned
known_zeros(const struct isel *isel, ir_id id, unsigned depth)
{
    uint64_t bits;
    const struct ir_value *value = ir_value(isel->kernel, id);
    if (isel_const(isel, id, &bits))
        return trailing_zeros(bits);
    if (value->kind == IR_VALUE_PARAM)
        return zeros_of_param(isel, value->param);
    const struct ir_inst *inst = ir_def(isel->kernel, id);
    return inst && depth ? zeros_of_inst(isel, inst, depth - 1) : 0;
}

bool
isel_is_dword_aligned(const struct isel *isel, ir_id pointer)
{
    return known_zeros(isel, pointer, DEPTH) >= 2;
}

/* ---- upper bounds ---- */

static unsigned most_bits(const struct isel *isel, ir_id id, unsigned depth);

/* The larger of the bounds of all arguments from the given one on. */
static unsigned
bits_of_all(const struct isel *isel, const struct ir_inst *inst, uint32_t from, unsigned depth)
{
    unsigned bits = 0;
    for (uint32_t i = from; i < inst->arg_count; i++)
        bits = larger(bits, most_bits(isel, inst->args[i].value, depth));
    return bits;
}

static unsigned
bits_of_shift(const struct isel *isel, const struct ir_inst *inst, unsigned depth)
{
    unsigned bits = most_bits(isel, inst->args[0].value, depth);
    uint64_t by;
    if (!isel_const(isel, inst->args[1].value, &by) || by >= ALL)
        return ALL;
    if (inst->op == IR_OP_shl)
        return smaller(bits + (unsigned)by, ALL);
    return bits > by ? bits - (unsigned)by : 0;
}

static unsigned
bits_of_inst(const struct isel *isel, const struct ir_inst *inst, unsigned depth)
{
    enum { WORKITEM_ID_BITS = 10 };
    switch ((enum ir_op)inst->op) {
    case IR_OP_workitem_id:
        return WORKITEM_ID_BITS;
    case IR_OP_and:
    case IR_OP_umin:
        return smaller(most_bits(isel, inst->args[0].value, depth),
                       most_bits(isel, inst->args[1].value, depth));
    case IR_OP_or:
    case IR_OP_xor:
    case IR_OP_umax:
        return bits_of_all(isel, inst, 0, depth);
    case IR_OP_select:
        return bits_of_all(isel, inst, 1, depth);
    case IR_OP_add:
    case IR_OP_ptradd:
        return smaller(bits_of_all(isel, inst, 0, depth) + 1, ALL);
    case IR_OP_mul:
        return smaller(most_bits(isel, inst->args[0].value, depth) +
                           most_bits(isel, inst->args[1].value, depth),
                       ALL);
    case IR_OP_shl:
    case IR_OP_lshr:
        return bits_of_shift(isel, inst, depth);
    case IR_OP_zext:
        return smaller(ir_type_bits(ir_type_of(isel->kernel, inst->args[0].value)),
                       most_bits(isel, inst->args[0].value, depth));
    case IR_OP_bitcast:
    case IR_OP_ptrtoint:
    case IR_OP_inttoptr:
        return most_bits(isel, inst->args[0].value, depth);
    default:
        return ALL;
    }
}

/* Of the unsigned value: below 2 to that power; ALL: nothing is known. */
static unsigned
most_bits(const struct isel *isel, ir_id id, unsigned depth)
{
    uint64_t bits;
    if (isel_const(isel, id, &bits))
        return bits >> 32 ? ALL : bits ? 32 - (unsigned)__builtin_clz((uint32_t)bits) : 0;
    const struct ir_inst *inst = ir_def(isel->kernel, id);
    if (inst && inst->op == IR_OP_symbol && inst->global->space == IR_SPACE_LOCAL)
        return LDS_BITS;
    return inst && depth ? bits_of_inst(isel, inst, depth - 1) : ALL;
}

bool
isel_is_nonnegative(const struct isel *isel, ir_id id)
{
    return most_bits(isel, id, DEPTH) < ALL;
}

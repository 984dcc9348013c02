/* How many low bits of an address are known to be zero. */
#include "backend-gcn/isel/isel.h"
#include "midend/analysis/analysis.h"
#include "support/limit.h"
#include "support/number.h"

enum { ALL = 32 }; /* zeros of 0 */

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

/* A pointer that moves in a loop keeps what its start and its steps have in common. */
static unsigned
zeros_of_phi(const struct isel *isel, const struct ir_inst *phi, unsigned depth)
{
    unsigned zeros = ALL;
    for (uint32_t i = 0; i < phi->arg_count && zeros; i++) {
        const struct ir_inst *inst = ir_def(isel->kernel, phi->args[i].value);
        unsigned steps = ALL;
        for (; inst && inst != phi && inst->op == IR_OP_ptradd;
             inst = ir_def(isel->kernel, inst->args[0].value))
            steps = smaller(steps, known_zeros(isel, inst->args[1].value, depth));
        zeros = smaller(zeros, inst == phi ? steps : known_zeros(isel, phi->args[i].value, depth));
    }
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
    case IR_OP_phi:
        return zeros_of_phi(isel, inst, depth);
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
    if (!inst || LIMIT_MET(isel->guard, BITS_DEPTH, !depth))
        return 0;
    return zeros_of_inst(isel, inst, depth - 1);
}

bool
isel_is_dword_aligned(const struct isel *isel, ir_id pointer)
{
    return known_zeros(isel, pointer, LIMIT_BITS_DEPTH) >= 2;
}

bool
isel_is_nonnegative(const struct isel *isel, ir_id id)
{
    return ana_most_bits(isel->kernel, id) < 32;
}

/* Multiples of a lane's number by 2^n + 1, 2^n - 1, on GFX9 by 2^m + 2^n + 1, and those shifted: v_mul_lo_u32 takes
 * as long as four of the instructions that shift, add and subtract, of which they need three at most.
 *
 *   %2 = mul i32 %1, 10   ->   v2 = v_lshl_add_u32 v1, 2, v1;   v2 = v_lshlrev_b32 1, v2 */
#include "backend-gcn/isel/isel.h"

/* multiplier = ((1 << distance) +- 1) << shift, (1 - (1 << distance)) << shift, or
 * ((1 << further) + (1 << distance) + 1) << shift. */
struct multiple {
    unsigned further, distance, shift;
    enum { MULTIPLE_SUM, MULTIPLE_LESS_ONE, MULTIPLE_FROM_ONE, MULTIPLE_SUM_OF_THREE } kind;
};

static bool
is_power(uint32_t number)
{
    return number > 1 && !(number & (number - 1));
}

static bool
find_multiple(uint32_t multiplier, bool has_lshl_add, struct multiple *found)
{
    if (!multiplier)
        return false;
    unsigned shift = (unsigned)__builtin_ctz(multiplier);
    uint32_t odd = multiplier >> shift;
    /* What the shift loses at the top may be ones. */
    uint32_t negated = (0u - multiplier) >> shift;
    uint32_t powers[] = {odd - 1, odd + 1, negated + 1};
    for (unsigned kind = 0; kind < 3; kind++) {
        if (!is_power(powers[kind]))
            continue;
        *found = (struct multiple){0, (unsigned)__builtin_ctz(powers[kind]), shift, kind};
        return true;
    }
    uint32_t two = odd & (odd - 1), far = two & (two - 1);
    if (!has_lshl_add || !is_power(far))
        return false;
    *found = (struct multiple){(unsigned)__builtin_ctz(far), (unsigned)__builtin_ctz(two), shift,
                               MULTIPLE_SUM_OF_THREE};
    return true;
}

static struct mir_operand
shifted(struct isel *isel, struct mir_operand x, unsigned distance)
{
    return distance ? isel_valu2(isel, GCN_v_lshlrev_b32, mir_const(distance), x) : x;
}

static struct mir_operand
multiple_of(struct isel *isel, struct mir_operand x, const struct multiple *m)
{
    bool is_sum = m->kind == MULTIPLE_SUM || m->kind == MULTIPLE_SUM_OF_THREE;
    if (is_sum && isel->target->has_add3_lshl_add) {
        struct mir_operand sum = isel_valu3(isel, GCN_v_lshl_add_u32, x, mir_const(m->distance), x);
        return m->kind == MULTIPLE_SUM
                   ? sum
                   : isel_valu3(isel, GCN_v_lshl_add_u32, x, mir_const(m->further), sum);
    }
    struct mir_operand many = shifted(isel, x, m->distance);
    if (is_sum)
        return isel_vadd(isel, many, x);
    return m->kind == MULTIPLE_LESS_ONE ? isel_vsub(isel, many, x) : isel_vsub(isel, x, many);
}

bool
isel_define_multiple(struct isel *isel, const struct ir_inst *inst)
{
    uint64_t multiplier;
    struct multiple m;
    if (inst->type != IR_I32 || isel_in_sgpr(isel, inst->def) ||
        isel_in_sgpr(isel, inst->args[0].value) ||
        !isel_const(isel, inst->args[1].value, &multiplier) ||
        !find_multiple((uint32_t)multiplier, isel->target->has_add3_lshl_add, &m))
        return false;
    struct mir_operand x = isel_use(isel, inst->args[0].value);
    isel_define(isel, inst->def, shifted(isel, multiple_of(isel, x, &m), m.shift));
    return true;
}

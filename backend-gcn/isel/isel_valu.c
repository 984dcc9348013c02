/* Vector instructions with legal operands: at most one scalar value (SGPR or literal) per
 * instruction, literals only in the short encodings, VGPRs where the format needs them. */
#include "backend-gcn/isel/isel.h"

static unsigned
find_role(const struct gcn_op_info *info, unsigned role)
{
    for (unsigned i = 0; i < info->operand_count; i++) {
        if (info->operands[i].role == role)
            return i;
    }
    return GCN_MAX_OPERANDS;
}

static bool
has_modifiers(const struct mir_operand *operand)
{
    return operand->neg || operand->abs || operand->sext || operand->sel;
}

/* A literal is cheaper in src0 of the short form, and the short form wants a VGPR in src1. */
static void
commute(const struct gcn_op_info *info, struct mir_operand *operands)
{
    unsigned src0 = find_role(info, GCN_ROLE_SRC0), src1 = find_role(info, GCN_ROLE_SRC1);
    if (!(info->flags & GCN_FLAG_COMMUTES) || src0 >= GCN_MAX_OPERANDS || src1 >= GCN_MAX_OPERANDS)
        return;
    if (mir_is_vgpr(&operands[src0]) && !mir_is_vgpr(&operands[src1])) {
        struct mir_operand swap = operands[src0];
        operands[src0] = operands[src1];
        operands[src1] = swap;
    }
}

/* Can operand i be a literal, when it is the only scalar value? */
static bool
takes_literal(const struct isel *isel, enum gcn_op op, const struct mir_operand *operands,
              unsigned i)
{
    const struct gcn_op_info *info = &gcn_op_info[op];
    enum gcn_format format = gcn_shortest_format(isel->target, op);
    if (info->operands[i].role != GCN_ROLE_SRC0 || operands[i].dwords != 1)
        return false;
    /* LLVM's assembler takes 0x3c00 for the inline constant 1.0 on GFX6 and GFX7, too, where that is
     * a float. */
    if (info->operands[i].type == GCN_F16 && !isel->target->has_16bit)
        return false;
    for (unsigned k = 0; k < info->operand_count; k++) {
        if (has_modifiers(&operands[k]))
            return false;
        if (info->operands[k].kind == GCN_OPERAND_VCC && operands[k].reg != GCN_VCC_LO)
            return false;
        if (info->operands[k].role == GCN_ROLE_SRC1 && !mir_is_vgpr(&operands[k]))
            return false;
    }
    return format == GCN_VOP1 || format == GCN_VOP2 || format == GCN_VOPC;
}

static bool
same_scalar(const struct mir_operand *a, const struct mir_operand *b)
{
    if (a->kind != b->kind)
        return false;
    return a->kind == MIR_TEMP ? a->temp == b->temp : a->kind == MIR_FIXED && a->reg == b->reg;
}

/* Is the constant bus already taken, by a carry-in or implicit VCC? */
static bool
bus_taken_by_masks(const struct gcn_op_info *info, const struct mir_operand *operands,
                   struct mir_operand *bus)
{
    if (info->flags & GCN_FLAG_READS_VCC) {
        *bus = mir_fixed(GCN_VCC_LO, 2);
        return true;
    }
    for (unsigned i = 0; i < info->operand_count; i++) {
        if (info->operands[i].is_use && info->operands[i].kind == GCN_OPERAND_VCC &&
            mir_is_sgpr(&operands[i])) {
            *bus = operands[i];
            return true;
        }
    }
    return false;
}

static void
legalise(struct isel *isel, enum gcn_op op, struct mir_operand *operands)
{
    const struct gcn_op_info *info = &gcn_op_info[op];
    struct mir_operand bus = mir_none();
    bool taken = bus_taken_by_masks(info, operands, &bus);
    commute(info, operands);
    for (unsigned i = 0; i < info->operand_count; i++) {
        struct mir_operand *operand = &operands[i];
        const struct gcn_operand_info *position = &info->operands[i];
        if (!position->is_use || position->kind == GCN_OPERAND_VCC)
            continue;
        if (position->kind == GCN_OPERAND_VGPR || position->kind == GCN_OPERAND_AVDST) {
            if (operand->kind != MIR_NONE)
                *operand = isel_to_vgpr(isel, *operand);
            continue;
        }
        bool literal = mir_is_literal(isel->target, operand, position->type);
        if (!literal && !mir_is_sgpr(operand))
            continue;
        if (literal && !taken && takes_literal(isel, op, operands, i)) {
            taken = true;
            bus = *operand;
        } else if (literal && !taken) {
            bool neg = operand->neg, abs = operand->abs;
            *operand = isel_to_sgpr(isel, *operand);
            operand->neg = neg;
            operand->abs = abs;
            taken = true;
            bus = *operand;
        } else if (!taken) {
            taken = true;
            bus = *operand;
        } else if (!same_scalar(&bus, operand)) {
            *operand = isel_to_vgpr(isel, *operand);
        }
    }
}

struct mir_inst *
isel_valu_full(struct isel *isel, enum gcn_op op, struct mir_operand *operands, unsigned count)
{
    const struct gcn_op_info *info = &gcn_op_info[op];
    if (count != info->operand_count)
        ice(isel->guard, "isel: %s takes %u operands, not %u", info->name, info->operand_count,
            count);
    legalise(isel, op, operands);
    return mir_emit(&isel->b, op, operands, count, 1);
}

struct mir_operand
isel_valu(struct isel *isel, enum gcn_op op, const struct mir_operand *sources, unsigned count)
{
    struct mir_operand operands[GCN_MAX_OPERANDS];
    operands[0] = mir_new_vgpr(&isel->b, gcn_op_info[op].operands[0].dwords);
    for (unsigned i = 0; i < count; i++)
        operands[i + 1] = sources[i];
    isel_valu_full(isel, op, operands, count + 1);
    return operands[0];
}

/* A new mask with VCC as its hint, which allows the short form. */
static struct mir_operand
new_vcc_mask(struct isel *isel)
{
    struct mir_operand mask = mir_new_mask(&isel->b);
    isel->function->temps.at[mask.temp].hint = GCN_VCC_LO;
    return mask;
}

struct mir_operand
isel_vcmp(struct isel *isel, enum gcn_op op, struct mir_operand a, struct mir_operand b)
{
    struct mir_operand operands[] = {new_vcc_mask(isel), a, b};
    isel_valu_full(isel, op, operands, 3);
    return operands[0];
}

struct mir_operand
isel_vadd(struct isel *isel, struct mir_operand a, struct mir_operand b)
{
    if (isel->target->has_add_no_carry)
        return isel_valu2(isel, GCN_v_add_u32, a, b);
    struct mir_operand operands[] = {mir_new_vgpr(&isel->b, 1), new_vcc_mask(isel), a, b};
    isel_valu_full(isel, GCN_v_add_co_u32, operands, 4);
    return operands[0];
}

struct mir_operand
isel_vsub(struct isel *isel, struct mir_operand a, struct mir_operand b)
{
    if (isel->target->has_add_no_carry) {
        if (mir_is_vgpr(&a) && !mir_is_vgpr(&b))
            return isel_valu2(isel, GCN_v_subrev_u32, b, a);
        return isel_valu2(isel, GCN_v_sub_u32, a, b);
    }
    bool reversed = mir_is_vgpr(&a) && !mir_is_vgpr(&b);
    struct mir_operand operands[] = {mir_new_vgpr(&isel->b, 1), new_vcc_mask(isel),
                                     reversed ? b : a, reversed ? a : b};
    isel_valu_full(isel, reversed ? GCN_v_subrev_co_u32 : GCN_v_sub_co_u32, operands, 4);
    return operands[0];
}

struct mir_operand
isel_vcount(struct isel *isel, struct mir_operand x, struct mir_operand mask, bool up,
            struct mir_operand *carry)
{
    struct mir_operand operands[] = {mir_new_vgpr(&isel->b, 1), new_vcc_mask(isel), mir_const(0), x,
                                     mask};
    isel_valu_full(isel, up ? GCN_v_addc_co_u32 : GCN_v_subbrev_co_u32, operands, 5);
    *carry = operands[1];
    return operands[0];
}

struct mir_operand
isel_vadd_carry(struct isel *isel, struct mir_operand a, struct mir_operand b,
                struct mir_operand *carry)
{
    struct mir_operand operands[] = {mir_new_vgpr(&isel->b, 1), new_vcc_mask(isel), a, b};
    isel_valu_full(isel, GCN_v_add_co_u32, operands, 4);
    *carry = operands[1];
    return operands[0];
}

/* Puts x + y into sum; returns it as one value. */
static struct mir_operand
add_halves(struct isel *isel, const struct mir_operand x[2], const struct mir_operand y[2],
           struct mir_operand sum[2])
{
    bool vector = false;
    for (unsigned i = 0; i < 2; i++)
        vector = vector || mir_is_vgpr(&x[i]) || mir_is_vgpr(&y[i]);
    if (!vector) {
        sum[0] = isel_salu2(isel, GCN_s_add_u32, x[0], y[0]);
        sum[1] = isel_salu2(isel, GCN_s_addc_u32, x[1], y[1]);
        return isel_join2(isel, sum[0], sum[1]);
    }
    /* The carry-in takes the constant bus: high halves come from VGPRs or inline constants. */
    struct mir_operand low[] = {mir_new_vgpr(&isel->b, 1), new_vcc_mask(isel), x[0], y[0]};
    isel_valu_full(isel, GCN_v_add_co_u32, low, 4);
    struct mir_operand high[] = {mir_new_vgpr(&isel->b, 1), new_vcc_mask(isel), x[1], y[1], low[1]};
    isel_valu_full(isel, GCN_v_addc_co_u32, high, 5);
    sum[0] = low[0];
    sum[1] = high[0];
    return isel_join2(isel, low[0], high[0]);
}

struct mir_operand
isel_add64(struct isel *isel, struct mir_operand a, struct mir_operand b)
{
    struct mir_operand x[2], y[2], sum[2];
    isel_split(isel, a, x, 2, 1);
    isel_split(isel, b, y, 2, 1);
    return add_halves(isel, x, y, sum);
}

void
isel_define_sum64(struct isel *isel, ir_id id, ir_id a, ir_id b)
{
    struct mir_operand x[2] = {isel_lo(isel, a), isel_hi(isel, a)};
    struct mir_operand y[2] = {isel_lo(isel, b), isel_hi(isel, b)};
    struct mir_operand sum[2];
    for (unsigned i = 0; i < 2; i++) {
        if (isel_in_sgpr(isel, id) && mir_is_vgpr(&x[i]))
            x[i] = isel_to_sgpr(isel, x[i]);
        if (isel_in_sgpr(isel, id) && mir_is_vgpr(&y[i]))
            y[i] = isel_to_sgpr(isel, y[i]);
    }
    add_halves(isel, x, y, sum);
    isel_define_halves(isel, id, sum[0], sum[1]);
}

struct mir_operand
isel_vcndmask(struct isel *isel, struct mir_operand if_false, struct mir_operand if_true,
              struct mir_operand mask)
{
    if (if_false.dwords == 2) {
        struct mir_operand f[2], t[2];
        isel_split(isel, if_false, f, 2, 1);
        isel_split(isel, if_true, t, 2, 1);
        return isel_join2(isel, isel_vcndmask(isel, f[0], t[0], mask),
                          isel_vcndmask(isel, f[1], t[1], mask));
    }
    if (mask.kind == MIR_CONST)
        return isel_to_vgpr(isel, mask.value ? if_true : if_false);
    if (if_false.kind == MIR_CONST && if_true.kind == MIR_CONST && if_false.value == if_true.value)
        return isel_to_vgpr(isel, if_true); /* halves of different values may be alike */
    struct mir_operand operands[] = {mir_new_vgpr(&isel->b, 1), if_false, if_true, mask};
    isel_valu_full(isel, GCN_v_cndmask_b32, operands, 4);
    return operands[0];
}

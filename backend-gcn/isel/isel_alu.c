/* Selection of arithmetic on integers and of what isel_simple.def lists. */
#include "backend-gcn/isel/isel.h"

#include "midend/analysis/analysis.h"
#include "support/ieee.h"

enum { FLT = 1, REV = 2, HALF = 4, C0 = 8, PK = 16, NEG1 = 32, CLAMP = 64 };

struct simple {
    uint16_t op;
    uint8_t flags;
};

static const struct simple valu[IR_OPS][IR_TYPES] = {
#define VALU(ir, type, op, flags) [IR_OP_##ir][IR_##type] = {GCN_##op, flags},
#include "backend-gcn/isel/isel_simple.def"
};

static const uint16_t salu[IR_OPS][IR_TYPES] = {
#define SALU(ir, type, op) [IR_OP_##ir][IR_##type] = GCN_##op,
#include "backend-gcn/isel/isel_simple.def"
};

static bool
any_vgpr(struct isel *isel, const struct ir_inst *inst)
{
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        struct mir_operand operand = isel_use(isel, inst->args[i].value);
        if (mir_is_vgpr(&operand))
            return true;
    }
    return false;
}

static struct mir_operand
half_of(struct isel *isel, ir_id id, unsigned half)
{
    if (ir_type_bits(ir_type_of(isel->kernel, id)) < 64)
        return isel_use(isel, id);
    return half ? isel_hi(isel, id) : isel_lo(isel, id);
}

static struct mir_operand
simple_valu(struct isel *isel, const struct ir_inst *inst, const struct simple *row, int half)
{
    struct mir_operand sources[4];
    unsigned count = inst->arg_count;
    for (unsigned i = 0; i < count; i++) {
        ir_id arg = inst->args[i].value;
        sources[i] = row->flags & FLT && ir_is_float(ir_type_of(isel->kernel, arg))
                         ? isel_use_float(isel, arg)
                     : half >= 0 ? half_of(isel, arg, (unsigned)half)
                                 : isel_use(isel, arg);
    }
    if (row->flags & REV) {
        struct mir_operand swap = sources[0];
        sources[0] = sources[1];
        sources[1] = swap;
    }
    if (row->flags & C0)
        sources[count++] = mir_const(0);
    return isel_valu(isel, row->op, sources, count);
}

/* One source of a packed operation: constants from registers, since inline ones have a low half alone;
 * of a number joined with itself the number, whose low half then serves both. */
static struct mir_operand
packed_source(struct isel *isel, ir_id id, bool *is_whole)
{
    const struct ir_inst *def = ir_def(isel->kernel, id);
    *is_whole = !(def && def->op == IR_OP_pk_join && def->args[0].value == def->args[1].value);
    struct mir_operand source = isel_use(isel, *is_whole ? id : def->args[0].value);
    return source.kind == MIR_CONST ? isel_to_sgpr(isel, source) : source;
}

static struct mir_operand
packed_valu(struct isel *isel, const struct ir_inst *inst, const struct simple *row)
{
    enum { ALL = 7, SECOND = 2 };
    struct mir_operand operands[4] = {mir_new_vgpr(&isel->b, 1)};
    unsigned high = ALL;
    for (unsigned i = 0; i < inst->arg_count; i++) {
        unsigned to = row->flags & REV ? inst->arg_count - 1 - i : i;
        bool is_whole;
        operands[to + 1] = packed_source(isel, inst->args[i].value, &is_whole);
        high &= is_whole ? ALL : ~(1u << to);
    }
    bool commutes = gcn_op_info[row->op].flags & GCN_FLAG_COMMUTES && !(row->flags & NEG1);
    if (commutes && mir_is_vgpr(&operands[1]) && !mir_is_vgpr(&operands[2])) {
        struct mir_operand second = operands[2];
        operands[2] = operands[1];
        operands[1] = second;
        high = (high & 4) | (high & 1) << 1 | (high >> 1 & 1);
    }
    if (mir_is_vgpr(&operands[1])) /* or they would be exchanged without their bits */
        operands[2] = isel_to_vgpr(isel, operands[2]);
    struct mir_inst *made = isel_valu_full(isel, row->op, operands, inst->arg_count + 1);
    made->mods.op_sel_hi = (uint8_t)(high & ALL);
    made->mods.neg_lo = made->mods.neg_hi = row->flags & NEG1 ? SECOND : 0;
    made->mods.clamp = (row->flags & CLAMP) != 0;
    return operands[0];
}

/* One half of logic of 64 bits; nothing where the half of an operand clears the result or leaves the other
 * as it is: 0, as of an extension, of a mask all ones. */
static struct mir_operand
half_valu(struct isel *isel, const struct ir_inst *inst, const struct simple *row, int half)
{
    for (unsigned i = 0; i < 2; i++) {
        struct mir_operand source = half_of(isel, inst->args[i].value, (unsigned)half);
        uint32_t neutral = inst->op == IR_OP_and ? UINT32_MAX : 0;
        if (source.kind != MIR_CONST || (source.value != 0 && source.value != neutral))
            continue;
        if (source.value != neutral)
            return source;
        source = half_of(isel, inst->args[1 - i].value, (unsigned)half);
        return source.kind == MIR_CONST ? source : isel_to_vgpr(isel, source);
    }
    return simple_valu(isel, inst, row, half);
}

bool
isel_by_row(struct isel *isel, struct ir_inst *inst)
{
    enum ir_type type = isel_type(isel, inst->def);
    enum gcn_op scalar = salu[inst->op][type];
    if (isel_in_sgpr(isel, inst->def) && scalar && gcn_has_op(isel->target, scalar)) {
        struct mir_operand sources[3];
        for (unsigned i = 0; i < inst->arg_count; i++)
            sources[i] = isel_use(isel, inst->args[i].value);
        isel_define(isel, inst->def, isel_salu(isel, scalar, sources, inst->arg_count));
        return true;
    }
    const struct simple *row = &valu[inst->op][type];
    if (!row->op || !gcn_has_op(isel->target, row->op))
        return false;
    if (row->flags & PK) {
        isel_define(isel, inst->def, packed_valu(isel, inst, row));
    } else if (row->flags & HALF) {
        struct mir_operand lo = half_valu(isel, inst, row, 0);
        isel_define_halves(isel, inst->def, lo, half_valu(isel, inst, row, 1));
    } else {
        isel_define(isel, inst->def, simple_valu(isel, inst, row, -1));
    }
    return true;
}

void
isel_simple(struct isel *isel, struct ir_inst *inst)
{
    if (!isel_by_row(isel, inst))
        isel_refuse(isel, inst);
}

/* Numbers of 24 bits are multiplied four times as fast by the vector unit; the lowest 24 bits of a product
 * depend on no others. */
static void
select_product(struct isel *isel, struct ir_inst *inst, bool is_fast, enum gcn_op fast)
{
    if (inst->type == IR_I32 && !isel_in_sgpr(isel, inst->def) && is_fast)
        isel_define(isel, inst->def,
                    isel_valu2(isel, fast, isel_use(isel, inst->args[0].value),
                               isel_use(isel, inst->args[1].value)));
    else if (!isel_define_product(isel, inst) &&
             !(inst->op == IR_OP_mul && isel_define_multiple(isel, inst)))
        isel_simple(isel, inst);
}

void
isel_mul(struct isel *isel, struct ir_inst *inst)
{
    bool is_unsigned = inst->no_wrap & IR_LOW24 || isel_is_24_bits(isel, inst);
    select_product(isel, inst, is_unsigned || inst->no_wrap & IR_SIGNED24,
                   is_unsigned ? GCN_v_mul_u32_u24 : GCN_v_mul_i32_i24);
}

void
isel_mulhi(struct isel *isel, struct ir_inst *inst)
{
    select_product(isel, inst, isel_is_24_bits(isel, inst), GCN_v_mul_hi_u32_u24);
}

/* The low 24 bits of what all lanes have, extended to a dword; nothing to do if they are all there is. */
static struct mir_operand
scalar_24_bits(struct isel *isel, ir_id id, bool is_signed)
{
    enum { BITS = 24, OFFSET_0 = BITS << 16 };
    uint64_t value;
    if (isel_const(isel, id, &value)) {
        uint32_t low = (uint32_t)value << (32 - BITS);
        return mir_const(is_signed ? (uint32_t)((int32_t)low >> (32 - BITS)) : low >> (32 - BITS));
    }
    struct mir_operand whole = isel_use(isel, id);
    if (ana_most_bits(isel->kernel, id) + is_signed <= BITS)
        return whole;
    return isel_salu2(isel, is_signed ? GCN_s_bfe_i32 : GCN_s_bfe_u32, whole, mir_const(OFFSET_0));
}

/* Only the vector unit has an instruction for it, to which uniform operands would go and come back. */
void
isel_mul24(struct isel *isel, struct ir_inst *inst)
{
    bool is_signed = inst->op == IR_OP_smul24;
    if (!isel_in_sgpr(isel, inst->def)) {
        isel_simple(isel, inst);
        return;
    }
    struct mir_operand a = scalar_24_bits(isel, inst->args[0].value, is_signed);
    struct mir_operand b = scalar_24_bits(isel, inst->args[1].value, is_signed);
    isel_define(isel, inst->def, isel_salu2(isel, GCN_s_mul_i32, a, b));
}

void
isel_logic(struct isel *isel, struct ir_inst *inst)
{
    if (inst->type == IR_I1)
        isel_bool_logic(isel, inst);
    else
        isel_simple(isel, inst);
}

/* ---- minima, maxima ---- */

/* A clamp is the middle one of three.  What stands inside of its outer half; of floats only fmin(fmax(x, low), high),
 * which is low where x is NaN, as the middle one is. */
static const struct clamp {
    uint8_t inner; /* 0: no clamp */
    bool is_max;   /* the outer half */
    uint16_t med3;
} clamps[IR_OPS] = {
    [IR_OP_smin] = {IR_OP_smax, false, GCN_v_med3_i32},
    [IR_OP_smax] = {IR_OP_smin, true, GCN_v_med3_i32},
    [IR_OP_umin] = {IR_OP_umax, false, GCN_v_med3_u32},
    [IR_OP_umax] = {IR_OP_umin, true, GCN_v_med3_u32},
    [IR_OP_fmin] = {IR_OP_fmax, false, GCN_v_med3_f32},
};

/* Of floats one bound at most takes a register. */
static bool
are_bounds(const struct isel *isel, enum ir_op op, const uint64_t bounds[2])
{
    if (op == IR_OP_smin || op == IR_OP_smax)
        return (int32_t)bounds[0] <= (int32_t)bounds[1];
    if (op != IR_OP_fmin)
        return (uint32_t)bounds[0] <= (uint32_t)bounds[1];
    return ieee_value(32, bounds[0]) <= ieee_value(32, bounds[1]) &&
           (gcn_inline_constant(isel->target, (uint32_t)bounds[0]) != GCN_NO_REG ||
            gcn_inline_constant(isel->target, (uint32_t)bounds[1]) != GCN_NO_REG);
}

/* The bounds of a clamp between constants, of which `inst` is the outer half: smin(smax(x, low), high) or the other
 * way round; *x: what is clamped.  Nothing else reads the inner half. */
static bool
is_clamp(const struct isel *isel, const struct ir_inst *inst, ir_id *x, uint64_t bounds[2])
{
    const struct ir_inst *inner = ir_def(isel->kernel, inst->args[0].value);
    const struct clamp *clamp = &clamps[inst->op];
    if (!clamp->inner || !inner || inner->op != clamp->inner || inner->block != inst->block ||
        ir_value(isel->kernel, inner->def)->uses->next)
        return false;
    *x = inner->args[0].value;
    return isel_const(isel, inner->args[1].value, &bounds[clamp->is_max]) &&
           isel_const(isel, inst->args[1].value, &bounds[!clamp->is_max]) &&
           are_bounds(isel, (enum ir_op)inst->op, bounds) && !ir_is_const(isel->kernel, *x);
}

void
isel_extreme(struct isel *isel, struct ir_inst *inst)
{
    uint64_t bounds[2];
    ir_id x;
    bool is_float = inst->type == IR_F32;
    if ((!is_float && inst->type != IR_I32) || isel_in_sgpr(isel, inst->def) ||
        !is_clamp(isel, inst, &x, bounds)) {
        isel_simple(isel, inst);
        return;
    }
    isel_define(isel, inst->def,
                isel_valu3(isel, (enum gcn_op)clamps[inst->op].med3,
                           is_float ? isel_use_float(isel, x) : isel_use(isel, x),
                           mir_const((uint32_t)bounds[0]), mir_const((uint32_t)bounds[1])));
}

/* ---- add, subtract ---- */

static struct mir_operand
sub64(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value, b = inst->args[1].value;
    if (isel_in_sgpr(isel, inst->def)) {
        struct mir_operand x[2], y[2];
        isel_split(isel, isel_use_scalar(isel, a), x, 2, 1);
        isel_split(isel, isel_use_scalar(isel, b), y, 2, 1);
        struct mir_operand lo = isel_salu2(isel, GCN_s_sub_u32, x[0], y[0]);
        return isel_join2(isel, lo, isel_salu2(isel, GCN_s_subb_u32, x[1], y[1]));
    }
    struct mir_operand low[] = {mir_new_vgpr(&isel->b, 1), mir_new_mask(&isel->b), isel_lo(isel, a),
                                isel_lo(isel, b)};
    isel_valu_full(isel, GCN_v_sub_co_u32, low, 4);
    struct mir_operand high[] = {mir_new_vgpr(&isel->b, 1), mir_new_mask(&isel->b),
                                 isel_hi(isel, a), isel_hi(isel, b), low[1]};
    isel_valu_full(isel, GCN_v_subb_co_u32, high, 5);
    return isel_join2(isel, low[0], high[0]);
}

/* A comparison further down the block that asks whether the sum is below one of its terms: whether it wrapped. */
static const struct ir_inst *
wrap_test(const struct isel *isel, const struct ir_inst *add)
{
    for (const struct ir_use *use = ir_value(isel->kernel, add->def)->uses; use; use = use->next) {
        const struct ir_inst *test = use->user;
        bool is_first = test->op == IR_OP_ult;
        if ((!is_first && test->op != IR_OP_ugt) || test->block != add->block)
            continue;
        ir_id sum = test->args[!is_first].value, term = test->args[is_first].value;
        if (sum == add->def && (term == add->args[0].value || term == add->args[1].value) &&
            !isel_is_uniform(isel, test->def) && !isel->values[test->def].is_set)
            return test;
    }
    return NULL;
}

/* t = a + b; t < a: the second is the carry of the first. */
static bool
define_carry(struct isel *isel, const struct ir_inst *inst)
{
    const struct ir_inst *test = wrap_test(isel, inst);
    struct mir_operand carry;
    if (!test || inst->type != IR_I32 || isel_in_sgpr(isel, inst->def))
        return false;
    isel_define(isel, inst->def,
                isel_vadd_carry(isel, isel_use(isel, inst->args[0].value),
                                isel_use(isel, inst->args[1].value), &carry));
    isel_define_mask(isel, test->def, carry);
    return true;
}

/* A condition that is counted is a carry: n += x < y is n + 0 + (x < y). */
static bool
define_count(struct isel *isel, struct ir_inst *inst, ir_id a, ir_id b)
{
    const struct ir_inst *count = ir_def(isel->kernel, b);
    if (inst->type != IR_I32 || isel_in_sgpr(isel, inst->def) || !count ||
        (count->op != IR_OP_zext && count->op != IR_OP_sext) ||
        isel_type(isel, count->args[0].value) != IR_I1 ||
        isel_is_uniform(isel, count->args[0].value) ||
        isel_is_behind(isel, count->args[0].value, inst->block))
        return false;
    struct mir_operand x = isel_use(isel, a), mask = isel_use_mask(isel, count->args[0].value);
    if (!mir_is_vgpr(&x) || mask.kind == MIR_CONST)
        return false;
    bool up = (inst->op == IR_OP_add) == (count->op == IR_OP_zext);
    struct mir_operand carry;
    const struct ir_inst *test = inst->op == IR_OP_add && up ? wrap_test(isel, inst) : NULL;
    isel_define(isel, inst->def, isel_vcount(isel, x, mask, up, &carry));
    if (test)
        isel_define_mask(isel, test->def, carry);
    return true;
}

void
isel_add_sub(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value, b = inst->args[1].value;
    bool add = inst->op == IR_OP_add;
    if (inst->type == IR_I1)
        isel_refuse(isel, inst);
    if (define_count(isel, inst, a, b) || (add && define_count(isel, inst, b, a)))
        return;
    if ((add && define_carry(isel, inst)) || isel_by_row(isel, inst))
        return;
    if (isel_type(isel, inst->def) == IR_I64) {
        if (!add) {
            isel_define(isel, inst->def, sub64(isel, inst));
        } else if (!isel_define_product_sum(isel, inst)) {
            isel_define_sum64(isel, inst->def, a, b);
        }
        return;
    }
    struct mir_operand x = isel_use(isel, a), y = isel_use(isel, b);
    isel_define(isel, inst->def, add ? isel_vadd(isel, x, y) : isel_vsub(isel, x, y));
}

/* The long form, which clamps, takes no literal.  GFX8 has it with a carry and without a sign (lower_saturation). */
void
isel_saturate(struct isel *isel, struct ir_inst *inst)
{
    static const struct {
        uint16_t op, with_carry;
    } ops[IR_OPS] = {
        [IR_OP_uadd_sat] = {GCN_v_add_u32, GCN_v_add_co_u32},
        [IR_OP_usub_sat] = {GCN_v_sub_u32, GCN_v_sub_co_u32},
        [IR_OP_sadd_sat] = {GCN_v_add_i32, GCN_NO_OP},
        [IR_OP_ssub_sat] = {GCN_v_sub_i32, GCN_NO_OP},
    };
    enum gcn_op op = (enum gcn_op)ops[inst->op].op,
                with_carry = (enum gcn_op)ops[inst->op].with_carry;
    struct mir_operand operands[4] = {mir_new_vgpr(&isel->b, 1)};
    unsigned count = 1;
    if (!gcn_has_op(isel->target, op)) {
        op = with_carry;
        operands[count++] = mir_new_mask(&isel->b);
    }
    if (inst->type != IR_I32 || !op)
        isel_refuse(isel, inst);
    for (unsigned i = 0; i < 2; i++) {
        struct mir_operand source = isel_use(isel, inst->args[i].value);
        bool is_literal =
            mir_is_literal(isel->target, &source, gcn_op_info[op].operands[count].type);
        operands[count++] = is_literal ? isel_to_vgpr(isel, source) : source;
    }
    isel_valu_full(isel, op, operands, count)->mods.clamp = true;
    isel_define(isel, inst->def, operands[0]);
}

/* ---- 64-bit shifts on the vector unit ---- */

/* The i32 that the i64 extends, or 0. */
static ir_id
extended_from(const struct isel *isel, ir_id id)
{
    const struct ir_inst *def = ir_def(isel->kernel, id);
    if (!def || (def->op != IR_OP_zext && def->op != IR_OP_sext) ||
        ir_type_of(isel->kernel, def->args[0].value) != IR_I32)
        return 0;
    return def->args[0].value;
}

/* By a constant of at least 32: one half is a 32-bit shift, the other is known. */
static void
shift64_by_half(struct isel *isel, struct ir_inst *inst, unsigned amount)
{
    struct mir_operand by = mir_const(amount - 32), zero = mir_const(0);
    struct mir_operand lo = isel_lo(isel, inst->args[0].value);
    struct mir_operand hi = isel_hi(isel, inst->args[0].value);
    if (inst->op == IR_OP_shl) {
        struct mir_operand part = amount == 32 ? lo : isel_valu2(isel, GCN_v_lshlrev_b32, by, lo);
        isel_define_halves(isel, inst->def, zero, part);
    } else if (inst->op == IR_OP_lshr) {
        struct mir_operand part = amount == 32 ? hi : isel_valu2(isel, GCN_v_lshrrev_b32, by, hi);
        isel_define_halves(isel, inst->def, part, zero);
    } else {
        struct mir_operand part = amount == 32 ? hi : isel_valu2(isel, GCN_v_ashrrev_i32, by, hi);
        isel_define_halves(isel, inst->def, part,
                           isel_valu2(isel, GCN_v_ashrrev_i32, mir_const(31), hi));
    }
}

static struct mir_operand
shift64(struct isel *isel, enum ir_op op, struct mir_operand value, struct mir_operand amount)
{
    bool reversed = gcn_has_op(isel->target, GCN_v_lshlrev_b64);
    enum gcn_op real = op == IR_OP_shl    ? reversed ? GCN_v_lshlrev_b64 : GCN_v_lshl_b64
                       : op == IR_OP_lshr ? reversed ? GCN_v_lshrrev_b64 : GCN_v_lshr_b64
                       : reversed         ? GCN_v_ashrrev_i64
                                          : GCN_v_ashr_i64;
    return reversed ? isel_valu2(isel, real, amount, value) : isel_valu2(isel, real, value, amount);
}

/* By a constant below 32: two 32-bit operations cost less than one of 64 bits (4 * F cycles). */
static void
shift64_by_words(struct isel *isel, struct ir_inst *inst, unsigned amount)
{
    struct mir_operand by = mir_const(amount), rest = mir_const(32 - amount);
    struct mir_operand lo = isel_lo(isel, inst->args[0].value);
    struct mir_operand hi = isel_hi(isel, inst->args[0].value);
    if (inst->op == IR_OP_shl) {
        ir_id narrow = extended_from(isel, inst->args[0].value);
        struct ir_inst *extend = ir_def(isel->kernel, inst->args[0].value);
        struct mir_operand high = !narrow ? isel_valu3(isel, GCN_v_alignbit_b32, hi, lo, rest)
                                  : extend->op == IR_OP_zext
                                      ? isel_valu2(isel, GCN_v_lshrrev_b32, rest, lo)
                                      : isel_valu2(isel, GCN_v_ashrrev_i32, rest, lo);
        isel_define_halves(isel, inst->def, isel_valu2(isel, GCN_v_lshlrev_b32, by, lo), high);
        return;
    }
    struct mir_operand low = isel_valu3(isel, GCN_v_alignbit_b32, hi, lo, by);
    enum gcn_op op = inst->op == IR_OP_lshr ? GCN_v_lshrrev_b32 : GCN_v_ashrrev_i32;
    isel_define_halves(isel, inst->def, low, isel_valu2(isel, op, by, hi));
}

void
isel_shift(struct isel *isel, struct ir_inst *inst)
{
    uint64_t amount;
    if (isel_by_row(isel, inst))
        return;
    if (isel_type(isel, inst->def) != IR_I64)
        isel_refuse(isel, inst);
    if (isel_const(isel, inst->args[1].value, &amount)) {
        amount &= 63;
        if (amount == 0)
            isel_define(isel, inst->def, isel_use(isel, inst->args[0].value));
        else if (amount >= 32)
            shift64_by_half(isel, inst, (unsigned)amount);
        else
            shift64_by_words(isel, inst, (unsigned)amount);
        return;
    }
    isel_define(isel, inst->def,
                shift64(isel, inst->op, isel_use(isel, inst->args[0].value),
                        isel_use(isel, inst->args[1].value)));
}

/* Uniform, of 64 bits, no turn by whole words: b >> c | a << (64 - c), or (a << 1) << (63 - c), which is right for c = 0 as well. */
static struct mir_operand
scalar_fshr64(struct isel *isel, ir_id a, ir_id b, ir_id c)
{
    struct mir_operand left = isel_use_scalar(isel, a), right = isel_use_scalar(isel, b), up;
    uint64_t amount;
    if (isel_const(isel, c, &amount)) {
        unsigned by = amount & 63;
        up = isel_salu2(isel, GCN_s_lshl_b64, left, mir_const(64 - by));
        right = isel_salu2(isel, GCN_s_lshr_b64, right, mir_const(by));
    } else {
        struct mir_operand by = isel_use_scalar(isel, c);
        up = isel_salu2(isel, GCN_s_lshl_b64, left, mir_const(1));
        up = isel_salu2(isel, GCN_s_lshl_b64, up, isel_salu1(isel, GCN_s_not_b32, by));
        right = isel_salu2(isel, GCN_s_lshr_b64, right, by);
    }
    return isel_salu2(isel, GCN_s_or_b64, up, right);
}

/* (a:b) >> c, rotates too. */
void
isel_fshr(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value, b = inst->args[1].value, c = inst->args[2].value;
    uint64_t amount;
    /* The row is v_alignbit: for values that differ between lanes. */
    bool scalar = isel_in_sgpr(isel, inst->def) && !any_vgpr(isel, inst);
    if (!scalar && isel_by_row(isel, inst))
        return;
    if (isel_type(isel, inst->def) == IR_I32) { /* uniform: no scalar alignbit */
        struct mir_operand pair =
            isel_join2(isel, isel_use_scalar(isel, b), isel_use_scalar(isel, a));
        struct mir_operand by =
            isel_const(isel, c, &amount)
                ? mir_const(amount & 31)
                : isel_salu2(isel, GCN_s_and_b32, isel_use(isel, c), mir_const(31));
        struct mir_operand parts[2];
        isel_split(isel, isel_salu2(isel, GCN_s_lshr_b64, pair, by), parts, 2, 1);
        isel_define(isel, inst->def, parts[0]);
        return;
    }
    bool by_words = isel_const(isel, c, &amount) && !(amount & 31);
    if (scalar && !by_words) {
        isel_define(isel, inst->def, scalar_fshr64(isel, a, b, c));
        return;
    }
    struct mir_operand words[] = {isel_lo(isel, b), isel_hi(isel, b), isel_lo(isel, a),
                                  isel_hi(isel, a)};
    if (isel_const(isel, c, &amount)) {
        struct mir_operand *from = words + (amount & 32 ? 1 : 0);
        struct mir_operand by = mir_const(amount & 31);
        if (by_words) {
            isel_define_halves(isel, inst->def, from[0], from[1]);
            return;
        }
        struct mir_operand lo = isel_valu3(isel, GCN_v_alignbit_b32, from[1], from[0], by);
        isel_define_halves(isel, inst->def, lo,
                           isel_valu3(isel, GCN_v_alignbit_b32, from[2], from[1], by));
        return;
    }
    /* b >> c | (a << 1) << (63 - c): right for c = 0 as well. */
    struct mir_operand by = isel_use(isel, c);
    struct mir_operand right = shift64(isel, IR_OP_lshr, isel_use(isel, b), by);
    struct mir_operand left = shift64(isel, IR_OP_shl, isel_use(isel, a), mir_const(1));
    left = shift64(isel, IR_OP_shl, left, isel_valu1(isel, GCN_v_not_b32, by));
    struct mir_operand l[2], r[2];
    isel_split(isel, left, l, 2, 1);
    isel_split(isel, right, r, 2, 1);
    struct mir_operand lo = isel_valu2(isel, GCN_v_or_b32, l[0], r[0]);
    isel_define_halves(isel, inst->def, lo, isel_valu2(isel, GCN_v_or_b32, l[1], r[1]));
}

/* ---- counting bits ---- */

/* The hardware gives -1 for 0; unsigned minimum turns that into the width. */
void
isel_count_zeros(struct isel *isel, struct ir_inst *inst)
{
    bool leading = inst->op == IR_OP_clz;
    ir_id a = inst->args[0].value;
    struct mir_operand result;
    if (inst->type != IR_I32)
        isel_refuse(isel, inst); /* lower_int64 */
    if (isel_in_sgpr(isel, inst->def)) {
        enum gcn_op op = leading ? GCN_s_flbit_i32_b32 : GCN_s_ff1_i32_b32;
        result = isel_salu1(isel, op, isel_use(isel, a));
        result = isel_salu2(isel, GCN_s_min_u32, result, mir_const(32));
    } else {
        result = isel_valu1(isel, leading ? GCN_v_ffbh_u32 : GCN_v_ffbl_b32, isel_use(isel, a));
        result = isel_valu2(isel, GCN_v_min_u32, result, mir_const(32));
    }
    isel_define(isel, inst->def, result);
}

/* s_bfe takes offset | width << 16. */
static bool
scalar_bfe(struct isel *isel, struct ir_inst *inst)
{
    uint64_t offset, width;
    if (!isel_in_sgpr(isel, inst->def) || !isel_const(isel, inst->args[1].value, &offset) ||
        !isel_const(isel, inst->args[2].value, &width))
        return false;
    isel_define(isel, inst->def,
                isel_salu2(isel, inst->op == IR_OP_ubfe ? GCN_s_bfe_u32 : GCN_s_bfe_i32,
                           isel_use(isel, inst->args[0].value),
                           mir_const((uint32_t)((offset & 31) | (width & 31) << 16))));
    return true;
}

void
isel_bfe(struct isel *isel, struct ir_inst *inst)
{
    if (!scalar_bfe(isel, inst))
        isel_simple(isel, inst);
}

/* ---- conversions among integers ---- */

static struct mir_operand
extend_bool(struct isel *isel, struct ir_inst *inst, uint32_t value)
{
    ir_id a = inst->args[0].value;
    if (!isel_is_uniform(isel, inst->def))
        return isel_vcndmask(isel, mir_const(0), mir_const(value), isel_use_mask(isel, a));
    if (value == 1)
        return isel_use_bool(isel, a);
    isel_use_scc(isel, a);
    struct mir_operand result = mir_new_sgpr(&isel->b, 1);
    mir_build(&isel->b, GCN_s_cselect_b32, 1, result, mir_const(value), mir_const(0));
    return result;
}

static struct mir_operand
extend_small(struct isel *isel, struct ir_inst *inst, bool is_signed)
{
    ir_id a = inst->args[0].value;
    unsigned bits = ir_type_bits(ir_type_of(isel->kernel, a));
    struct mir_operand source = isel_use(isel, a);
    bool scalar = isel_in_sgpr(isel, inst->def);
    const struct isel_value *value = &isel->values[a];
    if (is_signed ? value->upper_sign : value->upper_zero)
        return source;
    if (!is_signed) {
        struct mir_operand mask = mir_const((1u << bits) - 1);
        return scalar ? isel_salu2(isel, GCN_s_and_b32, source, mask)
                      : isel_valu2(isel, GCN_v_and_b32, mask, source);
    }
    if (scalar)
        return isel_salu1(isel, bits == 8 ? GCN_s_sext_i32_i8 : GCN_s_sext_i32_i16, source);
    return isel_valu3(isel, GCN_v_bfe_i32, source, mir_const(0), mir_const(bits));
}

void
isel_extend(struct isel *isel, struct ir_inst *inst)
{
    bool is_signed = inst->op == IR_OP_sext;
    ir_id a = inst->args[0].value;
    unsigned from = ir_type_bits(ir_type_of(isel->kernel, a));
    struct mir_operand lo = from == 1   ? extend_bool(isel, inst, is_signed ? UINT32_MAX : 1)
                            : from < 32 ? extend_small(isel, inst, is_signed)
                                        : isel_use(isel, a);
    if (ir_type_bits(inst->type) < 64) {
        isel_define(isel, inst->def, lo);
        return;
    }
    struct mir_operand hi = mir_const(0);
    if (is_signed && from == 1)
        hi = lo;
    else if (is_signed && isel_in_sgpr(isel, inst->def))
        hi = isel_salu2(isel, GCN_s_ashr_i32, lo, mir_const(31));
    else if (is_signed)
        hi = isel_valu2(isel, GCN_v_ashrrev_i32, mir_const(31), lo);
    isel_define_halves(isel, inst->def, lo, hi);
}

void
isel_trunc(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value;
    struct mir_operand low = half_of(isel, a, 0);
    if (inst->type != IR_I1) {
        isel_define(isel, inst->def, low);
    } else if (isel_is_uniform(isel, inst->def)) {
        isel->values[inst->def].is_set = true;
        isel->values[inst->def].bool_form = ISEL_BOOL_SGPR;
        isel->values[inst->def].whole = isel_salu2(isel, GCN_s_and_b32, low, mir_const(1));
    } else {
        low = isel_valu2(isel, GCN_v_and_b32, mir_const(1), low);
        isel_define_mask(isel, inst->def, isel_vcmp(isel, GCN_v_cmp_ne_u32, mir_const(0), low));
    }
}

/* Casts that change no bits. */
void
isel_bitcast(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value;
    if (inst->type == IR_I1)
        isel_refuse(isel, inst);
    if (ir_type_bits(inst->type) == 64 && !isel_in_sgpr(isel, inst->def))
        isel_define_halves(isel, inst->def, isel_lo(isel, a), isel_hi(isel, a));
    else
        isel_define(isel, inst->def, isel_use(isel, a));
}

void
isel_unpack(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value;
    isel_define(isel, inst->def, inst->op == IR_OP_unpack_lo ? isel_lo(isel, a) : isel_hi(isel, a));
}

void
isel_pack64(struct isel *isel, struct ir_inst *inst)
{
    isel_define_halves(isel, inst->def, isel_use(isel, inst->args[0].value),
                       isel_use(isel, inst->args[1].value));
}

void
isel_pk_join(struct isel *isel, struct ir_inst *inst)
{
    enum { LOW_HALVES = 0x05040100 };
    struct mir_operand lo = isel_use(isel, inst->args[0].value);
    struct mir_operand hi = isel_use(isel, inst->args[1].value);
    isel_define(isel, inst->def, isel_valu3(isel, GCN_v_perm_b32, hi, lo, mir_const(LOW_HALVES)));
}

/* One byte of v_perm_b32's result, shifted to its position; false: it is 0. */
static bool
permuted_byte(struct isel *isel, const struct ir_inst *inst, unsigned selector, unsigned place,
              struct mir_operand *byte)
{
    bool is_sign = selector >= 8;
    if (selector >= 12) {
        *byte = mir_const(0xffu << 8 * place);
        return selector > 12;
    }
    struct mir_operand word =
        isel_use(isel, inst->args[(is_sign ? selector < 10 : selector < 4)].value);
    if (is_sign) { /* of byte 1 or 3 */
        struct mir_operand bit = mir_const(selector & 1 ? 31 : 15), one = mir_const(1);
        word = isel_valu3(isel, GCN_v_bfe_i32, word, bit, one);
        *byte = isel_valu2(isel, GCN_v_and_b32, mir_const(0xffu << 8 * place), word);
        return true;
    }
    word = isel_valu3(isel, GCN_v_bfe_u32, word, mir_const(8 * (selector & 3)), mir_const(8));
    *byte = place ? isel_valu2(isel, GCN_v_lshlrev_b32, mir_const(8 * place), word) : word;
    return true;
}

/* Where v_perm_b32 is missing (GFX7), works byte by byte, and only for a constant selector. */
void
isel_perm(struct isel *isel, struct ir_inst *inst)
{
    struct mir_operand result = mir_const(0), byte;
    uint64_t selectors;
    if (isel_by_row(isel, inst))
        return;
    if (!isel_const(isel, inst->args[2].value, &selectors))
        isel_refuse(isel, inst); /* programs have no other: sema/target_feature.def */
    bool any = false;
    for (unsigned i = 0; i < 4; i++) {
        if (!permuted_byte(isel, inst, selectors >> 8 * i & 255, i, &byte))
            continue;
        result = any ? isel_valu2(isel, GCN_v_or_b32, result, byte) : byte;
        any = true;
    }
    isel_define(isel, inst->def, result);
}

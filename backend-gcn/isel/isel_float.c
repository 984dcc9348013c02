/* Selection of floating-point operations that are not one row of isel_simple.def: signs, divisions,
 * roots, conversions. */
#include "backend-gcn/isel/isel.h"

#define F32(bits) mir_const(UINT32_C(bits))
#define F64(bits) mir_const64(UINT64_C(bits))

static struct mir_operand
neg(struct mir_operand operand)
{
    operand.neg ^= 1;
    return operand;
}

static struct mir_operand
mul_add(struct isel *isel, bool wide, struct mir_operand a, struct mir_operand b,
        struct mir_operand c)
{
    return isel_valu3(isel, wide ? GCN_v_fma_f64 : GCN_v_fma_f32, a, b, c);
}

static struct mir_operand
one(bool wide)
{
    return wide ? F64(0x3ff0000000000000) : F32(0x3f800000);
}

/* ---- signs ---- */

void
isel_sign(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value;
    bool flip = inst->op == IR_OP_fneg;
    enum gcn_op op = flip ? GCN_v_xor_b32 : GCN_v_and_b32;
    /* The bit to flip, or those to keep; the sign of a double is in its upper half. */
    uint32_t bits = inst->type == IR_F16 ? flip ? 0x8000u : 0x7fffu
                    : flip               ? 0x80000000u
                                         : 0x7fffffffu;
    if (inst->type == IR_F64)
        isel_define_halves(isel, inst->def, isel_lo(isel, a),
                           isel_valu2(isel, op, mir_const(bits), isel_hi(isel, a)));
    else
        isel_define(isel, inst->def, isel_valu2(isel, op, mir_const(bits), isel_use(isel, a)));
}

void
isel_copysign(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value, b = inst->args[1].value;
    /* v_bfi: bits of the mask from a, the sign from b */
    struct mir_operand mask = mir_const(inst->type == IR_F16 ? 0x7fff : 0x7fffffff);
    if (inst->type == IR_F64) {
        struct mir_operand hi =
            isel_valu3(isel, GCN_v_bfi_b32, mask, isel_hi(isel, a), isel_hi(isel, b));
        isel_define_halves(isel, inst->def, isel_lo(isel, a), hi);
        return;
    }
    isel_define(isel, inst->def,
                isel_valu3(isel, GCN_v_bfi_b32, mask, isel_use(isel, a), isel_use(isel, b)));
}

/* ---- a * b + c, rounded as is fastest ---- */

void
isel_fmad(struct isel *isel, struct ir_inst *inst)
{
    if (isel_by_row(isel, inst))
        return;
    struct mir_operand a = isel_use_float(isel, inst->args[0].value);
    struct mir_operand b = isel_use_float(isel, inst->args[1].value);
    struct mir_operand c = isel_use_float(isel, inst->args[2].value);
    enum gcn_op op;
    if (inst->type == IR_F16) /* v_mad_f16 flushes the denormals that halves have */
        op = gcn_has_op(isel->target, GCN_v_fma_f16) ? GCN_v_fma_f16 : GCN_v_fma_legacy_f16;
    else if (!isel->function->f32_denormals)
        op = GCN_v_mad_f32; /* flushes denormals by itself */
    else if (isel->target->fast_fma32)
        op = GCN_v_fma_f32;
    else { /* v_fma_f32 takes as long as four instructions here */
        struct mir_operand product = isel_valu2(isel, GCN_v_mul_f32, a, b);
        isel_define(isel, inst->def, isel_valu2(isel, GCN_v_add_f32, product, c));
        return;
    }
    isel_define(isel, inst->def, isel_valu3(isel, op, a, b, c));
}

/* ---- division ---- */

/* v_div_scale: the value, scaled if the division would over- or underflow on the way although its
 * result does not; *mask: lanes whose result div_fmas must scale back. */
static struct mir_operand
div_scale(struct isel *isel, bool wide, struct mir_operand value, struct mir_operand den,
          struct mir_operand num, struct mir_operand *mask)
{
    struct mir_operand operands[] = {mir_new_vgpr(&isel->b, wide ? 2 : 1), mir_new_mask(&isel->b),
                                     value, den, num};
    isel->function->temps.at[operands[1].temp].hint = GCN_VCC_LO;
    isel_valu_full(isel, wide ? GCN_v_div_scale_f64 : GCN_v_div_scale_f32, operands, 5);
    *mask = operands[1];
    return operands[0];
}

static struct mir_operand
div_fmas(struct isel *isel, bool wide, struct mir_operand a, struct mir_operand b,
         struct mir_operand c, struct mir_operand mask)
{
    struct mir_operand operands[5] = {mir_new_vgpr(&isel->b, wide ? 2 : 1), isel_to_vgpr(isel, a),
                                      isel_to_vgpr(isel, b), isel_to_vgpr(isel, c)};
    mask = isel_to_sgpr(isel, mask);
    operands[4] = mir_temp_at(isel->function, mask.temp, GCN_VCC_LO);
    mir_emit(&isel->b, wide ? GCN_v_div_fmas_f64 : GCN_v_div_fmas_f32, operands, 5, 1);
    return operands[0];
}

/* Newton-Raphson on the scaled reciprocal, then a correctly rounded quotient: the division macro of
 * AMD's manuals.  With r = (1 + e) / d each step r += r * (1 - d * r) makes e the square of what it
 * was, from 2^-29 of v_rcp_f64 to less than a double can tell in two steps. */
static struct mir_operand
divide_f64(struct isel *isel, struct mir_operand num, struct mir_operand den)
{
    struct mir_operand ignored, mask;
    num = isel_to_vgpr(isel, num);
    den = isel_to_vgpr(isel, den);
    struct mir_operand d = div_scale(isel, true, den, den, num, &ignored);
    struct mir_operand n = div_scale(isel, true, num, den, num, &mask);
    struct mir_operand r = isel_valu1(isel, GCN_v_rcp_f64, d);
    struct mir_operand e = mul_add(isel, true, neg(d), r, one(true));
    r = mul_add(isel, true, r, e, r);
    e = mul_add(isel, true, neg(d), r, one(true));
    r = mul_add(isel, true, r, e, r);
    /* n - d * q is exact in an fma, so q + that * r is rounded once; div_fixup then sets what
     * has no reciprocal: zeros, infinities, NaN. */
    struct mir_operand q = isel_valu2(isel, GCN_v_mul_f64, n, r);
    e = mul_add(isel, true, neg(d), q, n);
    q = div_fmas(isel, true, e, r, q, mask);
    return isel_valu3(isel, GCN_v_div_fixup_f64, q, den, num);
}

/* Within 2.5 ULP: mantissas divided by the hardware reciprocal, exponents apart, so that denormal
 * and huge values are right: 2^-140 / 2^-130 is 0.5 / 0.5 and 2^(-139 + 129). */
static struct mir_operand
divide_f32_denormals(struct isel *isel, struct mir_operand num, struct mir_operand den)
{
    struct mir_operand r =
        isel_valu1(isel, GCN_v_rcp_f32, isel_valu1(isel, GCN_v_frexp_mant_f32, den));
    struct mir_operand q =
        isel_valu2(isel, GCN_v_mul_f32, isel_valu1(isel, GCN_v_frexp_mant_f32, num), r);
    struct mir_operand exponent = isel_vsub(isel, isel_valu1(isel, GCN_v_frexp_exp_i32_f32, num),
                                            isel_valu1(isel, GCN_v_frexp_exp_i32_f32, den));
    return isel_valu2(isel, GCN_v_ldexp_f32, q, exponent);
}

/* The reciprocal of a denominator above 2^126 is a denormal and would be flushed to 0: scale by
 * 2^-32 above 2^96, x / y = s * (x * (1 / (y * s))). */
static struct mir_operand
divide_f32_flush(struct isel *isel, struct mir_operand num, struct mir_operand den)
{
    struct mir_operand magnitude = den;
    magnitude.neg = 0;
    magnitude.abs = 1;
    struct mir_operand mask = isel_vcmp(isel, GCN_v_cmp_lt_f32, F32(0x6f800000), magnitude);
    struct mir_operand scale = isel_vcndmask(isel, F32(0x3f800000), F32(0x2f800000), mask);
    struct mir_operand r =
        isel_valu1(isel, GCN_v_rcp_f32, isel_valu2(isel, GCN_v_mul_f32, den, scale));
    return isel_valu2(isel, GCN_v_mul_f32, scale, isel_valu2(isel, GCN_v_mul_f32, num, r));
}

static enum gcn_op
fixup_f16(const struct isel *isel)
{
    return gcn_has_op(isel->target, GCN_v_div_fixup_f16) ? GCN_v_div_fixup_f16
                                                         : GCN_v_div_fixup_legacy_f16;
}

/* By way of f32, whose 24 bits leave the error of the reciprocal far below the last bit of a
 * half. */
static struct mir_operand
divide_f16(struct isel *isel, struct mir_operand num, struct mir_operand den)
{
    struct mir_operand r =
        isel_valu1(isel, GCN_v_rcp_f32, isel_valu1(isel, GCN_v_cvt_f32_f16, den));
    struct mir_operand q =
        isel_valu2(isel, GCN_v_mul_f32, isel_valu1(isel, GCN_v_cvt_f32_f16, num), r);
    q = isel_valu1(isel, GCN_v_cvt_f16_f32, q);
    return isel_valu3(isel, fixup_f16(isel), q, den, num);
}

void
isel_fdiv(struct isel *isel, struct ir_inst *inst)
{
    struct mir_operand num = isel_use_float(isel, inst->args[0].value);
    struct mir_operand den = isel_use_float(isel, inst->args[1].value);
    if (inst->type == IR_F64) { /* v_div_scale takes no modifiers */
        num = isel_use(isel, inst->args[0].value);
        den = isel_use(isel, inst->args[1].value);
    }
    isel_define(isel, inst->def,
                inst->type == IR_F64            ? divide_f64(isel, num, den)
                : inst->type == IR_F16          ? divide_f16(isel, num, den)
                : isel->function->f32_denormals ? divide_f32_denormals(isel, num, den)
                                                : divide_f32_flush(isel, num, den));
}

/* Of halves: the others are rows. */
void
isel_div_fixup(struct isel *isel, struct ir_inst *inst)
{
    if (isel_by_row(isel, inst))
        return;
    isel_define(isel, inst->def,
                isel_valu3(isel, fixup_f16(isel), isel_use_float(isel, inst->args[0].value),
                           isel_use_float(isel, inst->args[1].value),
                           isel_use_float(isel, inst->args[2].value)));
}

void
isel_div_scale(struct isel *isel, struct ir_inst *inst)
{
    bool wide = inst->type == IR_F64 || ir_type_of(isel->kernel, inst->def) == IR_F64;
    struct mir_operand mask;
    struct mir_operand value = div_scale(isel, wide, isel_use_vgpr(isel, inst->args[0].value),
                                         isel_use_vgpr(isel, inst->args[1].value),
                                         isel_use_vgpr(isel, inst->args[2].value), &mask);
    isel_define(isel, inst->def, value);
    isel_define_mask(isel, inst->def + 1, mask);
}

void
isel_div_fmas(struct isel *isel, struct ir_inst *inst)
{
    isel_define(isel, inst->def,
                div_fmas(isel, inst->type == IR_F64, isel_use_float(isel, inst->args[0].value),
                         isel_use_float(isel, inst->args[1].value),
                         isel_use_float(isel, inst->args[2].value),
                         isel_use_mask(isel, inst->args[3].value)));
}

/* ---- square root ---- */

static struct mir_operand
sqrt_f32(struct isel *isel, struct mir_operand x)
{
    if (!isel->function->f32_denormals)
        return isel_valu1(isel, GCN_v_sqrt_f32, x);
    /* The hardware takes denormals for 0: below 2^-96 the root of x * 2^32, times 2^-16. */
    struct mir_operand tiny = isel_vcmp(isel, GCN_v_cmp_gt_f32, F32(0x0f800000), x);
    struct mir_operand up = isel_vcndmask(isel, mir_const(0), mir_const(32), tiny);
    struct mir_operand down = isel_vcndmask(isel, mir_const(0), mir_const(-16u), tiny);
    struct mir_operand root =
        isel_valu1(isel, GCN_v_sqrt_f32, isel_valu2(isel, GCN_v_ldexp_f32, x, up));
    return isel_valu2(isel, GCN_v_ldexp_f32, root, down);
}

/* Goldschmidt's iteration from v_rsq_f64, with two residual corrections.  s goes to sqrt(x) and
 * h to 1 / (2 sqrt(x)), so that 1/2 - h * s says how far both are off, and s + (x - s * s) * h
 * is a step of Newton's without a division. */
static struct mir_operand
sqrt_f64(struct isel *isel, struct mir_operand x)
{
    struct mir_operand half = F64(0x3fe0000000000000);
    /* Small x are scaled by 2^256, so that x - s * s is no denormal, and their roots by 2^-128. */
    struct mir_operand tiny = isel_vcmp(isel, GCN_v_cmp_gt_f64, F64(0x1000000000000000), x);
    struct mir_operand up = isel_vcndmask(isel, mir_const(0), mir_const(256), tiny);
    struct mir_operand down = isel_vcndmask(isel, mir_const(0), mir_const(-128u), tiny);
    x = isel_valu2(isel, GCN_v_ldexp_f64, x, up);
    struct mir_operand y = isel_valu1(isel, GCN_v_rsq_f64, x);
    struct mir_operand s = isel_valu2(isel, GCN_v_mul_f64, x, y);
    struct mir_operand h = isel_valu2(isel, GCN_v_mul_f64, y, half);
    struct mir_operand r = mul_add(isel, true, neg(h), s, half);
    h = mul_add(isel, true, h, r, h);
    s = mul_add(isel, true, s, r, s);
    for (unsigned i = 0; i < 2; i++) {
        struct mir_operand d = mul_add(isel, true, neg(s), s, x);
        s = mul_add(isel, true, d, h, s);
    }
    s = isel_valu2(isel, GCN_v_ldexp_f64, s, down);
    /* 0 and infinity are their own roots: the iteration made NaN of them. */
    struct mir_operand special = isel_vcmp(isel, GCN_v_cmp_class_f64, x, mir_const(0x260));
    return isel_vcndmask(isel, s, x, special);
}

void
isel_sqrt(struct isel *isel, struct ir_inst *inst)
{
    struct mir_operand x = isel_use_float(isel, inst->args[0].value);
    isel_define(isel, inst->def,
                inst->type == IR_F64   ? sqrt_f64(isel, x)
                : inst->type == IR_F16 ? isel_valu1(isel, GCN_v_sqrt_f16, x)
                                       : sqrt_f32(isel, x));
}

/* ---- small ones ---- */

/* A multiplication by one quiets NaN and flushes denormals where the mode says so. */
void
isel_canonicalize(struct isel *isel, struct ir_inst *inst)
{
    struct mir_operand x = isel_use_float(isel, inst->args[0].value);
    struct mir_operand result = inst->type == IR_F64 ? isel_valu2(isel, GCN_v_mul_f64, one(true), x)
                                : inst->type == IR_F16
                                    ? isel_valu2(isel, GCN_v_mul_f16, mir_const(0x3c00), x)
                                    : isel_valu2(isel, GCN_v_mul_f32, one(false), x);
    isel_define(isel, inst->def, result);
}

void
isel_frexp_exp(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value;
    enum ir_type type = ir_type_of(isel->kernel, a);
    struct mir_operand x = isel_use_float(isel, a);
    struct mir_operand result;
    if (type == IR_F16) { /* 16 bits: the upper ones are unspecified */
        result = isel_valu1(isel, GCN_v_frexp_exp_i16_f16, x);
        result = isel_valu3(isel, GCN_v_bfe_i32, result, mir_const(0), mir_const(16));
    } else {
        result =
            isel_valu1(isel, type == IR_F64 ? GCN_v_frexp_exp_i32_f64 : GCN_v_frexp_exp_i32_f32, x);
    }
    isel_define(isel, inst->def, result);
}

void
isel_fclass(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value;
    enum ir_type type = ir_type_of(isel->kernel, a);
    enum gcn_op op = type == IR_F64   ? GCN_v_cmp_class_f64
                     : type == IR_F16 ? GCN_v_cmp_class_f16
                                      : GCN_v_cmp_class_f32;
    isel_define_mask(
        isel, inst->def,
        isel_vcmp(isel, op, isel_use_float(isel, a), isel_use(isel, inst->args[1].value)));
}

/* The exponent of v_ldexp_f16 has 16 bits: saturate. */
void
isel_fldexp(struct isel *isel, struct ir_inst *inst)
{
    if (isel_by_row(isel, inst))
        return;
    struct mir_operand low = isel_to_vgpr(isel, mir_const((uint32_t)-0x8000));
    struct mir_operand exponent = isel_valu3(isel, GCN_v_med3_i32, low, mir_const(0x7fff),
                                             isel_use(isel, inst->args[1].value));
    isel_define(
        isel, inst->def,
        isel_valu2(isel, GCN_v_ldexp_f16, isel_use_float(isel, inst->args[0].value), exponent));
}

/* Of halves by way of f32, which holds them all: no rounding. */
void
isel_fmed3(struct isel *isel, struct ir_inst *inst)
{
    if (isel_by_row(isel, inst))
        return;
    struct mir_operand wide[3];
    for (unsigned i = 0; i < 3; i++)
        wide[i] = isel_valu1(isel, GCN_v_cvt_f32_f16, isel_use_float(isel, inst->args[i].value));
    struct mir_operand result = isel_valu(isel, GCN_v_med3_f32, wide, 3);
    isel_define(isel, inst->def, isel_valu1(isel, GCN_v_cvt_f16_f32, result));
}

/* ---- conversions ---- */

/* Rounded once: what does not fit into the upper half's 20 bits of fraction stays as a sticky bit,
 * two bits below half's last one at least, and the way over f32 is exact (Boldo and Melquiond). */
static struct mir_operand
f64_to_f16(struct isel *isel, struct mir_operand x)
{
    struct mir_operand plain = x, parts[2];
    plain.neg = plain.abs = 0;
    isel_split(isel, isel_to_vgpr(isel, plain), parts, 2, 1);
    struct mir_operand sticky = isel_valu2(isel, GCN_v_min_u32, mir_const(1), parts[0]);
    struct mir_operand hi = isel_valu2(isel, GCN_v_or_b32, parts[1], sticky);
    struct mir_operand odd = isel_to_vgpr(isel, isel_join2(isel, mir_const(0), hi));
    odd.neg = x.neg;
    odd.abs = x.abs;
    return isel_valu1(isel, GCN_v_cvt_f16_f32, isel_valu1(isel, GCN_v_cvt_f32_f64, odd));
}

/* Every conversion but f64 to f16 has an instruction, or goes exactly by way of f32. */
static struct mir_operand
convert_float(struct isel *isel, struct mir_operand x, enum ir_type from, enum ir_type to)
{
    if (from == to)
        return x;
    if (from == IR_F16)
        return convert_float(isel, isel_valu1(isel, GCN_v_cvt_f32_f16, x), IR_F32, to);
    if (from == IR_F64)
        return to == IR_F16 ? f64_to_f16(isel, x) : isel_valu1(isel, GCN_v_cvt_f32_f64, x);
    return isel_valu1(isel, to == IR_F64 ? GCN_v_cvt_f64_f32 : GCN_v_cvt_f16_f32, x);
}

void
isel_float_to_float(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value;
    isel_define(
        isel, inst->def,
        convert_float(isel, isel_use_float(isel, a), ir_type_of(isel->kernel, a), inst->type));
}

/* Unsigned 64-bit to f32, rounded once: the leading 32 bits with the rest as a sticky bit. */
static struct mir_operand
u64_to_f32(struct isel *isel, struct mir_operand lo, struct mir_operand hi)
{
    /* Leading zeros, at most 32: v_ffbh gives -1, the largest unsigned, for an upper half of 0. */
    struct mir_operand shift = isel_valu1(isel, GCN_v_ffbh_u32, hi);
    shift = isel_valu2(isel, GCN_v_min_u32, mir_const(32), shift);
    bool reversed = gcn_has_op(isel->target, GCN_v_lshlrev_b64);
    struct mir_operand whole = isel_to_vgpr(isel, isel_join2(isel, lo, hi)), parts[2];
    whole = reversed ? isel_valu2(isel, GCN_v_lshlrev_b64, shift, whole)
                     : isel_valu2(isel, GCN_v_lshl_b64, whole, shift);
    isel_split(isel, whole, parts, 2, 1);
    /* The sticky bit lies below the 24 that f32 keeps: it decides ties and nothing else. */
    struct mir_operand sticky = isel_valu2(isel, GCN_v_min_u32, mir_const(1), parts[0]);
    struct mir_operand top = isel_valu2(isel, GCN_v_or_b32, parts[1], sticky);
    return isel_valu2(isel, GCN_v_ldexp_f32, isel_valu1(isel, GCN_v_cvt_f32_u32, top),
                      isel_vsub(isel, mir_const(32), shift));
}

/* |x| by (x ^ s) - s with s the sign in every bit; the sign is put back by v_bfi at the end. */
static struct mir_operand
i64_to_f32(struct isel *isel, struct mir_operand lo, struct mir_operand hi)
{
    struct mir_operand sign = isel_valu2(isel, GCN_v_ashrrev_i32, mir_const(31), hi);
    struct mir_operand x[2] = {isel_valu2(isel, GCN_v_xor_b32, sign, lo),
                               isel_valu2(isel, GCN_v_xor_b32, sign, hi)};
    struct mir_operand low[] = {mir_new_vgpr(&isel->b, 1), mir_new_mask(&isel->b), x[0], sign};
    isel_valu_full(isel, GCN_v_sub_co_u32, low, 4);
    struct mir_operand high[] = {mir_new_vgpr(&isel->b, 1), mir_new_mask(&isel->b), x[1], sign,
                                 low[1]};
    isel_valu_full(isel, GCN_v_subb_co_u32, high, 5);
    return isel_valu3(isel, GCN_v_bfi_b32, mir_const(0x7fffffff), u64_to_f32(isel, low[0], high[0]),
                      sign);
}

/* hi * 2^32 is exact, the sum is rounded once. */
static struct mir_operand
int64_to_f64(struct isel *isel, struct mir_operand lo, struct mir_operand hi, bool is_signed)
{
    struct mir_operand high =
        isel_valu1(isel, is_signed ? GCN_v_cvt_f64_i32 : GCN_v_cvt_f64_u32, hi);
    high = isel_valu2(isel, GCN_v_ldexp_f64, high, mir_const(32));
    return isel_valu2(isel, GCN_v_add_f64, high, isel_valu1(isel, GCN_v_cvt_f64_u32, lo));
}

void
isel_int_to_float(struct isel *isel, struct ir_inst *inst)
{
    bool is_signed = inst->op == IR_OP_sitofp;
    ir_id a = inst->args[0].value;
    enum ir_type to = inst->type == IR_F64 ? IR_F64 : IR_F32;
    struct mir_operand result; /* halves by way of f32, exact up to the largest of them */
    if (ir_type_of(isel->kernel, a) == IR_I64) {
        struct mir_operand lo = isel_lo(isel, a), hi = isel_hi(isel, a);
        result = to == IR_F64 ? int64_to_f64(isel, lo, hi, is_signed)
                 : is_signed  ? i64_to_f32(isel, lo, hi)
                              : u64_to_f32(isel, lo, hi);
    } else {
        enum gcn_op op = to == IR_F64 ? is_signed ? GCN_v_cvt_f64_i32 : GCN_v_cvt_f64_u32
                         : is_signed  ? GCN_v_cvt_f32_i32
                                      : GCN_v_cvt_f32_u32;
        result = isel_valu1(isel, op, isel_use(isel, a));
    }
    isel_define(isel, inst->def, convert_float(isel, result, to, inst->type));
}

/* Of f64: high = floor(t / 2^32), low = t - high * 2^32, both exact.  floor makes low positive also
 * for negative t: -1 is -1 * 2^32 + 0xffffffff. */
static void
float_to_int64(struct isel *isel, struct ir_inst *inst, struct mir_operand x)
{
    bool is_signed = inst->op == IR_OP_fptosi;
    struct mir_operand t = isel_valu1(isel, GCN_v_trunc_f64, x);
    struct mir_operand h = isel_valu2(isel, GCN_v_ldexp_f64, t, mir_const(-32u));
    h = isel_valu1(isel, GCN_v_floor_f64, h);
    struct mir_operand l = mul_add(isel, true, F64(0xc1f0000000000000), h, t);
    struct mir_operand lo = isel_valu1(isel, GCN_v_cvt_u32_f64, l);
    isel_define_halves(isel, inst->def, lo,
                       isel_valu1(isel, is_signed ? GCN_v_cvt_i32_f64 : GCN_v_cvt_u32_f64, h));
}

void
isel_float_to_int(struct isel *isel, struct ir_inst *inst)
{
    bool is_signed = inst->op == IR_OP_fptosi;
    ir_id a = inst->args[0].value;
    enum ir_type from = ir_type_of(isel->kernel, a);
    struct mir_operand x = isel_use_float(isel, a);
    if (inst->type == IR_I64) {
        float_to_int64(isel, inst, convert_float(isel, x, from, IR_F64));
        return;
    }
    if (from == IR_F16)
        x = convert_float(isel, x, IR_F16, IR_F32);
    enum gcn_op op = from == IR_F64 ? is_signed ? GCN_v_cvt_i32_f64 : GCN_v_cvt_u32_f64
                     : is_signed    ? GCN_v_cvt_i32_f32
                                    : GCN_v_cvt_u32_f32;
    isel_define(isel, inst->def, isel_valu1(isel, op, x));
}

/* There is no v_sub_f64: the second source is negated. */
void
isel_fsub(struct isel *isel, struct ir_inst *inst)
{
    if (isel_by_row(isel, inst))
        return;
    isel_define(isel, inst->def,
                isel_valu2(isel, GCN_v_add_f64, isel_use_float(isel, inst->args[0].value),
                           neg(isel_use_float(isel, inst->args[1].value))));
}

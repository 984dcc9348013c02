/* Selection of floating-point operations that are not one row of isel_simple.def: signs, pieces
 * of divisions, conversions. */
#include "backend-gcn/isel/isel.h"

static struct mir_operand
neg(struct mir_operand operand)
{
    operand.neg ^= 1;
    return operand;
}

/* ---- signs ---- */

void
isel_sign(struct isel *isel, struct ir_inst *inst)
{
    ir_id a = inst->args[0].value;
    bool flip = inst->op == IR_OP_fneg;
    enum gcn_op op = flip ? GCN_v_xor_b32 : GCN_v_and_b32;
    /* The bit to flip, or the bits to keep; the sign of a double is in its upper half. */
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

/* ---- a * b + c, with whichever rounding is fastest ---- */

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
    else { /* v_fma_f32 runs at quarter rate on this chip */
        struct mir_operand product = isel_valu2(isel, GCN_v_mul_f32, a, b);
        isel_define(isel, inst->def, isel_valu2(isel, GCN_v_add_f32, product, c));
        return;
    }
    isel_define(isel, inst->def, isel_valu3(isel, op, a, b, c));
}

/* ---- pieces of divisions (midend/lower/lower_div.c) ---- */

/* v_div_scale: the value, scaled if an intermediate step would over- or underflow although the
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

static enum gcn_op
fixup_f16(const struct isel *isel)
{
    return gcn_has_op(isel->target, GCN_v_div_fixup_f16) ? GCN_v_div_fixup_f16
                                                         : GCN_v_div_fixup_legacy_f16;
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

/* Did v_div_scale_f64 leave x as it is, when it was asked for it? */
static struct mir_operand
is_unscaled(struct isel *isel, struct mir_operand x, struct mir_operand den, struct mir_operand num)
{
    struct mir_operand unused, before[2], after[2];
    isel_split(isel, div_scale(isel, true, x, den, num, &unused), after, 2, 1);
    isel_split(isel, x, before, 2, 1);
    return isel_vcmp(isel, GCN_v_cmp_eq_u32, before[1], after[1]);
}

/* The mask that div_scale_f64_bug spoils: div_fmas must scale back when one of the two was scaled, not
 * both (LLVM 16, LowerFDIV64). */
static struct mir_operand
scale_mask(struct isel *isel, struct mir_operand den, struct mir_operand num)
{
    struct mir_operand mask = mir_new_mask(&isel->b);
    struct mir_operand a = is_unscaled(isel, den, den, num), b = is_unscaled(isel, num, den, num);
    mir_build(&isel->b, GCN_s_xor_b64, 1, mask, a, b);
    return mask;
}

/* One of three operands, of which the first is one of the others again; constants that need no register are in none. */
static struct mir_operand
use_scaled(struct isel *isel, ir_id id, bool wide)
{
    const struct ir_value *value = ir_value(isel->kernel, id);
    uint16_t code = wide ? gcn_inline_constant64(isel->target, value->bits, true)
                         : gcn_inline_constant(isel->target, (uint32_t)value->bits);
    bool is_inline =
        value->kind == IR_VALUE_CONST && code != GCN_NO_REG && !isel->target->div_scale_f64_bug;
    return is_inline ? isel_use(isel, id) : isel_use_vgpr(isel, id);
}

void
isel_div_scale(struct isel *isel, struct ir_inst *inst)
{
    bool wide = inst->type == IR_F64 || ir_type_of(isel->kernel, inst->def) == IR_F64;
    struct mir_operand mask, den = use_scaled(isel, inst->args[1].value, wide),
                             num = use_scaled(isel, inst->args[2].value, wide);
    struct mir_operand value =
        div_scale(isel, wide, use_scaled(isel, inst->args[0].value, wide), den, num, &mask);
    if (wide && isel->target->div_scale_f64_bug && ir_value(isel->kernel, inst->def + 1)->uses)
        mask = scale_mask(isel, den, num);
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

/* ---- small ones ---- */

/* A multiplication by one quiets NaN and flushes denormals where the mode says so; those of f64 are never
 * flushed, and its maximum takes half as long as its product. */
void
isel_canonicalize(struct isel *isel, struct ir_inst *inst)
{
    struct mir_operand x = isel_use_float(isel, inst->args[0].value);
    struct mir_operand result = inst->type == IR_F64 ? isel_valu2(isel, GCN_v_max_f64, x, x)
                                : inst->type == IR_F16
                                    ? isel_valu2(isel, GCN_v_mul_f16, mir_const(0x3c00), x)
                                    : isel_valu2(isel, GCN_v_mul_f32, mir_const(0x3f800000), x);
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
 * at least two bits below the last one of a half, which makes the detour over f32 exact (Boldo and
 * Melquiond). */
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

/* What x & 255, or zext (trunc i8 x), takes the low byte of; the value itself otherwise. */
static ir_id
without_mask(const struct isel *isel, ir_id id)
{
    uint64_t mask;
    const struct ir_inst *inst = ir_def(isel->kernel, id);
    if (inst && inst->op == IR_OP_and && isel_const(isel, inst->args[1].value, &mask))
        return mask == 255 ? inst->args[0].value : id;
    if (!inst || inst->op != IR_OP_zext)
        return id;
    const struct ir_inst *trunc = ir_def(isel->kernel, inst->args[0].value);
    if (!trunc || trunc->op != IR_OP_trunc || trunc->type != IR_I8 ||
        ir_type_of(isel->kernel, trunc->args[0].value) != IR_I32)
        return id;
    return trunc->args[0].value;
}

/* Which byte of which dword the number is, of at most 8 bits: `byte` of the value returned. */
static ir_id
byte_of_dword(const struct isel *isel, ir_id id, unsigned *byte)
{
    uint64_t by;
    id = without_mask(isel, id);
    const struct ir_inst *inst = ir_def(isel->kernel, id);
    *byte = 0;
    if (!inst || inst->op != IR_OP_lshr || !isel_const(isel, inst->args[1].value, &by) ||
        by % 8 != 0 || by >= 32)
        return id;
    *byte = (unsigned)by / 8;
    return inst->args[0].value;
}

/* A byte of a dword as f32: one instruction takes it out and converts it. */
static bool
convert_byte(struct isel *isel, struct ir_inst *inst)
{
    static const uint16_t ops[] = {GCN_v_cvt_f32_ubyte0, GCN_v_cvt_f32_ubyte1, GCN_v_cvt_f32_ubyte2,
                                   GCN_v_cvt_f32_ubyte3};
    unsigned byte;
    ir_id a = inst->args[0].value;
    if (ir_type_of(isel->kernel, a) != IR_I32 || ana_most_bits(isel->kernel, a) > 8 ||
        isel_in_sgpr(isel, a))
        return false;
    ir_id dword = byte_of_dword(isel, a, &byte);
    struct mir_operand result = isel_valu1(isel, ops[byte], isel_use(isel, dword));
    isel_define(isel, inst->def, convert_float(isel, result, IR_F32, inst->type));
    return true;
}

void
isel_int_to_float(struct isel *isel, struct ir_inst *inst)
{
    bool is_signed = inst->op == IR_OP_sitofp;
    ir_id a = inst->args[0].value;
    if (inst->type != IR_F64 && convert_byte(isel, inst))
        return;
    if (ir_type_of(isel->kernel, a) == IR_I64)
        isel_refuse(isel, inst); /* lower_int64 */
    /* Halves by way of f32, exact up to the largest of them. */
    enum ir_type to = inst->type == IR_F64 ? IR_F64 : IR_F32;
    enum gcn_op op = to == IR_F64 ? is_signed ? GCN_v_cvt_f64_i32 : GCN_v_cvt_f64_u32
                     : is_signed  ? GCN_v_cvt_f32_i32
                                  : GCN_v_cvt_f32_u32;
    struct mir_operand result = isel_valu1(isel, op, isel_use(isel, a));
    isel_define(isel, inst->def, convert_float(isel, result, to, inst->type));
}

void
isel_float_to_int(struct isel *isel, struct ir_inst *inst)
{
    bool is_signed = inst->op == IR_OP_fptosi;
    ir_id a = inst->args[0].value;
    enum ir_type from = ir_type_of(isel->kernel, a);
    struct mir_operand x = isel_use_float(isel, a);
    if (inst->type == IR_I64)
        isel_refuse(isel, inst); /* lower_int64 */
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

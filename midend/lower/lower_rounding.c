/* Whole parts and pieces of floating-point numbers where the hardware's are missing or wrong
 * (IR_LACKS_ROUNDING): GFX6 has no v_trunc_f64, v_floor_f64, v_ceil_f64 and v_rndne_f64; its v_fract gives
 * 1 just below whole numbers and no NaN for NaN; its v_frexp gives nothing of use for infinities and
 * NaN (LLVM 16, lowering for SI).
 *
 *   %2 = ftrunc f64 %1   ->   the bits of %1 above those that its exponent makes a fraction */
#include "midend/pass.h"

#include "midend/ir/ir_build.h"

static ir_id
pick(struct ir_builder *b, enum ir_type type, ir_id condition, ir_id x, ir_id y)
{
    return ir_build3(b, IR_OP_select, type, condition, x, y);
}

static ir_id
word(struct ir_builder *b, uint32_t value)
{
    return ir_const(b->function, IR_I32, value);
}

/* Below 1 only the sign stays; from 2^52 on, and of infinities and NaN, everything does. */
static ir_id
truncated(struct ir_builder *b, ir_id x)
{
    enum { BIAS = 1023, FRACTION = 52 };
    struct ir_function *f = b->function;
    ir_id bits = ir_build1(b, IR_OP_bitcast, IR_I64, x),
          high = ir_build1(b, IR_OP_unpack_hi, IR_I32, x);
    ir_id exponent = ir_build3(b, IR_OP_ubfe, IR_I32, high, word(b, 20), word(b, 11));
    exponent = ir_build2(b, IR_OP_sub, IR_I32, exponent, word(b, BIAS));
    ir_id fraction = ir_const(f, IR_I64, (UINT64_C(1) << FRACTION) - 1);
    fraction = ir_build2(b, IR_OP_lshr, IR_I64, fraction, exponent);
    ir_id whole = ir_build2(b, IR_OP_xor, IR_I64, fraction, ir_const(f, IR_I64, UINT64_MAX));
    whole = ir_build2(b, IR_OP_and, IR_I64, bits, whole);
    ir_id sign = ir_build2(b, IR_OP_and, IR_I32, high, word(b, 0x80000000));
    sign = ir_build2(b, IR_OP_pack64, IR_I64, word(b, 0), sign);
    ir_id small = ir_build2(b, IR_OP_slt, IR_I1, exponent, word(b, 0));
    ir_id large = ir_build2(b, IR_OP_sgt, IR_I1, exponent, word(b, FRACTION - 1));
    whole = pick(b, IR_I64, small, sign, whole);
    return ir_build1(b, IR_OP_bitcast, IR_F64, pick(b, IR_I64, large, bits, whole));
}

/* Adding 2^52 leaves no bits for a fraction; the sign is lost where the result is 0. */
static ir_id
nearest(struct ir_builder *b, ir_id x)
{
    ir_id two52 = ir_build_float(b, IR_F64, 0x1p52);
    two52 = ir_build2(b, IR_OP_fcopysign, IR_F64, two52, x);
    ir_id whole =
        ir_build2(b, IR_OP_fsub, IR_F64, ir_build2(b, IR_OP_fadd, IR_F64, x, two52), two52);
    whole = ir_build2(b, IR_OP_fcopysign, IR_F64, whole, x);
    ir_id size = ir_build1(b, IR_OP_fabs, IR_F64, x);
    ir_id small = ir_build2(b, IR_OP_folt, IR_I1, size, ir_build_float(b, IR_F64, 0x1p52));
    return pick(b, IR_F64, small, whole, x);
}

/* x toward zero, and one step further (-1 or 1) where that is the wrong direction. */
static ir_id
directed(struct ir_builder *b, ir_id x, enum ir_op beyond_zero, double step)
{
    ir_id whole = truncated(b, x), zero = ir_build_float(b, IR_F64, 0.0);
    ir_id beyond = ir_build2(b, beyond_zero, IR_I1, x, zero),
          differs = ir_build2(b, IR_OP_fone, IR_I1, x, whole);
    ir_id moves = ir_build2(b, IR_OP_and, IR_I1, beyond, differs);
    ir_id next = ir_build2(b, IR_OP_fadd, IR_F64, whole, ir_build_float(b, IR_F64, step));
    return pick(b, IR_F64, moves, next, whole);
}

static ir_id
floor_of(struct ir_builder *b, ir_id x, enum ir_type type)
{
    return type == IR_F64 ? directed(b, x, IR_OP_folt, -1.0) : ir_build1(b, IR_OP_ffloor, type, x);
}

/* Rounding may make 1 of it, which is the only number above the greatest below 1. */
static ir_id
fraction(struct ir_builder *b, ir_id x, enum ir_type type)
{
    ir_id most = ir_build_float(b, type, type == IR_F64 ? 0x1.fffffffffffffp-1 : 0x1.fffffep-1);
    ir_id rest = ir_build2(b, IR_OP_fsub, type, x, floor_of(b, x, type));
    return pick(b, type, ir_build2(b, IR_OP_fogt, IR_I1, rest, most), most, rest);
}

/* A piece that v_frexp gives, or what stands for it where x is an infinity or NaN. */
static ir_id
finite_or(struct ir_builder *b, const struct ir_inst *inst, ir_id otherwise)
{
    enum { FINITE = 8 | 16 | 32 | 64 | 128 | 256 };
    ir_id finite = ir_build2(b, IR_OP_fclass, IR_I1, inst->args[0].value, word(b, FINITE));
    struct ir_inst *again = ir_inst_clone(b->function, inst, &inst->args[0].value);
    ir_insert_before(b->before, again);
    return pick(b, (enum ir_type)inst->type, finite, again->def, otherwise);
}

static ir_id
replacement(struct ir_builder *b, const struct ir_inst *inst)
{
    ir_id x = inst->arg_count ? inst->args[0].value : 0;
    enum ir_type type = (enum ir_type)inst->type;
    bool is_finite = inst->no_wrap & IR_FINITE;
    switch ((enum ir_op)inst->op) {
    case IR_OP_ftrunc:
        return type == IR_F64 ? truncated(b, x) : 0;
    case IR_OP_frint:
        return type == IR_F64 ? nearest(b, x) : 0;
    case IR_OP_ffloor:
        return type == IR_F64 ? floor_of(b, x, type) : 0;
    case IR_OP_fceil:
        return type == IR_F64 ? directed(b, x, IR_OP_fogt, 1.0) : 0;
    case IR_OP_ffract:
        return fraction(b, x, type);
    case IR_OP_frexp_mant:
        return is_finite ? 0 : finite_or(b, inst, x);
    case IR_OP_frexp_exp:
        return is_finite ? 0 : finite_or(b, inst, word(b, 0));
    default:
        return 0;
    }
}

bool
lower_rounding(struct ir_function *function)
{
    bool changed = false;
    if (!(function->module->lacks & IR_LACKS_ROUNDING))
        return false;
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            struct ir_builder b = {function, block, inst, inst->loc};
            ir_id value = replacement(&b, inst);
            if (!value)
                continue;
            ir_replace_uses(function, inst->def, value);
            ir_remove(inst);
            changed = true;
        }
    return changed;
}

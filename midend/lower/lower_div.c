/* Division and square root in operations that the hardware has.
 *
 * Integers: by constants through multiplication (lower_div_constant.c); else by a reciprocal from floating
 * point, improved by Newton steps in integers and corrected (Rodeheffer, "Software Integer Division", 2008).
 * f64: the division macro of AMD's manuals (v_div_scale, v_div_fmas, v_div_fixup) and Goldschmidt's
 * square root.  f32: mantissas and exponents apart, so that denormals need no special case.
 *
 *   %3 = udiv i32 %1, %2   ->   multiplications, a comparison and a select */
#include "midend/lower/lower_div.h"
#include "midend/pass.h"

#include "midend/analysis/ana_range.h"
#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"
#include "midend/values/narrow_double.h"
#include "support/ieee.h"
#include "support/limit.h"
#include "support/number.h"

#include <math.h>

/* Quotients of such numbers are right as floats, or too small by one: x / y is at least 2^-22 below the next
 * whole number, relative to it, and the error of a reciprocal and a product 2^-23 + 2^-24. */
enum { FLOAT_BITS = 22 };

/* What the bounds where the operation stands say, and what its argument is made of. */
static struct extent
extent_of(const struct ir_function *f, ir_id id, struct ana_range range, bool is_signed)
{
    unsigned width = ir_type_bits(ir_type_of(f, id)), bits = ana_most_bits(f, id);
    uint64_t most = bits ? UINT64_MAX >> (64 - bits) : 0;
    if (range.lo >= 0)
        return (struct extent){(uint64_t)range.hi < most ? (uint64_t)range.hi : most, true};
    if (!is_signed || bits < width)
        return (struct extent){most, bits < width};
    most = 0 - (uint64_t)range.lo;
    return (struct extent){range.hi > 0 && (uint64_t)range.hi > most ? (uint64_t)range.hi : most,
                           false};
}

static bool
has_bits_above(struct extent extent, unsigned bits)
{
    return bits < 64 && extent.most >> bits != 0;
}

static ir_id
op1(struct div *d, enum ir_op op, ir_id a)
{
    return ir_build1(&d->b, op, d->type, a);
}

ir_id
div_op2(struct div *d, enum ir_op op, ir_id a, ir_id b)
{
    return ir_build2(&d->b, op, d->type, a, b);
}

static ir_id
op3(struct div *d, enum ir_op op, ir_id a, ir_id b, ir_id c)
{
    return ir_build3(&d->b, op, d->type, a, b, c);
}

ir_id
div_number(struct div *d, uint64_t value)
{
    return ir_const(d->b.function, d->type, value);
}

static ir_id
real(struct div *d, double value)
{
    return ir_build_float(&d->b, d->type, value);
}

ir_id
div_shift(struct div *d, enum ir_op op, ir_id a, unsigned by)
{
    return by ? div_op2(d, op, a, ir_const(d->b.function, IR_I32, by)) : a;
}

static ir_id
test(struct div *d, enum ir_op op, ir_id a, ir_id b)
{
    return ir_build2(&d->b, op, IR_I1, a, b);
}

/* floor(2^32 / y) or slightly less: the 24 bits of a float are right.  y = 3 gives 0x55555500 for
 * 0x55555555. */
static ir_id
reciprocal32(struct div *d, ir_id y)
{
    ir_id single = ir_build1(&d->b, IR_OP_uitofp, IR_F32, y);
    ir_id inverse = ir_build1(&d->b, IR_OP_hw_rcp, IR_F32, single);
    ir_id scale = ir_const(d->b.function, IR_F32, 0x4f7ffffe); /* 2^32 - 512: never too large */
    ir_id scaled = ir_build2(&d->b, IR_OP_fmul, IR_F32, inverse, scale);
    return ir_build1(&d->b, IR_OP_fptoui, IR_I32, scaled);
}

/* The same for 2^64 / y.  y as float is hi * 2^32 + lo; the product with 2^64 is cut in words:
 * top is the upper one, rest the remainder, exact in an fma. */
static ir_id
reciprocal64(struct div *d, ir_id y)
{
    struct ir_builder *b = &d->b;
    struct ir_function *f = b->function;
    ir_id low = ir_build1(b, IR_OP_uitofp, IR_F32, ir_build1(b, IR_OP_unpack_lo, IR_I32, y));
    ir_id high = ir_build1(b, IR_OP_uitofp, IR_F32, ir_build1(b, IR_OP_unpack_hi, IR_I32, y));
    ir_id two32 = ir_const(f, IR_F32, 0x4f800000), minus_two32 = ir_const(f, IR_F32, 0xcf800000);
    ir_id single = ir_build3(b, IR_OP_fma, IR_F32, high, two32, low);
    ir_id inverse = ir_build1(b, IR_OP_hw_rcp, IR_F32, single);
    /* by 2^64 - 2^42, never too large; then by 2^-32 */
    ir_id scaled = ir_build2(b, IR_OP_fmul, IR_F32, inverse, ir_const(f, IR_F32, 0x5f7ffffc));
    ir_id top = ir_build2(b, IR_OP_fmul, IR_F32, scaled, ir_const(f, IR_F32, 0x2f800000));
    top = ir_build1(b, IR_OP_ftrunc, IR_F32, top);
    ir_id rest = ir_build3(b, IR_OP_fma, IR_F32, top, minus_two32, scaled);
    return ir_build2(b, IR_OP_pack64, IR_I64, ir_build1(b, IR_OP_fptoui, IR_I32, rest),
                     ir_build1(b, IR_OP_fptoui, IR_I32, top));
}

static void
divide_as_float(struct div *d, ir_id x, ir_id y, ir_id *quotient, ir_id *remainder)
{
    struct ir_builder *b = &d->b;
    ir_id inverse = ir_build1(b, IR_OP_uitofp, IR_F32, y);
    inverse = ir_build1(b, IR_OP_hw_rcp, IR_F32, inverse);
    ir_id single = ir_build1(b, IR_OP_uitofp, IR_F32, x);
    single = ir_build2(b, IR_OP_fmul, IR_F32, single, inverse);
    ir_id q = ir_build1(b, IR_OP_fptoui, IR_I32, single);
    ir_id r = div_op2(d, IR_OP_sub, x, div_op2(d, IR_OP_umul24, q, y));
    ir_id again = test(d, IR_OP_uge, r, y);
    *quotient = op3(d, IR_OP_select, again, div_op2(d, IR_OP_add, q, div_number(d, 1)), q);
    *remainder = div_op2(d, IR_OP_umin, r, div_op2(d, IR_OP_sub, r, y));
}

/* Quotient and remainder of unsigned x by y. */
static void
divide_unsigned(struct div *d, ir_id x, ir_id y, ir_id *quotient, ir_id *remainder)
{
    bool wide = d->type == IR_I64;
    if (!wide && d->is_small) {
        divide_as_float(d, x, y, quotient, remainder);
        return;
    }
    ir_id z = wide ? reciprocal64(d, y) : reciprocal32(d, y);
    ir_id minus_y = div_op2(d, IR_OP_sub, div_number(d, 0), y);
    /* Newton: z += z * (2^n - y z) / 2^n, where minus_y * z is 2^n - y z, because everything is
     * modulo 2^n.  Each step doubles the bits that are right, 24 at first: one step for 32 bits,
     * two for 64. */
    for (int i = 0; i < (wide ? 2 : 1); i++)
        z = div_op2(d, IR_OP_add, z,
                    div_op2(d, IR_OP_umulhi, z, div_op2(d, IR_OP_mul, minus_y, z)));
    ir_id q = div_op2(d, IR_OP_umulhi, x, z);
    ir_id r = div_op2(d, IR_OP_sub, x, div_op2(d, IR_OP_mul, q, y));
    for (int i = 0; i < 2; i++) { /* q is too small by at most two */
        ir_id again = test(d, IR_OP_uge, r, y);
        q = op3(d, IR_OP_select, again, div_op2(d, IR_OP_add, q, div_number(d, 1)), q);
        ir_id less =
            div_op2(d, IR_OP_sub, r, y); /* wraps to a large number where r is the smaller */
        r = wide ? op3(d, IR_OP_select, again, less, r) : div_op2(d, IR_OP_umin, r, less);
    }
    *quotient = q;
    *remainder = r;
}

/* -1 for negative numbers, else 0. */
ir_id
div_sign_of(struct div *d, ir_id x)
{
    return div_shift(d, IR_OP_ashr, x, ir_type_bits(d->type) - 1);
}

/* (x ^ sign) - sign: negates where sign is -1. */
static ir_id
negate_if(struct div *d, ir_id x, ir_id sign)
{
    return div_op2(d, IR_OP_sub, div_op2(d, IR_OP_xor, x, sign), sign);
}

/* Of numbers below 2^32: their lower halves are divided. */
static void
divide_lower(struct div *d, ir_id x, ir_id y, ir_id *quotient, ir_id *remainder)
{
    struct ir_builder *b = &d->b;
    ir_id zero = ir_const(b->function, IR_I32, 0);
    x = ir_build1(b, IR_OP_unpack_lo, IR_I32, x);
    y = ir_build1(b, IR_OP_unpack_lo, IR_I32, y);
    d->type = IR_I32;
    divide_unsigned(d, x, y, quotient, remainder);
    d->type = IR_I64;
    *quotient = ir_build2(b, IR_OP_pack64, IR_I64, *quotient, zero);
    *remainder = ir_build2(b, IR_OP_pack64, IR_I64, *remainder, zero);
}

/* The upper halves of those of the two that may have one, or'ed; 0: both are below 2^32. */
static ir_id
upper_halves(struct div *d, ir_id x, ir_id y)
{
    ir_id high = has_bits_above(d->of_x, 32) ? ir_build1(&d->b, IR_OP_unpack_hi, IR_I32, x) : 0;
    if (!has_bits_above(d->of_y, 32))
        return high;
    ir_id other = ir_build1(&d->b, IR_OP_unpack_hi, IR_I32, y);
    return high ? ir_build2(&d->b, IR_OP_or, IR_I32, high, other) : other;
}

static ir_id
join(struct div *d, struct ir_block *rest, ir_id a, ir_id b)
{
    struct ir_builder builder = {d->b.function, rest, rest->first, d->b.loc};
    return ir_build2(&builder, IR_OP_phi, IR_I64, a, b);
}

/* Most 64-bit numbers are small: sizes, ids, counts.  A division of 32 bits takes a third of the time
 * and, where no lane needs the other one, is all that is executed. */
static void
divide_wide(struct div *d, ir_id x, ir_id y, ir_id *quotient, ir_id *remainder)
{
    struct ir_builder *b = &d->b;
    ir_id high = upper_halves(d, x, y), q[2], r[2];
    if (!high) {
        divide_lower(d, x, y, quotient, remainder);
        return;
    }
    ir_id small = ir_build2(b, IR_OP_eq, IR_I1, high, ir_const(b->function, IR_I32, 0));
    struct ir_block *before = b->block, *rest = ir_split_block(b->before);
    struct ir_block *arms[2] = {ir_block_after(before), NULL};
    struct ir_inst *inst = b->before;
    arms[1] = ir_block_after(arms[0]);
    ir_set_cbr(before, small, arms[0], arms[1]);
    for (unsigned i = 0; i < 2; i++) {
        *b = (struct ir_builder){b->function, arms[i], NULL, b->loc};
        (i == 0 ? divide_lower : divide_unsigned)(d, x, y, &q[i], &r[i]);
        ir_build_br(b, rest);
    }
    *b = (struct ir_builder){b->function, rest, inst, b->loc};
    *quotient = join(d, rest, q[0], q[1]);
    *remainder = join(d, rest, r[0], r[1]);
}

static ir_id
divide_variable(struct div *d, enum ir_op op)
{
    ir_id quotient, remainder, x_sign = 0, y_sign = 0, x = d->x, y = d->y;
    bool is_signed =
        (op == IR_OP_sdiv || op == IR_OP_srem) && !(d->of_x.is_positive && d->of_y.is_positive);
    bool is_quotient = op == IR_OP_udiv || op == IR_OP_sdiv;
    d->is_small = !has_bits_above(d->of_x, FLOAT_BITS) && !has_bits_above(d->of_y, FLOAT_BITS);
    if (is_signed) { /* magnitudes; -7 / 2 is -(7 / 2) = -3, and the remainder has the sign of x */
        x_sign = div_sign_of(d, x);
        y_sign = div_sign_of(d, y);
        x = negate_if(d, x, x_sign);
        y = negate_if(d, y, y_sign);
    }
    (d->type == IR_I64 ? divide_wide : divide_unsigned)(d, x, y, &quotient, &remainder);
    if (is_signed && (is_quotient || d->twin))
        quotient = negate_if(d, quotient, div_op2(d, IR_OP_xor, x_sign, y_sign));
    if (is_signed && (!is_quotient || d->twin))
        remainder = negate_if(d, remainder, x_sign);
    if (d->twin)
        ir_replace_uses(d->b.function, d->twin->def, is_quotient ? remainder : quotient);
    return is_quotient ? quotient : remainder;
}

static bool
is_power(const struct div *d)
{
    uint64_t c = ir_is_const(d->b.function, d->y) ? ir_value(d->b.function, d->y)->bits : 0;
    return c && (c & (c - 1)) == 0;
}

static unsigned
power_of(const struct div *d)
{
    return (unsigned)__builtin_ctzll(ir_value(d->b.function, d->y)->bits);
}

static ir_id
divide_integer(struct div *d, enum ir_op op)
{
    bool is_signed = op == IR_OP_sdiv || op == IR_OP_srem;
    bool is_remainder = op == IR_OP_urem || op == IR_OP_srem;
    ir_id q = 0;
    if (op == IR_OP_urem && is_power(d)) /* x % 8 is x & 7 */
        return div_op2(d, IR_OP_and, d->x, div_number(d, ir_value(d->b.function, d->y)->bits - 1));
    if (ir_is_const(d->b.function, d->y))
        q = div_by_constant(d, ir_value(d->b.function, d->y)->bits, is_signed);
    if (!q)
        return divide_variable(d, op);
    if (!is_remainder)
        return q;
    if (is_power(d)) /* 64-bit products cost more than shifts */
        return div_op2(d, IR_OP_sub, d->x, div_shift(d, IR_OP_shl, q, power_of(d)));
    return div_constant_remainder(d, q, is_signed);
}

static struct ir_inst *
div_scale(struct div *d, ir_id value)
{
    const ir_id args[] = {value, d->y, d->x};
    return ir_build(&d->b, IR_OP_div_scale, d->type, 2, args, 3);
}

/* A quotient of floats that is rounded to a float, correctly: the division macro in f32, which needs denormals
 * for what it scales.  The quotient is one ulp off at most before its last step, which then rounds as it must
 * (Markstein, 1990); for all significands y, with reciprocals an ulp off on either side, 10^10 quotients were
 * compared, most of them as near to the middle between two floats as can be. */
static ir_id
divide_exactly_f32(struct div *d)
{
    struct ir_inst *den = div_scale(d, d->y), *num = div_scale(d, d->x);
    ir_id minus_y = op1(d, IR_OP_fneg, den->def), r = op1(d, IR_OP_hw_rcp, den->def);
    r = op3(d, IR_OP_fma, op3(d, IR_OP_fma, minus_y, r, real(d, 1.0)), r, r);
    ir_id q = div_op2(d, IR_OP_fmul, num->def, r);
    q = op3(d, IR_OP_fma, op3(d, IR_OP_fma, minus_y, q, num->def), r, q);
    const ir_id fmas[] = {op3(d, IR_OP_fma, minus_y, q, num->def), r, q, num->def + 1};
    ir_id scaled = ir_build(&d->b, IR_OP_div_fmas, d->type, 1, fmas, 4)->def;
    return op3(d, IR_OP_div_fixup, scaled, d->y, d->x);
}

/* 0: it is no such quotient. */
static ir_id
divide_floats(struct div *d, ir_id result)
{
    struct ir_function *f = d->b.function;
    ir_id x = narrow_float_of(f, d->x), y = narrow_float_of(f, d->y);
    if (!x || !y || f->module->f32_flush || !narrow_is_rounded(f, result))
        return 0;
    struct div floats = {.b = d->b, .type = IR_F32, .x = x, .y = y};
    return ir_build1(&d->b, IR_OP_fpext, IR_F64, divide_exactly_f32(&floats));
}

/* The hardware's r is off by up to 2^29 ULP, so 1 / y = r * (1 + e + e^2 + ...) with e = 1 - y * r
 * below 2^-23: two terms leave 2^-69, one more step nothing but the last rounding. */
static ir_id
divide_f64(struct div *d)
{
    struct ir_inst *den = div_scale(d, d->y);
    struct ir_inst *num = div_scale(d, d->x);
    ir_id y = den->def, x = num->def, minus_y = op1(d, IR_OP_fneg, y), one = real(d, 1.0);
    ir_id r = op1(d, IR_OP_hw_rcp, y);
    ir_id error = op3(d, IR_OP_fma, minus_y, r, one);
    r = op3(d, IR_OP_fma, r, op3(d, IR_OP_fma, error, error, error), r);
    /* A significand of ones only has a reciprocal just above the midpoint of two numbers: it comes
     * out too low and makes the quotient too low (Markstein, 1990).  So an error that is a tie is
     * made larger. */
    error = op3(d, IR_OP_fma, minus_y, r, one);
    error = op3(d, IR_OP_fma, op1(d, IR_OP_fabs, error), real(d, 0x1p-52), error);
    r = op3(d, IR_OP_fma, r, error, r);
    /* The residual x - y * q is exact in an fma; div_fmas rounds q + residual * r once and undoes
     * the scaling.  div_fixup sets zeros, infinities and NaN. */
    ir_id q = div_op2(d, IR_OP_fmul, x, r);
    const ir_id fmas[] = {op3(d, IR_OP_fma, minus_y, q, x), r, q, num->def + 1};
    ir_id scaled = ir_build(&d->b, IR_OP_div_fmas, d->type, 1, fmas, 4)->def;
    return op3(d, IR_OP_div_fixup, scaled, d->y, d->x);
}

/* 1 / y within 1 ULP and the rounding of a denormal result.  v_rcp_f32 flushes denormals: where they
 * matter, y is scaled so that neither it nor its reciprocal is one. */
static ir_id
reciprocal_f32(struct div *d)
{
    struct ir_function *f = d->b.function;
    if (f->module->f32_flush)
        return op1(d, IR_OP_hw_rcp, d->y);
    ir_id below = test(d, IR_OP_folt, op1(d, IR_OP_fabs, d->y), real(d, 1.0));
    ir_id power = ir_build3(&d->b, IR_OP_select, IR_I32, below, ir_const(f, IR_I32, 64),
                            ir_const(f, IR_I32, (uint64_t)-16));
    ir_id r = op1(d, IR_OP_hw_rcp, div_op2(d, IR_OP_fldexp, d->y, power));
    return div_op2(d, IR_OP_fldexp, r, power);
}

static bool
is_from_integer(const struct div *d, ir_id id)
{
    const struct ir_inst *inst = ir_def(d->b.function, id);
    if (inst && inst->op == IR_OP_fneg)
        inst = ir_def(d->b.function, inst->args[0].value);
    return inst && (inst->op == IR_OP_sitofp || inst->op == IR_OP_uitofp);
}

/* What an operation does with a quotient. */
enum taken { AS_A_REAL, ON, AS_A_WHOLE };

static const uint8_t taken[IR_OPS] = {
    [IR_OP_fptosi] = AS_A_WHOLE, [IR_OP_fptoui] = AS_A_WHOLE, [IR_OP_ffloor] = AS_A_WHOLE,
    [IR_OP_fceil] = AS_A_WHOLE,  [IR_OP_ftrunc] = AS_A_WHOLE, [IR_OP_frint] = AS_A_WHOLE,
    [IR_OP_ffract] = AS_A_WHOLE, [IR_OP_foeq] = AS_A_WHOLE,   [IR_OP_fone] = AS_A_WHOLE,
    [IR_OP_fueq] = AS_A_WHOLE,   [IR_OP_fune] = AS_A_WHOLE,   [IR_OP_fadd] = ON,
    [IR_OP_fsub] = ON,           [IR_OP_fmul] = ON,           [IR_OP_fma] = ON,
    [IR_OP_fmad] = ON,           [IR_OP_fneg] = ON,           [IR_OP_fabs] = ON,
    [IR_OP_fcopysign] = ON,      [IR_OP_fmin] = ON,           [IR_OP_fmax] = ON,
    [IR_OP_fmed3] = ON,          [IR_OP_fcanonicalize] = ON,  [IR_OP_fpext] = ON,
    [IR_OP_fptrunc] = ON,        [IR_OP_select] = ON,         [IR_OP_phi] = ON};

/* Is a whole number made of it, or is it compared with one number?  Quotients that are whole numbers must be exact
 * then: (int)(x / y) is 41 for 123 / 3, not 40. */
static bool
becomes_whole(const struct ir_function *f, ir_id id, unsigned depth, unsigned *uses)
{
    struct guard *guard = f->module->guard;
    for (const struct ir_use *use = ir_value(f, id)->uses; use; use = use->next) {
        const struct ir_inst *user = use->user;
        if (taken[user->op] == AS_A_WHOLE ||
            LIMIT_MET(guard, QUOTIENT_USES, ++*uses > LIMIT_QUOTIENT_USES))
            return true;
        if (taken[user->op] == ON &&
            !LIMIT_MET(guard, QUOTIENT_DEPTH, depth == LIMIT_QUOTIENT_DEPTH) &&
            becomes_whole(f, user->def, depth + 1, uses))
            return true;
    }
    return false;
}

/* y is a whole number below 2^65: its reciprocal is no denormal, the quotient not above x.  With that of
 * v_rcp_f32 the product is within 2.5 ULP; a step more makes it exact where it is a whole number itself.  Where the
 * residual is NaN, the product is what it must be: zero, infinity or NaN. */
static ir_id
divide_by_integer_f32(struct div *d, bool is_exact)
{
    ir_id r = op1(d, IR_OP_hw_rcp, d->y);
    ir_id q = div_op2(d, IR_OP_fmul, d->x, r);
    if (!is_exact)
        return q;
    ir_id error = op3(d, IR_OP_fma, op1(d, IR_OP_fneg, d->y), q, d->x);
    ir_id better = op3(d, IR_OP_fma, error, r, q);
    return op3(d, IR_OP_select, test(d, IR_OP_fone, error, real(d, 0.0)), better, q);
}

/* A number as a mantissa, in [0.5, 1), and an exponent; a power of two as 1 or -1, and one. */
struct pieces {
    ir_id mantissa, exponent;
};

static bool
power_pieces(struct div *d, ir_id id, struct pieces *pieces)
{
    struct ir_function *f = d->b.function;
    int exponent;
    double half = frexp(ieee_value(32, ir_value(f, id)->bits), &exponent);
    bool is_power = ir_is_const(f, id) && fabs(half) == 0.5;
    if (is_power)
        *pieces = (struct pieces){real(d, 2 * half), ir_const(f, IR_I32, (uint64_t)(exponent - 1))};
    return is_power;
}

/* is_fixed: what they are of infinities and NaN does not matter. */
static struct pieces
pieces_of(struct div *d, ir_id id, bool is_fixed)
{
    struct pieces power;
    if (power_pieces(d, id, &power))
        return power;
    struct ir_inst *mantissa = ir_build(&d->b, IR_OP_frexp_mant, IR_F32, 1, &id, 1);
    struct ir_inst *exponent = ir_build(&d->b, IR_OP_frexp_exp, IR_I32, 1, &id, 1);
    if (is_fixed) {
        mantissa->no_wrap |= IR_FINITE;
        exponent->no_wrap |= IR_FINITE;
    }
    return (struct pieces){mantissa->def, exponent->def};
}

/* Of two mantissas the quotient is in [0.5, 2]: nothing over- or underflows before the exponents are put back; that
 * step rounds a denormal result.  The reciprocal is within 1 ULP, which is two of the quotient at most, and the
 * product rounds: 2.5.  Zeros, infinities and NaN come out by themselves, if v_frexp leaves them as they are.
 * For whole numbers a residual step corrects the error of the reciprocal. */
static ir_id
divide_f32(struct div *d, ir_id result)
{
    struct ir_function *f = d->b.function;
    unsigned uses = 0;
    bool is_minus_one = d->x == real(d, -1.0), is_one = is_minus_one || d->x == real(d, 1.0);
    bool is_exact = becomes_whole(f, result, 1, &uses);
    bool is_fixed = is_exact || f->module->lacks & IR_LACKS_ROUNDING;
    if (is_minus_one)
        d->y = op1(d, IR_OP_fneg, d->y);
    if (is_from_integer(d, d->y))
        return is_one ? op1(d, IR_OP_hw_rcp, d->y)
                      : divide_by_integer_f32(d, is_exact || is_from_integer(d, d->x));
    if (is_one)
        return reciprocal_f32(d);
    struct pieces x = pieces_of(d, d->x, is_fixed), y = pieces_of(d, d->y, is_fixed);
    ir_id r = op1(d, IR_OP_hw_rcp, y.mantissa);
    ir_id q = div_op2(d, IR_OP_fmul, x.mantissa, r);
    if (is_exact) {
        ir_id error = op3(d, IR_OP_fma, op1(d, IR_OP_fneg, y.mantissa), q, x.mantissa);
        q = op3(d, IR_OP_fma, error, r, q);
    }
    q = div_op2(d, IR_OP_fldexp, q, ir_build2(&d->b, IR_OP_sub, IR_I32, x.exponent, y.exponent));
    return is_fixed ? op3(d, IR_OP_div_fixup, q, d->y, d->x) : q;
}

/* By way of f32, where a residual step makes quotients exact that f32 can represent: those halfway
 * between two denormal halves must not move.  No other one is as near to such a middle as the
 * errors are large. */
static ir_id
divide_f16(struct div *d)
{
    ir_id x = ir_build1(&d->b, IR_OP_fpext, IR_F32, d->x);
    ir_id y = ir_build1(&d->b, IR_OP_fpext, IR_F32, d->y);
    ir_id r = ir_build1(&d->b, IR_OP_hw_rcp, IR_F32, y);
    ir_id q = ir_build2(&d->b, IR_OP_fmul, IR_F32, x, r);
    ir_id minus_y = ir_build1(&d->b, IR_OP_fneg, IR_F32, y);
    ir_id error = ir_build3(&d->b, IR_OP_fma, IR_F32, minus_y, q, x);
    q = ir_build3(&d->b, IR_OP_fma, IR_F32, error, r, q);
    q = ir_build1(&d->b, IR_OP_fptrunc, IR_F16, q);
    return op3(d, IR_OP_div_fixup, q, d->y, d->x);
}

/* The root by hw_sqrt, or its reciprocal by hw_rsq.  They flush denormals: where denormals matter,
 * small arguments are scaled by 2^32, and results by `back`. */
static ir_id
scaled_root_f32(struct div *d, enum ir_op op, double back)
{
    if (d->b.function->module->f32_flush || is_from_integer(d, d->x))
        return op1(d, op, d->x);
    ir_id small = test(d, IR_OP_folt, d->x, real(d, 0x1p-96));
    ir_id scaled = div_op2(d, IR_OP_fmul, d->x, real(d, 0x1p32));
    ir_id root = op1(d, op, op3(d, IR_OP_select, small, scaled, d->x));
    return op3(d, IR_OP_select, small, div_op2(d, IR_OP_fmul, root, real(d, back)), root);
}

static ir_id
root_f32(struct div *d)
{
    return scaled_root_f32(d, IR_OP_hw_sqrt, 0x1p-16);
}

static bool
divides(const struct ir_use *use)
{
    return use->user->op == IR_OP_fdiv && use == &use->user->args[1] &&
           use->user->args[0].value != use->value;
}

/* x / sqrt(a) = x * (1 / sqrt(a)): a root is no denormal and has a reciprocal that is none, so that of
 * v_rcp_f32, or v_rsq_f32 if nothing else needs the root, is within 1 ULP, and the product within 2.5 of
 * what division by some root within 3 ULP gives; zeros, infinities and NaN come out by themselves. */
static bool
divide_by_root_f32(struct ir_function *f, struct ir_inst *root)
{
    bool only_divides = true, changed = false;
    ir_id inverse = 0;
    for (const struct ir_use *use = ir_value(f, root->def)->uses; use; use = use->next)
        only_divides &= divides(use);
    for (struct ir_use *use = ir_value(f, root->def)->uses, *next; use; use = next) {
        struct ir_inst *user = use->user;
        struct ir_inst *at = only_divides ? root : user;
        struct div d = {.b = {f, at->block, at, at->loc}, .type = IR_F32, .x = root->args[0].value};
        next = use->next;
        if (!divides(use))
            continue;
        if (!only_divides)
            inverse = op1(&d, IR_OP_hw_rcp, root->def);
        else if (!inverse)
            inverse = scaled_root_f32(&d, IR_OP_hw_rsq, 0x1p16);
        d.b = (struct ir_builder){f, user->block, user, user->loc};
        ir_replace_uses(f, user->def, div_op2(&d, IR_OP_fmul, user->args[0].value, inverse));
        ir_remove(user);
        changed = true;
    }
    return changed;
}

/* v_sqrt_f16 may be off by 1 ULP, which a half must not be.  v_sqrt_f32's 1 ULP matters for the
 * roots of 4 - 2^-8 and its like only, which lie just below the middle of two halves: a factor
 * of 1 - 2^-24 keeps them there, and takes no other root across a middle. */
static ir_id
root_f16(struct div *d)
{
    ir_id x = ir_build1(&d->b, IR_OP_fpext, IR_F32, d->x);
    ir_id root = ir_build1(&d->b, IR_OP_hw_sqrt, IR_F32, x);
    ir_id below = ir_build_float(&d->b, IR_F32, 0x1.fffffep-1);
    root = ir_build2(&d->b, IR_OP_fmul, IR_F32, root, below);
    return ir_build1(&d->b, IR_OP_fptrunc, IR_F16, root);
}

/* Goldschmidt: s goes to sqrt(x), h to 1 / (2 sqrt(x)); 1/2 - h * s is the error of both.  Small x
 * are scaled by 2^256, so that x - s * s is no denormal, and their roots by 2^-128. */
static ir_id
root_f64(struct div *d)
{
    struct ir_function *f = d->b.function;
    ir_id half = real(d, 0.5);
    ir_id small = test(d, IR_OP_folt, d->x, real(d, 0x1p-767));
    ir_id up = ir_build3(&d->b, IR_OP_select, IR_I32, small, ir_const(f, IR_I32, 256),
                         ir_const(f, IR_I32, 0));
    ir_id down = ir_build3(&d->b, IR_OP_select, IR_I32, small, ir_const(f, IR_I32, (uint64_t)-128),
                           ir_const(f, IR_I32, 0));
    ir_id x = div_op2(d, IR_OP_fldexp, d->x, up);
    ir_id y = op1(d, IR_OP_hw_rsq, x);
    ir_id s = div_op2(d, IR_OP_fmul, x, y), h = div_op2(d, IR_OP_fmul, y, half);
    ir_id r = op3(d, IR_OP_fma, op1(d, IR_OP_fneg, h), s, half);
    h = op3(d, IR_OP_fma, h, r, h);
    s = op3(d, IR_OP_fma, s, r, s);
    for (int i = 0; i < 2; i++) /* Newton's s += (x - s * s) / (2 s) without a division */
        s = op3(d, IR_OP_fma, op3(d, IR_OP_fma, op1(d, IR_OP_fneg, s), s, x), h, s);
    s = div_op2(d, IR_OP_fldexp, s, down);
    /* For these v_rsq gave infinity or 0, and infinity times 0 is NaN: the root is the argument
     * itself. */
    ir_id itself = ir_build2(&d->b, IR_OP_fclass, IR_I1, d->x,
                             ir_const(f, IR_I32, 32 | 64 | 512)); /* zeros and infinity */
    return op3(d, IR_OP_select, itself, d->x, s);
}

static ir_id
replacement(struct div *d, enum ir_op op, ir_id result)
{
    switch (op) {
    case IR_OP_udiv:
    case IR_OP_sdiv:
    case IR_OP_urem:
    case IR_OP_srem:
        return divide_integer(d, op);
    case IR_OP_fdiv:
        return d->type == IR_F64   ? divide_f64(d)
               : d->type == IR_F32 ? divide_f32(d, result)
                                   : divide_f16(d);
    case IR_OP_fsqrt:
        return d->type == IR_F64 ? root_f64(d) : d->type == IR_F32 ? root_f32(d) : root_f16(d);
    default:
        return 0;
    }
}

/* 8-bit and 16-bit integers are divided as 32-bit ones. */
static ir_id
divide_small(struct div *d, enum ir_op op)
{
    enum ir_type small = d->type;
    bool is_signed = op == IR_OP_sdiv || op == IR_OP_srem;
    enum ir_op extend = is_signed ? IR_OP_sext : IR_OP_zext;
    d->type = IR_I32;
    d->x = op1(d, extend, d->x);
    d->y = op1(d, extend, d->y);
    return ir_build1(&d->b, IR_OP_trunc, small, divide_integer(d, op));
}

/* ---- the operations of a block ---- */

struct task {
    struct ir_inst *inst, *twin;
    bool is_twin; /* of an earlier one */
};

struct tasks {
    struct arena arena;
    VEC(struct task) list;
    struct map firsts[2]; /* by sign: operands of 64 bits -> index in the list, + 1 */
    struct map extents;   /* integer operation -> of its arguments */
};

struct extents {
    struct extent of_x, of_y;
};

static bool
is_integer(const struct ir_inst *inst)
{
    return inst->op >= IR_OP_udiv && inst->op <= IR_OP_srem;
}

static void
note_extents(void *context, struct ana_ranges *here, struct ir_inst *inst)
{
    struct tasks *t = context;
    if (!is_integer(inst))
        return;
    const struct ir_function *f = inst->block->function;
    bool is_signed = inst->op == IR_OP_sdiv || inst->op == IR_OP_srem;
    ir_id x = inst->args[0].value, y = inst->args[1].value;
    struct extents *extents = ARENA_NEW(&t->arena, struct extents);
    extents->of_x = extent_of(f, x, ana_range_of(here, x), is_signed);
    extents->of_y = extent_of(f, y, ana_range_of(here, y), is_signed);
    map_put(&t->extents, MAP_KEY(inst), extents);
}

static bool
divides_integers(struct ir_function *function)
{
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (is_integer(inst))
                return true;
    return false;
}

/* A remainder after the quotient of the same numbers, or the other way round, comes with it. */
static void
find_twin(struct tasks *t, const struct ir_function *f, uint32_t index)
{
    struct task *task = &t->list.at[index];
    ir_id x = task->inst->args[0].value, y = task->inst->args[1].value;
    if (task->inst->type != IR_I64 || ir_is_const(f, y))
        return;
    bool is_signed = task->inst->op == IR_OP_sdiv || task->inst->op == IR_OP_srem;
    struct map *firsts = &t->firsts[is_signed];
    uint64_t key = (uint64_t)(uint32_t)x << 32 | (uint32_t)y;
    uintptr_t known = (uintptr_t)map_get(firsts, key);
    struct task *first = known ? &t->list.at[known - 1] : NULL;
    if (!first) {
        map_put(firsts, key, (void *)(uintptr_t)(index + 1));
    } else if (!first->twin && first->inst->op != task->inst->op) {
        first->twin = task->inst;
        task->is_twin = true;
    }
}

static bool
replace(struct ir_function *function, const struct tasks *t, const struct task *task)
{
    struct ir_inst *inst = task->inst;
    struct div d = {.b = {function, inst->block, inst, inst->loc},
                    .type = (enum ir_type)inst->type,
                    .x = inst->args[0].value,
                    .y = inst->arg_count > 1 ? inst->args[1].value : 0,
                    .twin = task->twin};
    enum ir_op op = (enum ir_op)inst->op;
    const struct extents *extents = is_integer(inst) ? map_get(&t->extents, MAP_KEY(inst)) : NULL;
    if (extents) {
        d.of_x = extents->of_x;
        d.of_y = extents->of_y;
    } else { /* a block that nothing reaches */
        d.of_x = d.of_y = (struct extent){UINT64_MAX >> (64 - ir_type_bits(d.type)), false};
    }
    if (div_tests_multiple(&d, inst))
        return true;
    bool small = is_integer(inst) && (d.type == IR_I8 || d.type == IR_I16);
    ir_id value = op == IR_OP_fdiv && d.type == IR_F64 ? divide_floats(&d, inst->def) : 0;
    if (!value)
        value = small ? divide_small(&d, op) : replacement(&d, op, inst->def);
    if (!value)
        return false;
    ir_replace_uses(function, inst->def, value);
    ir_remove(inst);
    if (task->twin)
        ir_remove(task->twin);
    return true;
}

/* The last one first: a branch moves what follows it to another block, every instruction once. */
static bool
lower_block(struct tasks *t, struct ir_block *block, struct ir_function *function)
{
    bool changed = false;
    t->list.count = 0;
    t->firsts[0] = map_new(&t->arena);
    t->firsts[1] = map_new(&t->arena);
    ir_foreach_inst (inst, block) {
        if (!is_integer(inst) && inst->op != IR_OP_fdiv && inst->op != IR_OP_fsqrt)
            continue;
        if (inst->op == IR_OP_fsqrt && inst->type == IR_F32)
            changed |= divide_by_root_f32(function, inst);
        vec_push(&t->arena, &t->list, (struct task){.inst = inst});
        if (is_integer(inst))
            find_twin(t, function, t->list.count - 1);
    }
    for (uint32_t i = t->list.count; i-- > 0;)
        changed |= !t->list.at[i].is_twin && replace(function, t, &t->list.at[i]);
    return changed;
}

bool
lower_div(struct ir_function *function)
{
    struct tasks t = {.list = {0}};
    bool changed = false;
    arena_init_scratch(&t.arena, function->module->arena->allocator, function->module->guard);
    t.extents = map_new(&t.arena);
    if (divides_integers(function))
        ana_ranges_walk(&t.arena, function, note_extents, &t);
    ir_foreach_block (block, function)
        changed |= lower_block(&t, block, function);
    arena_free(&t.arena);
    return changed;
}

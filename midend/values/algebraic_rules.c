/* The rules of algebraic.def as a table, and the conditions that they name. */
#include "midend/values/algebraic.h"

#include "midend/values/algebraic_terms.h"
#include "midend/analysis/analysis.h"
#include "support/ieee.h"
#include "support/limit.h"
#include "support/number.h"

#include <math.h>

/* ---- conditions ---- */

static bool
SHIFTS_FILL(const struct match *m)
{
    uint64_t k = bits_of(m, K), l = bits_of(m, L);
    return k && l && k + l == width_of(m);
}

static bool
SHIFTS_ADD(const struct match *m)
{
    return bits_of(m, K) < width_of(m) && bits_of(m, L) < width_of(m) &&
           bits_of(m, K) + bits_of(m, L) < width_of(m);
}

/* Pointers and booleans have no distance. */
static bool
are_numbers(const struct match *m)
{
    return ir_is_int(type_of(m, A)) && type_of(m, A) != IR_I1;
}

/* 1: L is above K; 0: they are equal; or -1.  Signed numbers of any width keep their order shifted up. */
static int
order(const struct match *m, bool is_signed)
{
    unsigned up = 64 - ir_type_bits(type_of(m, A));
    uint64_t flip = is_signed ? UINT64_C(1) << 63 : 0;
    uint64_t k = (bits_of(m, K) << up) ^ flip, l = (bits_of(m, L) << up) ^ flip;
    return l > k ? 1 : l == k ? 0 : -1;
}

static bool
IN_ORDER(const struct match *m)
{
    return are_numbers(m) && order(m, true) >= 0;
}

static bool
ARE_APART(const struct match *m)
{
    return are_numbers(m) && order(m, true) > 0;
}

static bool
IN_ORDER_UNSIGNED(const struct match *m)
{
    return are_numbers(m) && order(m, false) >= 0;
}

static bool
ARE_APART_UNSIGNED(const struct match *m)
{
    return are_numbers(m) && order(m, false) > 0;
}

static bool
SAME_CONST(const struct match *m)
{
    return m->at[K - A] == m->at[L - A];
}

static bool
SHIFT_IS_SMALL(const struct match *m)
{
    return (bits_of(m, K) & 63) < 32;
}

/* The bits of A that the shift keeps fit the narrow type in between. */
static bool
NONE_CUT_OFF(const struct match *m)
{
    unsigned narrow = ir_type_bits(ir_type_of(m->function, m->inst->args[0].value));
    return type_of(m, A) == IR_I32 && bits_of(m, K) < 32 && bits_of(m, K) + narrow >= 32;
}

/* An object whose address will be a constant. */
static bool
IS_LOCAL_OBJECT(const struct match *m)
{
    const struct ir_inst *def = ir_def(m->function, m->at[A - A]);
    return def && def->op == IR_OP_symbol && type_of(m, A) == IR_P_LOCAL &&
           !ir_is_const(m->function, m->at[B - A]) && !ir_is_const(m->function, m->at[C - A]);
}

/* The constant is added to zero bits: without a carry, it may also be added after the extension. */
static bool
LOW_BITS_FREE(const struct match *m)
{
    uint64_t k = bits_of(m, K);
    return type_of(m, A) == IR_I32 && k < 31 && bits_of(m, L) < UINT64_C(1) << k;
}

/* What the narrow type, or the mask L, takes away is shifted out anyway. */
static bool
NARROW_SHIFTED_OUT(const struct match *m)
{
    const struct ir_inst *zext = ir_def(m->function, m->inst->args[0].value);
    unsigned narrow = ir_type_bits(ir_type_of(m->function, zext->args[0].value));
    return type_of(m, A) == IR_I32 && bits_of(m, K) < 32 && bits_of(m, K) + narrow >= 32;
}

static bool
MASK_SHIFTED_OUT(const struct match *m)
{
    uint64_t k = bits_of(m, K), ones = UINT64_C(2) << (width_of(m) - 1);
    return k < width_of(m) && ((~bits_of(m, L) << k) & (ones - 1)) == 0;
}

/* The mask lets nothing through of what the sign was copied to. */
static bool
MASK_WITHOUT_SIGNS(const struct match *m)
{
    uint64_t k = bits_of(m, K), width = width_of(m);
    return k < width && bits_of(m, L) >> (width - k - 1) >> 1 == 0;
}

/* As selection takes minima and maxima. */
static bool
UP_TO_32_BITS(const struct match *m)
{
    return width_of(m) > 1 && width_of(m) <= 32;
}

static unsigned
most_bits(const struct match *m, enum token capture)
{
    return ana_most_bits(m->function, m->at[capture - A]);
}

/* The number is not negative: it has fewer bits than its type. */
static bool
SIGN_IS_CLEAR(const struct match *m)
{
    return most_bits(m, A) < ir_type_bits(type_of(m, A));
}

/* A result of so many bits fits i32, of which all operands are. */
static bool
fits_i32(const struct match *m, unsigned bits)
{
    return type_of(m, A) == IR_I32 && bits <= 32;
}

/* The narrow type in between takes nothing away. */
static bool
NARROW_HOLDS_ALL(const struct match *m)
{
    unsigned narrow = ir_type_bits(ir_type_of(m->function, m->inst->args[0].value));
    return type_of(m, A) == (enum ir_type)m->inst->type && most_bits(m, A) <= narrow;
}

static bool
SHIFT_FITS(const struct match *m)
{
    return bits_of(m, K) < 32 && fits_i32(m, most_bits(m, A) + (unsigned)bits_of(m, K));
}

/* Of a number of 8 or 16 bits. */
static bool
NARROW_SHIFT_FITS(const struct match *m)
{
    return bits_of(m, K) < 32 && ir_type_bits(type_of(m, A)) < 32 &&
           most_bits(m, A) + bits_of(m, K) <= 32;
}

static bool
SUM_FITS(const struct match *m)
{
    unsigned a = most_bits(m, A), b = most_bits(m, B);
    return type_of(m, B) == IR_I32 && fits_i32(m, (a > b ? a : b) + 1);
}

static bool
PRODUCT_FITS(const struct match *m)
{
    return type_of(m, B) == IR_I32 && fits_i32(m, most_bits(m, A) + most_bits(m, B));
}

/* Is A multiplied by L, too?  A product that does not wrap stays: what it says of distances would be lost. */
static bool
IS_MULTIPLIED(const struct match *m)
{
    if (m->inst->no_wrap)
        return false;
    unsigned seen = 0;
    for (const struct ir_use *use = ir_value(m->function, m->at[A - A])->uses; use;
         use = use->next) {
        if (LIMIT_MET(m->function->module->guard, FACTOR_USES, ++seen > LIMIT_FACTOR_USES))
            return false;
        if (use->user->op == IR_OP_mul && use == &use->user->args[0] &&
            ir_is_const(m->function, use->user->args[1].value) &&
            ir_value(m->function, use->user->args[1].value)->bits == bits_of(m, L))
            return true;
    }
    return false;
}

static bool
IS_WORD_K(const struct match *m)
{
    return bits_of(m, K) <= UINT32_MAX;
}

static bool
MULTIPLE_FITS(const struct match *m)
{
    return fits_i32(m, most_bits(m, A) + most_bits(m, K));
}

static bool
NARROW_MULTIPLE_FITS(const struct match *m)
{
    return ir_type_bits(type_of(m, A)) < 32 && most_bits(m, A) + most_bits(m, K) <= 32;
}

/* Is there nothing above the bits that are multiplied? */
static bool
FITS_24_BITS(const struct match *m)
{
    return most_bits(m, A) <= 24 && (!m->at[K - A] || most_bits(m, K) <= 24);
}

/* The mask leaves all bits of an amount that count. */
static bool
keeps_amount(const struct match *m, enum token mask)
{
    uint64_t bits = width_of(m) - 1;
    return (bits_of(m, mask) & bits) == bits;
}

static bool
KEEPS_AMOUNT(const struct match *m)
{
    return keeps_amount(m, K);
}

static bool
KEEPS_AMOUNT_L(const struct match *m)
{
    return keeps_amount(m, L);
}

/* An amount that is not below the width: as many turns more. */
static bool
IS_TURNED_OVER(const struct match *m)
{
    return bits_of(m, K) >= width_of(m);
}

static bool
IS_WHOLE_TURN(const struct match *m)
{
    return bits_of(m, K) % 32 == 0;
}

/* K lies in bits that are zero in A: their sum has no carry. */
static bool
adds_into_zeros(const struct match *m)
{
    return bits_of(m, K) < UINT64_C(1) << smaller(ana_low_zeros(m->function, m->at[A - A]), 31);
}

/* An index plus a constant that may be added to the address instead. */
static bool
is_index(const struct match *m, uint8_t no_wrap)
{
    const struct ir_inst *add = ir_def(m->function, m->inst->args[0].value);
    if (type_of(m, A) != IR_I32 || ir_is_const(m->function, m->at[A - A]) ||
        (add->no_wrap & no_wrap) != no_wrap)
        return false;
    for (struct ir_use *use = ir_value(m->function, m->inst->def)->uses; use; use = use->next)
        if (use->user->op != IR_OP_shl && use->user->op != IR_OP_mul &&
            use->user->op != IR_OP_ptradd)
            return false;
    return true;
}

static bool
ADDS_SIGNED(const struct match *m)
{
    return is_index(m, IR_NO_SIGNED_WRAP) || (is_index(m, 0) && adds_into_zeros(m));
}

/* The sum does not wrap if it has room. */
static bool
ADDS_UNSIGNED(const struct match *m)
{
    bool has_room = most_bits(m, A) < 32 && most_bits(m, K) < 32;
    return is_index(m, has_room ? 0 : IR_NO_UNSIGNED_WRAP) ||
           (is_index(m, 0) && adds_into_zeros(m));
}

static bool
SAME_TYPE_A(const struct match *m)
{
    return type_of(m, A) == (enum ir_type)m->inst->type;
}

/* From a named space and back.  A generic pointer may change on its way through a named space. */
static bool
SAME_SPACE_A(const struct match *m)
{
    return SAME_TYPE_A(m) && m->inst->type != IR_P_GENERIC;
}

static bool
WIDER_THAN_A(const struct match *m)
{
    return width_of(m) > ir_type_bits(type_of(m, A));
}

/* Of a type that selection can compare: 8 and 16 bits are compared as 32. */
static bool
SAME_TYPES_AB(const struct match *m)
{
    enum ir_type type = type_of(m, A);
    return type == type_of(m, B) && type != IR_I8 && type != IR_I16;
}

/* One side is extended from i32 to i64; the other is a number of so many bits. */
static bool
has_bits(const struct match *m, enum token extended, enum token other, unsigned bits)
{
    return type_of(m, extended) == IR_I32 && type_of(m, other) == IR_I64 &&
           most_bits(m, other) <= bits;
}

static bool
A_IS_POSITIVE(const struct match *m)
{
    return has_bits(m, B, A, 31);
}

static bool
B_IS_POSITIVE(const struct match *m)
{
    return has_bits(m, A, B, 31);
}

static bool
A_IS_WORD(const struct match *m)
{
    return has_bits(m, B, A, 32);
}

static bool
B_IS_WORD(const struct match *m)
{
    return has_bits(m, A, B, 32);
}

/* K of i64 is the extension of an i32, as A is. */
static bool
K_IS_INT(const struct match *m)
{
    int64_t k = (int64_t)bits_of(m, K);
    return type_of(m, A) == IR_I32 && k == (int32_t)k;
}

static bool
K_IS_WORD(const struct match *m)
{
    uint64_t k = bits_of(m, K);
    return type_of(m, A) == IR_I32 && k == (uint32_t)k;
}

static bool
IS_BOOL_A(const struct match *m)
{
    return type_of(m, A) == IR_I1;
}

static bool
ARE_BOOL_CD(const struct match *m)
{
    return type_of(m, C) == IR_I1 && type_of(m, D) == IR_I1;
}

static bool
IS_32_BITS_A(const struct match *m)
{
    return type_of(m, A) == IR_I32;
}

static bool
IS_32_BITS_B(const struct match *m)
{
    return type_of(m, B) == IR_I32;
}

uint64_t
algebraic_reciprocal(const struct match *m)
{
    unsigned width = ir_type_bits(m->inst->type);
    return ieee_bits(width, 1 / ieee_value(width, bits_of(m, K)));
}

static bool
is_normal(enum ir_type type, uint64_t bits)
{
    unsigned exponent = type == IR_F32 ? bits >> 23 & 0xff : bits >> 52 & 0x7ff;
    return exponent > 0 && exponent < (type == IR_F32 ? 0xffu : 0x7ffu);
}

static bool
HAS_RECIPROCAL(const struct match *m)
{
    enum ir_type type = (enum ir_type)m->inst->type;
    return is_normal(type, bits_of(m, K)) && is_normal(type, algebraic_reciprocal(m));
}

static bool
IS_TWO(const struct match *m)
{
    return bits_of(m, K) == UINT64_C(0x4000000000000000);
}

static bool
IS_MINUS_TWO(const struct match *m)
{
    return bits_of(m, K) == UINT64_C(0xc000000000000000);
}

static bool
IS_POWER(const struct match *m)
{
    return (bits_of(m, K) & UINT64_C(0xfffffffffffff)) == 0 && HAS_RECIPROCAL(m);
}

/* ---- what the program promises of floats ---- */

static bool
IS_FINITE(const struct match *m)
{
    return m->inst->no_wrap & IR_FINITE;
}

static bool
NO_SIGNED_ZEROS(const struct match *m)
{
    return m->inst->no_wrap & IR_NO_SIGNED_ZEROS;
}

bool
algebraic_is_relaxed(const struct ir_inst *inst)
{
    return inst && inst->no_wrap & IR_FINITE && inst->no_wrap & IR_NO_SIGNED_ZEROS;
}

static bool
IS_RELAXED(const struct match *m)
{
    return algebraic_is_relaxed(m->inst);
}

/* Of a choice. */
static bool
COMPARE_IS_RELAXED(const struct match *m)
{
    return algebraic_is_relaxed(ir_def(m->function, m->inst->args[0].value));
}

static bool
FINITE_BESIDE_INFINITE(const struct match *m)
{
    unsigned width = ir_type_bits(type_of(m, K));
    return IS_FINITE(m) && isinf(ieee_value(width, bits_of(m, K)));
}

static bool
FINITE_BELOW_INFINITE(const struct match *m)
{
    unsigned width = ir_type_bits(type_of(m, K));
    return FINITE_BESIDE_INFINITE(m) && ieee_value(width, bits_of(m, K)) > 0;
}

enum { FINITE_CLASSES = 0x1f8 }; /* v_cmp_class's */

static bool
FINITE_IS_NONE(const struct match *m)
{
    return IS_FINITE(m) && !(bits_of(m, K) & FINITE_CLASSES);
}

static bool
FINITE_IS_ANY(const struct match *m)
{
    return IS_FINITE(m) && (bits_of(m, K) & FINITE_CLASSES) == FINITE_CLASSES;
}

/* ---- rules ---- */

const struct rule algebraic_table[RULE_COUNT] = {
#define ALWAYS NULL
#define RULE(types, condition, pattern, replacement)                                               \
    {types, condition, {pattern, END}, {replacement, END}},
#include "midend/values/algebraic.def"
#undef RULE
#undef ALWAYS
};

/* Quotients by constants: multiplication (Granlund and Montgomery, PLDI 1994, in the form of Warren's
 * "Hacker's Delight", chapter 10), one of 24 bits where bounds allow it, shifts for powers of two. */
#include "midend/lower/lower_div.h"

#include "midend/ir/ir_build.h"

typedef unsigned __int128 wide_number;

/* x / c by a product: floor(x * magic / 2^(width + shift)), where magic is 2^(width + shift) / c
 * rounded up, which is right for all x below 2^bits where what rounding adds to magic * c is at most
 * 2^(width + shift - bits).  Finds the smallest such shift; false: magic would not fit its width. */
static bool
find_magic(uint64_t c, unsigned width, unsigned bits, uint64_t *magic, unsigned *shift)
{
    for (*shift = 0; *shift < width && (*shift == 0 || c >> (*shift - 1)); ++*shift) {
        wide_number power = (wide_number)1 << (width + *shift), m = power / c + 1;
        if (m >> width)
            return false;
        *magic = (uint64_t)m;
        if (m * c - power <= (wide_number)1 << (width + *shift - bits))
            return true;
    }
    return false;
}

/* x / c for unsigned c that is no power of two.  For 7, where the product needs 33 bits: high =
 * x * 0x24924925 >> 32, the quotient is ((x - high) / 2 + high) >> 2.  An even number is halved
 * first, which leaves x a bit less. */
static ir_id
divide_by_magic(struct div *d, uint64_t c)
{
    unsigned width = ir_type_bits(d->type), even = (unsigned)__builtin_ctzll(c), shift_by;
    unsigned bits = d->of_x.most ? 64 - (unsigned)__builtin_clzll(d->of_x.most) : 0;
    uint64_t magic;
    if (find_magic(c, width, bits, &magic, &shift_by))
        return div_shift(d, IR_OP_lshr, div_op2(d, IR_OP_umulhi, d->x, div_number(d, magic)),
                         shift_by);
    if (even && bits > even && find_magic(c >> even, width, bits - even, &magic, &shift_by)) {
        ir_id x = div_shift(d, IR_OP_lshr, d->x, even);
        return div_shift(d, IR_OP_lshr, div_op2(d, IR_OP_umulhi, x, div_number(d, magic)),
                         shift_by);
    }
    shift_by = 64 - (unsigned)__builtin_clzll(c - 1); /* ceil(log2 c) */
    wide_number power = (wide_number)1 << shift_by;
    magic = (uint64_t)(((power - c) << width) / c) + 1; /* the top bit, of 2^width, is implied */
    ir_id high = div_op2(d, IR_OP_umulhi, d->x, div_number(d, magic));
    /* (x + high) / 2 without losing the carry */
    ir_id half = div_shift(d, IR_OP_lshr, div_op2(d, IR_OP_sub, d->x, high), 1);
    return div_shift(d, IR_OP_lshr, div_op2(d, IR_OP_add, half, high), shift_by - 1);
}

/* A product that the vector unit may compute of the factors' low 24 bits. */
static ir_id
product24(struct div *d, enum ir_op op, ir_id a, uint64_t k, uint8_t wrap)
{
    ir_id id = div_op2(d, op, a, div_number(d, k));
    if (ir_def(d->b.function, id))
        ir_def(d->b.function, id)->no_wrap |= wrap;
    return id;
}

/* x / size for x of so few bits that a product of 24-bit numbers gives it: x * magic >> by, where magic is
 * 2^by / size rounded up.  Right as long as what rounding adds, magic * size - 2^by, is below 2^by / x.  A
 * negative x gives the next lower number, since what is added is not 0. */
struct narrow_magic {
    uint32_t magic;
    unsigned by;   /* of the product; of its upper half, 32 is taken off */
    unsigned left; /* x is shifted before, if it is the upper half */
    bool is_high;
};

static bool
find_narrow_magic(const struct div *d, uint64_t size, bool is_signed, struct narrow_magic *found)
{
    uint64_t most = d->of_x.most, room = is_signed ? 1 << 23 : 1 << 24;
    if (most >= room || size >= room)
        return false;
    for (unsigned by = 0; by < 48; by++) {
        uint64_t magic = (UINT64_C(1) << by) / size + 1, error = magic * size - (UINT64_C(1) << by);
        if (magic >= room)
            return false;
        if (error * most >= UINT64_C(1) << by)
            continue;
        *found = (struct narrow_magic){.magic = (uint32_t)magic, .by = by};
        if (by < 32 && magic * most < UINT64_C(1) << (is_signed ? 31 : 32))
            return true;
        found->is_high = true;
        found->left = by < 32 ? 32 - by : 0;
        found->by = by < 32 ? 0 : by - 32;
        return !is_signed && most << found->left < room;
    }
    return false;
}

/* The quotient by a number that is no power of two; 0: a longer way is needed. */
static ir_id
divide_narrow(struct div *d, uint64_t size, bool negative, bool is_signed)
{
    struct narrow_magic m;
    bool has_sign = is_signed && !d->of_x.is_positive;
    if (d->type != IR_I32 || !find_narrow_magic(d, size, has_sign, &m))
        return 0;
    ir_id x = div_shift(d, IR_OP_shl, d->x, m.left);
    ir_id q = product24(d, m.is_high ? IR_OP_umulhi : IR_OP_mul, x, m.magic,
                        has_sign ? IR_SIGNED24 : IR_UNSIGNED24);
    q = div_shift(d, has_sign ? IR_OP_ashr : IR_OP_lshr, q, m.by);
    if (has_sign)
        q = div_op2(d, IR_OP_add, q, div_shift(d, IR_OP_lshr, d->x, 31));
    return negative ? div_op2(d, IR_OP_sub, div_number(d, 0), q) : q;
}

/* x / c for signed |c| >= 3 that is no power of two: "Hacker's Delight", section 10-1.  Finds the
 * smallest p >= width for which 2^p / |c| rounded up is accurate enough; for 7 of 32 bits: p = 34,
 * magic 0x92492493. */
static ir_id
divide_by_signed_magic(struct div *d, uint64_t c, bool negative)
{
    unsigned width = ir_type_bits(d->type), p = width;
    wide_number size = negative ? (0 - c) & (UINT64_MAX >> (64 - width)) : c;
    wide_number least = (wide_number)1 << (width - 1);
    /* The largest magnitude of x with remainder |c| - 1: where an error would show first. */
    wide_number limit = least + negative - 1 - (least + negative) % size;
    while (((wide_number)1 << p) <= limit * (size - ((wide_number)1 << p) % size))
        p++;
    wide_number power = (wide_number)1 << p;
    uint64_t magic = (uint64_t)((power + size - power % size) / size);
    magic = (negative ? 0 - magic : magic) & (UINT64_MAX >> (64 - width));
    ir_id q = div_op2(d, IR_OP_smulhi, d->x, div_number(d, magic));
    /* A magic number with the top bit counts as negative, 2^width too small. */
    bool counts_as_negative = magic >> (width - 1) & 1;
    if (!negative && counts_as_negative)
        q = div_op2(d, IR_OP_add, q, d->x);
    if (negative && !counts_as_negative)
        q = div_op2(d, IR_OP_sub, q, d->x);
    q = div_shift(d, IR_OP_ashr, q, p - width);
    return div_op2(d, IR_OP_add, q, div_shift(d, IR_OP_lshr, q, width - 1)); /* toward zero */
}

/* A shift rounds down, division toward zero: -7 / 4 is (-7 + 3) >> 2 = -1. */
static ir_id
divide_signed_by_power(struct div *d, unsigned log2, bool negative)
{
    unsigned width = ir_type_bits(d->type);
    ir_id bias =
        div_shift(d, IR_OP_lshr, div_sign_of(d, d->x), width - log2); /* c - 1 for negative x */
    ir_id q = div_shift(d, IR_OP_ashr, div_op2(d, IR_OP_add, d->x, bias), log2);
    return negative ? div_op2(d, IR_OP_sub, div_number(d, 0), q) : q;
}

/* The magnitude of the constant. */
static uint64_t
size_of(const struct div *d, uint64_t c, bool is_signed, bool *negative)
{
    unsigned width = ir_type_bits(d->type);
    *negative = is_signed && (c >> (width - 1) & 1);
    return *negative ? (0 - c) & (UINT64_MAX >> (64 - width)) : c;
}

/* The quotient by a constant, or 0 when there is no short way. */
ir_id
div_by_constant(struct div *d, uint64_t c, bool is_signed)
{
    bool negative;
    uint64_t size = size_of(d, c, is_signed, &negative);
    if (size == 0)
        return 0;
    if ((size & (size - 1)) == 0) {
        unsigned log2 = (unsigned)__builtin_ctzll(size);
        if (!is_signed)
            return div_shift(d, IR_OP_lshr, d->x, log2);
        if (log2 == 0)
            return negative ? div_op2(d, IR_OP_sub, div_number(d, 0), d->x) : d->x;
        return divide_signed_by_power(d, log2, negative);
    }
    ir_id narrow = divide_narrow(d, size, negative, is_signed);
    if (narrow)
        return narrow;
    return is_signed ? divide_by_signed_magic(d, c, negative) : divide_by_magic(d, c);
}

/* A remainder of 64 bits is smaller than the constant: where that has 32, so are the product and the difference. */
static ir_id
short_remainder(struct div *d, ir_id q, uint64_t c, bool is_signed)
{
    struct ir_function *f = d->b.function;
    ir_id x = ir_build1(&d->b, IR_OP_trunc, IR_I32, d->x);
    ir_id product = ir_build2(&d->b, IR_OP_mul, IR_I32, ir_build1(&d->b, IR_OP_trunc, IR_I32, q),
                              ir_const(f, IR_I32, (uint32_t)c));
    return ir_build1(&d->b, is_signed ? IR_OP_sext : IR_OP_zext, IR_I64,
                     ir_build2(&d->b, IR_OP_sub, IR_I32, x, product));
}

/* x - q * c as x + q * -c, which is one instruction for numbers of 24 bits. */
ir_id
div_constant_remainder(struct div *d, ir_id q, bool is_signed)
{
    enum { MOST = (1 << 23) - 1 };
    bool negative;
    uint64_t c = ir_value(d->b.function, d->y)->bits, size = size_of(d, c, is_signed, &negative);
    if (d->type == IR_I64 && size <= UINT64_C(1) << (is_signed ? 31 : 32))
        return short_remainder(d, q, c, is_signed);
    if (d->type != IR_I32 || size > MOST || d->of_x.most / size > MOST)
        return div_op2(d, IR_OP_sub, d->x, div_op2(d, IR_OP_mul, q, d->y));
    return div_op2(d, IR_OP_add, d->x,
                   product24(d, IR_OP_mul, q, negative ? size : 0 - size, IR_SIGNED24));
}

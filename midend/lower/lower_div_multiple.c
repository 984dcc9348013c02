/* Remainders by constants that are only compared with a constant: whether a number is a multiple needs no quotient.
 *
 *   %2 = urem i32 %1, i32 6    ->   %4 = mul i32 %1, i32 0xaaaaaaab
 *   %3 = eq i1 %2, i32 0            %5 = fshr i32 %4, %4, i32 1
 *                                   %3 = ule i1 %5, i32 0x2aaaaaaa
 *
 * The product with the inverse of the odd part modulo 2^width takes the multiples to the smallest numbers, in their
 * order ("Hacker's Delight", section 10-17).  Where x is bounded, x * magic modulo 2^by, magic being 2^by / c rounded
 * up, is below magic for multiples alone (Lemire, Kaser, Kurz: "Faster remainder by direct computation", 2019). */
#include "midend/lower/lower_div.h"

#include "midend/ir/ir_build.h"

typedef unsigned __int128 wide_number;

struct multiple {
    struct div *d;
    struct ir_inst *compare;
    uint64_t c, rest; /* x % c == rest, or != */
    unsigned width;
};

static uint64_t
ones(unsigned width)
{
    return UINT64_MAX >> (64 - width);
}

/* The comparison becomes one of t with a bound. */
static bool
ask(struct multiple *m, enum ir_op op, ir_id t, uint64_t bound)
{
    struct ir_inst *compare = m->compare;
    struct ir_builder b = {m->d->b.function, compare->block, compare, compare->loc};
    ir_id result = ir_build2(&b, op, IR_I1, t, div_number(m->d, bound));
    ir_replace_uses(b.function, compare->def, result);
    ir_remove(compare);
    return true;
}

static bool
asks_equal(const struct multiple *m)
{
    return m->compare->op == IR_OP_eq;
}

static ir_id
plus(struct multiple *m, ir_id x, uint64_t k)
{
    k &= ones(m->width);
    return k ? div_op2(m->d, IR_OP_add, x, div_number(m->d, k)) : x;
}

/* x = q * c + r: the product is r * magic + q * error modulo 2^by, error being what rounding up adds to magic * c.
 * What belongs to one r stays below what belongs to the next as long as that of q does not reach magic. */
static bool
find_bounded_magic(const struct multiple *m, unsigned by, uint64_t *magic)
{
    uint64_t power = UINT64_C(1) << by;
    *magic = power / m->c + 1;
    return (wide_number)(m->d->of_x.most / m->c + 1) * (*magic * m->c - power) < *magic;
}

/* The most bits for which the product is one of 24-bit numbers; 0: there are none. */
static unsigned
find_fast_magic(const struct multiple *m, uint64_t *magic)
{
    enum { FAST = 1 << 24 };
    if (m->d->of_x.most < FAST)
        for (unsigned by = 32; by > 1; by--)
            if (find_bounded_magic(m, by, magic) && *magic < FAST)
                return by;
    return 0;
}

static bool
by_bounded_magic(struct multiple *m)
{
    struct div *d = m->d;
    uint64_t magic;
    if (m->width != 32)
        return false;
    unsigned fast = find_fast_magic(m, &magic), by = fast ? fast : 32;
    if (!fast && !find_bounded_magic(m, by, &magic))
        return false;
    ir_id t = div_op2(d, IR_OP_mul, d->x, div_number(d, magic));
    if (fast && ir_def(d->b.function, t))
        ir_def(d->b.function, t)->no_wrap |= IR_UNSIGNED24;
    bool is_last = m->rest == m->c - 1; /* its products are the greatest */
    if (!is_last)
        t = plus(m, t, 0 - m->rest * magic);
    if (by < 32)
        t = div_op2(d, IR_OP_and, t, div_number(d, ones(by)));
    return ask(m, asks_equal(m) == is_last ? IR_OP_uge : IR_OP_ult, t,
               is_last ? m->rest * magic : magic);
}

/* y * result is 1 modulo 2^64 for odd y: each step doubles the bits that are right, of which y itself has 3. */
static uint64_t
inverse_of(uint64_t y)
{
    uint64_t x = y;
    for (unsigned bits = 3; bits < 64; bits *= 2)
        x *= 2 - y * x;
    return x;
}

/* Numbers with sign: quotients from -most to most, which are moved up to begin at 0. */
static bool
by_inverse(struct multiple *m, bool is_signed)
{
    struct div *d = m->d;
    unsigned even = (unsigned)__builtin_ctzll(m->c);
    uint64_t inverse = inverse_of(m->c >> even) & ones(m->width), moved = 0 - m->rest * inverse;
    uint64_t most = ((ones(m->width) >> is_signed) - m->rest) / m->c;
    if (is_signed) {
        moved = most << even;
        most *= 2;
    }
    ir_id t = plus(m, div_op2(d, IR_OP_mul, d->x, div_number(d, inverse)), moved);
    if (even)
        t = ir_build3(&d->b, IR_OP_fshr, d->type, t, t, ir_const(d->b.function, IR_I32, even));
    return ask(m, asks_equal(m) ? IR_OP_ule : IR_OP_ugt, t, most);
}

/* A negative number has no positive remainder. */
static bool
by_mask(struct multiple *m, bool is_signed)
{
    uint64_t mask = m->c - 1;
    if (is_signed && m->rest)
        mask |= UINT64_C(1) << (m->width - 1);
    ir_id t = div_op2(m->d, IR_OP_and, m->d->x, div_number(m->d, mask));
    return ask(m, (enum ir_op)m->compare->op, t, m->rest);
}

/* The quotient is there: the remainder is one more product. */
static bool
has_quotient(const struct div *d, enum ir_op op)
{
    enum ir_op quotient = op == IR_OP_urem ? IR_OP_udiv : IR_OP_sdiv;
    for (const struct ir_use *use = ir_value(d->b.function, d->x)->uses; use; use = use->next)
        if (use->user->op == quotient && use->user->args[0].value == d->x &&
            use->user->args[1].value == d->y)
            return true;
    return false;
}

static bool
is_multiple_test(const struct div *d, const struct ir_inst *inst, struct multiple *m,
                 bool is_signed)
{
    const struct ir_function *f = d->b.function;
    const struct ir_use *use = ir_value(f, inst->def)->uses;
    if ((d->type != IR_I32 && d->type != IR_I64) || !ir_is_const(f, d->y) || !use || use->next)
        return false;
    m->compare = use->user;
    if ((m->compare->op != IR_OP_eq && m->compare->op != IR_OP_ne) ||
        m->compare->args[0].value != inst->def || !ir_is_const(f, m->compare->args[1].value))
        return false;
    m->width = ir_type_bits(d->type);
    m->c = ir_value(f, d->y)->bits & ones(m->width);
    m->rest = ir_value(f, m->compare->args[1].value)->bits & ones(m->width);
    if (is_signed && m->c >> (m->width - 1)) /* the remainder is that of the magnitude */
        m->c = (0 - m->c) & ones(m->width);
    return m->c > 1 && m->rest < m->c;
}

bool
div_tests_multiple(struct div *d, struct ir_inst *inst)
{
    enum { NARROW = 1 << 23 }; /* short as it is */
    bool is_signed = inst->op == IR_OP_srem && !d->of_x.is_positive;
    struct multiple m = {.d = d};
    if ((inst->op != IR_OP_urem && inst->op != IR_OP_srem) ||
        !is_multiple_test(d, inst, &m, inst->op == IR_OP_srem) ||
        has_quotient(d, (enum ir_op)inst->op))
        return false;
    bool is_power = (m.c & (m.c - 1)) == 0;
    if (is_signed && !is_power && (m.rest || (m.width == 32 && d->of_x.most < NARROW)))
        return false;
    bool done = is_power ? by_mask(&m, is_signed)
                         : (!is_signed && by_bounded_magic(&m)) || by_inverse(&m, is_signed);
    if (done)
        ir_remove(inst);
    return done;
}

/* What operations make of intervals: one function for each kind, one row for each operation.
 *
 * Bounds are computed in 128 bits, where no sum or product of two numbers of 64 bits overflows.  A result that
 * does not fit its type may be any number of it, but if the operation promises that it fits. */
#include "midend/analysis/ana_range.h"

#include "midend/ir/ir_info.h"
#include "support/number.h"

typedef __int128 exact;

struct arguments {
    const struct ana_ranges *here;
    const struct ir_function *function;
    const struct ir_inst *inst;
    struct ana_range a, b; /* of the first two; b also of the third, of a choice */
    struct ana_range all;  /* of the type of the result */
    unsigned width;
    bool is_exact;
};

typedef struct ana_range range_function(struct arguments *at);

static bool
is_positive(struct ana_range r)
{
    return r.lo >= 0;
}

static bool
is_number(struct ana_range r)
{
    return r.lo == r.hi;
}

static struct ana_range
from_zero(const struct arguments *at, exact hi)
{
    return (struct ana_range){0, hi > at->all.hi ? at->all.hi : (int64_t)hi};
}

static struct ana_range
both(struct ana_range a, struct ana_range b)
{
    return (struct ana_range){smaller(a.lo, b.lo), larger(a.hi, b.hi)};
}

/* Of an operation that may have promised not to wrap. */
static struct ana_range
fitted(struct arguments *at, exact lo, exact hi)
{
    at->is_exact = lo >= at->all.lo && hi <= at->all.hi;
    if (!at->is_exact && !(at->inst->no_wrap & IR_NO_SIGNED_WRAP))
        return at->all;
    at->is_exact = true;
    return (struct ana_range){lo < at->all.lo   ? at->all.lo
                              : lo > at->all.hi ? at->all.hi
                                                : (int64_t)lo,
                              hi > at->all.hi   ? at->all.hi
                              : hi < at->all.lo ? at->all.lo
                                                : (int64_t)hi};
}

/* Of any numbers any sum may come. */
static bool
is_any(const struct arguments *at)
{
    return at->a.lo == at->all.lo && at->a.hi == at->all.hi && at->b.lo <= 0 && at->b.hi >= 0 &&
           !(at->inst->no_wrap & IR_NO_SIGNED_WRAP);
}

static struct ana_range
of_add(struct arguments *at)
{
    if (is_any(at))
        return at->all;
    return fitted(at, (exact)at->a.lo + at->b.lo, (exact)at->a.hi + at->b.hi);
}

static struct ana_range
of_sub(struct arguments *at)
{
    return fitted(at, (exact)at->a.lo - at->b.hi, (exact)at->a.hi - at->b.lo);
}

/* The least and the greatest of the products of bounds. */
static void
products(const struct arguments *at, exact *lo, exact *hi)
{
    const int64_t x[] = {at->a.lo, at->a.hi}, y[] = {at->b.lo, at->b.hi};
    *lo = *hi = (exact)x[0] * y[0];
    for (unsigned i = 1; i < 4; i++) {
        exact product = (exact)x[i & 1] * y[i >> 1];
        *lo = product < *lo ? product : *lo;
        *hi = product > *hi ? product : *hi;
    }
}

static struct ana_range
of_mul(struct arguments *at)
{
    exact lo, hi;
    if (at->inst->no_wrap & IR_LOW24) /* the rest is undefined */
        return at->all;
    products(at, &lo, &hi);
    return fitted(at, lo, hi);
}

static struct ana_range
of_mulhi_signed(struct arguments *at)
{
    exact lo, hi;
    products(at, &lo, &hi);
    return (struct ana_range){(int64_t)(lo >> at->width), (int64_t)(hi >> at->width)};
}

/* Less than either factor. */
static struct ana_range
of_mulhi_unsigned(struct arguments *at)
{
    if (is_positive(at->a) && is_positive(at->b))
        return of_mulhi_signed(at);
    if (!is_positive(at->a) && !is_positive(at->b))
        return at->all;
    return from_zero(at, is_positive(at->a) ? at->a.hi : at->b.hi);
}

/* Factors that the 24 bits hold are what is multiplied. */
static struct ana_range
of_mul24(struct arguments *at)
{
    bool is_signed = at->inst->op == IR_OP_smul24;
    int64_t hi = is_signed ? (1 << 23) - 1 : (1 << 24) - 1, lo = is_signed ? -hi - 1 : 0;
    exact least, most;
    if (at->a.lo < lo || at->b.lo < lo || at->a.hi > hi || at->b.hi > hi)
        return at->all;
    products(at, &least, &most);
    if (least < at->all.lo || most > at->all.hi)
        return at->all;
    return (struct ana_range){(int64_t)least, (int64_t)most};
}

/* The amount, if it is a constant: modulo the width. */
static bool
amount_of(const struct arguments *at, unsigned *by)
{
    *by = (unsigned)at->b.lo & (at->width - 1);
    return is_number(at->b);
}

static struct ana_range
of_shl(struct arguments *at)
{
    unsigned by;
    if (!amount_of(at, &by))
        return at->all;
    return fitted(at, (exact)at->a.lo * ((exact)1 << by), (exact)at->a.hi * ((exact)1 << by));
}

static struct ana_range
of_ashr(struct arguments *at)
{
    unsigned by;
    if (amount_of(at, &by))
        return (struct ana_range){at->a.lo >> by, at->a.hi >> by};
    return (struct ana_range){smaller(at->a.lo, 0), larger(at->a.hi, -1)};
}

static struct ana_range
of_lshr(struct arguments *at)
{
    unsigned by;
    bool is_known = amount_of(at, &by);
    if (is_positive(at->a))
        return is_known ? of_ashr(at) : from_zero(at, at->a.hi);
    if (!is_known || !by)
        return at->all;
    return from_zero(at, (exact)(UINT64_MAX >> (64 - at->width) >> by));
}

/* Numbers of the sign and no more bits than either has. */
static struct ana_range
of_bits(const struct arguments *at)
{
    struct ana_range r = both(at->a, at->b);
    uint64_t ones = (uint64_t)(r.hi < 0 ? 0 : r.hi) | (uint64_t)(r.lo < 0 ? ~r.lo : 0);
    int64_t most = ones ? (int64_t)(UINT64_MAX >> __builtin_clzll(ones)) : 0;
    return (struct ana_range){r.lo < 0 ? -most - 1 : 0, most};
}

static struct ana_range
of_and(struct arguments *at)
{
    bool a = is_positive(at->a), b = is_positive(at->b);
    if (!a && !b)
        return of_bits(at);
    return from_zero(at, a && b ? smaller(at->a.hi, at->b.hi) : a ? at->a.hi : at->b.hi);
}

static struct ana_range
of_or(struct arguments *at)
{
    struct ana_range r = of_bits(at);
    if (is_positive(at->a) && is_positive(at->b))
        r.lo = larger(at->a.lo, at->b.lo);
    else if (at->a.hi < 0 || at->b.hi < 0)
        r.hi = -1;
    return r;
}

static struct ana_range
of_xor(struct arguments *at)
{
    return of_bits(at);
}

static struct ana_range
of_smin(struct arguments *at)
{
    return (struct ana_range){smaller(at->a.lo, at->b.lo), smaller(at->a.hi, at->b.hi)};
}

/* Also of a number and what it is subtracted from 0: the magnitude. */
static struct ana_range
of_smax(struct arguments *at)
{
    struct ana_range r = {larger(at->a.lo, at->b.lo), larger(at->a.hi, at->b.hi)};
    for (unsigned i = 0; i < 2; i++) {
        const struct ir_inst *sub = ir_def(at->function, at->inst->args[i].value);
        struct ana_range x = i ? at->a : at->b;
        if (sub && sub->op == IR_OP_sub && sub->args[1].value == at->inst->args[1 - i].value &&
            is_number(ana_range_of(at->here, sub->args[0].value)) &&
            ana_range_of(at->here, sub->args[0].value).lo == 0 && x.lo > at->all.lo)
            r.lo = larger(r.lo, 0);
    }
    return r;
}

static struct ana_range
of_saturated(struct arguments *at)
{
    bool minus = at->inst->op == IR_OP_usub_sat || at->inst->op == IR_OP_ssub_sat;
    bool has_sign = at->inst->op == IR_OP_sadd_sat || at->inst->op == IR_OP_ssub_sat;
    exact lo = (exact)at->a.lo + (minus ? -(exact)at->b.hi : at->b.lo);
    exact hi = (exact)at->a.hi + (minus ? -(exact)at->b.lo : at->b.hi);
    if (!has_sign && (!is_positive(at->a) || !is_positive(at->b)))
        return minus && is_positive(at->a) ? from_zero(at, at->a.hi) : at->all;
    exact least = has_sign ? at->all.lo : 0;
    if (!has_sign && hi > at->all.hi)
        return at->all;
    lo = lo < least ? least : lo > at->all.hi ? at->all.hi : lo;
    hi = hi < least ? least : hi > at->all.hi ? at->all.hi : hi;
    return (struct ana_range){(int64_t)lo, (int64_t)hi};
}

static struct ana_range
of_umin(struct arguments *at)
{
    bool a = is_positive(at->a), b = is_positive(at->b);
    if (a && b)
        return of_smin(at);
    if (!a && !b)
        return at->all;
    return from_zero(at, a ? at->a.hi : at->b.hi);
}

static struct ana_range
of_umax(struct arguments *at)
{
    return is_positive(at->a) && is_positive(at->b) ? of_smax(at) : at->all;
}

/* By zero: any number, so that nothing is known of a divisor that can be no other. */
static struct ana_range
of_udiv(struct arguments *at)
{
    int64_t least = larger(at->b.lo, 1);
    if (at->b.lo == 0 && at->b.hi == 0)
        return at->all;
    if (!is_positive(at->b))
        return is_positive(at->a) ? from_zero(at, at->a.hi) : at->all;
    if (is_positive(at->a))
        return (struct ana_range){at->a.lo / larger(at->b.hi, 1), at->a.hi / least};
    if (least < 2)
        return at->all;
    return from_zero(at, (exact)((UINT64_MAX >> (64 - at->width)) / (uint64_t)least));
}

/* Toward zero; the least number by -1 does not fit. */
static struct ana_range
of_sdiv(struct arguments *at)
{
    if (at->b.lo == 0 && at->b.hi == 0)
        return at->all;
    if (at->b.lo > 0 && is_number(at->b))
        return (struct ana_range){at->a.lo / at->b.lo, at->a.hi / at->b.lo};
    if (is_positive(at->b))
        return (struct ana_range){smaller(at->a.lo, 0), larger(at->a.hi, 0)};
    if (at->a.lo == at->all.lo)
        return at->all;
    int64_t most = larger(at->a.hi, -at->a.lo);
    return (struct ana_range){-most, most};
}

static struct ana_range
of_urem(struct arguments *at)
{
    struct ana_range r = is_positive(at->a) ? from_zero(at, at->a.hi) : at->all;
    if (at->b.lo == 0 && at->b.hi == 0)
        return at->all;
    if (is_positive(at->b))
        r = from_zero(at, is_positive(at->a) ? smaller(at->a.hi, at->b.hi - 1) : at->b.hi - 1);
    return r;
}

/* Of the sign of what is divided, below both magnitudes. */
static struct ana_range
of_srem(struct arguments *at)
{
    exact most = larger(at->b.hi, 0);
    most = -(exact)at->b.lo > most ? -(exact)at->b.lo : most;
    if (!most)
        return at->all;
    int64_t below = (int64_t)(most - 1);
    return (struct ana_range){smaller(0, larger(at->a.lo, -below)),
                              larger(0, smaller(at->a.hi, below))};
}

static struct ana_range
of_zext(struct arguments *at)
{
    unsigned from = ir_type_bits(ir_type_of(at->function, at->inst->args[0].value));
    return is_positive(at->a) ? at->a : from_zero(at, (exact)(UINT64_MAX >> (64 - from)));
}

static struct ana_range
of_sext(struct arguments *at)
{
    return at->a;
}

static struct ana_range
of_trunc(struct arguments *at)
{
    return at->a.lo >= at->all.lo && at->a.hi <= at->all.hi ? at->a : at->all;
}

static struct ana_range
of_bitcast(struct arguments *at)
{
    return ir_is_int(ir_type_of(at->function, at->inst->args[0].value)) ? at->a : at->all;
}

static struct ana_range
of_unpack(struct arguments *at)
{
    if (ir_type_of(at->function, at->inst->args[0].value) != IR_I64)
        return at->all;
    if (at->inst->op == IR_OP_unpack_lo)
        return of_trunc(at);
    return (struct ana_range){at->a.lo >> 32, at->a.hi >> 32};
}

static struct ana_range
of_pack64(struct arguments *at)
{
    int64_t low = is_positive(at->a) ? at->a.hi : (int64_t)UINT32_MAX;
    int64_t least = is_positive(at->a) ? at->a.lo : 0;
    if (at->inst->type != IR_I64)
        return at->all;
    return (struct ana_range){at->b.lo * (INT64_C(1) << 32) + least,
                              at->b.hi * (INT64_C(1) << 32) + low};
}

/* Of so many bits, if that is a constant. */
static struct ana_range
of_field(struct arguments *at)
{
    struct ana_range width = ana_range_of(at->here, at->inst->args[2].value);
    unsigned bits = (unsigned)width.lo & 31;
    if (!is_number(width))
        return at->all;
    if (at->inst->op == IR_OP_ubfe || !bits)
        return from_zero(at, ((exact)1 << bits) - 1);
    return (struct ana_range){-(INT64_C(1) << (bits - 1)), (INT64_C(1) << (bits - 1)) - 1};
}

static struct ana_range
of_count(struct arguments *at)
{
    return from_zero(at, ir_type_bits(ir_type_of(at->function, at->inst->args[0].value)));
}

static struct ana_range
of_mbcnt(struct arguments *at)
{
    return fitted(at, at->b.lo, (exact)at->b.hi + 64);
}

static struct ana_range
of_workitem_id(struct arguments *at)
{
    enum { MOST = 1023 };
    const struct kernel_info *kernel = at->function->kernel;
    uint32_t size = kernel ? kernel->reqd_group_size[at->inst->dimension] : 0;
    return from_zero(at, size ? size - 1 : MOST);
}

static range_function *const rows[IR_OPS] = {
    [IR_OP_add] = of_add,
    [IR_OP_sub] = of_sub,
    [IR_OP_mul] = of_mul,
    [IR_OP_umulhi] = of_mulhi_unsigned,
    [IR_OP_smulhi] = of_mulhi_signed,
    [IR_OP_umul24] = of_mul24,
    [IR_OP_smul24] = of_mul24,
    [IR_OP_shl] = of_shl,
    [IR_OP_lshr] = of_lshr,
    [IR_OP_ashr] = of_ashr,
    [IR_OP_and] = of_and,
    [IR_OP_or] = of_or,
    [IR_OP_xor] = of_xor,
    [IR_OP_umin] = of_umin,
    [IR_OP_umax] = of_umax,
    [IR_OP_smin] = of_smin,
    [IR_OP_smax] = of_smax,
    [IR_OP_uadd_sat] = of_saturated,
    [IR_OP_sadd_sat] = of_saturated,
    [IR_OP_usub_sat] = of_saturated,
    [IR_OP_ssub_sat] = of_saturated,
    [IR_OP_udiv] = of_udiv,
    [IR_OP_sdiv] = of_sdiv,
    [IR_OP_urem] = of_urem,
    [IR_OP_srem] = of_srem,
    [IR_OP_zext] = of_zext,
    [IR_OP_sext] = of_sext,
    [IR_OP_trunc] = of_trunc,
    [IR_OP_bitcast] = of_bitcast,
    [IR_OP_unpack_lo] = of_unpack,
    [IR_OP_unpack_hi] = of_unpack,
    [IR_OP_pack64] = of_pack64,
    [IR_OP_ubfe] = of_field,
    [IR_OP_sbfe] = of_field,
    [IR_OP_clz] = of_count,
    [IR_OP_ctz] = of_count,
    [IR_OP_popcount] = of_count,
    [IR_OP_mbcnt] = of_mbcnt,
    [IR_OP_workitem_id] = of_workitem_id,
};

struct ana_range
ana_range_of_inst(const struct ana_ranges *here, const struct ir_function *function,
                  const struct ir_inst *inst, bool *is_exact)
{
    struct ana_range all = ana_range_all((enum ir_type)inst->type);
    *is_exact = false;
    if (!rows[inst->op] || inst->type == IR_I1)
        return all;
    struct arguments at;
    at.here = here;
    at.function = function;
    at.inst = inst;
    at.all = all;
    at.width = ir_type_bits((enum ir_type)inst->type);
    at.is_exact = false;
    at.a = inst->arg_count > 0 ? ana_range_of(here, inst->args[0].value) : all;
    at.b = inst->arg_count > 1 ? ana_range_of(here, inst->args[1].value) : all;
    struct ana_range result = rows[inst->op](&at);
    *is_exact = at.is_exact;
    return result;
}

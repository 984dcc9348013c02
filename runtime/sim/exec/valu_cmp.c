/* Comparisons: one loop per condition and type.  v_cmpx writes EXEC as well (valu.c); the
 * signalling v_cmps forms differ in exceptions only.  GcnInstrsVopc. */
#include "runtime/sim/exec/valu.h"

#include <math.h>

#define COMPARE(name, field, type, read, expr)                                                     \
    VALU_CONDITION(c_##name, type a = read(x->field[0][i]); type b = read(x->field[1][i]), expr)

#define CONST_COMPARE(name, value)                                                                 \
    static void c_##name(struct valu *x)                                                           \
    {                                                                                              \
        x->mask = value;                                                                           \
    }
CONST_COMPARE(never, 0)
CONST_COMPARE(always, ~UINT64_C(0))

#define INTEGER(suffix, field, type)                                                               \
    COMPARE(lt_##suffix, field, type, (type), a < b)                                               \
    COMPARE(eq_##suffix, field, type, (type), a == b)                                              \
    COMPARE(le_##suffix, field, type, (type), a <= b)                                              \
    COMPARE(gt_##suffix, field, type, (type), a > b)                                               \
    COMPARE(ne_##suffix, field, type, (type), a != b)                                              \
    COMPARE(ge_##suffix, field, type, (type), a >= b)
INTEGER(i16, s, int16_t)
INTEGER(u16, s, uint16_t)
INTEGER(i32, s, int32_t)
INTEGER(u32, s, uint32_t)
INTEGER(i64, q, int64_t)
INTEGER(u64, q, uint64_t)

#define FLOATING(suffix, field, type, read)                                                        \
    COMPARE(lt_##suffix, field, type, read, a < b)                                                 \
    COMPARE(eq_##suffix, field, type, read, a == b)                                                \
    COMPARE(le_##suffix, field, type, read, a <= b)                                                \
    COMPARE(gt_##suffix, field, type, read, a > b)                                                 \
    COMPARE(lg_##suffix, field, type, read, a<b || a> b)                                           \
    COMPARE(ge_##suffix, field, type, read, a >= b)                                                \
    COMPARE(o_##suffix, field, type, read, a == a && b == b)                                       \
    COMPARE(u_##suffix, field, type, read, a != a || b != b)                                       \
    COMPARE(nge_##suffix, field, type, read, !(a >= b))                                            \
    COMPARE(nlg_##suffix, field, type, read, !(a < b || a > b))                                    \
    COMPARE(ngt_##suffix, field, type, read, !(a > b))                                             \
    COMPARE(nle_##suffix, field, type, read, !(a <= b))                                            \
    COMPARE(neq_##suffix, field, type, read, !(a == b))                                            \
    COMPARE(nlt_##suffix, field, type, read, !(a < b))
FLOATING(f16, s, float, half_to_float)
FLOATING(f32, s, float, as_f32)
FLOATING(f64, q, double, as_f64)

/* Class bits: 0 signalling NaN, 1 quiet NaN, 2 -inf, 3 -normal, 4 -denormal, 5 -0, 6 +0,
 * 7 +denormal, 8 +normal, 9 +inf. */
static unsigned
class_of(bool negative, uint64_t exponent, uint64_t all_ones, uint64_t mantissa, bool quiet)
{
    if (exponent == all_ones && mantissa)
        return quiet ? 1 : 0;
    unsigned kind = exponent == all_ones ? 0 : exponent ? 1 : mantissa ? 2 : 3;
    return negative ? 2 + kind : 9 - kind;
}

static void
c_class_f32(struct valu *x)
{
    uint64_t mask = 0;
    EACH_LANE(i)
    {
        uint32_t a = x->s[0][i];
        unsigned k = class_of(a >> 31, a >> 23 & 0xFF, 0xFF, a & 0x7FFFFF, a & F32_QUIET);
        mask |= (uint64_t)(x->s[1][i] >> k & 1) << i;
    }
    x->mask = mask;
}

static void
c_class_f16(struct valu *x)
{
    uint64_t mask = 0;
    EACH_LANE(i)
    {
        uint32_t a = x->s[0][i];
        unsigned k = class_of(a >> 15 & 1, a >> 10 & 31, 31, a & 0x3FF, a & F16_QUIET);
        mask |= (uint64_t)(x->s[1][i] >> k & 1) << i;
    }
    x->mask = mask;
}

static void
c_class_f64(struct valu *x)
{
    uint64_t mask = 0;
    EACH_LANE(i)
    {
        uint64_t a = x->q[0][i];
        unsigned k = class_of(a >> 63, a >> 52 & 0x7FF, 0x7FF, a & ((UINT64_C(1) << 52) - 1),
                              (a & F64_QUIET) != 0);
        mask |= (uint64_t)(x->s[1][i] >> k & 1) << i;
    }
    x->mask = mask;
}

/* clang-format off */
#define ROW(op, kernel) [GCN_##op] = {c_##kernel, SHADOW_ANY, VALU_MASK | VALU_COMPARE}
/* clang-format on */
#define ROWS(prefix, condition, suffix, kernel) ROW(prefix##_##condition##_##suffix, kernel)

#define INTEGER_ROWS(prefix, suffix)                                                               \
    ROWS(prefix, f, suffix, never), ROWS(prefix, lt, suffix, lt_##suffix),                         \
        ROWS(prefix, eq, suffix, eq_##suffix), ROWS(prefix, le, suffix, le_##suffix),              \
        ROWS(prefix, gt, suffix, gt_##suffix), ROWS(prefix, ne, suffix, ne_##suffix),              \
        ROWS(prefix, ge, suffix, ge_##suffix), ROWS(prefix, t, suffix, always)

#define FLOATING_ROWS(prefix, suffix)                                                              \
    ROWS(prefix, f, suffix, never), ROWS(prefix, lt, suffix, lt_##suffix),                         \
        ROWS(prefix, eq, suffix, eq_##suffix), ROWS(prefix, le, suffix, le_##suffix),              \
        ROWS(prefix, gt, suffix, gt_##suffix), ROWS(prefix, lg, suffix, lg_##suffix),              \
        ROWS(prefix, ge, suffix, ge_##suffix), ROWS(prefix, o, suffix, o_##suffix),                \
        ROWS(prefix, u, suffix, u_##suffix), ROWS(prefix, nge, suffix, nge_##suffix),              \
        ROWS(prefix, nlg, suffix, nlg_##suffix), ROWS(prefix, ngt, suffix, ngt_##suffix),          \
        ROWS(prefix, nle, suffix, nle_##suffix), ROWS(prefix, neq, suffix, neq_##suffix),          \
        ROWS(prefix, nlt, suffix, nlt_##suffix), ROWS(prefix, tru, suffix, always)

const struct valu_row valu_cmp_rows[GCN_OPS] = {
    INTEGER_ROWS(v_cmp, i16),
    INTEGER_ROWS(v_cmp, u16),
    INTEGER_ROWS(v_cmp, i32),
    INTEGER_ROWS(v_cmp, u32),
    INTEGER_ROWS(v_cmp, i64),
    INTEGER_ROWS(v_cmp, u64),
    INTEGER_ROWS(v_cmpx, i16),
    INTEGER_ROWS(v_cmpx, u16),
    INTEGER_ROWS(v_cmpx, i32),
    INTEGER_ROWS(v_cmpx, u32),
    INTEGER_ROWS(v_cmpx, i64),
    INTEGER_ROWS(v_cmpx, u64),
    FLOATING_ROWS(v_cmp, f16),
    FLOATING_ROWS(v_cmp, f32),
    FLOATING_ROWS(v_cmp, f64),
    FLOATING_ROWS(v_cmpx, f16),
    FLOATING_ROWS(v_cmpx, f32),
    FLOATING_ROWS(v_cmpx, f64),
    FLOATING_ROWS(v_cmps, f32),
    FLOATING_ROWS(v_cmps, f64),
    FLOATING_ROWS(v_cmpsx, f32),
    FLOATING_ROWS(v_cmpsx, f64),
    [GCN_v_cmp_class_f16] = {c_class_f16, SHADOW_ANY, VALU_MASK | VALU_COMPARE | VALU_NO_FLUSH},
    [GCN_v_cmp_class_f32] = {c_class_f32, SHADOW_ANY, VALU_MASK | VALU_COMPARE | VALU_NO_FLUSH},
    [GCN_v_cmp_class_f64] = {c_class_f64, SHADOW_ANY, VALU_MASK | VALU_COMPARE | VALU_NO_FLUSH},
    [GCN_v_cmpx_class_f16] = {c_class_f16, SHADOW_ANY, VALU_MASK | VALU_COMPARE | VALU_NO_FLUSH},
    [GCN_v_cmpx_class_f32] = {c_class_f32, SHADOW_ANY, VALU_MASK | VALU_COMPARE | VALU_NO_FLUSH},
    [GCN_v_cmpx_class_f64] = {c_class_f64, SHADOW_ANY, VALU_MASK | VALU_COMPARE | VALU_NO_FLUSH},
};

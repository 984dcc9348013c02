/* VOP3P: two halves in a register (halves are already selected and negated by valu.c), and the
 * mixed precision multiply-adds, which apply their own modifiers.  GcnInstrsVop3p. */
#include "runtime/sim/exec/valu_float.h"

#include <math.h>

static inline int32_t
sext(uint32_t a)
{
    return (int16_t)a;
}

static inline uint32_t
saturate_i16(int32_t r, bool clamp)
{
    return (uint32_t)(!clamp ? r : r < -32768 ? -32768 : r > 32767 ? 32767 : r) & 0xFFFF;
}

static inline uint32_t
saturate_u16(int64_t r, bool clamp)
{
    return (uint32_t)(!clamp ? r : r < 0 ? 0 : r > 65535 ? 65535 : r) & 0xFFFF;
}

#define F       &float16
#define H(bits) half_to_double(bits)

#define PACKED(name, sources, expr)                                                                \
    static void k_##name(struct valu *x)                                                           \
    {                                                                                              \
        EACH_LANE(i)                                                                               \
        {                                                                                          \
            uint32_t result = 0;                                                                   \
            for (unsigned shift = 0; shift < 32; shift += 16) {                                    \
                uint32_t a = x->s[0][i] >> shift & 0xFFFF, b = x->s[1][i] >> shift & 0xFFFF;       \
                uint32_t c = sources > 2 ? x->s[2][i] >> shift & 0xFFFF : 0;                       \
                (void)c;                                                                           \
                result |= ((uint32_t)(expr)&0xFFFF) << shift;                                      \
            }                                                                                      \
            x->d[i] = result;                                                                      \
        }                                                                                          \
    }
PACKED(v_pk_mad_i16, 3, saturate_i16(sext(a) * sext(b) + sext(c), x->clamp))
PACKED(v_pk_mad_u16, 3, saturate_u16((int64_t)a *b + c, x->clamp))
PACKED(v_pk_mul_lo_u16, 2, a *b)
PACKED(v_pk_add_i16, 2, saturate_i16(sext(a) + sext(b), x->clamp))
PACKED(v_pk_sub_i16, 2, saturate_i16(sext(a) - sext(b), x->clamp))
PACKED(v_pk_add_u16, 2, saturate_u16((int64_t)a + b, x->clamp))
PACKED(v_pk_sub_u16, 2, saturate_u16((int64_t)a - b, x->clamp))
PACKED(v_pk_lshlrev_b16, 2, b << (a & 15))
PACKED(v_pk_lshrrev_b16, 2, b >> (a & 15))
PACKED(v_pk_ashrrev_i16, 2, sext(b) >> (a & 15))
PACKED(v_pk_max_i16, 2, sext(a) > sext(b) ? a : b)
PACKED(v_pk_min_i16, 2, sext(a) < sext(b) ? a : b)
PACKED(v_pk_max_u16, 2, a > b ? a : b)
PACKED(v_pk_min_u16, 2, a < b ? a : b)
PACKED(v_pk_fma_f16, 3, half_result(x, half_fma(x, a, b, c), a, b, c))
#define k_v_pk_fmac_f16 k_v_pk_fma_f16
PACKED(v_pk_add_f16, 2, half_result(x, half_add(x, a, b), a, b, 0))
PACKED(v_pk_mul_f16, 2, half_result(x, H(a) * H(b), a, b, 0))
PACKED(v_pk_min_f16, 2, float_min(F, a, b, x->mode->ieee))
PACKED(v_pk_max_f16, 2, float_max(F, a, b, x->mode->ieee))

/* ---- mixed precision: op_sel_hi makes a source a half, op_sel says which ---- */

static float
mix_source(const struct valu *x, unsigned k, unsigned lane, bool flush)
{
    const struct gcn_inst *inst = &x->op->inst;
    uint32_t bits = x->s[k][lane];
    if (inst->op_sel_hi >> k & 1) {
        uint32_t half = inst->op_sel >> k & 1 ? bits >> 16 : bits & 0xFFFF;
        bits = f32_bits(half_to_float(half));
    }
    if (inst->neg_hi >> k & 1)
        bits &= ~F32_SIGN;
    if (inst->neg_lo >> k & 1)
        bits ^= F32_SIGN;
    return as_f32(flush ? flush32(bits) : bits);
}

static uint32_t
mix(const struct valu *x, unsigned lane, bool fused)
{
    bool flush = !fused || !x->mode->in32;
    float a = mix_source(x, 0, lane, flush), b = mix_source(x, 1, lane, flush),
          c = mix_source(x, 2, lane, flush);
    float r = fused ? fmaf(a, b, c) : as_f32(flush32(f32_bits(a * b))) + c;
    uint32_t bits =
        (uint32_t)float_nan(&float32, f32_bits(r), f32_bits(a), f32_bits(b), f32_bits(c));
    return !fused || !x->mode->out32 ? flush32(bits) : bits;
}

static uint32_t
mix_half(const struct valu *x, unsigned lane, bool fused)
{
    uint32_t bits = mix(x, lane, fused);
    uint32_t half = is_nan32(bits) ? (bits >> 16 & 0x8000) | F16_NAN
                                   : half_from_double((double)as_f32(bits), x->mode->round16);
    return x->clamp ? (uint32_t)float_clamp(F, half, x->mode->dx10) : half;
}

#define MIX(name, function, fused)                                                                 \
    static void k_##name(struct valu *x)                                                           \
    {                                                                                              \
        EACH_LANE(i) x->d[i] = function(x, i, fused);                                              \
    }
MIX(v_mad_mix_f32, mix, false)
MIX(v_fma_mix_f32, mix, true)
MIX(v_mad_mixlo_f16, mix_half, false)
MIX(v_fma_mixlo_f16, mix_half, true)

static void
k_v_dot2_f32_f16(struct valu *x)
{
    const struct gcn_inst *inst = &x->op->inst;
    bool packed = x->op->info->format == GCN_VOP3P; /* v_dot2c takes no modifiers of halves */
    EACH_LANE(i)
    {
        uint32_t a = x->s[0][i], b = x->s[1][i], c = x->s[2][i];
        if (packed) {
            a = valu_select_packed(a, inst, 0, true);
            b = valu_select_packed(b, inst, 1, true);
            c ^= inst->neg_lo & 4 ? F32_SIGN : 0;
        }
        float r = fmaf(half_to_float(a >> 16), half_to_float(b >> 16),
                       fmaf(half_to_float(a & 0xFFFF), half_to_float(b & 0xFFFF), as_f32(c)));
        x->d[i] = isnan(r) ? F32_NAN : f32_bits(r);
    }
}

/* ---- pairs of single precision (gfx90a) ---- */

static uint32_t
pair_source(const struct valu *x, unsigned k, unsigned lane, bool high)
{
    const struct gcn_inst *inst = &x->op->inst;
    unsigned select = high ? inst->op_sel_hi : inst->op_sel;
    unsigned negate = high ? inst->neg_hi : inst->neg_lo;
    uint32_t bits = (uint32_t)(x->q[k][lane] >> (select >> k & 1 ? 32 : 0));
    if (negate >> k & 1)
        bits ^= F32_SIGN;
    return x->mode->in32 ? bits : flush32(bits);
}

static uint32_t
pair_result(const struct valu *x, char op, unsigned lane, bool high)
{
    uint32_t a = pair_source(x, 0, lane, high), b = pair_source(x, 1, lane, high);
    uint32_t c = op == 'f' ? pair_source(x, 2, lane, high) : 0;
    float r = op == '+'   ? as_f32(a) + as_f32(b)
              : op == '*' ? as_f32(a) * as_f32(b)
                          : fmaf(as_f32(a), as_f32(b), as_f32(c));
    uint32_t bits = (uint32_t)float_nan(&float32, f32_bits(r), a, b, c);
    if (x->clamp)
        bits = (uint32_t)float_clamp(&float32, bits, x->mode->dx10);
    return x->mode->out32 ? bits : flush32(bits);
}

#define PAIR(name, op)                                                                             \
    static void k_##name(struct valu *x)                                                           \
    {                                                                                              \
        EACH_LANE(i)                                                                               \
        x->dq[i] = pair_result(x, op, i, false) | (uint64_t)pair_result(x, op, i, true) << 32;     \
    }
PAIR(v_pk_add_f32, '+')
PAIR(v_pk_mul_f32, '*')
PAIR(v_pk_fma_f32, 'f')

static void
k_v_pk_mov_b32(struct valu *x)
{
    unsigned select = x->op->inst.op_sel;
    EACH_LANE(i)
    x->dq[i] = (uint32_t)(x->q[0][i] >> (select & 1 ? 32 : 0)) | x->q[1][i] >> (select & 2 ? 32 : 0)
                                                                                   << 32;
}

#define ROW(name, flags)        [GCN_##name] = {k_##name, SHADOW_PACKED, flags}
#define PAIRED(name, rule)      [GCN_##name] = {k_##name, SHADOW_##rule, VALU_RAW}
#define RAW(name, other, flags) [GCN_##name] = {k_##other, SHADOW_ANY, VALU_RAW | flags}

const struct valu_row valu_packed_rows[GCN_OPS] = {
    ROW(v_pk_mad_i16, 0),
    ROW(v_pk_mad_u16, 0),
    ROW(v_pk_mul_lo_u16, 0),
    ROW(v_pk_add_i16, 0),
    ROW(v_pk_sub_i16, 0),
    ROW(v_pk_add_u16, 0),
    ROW(v_pk_sub_u16, 0),
    ROW(v_pk_lshlrev_b16, 0),
    ROW(v_pk_lshrrev_b16, 0),
    ROW(v_pk_ashrrev_i16, 0),
    ROW(v_pk_max_i16, 0),
    ROW(v_pk_min_i16, 0),
    ROW(v_pk_max_u16, 0),
    ROW(v_pk_min_u16, 0),
    ROW(v_pk_fma_f16, 0),
    ROW(v_pk_fmac_f16, 0),
    ROW(v_pk_add_f16, 0),
    ROW(v_pk_mul_f16, 0),
    ROW(v_pk_min_f16, 0),
    ROW(v_pk_max_f16, 0),
    RAW(v_mad_mix_f32, v_mad_mix_f32, 0),
    RAW(v_fma_mix_f32, v_fma_mix_f32, 0),
    RAW(v_mad_mixlo_f16, v_mad_mixlo_f16, 0),
    RAW(v_fma_mixlo_f16, v_fma_mixlo_f16, 0),
    RAW(v_mad_mixhi_f16, v_mad_mixlo_f16, VALU_HIGH_HALF),
    RAW(v_fma_mixhi_f16, v_fma_mixlo_f16, VALU_HIGH_HALF),
    RAW(v_dot2_f32_f16, v_dot2_f32_f16, 0),
    RAW(v_dot2c_f32_f16, v_dot2_f32_f16, 0),
    PAIRED(v_pk_add_f32, PAIR),
    PAIRED(v_pk_mul_f32, PAIR),
    PAIRED(v_pk_fma_f32, PAIR),
    PAIRED(v_pk_mov_b32, PAIR_MOVE),
};

/* Integer and bit kernels: GcnInstrsVop1, Vop2, Vop3, "Operation" of each instruction. */
#include "runtime/sim/exec/valu.h"

static inline int32_t
sext24(uint32_t a)
{
    return (int32_t)(a << 8) >> 8;
}

static inline int32_t
sext16(uint32_t a)
{
    return (int16_t)a;
}

static inline uint32_t
bit_reverse(uint32_t a)
{
    a = (a >> 1 & 0x55555555) | (a & 0x55555555) << 1;
    a = (a >> 2 & 0x33333333) | (a & 0x33333333) << 2;
    a = (a >> 4 & 0x0F0F0F0F) | (a & 0x0F0F0F0F) << 4;
    return __builtin_bswap32(a);
}

static inline uint32_t
umin(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static inline uint32_t
umax(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static inline int32_t
imin(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t
imax(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static inline uint32_t
umed3(uint32_t a, uint32_t b, uint32_t c)
{
    return umax(umin(a, b), umin(umax(a, b), c));
}

static inline int32_t
imed3(int32_t a, int32_t b, int32_t c)
{
    return imax(imin(a, b), imin(imax(a, b), c));
}

static inline uint32_t
clamp_u(int64_t value, bool clamp, uint32_t max)
{
    return clamp ? (uint32_t)(value < 0 ? 0 : value > max ? max : value) : (uint32_t)value & max;
}

static inline uint32_t
clamp_i32(int64_t value, bool clamp)
{
    return (uint32_t)(!clamp              ? value
                      : value < INT32_MIN ? INT32_MIN
                      : value > INT32_MAX ? INT32_MAX
                                          : value);
}

static inline uint32_t
clamp_i16(int64_t value, bool clamp)
{
    int64_t r = !clamp ? value : value < -32768 ? -32768 : value > 32767 ? 32767 : value;
    return (uint32_t)r & 0xFFFF;
}

static inline uint32_t
bfe_u(uint32_t a, uint32_t offset, uint32_t width)
{
    return a >> (offset & 31) & ((1u << (width & 31)) - 1);
}

static inline uint32_t
bfe_i(uint32_t a, uint32_t offset, uint32_t width)
{
    offset &= 31;
    width &= 31;
    if (!width)
        return 0;
    if (offset + width >= 32)
        return (uint32_t)((int32_t)a >> offset);
    return (uint32_t)((int32_t)(a << (32 - offset - width)) >> (32 - width));
}

static inline uint32_t
sad_u8(uint32_t a, uint32_t b, bool masked)
{
    uint32_t sum = 0;
    for (unsigned k = 0; k < 32; k += 8) {
        int x = a >> k & 0xFF, y = b >> k & 0xFF;
        if (!masked || y)
            sum += (uint32_t)(x > y ? x - y : y - x);
    }
    return sum;
}

static inline uint32_t
lerp_u8(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0;
    for (unsigned k = 0; k < 32; k += 8)
        result |= (((a >> k & 0xFF) + (b >> k & 0xFF) + (c >> k & 1)) >> 1) << k;
    return result;
}

/* Selector bytes: 0..7 a byte of {a, b}, 8..11 a sign, 12 zero, above 0xFF. */
static inline uint32_t
perm(uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t bytes = (uint64_t)a << 32 | b;
    uint32_t result = 0;
    for (unsigned k = 0; k < 32; k += 8) {
        unsigned sel = c >> k & 0xFF;
        uint32_t byte = sel <= 7    ? bytes >> 8 * sel & 0xFF
                        : sel <= 11 ? (bytes >> (16 * (sel - 8) + 15) & 1 ? 0xFF : 0)
                        : sel == 12 ? 0
                                    : 0xFF;
        result |= byte << k;
    }
    return result;
}

static inline uint32_t
sat_pk_u8(uint32_t a)
{
    int32_t low = (int16_t)a, high = (int16_t)(a >> 16);
    return (uint32_t)imax(0, imin(255, low)) | (uint32_t)imax(0, imin(255, high)) << 8;
}

/* 256 values of four bits: a row for each upper half of the byte, the lower one counts from the
 * right (GcnInstrsVop1). */
static uint32_t
screen_partition(uint32_t a)
{
    static const uint64_t table[16] = {
        UINT64_C(0xFFFFFFF7FFF5F731), UINT64_C(0xFFFFFFBFFFAFE62F), UINT64_C(0xFFFFFDFFF5FFC4FD),
        UINT64_C(0xFFFFEFFFAFFF8FB9), UINT64_C(0xFFFEFFF6FDC4FFFF), UINT64_C(0xFFDFF99FB98FFFFF),
        UINT64_C(0xFBFFF9FF31F7FFFF), UINT64_C(0x7FFF6FF62FE6FFFF), UINT64_C(0xFFFAFB32FFFFFFFB),
        UINT64_C(0xFF5FD91FFFFFFF7F), UINT64_C(0xFAFFC8FEFFFFFEFF), UINT64_C(0x5FFF4F76FFFFDFFF),
        UINT64_C(0xFEC8FFFFFFFDFFF9), UINT64_C(0x764FFFFFFFEFF66F), UINT64_C(0x32FBFFFFF7FFF6FF),
        UINT64_C(0x1FD9FFFFBFFF9FF9),
    };
    return table[a >> 4 & 15] >> 4 * (a & 15) & 15;
}

static inline uint32_t
absdiff(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

UNARY(v_mov_b32, a)
UNARY(v_not_b32, ~a)
UNARY(v_bfrev_b32, bit_reverse(a))
UNARY(v_ffbh_u32, a ? (uint32_t)__builtin_clz(a) : ~0u)
UNARY(v_ffbl_b32, a ? (uint32_t)__builtin_ctz(a) : ~0u)
UNARY(v_ffbh_i32, a == 0 || a == ~0u ? ~0u : (uint32_t)__builtin_clz((int32_t)a < 0 ? ~a : a))
UNARY(v_sat_pk_u8_i16, sat_pk_u8(a))
UNARY(v_screen_partition_4se_b32, screen_partition(a))

BINARY(v_and_b32, a &b)
BINARY(v_or_b32, a | b)
BINARY(v_xor_b32, a ^ b)
BINARY(v_xnor_b32, ~(a ^ b))
BINARY(v_lshl_b32, a << (b & 31))
BINARY(v_lshlrev_b32, b << (a & 31))
BINARY(v_lshr_b32, a >> (b & 31))
BINARY(v_lshrrev_b32, b >> (a & 31))
BINARY(v_ashr_i32, (int32_t)a >> (b & 31))
BINARY(v_ashrrev_i32, (int32_t)b >> (a & 31))
BINARY(v_min_i32, imin((int32_t)a, (int32_t)b))
BINARY(v_max_i32, imax((int32_t)a, (int32_t)b))
BINARY(v_min_u32, umin(a, b))
BINARY(v_max_u32, umax(a, b))
#define S2 VALU_SOURCES2(uint32_t, s)
#define S3 VALU_SOURCES3(uint32_t, s)
VALU_CLAMPED(v_add_u32, S2, a + b, clamp_u((int64_t)a + b, true, ~0u))
VALU_CLAMPED(v_sub_u32, S2, a - b, clamp_u((int64_t)a - b, true, ~0u))
VALU_CLAMPED(v_subrev_u32, S2, b - a, clamp_u((int64_t)b - a, true, ~0u))
VALU_CLAMPED(v_add_i32, S2, a + b, clamp_i32((int64_t)(int32_t)a + (int32_t)b, true))
VALU_CLAMPED(v_sub_i32, S2, a - b, clamp_i32((int64_t)(int32_t)a - (int32_t)b, true))
BINARY(v_mul_i32_i24, (uint32_t)sext24(a) * (uint32_t)sext24(b))
BINARY(v_mul_hi_i32_i24, ((int64_t)sext24(a) * sext24(b)) >> 32)
BINARY(v_mul_u32_u24, (a & 0xFFFFFF) * (b & 0xFFFFFF))
BINARY(v_mul_hi_u32_u24, ((uint64_t)(a & 0xFFFFFF) * (b & 0xFFFFFF)) >> 32)
BINARY(v_mul_lo_u32, a *b)
BINARY(v_mul_hi_u32, ((uint64_t)a * b) >> 32)
BINARY(v_mul_hi_i32, ((int64_t)(int32_t)a * (int32_t)b) >> 32)
BINARY(v_bcnt_u32_b32, (uint32_t)__builtin_popcount(a) + b)
BINARY(v_bfm_b32, ((1u << (a & 31)) - 1) << (b & 31))
BINARY(v_cvt_pk_u16_u32, umin(a, 0xFFFF) | umin(b, 0xFFFF) << 16)
BINARY(v_cvt_pk_i16_i32, ((uint32_t)imax(-32768, imin(32767, (int32_t)a)) & 0xFFFF) |
                             (uint32_t)imax(-32768, imin(32767, (int32_t)b)) << 16)
BINARY(v_mbcnt_lo_u32_b32, (uint32_t)__builtin_popcount(a &(i < 32 ? (1u << i) - 1 : ~0u)) + b)
BINARY(v_mbcnt_hi_u32_b32, (uint32_t)__builtin_popcount(a &(i < 32 ? 0 : (1u << (i - 32)) - 1)) + b)

BINARY(v_add_u16, clamp_u((int64_t)a + b, x->clamp, 0xFFFF))
BINARY(v_sub_u16, clamp_u((int64_t)a - b, x->clamp, 0xFFFF))
BINARY(v_subrev_u16, clamp_u((int64_t)b - a, x->clamp, 0xFFFF))
BINARY(v_mul_lo_u16, (a * b) & 0xFFFF)
BINARY(v_lshlrev_b16, (b << (a & 15)) & 0xFFFF)
BINARY(v_lshrrev_b16, (b & 0xFFFF) >> (a & 15))
BINARY(v_ashrrev_i16, (uint32_t)(sext16(b) >> (a & 15)) & 0xFFFF)
BINARY(v_min_u16, umin(a & 0xFFFF, b & 0xFFFF))
BINARY(v_max_u16, umax(a & 0xFFFF, b & 0xFFFF))
BINARY(v_min_i16, (uint32_t)imin(sext16(a), sext16(b)) & 0xFFFF)
BINARY(v_max_i16, (uint32_t)imax(sext16(a), sext16(b)) & 0xFFFF)
BINARY(v_add_i16, clamp_i16((int64_t)sext16(a) + sext16(b), x->clamp))
BINARY(v_sub_i16, clamp_i16((int64_t)sext16(a) - sext16(b), x->clamp))
BINARY(v_pack_b32_f16, (a & 0xFFFF) | b << 16)

TERNARY(v_bfe_u32, bfe_u(a, b, c))
TERNARY(v_bfe_i32, bfe_i(a, b, c))
TERNARY(v_bfi_b32, (a & b) | (~a & c))
TERNARY(v_alignbit_b32, a << 1 << (31 - (c & 31)) | b >> (c & 31))
TERNARY(v_alignbyte_b32, a << 1 << (31 - 8 * (c & 3)) | b >> 8 * (c & 3))
TERNARY(v_perm_b32, perm(a, b, c))
TERNARY(v_lerp_u8, lerp_u8(a, b, c))
VALU_CLAMPED(v_mad_u32_u24, S3, (a & 0xFFFFFF) * (b & 0xFFFFFF) + c,
             clamp_u((int64_t)((uint64_t)(a & 0xFFFFFF) * (b & 0xFFFFFF) + c), true, ~0u))
VALU_CLAMPED(v_mad_i32_i24, S3, (uint32_t)sext24(a) * (uint32_t)sext24(b) + c,
             clamp_i32((int64_t)sext24(a) * sext24(b) + (int64_t)(int32_t)c, true))
TERNARY(v_min3_i32, imin(imin((int32_t)a, (int32_t)b), (int32_t)c))
TERNARY(v_max3_i32, imax(imax((int32_t)a, (int32_t)b), (int32_t)c))
TERNARY(v_med3_i32, imed3((int32_t)a, (int32_t)b, (int32_t)c))
TERNARY(v_min3_u32, umin(umin(a, b), c))
TERNARY(v_max3_u32, umax(umax(a, b), c))
TERNARY(v_med3_u32, umed3(a, b, c))
TERNARY(v_min3_i16, (uint32_t)imin(imin(sext16(a), sext16(b)), sext16(c)) & 0xFFFF)
TERNARY(v_max3_i16, (uint32_t)imax(imax(sext16(a), sext16(b)), sext16(c)) & 0xFFFF)
TERNARY(v_med3_i16, (uint32_t)imed3(sext16(a), sext16(b), sext16(c)) & 0xFFFF)
TERNARY(v_min3_u16, umin(umin(a & 0xFFFF, b & 0xFFFF), c & 0xFFFF))
TERNARY(v_max3_u16, umax(umax(a & 0xFFFF, b & 0xFFFF), c & 0xFFFF))
TERNARY(v_med3_u16, umed3(a & 0xFFFF, b & 0xFFFF, c & 0xFFFF))
TERNARY(v_add3_u32, a + b + c)
TERNARY(v_lshl_add_u32, (a << (b & 31)) + c)
TERNARY(v_add_lshl_u32, (a + b) << (c & 31))
TERNARY(v_lshl_or_b32, (a << (b & 31)) | c)
TERNARY(v_and_or_b32, (a & b) | c)
TERNARY(v_or3_b32, a | b | c)
TERNARY(v_xad_u32, (a ^ b) + c)
TERNARY(v_sad_u8, sad_u8(a, b, false) + c)
TERNARY(v_sad_hi_u8, (sad_u8(a, b, false) << 16) + c)
TERNARY(v_sad_u16, absdiff(a & 0xFFFF, b & 0xFFFF) + absdiff(a >> 16, b >> 16) + c)
TERNARY(v_sad_u32, absdiff(a, b) + c)
TERNARY(v_msad_u8, sad_u8(a, b, true) + c)
TERNARY(v_mad_u16,
        clamp_u((int64_t)((a & 0xFFFF) * (uint64_t)(b & 0xFFFF) + (c & 0xFFFF)), x->clamp, 0xFFFF))
TERNARY(v_mad_i16, clamp_i16((int64_t)sext16(a) * sext16(b) + sext16(c), x->clamp))
TERNARY(v_mad_u32_u16, clamp_u((int64_t)((uint64_t)(a & 0xFFFF) * (b & 0xFFFF) + c), x->clamp, ~0u))
TERNARY(v_mad_i32_i16, clamp_i32((int64_t)sext16(a) * sext16(b) + (int64_t)(int32_t)c, x->clamp))

/* ---- carries and selects ---- */

VALU_CLONES static void
k_v_cndmask_b32(struct valu *x)
{
    uint32_t chosen[SIM_LANES], *to = x->d;
    valu_spread(x->carry, chosen);
    VALU_INDEPENDENT
    EACH_LANE(i) to[i] = (x->s[1][i] & chosen[i]) | (x->s[0][i] & ~chosen[i]);
}

/* in: all ones, that is -1, where there is a carry. */
#define CARRY(name, left, right, use_carry, expr, overflows, limit)                                \
    VALU_CLONES static void k_##name(struct valu *x)                                               \
    {                                                                                              \
        uint32_t in_lanes[SIM_LANES], hits[SIM_LANES], *to = x->d;                                 \
        valu_spread(use_carry ? x->carry : 0, in_lanes);                                           \
        VALU_INDEPENDENT                                                                           \
        EACH_LANE(i)                                                                               \
        {                                                                                          \
            uint32_t a = x->s[left][i], b = x->s[right][i], in = in_lanes[i], r = expr;            \
            hits[i] = (overflows) ? UINT32_MAX : 0;                                                \
            to[i] = r;                                                                             \
        }                                                                                          \
        if (x->clamp)                                                                              \
            EACH_LANE(i) to[i] = hits[i] ? (limit) : to[i];                                        \
        x->mask = valu_mask(hits);                                                                 \
    }
#define ADD(name, use_carry)                                                                       \
    CARRY(name, 0, 1, use_carry, a + b - in, r < a || (in && r == a), UINT32_MAX)
#define SUB(name, left, right, use_carry)                                                          \
    CARRY(name, left, right, use_carry, a - b + in, a < b || (in && a == b), 0)
ADD(v_add_co_u32, false)
SUB(v_sub_co_u32, 0, 1, false)
SUB(v_subrev_co_u32, 1, 0, false)
ADD(v_addc_co_u32, true)
SUB(v_subb_co_u32, 0, 1, true)
SUB(v_subbrev_co_u32, 1, 0, true)

/* ---- 64 bits ---- */

VALU_CLONES static void
k_v_mad_u64_u32(struct valu *x)
{
    uint32_t hits[SIM_LANES];
    uint64_t *to = x->dq;
    VALU_INDEPENDENT
    EACH_LANE(i)
    {
        uint64_t product = (uint64_t)x->s[0][i] * x->s[1][i], sum = product + x->q[2][i];
        hits[i] = sum < product ? UINT32_MAX : 0;
        to[i] = sum;
    }
    x->mask = valu_mask(hits);
}

/* The mask is bit 64 of the sum of 65 bits, so its sign (AMD's shader pseudocode; CLRX has the
 * overflow). */
static void
k_v_mad_i64_i32(struct valu *x)
{
    uint64_t mask = 0;
    EACH_LANE(i)
    {
        int64_t product = (int64_t)(int32_t)x->s[0][i] * (int32_t)x->s[1][i], sum;
        bool overflow = __builtin_add_overflow(product, (int64_t)x->q[2][i], &sum);
        mask |= (uint64_t)(overflow != (sum < 0)) << i;
        x->dq[i] = (uint64_t)sum;
    }
    x->mask = mask;
}

/* Where chips read the amount from that have shift64_bug, if the allocation ends with its register. */
static void
check_shift(const struct valu *x, unsigned amount)
{
    struct sim_wave *wave = x->wave;
    const struct sim_source *source = &x->op->source[amount];
    unsigned next = source->reg + 1u;
    if (wave->device->target->shift64_bug && source->kind == SIM_SRC_VGPR && wave->device->strict &&
        next % 8 == 0 && (next == 256 || (next == wave->vgprs && !wave->agprs)))
        sim_fault(wave, x->op, -1, "a 64-bit shift by v%u, the last allocated VGPR, goes wrong",
                  source->reg);
}

#define SHIFT64(name, value, amount, expr)                                                         \
    VALU_CLONES static void k_##name(struct valu *x)                                               \
    {                                                                                              \
        check_shift(x, amount);                                                                    \
        VALU_LOOP(uint64_t, dq, uint64_t v = x->q[value][i];                                       \
                  uint64_t n = x->s[amount][i] & 63, expr)                                         \
    }
SHIFT64(v_lshl_b64, 0, 1, v << n)
SHIFT64(v_lshr_b64, 0, 1, v >> n)
SHIFT64(v_ashr_i64, 0, 1, (int64_t)v >> n)
SHIFT64(v_lshlrev_b64, 1, 0, v << n)
SHIFT64(v_lshrrev_b64, 1, 0, v >> n)
SHIFT64(v_ashrrev_i64, 1, 0, (int64_t)v >> n)

/* Four sums over a window of bytes that slides through 64 bits, each cut to 16 bits (AMD's shader
 * pseudocode; CLRX saturates them). */
static void
quad_sad(struct valu *x, bool masked)
{
    EACH_LANE(i)
    {
        uint64_t result = 0, window = x->q[0][i], add = x->q[2][i];
        for (unsigned k = 0; k < 4; k++) {
            uint64_t sum =
                sad_u8((uint32_t)(window >> 8 * k), x->s[1][i], masked) + (add >> 16 * k);
            result |= (sum & 0xFFFF) << 16 * k;
        }
        x->dq[i] = result;
    }
}

static void
k_v_qsad_pk_u16_u8(struct valu *x)
{
    quad_sad(x, false);
}

static void
k_v_mqsad_pk_u16_u8(struct valu *x)
{
    quad_sad(x, true);
}

/* The same with sums of 32 bits. */
static void
k_v_mqsad_u32_u8(struct valu *x)
{
    EACH_LANE(i)
    {
        uint64_t low = x->q[2][i];
        uint32_t add[] = {(uint32_t)low, (uint32_t)(low >> 32), x->upper[0][i], x->upper[1][i]};
        for (unsigned k = 0; k < 4; k++)
            x->wide[k][i] = sad_u8((uint32_t)(x->q[0][i] >> 8 * k), x->s[1][i], true) + add[k];
    }
}

/* ---- dot products (gfx906 and later) ---- */

static inline int32_t
nibble(uint32_t a, unsigned k)
{
    return (int32_t)(a << (28 - 4 * k)) >> 28;
}

TERNARY(v_dot4_i32_i8,
        clamp_i32((int64_t)(int8_t)a *(int8_t)b + (int64_t)(int8_t)(a >> 8) * (int8_t)(b >> 8) +
                      (int64_t)(int8_t)(a >> 16) * (int8_t)(b >> 16) +
                      (int64_t)(int8_t)(a >> 24) * (int8_t)(b >> 24) + (int32_t)c,
                  x->clamp))
TERNARY(v_dot4_u32_u8,
        clamp_u((int64_t)(a & 0xFF) * (b & 0xFF) + (int64_t)(a >> 8 & 0xFF) * (b >> 8 & 0xFF) +
                    (int64_t)(a >> 16 & 0xFF) * (b >> 16 & 0xFF) + (int64_t)(a >> 24) * (b >> 24) +
                    c,
                x->clamp, ~0u))

/* The halves of a source that op_sel and op_sel_hi choose; v_dot2c has no such fields. */
static inline uint32_t
halves(const struct valu *x, unsigned index, unsigned lane)
{
    uint32_t value = x->s[index][lane];
    return x->op->info->format == GCN_VOP3P ? valu_select_packed(value, &x->op->inst, index, false)
                                            : value;
}

static void
k_v_dot2_i32_i16(struct valu *x)
{
    EACH_LANE(i)
    {
        uint32_t a = halves(x, 0, i), b = halves(x, 1, i);
        x->d[i] = clamp_i32((int64_t)sext16(a) * sext16(b) +
                                (int64_t)sext16(a >> 16) * sext16(b >> 16) + (int32_t)x->s[2][i],
                            x->clamp);
    }
}

static void
k_v_dot2_u32_u16(struct valu *x)
{
    EACH_LANE(i)
    {
        uint32_t a = halves(x, 0, i), b = halves(x, 1, i);
        x->d[i] = clamp_u((int64_t)(a & 0xFFFF) * (b & 0xFFFF) + (int64_t)(a >> 16) * (b >> 16) +
                              x->s[2][i],
                          x->clamp, ~0u);
    }
}

static void
k_v_dot8_i32_i4(struct valu *x)
{
    EACH_LANE(i)
    {
        int64_t sum = (int32_t)x->s[2][i];
        for (unsigned k = 0; k < 8; k++)
            sum += nibble(x->s[0][i], k) * nibble(x->s[1][i], k);
        x->d[i] = clamp_i32(sum, x->clamp);
    }
}

static void
k_v_dot8_u32_u4(struct valu *x)
{
    EACH_LANE(i)
    {
        int64_t sum = x->s[2][i];
        for (unsigned k = 0; k < 32; k += 4)
            sum += (x->s[0][i] >> k & 15) * (x->s[1][i] >> k & 15);
        x->d[i] = clamp_u(sum, x->clamp, ~0u);
    }
}

#define ROW   VALU_ROW
#define ALIAS VALU_ALIAS

const struct valu_row valu_int_rows[GCN_OPS] = {
    ROW(v_mov_b32, MOVE, 0),
    ALIAS(v_accvgpr_read_b32, v_mov_b32, MOVE, VALU_RAW),
    ALIAS(v_accvgpr_write_b32, v_mov_b32, MOVE, VALU_RAW),
    ALIAS(v_accvgpr_mov_b32, v_mov_b32, MOVE, VALU_RAW),
    ROW(v_not_b32, MOVE, 0),
    ROW(v_bfrev_b32, BITREV, 0),
    ROW(v_ffbh_u32, ANY, 0),
    ROW(v_ffbl_b32, ANY, 0),
    ROW(v_ffbh_i32, ANY, 0),
    ROW(v_sat_pk_u8_i16, ANY, 0),
    ROW(v_screen_partition_4se_b32, ANY, 0),
    ROW(v_and_b32, AND, 0),
    ROW(v_or_b32, OR, 0),
    ROW(v_xor_b32, XOR, 0),
    ROW(v_xnor_b32, XOR, 0),
    ROW(v_lshl_b32, SHL, 0),
    ROW(v_lshlrev_b32, SHLREV, 0),
    ROW(v_lshr_b32, SHR, 0),
    ROW(v_lshrrev_b32, SHRREV, 0),
    ROW(v_ashr_i32, ASHR, 0),
    ROW(v_ashrrev_i32, ASHRREV, 0),
    ROW(v_min_i32, ANY, 0),
    ROW(v_max_i32, ANY, 0),
    ROW(v_min_u32, ANY, 0),
    ROW(v_max_u32, ANY, 0),
    ROW(v_add_u32, ADD, 0),
    ROW(v_sub_u32, ADD, 0),
    ROW(v_subrev_u32, ADD, 0),
    ROW(v_add_i32, ADD, 0),
    ROW(v_sub_i32, ADD, 0),
    ROW(v_mul_i32_i24, LOW24, 0),
    ROW(v_mul_hi_i32_i24, ANY, 0),
    ROW(v_mul_u32_u24, LOW24, 0),
    ROW(v_mul_hi_u32_u24, ANY, 0),
    ROW(v_mul_lo_u32, ADD, 0),
    ALIAS(v_mul_lo_i32, v_mul_lo_u32, ADD, 0),
    ROW(v_mul_hi_u32, ANY, 0),
    ROW(v_mul_hi_i32, ANY, 0),
    ROW(v_bcnt_u32_b32, ANY, 0),
    ROW(v_bfm_b32, ANY, 0),
    ROW(v_cvt_pk_u16_u32, ANY, 0),
    ROW(v_cvt_pk_i16_i32, ANY, 0),
    ROW(v_mbcnt_lo_u32_b32, ANY, 0),
    ROW(v_mbcnt_hi_u32_b32, ANY, 0),
    ROW(v_add_u16, ADD, 0),
    ROW(v_sub_u16, ADD, 0),
    ROW(v_subrev_u16, ADD, 0),
    ROW(v_mul_lo_u16, ADD, 0),
    ROW(v_lshlrev_b16, SHLREV, 0),
    ROW(v_lshrrev_b16, SHRREV, 0),
    ROW(v_ashrrev_i16, ANY, 0),
    ROW(v_min_u16, ANY, 0),
    ROW(v_max_u16, ANY, 0),
    ROW(v_min_i16, ANY, 0),
    ROW(v_max_i16, ANY, 0),
    ROW(v_add_i16, ADD, 0),
    ROW(v_sub_i16, ADD, 0),
    ROW(v_pack_b32_f16, PACK16, 0),
    ROW(v_bfe_u32, BFE, 0),
    ROW(v_bfe_i32, SBFE, 0),
    ROW(v_bfi_b32, BFI, 0),
    ROW(v_alignbit_b32, ALIGNBIT, 0),
    ROW(v_alignbyte_b32, ALIGNBYTE, 0),
    ROW(v_perm_b32, PERM, 0),
    ROW(v_lerp_u8, ANY, 0),
    ROW(v_mad_u32_u24, LOW24, 0),
    ROW(v_mad_i32_i24, LOW24, 0),
    ROW(v_min3_i32, ANY, 0),
    ROW(v_max3_i32, ANY, 0),
    ROW(v_med3_i32, ANY, 0),
    ROW(v_min3_u32, ANY, 0),
    ROW(v_max3_u32, ANY, 0),
    ROW(v_med3_u32, ANY, 0),
    ROW(v_min3_i16, ANY, 0),
    ROW(v_max3_i16, ANY, 0),
    ROW(v_med3_i16, ANY, 0),
    ROW(v_min3_u16, ANY, 0),
    ROW(v_max3_u16, ANY, 0),
    ROW(v_med3_u16, ANY, 0),
    ROW(v_add3_u32, ADD, 0),
    ROW(v_lshl_add_u32, LSHL_ADD, 0),
    ROW(v_add_lshl_u32, ANY, 0),
    ROW(v_lshl_or_b32, LSHL_OR, 0),
    ROW(v_and_or_b32, AND_OR, 0),
    ROW(v_or3_b32, OR3, 0),
    ROW(v_xad_u32, ADD, 0),
    ROW(v_sad_u8, ANY, 0),
    ROW(v_sad_hi_u8, ANY, 0),
    ROW(v_sad_u16, ANY, 0),
    ROW(v_sad_u32, ANY, 0),
    ROW(v_msad_u8, ANY, 0),
    ROW(v_mad_u16, ADD, 0),
    ROW(v_mad_i16, ADD, 0),
    ALIAS(v_mad_legacy_u16, v_mad_u16, ADD, 0),
    ALIAS(v_mad_legacy_i16, v_mad_i16, ADD, 0),
    ROW(v_mad_u32_u16, ADD, 0),
    ROW(v_mad_i32_i16, ADD, 0),
    ROW(v_cndmask_b32, SELECT, 0),
    ROW(v_add_co_u32, ADD, VALU_MASK),
    ROW(v_sub_co_u32, ADD, VALU_MASK),
    ROW(v_subrev_co_u32, ADD, VALU_MASK),
    ROW(v_addc_co_u32, ADD, VALU_MASK),
    ROW(v_subb_co_u32, ADD, VALU_MASK),
    ROW(v_subbrev_co_u32, ADD, VALU_MASK),
    ROW(v_mad_u64_u32, MAD64, VALU_MASK),
    ROW(v_mad_i64_i32, MAD64, VALU_MASK),
    ROW(v_lshl_b64, SHL64, 0),
    ROW(v_lshr_b64, SHR64, 0),
    ROW(v_ashr_i64, SHR64, 0),
    ROW(v_lshlrev_b64, SHLREV64, 0),
    ROW(v_lshrrev_b64, SHRREV64, 0),
    ROW(v_ashrrev_i64, SHRREV64, 0),
    ROW(v_qsad_pk_u16_u8, ANY, 0),
    ROW(v_mqsad_pk_u16_u8, ANY, 0),
    ROW(v_mqsad_u32_u8, ANY, 0),
    ROW(v_dot4_i32_i8, ANY, VALU_RAW),
    ROW(v_dot4_u32_u8, ANY, VALU_RAW),
    ROW(v_dot2_i32_i16, ANY, VALU_RAW),
    ROW(v_dot2_u32_u16, ANY, VALU_RAW),
    ROW(v_dot8_i32_i4, ANY, VALU_RAW),
    ROW(v_dot8_u32_u4, ANY, VALU_RAW),
    ALIAS(v_dot4c_i32_i8, v_dot4_i32_i8, ANY, VALU_RAW),
    ALIAS(v_dot2c_i32_i16, v_dot2_i32_i16, ANY, VALU_RAW),
    ALIAS(v_dot8c_i32_i4, v_dot8_i32_i4, ANY, VALU_RAW),
};

/* Scalar ALU: GcnInstrsSop1, Sop2, Sopc, Sopk.  Each operation is a row: a kernel, what SCC
 * becomes, and how the shadow of uninitialised bits passes. */
#include "runtime/sim/exec/salu.h"
#include "runtime/sim/exec/shadow.h"

typedef void salu_fn(struct salu *x);

enum scc_rule { SCC_KEEP, SCC_NONZERO, SCC_KERNEL };

struct salu_row {
    salu_fn *fn;
    uint8_t scc, rule;
};

/* ---- operand access ---- */

void
salu_check_sgpr(struct sim_wave *wave, const struct sim_op *op, unsigned index, unsigned dwords)
{
    if (index < 104 && index + dwords > wave->sgprs)
        sim_fault(wave, op, -1, "s%u is beyond the %u allocated SGPRs", index + dwords - 1,
                  wave->sgprs);
}

static uint64_t
special(struct sim_wave *wave, const struct sim_op *op, unsigned reg, uint64_t *shadow)
{
    switch (reg) {
    case GCN_SRC_SHARED_BASE:
        return UINT64_C(1) << 48;
    case GCN_SRC_SHARED_LIMIT:
        return (UINT64_C(1) << 48) | UINT32_MAX;
    case GCN_SRC_PRIVATE_BASE:
        return UINT64_C(2) << 48;
    case GCN_SRC_PRIVATE_LIMIT:
        return (UINT64_C(2) << 48) | UINT32_MAX;
    case GCN_SRC_VCCZ:
        *shadow = sim_shadow64(wave, GCN_VCC_LO) ? 1 : 0;
        return sim_get64(wave, GCN_VCC_LO) == 0;
    case GCN_SRC_EXECZ:
        return sim_exec(wave) == 0;
    case GCN_SRC_SCC:
        *shadow = wave->scc_shadow;
        return wave->scc;
    case GCN_SRC_POPS_EXITING_WAVE_ID:
        sim_fault(wave, op, -1, "src_pops_exiting_wave_id is for ordered pixel shaders");
    default:
        sim_exec_unsupported(wave, op);
        return 0;
    }
}

uint64_t
sim_scalar(struct sim_wave *wave, const struct sim_op *op, const struct sim_source *source,
           uint64_t *shadow)
{
    *shadow = 0;
    switch (source->kind) {
    case SIM_SRC_CONST:
        return source->value;
    case SIM_SRC_SGPR:
        salu_check_sgpr(wave, op, source->reg, source->dwords);
        if (source->dwords >= 2) {
            *shadow = sim_shadow64(wave, source->reg);
            return sim_get64(wave, source->reg);
        }
        *shadow = wave->sgpr_shadow[source->reg];
        return wave->sgpr[source->reg];
    case SIM_SRC_SPECIAL:
        return special(wave, op, source->reg, shadow);
    default:
        return 0;
    }
}

void
sim_write_scalar(struct sim_wave *wave, const struct sim_op *op, unsigned index, unsigned dwords,
                 uint64_t value, uint64_t shadow)
{
    salu_check_sgpr(wave, op, index, dwords);
    if (index == GCN_VCC_LO || index == GCN_VCC_HI) {
        wave->scalar->vccz_stale = dwords == 1;
        /* A rewrite repairs VCCZ once no scalar load is in flight. */
        if (dwords == 2 && wave->counters->smem_seq == wave->counters->smem_done)
            wave->scalar->vccz_corrupt = false;
    }
    if (dwords == 1) {
        wave->sgpr[index] = (uint32_t)value;
        wave->sgpr_shadow[index] = (uint32_t)shadow;
    } else {
        sim_set64(wave, index, value, shadow);
    }
    if (index == GCN_EXEC_LO || index == GCN_EXEC_HI)
        sim_need_defined(wave, op, shadow ? __builtin_ctzll(shadow) : 0, shadow != 0, "EXEC");
}

/* Apart, so that the usual way stays short. */
static __attribute__((noinline, cold)) void
tell_undefined(struct sim_wave *wave, const struct sim_op *op, int lane, const char *what)
{
    OBSERVE(wave->device, undefined, wave, op, lane, what);
}

void
sim_need_defined(struct sim_wave *wave, const struct sim_op *op, int lane, bool undefined,
                 const char *what)
{
    if (undefined)
        tell_undefined(wave, op, lane, what);
}

/* ---- kernels ---- */

#define KERNEL(name, expr)                                                                         \
    static void k_##name(struct salu *x)                                                           \
    {                                                                                              \
        uint64_t a = x->a, b = x->b;                                                               \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        expr;                                                                                      \
    }
#define U32 (uint32_t)
#define I32 (int32_t)(uint32_t)

static uint64_t
quad_mask(uint64_t a, bool whole)
{
    uint64_t r = 0;
    for (unsigned k = 0; k < 16; k++)
        if (a >> 4 * k & 15)
            r |= whole ? UINT64_C(15) << 4 * k : UINT64_C(1) << k;
    return r;
}

static uint64_t
reverse64(uint64_t a)
{
    uint64_t r = 0;
    for (unsigned k = 0; k < 64; k++)
        r |= (a >> k & 1) << (63 - k);
    return r;
}

/* Position of the first bit that differs from the sign, counted from the top; -1: none. */
static uint32_t
sign_run(uint64_t a, unsigned width)
{
    uint64_t sign = a >> (width - 1) & 1;
    for (unsigned k = 1; k < width; k++)
        if ((a >> (width - 1 - k) & 1) != sign)
            return k;
    return ~0u;
}

static uint64_t
field64(uint64_t a, uint64_t spec, bool is_signed, unsigned width)
{
    unsigned offset = spec & (width - 1), bits = spec >> 16 & 127;
    if (bits == 0)
        return 0;
    if (width == 32)
        a = is_signed ? (uint64_t)(int64_t)I32 a : U32 a;
    uint64_t value = is_signed ? (uint64_t)((int64_t)a >> offset) : a >> offset;
    if (bits >= 64)
        return value;
    value &= (UINT64_C(1) << bits) - 1;
    if (is_signed && value >> (bits - 1) & 1)
        value |= ~((UINT64_C(1) << bits) - 1);
    return value;
}

static uint64_t
replicate(uint32_t a)
{
    uint64_t r = 0;
    for (unsigned k = 0; k < 32; k++)
        if (a >> k & 1)
            r |= UINT64_C(3) << 2 * k;
    return r;
}

KERNEL(s_mov, x->d = a)
KERNEL(s_cmov, x->d = x->scc ? a : b)
KERNEL(s_not, x->d = ~a)
KERNEL(s_wqm, x->d = quad_mask(a, true))
KERNEL(s_quadmask, x->d = quad_mask(a, false))
KERNEL(s_brev_b32, x->d = reverse64(a) >> 32)
KERNEL(s_brev_b64, x->d = reverse64(a))
KERNEL(s_bcnt0_i32_b32, x->d = 32u - (uint32_t)__builtin_popcount(U32 a))
KERNEL(s_bcnt0_i32_b64, x->d = 64u - (uint32_t)__builtin_popcountll(a))
KERNEL(s_bcnt1_i32_b32, x->d = (uint32_t)__builtin_popcount(U32 a))
KERNEL(s_bcnt1_i32_b64, x->d = (uint32_t)__builtin_popcountll(a))
KERNEL(s_ff0_i32_b32, x->d = U32 ~a ? (uint32_t)__builtin_ctz(U32 ~a) : ~0u)
KERNEL(s_ff0_i32_b64, x->d = ~a ? (uint32_t)__builtin_ctzll(~a) : ~0u)
KERNEL(s_ff1_i32_b32, x->d = U32 a ? (uint32_t)__builtin_ctz(U32 a) : ~0u)
KERNEL(s_ff1_i32_b64, x->d = a ? (uint32_t)__builtin_ctzll(a) : ~0u)
KERNEL(s_flbit_i32_b32, x->d = U32 a ? (uint32_t)__builtin_clz(U32 a) : ~0u)
KERNEL(s_flbit_i32_b64, x->d = a ? (uint32_t)__builtin_clzll(a) : ~0u)
KERNEL(s_flbit_i32, x->d = sign_run(U32 a, 32))
KERNEL(s_flbit_i32_i64, x->d = sign_run(a, 64))
KERNEL(s_sext_i32_i8, x->d = U32(int32_t)(int8_t) a)
KERNEL(s_sext_i32_i16, x->d = U32(int32_t)(int16_t) a)
KERNEL(s_bitset0_b32, x->d = b & ~(UINT64_C(1) << (a & 31)))
KERNEL(s_bitset0_b64, x->d = b & ~(UINT64_C(1) << (a & 63)))
KERNEL(s_bitset1_b32, x->d = b | UINT64_C(1) << (a & 31))
KERNEL(s_bitset1_b64, x->d = b | UINT64_C(1) << (a & 63))
KERNEL(s_abs_i32, x->d = I32 a < 0 ? 0 - U32 a : U32 a)
KERNEL(s_bitreplicate_b64_b32, x->d = replicate(U32 a))

KERNEL(s_add_u32, uint64_t r = (uint64_t)U32 a + U32 b; x->d = U32 r; x->scc = r >> 32)
KERNEL(s_sub_u32, x->d = U32(a - b); x->scc = U32 a < U32 b)
KERNEL(s_addc_u32, uint64_t r = (uint64_t)U32 a + U32 b + x->scc; x->d = U32 r; x->scc = r >> 32)
KERNEL(s_subb_u32, uint64_t r = (uint64_t)U32 a - U32 b - x->scc; x->d = U32 r;
       x->scc = r >> 32 & 1)
KERNEL(s_add_i32, int32_t r; x->scc = __builtin_add_overflow(I32 a, I32 b, &r); x->d = U32 r)
KERNEL(s_sub_i32, int32_t r; x->scc = __builtin_sub_overflow(I32 a, I32 b, &r); x->d = U32 r)
KERNEL(s_mul_i32, x->d = U32 a * U32 b)
KERNEL(s_mul_hi_u32, x->d = ((uint64_t)U32 a * U32 b) >> 32)
KERNEL(s_mul_hi_i32, x->d = U32(((int64_t)I32 a * I32 b) >> 32))
KERNEL(s_min_i32, x->scc = I32 a < I32 b; x->d = x->scc ? a : b)
KERNEL(s_max_i32, x->scc = I32 a >= I32 b; x->d = x->scc ? a : b)
KERNEL(s_min_u32, x->scc = U32 a < U32 b; x->d = x->scc ? a : b)
KERNEL(s_max_u32, x->scc = U32 a >= U32 b; x->d = x->scc ? a : b)
KERNEL(s_cselect, x->d = x->scc ? a : b)
KERNEL(s_and, x->d = a & b)
KERNEL(s_or, x->d = a | b)
KERNEL(s_xor, x->d = a ^ b)
KERNEL(s_andn2, x->d = a & ~b)
KERNEL(s_orn2, x->d = a | ~b)
KERNEL(s_nand, x->d = ~(a & b))
KERNEL(s_nor, x->d = ~(a | b))
KERNEL(s_xnor, x->d = ~(a ^ b))
KERNEL(s_lshl_b32, x->d = a << (b & 31))
KERNEL(s_lshl_b64, x->d = a << (b & 63))
KERNEL(s_lshr_b32, x->d = U32 a >> (b & 31))
KERNEL(s_lshr_b64, x->d = a >> (b & 63))
KERNEL(s_ashr_i32, x->d = U32(I32 a >> (b & 31)))
KERNEL(s_ashr_i64, x->d = (uint64_t)((int64_t)a >> (b & 63)))
KERNEL(s_bfm_b32, x->d = ((UINT64_C(1) << (a & 31)) - 1) << (b & 31))
KERNEL(s_bfm_b64, x->d = ((UINT64_C(1) << (a & 63)) - 1) << (b & 63))
KERNEL(s_bfe_u32, x->d = field64(a, b, false, 32))
KERNEL(s_bfe_i32, x->d = field64(a, b, true, 32))
KERNEL(s_bfe_u64, x->d = field64(a, b, false, 64))
KERNEL(s_bfe_i64, x->d = field64(a, b, true, 64))
KERNEL(s_absdiff_i32, uint32_t r = U32 a - U32 b; x->d = I32 r < 0 ? 0 - r : r)
KERNEL(s_lshl1_add_u32, uint64_t r = ((uint64_t)U32 a << 1) + U32 b; x->d = r; x->scc = r >> 32)
KERNEL(s_lshl2_add_u32, uint64_t r = ((uint64_t)U32 a << 2) + U32 b; x->d = r; x->scc = r >> 32)
KERNEL(s_lshl3_add_u32, uint64_t r = ((uint64_t)U32 a << 3) + U32 b; x->d = r; x->scc = r >> 32)
KERNEL(s_lshl4_add_u32, uint64_t r = ((uint64_t)U32 a << 4) + U32 b; x->d = r; x->scc = r >> 32)
KERNEL(s_pack_ll, x->d = (a & 0xFFFF) | (b & 0xFFFF) << 16)
KERNEL(s_pack_lh, x->d = (a & 0xFFFF) | (b & 0xFFFF0000))
KERNEL(s_pack_hh, x->d = (a >> 16 & 0xFFFF) | (b & 0xFFFF0000))

KERNEL(eq_32, x->scc = U32 a == U32 b)
KERNEL(lg_32, x->scc = U32 a != U32 b)
KERNEL(gt_i32, x->scc = I32 a > I32 b)
KERNEL(ge_i32, x->scc = I32 a >= I32 b)
KERNEL(lt_i32, x->scc = I32 a < I32 b)
KERNEL(le_i32, x->scc = I32 a <= I32 b)
KERNEL(gt_u32, x->scc = U32 a > U32 b)
KERNEL(ge_u32, x->scc = U32 a >= U32 b)
KERNEL(lt_u32, x->scc = U32 a < U32 b)
KERNEL(le_u32, x->scc = U32 a <= U32 b)
KERNEL(eq_64, x->scc = a == b)
KERNEL(lg_64, x->scc = a != b)
KERNEL(bit0_32, x->scc = !(a >> (b & 31) & 1))
KERNEL(bit1_32, x->scc = a >> (b & 31) & 1)
KERNEL(bit0_64, x->scc = !(a >> (b & 63) & 1))
KERNEL(bit1_64, x->scc = a >> (b & 63) & 1)

#define ROW(name, kernel, scc, rule) [GCN_##name] = {k_##kernel, SCC_##scc, SHADOW_##rule}
#define BOTH(name, kernel, scc, rule)                                                              \
    ROW(name##_b32, kernel, scc, rule), ROW(name##_b64, kernel, scc, rule)

static const struct salu_row rows[GCN_OPS] = {
    BOTH(s_mov, s_mov, KEEP, MOVE),
    BOTH(s_cmov, s_cmov, KEEP, SELECT),
    BOTH(s_not, s_not, NONZERO, MOVE),
    BOTH(s_wqm, s_wqm, NONZERO, ANY),
    BOTH(s_quadmask, s_quadmask, NONZERO, ANY),
    ROW(s_brev_b32, s_brev_b32, KEEP, SHUFFLE),
    ROW(s_brev_b64, s_brev_b64, KEEP, SHUFFLE),
    ROW(s_bcnt0_i32_b32, s_bcnt0_i32_b32, NONZERO, ANY),
    ROW(s_bcnt0_i32_b64, s_bcnt0_i32_b64, NONZERO, ANY),
    ROW(s_bcnt1_i32_b32, s_bcnt1_i32_b32, NONZERO, ANY),
    ROW(s_bcnt1_i32_b64, s_bcnt1_i32_b64, NONZERO, ANY),
    ROW(s_ff0_i32_b32, s_ff0_i32_b32, KEEP, ANY),
    ROW(s_ff0_i32_b64, s_ff0_i32_b64, KEEP, ANY),
    ROW(s_ff1_i32_b32, s_ff1_i32_b32, KEEP, ANY),
    ROW(s_ff1_i32_b64, s_ff1_i32_b64, KEEP, ANY),
    ROW(s_flbit_i32_b32, s_flbit_i32_b32, KEEP, ANY),
    ROW(s_flbit_i32_b64, s_flbit_i32_b64, KEEP, ANY),
    ROW(s_flbit_i32, s_flbit_i32, KEEP, ANY),
    ROW(s_flbit_i32_i64, s_flbit_i32_i64, KEEP, ANY),
    ROW(s_sext_i32_i8, s_sext_i32_i8, KEEP, SEXT8),
    ROW(s_sext_i32_i16, s_sext_i32_i16, KEEP, SEXT16),
    ROW(s_bitset0_b32, s_bitset0_b32, KEEP, OR3),
    ROW(s_bitset0_b64, s_bitset0_b64, KEEP, OR3),
    ROW(s_bitset1_b32, s_bitset1_b32, KEEP, OR3),
    ROW(s_bitset1_b64, s_bitset1_b64, KEEP, OR3),
    ROW(s_abs_i32, s_abs_i32, NONZERO, ANY),
    ROW(s_bitreplicate_b64_b32, s_bitreplicate_b64_b32, KEEP, SHUFFLE),
    ROW(s_add_u32, s_add_u32, KERNEL, ADD),
    ROW(s_sub_u32, s_sub_u32, KERNEL, ADD),
    ROW(s_addc_u32, s_addc_u32, KERNEL, ADD),
    ROW(s_subb_u32, s_subb_u32, KERNEL, ADD),
    ROW(s_add_i32, s_add_i32, KERNEL, ADD),
    ROW(s_sub_i32, s_sub_i32, KERNEL, ADD),
    ROW(s_mul_i32, s_mul_i32, KEEP, ADD),
    ROW(s_mul_hi_u32, s_mul_hi_u32, KEEP, ANY),
    ROW(s_mul_hi_i32, s_mul_hi_i32, KEEP, ANY),
    ROW(s_min_i32, s_min_i32, KERNEL, ANY),
    ROW(s_max_i32, s_max_i32, KERNEL, ANY),
    ROW(s_min_u32, s_min_u32, KERNEL, ANY),
    ROW(s_max_u32, s_max_u32, KERNEL, ANY),
    BOTH(s_cselect, s_cselect, KEEP, SELECT),
    BOTH(s_and, s_and, NONZERO, AND),
    BOTH(s_or, s_or, NONZERO, OR),
    BOTH(s_xor, s_xor, NONZERO, XOR),
    BOTH(s_andn2, s_andn2, NONZERO, AND_OR),
    BOTH(s_orn2, s_orn2, NONZERO, LSHL_OR),
    BOTH(s_nand, s_nand, NONZERO, AND),
    BOTH(s_nor, s_nor, NONZERO, OR),
    BOTH(s_xnor, s_xnor, NONZERO, XOR),
    ROW(s_lshl_b32, s_lshl_b32, NONZERO, SHL),
    ROW(s_lshl_b64, s_lshl_b64, NONZERO, SHL),
    ROW(s_lshr_b32, s_lshr_b32, NONZERO, SHR),
    ROW(s_lshr_b64, s_lshr_b64, NONZERO, SHR),
    ROW(s_ashr_i32, s_ashr_i32, NONZERO, ASHR),
    ROW(s_ashr_i64, s_ashr_i64, NONZERO, ASHR),
    ROW(s_bfm_b32, s_bfm_b32, KEEP, ANY),
    ROW(s_bfm_b64, s_bfm_b64, KEEP, ANY),
    ROW(s_bfe_u32, s_bfe_u32, NONZERO, BFE),
    ROW(s_bfe_i32, s_bfe_i32, NONZERO, SBFE),
    ROW(s_bfe_u64, s_bfe_u64, NONZERO, BFE),
    ROW(s_bfe_i64, s_bfe_i64, NONZERO, SBFE),
    ROW(s_absdiff_i32, s_absdiff_i32, NONZERO, ANY),
    ROW(s_lshl1_add_u32, s_lshl1_add_u32, KERNEL, ANY),
    ROW(s_lshl2_add_u32, s_lshl2_add_u32, KERNEL, ANY),
    ROW(s_lshl3_add_u32, s_lshl3_add_u32, KERNEL, ANY),
    ROW(s_lshl4_add_u32, s_lshl4_add_u32, KERNEL, ANY),
    ROW(s_pack_ll_b32_b16, s_pack_ll, KEEP, SHUFFLE),
    ROW(s_pack_lh_b32_b16, s_pack_lh, KEEP, SHUFFLE),
    ROW(s_pack_hh_b32_b16, s_pack_hh, KEEP, SHUFFLE),
    ROW(s_cmp_eq_i32, eq_32, KERNEL, ANY),
    ROW(s_cmp_eq_u32, eq_32, KERNEL, ANY),
    ROW(s_cmp_lg_i32, lg_32, KERNEL, ANY),
    ROW(s_cmp_lg_u32, lg_32, KERNEL, ANY),
    ROW(s_cmp_gt_i32, gt_i32, KERNEL, ANY),
    ROW(s_cmp_ge_i32, ge_i32, KERNEL, ANY),
    ROW(s_cmp_lt_i32, lt_i32, KERNEL, ANY),
    ROW(s_cmp_le_i32, le_i32, KERNEL, ANY),
    ROW(s_cmp_gt_u32, gt_u32, KERNEL, ANY),
    ROW(s_cmp_ge_u32, ge_u32, KERNEL, ANY),
    ROW(s_cmp_lt_u32, lt_u32, KERNEL, ANY),
    ROW(s_cmp_le_u32, le_u32, KERNEL, ANY),
    ROW(s_cmp_eq_u64, eq_64, KERNEL, ANY),
    ROW(s_cmp_lg_u64, lg_64, KERNEL, ANY),
    ROW(s_bitcmp0_b32, bit0_32, KERNEL, BFE),
    ROW(s_bitcmp1_b32, bit1_32, KERNEL, BFE),
    ROW(s_bitcmp0_b64, bit0_64, KERNEL, BFE),
    ROW(s_bitcmp1_b64, bit1_64, KERNEL, BFE),
    ROW(s_movk_i32, s_mov, KEEP, MOVE),
    ROW(s_cmovk_i32, s_cmov, KEEP, SELECT),
    ROW(s_cmpk_eq_i32, eq_32, KERNEL, ANY),
    ROW(s_cmpk_lg_i32, lg_32, KERNEL, ANY),
    ROW(s_cmpk_gt_i32, gt_i32, KERNEL, ANY),
    ROW(s_cmpk_ge_i32, ge_i32, KERNEL, ANY),
    ROW(s_cmpk_lt_i32, lt_i32, KERNEL, ANY),
    ROW(s_cmpk_le_i32, le_i32, KERNEL, ANY),
    ROW(s_cmpk_eq_u32, eq_32, KERNEL, ANY),
    ROW(s_cmpk_lg_u32, lg_32, KERNEL, ANY),
    ROW(s_cmpk_gt_u32, gt_u32, KERNEL, ANY),
    ROW(s_cmpk_ge_u32, ge_u32, KERNEL, ANY),
    ROW(s_cmpk_lt_u32, lt_u32, KERNEL, ANY),
    ROW(s_cmpk_le_u32, le_u32, KERNEL, ANY),
    ROW(s_addk_i32, s_add_i32, KERNEL, ADD),
    ROW(s_mulk_i32, s_mul_i32, KEEP, ADD),
};

/* ---- shadow ---- */

static uint64_t
upwards(uint64_t shadow)
{
    return shadow | (0 - shadow);
}

static uint64_t
shift_signed(uint64_t shadow, uint64_t amount, unsigned width)
{
    return width == 32 ? (uint64_t)(I32 shadow >> (amount & 31))
                       : (uint64_t)((int64_t)shadow >> (amount & 63));
}

/* The shadow of operations that only move bits goes the way of the bits. */
static uint64_t
shuffle(salu_fn *fn, uint64_t sa, uint64_t sb)
{
    struct salu shadow = {.a = sa, .b = sb};
    fn(&shadow);
    return shadow.d;
}

static uint64_t
combine(const struct salu_row *row, const struct salu *x, uint64_t sa, uint64_t sb, bool scc_shadow)
{
    uint64_t all = sa | sb ? ~UINT64_C(0) : 0;
    switch (row->rule) {
    case SHADOW_MOVE:
        return sa;
    case SHADOW_SHUFFLE:
        return shuffle(row->fn, sa, sb);
    case SHADOW_AND:
        return (sa | sb) & (x->a | sa) & (x->b | sb);
    case SHADOW_OR:
        return (sa | sb) & (~x->a | sa) & (~x->b | sb);
    case SHADOW_AND_OR:
        return (sa | sb) & (x->a | sa) & (~x->b | sb); /* a & ~b */
    case SHADOW_LSHL_OR:
        return (sa | sb) & (~x->a | sa) & (x->b | sb); /* a | ~b */
    case SHADOW_XOR:
        return sa | sb;
    case SHADOW_OR3:
        return sa ? ~UINT64_C(0) : sb; /* one bit of b is replaced */
    case SHADOW_ADD:
        return upwards(sa | sb) | (scc_shadow ? ~UINT64_C(0) : 0);
    case SHADOW_SELECT:
        return scc_shadow ? ~UINT64_C(0) : x->scc ? sa : sb;
    case SHADOW_SHL:
        return sb ? all : sa << (x->b & (x->width - 1));
    case SHADOW_SHR:
        return sb ? all : sa >> (x->b & (x->width - 1));
    case SHADOW_ASHR:
        return sb ? all : shift_signed(sa, x->b, x->width);
    case SHADOW_SBFE:
        return sb ? all : sa ? field64(sa, x->b, true, x->width) : 0;
    case SHADOW_SEXT8:
        return (uint64_t)(int64_t)(int8_t)sa;
    case SHADOW_SEXT16:
        return (uint64_t)(int64_t)(int16_t)sa;
    case SHADOW_BFE:
        return sb ? all : sa ? field64(sa, x->b, false, x->width) : 0;
    default:
        return all;
    }
}

/* s_bitcmp looks at one bit of a. */
static bool
bit_is_undefined(const struct sim_op *op, uint64_t b, uint64_t sa, uint64_t sb)
{
    return sb || (sa >> (b & (op->source[0].dwords == 2 ? 63 : 31)) & 1);
}

void
salu_run(struct sim_wave *wave, const struct sim_op *op, struct salu *x, uint64_t sa, uint64_t sb)
{
    const struct salu_row *row = &rows[op->inst.op];
    if (!row->fn)
        sim_exec_unsupported(wave, op);
    bool reads_scc = op->info->flags & GCN_FLAG_READS_SCC, old_scc = wave->scc;
    x->scc = old_scc;
    x->width = op->sdst_dwords == 2 ? 64 : 32;
    row->fn(x);
    if (op->sdst_dwords < 2)
        x->d = (uint32_t)x->d;
    bool scc_shadow = reads_scc && wave->scc_shadow;
    uint64_t sd = 0;
    if (sa | sb || scc_shadow) {
        struct salu before = *x;
        before.scc = old_scc;
        sd = combine(row, &before, sa, sb, scc_shadow);
        if (op->sdst_dwords < 2)
            sd = (uint32_t)sd;
    }
    if (row->scc == SCC_KERNEL) {
        wave->scc = x->scc;
        wave->scc_shadow =
            row->rule == SHADOW_BFE ? bit_is_undefined(op, x->b, sa, sb) : (sa | sb) || scc_shadow;
    } else if (row->scc == SCC_NONZERO) {
        wave->scc = x->d != 0;
        /* one defined 1 bit makes the result nonzero, whatever the undefined bits are */
        wave->scc_shadow = sd && !(x->d & ~sd);
    }
    if (op->sdst >= 0)
        sim_write_scalar(wave, op, (unsigned)op->sdst, op->sdst_dwords, x->d, sd);
}

/* ---- what most scalar instructions are: defined registers within the allocation ---- */

/* false: it is none of those. */
static inline bool
read_quick(const struct sim_wave *wave, const struct sim_source *source, uint64_t *value)
{
    unsigned reg = source->reg;
    if (source->kind == SIM_SRC_CONST) {
        *value = source->value;
        return true;
    }
    bool wide = source->dwords >= 2;
    if (source->kind != SIM_SRC_SGPR || (reg < 104 && reg + wide >= wave->sgprs))
        return false;
    *value = wide ? sim_get64(wave, reg) : wave->sgpr[reg];
    return !(wide ? sim_shadow64(wave, reg) : wave->sgpr_shadow[reg]);
}

void
salu_exec_quick(struct sim_wave *wave, const struct sim_op *op)
{
    const struct salu_row *row = op->scalar_row;
    struct salu x;
    bool wide = op->sdst_dwords == 2, old_scc = wave->scc;
    x.b = 0;
    if (!read_quick(wave, &op->source[0], &x.a) ||
        (op->source_count > 1 && !read_quick(wave, &op->source[1], &x.b)) ||
        (op->info->flags & GCN_FLAG_READS_SCC && wave->scc_shadow)) {
        op->exec_slowly(wave, op);
        return;
    }
    x.scc = old_scc;
    x.width = wide ? 64 : 32;
    row->fn(&x);
    uint64_t result = wide ? x.d : (uint32_t)x.d;
    if (row->scc != SCC_KEEP) {
        wave->scc = row->scc == SCC_KERNEL ? x.scc : result != 0;
        wave->scc_shadow = false;
    }
    if (op->sdst < 0)
        return;
    unsigned index = (unsigned)op->sdst;
    if (index >= 104 || index + wide >= wave->sgprs) {
        sim_write_scalar(wave, op, index, op->sdst_dwords, result, 0);
    } else {
        wave->sgpr[index] = (uint32_t)result;
        wave->sgpr_shadow[index] = 0;
        if (wide) {
            wave->sgpr[index + 1] = (uint32_t)(result >> 32);
            wave->sgpr_shadow[index + 1] = 0;
        }
    }
}

void
salu_choose(struct sim_op *op)
{
    const struct salu_row *row = &rows[op->inst.op];
    bool two = op->exec == salu_exec_sop2 || op->exec == salu_exec_sopc;
    /* s_bitset and s_cmov read their destination */
    bool one = op->exec == salu_exec_sop1 && op->source_count == 1 &&
               !(op->info->flags & GCN_FLAG_READS_SCC);
    if (!row->fn || !(one || (two && op->source_count == 2)) || op->inst.op == GCN_s_set_gpr_idx_on)
        return;
    op->scalar_row = row;
    op->exec_slowly = op->exec;
    op->exec = salu_exec_quick;
}

void
salu_exec_sop2(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t sa, sb;
    struct salu x = {.a = sim_scalar(wave, op, &op->source[0], &sa),
                     .b = sim_scalar(wave, op, &op->source[1], &sb)};
    salu_run(wave, op, &x, sa, sb);
}

void
salu_exec_sopc(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t sa, sb;
    struct salu x = {.a = sim_scalar(wave, op, &op->source[0], &sa),
                     .b = sim_scalar(wave, op, &op->source[1], &sb)};
    if (op->inst.op == GCN_s_set_gpr_idx_on) {
        sim_need_defined(wave, op, -1, sa != 0, "a register index");
        wave->sgpr[GCN_M0] = (wave->sgpr[GCN_M0] & ~0xF0FFu) | (x.a & 0xFF) | (x.b & 15) << 12;
        wave->sgpr_shadow[GCN_M0] &= ~0xF0FFu;
        wave->gpr_index_on = true;
        return;
    }
    salu_run(wave, op, &x, sa, sb);
}

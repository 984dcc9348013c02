/* Vector ALU: choosing the kernel, calling it, output modifiers and write-back (sources:
 * valu_source.c).
 *
 * Kernels compute all 64 lanes from plain arrays (inactive lanes give garbage that is not written),
 * which lets the host compiler vectorise them. */
#include "runtime/sim/exec/valu_float.h"
#include "runtime/sim/exec/valu_source.h"

#include <fenv.h>

/* ---- choosing the kernel ---- */

static const struct valu_row *const families[] = {
    valu_int_rows, valu_f32_rows, valu_cmp_rows,    valu_cvt_rows,
    valu_f64_rows, valu_f16_rows, valu_packed_rows,
};

/* By operation and generation: enum sim_half. */
static const uint8_t upper_halves[GCN_OPS][3] = {
#define HALF(name, before, gfx8, gfx9)                                                             \
    [GCN_##name] = {SIM_HALF_##before, SIM_HALF_##gfx8, SIM_HALF_##gfx9},
#include "runtime/sim/exec/valu_half.def"
#undef HALF
};

void
valu_choose(struct sim_op *op, unsigned generation, struct arena *arena)
{
    op->upper_half = upper_halves[op->inst.op][generation < 8 ? 0 : generation - 7];
    for (unsigned i = 0; i < sizeof families / sizeof *families; i++) {
        const struct valu_row *row = &families[i][op->inst.op];
        if (!row->fn)
            continue;
        op->kernel = row->fn;
        op->shadow_rule = row->rule;
        op->kernel_flags = row->flags;
        if (families[i] == valu_int_rows) /* v_cndmask takes float modifiers, but moves bits */
            op->kernel_flags |= VALU_NO_FLUSH;
        if (valu_is_quick(op)) {
            op->exec = valu_exec_quick;
            op->is_plain = valu_is_plain(op, arena);
            op->is_wide = !op->is_plain && valu_is_wide(op, arena);
        }
        return;
    }
    op->exec = valu_exec_special;
}

/* ---- results ---- */

/* Output modifiers: times 2, 4 or 1/2, no denormals, no -0. */
static uint64_t
scaled(const struct valu *x, unsigned type, uint64_t bits, unsigned omod)
{
    double factor = omod == 1 ? 2.0 : omod == 2 ? 4.0 : 0.5;
    if (type == GCN_F32)
        bits = flush32(f32_bits(as_f32((uint32_t)bits) * (float)factor));
    else if (type == GCN_F64)
        bits = flush64(f64_bits(as_f64(bits) * factor));
    else
        bits = flush16(half_from_double(half_to_double((uint32_t)bits) * factor, x->mode->round16));
    const struct float_format *f = type == GCN_F32   ? &float32
                                   : type == GCN_F64 ? &float64
                                                     : &float16;
    return bits == f->sign ? 0 : bits;
}

static void
finish_float(struct operands *all, const struct sim_op *op)
{
    struct valu *x = &all->x;
    unsigned type = op->dst_type, omod = op->inst.omod;
    bool passes = type == GCN_F32   ? x->mode->out32
                  : type == GCN_F16 ? x->mode->out16
                                    : x->mode->out64;
    bool flush = op->kernel_flags & VALU_FLUSH || !passes;
    /* Output modifiers are not IEEE: ignored with IEEE mode or output denormals. */
    if (x->mode->ieee || !flush)
        omod = 0;
    if (type == GCN_F64) {
        if (flush)
            EACH_LANE(i) all->dq[i] = flush64(all->dq[i]);
        if (omod)
            EACH_LANE(i) all->dq[i] = scaled(x, type, all->dq[i], omod);
        if (x->clamp)
            EACH_LANE(i) all->dq[i] = float_clamp(&float64, all->dq[i], x->mode->dx10);
        return;
    }
    if (op->vdst_dwords != 1)
        return;
    if (flush && type == GCN_F32)
        EACH_LANE(i) all->d[i] = flush32(all->d[i]);
    else if (flush)
        EACH_LANE(i) all->d[i] = flush16(all->d[i]);
    if (omod)
        EACH_LANE(i) all->d[i] = (uint32_t)scaled(x, type, all->d[i], omod);
    const struct float_format *f = type == GCN_F32 ? &float32 : &float16;
    if (x->clamp)
        EACH_LANE(i) all->d[i] = (uint32_t)float_clamp(f, all->d[i], x->mode->dx10);
}

static uint32_t
finish_half(const struct valu *x, uint32_t half)
{
    half = x->mode->out16 ? half : flush16(half);
    return x->clamp ? (uint32_t)float_clamp(&float16, half, x->mode->dx10) : half;
}

static void
finish_packed(struct operands *all, const struct sim_op *op)
{
    const struct valu *x = &all->x;
    if (!strstr(op->info->name, "f16") || (x->mode->out16 && !x->clamp))
        return;
    EACH_LANE(i)
    all->d[i] = finish_half(x, all->d[i] & 0xFFFF) | finish_half(x, all->d[i] >> 16) << 16;
}

/* Where in the destination the result goes: bits of `keep` stay, those of `untold` are uninitialised. */
struct placement {
    uint32_t keep, untold;
    unsigned shift;
    uint32_t field;
    bool sext;
};

static struct placement
placement_of(const struct sim_op *op)
{
    struct placement place = {.field = 0xFFFFFFFF};
    if (op->inst.ext == GCN_SDWA && op->inst.dst_sel != 6) {
        unsigned sel = op->inst.dst_sel;
        place.shift = sel <= 3 ? 8 * sel : 16 * (sel - 4);
        place.field = sel <= 3 ? 0xFF : 0xFFFF;
        /* the rest of the register is 0 (dst_unused 0), copies of the sign (1), or kept (2) */
        if (op->inst.dst_unused == 2)
            place.keep = ~(place.field << place.shift);
        place.sext = op->inst.dst_unused == 1;
    } else if (op->dst_width == 16 && op->inst.ext != GCN_SDWA) {
        bool high = op->kernel_flags & VALU_HIGH_HALF ||
                    (op->info->format != GCN_VOP3P && op->inst.op_sel & 8);
        place.field = 0xFFFF;
        place.shift = high ? 16 : 0;
        if (high || op->upper_half == SIM_HALF_KEEPS)
            place.keep = ~(UINT32_C(0xFFFF) << place.shift);
        place.untold = op->upper_half == SIM_HALF_UNTOLD ? 0xFFFF0000 : 0;
    }
    return place;
}

static void
place_values(const struct placement *place, uint32_t *values, const uint32_t *old)
{
    if (place->field == 0xFFFFFFFF)
        return;
    EACH_LANE(i)
    {
        uint32_t value = (values[i] & place->field) << place->shift;
        if (place->sext) {
            uint32_t top = place->field ^ place->field >> 1;
            if (values[i] & top)
                value |= ~((place->field << place->shift) | ((1u << place->shift) - 1));
        }
        values[i] = value | (old[i] & place->keep);
    }
}

static void
store_lanes(uint32_t *to, const uint32_t *from, uint64_t write)
{
    if (write == ~UINT64_C(0)) {
        memcpy(to, from, SIM_LANES * sizeof *to);
        return;
    }
    valu_blend(to, from, write);
}

static void
store_shadow(struct sim_wave *wave, unsigned reg, const uint32_t *shadow, uint64_t write)
{
    uint64_t undefined = wave->v_undefined[reg] & ~write;
    EACH_LANE(i)
    {
        if (!(write >> i & 1))
            continue;
        wave->v_shadow[reg][i] = shadow[i];
        if (shadow[i])
            undefined |= UINT64_C(1) << i;
    }
    wave->v_undefined[reg] = undefined;
}

/* ---- the whole instruction ---- */

void
valu_read_mode(struct sim_wave *wave)
{
    uint32_t bits = wave->mode;
    struct valu_mode mode = {
        .bits = bits,
        .generation = (uint8_t)wave->device->target->generation,
        .round32 = bits & 3,
        .round64 = bits >> 2 & 3,
        .in32 = bits >> 4 & 1,
        .out32 = bits >> 5 & 1,
        .in64 = bits >> 6 & 1,
        .out64 = bits >> 7 & 1,
        .dx10 = bits >> 8 & 1,
        .ieee = bits >> 9 & 1,
    };
    /* Before GFX8 only conversions know halves: with denormals, on GFX6 with the mode of f32
     * (GcnInstrsVop1, V_CVT_F16_F32). */
    mode.round16 = mode.generation == 6 ? mode.round32 : mode.round64;
    mode.in16 = mode.generation < 8 || mode.in64;
    mode.out16 = mode.generation < 8 || mode.out64;
    *wave->valu_mode = mode;
}

static void
call_kernel(const struct sim_op *op, struct valu *x)
{
    static const int host[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    bool wide = op->dst_type == GCN_F64;
    unsigned round = wide ? x->mode->round64 : x->mode->round32;
    /* Half-precision kernels round by themselves; switching the host's mode is slow, so only if
     * needed. */
    if (!round || !op->dst_float || op->dst_type == GCN_F16) {
        op->kernel(x);
        return;
    }
    fesetround(host[round]);
    op->kernel(x);
    fesetround(FE_TONEAREST);
}

static unsigned
destination_vgpr(struct sim_wave *wave, const struct sim_op *op)
{
    unsigned reg = indexed_result(wave, op);
    sim_check_vgpr(wave, op, reg, op->vdst_dwords);
    return reg;
}

static void
write_one(struct operands *all, struct sim_wave *wave, const struct sim_op *op, unsigned reg)
{
    uint32_t shadow[SIM_LANES] = {0};
    struct placement place = placement_of(op);
    if (all->undefined)
        valu_result_shadow(all, wave, op, shadow);
    place_values(&place, all->d, wave->v[reg]);
    if (!wave->device->strict)
        place.untold = 0;
    if (place.keep || place.untold || all->undefined) {
        uint32_t old[SIM_LANES];
        EACH_LANE(i) old[i] = sim_lane_shadow(wave, reg, i);
        place_values(&place, shadow, old);
        EACH_LANE(i) shadow[i] |= place.untold;
        store_shadow(wave, reg, shadow, all->write);
    } else {
        wave->v_undefined[reg] &= ~all->write;
    }
    store_lanes(wave->v[reg], all->d, all->write);
}

static void
write_vgprs(struct operands *all, struct sim_wave *wave, const struct sim_op *op)
{
    unsigned reg = destination_vgpr(wave, op);
    all->undefined &= wave->device->strict;
    if (op->vdst_dwords == 1) {
        write_one(all, wave, op, reg);
        return;
    }
    uint64_t wide[SIM_LANES];
    if (all->undefined)
        valu_result_shadow64(all, wave, op, wide);
    for (unsigned k = 0; k < op->vdst_dwords; k++) {
        uint32_t shadow[SIM_LANES];
        uint32_t *from = all->d;
        if (op->vdst_dwords == 2)
            EACH_LANE(i) all->d[i] = (uint32_t)(all->dq[i] >> 32 * k);
        else
            from = all->wide[k];
        if (all->undefined) {
            EACH_LANE(i) shadow[i] = (uint32_t)(wide[i] >> 32 * (k & 1));
            store_shadow(wave, reg + k, shadow, all->write);
        } else {
            wave->v_undefined[reg + k] &= ~all->write;
        }
        store_lanes(wave->v[reg + k], from, all->write);
    }
}

static void
write_mask(struct operands *all, struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t shadow = 0, mask = all->x.mask & all->x.exec;
    if (all->undefined && wave->device->strict) {
        uint32_t lanes[SIM_LANES] = {0};
        valu_result_shadow(all, wave, op, lanes);
        EACH_LANE(i) shadow |= (uint64_t)(lanes[i] != 0) << i;
        shadow &= all->x.exec;
    }
    const struct sim_device *device = wave->device;
    if (op->kernel_flags & VALU_MASK_BUG && device->target->div_scale_f64_bug && device->strict)
        shadow = all->x.exec;
    if (op->sdst >= 0)
        sim_write_scalar(wave, op, (unsigned)op->sdst, 2, mask, shadow);
    if (op->info->flags & GCN_FLAG_WRITES_EXEC)
        sim_write_scalar(wave, op, GCN_EXEC_LO, 2, mask, shadow);
}

void
valu_exec(struct sim_wave *wave, const struct sim_op *op)
{
    struct operands all;
    struct valu *x = &all.x;
    all.undefined = false;
    all.carry_shadow = 0;
    x->exec = all.write = sim_exec(wave);
    x->op = op;
    x->wave = wave;
    x->d = all.d;
    x->dq = all.dq;
    x->wide = all.wide;
    x->mask = x->carry = 0;
    x->mode = valu_mode(wave);
    x->clamp = op->inst.clamp;
    for (unsigned i = 0; i < op->source_count; i++) {
        if (op->source[i].kind == SIM_SRC_NONE)
            continue;
        if (op->source[i].dwords >= 2)
            valu_fetch64(&all, wave, op, i);
        else
            valu_fetch32(&all, wave, op, i);
    }
    int carry = op->carry_in >= 0                      ? op->carry_in
                : op->info->flags & GCN_FLAG_READS_VCC ? GCN_VCC_LO
                                                       : -1;
    if (carry >= 0) {
        x->carry = sim_get64(wave, (unsigned)carry);
        all.carry_shadow = sim_shadow64(wave, (unsigned)carry) & x->exec;
        all.undefined |= all.carry_shadow != 0;
    }
    call_kernel(op, x);
    if (op->vdst >= 0) {
        if (op->dst_float && !(op->kernel_flags & VALU_NO_FLUSH))
            finish_float(&all, op);
        else if (op->dst_type == GCN_PACKED16)
            finish_packed(&all, op);
        write_vgprs(&all, wave, op);
    }
    if (op->kernel_flags & VALU_MASK)
        write_mask(&all, wave, op);
}

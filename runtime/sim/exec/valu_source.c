/* Vector ALU sources: registers and constants, DPP, SDWA, packed halves, negation and absolute
 * values, flushing of denormals; and what becomes of the shadow of uninitialised bits. */
#include "runtime/sim/exec/valu_source.h"

enum { DPP_ROW = 16 };

/* ---- DPP ---- */

/* The lane that lane i reads, or -1.  Table in GcnSdwaDpp, "List of data parallel operations". */
static int
dpp_source(unsigned ctrl, int i)
{
    int row = i & ~(DPP_ROW - 1), in_row = i & (DPP_ROW - 1), n = (int)ctrl & 15;
    if (ctrl <= 0xFF)
        return (i & ~3) + (int)(ctrl >> (2 * (i & 3)) & 3);
    if (ctrl >= 0x101 && ctrl <= 0x10F)
        return in_row + n < DPP_ROW ? i + n : -1;
    if (ctrl >= 0x111 && ctrl <= 0x11F)
        return in_row - n >= 0 ? i - n : -1;
    if (ctrl >= 0x121 && ctrl <= 0x12F)
        return row + ((in_row - n) & (DPP_ROW - 1));
    if (ctrl >= 0x150 && ctrl <= 0x15F)
        return row + n;
    switch (ctrl) {
    case 0x130:
        return i + 1 < SIM_LANES ? i + 1 : -1;
    case 0x134:
        return (i + 1) % SIM_LANES;
    case 0x138:
        return i - 1;
    case 0x13C:
        return (i + SIM_LANES - 1) % SIM_LANES;
    case 0x140:
        return row + (DPP_ROW - 1 - in_row);
    case 0x141:
        return (i & ~7) + (7 - (i & 7));
    case 0x142:
        return row ? row - 1 : -1;
    case 0x143:
        return i >= 32 ? 31 : -1;
    default:
        return -1;
    }
}

/* Permutes src0; *write loses the lanes that DPP disables. */
static void
apply_dpp(const struct gcn_inst *inst, uint64_t exec, const uint32_t *from, uint32_t *to,
          uint64_t *write)
{
    for (int i = 0; i < SIM_LANES; i++) {
        uint64_t bit = UINT64_C(1) << i;
        if (!(inst->row_mask >> (i / DPP_ROW) & 1) || !(inst->bank_mask >> (i / 4 % 4) & 1)) {
            *write &= ~bit;
            to[i] = 0;
            continue;
        }
        int source = dpp_source(inst->dpp_ctrl, i);
        bool valid = source >= 0 && exec >> source & 1;
        to[i] = valid ? from[source] : 0;
        /* with bound_ctrl an invalid source reads as 0; without it the lane is not written */
        if (!valid && !inst->bound_ctrl)
            *write &= ~bit;
    }
}

/* ---- operands ---- */

/* Is a register chosen by M0?  Compilers keep private arrays in registers: who wrote the program knows the array. */
static bool
names_agprs(const struct sim_op *op)
{
    bool any = op->vdst >= 256;
    for (unsigned i = 0; i < op->source_count; i++)
        any |= op->source[i].kind == SIM_SRC_VGPR && op->source[i].reg >= 256;
    return any;
}

void
sim_check_vgpr(struct sim_wave *wave, const struct sim_op *op, unsigned reg, unsigned count)
{
    bool is_indexed = sim_is_indexed(wave, op);
    /* accumulation registers: the other half of the file, which no index of a VGPR reaches */
    if (reg >= 256 && reg < 512 && (!is_indexed || names_agprs(op))) {
        if (reg + count > 256 + wave->agprs)
            sim_fault(wave, op, -1, "a%u is beyond the %u allocated AGPRs", reg + count - 1 - 256,
                      wave->agprs);
    } else if (reg > wave->vgprs || count > wave->vgprs - reg) {
        sim_fault(wave, op, -1, "v%u is beyond the %u allocated VGPRs%s", reg + count - 1,
                  wave->vgprs,
                  is_indexed ? ": the index, as of a private array that is kept in registers, "
                               "is out of range"
                             : "");
    }
}

static unsigned
source_vgpr(struct sim_wave *wave, const struct sim_op *op, unsigned index)
{
    unsigned reg = indexed_source(wave, op, index);
    sim_check_vgpr(wave, op, reg, op->source[index].dwords);
    return reg;
}

/* SDWA selection; shadow bits are never sign-extended from a clean top bit, so the same works for
 * them. */
static uint32_t
select_part(uint32_t value, unsigned sel, bool sext)
{
    if (sel <= 3) {
        uint32_t byte = value >> (8 * sel) & 0xFF;
        return sext ? (uint32_t)(int32_t)(int8_t)byte : byte;
    }
    if (sel == 4 || sel == 5) {
        uint32_t word = value >> (16 * (sel - 4)) & 0xFFFF;
        return sext ? (uint32_t)(int32_t)(int16_t)word : word;
    }
    return value;
}

uint32_t
valu_select_packed(uint32_t value, const struct gcn_inst *inst, unsigned index, bool negate)
{
    uint32_t low = inst->op_sel >> index & 1 ? value >> 16 : value & 0xFFFF;
    uint32_t high = inst->op_sel_hi >> index & 1 ? value >> 16 : value & 0xFFFF;
    if (negate && inst->neg_lo >> index & 1)
        low ^= 0x8000;
    if (negate && inst->neg_hi >> index & 1)
        high ^= 0x8000;
    return low | high << 16;
}

struct fetch {
    bool packed, op_sel_high, sdwa, flush;
    unsigned index;
    const struct sim_source *source;
    const struct gcn_inst *inst;
};

static void
fetch_select(const struct fetch *fetch, uint32_t *values, bool shadow)
{
    const struct sim_source *source = fetch->source;
    if (fetch->sdwa && source->sel != 6)
        EACH_LANE(i) values[i] = select_part(values[i], source->sel, source->sext);
    else if (fetch->sdwa && source->sext && source->width == 16)
        EACH_LANE(i) values[i] = select_part(values[i], 4, true);
    if (fetch->packed)
        EACH_LANE(i) values[i] = valu_select_packed(values[i], fetch->inst, fetch->index, !shadow);
    else if (source->width == 16)
        EACH_LANE(i) values[i] = (fetch->op_sel_high ? values[i] >> 16 : values[i]) & 0xFFFF;
}

static void
fetch_modify(const struct fetch *fetch, uint32_t *values)
{
    const struct sim_source *source = fetch->source;
    uint32_t sign = source->width == 16 ? 0x8000 : F32_SIGN;
    if (source->abs)
        EACH_LANE(i) values[i] &= ~sign;
    if (source->neg)
        EACH_LANE(i) values[i] ^= sign;
    if (!fetch->flush)
        return;
    if (source->type == GCN_F32)
        EACH_LANE(i) values[i] = flush32(values[i]);
    else if (source->type == GCN_F16)
        EACH_LANE(i) values[i] = flush16(values[i]);
    else if (fetch->packed)
        EACH_LANE(i)
    values[i] = flush16(values[i] & 0xFFFF) | flush16(values[i] >> 16) << 16;
}

static bool
plain(const struct fetch *fetch)
{
    const struct sim_source *source = fetch->source;
    return !fetch->packed && !(fetch->sdwa && (source->sel != 6 || source->sext)) &&
           source->width != 16 && !source->neg && !source->abs &&
           !(fetch->flush && source->type == GCN_F32);
}

static struct fetch
make_fetch(const struct operands *all, const struct sim_op *op, unsigned index)
{
    const struct sim_source *source = &op->source[index];
    bool packed = op->info->format == GCN_VOP3P && !(op->kernel_flags & VALU_RAW);
    bool flush = op->kernel_flags & VALU_FLUSH;
    if (!flush && source->type == GCN_F32)
        flush = !all->x.mode->in32;
    else if (!flush)
        flush = (source->type == GCN_F16 || (packed && source->type == GCN_PACKED16)) &&
                !all->x.mode->in16 && source->type != GCN_UNTYPED;
    if (op->kernel_flags & VALU_NO_FLUSH)
        flush = false;
    return (struct fetch){
        .packed = packed,
        .op_sel_high = op->info->format != GCN_VOP3P && op->inst.op_sel >> index & 1,
        .sdwa = op->inst.ext == GCN_SDWA,
        .flush = flush,
        .index = index,
        .source = source,
        .inst = &op->inst,
    };
}

void
valu_fetch32(struct operands *all, struct sim_wave *wave, const struct sim_op *op, unsigned index)
{
    const struct sim_source *source = &op->source[index];
    struct fetch fetch = make_fetch(all, op, index);
    uint32_t *to = all->s[index];
    bool dpp = op->inst.ext == GCN_DPP && index == 0;
    all->x.s[index] = to;
    if (source->kind == SIM_SRC_VGPR) {
        unsigned reg = source_vgpr(wave, op, index);
        sim_check_vgpr(wave, op, reg, 1);
        all->undefined |= (wave->v_undefined[reg] & (dpp ? ~UINT64_C(0) : all->x.exec)) != 0;
        if (plain(&fetch) && !dpp) {
            all->x.s[index] = wave->v[reg];
            return;
        }
        if (dpp)
            apply_dpp(&op->inst, all->x.exec, wave->v[reg], to, &all->write);
        else
            memcpy(to, wave->v[reg], sizeof wave->v[reg]);
    } else {
        uint64_t shadow = 0;
        uint32_t value = (uint32_t)sim_scalar(wave, op, source, &shadow);
        all->undefined |= shadow != 0;
        EACH_LANE(i) to[i] = value;
    }
    if (op->kernel_flags & VALU_RAW)
        return;
    fetch_select(&fetch, to, false);
    fetch_modify(&fetch, to);
}

/* What a source of 128 bits, of which an instruction has at most one, has beyond the first 64. */
static void
fetch_upper(struct operands *all, struct sim_wave *wave, const struct sim_op *op, unsigned index)
{
    if (op->source[index].kind != SIM_SRC_VGPR)
        sim_stop(wave, op, "128 bits from something else than vector registers");
    unsigned reg = source_vgpr(wave, op, index);
    sim_check_vgpr(wave, op, reg, 4);
    all->undefined |=
        ((wave->v_undefined[reg + 2] | wave->v_undefined[reg + 3]) & all->x.exec) != 0;
    all->x.upper = (const uint32_t(*)[SIM_LANES])(wave->v + reg + 2);
}

void
valu_fetch64(struct operands *all, struct sim_wave *wave, const struct sim_op *op, unsigned index)
{
    const struct sim_source *source = &op->source[index];
    uint64_t *to = all->q[index];
    bool dpp = op->inst.ext == GCN_DPP && index == 0; /* chips with has_dpp_f64 */
    all->x.q[index] = to;
    if (source->kind == SIM_SRC_VGPR) {
        unsigned reg = source_vgpr(wave, op, index);
        sim_check_vgpr(wave, op, reg, 2);
        all->undefined |= ((wave->v_undefined[reg] | wave->v_undefined[reg + 1]) &
                           (dpp ? ~UINT64_C(0) : all->x.exec)) != 0;
        const uint32_t *low = wave->v[reg], *high = wave->v[reg + 1];
        uint32_t moved[2][SIM_LANES];
        for (unsigned k = 0; dpp && k < 2; k++)
            apply_dpp(&op->inst, all->x.exec, wave->v[reg + k], moved[k], &all->write);
        low = dpp ? moved[0] : low;
        high = dpp ? moved[1] : high;
        EACH_LANE(i) to[i] = low[i] | (uint64_t)high[i] << 32;
    } else {
        uint64_t shadow = 0;
        uint64_t value = sim_scalar(wave, op, source, &shadow);
        all->undefined |= shadow != 0;
        EACH_LANE(i) to[i] = value;
    }
    if (source->dwords > 2)
        fetch_upper(all, wave, op, index);
    if (source->abs)
        EACH_LANE(i) to[i] &= ~F64_SIGN;
    if (source->neg)
        EACH_LANE(i) to[i] ^= F64_SIGN;
    if (source->type == GCN_F64 && !all->x.mode->in64 && !(op->kernel_flags & VALU_NO_FLUSH))
        EACH_LANE(i) to[i] = flush64(to[i]);
}

/* ---- the shadow of the result ---- */

static void
fetch_shadow(struct operands *all, struct sim_wave *wave, const struct sim_op *op, unsigned index,
             uint32_t *to)
{
    const struct sim_source *source = &op->source[index];
    uint32_t raw[SIM_LANES];
    memset(to, 0, SIM_LANES * sizeof *to);
    if (source->kind != SIM_SRC_VGPR) {
        uint64_t shadow = 0;
        sim_scalar(wave, op, source, &shadow);
        EACH_LANE(i) to[i] = (uint32_t)(shadow | shadow >> 32);
    } else {
        unsigned reg = source_vgpr(wave, op, index);
        for (unsigned k = 0; k < source->dwords && k < 2; k++)
            EACH_LANE(i)
        if (wave->v_undefined[reg + k] >> i & 1)
            to[i] |= wave->v_shadow[reg + k][i];
        if (op->inst.ext == GCN_DPP && index == 0) {
            uint64_t ignored = 0;
            memcpy(raw, to, sizeof raw);
            apply_dpp(&op->inst, all->x.exec, raw, to, &ignored);
        }
    }
    struct fetch fetch = make_fetch(all, op, index);
    if (source->dwords == 1 && !(op->kernel_flags & VALU_RAW))
        fetch_select(&fetch, to, true);
}

void
valu_result_shadow(struct operands *all, struct sim_wave *wave, const struct sim_op *op,
                   uint32_t result[SIM_LANES])
{
    uint32_t shadow[SIM_MAX_SOURCES][SIM_LANES];
    const uint32_t *pointers[SIM_MAX_SOURCES] = {0};
    for (unsigned i = 0; i < op->source_count; i++) {
        fetch_shadow(all, wave, op, i, shadow[i]);
        pointers[i] = shadow[i];
    }
    OBSERVE(wave->device, unset, wave, op, -1, false, 0);
    shadow_combine(op, &all->x, pointers, all->carry_shadow, result);
}

static void
dpp_shadow64(const struct operands *all, const struct sim_op *op, uint64_t *shadow)
{
    for (unsigned k = 0; k < 2; k++) {
        uint32_t from[SIM_LANES], to[SIM_LANES];
        uint64_t ignored = 0;
        EACH_LANE(i) from[i] = (uint32_t)(shadow[i] >> 32 * k);
        apply_dpp(&op->inst, all->x.exec, from, to, &ignored);
        EACH_LANE(i)
        shadow[i] = (shadow[i] & ~(UINT64_C(0xFFFFFFFF) << 32 * k)) | (uint64_t)to[i] << 32 * k;
    }
}

static void
fetch_shadow64(const struct operands *all, struct sim_wave *wave, const struct sim_op *op,
               unsigned index, uint64_t *to)
{
    const struct sim_source *source = &op->source[index];
    uint64_t scalar = 0;
    if (source->kind != SIM_SRC_VGPR)
        sim_scalar(wave, op, source, &scalar);
    EACH_LANE(i)
    {
        to[i] = scalar;
        for (unsigned k = 0; source->kind == SIM_SRC_VGPR && k < source->dwords; k++)
            to[i] |= (uint64_t)sim_lane_shadow(wave, source_vgpr(wave, op, index) + k, i)
                     << 32 * (k & 1);
    }
    if (op->inst.ext == GCN_DPP && index == 0)
        dpp_shadow64(all, op, to);
}

void
valu_result_shadow64(struct operands *all, struct sim_wave *wave, const struct sim_op *op,
                     uint64_t result[SIM_LANES])
{
    uint64_t shadow[SIM_MAX_SOURCES][SIM_LANES];
    for (unsigned i = 0; i < op->source_count; i++)
        fetch_shadow64(all, wave, op, i, shadow[i]);
    OBSERVE(wave->device, unset, wave, op, -1, false, 0);
    shadow_combine64(op, &all->x, shadow, all->carry_shadow, result);
}

/* What most vector instructions are: whole registers and scalars of 32 or 64 bits, without modifiers,
 * all defined.  Their kernels read the registers where they are and write where the result goes.
 * Whatever else comes is left to valu_exec. */
#include "runtime/sim/valu_source.h"

enum { SOURCES = 3 };

static bool
is_whole(const struct sim_op *op, const struct sim_source *source)
{
    bool kind = source->kind == SIM_SRC_VGPR || source->kind == SIM_SRC_SGPR ||
                source->kind == SIM_SRC_CONST;
    bool size = source->dwords == 2 || (source->dwords <= 1 && source->width == 32);
    return kind && size && !source->sext &&
           (source->kind != SIM_SRC_VGPR || source->reg + source->dwords <= 256) &&
           !(op->inst.op_sel & 15);
}

/* The bits of MODE that matter to operands of the type: rounding, denormals. */
static unsigned
mode_bits(unsigned type)
{
    return type == GCN_F32 ? 0x33 : type == GCN_F64 ? 0xCC : type == GCN_F16 ? 0xFF : 0;
}

bool
valu_is_quick(struct sim_op *op)
{
    unsigned known = VALU_MASK | VALU_COMPARE | VALU_NO_FLUSH;
    if (op->inst.ext != GCN_PLAIN || op->info->format == GCN_VOP3P || op->inst.clamp ||
        op->inst.omod || op->kernel_flags & ~known || op->source_count > SOURCES)
        return false;
    if (op->vdst >= 0 && (op->vdst_dwords > 2 || op->vdst + op->vdst_dwords > 256 ||
                          op->dst_width % 32 || op->dst_type == GCN_PACKED16))
        return false;
    op->mode_bits = (uint8_t)(op->dst_float ? mode_bits(op->dst_type) : 0);
    for (unsigned i = 0; i < op->source_count; i++) {
        if (op->source[i].kind != SIM_SRC_NONE && !is_whole(op, &op->source[i]))
            return false;
        op->mode_bits |= (uint8_t)mode_bits(op->source[i].type);
    }
    return true;
}

struct quick {
    struct valu x;
    uint32_t s[SOURCES][SIM_LANES], d[SIM_LANES];
    uint64_t q[SOURCES][SIM_LANES], dq[SIM_LANES];
};

/* The host does as the device: rounds to the nearest and keeps denormals. */
static bool
has_common_mode(const struct sim_wave *wave, const struct sim_op *op)
{
    return (wave->mode & op->mode_bits) == (op->mode_bits & 0xF0) && !wave->gpr_index_on;
}

/* Negation and absolute value. */
static inline void
modify(struct quick *quick, const struct sim_source *source, unsigned index)
{
    bool wide = source->dwords == 2;
    uint64_t sign = wide ? F64_SIGN : F32_SIGN;
    uint64_t keep = source->abs ? ~sign : ~UINT64_C(0), turn = source->neg ? sign : 0;
    const uint32_t *from = quick->x.s[index];
    uint32_t keep32 = (uint32_t)keep, turn32 = (uint32_t)turn;
    quick->x.s[index] = quick->s[index];
    for (unsigned i = 0; wide && i < SIM_LANES; i++)
        quick->q[index][i] = (quick->q[index][i] & keep) ^ turn;
    for (unsigned i = 0; !wide && i < SIM_LANES; i++)
        quick->s[index][i] = (from[i] & keep32) ^ turn32;
}

/* false: it is for valu_exec. */
static inline bool
fetch(struct quick *quick, struct sim_wave *wave, const struct sim_op *op, unsigned index)
{
    const struct sim_source *source = &op->source[index];
    bool wide = source->dwords == 2;
    uint64_t shadow = 0;
    quick->x.s[index] = quick->s[index];
    quick->x.q[index] = quick->q[index];
    if (source->kind == SIM_SRC_VGPR) {
        unsigned reg = source->reg;
        uint64_t undefined = wave->v_undefined[reg] | (wide ? wave->v_undefined[reg + 1] : 0);
        if (reg + source->dwords > wave->vgprs || undefined & sim_exec(wave))
            return false;
        const uint32_t *low = wave->v[reg], *high = wave->v[reg + 1];
        quick->x.s[index] = low;
        for (unsigned i = 0; wide && i < SIM_LANES; i++)
            quick->q[index][i] = low[i] | (uint64_t)high[i] << 32;
        return true;
    }
    uint64_t value = sim_scalar(wave, op, source, &shadow);
    for (unsigned i = 0; !wide && i < SIM_LANES; i++)
        quick->s[index][i] = (uint32_t)value;
    for (unsigned i = 0; wide && i < SIM_LANES; i++)
        quick->q[index][i] = value;
    return !shadow;
}

static inline bool
fetch_all(struct quick *quick, struct sim_wave *wave, const struct sim_op *op)
{
    int carry = op->carry_in >= 0                      ? op->carry_in
                : op->info->flags & GCN_FLAG_READS_VCC ? GCN_VCC_LO
                                                       : -1;
    for (unsigned i = 0; i < op->source_count; i++) {
        const struct sim_source *source = &op->source[i];
        if (source->kind == SIM_SRC_NONE)
            continue;
        if (!fetch(quick, wave, op, i))
            return false;
        if (source->neg || source->abs)
            modify(quick, source, i);
    }
    quick->x.carry = 0;
    if (carry < 0)
        return true;
    quick->x.carry = sim_get64(wave, (unsigned)carry);
    return !(sim_shadow64(wave, (unsigned)carry) & sim_exec(wave));
}

static bool
is_source(const struct sim_op *op)
{
    for (unsigned i = 0; i < op->source_count; i++)
        if (op->source[i].kind == SIM_SRC_VGPR && op->source[i].reg == op->vdst)
            return true;
    return false;
}

static void
write_lanes(struct sim_wave *wave, unsigned reg, const uint32_t *from, uint64_t exec)
{
    uint32_t *to = wave->v[reg];
    wave->v_undefined[reg] &= ~exec;
    if (from == to)
        return;
    if (exec == ~UINT64_C(0))
        memcpy(to, from, SIM_LANES * sizeof *to);
    else
        valu_blend(to, from, exec);
}

static inline void
write_result(struct quick *quick, struct sim_wave *wave, const struct sim_op *op)
{
    unsigned reg = (unsigned)op->vdst;
    uint64_t exec = quick->x.exec;
    if (op->vdst_dwords == 1) {
        write_lanes(wave, reg, quick->x.d, exec);
        return;
    }
    for (unsigned k = 0; k < 2; k++) {
        for (unsigned i = 0; i < SIM_LANES; i++)
            quick->d[i] = (uint32_t)(quick->dq[i] >> 32 * k);
        write_lanes(wave, reg + k, quick->d, exec);
    }
}

VALU_CLONES void
valu_exec_quick(struct sim_wave *wave, const struct sim_op *op)
{
    struct quick quick;
    struct valu *x = &quick.x;
    bool writes = op->vdst >= 0;
    if (!has_common_mode(wave, op) ||
        (writes && (unsigned)op->vdst + op->vdst_dwords > wave->vgprs) ||
        !fetch_all(&quick, wave, op)) {
        valu_exec(wave, op);
        return;
    }
    x->exec = sim_exec(wave);
    x->op = op;
    x->wave = wave;
    x->mask = 0;
    x->dq = quick.dq;
    x->wide = NULL;
    x->d = writes && x->exec == ~UINT64_C(0) && !is_source(op) ? wave->v[op->vdst] : quick.d;
    valu_read_mode(wave, op, x);
    op->kernel(x);
    if (writes)
        write_result(&quick, wave, op);
    if (!(op->kernel_flags & VALU_MASK))
        return;
    uint64_t mask = x->mask & x->exec;
    if (op->sdst >= 0)
        sim_write_scalar(wave, op, (unsigned)op->sdst, 2, mask, 0);
    if (op->info->flags & GCN_FLAG_WRITES_EXEC)
        sim_write_scalar(wave, op, GCN_EXEC_LO, 2, mask, 0);
}

/* What most vector instructions are: whole registers and scalars of 32 or 64 bits, all defined.  What
 * their operands are is found out when they are decoded; their kernels read the registers where they
 * are.  Whatever else comes is left to valu_exec. */
#include "runtime/sim/exec/valu_source.h"

enum { SOURCES = 3 };

/* What modifiers do to the sign, which is in the upper dword of a double. */
struct sign {
    uint32_t keep, turn;
};

static inline struct sign
sign_of(const struct sim_source *source)
{
    return (struct sign){source->abs ? ~F32_SIGN : UINT32_MAX, source->neg ? F32_SIGN : 0};
}

/* ---- when it is decoded ---- */

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

/* The bits of MODE that matter to operands of the type: rounding and, but for f32, denormals. */
static unsigned
mode_bits(unsigned type)
{
    return type == GCN_F32 ? 0x03 : type == GCN_F64 ? 0xCC : type == GCN_F16 ? 0xFF : 0;
}

static void
touch(struct sim_op *op, unsigned reg, unsigned dwords)
{
    if (reg + dwords > op->vgpr_end)
        op->vgpr_end = (uint16_t)(reg + dwords);
}

bool
valu_is_quick(struct sim_op *op)
{
    unsigned known = VALU_MASK | VALU_COMPARE | VALU_NO_FLUSH | VALU_FLUSH;
    if (op->inst.ext != GCN_PLAIN || op->info->format == GCN_VOP3P || op->inst.clamp ||
        op->inst.omod || op->kernel_flags & ~known || op->source_count > SOURCES)
        return false;
    if (op->vdst >= 0 && (op->vdst_dwords > 2 || op->vdst + op->vdst_dwords > 256 ||
                          op->dst_width % 32 || op->dst_type == GCN_PACKED16))
        return false;
    op->mode_bits = (uint8_t)(op->dst_float ? mode_bits(op->dst_type) : 0);
    op->vgpr_end = 0;
    op->reads_destination = false;
    for (unsigned i = 0; i < op->source_count; i++) {
        const struct sim_source *source = &op->source[i];
        if (source->kind != SIM_SRC_NONE && !is_whole(op, source))
            return false;
        op->mode_bits |= (uint8_t)mode_bits(source->type);
        if (source->kind != SIM_SRC_VGPR)
            continue;
        touch(op, source->reg, source->dwords);
        /* those of floats look at their sources again, if they must */
        op->reads_destination |= source->reg == op->vdst && op->dst_float;
    }
    if (op->vdst >= 0)
        touch(op, (unsigned)op->vdst, op->vdst_dwords);
    op->carry = (int16_t)(op->carry_in >= 0                      ? op->carry_in
                          : op->info->flags & GCN_FLAG_READS_VCC ? GCN_VCC_LO
                                                                 : -1);
    return true;
}

bool
valu_is_plain(struct sim_op *op, struct arena *arena)
{
    if (op->kernel_flags & VALU_FLUSH || op->vdst_dwords > 1)
        return false;
    op->plain_mode_bits = op->mode_bits;
    for (unsigned i = 0; i < op->source_count; i++) {
        struct sim_source *source = &op->source[i];
        if (source->kind == SIM_SRC_NONE || source->dwords == 2)
            return false;
        bool is_float = source->type == GCN_F32 && !(op->kernel_flags & VALU_NO_FLUSH);
        op->plain_mode_bits |= is_float ? 0x30 : 0;
    }
    op->plain_mode_bits |= op->dst_float && op->dst_type == GCN_F32 ? 0x30 : 0;
    for (unsigned i = 0; i < op->source_count; i++) {
        struct sim_source *source = &op->source[i];
        if (source->kind != SIM_SRC_CONST)
            continue;
        struct sign sign = sign_of(source);
        source->lanes = ARENA_ARRAY(arena, SIM_LANES, uint32_t);
        for (unsigned k = 0; k < SIM_LANES; k++)
            source->lanes[k] = ((uint32_t)source->value & sign.keep) ^ sign.turn;
    }
    return true;
}

bool
valu_is_wide(struct sim_op *op, struct arena *arena)
{
    if (!valu_choose_wide(op->inst.op) || op->vdst < 0 || op->vdst_dwords != 2)
        return false;
    for (unsigned i = 0; i < op->source_count; i++) {
        struct sim_source *source = &op->source[i];
        struct sign sign = sign_of(source);
        if (source->kind == SIM_SRC_NONE || source->dwords != 2)
            return false;
        if (source->kind != SIM_SRC_CONST)
            continue;
        source->lanes = ARENA_ARRAY(arena, 2 * SIM_LANES, uint32_t);
        for (unsigned k = 0; k < SIM_LANES; k++) {
            source->lanes[k] = (uint32_t)source->value;
            source->lanes[k + SIM_LANES] =
                ((uint32_t)(source->value >> 32) & sign.keep) ^ sign.turn;
        }
    }
    op->plain_mode_bits = op->mode_bits;
    return true;
}

/* ---- sources ---- */

struct quick {
    struct valu x;
    _Alignas(64) uint32_t s[SOURCES][SIM_LANES], d[SIM_LANES];
    _Alignas(64) uint64_t q[SOURCES][SIM_LANES], dq[SIM_LANES];
};

VALU_INLINE void
fill(uint32_t *to, uint32_t value)
{
    for (unsigned i = 0; i < SIM_LANES; i++)
        to[i] = value;
}

/* A source of 32 bits; the lanes that are not defined. */
VALU_INLINE uint64_t
fetch32(struct quick *quick, struct sim_wave *wave, const struct sim_op *op, unsigned index,
        bool flushes)
{
    const struct sim_source *source = &op->source[index];
    bool plain = !source->neg && !source->abs && !flushes;
    struct sign sign = sign_of(source);
    uint32_t *to = quick->s[index];
    quick->x.s[index] = to;
    if (source->kind == SIM_SRC_VGPR) {
        const uint32_t *from = wave->v[source->reg];
        if (plain)
            quick->x.s[index] = from;
        else if (flushes)
            for (unsigned i = 0; i < SIM_LANES; i++)
                to[i] = flush32((from[i] & sign.keep) ^ sign.turn);
        else
            for (unsigned i = 0; i < SIM_LANES; i++)
                to[i] = (from[i] & sign.keep) ^ sign.turn;
        return wave->v_undefined[source->reg];
    }
    uint64_t shadow = 0;
    uint32_t value = source->kind == SIM_SRC_CONST
                         ? (uint32_t)source->value
                         : (uint32_t)sim_scalar(wave, op, source, &shadow);
    value = (value & sign.keep) ^ sign.turn;
    fill(to, flushes ? flush32(value) : value);
    return shadow ? ~UINT64_C(0) : 0;
}

/* Eight lanes in a vector of the host, or four of 64 bits. */
typedef uint32_t eight __attribute__((vector_size(32), aligned(4), may_alias));
enum { EIGHT = 8 };

/* Doubles lie in two registers.  The halves of eight lanes go together, and back. */
VALU_INLINE void
join(uint64_t *to, const uint32_t *low, const uint32_t *high, struct sign sign)
{
    bool plain = sign.keep == UINT32_MAX && !sign.turn;
    for (unsigned i = 0; i < SIM_LANES; i += EIGHT) {
        eight l = *(const eight *)(low + i), h = *(const eight *)(high + i);
        if (!plain)
            h = (h & sign.keep) ^ sign.turn;
        *(eight *)(to + i) = __builtin_shufflevector(l, h, 0, 8, 1, 9, 2, 10, 3, 11);
        *(eight *)(to + i + EIGHT / 2) = __builtin_shufflevector(l, h, 4, 12, 5, 13, 6, 14, 7, 15);
    }
}

VALU_INLINE void
split(uint32_t *low, uint32_t *high, const uint64_t *from)
{
    for (unsigned i = 0; i < SIM_LANES; i += EIGHT) {
        eight a = *(const eight *)(from + i), b = *(const eight *)(from + i + EIGHT / 2);
        *(eight *)(low + i) = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
        *(eight *)(high + i) = __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
    }
}

VALU_INLINE uint64_t
fetch64(struct quick *quick, struct sim_wave *wave, const struct sim_op *op, unsigned index)
{
    const struct sim_source *source = &op->source[index];
    struct sign sign = sign_of(source);
    uint64_t *to = quick->q[index];
    quick->x.q[index] = to;
    if (source->kind == SIM_SRC_VGPR) {
        join(to, wave->v[source->reg], wave->v[source->reg + 1], sign);
        return wave->v_undefined[source->reg] | wave->v_undefined[source->reg + 1];
    }
    uint64_t shadow = 0, value = sim_scalar(wave, op, source, &shadow);
    value = (value & ((uint64_t)sign.keep << 32 | UINT32_MAX)) ^ (uint64_t)sign.turn << 32;
    for (unsigned i = 0; i < SIM_LANES; i++)
        to[i] = value;
    return shadow ? ~UINT64_C(0) : 0;
}

VALU_INLINE bool
flushes(const struct sim_op *op, unsigned type, bool passes)
{
    return type == GCN_F32 && !(op->kernel_flags & VALU_NO_FLUSH) &&
           (op->kernel_flags & VALU_FLUSH || !passes);
}

/* ---- results ---- */

VALU_INLINE void
write_result(struct quick *quick, struct sim_wave *wave, const struct sim_op *op)
{
    unsigned reg = (unsigned)op->vdst;
    uint64_t exec = quick->x.exec;
    if (op->vdst_dwords == 1) {
        if (op->dst_float && flushes(op, op->dst_type, quick->x.mode->out32))
            for (unsigned i = 0; i < SIM_LANES; i++)
                quick->x.d[i] = flush32(quick->x.d[i]);
        valu_write_lanes(wave, reg, quick->x.d, exec);
        return;
    }
    bool all = exec == ~UINT64_C(0);
    uint32_t *low = all ? wave->v[reg] : quick->s[0], *high = all ? wave->v[reg + 1] : quick->s[1];
    split(low, high, quick->dq);
    valu_write_lanes(wave, reg, low, exec);
    valu_write_lanes(wave, reg + 1, high, exec);
}

VALU_INLINE void
write_mask(const struct valu *x, struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t mask = x->mask & x->exec;
    if (op->sdst >= 0)
        sim_write_scalar(wave, op, (unsigned)op->sdst, 2, mask, 0);
    if (op->info->flags & GCN_FLAG_WRITES_EXEC)
        sim_write_scalar(wave, op, GCN_EXEC_LO, 2, mask, 0);
}

VALU_CLONES void
valu_exec_quick(struct sim_wave *wave, const struct sim_op *op)
{
    struct quick quick;
    struct valu *x = &quick.x;
    uint64_t undefined = 0, exec = sim_exec(wave);
    /* The host does as the device: it rounds to the nearest and keeps denormals. */
    bool is_common = (wave->mode & op->mode_bits) == (op->mode_bits & 0xF0);
    if (!is_common || wave->gpr_index_on || op->vgpr_end > wave->vgprs) {
        valu_exec(wave, op);
        return;
    }
    x->mode = valu_mode(wave);
    for (unsigned i = 0; i < op->source_count; i++) {
        const struct sim_source *source = &op->source[i];
        if (source->dwords == 2)
            undefined |= fetch64(&quick, wave, op, i);
        else if (source->kind != SIM_SRC_NONE)
            undefined |= fetch32(&quick, wave, op, i, flushes(op, source->type, x->mode->in32));
    }
    x->carry = 0;
    if (op->carry >= 0) {
        x->carry = sim_get64(wave, (unsigned)op->carry);
        undefined |= sim_shadow64(wave, (unsigned)op->carry);
    }
    if (undefined & exec) {
        valu_exec(wave, op);
        return;
    }
    x->exec = exec;
    x->op = op;
    x->wave = wave;
    x->clamp = false;
    x->mask = 0;
    x->dq = quick.dq;
    x->wide = NULL;
    bool in_place = op->vdst >= 0 && exec == ~UINT64_C(0) && !op->reads_destination;
    x->d = in_place ? wave->v[op->vdst] : quick.d;
    op->kernel(x);
    if (op->vdst >= 0)
        write_result(&quick, wave, op);
    if (op->kernel_flags & VALU_MASK)
        write_mask(x, wave, op);
}

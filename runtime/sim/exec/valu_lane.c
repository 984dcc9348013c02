/* Vector instructions that are not lane by lane: reads and writes of single lanes, swaps, indexed
 * moves. */
#include "runtime/sim/exec/valu.h"

/* The lane or first active lane; with EXEC = 0 the hardware takes lane 0. */
static unsigned
first_lane(const struct sim_wave *wave)
{
    uint64_t exec = sim_exec(wave);
    return exec ? (unsigned)__builtin_ctzll(exec) : 0;
}

static unsigned
lane_select(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t shadow = 0;
    unsigned lane = (unsigned)sim_scalar(wave, op, &op->source[1], &shadow) & 63;
    sim_need_defined(wave, op, -1, shadow & 63, "a lane number");
    return lane;
}

static void
read_lane(struct sim_wave *wave, const struct sim_op *op)
{
    unsigned lane = op->inst.op == GCN_v_readlane_b32 ? lane_select(wave, op) : first_lane(wave);
    if (op->source[0].kind != SIM_SRC_VGPR) {
        uint64_t shadow = 0;
        uint64_t value = sim_scalar(wave, op, &op->source[0], &shadow);
        sim_write_scalar(wave, op, (unsigned)op->sdst, 1, value, shadow);
        return;
    }
    unsigned reg = indexed_source(wave, op, 0);
    sim_check_vgpr(wave, op, reg, 1);
    uint32_t shadow = sim_lane_shadow(wave, reg, lane);
    sim_write_scalar(wave, op, (unsigned)op->sdst, 1, wave->v[reg][lane], shadow);
    if (shadow)
        OBSERVE(wave->device, unset, wave, op, -1, false, 0);
}

static void
write_lane(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t shadow = 0;
    uint32_t value = (uint32_t)sim_scalar(wave, op, &op->source[0], &shadow);
    sim_check_vgpr(wave, op, (unsigned)op->vdst, 1);
    sim_set_lane(wave, (unsigned)op->vdst, lane_select(wave, op), value, (uint32_t)shadow);
    if (shadow)
        OBSERVE(wave->device, unset, wave, op, -1, false, 0);
}

/* Both are defined. */
static void
swap_values(struct sim_wave *wave, unsigned a, unsigned b)
{
    uint32_t lanes[SIM_LANES];
    uint64_t exec = sim_exec(wave);
    memcpy(lanes, wave->v[a], sizeof lanes);
    valu_write_lanes(wave, a, wave->v[b], exec);
    valu_write_lanes(wave, b, lanes, exec);
}

static void
swap(struct sim_wave *wave, const struct sim_op *op)
{
    /* Both operands are read and written, so take them from the instruction. */
    unsigned a = op->inst.operands[0].reg - GCN_VGPR0, b = op->inst.operands[1].reg - GCN_VGPR0;
    int lane;
    sim_check_vgpr(wave, op, a, 1);
    sim_check_vgpr(wave, op, b, 1);
    if (!((wave->v_undefined[a] | wave->v_undefined[b]) & sim_exec(wave))) {
        swap_values(wave, a, b);
        return;
    }
    FOREACH_LANE(lane, sim_exec(wave))
    {
        unsigned l = (unsigned)lane;
        uint32_t value = wave->v[a][l], shadow = sim_lane_shadow(wave, a, l);
        sim_set_lane(wave, a, l, wave->v[b][l], sim_lane_shadow(wave, b, l));
        sim_set_lane(wave, b, l, value, shadow);
    }
    OBSERVE(wave->device, unset, wave, op, -1, false, 0);
}

/* v_movreld: M0 is added to the destination; v_movrels: to the source; v_movrelsd: to both. */
static void
move_relative(struct sim_wave *wave, const struct sim_op *op)
{
    sim_need_defined(wave, op, -1, wave->sgpr_shadow[GCN_M0] != 0, "M0");
    unsigned dst = indexed_result(wave, op), src = indexed_source(wave, op, 0);
    sim_check_vgpr(wave, op, dst, 1);
    int lane;
    if (op->source[0].kind != SIM_SRC_VGPR) {
        uint64_t shadow = 0;
        uint32_t value = (uint32_t)sim_scalar(wave, op, &op->source[0], &shadow);
        FOREACH_LANE(lane, sim_exec(wave))
        sim_set_lane(wave, dst, (unsigned)lane, value, (uint32_t)shadow);
        return;
    }
    sim_check_vgpr(wave, op, src, 1);
    FOREACH_LANE(lane, sim_exec(wave))
    sim_set_lane(wave, dst, (unsigned)lane, wave->v[src][lane],
                 sim_lane_shadow(wave, src, (unsigned)lane));
}

void
valu_exec_special(struct sim_wave *wave, const struct sim_op *op)
{
    switch (op->inst.op) {
    case GCN_v_nop:
    case GCN_v_clrexcp:
        break;
    case GCN_v_readlane_b32:
    case GCN_v_readfirstlane_b32:
        read_lane(wave, op);
        break;
    case GCN_v_writelane_b32:
        write_lane(wave, op);
        break;
    case GCN_v_swap_b32:
        swap(wave, op);
        break;
    case GCN_v_movreld_b32:
    case GCN_v_movrels_b32:
    case GCN_v_movrelsd_b32:
        move_relative(wave, op);
        break;
    default:
        sim_exec_unsupported(wave, op);
    }
}

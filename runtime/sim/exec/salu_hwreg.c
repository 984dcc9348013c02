/* Hardware registers: s_getreg_b32, s_setreg_b32, s_setreg_imm32_b32.
 *
 * Bits: GcnState, "STATUS Register" and "MODE Register"; AMD's manuals, "Hardware Registers"; sizes
 * of allocations: GPR_ALLOC and LDS_ALLOC as a context-saving trap handler reads them. */
#include "runtime/sim/exec/salu.h"

enum {
    MODE_GPR_INDEX = 1 << 27,
    MODE_VSKIP = 1 << 28,
    MODE_EXCEPTIONS = 0x1FF << 12,
    STATUS_SCC = 1 << 0,
    STATUS_PRIORITY_SHIFT = 3,
    STATUS_PRIV = 1 << 5,
    STATUS_TRAP_EN = 1 << 6,
    STATUS_EXECZ = 1 << 9,
    STATUS_VCCZ = 1 << 10,
    STATUS_IN_GROUP = 1 << 11,
    STATUS_HALT = 1 << 13,
    STATUS_VALID = 1 << 16,
    STATUS_DEBUG_SHIFT = 20, /* COND_DBG_USER, COND_DBG_SYS */
    LDS_UNIT = 256,
};

static uint32_t
status(const struct sim_wave *wave)
{
    return (uint32_t)wave->scc * STATUS_SCC |
           (uint32_t)wave->state->priority << STATUS_PRIORITY_SHIFT |
           (uint32_t)wave->state->priv * STATUS_PRIV |
           (uint32_t)(wave->device->trap_base != 0) * STATUS_TRAP_EN |
           (uint32_t)(sim_exec(wave) == 0) * STATUS_EXECZ |
           (uint32_t)(sim_get64(wave, GCN_VCC_LO) == 0) * STATUS_VCCZ |
           (uint32_t)(wave->group->wave_count > 1) * STATUS_IN_GROUP |
           (uint32_t)wave->state->halted * STATUS_HALT | STATUS_VALID |
           (uint32_t)wave->state->debug << STATUS_DEBUG_SHIFT;
}

/* VGPRs in bits 13:8 in units of their granule, SGPRs in 27:24 in units of 16, before GFX8 of 8. */
static uint32_t
gpr_alloc(const struct sim_wave *wave)
{
    const struct gcn_target *target = wave->device->target;
    unsigned unit = target->sgpr_granule >= 16 ? 16 : 8;
    return (wave->vgprs / target->vgpr_granule - 1) << 8 | ((wave->sgprs + unit - 1) / unit - 1)
                                                               << 24;
}

static uint32_t
read_register(struct sim_wave *wave, const struct sim_op *op, unsigned id)
{
    switch (id) {
    case GCN_HWREG_MODE:
        return wave->mode | (uint32_t)wave->gpr_index_on * MODE_GPR_INDEX |
               (uint32_t)wave->state->vskip * MODE_VSKIP;
    case GCN_HWREG_STATUS:
        return status(wave);
    case GCN_HWREG_TRAPSTS:
        return wave->state->trapsts;
    case GCN_HWREG_HW_ID:
        return wave->index & 15; /* the wave slot */
    case GCN_HWREG_GPR_ALLOC:
        return gpr_alloc(wave);
    case GCN_HWREG_LDS_ALLOC:
        return (wave->group->lds_size + LDS_UNIT - 1) / LDS_UNIT << 12;
    case GCN_HWREG_IB_STS:
        return counter_bits(wave);
    case GCN_HWREG_SH_MEM_BASES:
        return 1u << 16 | 2; /* shared, private */
    case GCN_HWREG_TBA_LO:
        return (uint32_t)wave->device->trap_base;
    case GCN_HWREG_TBA_HI:
        return (uint32_t)(wave->device->trap_base >> 32);
    case GCN_HWREG_TMA_LO:
        return (uint32_t)wave->device->trap_memory;
    case GCN_HWREG_TMA_HI:
        return (uint32_t)(wave->device->trap_memory >> 32);
    default:
        sim_fault(wave, op, -1, "hardware register %u does not exist here", id);
    }
}

static void
need_privilege(struct sim_wave *wave, const struct sim_op *op, const char *what)
{
    if (!wave->state->priv)
        sim_fault(wave, op, -1, "%s is for the trap handler to write", what);
}

static void
write_mode(struct sim_wave *wave, const struct sim_op *op, uint32_t mask, uint32_t value)
{
    wave->mode = (wave->mode & ~mask) | (value & mask);
    wave->gpr_index_on = mask & MODE_GPR_INDEX ? (value & MODE_GPR_INDEX) != 0 : wave->gpr_index_on;
    wave->mode &= ~(uint32_t)(MODE_GPR_INDEX | MODE_VSKIP);
    if (mask & MODE_VSKIP)
        salu_set_vskip(wave, op, value & MODE_VSKIP);
    if (mask & value & MODE_EXCEPTIONS)
        sim_tell(wave, op, "exceptions of floating point are not raised here");
}

static void
write_status(struct sim_wave *wave, uint32_t mask, uint32_t value)
{
    value = (status(wave) & ~mask) | (value & mask);
    wave->scc = value & STATUS_SCC;
    wave->scc_shadow = mask & STATUS_SCC ? false : wave->scc_shadow;
    wave->state->priority = value >> STATUS_PRIORITY_SHIFT & 3;
    wave->state->halted = (value & STATUS_HALT) != 0;
    wave->state->debug = value >> STATUS_DEBUG_SHIFT & 3;
}

static void
write_register(struct sim_wave *wave, const struct sim_op *op, uint32_t value)
{
    unsigned hwreg = (uint32_t)op->inst.imm & 0xFFFF;
    unsigned id = hwreg & 63, offset = hwreg >> 6 & 31, width = (hwreg >> 11 & 31) + 1;
    uint32_t mask = (uint32_t)(((UINT64_C(1) << width) - 1) << offset);
    switch (id) {
    case GCN_HWREG_MODE:
        write_mode(wave, op, mask, value << offset);
        break;
    case GCN_HWREG_TRAPSTS:
        wave->state->trapsts = (wave->state->trapsts & ~mask) | (value << offset & mask);
        break;
    case GCN_HWREG_STATUS:
        need_privilege(wave, op, "STATUS");
        write_status(wave, mask, value << offset);
        break;
    case GCN_HWREG_IB_STS:
        need_privilege(wave, op, "IB_STS");
        break; /* nothing is outstanding that could be replayed */
    default:
        sim_fault(wave, op, -1, "hardware register %u is not for writing", id);
    }
}

void
salu_exec_getreg(struct sim_wave *wave, const struct sim_op *op)
{
    unsigned hwreg = (uint32_t)op->inst.imm & 0xFFFF;
    unsigned offset = hwreg >> 6 & 31, width = (hwreg >> 11 & 31) + 1;
    uint64_t value = read_register(wave, op, hwreg & 63);
    sim_write_scalar(wave, op, (unsigned)op->sdst, 1,
                     value >> offset & ((UINT64_C(1) << width) - 1), 0);
}

void
salu_exec_setreg(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t shadow = 0;
    uint32_t value = op->inst.literal;
    /* The register is a source whatever field it sits in. */
    for (unsigned i = 0; op->inst.op == GCN_s_setreg_b32 && i < op->source_count; i++)
        if (op->source[i].kind == SIM_SRC_SGPR)
            value = (uint32_t)sim_scalar(wave, op, &op->source[i], &shadow);
    sim_need_defined(wave, op, -1, shadow != 0, "a hardware register");
    write_register(wave, op, value);
}

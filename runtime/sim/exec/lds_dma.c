/* LDS-DMA: loads and stores between memory and the LDS, without VGPRs (GcnMemHandling; AMD's ISA
 * manuals, "Memory Buffer Load to LDS"). */
#include "runtime/sim/exec/unit.h"

uint32_t
vmem_dma_address(struct sim_wave *wave, const struct sim_op *op, unsigned lane)
{
    sim_need_defined(wave, op, -1, wave->sgpr_shadow[GCN_M0] != 0, "M0");
    return (wave->sgpr[GCN_M0] & 0xFFFF) + (uint32_t)op->inst.imm + 4 * lane;
}

void
vmem_check_dma(struct sim_wave *wave, const struct sim_op *op)
{
    bool load = op->memory.kind == MEMORY_LOAD && op->memory.bytes <= 4 && !op->memory.d16 &&
                op->memory.components <= 1;
    if (op->inst.tfe || !(load || op->inst.op == GCN_buffer_store_lds_dword))
        sim_fault(wave, op, -1, "the instruction has no form that moves to or from the LDS");
}

void
vmem_dma_store(const struct vmem_access *access, uint32_t value, uint32_t shadow)
{
    struct sim_wave *wave = access->wave;
    struct vmem_access to = *access;
    struct vmem_packet packet;
    memcpy(packet.bytes, &value, 4);
    memcpy(packet.shadow, &shadow, 4);
    to.space = VMEM_LDS;
    to.address = vmem_dma_address(wave, access->op, access->lane);
    to.write = true;
    OBSERVE(wave->device, access, wave, access->op, (int)access->lane, true, to.address, 4, true,
            packet.bytes);
    vmem_transfer(&to, 4, &packet);
    uint32_t seq = counter_next(wave, PENDING_VM), first = (uint32_t)to.address;
    bool done = !wave->dma->end || counter_is_done(wave, PENDING_VM, wave->dma->seq);
    wave->dma->first = done || first < wave->dma->first ? first : wave->dma->first;
    wave->dma->end = done || first + 4 > wave->dma->end ? first + 4 : wave->dma->end;
    wave->dma->seq = seq;
}

void
vmem_dma_load(struct vmem_access *access)
{
    const struct sim_memory_op *memory = &access->op->memory;
    struct vmem_packet packet;
    uint32_t value, shadow;
    access->write = false;
    vmem_transfer(access, memory->bytes, &packet);
    if (memory->bytes < 4) {
        value = vmem_extend(memory, &packet, &shadow);
    } else {
        memcpy(&value, packet.bytes, 4);
        memcpy(&shadow, packet.shadow, 4);
    }
    vmem_dma_store(access, value, shadow);
}

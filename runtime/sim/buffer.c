/* Buffer instructions: MUBUF and MTBUF (GcnInstrsMubuf, GcnInstrsMtbuf, GcnMemHandling). */
#include "runtime/sim/vmem.h"

/* ---- MUBUF ---- */

struct buffer {
    uint64_t base, records, stride;
    unsigned element, index_stride;
    bool swizzle, add_tid;
};

static struct buffer
read_buffer(struct sim_wave *wave, const struct sim_op *op)
{
    unsigned first = sim_sreg(op->inst.operands[op->at_rsrc].reg);
    uint32_t word[4];
    for (unsigned k = 0; k < 4; k++)
        word[k] = vmem_scalar(wave, op, first + k);
    unsigned generation = wave->device->target->generation;
    struct buffer buffer = {
        .base = word[0] | (uint64_t)(word[1] & 0xFFFF) << 32,
        .stride = word[1] >> 16 & 0x3FFF,
        .records = word[2],
        .swizzle = word[1] >> 31,
        .add_tid = word[3] >> 23 & 1,
        .element = generation >= 9 ? 4 : 2u << (word[3] >> 19 & 3),
        .index_stride = 8u << (word[3] >> 21 & 3),
    };
    /* With add_tid, the bits of the data format extend the stride. */
    if (buffer.add_tid && generation >= 8)
        buffer.stride |= (uint64_t)(word[3] >> 15 & 15) << 14;
    return buffer;
}

static bool
in_range(const struct buffer *buffer, const struct gcn_target *target, uint64_t index,
         uint64_t offset, uint64_t soffset, unsigned size)
{
    if (!buffer->stride || buffer->add_tid)
        return offset + size + soffset <= buffer->records || buffer->records == UINT32_MAX;
    /* GFX8 counts the records of a buffer with a stride in bytes; the others count elements. */
    if (target->generation == 8)
        return index * buffer->stride + offset + size <= buffer->records;
    return index < buffer->records && offset + size <= buffer->stride;
}

static uint64_t
buffer_address(const struct buffer *buffer, uint64_t index, uint64_t offset)
{
    if (!buffer->swizzle)
        return buffer->base + index * buffer->stride + offset;
    unsigned es = buffer->element, is = buffer->index_stride;
    /* Swizzled: for each block of `is` records, element 0 of all, then element 1 of all, ... */
    return buffer->base + (index / is * buffer->stride + offset / es * es) * is +
           es * (index % is) + offset % es;
}

/* The lane's address, or false when the access is out of range and not strict. */
static bool
mubuf_lane(struct sim_wave *wave, const struct sim_op *op, const struct buffer *buffer,
           unsigned lane, unsigned vaddr, uint64_t soffset, uint64_t *address)
{
    const struct gcn_inst *inst = &op->inst;
    unsigned size = op->memory.bytes;
    if (inst->addr64) {
        uint64_t va = wave->v[vaddr][lane] | (uint64_t)wave->v[vaddr + 1][lane] << 32;
        /* A base has 48 bits, and so has an address: clang-16 makes bases of -4. */
        *address = (buffer->base + va + soffset + (uint64_t)inst->imm) & UINT64_C(0xFFFFFFFFFFFF);
        return true;
    }
    uint64_t index = inst->idxen ? wave->v[vaddr][lane] : 0;
    uint64_t offset = (uint64_t)inst->imm;
    if (inst->offen)
        offset += wave->v[vaddr + inst->idxen][lane];
    if (buffer->add_tid)
        index += lane;
    if (!in_range(buffer, wave->device->target, index, offset, soffset, size)) {
        if (wave->device->strict)
            sim_fault(wave, op, (int)lane,
                      "out of bounds: offset %llu (index %llu) of a buffer of %llu records",
                      (unsigned long long)(offset + soffset), (unsigned long long)index,
                      (unsigned long long)buffer->records);
        return false;
    }
    if (buffer->swizzle && offset % buffer->element + size > buffer->element)
        sim_fault(wave, op, (int)lane,
                  "%u bytes at offset %llu cross an element of the swizzled buffer", size,
                  (unsigned long long)offset);
    *address = buffer_address(buffer, index, offset) + soffset;
    return true;
}

static uint64_t
scalar_offset(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t shadow, value = sim_scalar(wave, op, &op->source[0], &shadow);
    sim_need_defined(wave, op, -1, shadow != 0, "an address");
    return (uint32_t)value;
}

void
vmem_exec_mubuf(struct sim_wave *wave, const struct sim_op *op)
{
    if (op->memory.kind == MEMORY_CACHE)
        return;
    if (op->memory.kind == MEMORY_UNSUPPORTED || op->inst.lds || op->inst.tfe)
        sim_exec_unsupported(wave, op);
    struct buffer buffer = read_buffer(wave, op);
    uint64_t soffset = op->at_soffset < 0 ? 0 : scalar_offset(wave, op);
    struct vmem_lines lines = {.count = 0};
    unsigned vaddr = 0, data;
    int result, lane;
    unsigned address_dwords = op->inst.addr64 ? 2 : op->inst.idxen + op->inst.offen;
    if (address_dwords) {
        vaddr = vmem_vgpr(wave, op, op->at_addr, address_dwords);
        vmem_need_address(wave, op, vaddr, address_dwords);
    }
    vmem_prepare(wave, op, &data, &result);
    FOREACH_LANE(lane, sim_exec(wave))
    {
        struct vmem_access access = {wave, op, (unsigned)lane, VMEM_GLOBAL, 0, false, false};
        if (mubuf_lane(wave, op, &buffer, (unsigned)lane, vaddr, soffset, &access.address)) {
            vmem_touch(&lines, access.address, op->memory.bytes);
            vmem_access(&access, data, result);
        } else if (op->memory.kind == MEMORY_LOAD) {
            for (unsigned k = 0; k < (op->memory.bytes + 3u) / 4; k++)
                sim_set_lane(wave, (unsigned)result + k, (unsigned)lane, 0, 0);
        }
    }
    timing_memory(wave, op, lines.count);
    vmem_issue(wave, op, PENDING_VM, data, result);
}

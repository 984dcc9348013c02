/* Scalar memory: GcnInstrsSmrd, GcnInstrsSmem, and the SMEM document for stores and atomics. */
#include "runtime/sim/sim_internal.h"

static uint64_t
scalar_tuple(struct sim_wave *wave, const struct sim_op *op, int operand, unsigned dword)
{
    unsigned index = sim_sreg(op->inst.operands[operand].reg) + dword;
    sim_need_defined(wave, op, -1, wave->sgpr_shadow[index] != 0, "an address");
    return wave->sgpr[index];
}

static uint64_t
offset_of(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t offset = 0;
    if (op->inst.smem_imm || op->at_soffset < 0)
        offset = (uint64_t)(int64_t)op->inst.imm;
    if (op->at_soffset >= 0) {
        uint64_t shadow;
        offset += sim_scalar(wave, op, &op->source[0], &shadow);
        sim_need_defined(wave, op, -1, shadow != 0, "an address");
    }
    return offset;
}

/* Address of the access; false: out of the buffer, which reads as zero. */
static bool
address_of(struct sim_wave *wave, const struct sim_op *op, unsigned bytes, uint64_t *address)
{
    uint64_t base = scalar_tuple(wave, op, op->at_rsrc, 0) | scalar_tuple(wave, op, op->at_rsrc, 1)
                                                                 << 32;
    uint64_t offset = offset_of(wave, op);
    bool buffer = strncmp(op->info->name, "s_buffer", 8) == 0;
    if (!buffer) {
        *address = (base + offset) & 0xFFFFFFFFFFFC;
        /* The manuals drop the low bits of each part; LLVM relies on those of the sum. */
        if ((base | offset) & 3 && wave->device->strict)
            sim_warn(wave, op, "base and offset of a scalar load are not multiples of 4");
        return true;
    }
    uint64_t records = scalar_tuple(wave, op, op->at_rsrc, 2);
    uint64_t stride = base >> 48 & 0x3FFF;
    if (stride && wave->device->target->generation != 8)
        records *= stride;
    offset &= 0xFFFFFFFC;
    *address = (base & 0xFFFFFFFFFFFC) + offset;
    if (offset + bytes <= records)
        return true;
    if (wave->device->strict)
        sim_fault(wave, op, -1, "out of bounds: byte %llu of a buffer of %llu",
                  (unsigned long long)offset, (unsigned long long)records);
    return false;
}

static void
load(struct sim_wave *wave, const struct sim_op *op, unsigned dst, uint64_t address, unsigned bytes,
     bool inside)
{
    struct sim_region *region = NULL;
    uint8_t *from = inside ? sim_global(wave, op, -1, address, bytes, false, &region) : NULL;
    for (unsigned k = 0; k < bytes / 4; k++) {
        uint32_t value = 0, shadow = 0;
        if (from)
            memcpy(&value, from + 4 * k, 4);
        if (from && region->shadow)
            memcpy(&shadow, region->shadow + (address - region->base) + 4 * k, 4);
        sim_write_scalar(wave, op, dst + k, 1, value, shadow);
    }
    if (dst == GCN_VCC_LO && bytes >= 8)
        wave->vccz_stale = false;
    wave->device->stats.bytes_read += bytes;
}

static void
store(struct sim_wave *wave, const struct sim_op *op, unsigned src, uint64_t address,
      unsigned bytes)
{
    struct sim_region *region;
    uint8_t *to = sim_global(wave, op, -1, address, bytes, true, &region);
    for (unsigned k = 0; k < bytes / 4; k++) {
        memcpy(to + 4 * k, &wave->sgpr[src + k], 4);
        uint32_t shadow = wave->sgpr_shadow[src + k];
        if (shadow || region->shadow)
            memcpy(sim_shadow_of(wave->device, region) + (address - region->base) + 4 * k, &shadow,
                   4);
    }
    wave->device->stats.bytes_written += bytes;
}

static void
atomic(struct sim_wave *wave, const struct sim_op *op, unsigned reg, uint64_t address)
{
    unsigned bytes = op->memory.bytes, dwords = bytes / 4;
    struct sim_region *region;
    uint8_t *at = sim_global(wave, op, -1, address, bytes, true, &region);
    uint64_t old = 0, data = wave->sgpr[reg], compare = wave->sgpr[reg + dwords];
    memcpy(&old, at, bytes);
    if (bytes == 8) {
        data = sim_get64(wave, reg);
        compare = sim_get64(wave, reg + 2);
    }
    uint64_t new = atomic_apply(op->memory.atomic, bytes, old, data, compare);
    memcpy(at, &new, bytes);
    if (op->memory.returns)
        for (unsigned k = 0; k < dwords; k++)
            sim_write_scalar(wave, op, reg + k, 1, old >> 32 * k, 0);
}

/* s_memtime counts modelled cycles, s_memrealtime a 100 MHz clock. */
static void
read_time(struct sim_wave *wave, const struct sim_op *op, unsigned dst)
{
    uint64_t now = wave->group->memtime + wave->clock;
    if (op->inst.op == GCN_s_memrealtime)
        now /= 10;
    sim_write_scalar(wave, op, dst, 1, (uint32_t)now, 0);
    sim_write_scalar(wave, op, dst + 1, 1, now >> 32, 0);
    strict_wait_issue(wave, op, PENDING_SMEM, false, dst, 2);
}

void
smem_exec(struct sim_wave *wave, const struct sim_op *op)
{
    unsigned data = op->info->operand_count ? sim_sreg(op->inst.operands[0].reg) : 0;
    unsigned bytes = op->memory.bytes;
    uint64_t address = 0;
    if (wave->device->target->generation <= 7) /* hazards of SMRD and VCCZ */
        wave->vccz_corrupt = true;
    if (op->inst.op == GCN_s_memtime || op->inst.op == GCN_s_memrealtime) {
        read_time(wave, op, data);
        return;
    }
    if (op->memory.kind == MEMORY_CACHE) {
        if (op->inst.op == GCN_s_dcache_wb || op->inst.op == GCN_s_dcache_wb_vol)
            wave->scalar_dirty = false;
        return;
    }
    if (op->memory.kind == MEMORY_UNSUPPORTED || strstr(op->info->name, "scratch"))
        sim_exec_unsupported(wave, op);
    bool inside = address_of(wave, op, bytes, &address);
    timing_memory(wave, op, 1);
    switch (op->memory.kind) {
    case MEMORY_LOAD:
        wave->device->stats.loads++;
        load(wave, op, data, address, bytes, inside);
        strict_wait_issue(wave, op, PENDING_SMEM, false, data, bytes / 4);
        break;
    case MEMORY_STORE:
        wave->device->stats.stores++;
        wave->scalar_dirty = true;
        if (inside)
            store(wave, op, data, address, bytes);
        strict_wait_issue(wave, op, PENDING_SMEM, false, 0, 0);
        break;
    default:
        wave->device->stats.atomics++;
        if (inside)
            atomic(wave, op, data, address);
        strict_wait_issue(wave, op, PENDING_SMEM, false, data, op->memory.returns ? bytes / 4 : 0);
    }
}

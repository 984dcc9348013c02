/* Scalar memory: GcnInstrsSmrd, GcnInstrsSmem, and the SMEM document for stores and atomics. */
#include "runtime/sim/exec/unit.h"

enum { LINE = 64, MAX_BYTES = 64 };

static uint64_t
scalar_tuple(struct sim_wave *wave, const struct sim_op *op, int operand, unsigned dword)
{
    unsigned index = sim_sreg(op->inst.operands[operand].reg) + dword;
    sim_need_defined(wave, op, -1, wave->sgpr_shadow[index] != 0, "an address");
    return wave->sgpr[index];
}

/* The immediate and the SGPR; scalar scratch counts the latter in 64 bytes ("consistent with other
 * scratch operations": CDNA3 ISA manual, S_SCRATCH_LOAD_DWORD). */
static uint64_t
offset_of(struct sim_wave *wave, const struct sim_op *op)
{
    int64_t offset = op->inst.smem_imm || op->at_soffset < 0 ? op->inst.imm : 0;
    if (op->at_soffset < 0)
        return (uint64_t)offset;
    uint64_t shadow, value = sim_scalar(wave, op, &op->source[0], &shadow);
    bool m0 = op->source[0].kind != SIM_SRC_SGPR || op->source[0].reg == GCN_M0;
    sim_need_defined(wave, op, -1, shadow != 0, "an address");
    if (wave->device->target->generation == 8 && op->memory.kind == MEMORY_STORE && !m0)
        sim_fault(wave, op, -1, "a scalar store of GFX8 takes M0 or an immediate as offset");
    unsigned unit = strncmp(op->info->name, "s_scratch", 9) == 0 ? 64 : 1;
    offset += (int64_t)(uint32_t)value * unit;
    if (offset < 0 && wave->device->strict)
        sim_fault(wave, op, -1, "the immediate and the SGPR offset have a negative sum");
    return (uint64_t)offset;
}

/* Address of the access; false: out of the buffer, which reads as zero. */
static bool
address_of(struct sim_wave *wave, const struct sim_op *op, unsigned bytes, uint64_t *address)
{
    uint64_t base = scalar_tuple(wave, op, op->at_rsrc, 0) | scalar_tuple(wave, op, op->at_rsrc, 1)
                                                                 << 32;
    uint64_t offset = offset_of(wave, op);
    if (!op->memory.buffer) {
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

/* Writes the registers; from NULL: zeroes, from_shadow NULL: all is initialised. */
static void
unpack(struct sim_wave *wave, const struct sim_op *op, unsigned dst, const uint8_t *from,
       const uint8_t *from_shadow)
{
    unsigned bytes = op->memory.bytes;
    for (unsigned k = 0; k < bytes / 4; k++) {
        uint32_t value = 0, shadow = 0;
        if (from)
            memcpy(&value, from + 4 * k, 4);
        if (from_shadow)
            memcpy(&shadow, from_shadow + 4 * k, 4);
        if (shadow)
            OBSERVE(wave->device, unset, wave, op, -1, false, 0);
        sim_write_scalar(wave, op, dst + k, 1, value, shadow);
    }
    if (dst == GCN_VCC_LO && bytes >= 8)
        wave->scalar->vccz_stale = false;
}

void
smem_perform(struct sim_wave *wave, const struct sim_op *op, unsigned result, uint64_t address)
{
    struct sim_unit *unit = wave->group->unit;
    uint8_t bytes[MAX_BYTES], shadow[MAX_BYTES];
    unit_fill(unit, &unit->scalar, address, op->memory.bytes);
    unit_cached(unit, &unit->scalar, address, op->memory.bytes, bytes, shadow);
    unpack(wave, op, result, bytes, shadow);
}

/* Does no kernel write there while it runs? */
static bool
is_constant(struct sim_device *device, const struct sim_region *region, uint64_t address)
{
    uint64_t offset = address - region->base;
    if (region->image)
        return offset < region->writable_first || offset >= region->writable_end;
    return region->base == device->kernarg_address || region->base == device->queue_address ||
           region->base == queue_object(device)->hsa_queue.base_address;
}

/* Where units have caches: a stale line is read at once.  Anything else may be read at once or until
 * the wait that proves it done; what is in flight reads memory, for a line that has become stale
 * meanwhile holds what might have been read before. */
static void
take_off(struct sim_wave *wave, const struct sim_op *op, unsigned dst, uint64_t address,
         const uint8_t *from)
{
    struct sim_unit *unit = wave->group->unit;
    unsigned size = op->memory.bytes;
    uint8_t bytes[MAX_BYTES], shadow[MAX_BYTES];
    flight_await_registers(wave, true, dst, size / 4);
    bool is_cached = unit_cached(unit, &unit->scalar, address, size, bytes, shadow);
    bool may_wait = !is_cached || (unit->decide && memcmp(bytes, from, size) == 0);
    if (may_wait)
        flight_add_scalar(wave, op, address, dst, size / 4);
    else
        unpack(wave, op, dst, bytes, shadow);
}

static void
load(struct sim_wave *wave, const struct sim_op *op, unsigned dst, uint64_t address, bool inside)
{
    struct sim_device *device = wave->device;
    struct sim_region *region = NULL;
    unsigned bytes = op->memory.bytes;
    uint8_t *from = inside ? sim_global(wave, op, -1, address, bytes, false, &region) : NULL;
    device->stats.bytes_read += bytes;
    if (from && region->base != device->kernarg_address) {
        OBSERVE(device, access, wave, op, -1, false, address, bytes, false, NULL);
        OBSERVE(device, scalar_load, wave, op, address, bytes);
    }
    const uint8_t *shadow =
        from && region->shadow ? region->shadow + (address - region->base) : NULL;
    if (from && wave->group->unit && !is_constant(device, region, address)) {
        take_off(wave, op, dst, address, from);
        flight_issue(wave, PENDING_SMEM);
    } else {
        unpack(wave, op, dst, from, shadow);
    }
}

/* The cache holds the line of a write until it is written back. */
static void
remember_line(struct sim_wave *wave, uint64_t address)
{
    uint64_t line = address / LINE;
    wave->scalar->dirty = true;
    for (uint32_t i = 0; i < wave->scalar->lines.count; i++)
        if (wave->scalar->lines.at[i] == line)
            return;
    if (wave->device->strict)
        vec_push(wave->group->arena, &wave->scalar->lines, line);
}

static void
write_dword(struct sim_wave *wave, const struct sim_op *op, uint64_t address, uint32_t value,
            uint32_t shadow)
{
    struct sim_region *region;
    if (wave->group->unit)
        flight_make_way(wave, true);
    memcpy(sim_global(wave, op, -1, address, 4, true, &region), &value, 4);
    sim_store_shadow(wave, op, region, address, 4, (const uint8_t *)&shadow);
    remember_line(wave, address);
    OBSERVE(wave->device, scalar_store, wave, op, address);
}

static void
store(struct sim_wave *wave, const struct sim_op *op, unsigned src, uint64_t address,
      unsigned bytes)
{
    for (unsigned k = 0; k < bytes / 4; k++)
        write_dword(wave, op, address + 4 * k, wave->sgpr[src + k], wave->sgpr_shadow[src + k]);
    wave->device->stats.bytes_written += bytes;
}

/* An SGPR or a pair, with its shadow. */
static uint64_t
read_data(const struct sim_wave *wave, unsigned reg, unsigned bytes, uint64_t *shadow)
{
    *shadow = bytes == 8 ? sim_shadow64(wave, reg) : wave->sgpr_shadow[reg];
    return bytes == 8 ? sim_get64(wave, reg) : wave->sgpr[reg];
}

/* Out of the buffer nothing is written and 0 returned. */
static void
atomic(struct sim_wave *wave, const struct sim_op *op, unsigned reg, uint64_t address, bool inside)
{
    unsigned bytes = op->memory.bytes, dwords = bytes / 4;
    uint64_t old = 0, old_shadow = 0, compare = 0, shadow, compare_shadow = 0;
    uint64_t data = read_data(wave, reg, bytes, &shadow);
    if (op->memory.atomic == ATOMIC_CMPSWAP)
        compare = read_data(wave, reg + dwords, bytes, &compare_shadow);
    if (address % bytes && wave->device->strict)
        sim_fault(wave, op, -1, "misaligned access of %u bytes at 0x%llx", bytes,
                  (unsigned long long)address);
    if (inside) {
        struct sim_region *region;
        memcpy(&old, sim_global(wave, op, -1, address, bytes, true, &region), bytes);
        if (region->shadow)
            memcpy(&old_shadow, region->shadow + (address - region->base), bytes);
        uint64_t new = atomic_apply(op->memory.atomic, bytes, old, data, compare);
        bool undefined =
            shadow || compare_shadow || (old_shadow && op->memory.atomic != ATOMIC_SWAP);
        for (unsigned k = 0; k < dwords; k++)
            write_dword(wave, op, address + 4 * k, (uint32_t)(new >> 32 * k),
                        undefined ? UINT32_MAX : 0);
    }
    for (unsigned k = 0; op->memory.returns && k < dwords; k++)
        sim_write_scalar(wave, op, reg + k, 1, old >> 32 * k, old_shadow >> 32 * k);
}

/* ---- the cache ---- */

/* A dirty line that is discarded may have been written back before or not: it is undefined. */
static void
discard_line(struct sim_wave *wave, uint64_t line)
{
    for (uint32_t i = 0; i < wave->scalar->lines.count; i++) {
        if (wave->scalar->lines.at[i] != line)
            continue;
        wave->scalar->lines.at[i] = wave->scalar->lines.at[--wave->scalar->lines.count];
        for (uint64_t at = line * LINE; at < (line + 1) * LINE; at += 4) {
            struct sim_region *region = sim_region_at(wave->device, at, 4);
            if (region)
                memset(sim_shadow_of(wave->device, region) + (at - region->base), 0xFF, 4);
        }
        return;
    }
}

static void
cache(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t address;
    switch (op->inst.op) {
    case GCN_s_dcache_wb:
    case GCN_s_dcache_wb_vol:
        wave->scalar->dirty = false;
        wave->scalar->lines.count = 0;
        OBSERVE(wave->device, scalar_cache, wave, op);
        break;
    case GCN_s_dcache_discard:
    case GCN_s_dcache_discard_x2:
        address_of(wave, op, 4, &address);
        discard_line(wave, address / LINE);
        if (op->inst.op == GCN_s_dcache_discard_x2)
            discard_line(wave, address / LINE + 1);
        counter_issue(wave, op, PENDING_SMEM, false, 0, 0);
        break;
    case GCN_s_dcache_inv:
    case GCN_s_dcache_inv_vol:
        if (wave->group->unit)
            unit_invalidate(&wave->group->unit->scalar);
        OBSERVE(wave->device, scalar_cache, wave, op);
        break;
    default: /* s_atc_probe: addresses only */
        break;
    }
}

/* s_memtime counts modelled cycles, s_memrealtime a 100 MHz clock. */
static void
read_time(struct sim_wave *wave, const struct sim_op *op, unsigned dst)
{
    uint64_t now = wave->device->ticks + wave->group->memtime + wave->clock;
    if (op->inst.op == GCN_s_memrealtime)
        now /= 10;
    sim_write_scalar(wave, op, dst, 1, (uint32_t)now, 0);
    sim_write_scalar(wave, op, dst + 1, 1, now >> 32, 0);
    counter_issue(wave, op, PENDING_SMEM, false, dst, 2);
}

/* "LGKM_CNT incremented by one for every fetch of single Dword, by two for every fetch of two or more
 * Dwords"; "any SMEM operation (including S_MEMTIME)" does; s_dcache_discard by one. */
static unsigned
increments_of(const struct sim_op *op)
{
    bool is_time = op->inst.op == GCN_s_memtime || op->inst.op == GCN_s_memrealtime;
    return is_time || (op->memory.kind != MEMORY_CACHE && op->memory.bytes > 4) ? 2 : 1;
}

void
smem_exec(struct sim_wave *wave, const struct sim_op *op)
{
    unsigned data = op->info->operand_count ? sim_sreg(op->inst.operands[0].reg) : 0;
    unsigned bytes = op->memory.bytes;
    uint64_t address = 0;
    wave->counters->scalar_increments += increments_of(op);
    if (wave->device->target->generation <= 7) /* hazards of SMRD and VCCZ */
        wave->scalar->vccz_corrupt = true;
    if (op->inst.op == GCN_s_memtime || op->inst.op == GCN_s_memrealtime) {
        read_time(wave, op, data);
        return;
    }
    if (op->memory.kind == MEMORY_CACHE) {
        cache(wave, op);
        return;
    }
    if (op->memory.kind == MEMORY_UNSUPPORTED)
        sim_exec_unsupported(wave, op);
    bool inside = address_of(wave, op, bytes, &address);
    OBSERVE(wave->device, memory, wave, op, 1);
    switch (op->memory.kind) {
    case MEMORY_LOAD:
        wave->device->stats.loads++;
        load(wave, op, data, address, inside);
        counter_issue(wave, op, PENDING_SMEM, false, data, bytes / 4);
        break;
    case MEMORY_STORE:
        wave->device->stats.stores++;
        if (inside)
            store(wave, op, data, address, bytes);
        counter_issue(wave, op, PENDING_SMEM, false, 0, 0);
        break;
    default:
        wave->device->stats.atomics++;
        atomic(wave, op, data, address, inside);
        counter_issue(wave, op, PENDING_SMEM, false, data, op->memory.returns ? bytes / 4 : 0);
    }
}

/* Vector memory: what all its instructions share, and FLAT, GLOBAL and SCRATCH (GcnInstrsFlat).  Each lane's address is resolved to global memory, scratch or LDS; every byte
 * carries its shadow along. */
#include "runtime/sim/exec/unit.h"
#include "runtime/sim/exec/valu.h"

/* ---- cache lines touched, for the timing model ---- */

void
vmem_touch(struct vmem_lines *lines, uint64_t address, unsigned size)
{
    for (uint64_t line = address / VMEM_LINE; line <= (address + size - 1) / VMEM_LINE; line++) {
        unsigned hash = (unsigned)(line * UINT64_C(0x9E3779B97F4A7C15) >> 57);
        while (lines->slot[hash] && lines->slot[hash] != line)
            hash = (hash + 1) % (2 * SIM_LANES);
        if (lines->slot[hash])
            continue;
        lines->slot[hash] = line;
        lines->count++;
    }
}

/* ---- registers ---- */

unsigned
vmem_vgpr(struct sim_wave *wave, const struct sim_op *op, int index, unsigned dwords)
{
    unsigned reg = op->inst.operands[index].reg;
    reg = reg >= GCN_AGPR0 ? reg - GCN_AGPR0 + 256 : reg - GCN_VGPR0;
    sim_check_vgpr(wave, op, reg, dwords);
    return reg;
}

void
vmem_need_address(struct sim_wave *wave, const struct sim_op *op, unsigned reg, unsigned dwords)
{
    for (unsigned k = 0; k < dwords; k++) {
        uint64_t undefined = wave->v_undefined[reg + k] & sim_exec(wave);
        sim_need_defined(wave, op, undefined ? __builtin_ctzll(undefined) : 0, undefined != 0,
                         "an address");
    }
}

uint32_t
vmem_scalar(struct sim_wave *wave, const struct sim_op *op, unsigned index)
{
    sim_need_defined(wave, op, -1, wave->sgpr_shadow[index] != 0, "an address");
    return wave->sgpr[index];
}

uint32_t
vmem_extend(const struct sim_memory_op *memory, const struct vmem_packet *packet, uint32_t *shadow)
{
    uint32_t value = packet->bytes[0];
    *shadow = packet->shadow[0];
    if (memory->bytes == 2) {
        value |= (uint32_t)packet->bytes[1] << 8;
        *shadow |= (uint32_t)packet->shadow[1] << 8;
    }
    if (memory->sext) {
        unsigned shift = 32 - 8 * memory->bytes;
        value = (uint32_t)((int32_t)(value << shift) >> shift);
        *shadow = (uint32_t)((int32_t)(*shadow << shift) >> shift);
    }
    return value;
}

static inline void
unpack(struct sim_wave *wave, const struct sim_op *op, unsigned reg, unsigned lane,
       const struct vmem_packet *packet)
{
    const struct sim_memory_op *memory = &op->memory;
    if (memory->bytes >= 4) {
        for (unsigned k = 0; k < memory->bytes / 4u; k++) {
            uint32_t value, shadow;
            memcpy(&value, packet->bytes + 4 * k, 4);
            memcpy(&shadow, packet->shadow + 4 * k, 4);
            sim_set_lane(wave, reg + k, lane, value, shadow);
        }
        return;
    }
    uint32_t shadow, value = vmem_extend(memory, packet, &shadow);
    if (memory->d16) {
        uint32_t old = wave->v[reg][lane], old_shadow = sim_lane_shadow(wave, reg, lane);
        unsigned shift = memory->high ? 16 : 0;
        uint32_t keep = memory->high ? 0xFFFF : 0xFFFF0000;
        if (memory->loses_half)
            old = 0, old_shadow = keep;
        value = (old & keep) | (value & 0xFFFF) << shift;
        shadow = (old_shadow & keep) | (shadow & 0xFFFF) << shift;
    }
    sim_set_lane(wave, reg, lane, value, shadow);
}

void
vmem_unpack(struct sim_wave *wave, const struct sim_op *op, unsigned reg, unsigned lane,
            const struct vmem_packet *packet)
{
    unpack(wave, op, reg, lane, packet);
}

static bool
has_comparand(const struct sim_op *op)
{
    return op->memory.kind == MEMORY_ATOMIC &&
           (op->memory.atomic == ATOMIC_CMPSWAP || op->memory.atomic == ATOMIC_FCMPSWAP);
}

/* What a store writes; the operand of an atomic, and after it what it compares with. */
static void
pack(const struct sim_wave *wave, const struct sim_op *op, unsigned reg, unsigned lane,
     struct vmem_packet *packet)
{
    unsigned bytes = op->memory.bytes * (has_comparand(op) ? 2u : 1u);
    for (unsigned k = 0; 4 * k < bytes; k++) {
        uint32_t value = wave->v[reg + k][lane], shadow = sim_lane_shadow(wave, reg + k, lane);
        if (op->memory.high) {
            value >>= 16;
            shadow >>= 16;
        }
        memcpy(packet->bytes + 4 * k, &value, 4);
        memcpy(packet->shadow + 4 * k, &shadow, 4);
    }
}

/* ---- memory ---- */

/* Scratch is swizzled by dwords: the same dword of all lanes lies together. */
static void
check_scratch(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address,
              unsigned size)
{
    uint64_t offset = address - wave->scratch_base;
    uint64_t of_item = offset / (4 * SIM_LANES) * 4 + offset % 4;
    if (of_item + size > wave->private_size)
        sim_fault(wave, op, lane, "out of bounds: scratch byte %llu of a work-item's %u",
                  (unsigned long long)of_item, wave->private_size);
}

static uint8_t *
global_piece(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address,
             unsigned size, bool write, struct sim_region **region)
{
    uint8_t *bytes = sim_global(wave, op, lane, address, size, write, region);
    if ((*region)->scratch_wave_size && wave->device->strict)
        check_scratch(wave, op, lane, address, size);
    return bytes;
}

/* Most accesses are a dword. */
static inline void
copy(uint8_t *to, const uint8_t *from, unsigned size)
{
    if (size == 4)
        vmem_copy(to, from, 4);
    else
        vmem_copy(to, from, size);
}

static inline bool
any_bit(const uint8_t *shadow, unsigned size)
{
    uint32_t bits = 0;
    if (size == 4)
        memcpy(&bits, shadow, 4);
    else
        for (unsigned k = 0; k < size; k++)
            bits |= shadow[k];
    return bits != 0;
}

static inline void
read_piece(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address,
           unsigned size, uint8_t *bytes, uint8_t *shadow)
{
    struct sim_region *region;
    copy(bytes, global_piece(wave, op, lane, address, size, false, &region), size);
    if (region->shadow)
        copy(shadow, region->shadow + (address - region->base), size);
    else
        memset(shadow, 0, size);
}

static void
write_piece(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address,
            unsigned size, const uint8_t *bytes, const uint8_t *shadow)
{
    struct sim_region *region;
    copy(global_piece(wave, op, lane, address, size, true, &region), bytes, size);
    if (region->shadow || any_bit(shadow, size))
        sim_store_shadow(wave, op, region, address, size, shadow);
}

/* The guide's formula with the division by a dword that it omits (see docs/abi.md). */
static uint64_t
swizzle(uint64_t base, uint64_t offset, unsigned lane)
{
    return base + offset / 4 * (4 * SIM_LANES) + lane * 4 + offset % 4;
}

/* Where private memory of the wave starts, from FLAT_SCRATCH.  Lanes of FLAT alone go elsewhere, too: the first
 * one of others stands for all. */
static uint64_t
private_base(struct sim_wave *wave, const struct sim_op *op, unsigned lane)
{
    if (op->info->format == GCN_FLAT || lane == (unsigned)__builtin_ctzll(sim_exec(wave)))
        OBSERVE(wave->device, registers, wave, op, false, SREG_FLAT_SCRATCH, 2, false);
    uint32_t lo = vmem_scalar(wave, op, SREG_FLAT_SCRATCH);
    uint32_t hi = vmem_scalar(wave, op, SREG_FLAT_SCRATCH + 1);
    if (wave->device->target->flat_scratch_is_address)
        return lo | (uint64_t)hi << 32;
    return wave->device->scratch_address + (uint64_t)hi * 256;
}

static void
check_private(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t offset,
              unsigned size)
{
    uint32_t limit = wave->private_size;
    if (!wave->device->target->flat_scratch_is_address) {
        uint32_t of_aperture = vmem_scalar(wave, op, SREG_FLAT_SCRATCH);
        limit = of_aperture < limit ? of_aperture : limit;
    }
    if (offset + size > limit)
        sim_fault(wave, op, lane, "out of bounds: private byte %llu of %u",
                  (unsigned long long)offset, limit);
    if (wave->device->strict && !wave->device->target->unaligned_scratch && size >= 2 &&
        offset % (size < 4 ? size : 4))
        sim_fault(wave, op, lane, "misaligned private access of %u bytes at %llu", size,
                  (unsigned long long)offset);
}

/* Private memory goes dword by dword; byte by byte where it crosses dwords, for each byte has its own place
 * among those of the other lanes. */
static unsigned
private_step(uint64_t offset, unsigned size)
{
    unsigned part = size < 4 ? size : 4;
    return offset % 4 + part > 4 ? 1 : part;
}

/* Moves a packet to or from any space; private memory goes dword by dword. */
void
vmem_transfer(const struct vmem_access *access, unsigned size, struct vmem_packet *packet)
{
    struct sim_wave *wave = access->wave;
    int lane = (int)access->lane;
    if (access->space == VMEM_LDS) {
        uint32_t at = access->flight ? (uint32_t)access->address
                                     : lds_check(wave, access->op, lane, access->address, size,
                                                 access->write, access->atomic);
        uint8_t *bytes = wave->group->lds + at, *shadow = wave->group->lds_shadow + at;
        memcpy(access->write ? bytes : packet->bytes, access->write ? packet->bytes : bytes, size);
        memcpy(access->write ? shadow : packet->shadow, access->write ? packet->shadow : shadow,
               size);
        return;
    }
    unsigned step = access->space == VMEM_PRIVATE ? private_step(access->address, size) : size;
    uint64_t base = 0;
    if (access->space == VMEM_PRIVATE) {
        check_private(wave, access->op, lane, access->address, size);
        base = private_base(wave, access->op, access->lane);
    }
    for (unsigned k = 0; k < size; k += step) {
        uint64_t address = access->space == VMEM_PRIVATE
                               ? swizzle(base, access->address + k, access->lane)
                               : access->address;
        if (access->write)
            write_piece(wave, access->op, lane, address, step, packet->bytes + k,
                        packet->shadow + k);
        else
            read_piece(wave, access->op, lane, address, step, packet->bytes + k,
                       packet->shadow + k);
    }
}

static inline void
check_alignment(const struct vmem_access *access, unsigned size)
{
    const struct gcn_target *target = access->wave->device->target;
    if (access->space != VMEM_GLOBAL || !access->wave->device->strict)
        return;
    unsigned align = size >= 4 ? 4 : size;
    if (access->op->memory.kind == MEMORY_ATOMIC)
        align = size;
    else if (target->unaligned_global)
        return;
    if (access->address % align)
        sim_fault(access->wave, access->op, (int)access->lane,
                  "misaligned access of %u bytes at 0x%llx", size,
                  (unsigned long long)access->address);
}

void
vmem_check_alignment(const struct vmem_access *access, unsigned size)
{
    check_alignment(access, size);
}

static bool
is_defined(const struct vmem_packet *packet, unsigned bytes)
{
    return !any_bit(packet->shadow, bytes);
}

/* The new value in the place of the old one.  false: another core has stored there since that was read,
 * for atomics exclude each other, but not stores (jobs.c). */
static bool
replace(struct vmem_access *access, unsigned bytes, uint64_t old, struct vmem_packet *packet)
{
    struct sim_wave *wave = access->wave;
    struct sim_region *region;
    access->write = true;
    if (access->space != VMEM_GLOBAL) {
        vmem_transfer(access, bytes, packet);
        return true;
    }
    uint8_t *at =
        global_piece(wave, access->op, (int)access->lane, access->address, bytes, true, &region);
    if (!atomic_replace(at, bytes, old, packet->bytes))
        return false;
    if (region->shadow || any_bit(packet->shadow, bytes))
        sim_store_shadow(wave, access->op, region, access->address, bytes, packet->shadow);
    return true;
}

static void
do_atomic(struct vmem_access *access, const struct vmem_packet *operands, int result)
{
    struct sim_wave *wave = access->wave;
    const struct sim_op *op = access->op;
    unsigned bytes = op->memory.bytes;
    unsigned denormals = access->space == VMEM_LDS ? wave->mode >> 4 & 3 : 0;
    bool two = has_comparand(op);
    struct vmem_packet packet;
    uint64_t old = 0, value = 0, compare = 0, shadow = 0;
    memcpy(&value, operands->bytes, bytes);
    if (two)
        memcpy(&compare, operands->bytes + bytes, bytes);
    access->atomic = true;
    do {
        access->write = false;
        vmem_transfer(access, bytes, &packet);
        memcpy(&old, packet.bytes, bytes);
        memcpy(&shadow, packet.shadow, bytes);
        bool defined = is_defined(operands, bytes * (two ? 2 : 1)) &&
                       (!shadow || op->memory.atomic == ATOMIC_SWAP);
        uint64_t new = atomic_apply_mode(op->memory.atomic, bytes, old, value, compare, denormals);
        memcpy(packet.bytes, &new, bytes);
        memset(packet.shadow, defined ? 0 : 0xFF, bytes);
    } while (!replace(access, bytes, old, &packet));
    for (unsigned k = 0; result >= 0 && k < bytes / 4; k++)
        sim_set_lane(wave, (unsigned)result + k, access->lane, (uint32_t)(old >> 32 * k),
                     (uint32_t)(shadow >> 32 * k));
}

static inline void
perform(struct vmem_access *access, struct vmem_packet *packet, int result)
{
    const struct sim_op *op = access->op;
    if (access->space != VMEM_PRIVATE)
        OBSERVE(access->wave->device, perform, access->wave, op, access->flight,
                access->space == VMEM_LDS, access->address);
    switch (op->memory.kind) {
    case MEMORY_LOAD:
        access->write = false;
        vmem_transfer(access, op->memory.bytes, packet);
        if (any_bit(packet->shadow, op->memory.bytes))
            OBSERVE(access->wave->device, unset, access->wave, op, (int)access->lane,
                    access->space == VMEM_PRIVATE, access->address);
        unpack(access->wave, op, (unsigned)result, access->lane, packet);
        break;
    case MEMORY_STORE:
        access->write = true;
        vmem_transfer(access, op->memory.bytes, packet);
        if (any_bit(packet->shadow, op->memory.bytes))
            OBSERVE(access->wave->device, unset, access->wave, op, (int)access->lane,
                    access->space == VMEM_PRIVATE, access->address);
        break;
    default:
        do_atomic(access, packet, result);
        break;
    }
}

void
vmem_perform(struct vmem_access *access, struct vmem_packet *packet, int result)
{
    perform(access, packet, result);
}

/* Where units have caches: what the L1 holds is read at once, else the access takes off.  Scratch is
 * its work-item's own: nobody can tell when it is accessed. */
static bool
take_off(struct vmem_access *access, struct vmem_packet *packet, int result)
{
    struct sim_wave *wave = access->wave;
    const struct sim_op *op = access->op;
    struct sim_unit *unit = wave->group->unit;
    unsigned bytes = op->memory.bytes;
    bool write = op->memory.kind != MEMORY_LOAD;
    int lane = (int)access->lane;
    if (result >= 0)
        flight_await_registers(wave, false, (unsigned)result, (bytes + 3) / 4);
    if (access->space == VMEM_PRIVATE || sim_is_scratch(wave->device, access->address))
        return false;
    if (access->space == VMEM_LDS) {
        lds_check(wave, op, lane, access->address, bytes, write, op->memory.kind == MEMORY_ATOMIC);
    } else {
        struct sim_region *region;
        sim_global(wave, op, lane, access->address, bytes, write, &region);
        if (write || op->inst.glc) {
            unit_evict(&unit->vector, access->address, bytes);
        } else if (unit_cached(unit, &unit->vector, access->address, bytes, packet->bytes,
                               packet->shadow)) {
            unpack(wave, op, (unsigned)result, access->lane, packet);
            return true;
        }
    }
    flight_add(access, packet, result, (bytes + 3) / 4);
    return true;
}

static void
check_race(const struct vmem_access *access, const struct vmem_packet *packet)
{
    const struct sim_op *op = access->op;
    bool lds = access->space == VMEM_LDS, store = op->memory.kind == MEMORY_STORE;
    if (access->space != VMEM_PRIVATE)
        OBSERVE(access->wave->device, access, access->wave, op, (int)access->lane, lds,
                access->address, op->memory.bytes, op->memory.kind != MEMORY_LOAD,
                store ? packet->bytes : NULL);
}

void
vmem_access(struct vmem_access *access, unsigned data, int result)
{
    const struct sim_op *op = access->op;
    struct vmem_packet packet;
    check_alignment(access, op->memory.bytes);
    if (op->memory.kind != MEMORY_LOAD)
        pack(access->wave, op, data, access->lane, &packet);
    if (SIM_IS_HEARD(access->wave->device, access))
        check_race(access, &packet);
    if (access->wave->group->unit && take_off(access, &packet, result))
        return;
    perform(access, &packet, result);
}

void
vmem_access_split(struct vmem_access *access, unsigned data, int result, unsigned first,
                  uint64_t next)
{
    const struct sim_op *op = access->op;
    unsigned size[2] = {first, op->memory.bytes - first};
    struct vmem_packet whole, part;
    access->write = op->memory.kind == MEMORY_STORE;
    if (access->wave->group->unit && result >= 0)
        flight_await_registers(access->wave, false, (unsigned)result, 1);
    if (access->write)
        pack(access->wave, op, data, access->lane, &whole);
    for (unsigned k = 0; k < 2; k++) {
        unsigned from = k ? first : 0;
        memcpy(part.bytes, whole.bytes + from, size[k]);
        memcpy(part.shadow, whole.shadow + from, size[k]);
        vmem_transfer(access, size[k], &part);
        memcpy(whole.bytes + from, part.bytes, size[k]);
        memcpy(whole.shadow + from, part.shadow, size[k]);
        access->address = next;
    }
    if (!access->write)
        unpack(access->wave, op, (unsigned)result, access->lane, &whole);
}

/* ---- registers and counters of an instruction ---- */

void
vmem_prepare(struct sim_wave *wave, const struct sim_op *op, unsigned size, unsigned *data,
             int *result)
{
    unsigned dwords = (op->memory.bytes + 3u) / 4;
    struct sim_stats *stats = &wave->device->stats;
    uint64_t bytes = (uint64_t)__builtin_popcountll(sim_exec(wave)) * size;
    bool mubuf = op->at_vdst < 0;
    *result = -1;
    *data = 0;
    if (op->memory.kind == MEMORY_LOAD) {
        if (!op->inst.lds)
            *result =
                (int)vmem_vgpr(wave, op, mubuf ? op->at_data : op->at_vdst, dwords + op->inst.tfe);
        stats->loads++;
        stats->bytes_read += bytes;
        return;
    }
    if (op->at_data >= 0)
        *data = vmem_vgpr(wave, op, op->at_data, dwords * (has_comparand(op) ? 2 : 1));
    stats->bytes_written += bytes;
    if (op->memory.kind == MEMORY_STORE) {
        stats->stores++;
        return;
    }
    stats->atomics++;
    if (op->memory.returns)
        *result = mubuf ? (int)*data : (int)vmem_vgpr(wave, op, op->at_vdst, dwords + op->inst.tfe);
}

/* Does a dword of status (the bit tfe) follow the result? */
static bool
has_status(const struct sim_op *op)
{
    return op->inst.tfe && (op->memory.kind == MEMORY_LOAD || op->info->format == GCN_FLAT);
}

/* After the result, whether pages were missing: none is, or there would have been a fault. */
void
vmem_set_status(struct sim_wave *wave, const struct sim_op *op, unsigned lane, int result)
{
    if (result >= 0 && has_status(op))
        sim_set_lane(wave, (unsigned)result + (op->memory.bytes + 3u) / 4, lane, 0, 0);
}

void
vmem_issue(struct sim_wave *wave, const struct sim_op *op, enum sim_pending_kind kind,
           unsigned data, int result)
{
    unsigned dwords = (op->memory.bytes + 3u) / 4;
    if (wave->group->unit)
        flight_issue(wave, kind);
    counter_issue(wave, op, kind, true, result < 0 ? 0 : (unsigned)result,
                  result < 0 ? 0 : dwords + has_status(op));
    /* GFX6 reads store data late: overwriting it needs expcnt. */
    if (op->memory.kind != MEMORY_LOAD && wave->device->target->generation == 6)
        counter_issue(wave, op, PENDING_EXP, true, data, dwords);
}

/* ---- FLAT, GLOBAL, SCRATCH ---- */

struct flat {
    unsigned vaddr;
    bool has_vaddr, has_saddr;
    uint64_t saddr;
};

static struct flat
flat_address(struct sim_wave *wave, const struct sim_op *op)
{
    struct flat flat = {0};
    bool scratch = op->info->format == GCN_SCRATCH;
    if (op->at_saddr >= 0) {
        unsigned reg = sim_sreg(op->inst.operands[op->at_saddr].reg);
        flat.has_saddr = true;
        flat.saddr = vmem_scalar(wave, op, reg);
        if (!scratch)
            flat.saddr |= (uint64_t)vmem_scalar(wave, op, reg + 1) << 32;
    }
    if (op->at_addr >= 0) {
        unsigned dwords = scratch || flat.has_saddr ? 1 : 2;
        flat.has_vaddr = true;
        flat.vaddr = vmem_vgpr(wave, op, op->at_addr, dwords);
        vmem_need_address(wave, op, flat.vaddr, dwords);
    }
    return flat;
}

static void
flat_lane(struct sim_wave *wave, const struct sim_op *op, const struct flat *flat,
          struct vmem_access *access)
{
    unsigned lane = access->lane;
    uint64_t address = flat->saddr;
    if (flat->has_vaddr) {
        address += wave->v[flat->vaddr][lane];
        if (!flat->has_saddr && op->info->format != GCN_SCRATCH)
            address |= (uint64_t)wave->v[flat->vaddr + 1][lane] << 32;
    }
    if (op->info->format == GCN_SCRATCH) {
        if (flat->has_saddr && op->inst.imm < 0 && wave->device->strict)
            sim_fault(wave, op, (int)lane,
                      "a negative offset beside an SGPR address: the chip adds it wrongly");
        access->space = VMEM_PRIVATE;
        access->address = (uint32_t)(address + (uint64_t)(int64_t)op->inst.imm);
        return;
    }
    /* The address before the offset is added decides the aperture. */
    uint32_t high = (uint32_t)(address >> 32);
    address += (uint64_t)(int64_t)op->inst.imm;
    access->address = address;
    access->space = VMEM_GLOBAL;
    if (op->info->format == GCN_FLAT &&
        (high == SIM_LOCAL_APERTURE || high == SIM_PRIVATE_APERTURE)) {
        access->space = high == SIM_LOCAL_APERTURE ? VMEM_LDS : VMEM_PRIVATE;
        access->address = (uint32_t)address;
    }
}

/* The addresses of all lanes, if those of the active ones are all of global memory. */
VALU_CLONES static bool
global_lanes(const struct sim_wave *wave, const struct sim_op *op, const struct flat *flat,
             uint64_t address[SIM_LANES])
{
    bool is_flat = op->info->format == GCN_FLAT;
    uint64_t aperture = 0, offset = (uint64_t)(int64_t)op->inst.imm;
    if (!flat->has_vaddr)
        return false;
    const uint32_t *low = wave->v[flat->vaddr];
    if (flat->has_saddr) {
        for (unsigned i = 0; i < SIM_LANES; i++)
            address[i] = flat->saddr + low[i] + offset;
        return true;
    }
    const uint32_t *high = wave->v[flat->vaddr + 1];
    for (unsigned i = 0; i < SIM_LANES; i++)
        address[i] = (low[i] | (uint64_t)high[i] << 32) + offset;
    if (!is_flat)
        return true;
    /* the address before the offset is added decides */
    uint32_t active[SIM_LANES];
    valu_spread(sim_exec(wave), active);
    for (unsigned i = 0; i < SIM_LANES; i++)
        aperture |= high[i] & active[i];
    return aperture >> 16 == 0;
}

/* What is private to the lanes, if all is well. */
VALU_CLONES static bool
private_lanes(struct sim_wave *wave, const struct sim_op *op, const struct flat *flat,
              unsigned data, int result)
{
    uint32_t offset[SIM_LANES], limit = wave->private_size, first;
    if (!vmem_is_plain(wave, op) || (flat->has_saddr && op->inst.imm < 0) ||
        private_base(wave, op, (unsigned)__builtin_ctzll(sim_exec(wave))) != wave->scratch_base)
        return false;
    if (!wave->device->target->flat_scratch_is_address && wave->sgpr[SREG_FLAT_SCRATCH] < limit)
        limit = wave->sgpr[SREG_FLAT_SCRATCH];
    first = (uint32_t)flat->saddr + (uint32_t)op->inst.imm;
    for (unsigned i = 0; i < SIM_LANES; i++)
        offset[i] = first + (flat->has_vaddr ? wave->v[flat->vaddr][i] : 0);
    return scratch_quick(wave, op, limit, offset, data, result);
}

/* Lane by lane; the spaces they go to, each a bit. */
static unsigned
exec_lanes(struct sim_wave *wave, const struct sim_op *op, const struct flat *flat, unsigned data,
           int result)
{
    struct vmem_lines lines = {.count = 0};
    unsigned spaces = 0;
    int lane;
    FOREACH_LANE(lane, sim_exec(wave))
    {
        struct vmem_access access = {wave, op, (unsigned)lane, VMEM_GLOBAL, 0, false, false, NULL};
        flat_lane(wave, op, flat, &access);
        spaces |= 1u << access.space;
        if (access.space == VMEM_GLOBAL)
            vmem_touch(&lines, access.address, op->memory.bytes);
        else if (access.space == VMEM_PRIVATE)
            vmem_touch(&lines, swizzle(0x1000000, access.address, (unsigned)lane), 4);
        if (op->inst.lds)
            vmem_dma_load(&access);
        else
            vmem_access(&access, data, result);
        if (op->inst.tfe)
            vmem_set_status(wave, op, (unsigned)lane, result);
    }
    OBSERVE(wave->device, memory, wave, op, lines.count);
    return spaces;
}

void
vmem_exec_flat(struct sim_wave *wave, const struct sim_op *op)
{
    if (op->memory.kind == MEMORY_CACHE)
        return;
    if (op->memory.kind == MEMORY_UNSUPPORTED)
        sim_exec_unsupported(wave, op);
    if (wave->group->unit && op->inst.lds)
        flight_make_way(wave, false);
    if (op->inst.lds)
        vmem_check_dma(wave, op);
    struct flat flat = flat_address(wave, op);
    uint64_t address[SIM_LANES];
    unsigned data, spaces = 0;
    int result;
    vmem_prepare(wave, op, op->memory.bytes, &data, &result);
    bool is_done =
        op->info->format == GCN_SCRATCH
            ? private_lanes(wave, op, &flat, data, result)
            : global_lanes(wave, op, &flat, address) && vmem_quick(wave, op, address, data, result);
    if (!is_done)
        spaces = exec_lanes(wave, op, &flat, data, result);
    /* vmcnt alone proves it if no lane went to LDS */
    vmem_issue(wave, op, spaces & 1u << VMEM_LDS ? PENDING_FLAT : PENDING_VM, data, result);
}

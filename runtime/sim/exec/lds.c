/* Local data share: GcnInstrsDs.  Bounds, alignment and the M0 limit of GFX6 to GFX8 are checked
 * for each lane; observers hear of each. */
#include "runtime/sim/exec/unit.h"

enum { MAX_BYTES = 16 };

uint32_t
lds_check(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address, uint32_t size,
          bool write, bool atomic)
{
    struct sim_group *group = wave->group;
    const struct gcn_target *target = wave->device->target;
    if (address + size > group->lds_size)
        sim_fault(wave, op, lane, "out of bounds: LDS byte %llu of %u", (unsigned long long)address,
                  group->lds_size);
    if (target->needs_lds_m0 && op->info->format == GCN_DS) {
        sim_need_defined(wave, op, lane, wave->sgpr_shadow[GCN_M0] != 0, "M0 of an LDS access");
        if (address + size > wave->sgpr[GCN_M0])
            sim_fault(wave, op, lane, "LDS byte %llu is beyond the limit in M0 (%u)",
                      (unsigned long long)address, wave->sgpr[GCN_M0]);
    }
    unsigned align = size == 12 ? 16 : size;
    if (wave->device->strict && address % align && (atomic || !target->unaligned_lds))
        sim_fault(wave, op, lane, "misaligned LDS access of %u bytes at %llu", size,
                  (unsigned long long)address);
    OBSERVE(wave->device, place, wave, lane, address, size, group->lds + address, write, true);
    return (uint32_t)address;
}

unsigned
lds_vgpr(struct sim_wave *wave, const struct sim_op *op, int operand, unsigned dwords)
{
    unsigned reg = op->inst.operands[operand].reg;
    reg = reg >= GCN_AGPR0 ? reg - GCN_AGPR0 + 256 : reg - GCN_VGPR0;
    sim_check_vgpr(wave, op, reg, dwords);
    return reg;
}

/* ---- loads and stores: of the work-group's LDS, or of the global data share ---- */

static struct sim_share
share_of(struct sim_wave *wave, const struct sim_op *op)
{
    if (op->inst.gds)
        return *gds_share(wave, op);
    return (struct sim_share){wave->group->lds, wave->group->lds_shadow, wave->group->lds_size};
}

/* LDS-DMA of the same wave, which returns in another order. */
static void
need_dma_done(struct sim_wave *wave, const struct sim_op *op, unsigned lane, uint64_t address,
              uint32_t size)
{
    if (address >= wave->dma->end || address + size <= wave->dma->first || !wave->device->strict)
        return;
    if (!counter_is_done(wave, PENDING_VM, wave->dma->seq))
        sim_fault(wave, op, (int)lane,
                  "LDS byte %llu is used before its LDS-DMA is waited for (vmcnt)",
                  (unsigned long long)address);
}

static inline uint32_t
check(struct sim_wave *wave, const struct sim_op *op, unsigned lane, uint64_t address,
      uint32_t size, bool write, bool atomic)
{
    if (wave->dma->end && !op->inst.gds)
        need_dma_done(wave, op, lane, address, size);
    if (op->inst.gds)
        return gds_check(wave, op, (int)lane, address, size);
    return lds_check(wave, op, (int)lane, address, size, write, atomic);
}

static void
load_lane(struct sim_wave *wave, const struct sim_op *op, const struct sim_share *share,
          unsigned reg, unsigned lane, uint32_t at)
{
    const struct sim_memory_op *memory = &op->memory;
    const uint8_t *bytes = share->bytes + at, *from_shadow = share->shadow + at;
    if (memory->bytes >= 4) {
        for (unsigned k = 0; k < memory->bytes / 4u; k++) {
            uint32_t value, shadow;
            memcpy(&value, bytes + 4 * k, 4);
            memcpy(&shadow, from_shadow + 4 * k, 4);
            if (shadow)
                OBSERVE(wave->device, unset, wave, op, -1, false, 0);
            sim_set_lane(wave, reg + k, lane, value, shadow);
        }
        return;
    }
    uint32_t value = 0, shadow = 0;
    memcpy(&value, bytes, memory->bytes);
    memcpy(&shadow, from_shadow, memory->bytes);
    if (shadow)
        OBSERVE(wave->device, unset, wave, op, -1, false, 0);
    if (memory->sext) {
        unsigned shift = 32 - 8 * memory->bytes;
        value = (uint32_t)((int32_t)(value << shift) >> shift);
        shadow = (uint32_t)((int32_t)(shadow << shift) >> shift);
    }
    if (memory->d16) {
        unsigned shift = memory->high ? 16 : 0;
        uint32_t keep = memory->high ? 0xFFFF : 0xFFFF0000;
        uint32_t old = memory->loses_half ? 0 : wave->v[reg][lane];
        uint32_t old_shadow = memory->loses_half ? keep : sim_lane_shadow(wave, reg, lane);
        value = (old & keep) | (value & 0xFFFF) << shift;
        shadow = (old_shadow & keep) | (shadow & 0xFFFF) << shift;
    }
    sim_set_lane(wave, reg, lane, value, shadow);
}

static void
store_lane(struct sim_wave *wave, const struct sim_op *op, const struct sim_share *share,
           unsigned reg, unsigned lane, uint32_t at)
{
    unsigned bytes = op->memory.bytes, shift = op->memory.high ? 16 : 0;
    for (unsigned k = 0; 4 * k < bytes; k++) {
        uint32_t value = wave->v[reg + k][lane] >> shift;
        uint32_t shadow = sim_lane_shadow(wave, reg + k, lane) >> shift;
        unsigned part = bytes - 4 * k < 4 ? bytes - 4 * k : 4;
        memcpy(share->bytes + at + 4 * k, &value, part);
        memcpy(share->shadow + at + 4 * k, &shadow, part);
    }
}

/* The operands of a lane's atomic; false: one of them is uninitialised. */
static bool
atomic_operands(struct sim_wave *wave, const struct sim_op *op, const unsigned data[2],
                unsigned lane, uint64_t *value, uint64_t *second)
{
    bool defined = true;
    *value = *second = 0;
    for (unsigned k = 0; k < op->memory.bytes / 4u; k++) {
        *value |= (uint64_t)wave->v[data[0] + k][lane] << 32 * k;
        defined &= !sim_lane_shadow(wave, data[0] + k, lane);
        if (op->at_data1 < 0 || op->memory.two)
            continue;
        *second |= (uint64_t)wave->v[data[1] + k][lane] << 32 * k;
        defined &= !sim_lane_shadow(wave, data[1] + k, lane);
    }
    if (op->memory.atomic == ATOMIC_CMPSWAP || op->memory.atomic == ATOMIC_FCMPSWAP) {
        uint64_t swap = *value; /* here the comparand comes first */
        *value = *second;
        *second = swap;
    }
    return defined;
}

/* What atomics work on: 4 or 8 bytes, copied without a call. */
static uint64_t
load_word(const uint8_t *from, unsigned bytes)
{
    uint64_t value = 0;
    if (bytes == 4)
        memcpy(&value, from, 4);
    else
        memcpy(&value, from, 8);
    return value;
}

static void
store_word(uint8_t *to, unsigned bytes, uint64_t value)
{
    if (bytes == 4)
        memcpy(to, &value, 4);
    else
        memcpy(to, &value, 8);
}

/* The new value at `at`; returns the old one and its shadow. */
static uint64_t
update(struct sim_wave *wave, const struct sim_op *op, const struct sim_share *share, uint32_t at,
       uint64_t value, uint64_t second, bool defined, uint64_t *old_shadow)
{
    unsigned bytes = op->memory.bytes;
    uint64_t old = load_word(share->bytes + at, bytes);
    *old_shadow = load_word(share->shadow + at, bytes);
    store_word(
        share->bytes + at, bytes,
        atomic_apply_mode(op->memory.atomic, bytes, old, value, second, wave->mode >> 4 & 3));
    bool kept = op->memory.atomic == ATOMIC_SWAP || !*old_shadow;
    store_word(share->shadow + at, bytes, defined && kept ? 0 : ~UINT64_C(0));
    return old;
}

static void
set_result(struct sim_wave *wave, int result, unsigned dwords, unsigned lane, uint64_t value,
           uint64_t shadow)
{
    for (unsigned k = 0; result >= 0 && k < dwords; k++)
        sim_set_lane(wave, (unsigned)result + k, lane, (uint32_t)(value >> 32 * k),
                     (uint32_t)(shadow >> 32 * k));
}

static void
atomic_lane(struct sim_wave *wave, const struct sim_op *op, const struct sim_share *share,
            const unsigned data[2], int result, unsigned lane, uint32_t at)
{
    uint64_t value, second, shadow;
    bool defined = atomic_operands(wave, op, data, lane, &value, &second);
    uint64_t old = update(wave, op, share, at, value, second, defined, &shadow);
    set_result(wave, result, op->memory.bytes / 4u, lane, old, shadow);
}

/* Bank conflicts: the most dwords that one bank serves for the 32 lanes of each half. */
struct banks {
    uint32_t dword[2][64][8]; /* by half and bank: different dwords seen */
    uint8_t count[2][64];
    unsigned worst[2];
};

static void
bank_access(struct banks *banks, unsigned lane, uint32_t address, unsigned bytes, unsigned all)
{
    unsigned half = lane / 32;
    for (uint32_t dword = address / 4; dword <= (address + bytes - 1) / 4; dword++) {
        unsigned bank = dword & (all - 1), n = banks->count[half][bank], k = 0;
        while (k < n && k < 8 && banks->dword[half][bank][k] != dword)
            k++;
        if (k < n && k < 8)
            continue;
        /* Beyond 8 dwords of a bank, a repeated one counts again: the list ends, the count goes
         * on. */
        if (n < 8)
            banks->dword[half][bank][n] = dword;
        banks->count[half][bank] = (uint8_t)++n;
        if (n > banks->worst[half])
            banks->worst[half] = n;
    }
}

static struct lds_operands
registers_of(struct sim_wave *wave, const struct sim_op *op)
{
    unsigned dwords = (op->memory.bytes + 3u) / 4;
    struct lds_operands r = {0, 0, 0, -1};
    if (op->at_data >= 0)
        r.data = lds_vgpr(wave, op, op->at_data, dwords);
    if (op->at_data1 >= 0)
        r.data1 = lds_vgpr(wave, op, op->at_data1, dwords);
    if (op->at_vdst >= 0)
        r.result = (int)lds_vgpr(wave, op, op->at_vdst, dwords * (op->memory.two ? 2 : 1));
    return r;
}

static void
check_race(struct sim_wave *wave, const struct sim_op *op, unsigned data, unsigned lane,
           uint32_t at)
{
    struct vmem_packet packet;
    struct sim_share whole = {packet.bytes, packet.shadow, VMEM_BYTES};
    bool store = op->memory.kind == MEMORY_STORE;
    if (store)
        store_lane(wave, op, &whole, data, lane, 0);
    OBSERVE(wave->device, access, wave, op, (int)lane, true, at, op->memory.bytes,
            op->memory.kind != MEMORY_LOAD, store ? packet.bytes : NULL);
}

/* ---- in flight, where compute units have caches (flight.c) ---- */

/* The packet of an atomic: its operand, its second one, and in the first byte of the shadow whether one of
 * them is uninitialised. */
static void
take_off(struct sim_wave *wave, const struct sim_op *op, const unsigned data[2], int result,
         unsigned lane, uint32_t at, bool second)
{
    struct vmem_packet packet;
    struct sim_share whole = {packet.bytes, packet.shadow, VMEM_BYTES};
    unsigned dwords = (op->memory.bytes + 3u) / 4 * (op->memory.two ? 2 : 1);
    if (op->memory.kind == MEMORY_STORE) {
        store_lane(wave, op, &whole, data[0], lane, 0);
    } else if (op->memory.kind == MEMORY_ATOMIC) {
        uint64_t operands[2];
        packet.shadow[0] = !atomic_operands(wave, op, data, lane, &operands[0], &operands[1]);
        memcpy(packet.bytes, operands, sizeof operands);
    }
    flight_add_lds(wave, op, lane, at, second, &packet, result, dwords);
}

void
lds_perform(const struct vmem_access *access, const struct vmem_packet *packet, int result,
            bool second)
{
    struct sim_wave *wave = access->wave;
    const struct sim_op *op = access->op;
    uint32_t at = (uint32_t)access->address;
    unsigned size = op->memory.bytes, dwords = (size + 3) / 4, lane = access->lane;
    struct sim_share share = share_of(wave, op);
    uint64_t operands[2], shadow;
    int to = result < 0 ? -1 : result + (int)(second * dwords);
    OBSERVE(wave->device, perform, wave, op, access->flight, true, at);
    if (op->memory.kind == MEMORY_LOAD) {
        load_lane(wave, op, &share, (unsigned)to, lane, at);
    } else if (op->memory.kind == MEMORY_STORE) {
        memcpy(share.bytes + at, packet->bytes, size);
        memcpy(share.shadow + at, packet->shadow, size);
    } else {
        memcpy(operands, packet->bytes, sizeof operands);
        uint64_t old =
            update(wave, op, &share, at, operands[0], operands[1], !packet->shadow[0], &shadow);
        set_result(wave, to, dwords, lane, old, shadow);
    }
}

/* One address of a lane; returns where it is. */
static uint32_t
access_one(struct sim_wave *wave, const struct sim_op *op, const struct sim_share *share,
           const struct lds_operands *r, unsigned lane, uint64_t address, unsigned which)
{
    unsigned size = op->memory.bytes, dwords = (size + 3) / 4;
    bool store = op->memory.kind != MEMORY_LOAD, atomic = op->memory.kind == MEMORY_ATOMIC;
    uint32_t at = check(wave, op, lane, address, size, store, atomic);
    unsigned data[2] = {which ? r->data1 : r->data, r->data1};
    if (SIM_IS_HEARD(wave->device, access) && !op->inst.gds)
        check_race(wave, op, data[0], lane, at);
    if (wave->group->unit && !op->inst.gds) {
        take_off(wave, op, data, r->result, lane, at, which);
        return at;
    }
    if (!op->inst.gds)
        OBSERVE(wave->device, perform, wave, op, NULL, true, at);
    int result = r->result < 0 ? -1 : r->result + (int)(which * dwords);
    if (atomic)
        atomic_lane(wave, op, share, data, result, lane, at);
    else if (store)
        store_lane(wave, op, share, data[0], lane, at);
    else
        load_lane(wave, op, share, (unsigned)result, lane, at);
    return at;
}

/* The second address of a lane's ds_*_src2, and the first one at *address.  GcnInstrsDs, with the
 * sign that AMD's manuals repeat above the distance: it is counted in dwords and comes from the
 * offset, or from the upper half of the address if the offset's highest bit is set. */
static uint32_t
src2_address(const struct sim_op *op, uint64_t *address)
{
    uint32_t offset = (uint32_t)op->inst.imm & 0xFFFF, base = (uint32_t)*address;
    bool packed = offset & 0x8000;
    uint32_t distance =
        packed ? base >> 17 | (base >> 16 & 0x8000) : (offset & 0x7FFF) | (offset << 1 & 0x8000);
    *address = packed ? base & 0x1FFFF : base;
    uint32_t second = (uint32_t)*address + (uint32_t)(4 * (int32_t)(int16_t)distance);
    return second & ~(op->memory.bytes - 1u);
}

static uint32_t
access_src2(struct sim_wave *wave, const struct sim_op *op, const struct sim_share *share,
            unsigned lane, uint64_t address)
{
    unsigned bytes = op->memory.bytes;
    if (wave->group->unit)
        flight_make_way(wave, false);
    uint64_t value = 0, value_shadow = 0, shadow;
    uint32_t second = src2_address(op, &address);
    uint32_t at = check(wave, op, lane, address, bytes, true, true) & ~(bytes - 1);
    uint32_t from = check(wave, op, lane, second, bytes, false, true);
    if (!op->inst.gds) {
        OBSERVE(wave->device, access, wave, op, (int)lane, true, at, bytes, true, NULL);
        OBSERVE(wave->device, access, wave, op, (int)lane, true, from, bytes, false, NULL);
    }
    memcpy(&value, share->bytes + from, bytes);
    memcpy(&value_shadow, share->shadow + from, bytes);
    update(wave, op, share, at, value, 0, !value_shadow, &shadow);
    return at;
}

/* The byte offset of the first or second address. */
static uint64_t
offset_of(const struct sim_op *op, unsigned which)
{
    if (op->memory.src2)
        return 0;
    if (!op->memory.two)
        return (uint32_t)op->inst.imm & 0xFFFF;
    return (which ? op->inst.offset1 : (uint64_t)op->inst.imm & 0xFF) * op->memory.scale;
}

static void
issue(struct sim_wave *wave, const struct sim_op *op, int result, unsigned dwords)
{
    if (wave->group->unit && !op->inst.gds)
        flight_issue(wave, PENDING_LDS);
    if (op->inst.gds)
        gds_issue(wave, op, result, dwords);
    else
        counter_issue(wave, op, PENDING_LDS, true, result < 0 ? 0 : (unsigned)result,
                      result < 0 ? 0 : dwords);
}

/* The register of the lanes' addresses, all defined. */
static unsigned
address_register(struct sim_wave *wave, const struct sim_op *op)
{
    if (op->at_addr < 0) {
        sim_need_defined(wave, op, -1, wave->sgpr_shadow[GCN_M0] != 0, "M0");
        return 0;
    }
    unsigned reg = lds_vgpr(wave, op, op->at_addr, 1);
    uint64_t undefined = wave->v_undefined[reg] & sim_exec(wave);
    sim_need_defined(wave, op, undefined ? __builtin_ctzll(undefined) : 0, undefined != 0,
                     "an address");
    return reg;
}

/* ds_read_addtid and ds_write_addtid: M0[15:0] and the lane; for the GDS M0 is base and limit as for
 * any access. */
static uint32_t
addtid_base(const struct sim_wave *wave, const struct sim_op *op, unsigned lane)
{
    return (op->inst.gds ? 0 : wave->sgpr[GCN_M0] & 0xFFFF) + 4 * lane;
}

/* The addresses of all active lanes; the first or second of each. */
static void
addresses_of(const struct sim_wave *wave, const struct sim_op *op, unsigned reg, unsigned which,
             uint64_t address[SIM_LANES])
{
    bool wide = wave->device->target->generation == 6; /* no wrap-around there */
    uint64_t offset = offset_of(op, which);
    int lane;
    FOREACH_LANE(lane, sim_exec(wave))
    {
        uint64_t base =
            op->at_addr >= 0 ? wave->v[reg][lane] : addtid_base(wave, op, (unsigned)lane);
        address[lane] = wide ? base + offset : (uint32_t)(base + offset);
    }
}

unsigned
lds_conflicts(const struct sim_wave *wave, const struct sim_op *op, uint32_t address[2][SIM_LANES])
{
    unsigned banks = wave->device->target->lds_banks, size = op->memory.bytes;
    struct banks conflicts;
    int lane;
    memset(conflicts.count, 0, sizeof conflicts.count);
    conflicts.worst[0] = conflicts.worst[1] = 0;
    FOREACH_LANE(lane, sim_exec(wave))
    for (unsigned which = 0; which <= op->memory.two; which++)
        bank_access(&conflicts, (unsigned)lane, address[which][lane], size, banks);
    return conflicts.worst[0] + conflicts.worst[1];
}

/* How many of the instruction's two places it accesses.  Of a store with equal offsets AMD's CDNA1
 * manual says that only the first datum is written; the older manuals and CLRX (GcnInstrsDs) write
 * both and tell no order, and of exchanges none says what the second returns.  Offsets count whole
 * elements: two places are one, or have no byte in common. */
static unsigned
places_of(struct sim_wave *wave, const struct sim_op *op)
{
    if (!op->memory.two || op->memory.kind == MEMORY_LOAD || offset_of(op, 0) != offset_of(op, 1))
        return 1u + op->memory.two;
    if (wave->device->strict && sim_exec(wave))
        sim_fault(wave, op, -1,
                  "equal offsets: both data go to one place, where only the first is "
                  "written, or either");
    return 1;
}

static void
access_one_by_one(struct sim_wave *wave, const struct sim_op *op, const struct lds_operands *r,
                  unsigned places)
{
    struct sim_share share = share_of(wave, op);
    uint64_t address[2][SIM_LANES];
    uint32_t at[2][SIM_LANES];
    int lane;
    for (unsigned which = 0; which <= op->memory.two; which++)
        addresses_of(wave, op, r->address, which, address[which]);
    FOREACH_LANE(lane, sim_exec(wave))
    for (unsigned which = 0; which < places; which++)
        at[which][lane] =
            op->memory.src2
                ? access_src2(wave, op, &share, (unsigned)lane, address[which][lane])
                : access_one(wave, op, &share, r, (unsigned)lane, address[which][lane], which);
    if (places <= op->memory.two)
        memcpy(at[1], at[0], sizeof at[1]);
    OBSERVE(wave->device, memory, wave, op, lds_conflicts(wave, op, at));
}

static void
access_all(struct sim_wave *wave, const struct sim_op *op)
{
    struct lds_operands r = registers_of(wave, op);
    r.address = address_register(wave, op);
    uint32_t offset[] = {(uint32_t)offset_of(op, 0), (uint32_t)offset_of(op, 1)};
    unsigned places = places_of(wave, op);
    if (places <= op->memory.two || !lds_quick(wave, op, &r, offset))
        access_one_by_one(wave, op, &r, places);
    issue(wave, op, r.result, (op->memory.bytes + 3u) / 4 * (op->memory.two ? 2 : 1));
}

/* ds_append and ds_consume: one counter for the wave.  The manuals put it at the base in M0 plus the
 * offset, which for the LDS is M0[15:0] (as LLVM has it: the whole address), for the GDS the base of
 * any access. */
static void
count(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t exec = sim_exec(wave);
    if (!exec) {
        issue(wave, op, -1, 0);
        return;
    }
    sim_need_defined(wave, op, -1, wave->sgpr_shadow[GCN_M0] != 0, "M0");
    struct sim_share share = share_of(wave, op);
    uint64_t address = (uint32_t)op->inst.imm & 0xFFFF;
    if (op->inst.gds)
        address = gds_check(wave, op, -1, address, 4);
    else
        address += wave->sgpr[GCN_M0] & 0xFFFF;
    if (address + 4 > share.size)
        sim_fault(wave, op, -1, "out of bounds: LDS byte %llu of %u", (unsigned long long)address,
                  share.size);
    if (wave->group->unit)
        flight_make_way(wave, false);
    if (!op->inst.gds) {
        OBSERVE(wave->device, access, wave, op, -1, true, address, 4, true, NULL);
        OBSERVE(wave->device, perform, wave, op, NULL, true, address);
    }
    uint32_t old, lanes = (uint32_t)__builtin_popcountll(exec), shadow;
    memcpy(&old, share.bytes + address, 4);
    memcpy(&shadow, share.shadow + address, 4);
    uint32_t new = op->inst.op == GCN_ds_append ? old + lanes : old - lanes;
    memcpy(share.bytes + address, &new, 4);
    unsigned to = lds_vgpr(wave, op, op->at_vdst, 1);
    int lane;
    FOREACH_LANE(lane, exec)
    sim_set_lane(wave, to, (unsigned)lane, old, shadow);
    OBSERVE(wave->device, memory, wave, op, 1);
    issue(wave, op, (int)to, 1);
}

void
lds_exec(struct sim_wave *wave, const struct sim_op *op)
{
    struct sim_stats *stats = &wave->device->stats;
    switch (op->inst.op) {
    case GCN_ds_nop:
        return;
    case GCN_ds_swizzle_b32:
    case GCN_ds_permute_b32:
    case GCN_ds_bpermute_b32:
        lds_exchange(wave, op);
        return;
    case GCN_ds_append:
    case GCN_ds_consume:
        count(wave, op);
        return;
    default:
        if (gds_exec(wave, op))
            return;
        break;
    }
    switch (op->memory.kind) {
    case MEMORY_LOAD:
        stats->loads++;
        break;
    case MEMORY_STORE:
        stats->stores++;
        break;
    case MEMORY_ATOMIC:
        stats->atomics++;
        break;
    default:
        sim_exec_unsupported(wave, op);
    }
    access_all(wave, op);
}

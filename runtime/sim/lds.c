/* Local data share: GcnInstrsDs.  Bounds, alignment and the M0 limit of GFX6 to GFX8 are checked
 * for each lane; races go to strict_race.c. */
#include "runtime/sim/sim_internal.h"

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
    if (group->races)
        strict_race_access(wave, op, lane, (uint32_t)address, size,
                           atomic  ? SIM_LDS_ATOMIC
                           : write ? SIM_LDS_WRITE
                                   : SIM_LDS_READ);
    return (uint32_t)address;
}

static unsigned
vgpr(struct sim_wave *wave, const struct sim_op *op, int index, unsigned dwords)
{
    unsigned reg = op->inst.operands[index].reg;
    reg = reg >= GCN_AGPR0 ? reg - GCN_AGPR0 + 256 : reg - GCN_VGPR0;
    sim_check_vgpr(wave, op, reg, dwords);
    return reg;
}

/* ---- loads and stores ---- */

static void
load_lane(struct sim_wave *wave, const struct sim_op *op, unsigned reg, unsigned lane, uint32_t at)
{
    const struct sim_memory_op *memory = &op->memory;
    const uint8_t *bytes = wave->group->lds + at, *from_shadow = wave->group->lds_shadow + at;
    if (memory->bytes >= 4) {
        for (unsigned k = 0; k < memory->bytes / 4u; k++) {
            uint32_t value, shadow;
            memcpy(&value, bytes + 4 * k, 4);
            memcpy(&shadow, from_shadow + 4 * k, 4);
            sim_set_lane(wave, reg + k, lane, value, shadow);
        }
        return;
    }
    uint32_t value = 0, shadow = 0;
    memcpy(&value, bytes, memory->bytes);
    memcpy(&shadow, from_shadow, memory->bytes);
    if (memory->sext) {
        unsigned shift = 32 - 8 * memory->bytes;
        value = (uint32_t)((int32_t)(value << shift) >> shift);
        shadow = (uint32_t)((int32_t)(shadow << shift) >> shift);
    }
    if (memory->d16) {
        unsigned shift = memory->high ? 16 : 0;
        uint32_t keep = memory->high ? 0xFFFF : 0xFFFF0000;
        value = (wave->v[reg][lane] & keep) | (value & 0xFFFF) << shift;
        shadow = (sim_lane_shadow(wave, reg, lane) & keep) | (shadow & 0xFFFF) << shift;
    }
    sim_set_lane(wave, reg, lane, value, shadow);
}

static void
store_lane(struct sim_wave *wave, const struct sim_op *op, unsigned reg, unsigned lane, uint32_t at)
{
    unsigned bytes = op->memory.bytes, shift = op->memory.high ? 16 : 0;
    for (unsigned k = 0; 4 * k < bytes; k++) {
        uint32_t value = wave->v[reg + k][lane] >> shift;
        uint32_t shadow = sim_lane_shadow(wave, reg + k, lane) >> shift;
        unsigned part = bytes - 4 * k < 4 ? bytes - 4 * k : 4;
        memcpy(wave->group->lds + at + 4 * k, &value, part);
        memcpy(wave->group->lds_shadow + at + 4 * k, &shadow, part);
    }
}

static void
atomic_lane(struct sim_wave *wave, const struct sim_op *op, unsigned data, unsigned data1,
            int result, unsigned lane, uint32_t at)
{
    unsigned bytes = op->memory.bytes;
    uint64_t old = 0, shadow = 0, value = 0, second = 0;
    memcpy(&old, wave->group->lds + at, bytes);
    memcpy(&shadow, wave->group->lds_shadow + at, bytes);
    bool undefined = shadow != 0;
    for (unsigned k = 0; k < bytes / 4; k++) {
        value |= (uint64_t)wave->v[data + k][lane] << 32 * k;
        undefined |= sim_lane_shadow(wave, data + k, lane) != 0;
        if (op->at_data1 < 0 || op->memory.two)
            continue;
        second |= (uint64_t)wave->v[data1 + k][lane] << 32 * k;
        undefined |= sim_lane_shadow(wave, data1 + k, lane) != 0;
    }
    bool compare = op->memory.atomic == ATOMIC_CMPSWAP || op->memory.atomic == ATOMIC_FCMPSWAP;
    if (compare) { /* here the comparand comes first */
        uint64_t swap = value;
        value = second;
        second = swap;
    }
    uint64_t new = atomic_apply(op->memory.atomic, bytes, old, value, second);
    memcpy(wave->group->lds + at, &new, bytes);
    memset(wave->group->lds_shadow + at, undefined ? 0xFF : 0, bytes);
    for (unsigned k = 0; result >= 0 && k < bytes / 4; k++)
        sim_set_lane(wave, (unsigned)result + k, lane, (uint32_t)(old >> 32 * k),
                     (uint32_t)(shadow >> 32 * k));
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
        unsigned bank = dword % all, n = banks->count[half][bank];
        bool seen = false;
        for (unsigned k = 0; k < n && k < 8; k++)
            seen |= banks->dword[half][bank][k] == dword;
        if (seen)
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

struct registers {
    unsigned data, data1;
    int result;
};

static struct registers
registers_of(struct sim_wave *wave, const struct sim_op *op)
{
    unsigned dwords = (op->memory.bytes + 3u) / 4;
    struct registers r = {0, 0, -1};
    if (op->at_data >= 0)
        r.data = vgpr(wave, op, op->at_data, dwords);
    if (op->at_data1 >= 0)
        r.data1 = vgpr(wave, op, op->at_data1, dwords);
    if (op->at_vdst >= 0)
        r.result = (int)vgpr(wave, op, op->at_vdst, dwords * (op->memory.two ? 2 : 1));
    return r;
}

static void
access_one(struct sim_wave *wave, const struct sim_op *op, const struct registers *r, unsigned lane,
           uint64_t address, unsigned which)
{
    unsigned size = op->memory.bytes, dwords = (size + 3) / 4;
    bool store = op->memory.kind != MEMORY_LOAD, atomic = op->memory.kind == MEMORY_ATOMIC;
    uint32_t at = lds_check(wave, op, (int)lane, address, size, store, atomic);
    unsigned data = which ? r->data1 : r->data;
    int result = r->result < 0 ? -1 : r->result + (int)(which * dwords);
    if (atomic)
        atomic_lane(wave, op, data, r->data1, result, lane, at);
    else if (store)
        store_lane(wave, op, data, lane, at);
    else
        load_lane(wave, op, (unsigned)result, lane, at);
}

static void
access_all(struct sim_wave *wave, const struct sim_op *op)
{
    struct registers r = registers_of(wave, op);
    unsigned address_reg = op->at_addr >= 0 ? vgpr(wave, op, op->at_addr, 1) : 0;
    bool wide = wave->device->target->generation == 6; /* no wrap-around there */
    unsigned banks = wave->device->target->lds_banks, size = op->memory.bytes;
    struct banks conflicts;
    memset(conflicts.count, 0, sizeof conflicts.count);
    conflicts.worst[0] = conflicts.worst[1] = 0;
    uint64_t undefined = op->at_addr >= 0 ? wave->v_undefined[address_reg] & sim_exec(wave) : 0;
    int lane;
    sim_need_defined(wave, op, undefined ? __builtin_ctzll(undefined) : 0, undefined != 0,
                     "an address");
    FOREACH_LANE(lane, sim_exec(wave))
    {
        unsigned l = (unsigned)lane;
        uint64_t base = op->at_addr >= 0 ? wave->v[address_reg][l]
                                         : (wave->sgpr[GCN_M0] & 0xFFFF) + 4u * l; /* addtid */
        for (unsigned which = 0; which <= op->memory.two; which++) {
            uint64_t offset = !op->memory.two ? (uint32_t)op->inst.imm & 0xFFFF
                              : which         ? (uint64_t)op->inst.offset1 * op->memory.scale
                                              : ((uint64_t)op->inst.imm & 0xFF) * op->memory.scale;
            uint64_t address = base + offset;
            if (!wide)
                address = (uint32_t)address;
            access_one(wave, op, &r, l, address, which);
            bank_access(&conflicts, l, (uint32_t)address, size, banks);
        }
    }
    unsigned passes = conflicts.worst[0] + conflicts.worst[1];
    timing_memory(wave, op, passes);
    unsigned dwords = (size + 3) / 4 * (op->memory.two ? 2 : 1);
    strict_wait_issue(wave, op, PENDING_LDS, true, r.result < 0 ? 0 : (unsigned)r.result,
                      r.result < 0 ? 0 : dwords);
}

/* ---- lane exchange: does not touch the memory ---- */

static unsigned
swizzle_source(uint32_t offset, unsigned lane)
{
    if (offset & 0x8000)
        return (lane & ~3u) + (offset >> 2 * (lane & 3) & 3);
    unsigned in = lane & 31;
    in = ((in & (offset & 31)) | (offset >> 5 & 31)) ^ (offset >> 10 & 31);
    return (lane & 32) + in;
}

static void
exchange(struct sim_wave *wave, const struct sim_op *op)
{
    bool swizzle = op->inst.op == GCN_ds_swizzle_b32, push = op->inst.op == GCN_ds_permute_b32;
    unsigned address = vgpr(wave, op, op->at_addr, 1);
    unsigned from = swizzle ? address : vgpr(wave, op, op->at_data, 1);
    unsigned to = vgpr(wave, op, op->at_vdst, 1);
    uint64_t exec = sim_exec(wave);
    uint32_t value[SIM_LANES] = {0}, shadow[SIM_LANES] = {0};
    int lane;
    if (swizzle && wave->device->target->generation >= 9 &&
        ((uint32_t)op->inst.imm & 0xC000) == 0xC000)
        sim_exec_unsupported(wave, op); /* rotations and FFT */
    if (!swizzle) {
        uint64_t undefined = wave->v_undefined[address] & exec;
        sim_need_defined(wave, op, undefined ? __builtin_ctzll(undefined) : 0, undefined != 0,
                         "a lane number");
    }
    FOREACH_LANE(lane, exec)
    {
        unsigned l = (unsigned)lane;
        unsigned other = swizzle
                             ? swizzle_source((uint32_t)op->inst.imm, l)
                             : (wave->v[address][l] + ((uint32_t)op->inst.imm & 0xFFFF)) / 4 % 64;
        if (push) {
            value[other] = wave->v[from][l];
            shadow[other] = sim_lane_shadow(wave, from, l);
        } else if (exec >> other & 1) {
            value[l] = wave->v[from][other];
            shadow[l] = sim_lane_shadow(wave, from, other);
        }
    }
    FOREACH_LANE(lane, exec)
    sim_set_lane(wave, to, (unsigned)lane, value[lane], shadow[lane]);
    timing_memory(wave, op, 2);
    strict_wait_issue(wave, op, PENDING_LDS, true, to, 1);
}

/* ds_append and ds_consume: one counter for the wave, at M0[15:0] + offset. */
static void
count(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t exec = sim_exec(wave);
    if (!exec)
        return;
    sim_need_defined(wave, op, -1, wave->sgpr_shadow[GCN_M0] != 0, "M0");
    uint64_t address = (wave->sgpr[GCN_M0] & 0xFFFF) + ((uint32_t)op->inst.imm & 0xFFFF);
    if (address + 4 > wave->group->lds_size)
        sim_fault(wave, op, -1, "out of bounds: LDS byte %llu of %u", (unsigned long long)address,
                  wave->group->lds_size);
    if (wave->group->races)
        strict_race_access(wave, op, -1, (uint32_t)address, 4, SIM_LDS_ATOMIC);
    uint32_t old, lanes = (uint32_t)__builtin_popcountll(exec), shadow;
    memcpy(&old, wave->group->lds + address, 4);
    memcpy(&shadow, wave->group->lds_shadow + address, 4);
    uint32_t new = op->inst.op == GCN_ds_append ? old + lanes : old - lanes;
    memcpy(wave->group->lds + address, &new, 4);
    unsigned to = vgpr(wave, op, op->at_vdst, 1);
    int lane;
    FOREACH_LANE(lane, exec)
    sim_set_lane(wave, to, (unsigned)lane, old, shadow);
    timing_memory(wave, op, 1);
    strict_wait_issue(wave, op, PENDING_LDS, true, to, 1);
}

void
lds_exec(struct sim_wave *wave, const struct sim_op *op)
{
    if (op->inst.gds)
        sim_exec_unsupported(wave, op);
    struct sim_stats *stats = &wave->device->stats;
    switch (op->inst.op) {
    case GCN_ds_nop:
        return;
    case GCN_ds_swizzle_b32:
    case GCN_ds_permute_b32:
    case GCN_ds_bpermute_b32:
        exchange(wave, op);
        return;
    case GCN_ds_append:
    case GCN_ds_consume:
        count(wave, op);
        return;
    default:
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

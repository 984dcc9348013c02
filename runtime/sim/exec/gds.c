/* The global data share: DS instructions with the bit gds, the counter that waves update in order,
 * and global wave sync (GcnInstrsDs; AMD's Vega ISA manual, "Data Share" and the DS opcodes).
 *
 * The share is one memory of the device; M0 holds the base of an access in bits 31:16, its limit in
 * bits 15:0, both in bytes.  Global wave sync has no memory: 64 resources, each a barrier or a
 * semaphore.  Work-groups run one after the other here, so what waits for a wave of a later one
 * waits for ever, and that is a fault. */
#include "runtime/sim/exec/exec.h"

enum { ALL_TURNS = 256 * SIM_MAX_WAVES };

enum { SIM_GWS_RESOURCES = 64 };

/* Global data share and global wave sync. */
struct sim_gds {
    struct sim_share share; /* made by the first access */
    struct {
        int64_t counter;
        bool flag;        /* of a barrier: turns over when it completes */
        unsigned waiting; /* waves at a semaphore */
    } resources[SIM_GWS_RESOURCES];
    uint64_t released; /* waves of the dispatch that have let the next one count in order */
    /* Waves that wait try again: how often since another instruction was executed, and how many
     * those were. */
    uint64_t executed;
    unsigned retries;
};

static struct sim_gds *
gds_of(struct sim_device *device)
{
    if (!device->gds)
        device->gds = ARENA_NEW(&device->arena, struct sim_gds);
    return device->gds;
}

void
gds_begin_dispatch(struct sim_device *device)
{
    struct sim_gds *gds = gds_of(device);
    gds->released = device->stats.waves;
    gds->retries = 0;
    for (unsigned i = 0; i < SIM_GWS_RESOURCES; i++)
        gds->resources[i].waiting = 0;
}

/* ---- the memory ---- */

static struct sim_share *
make_share(struct sim_device *device)
{
    struct sim_share *share = &gds_of(device)->share;
    uint32_t size = device->options.gds_size ? device->options.gds_size : device->target->gds_size;
    if (!share->bytes && size) {
        share->bytes = arena_alloc(&device->arena, size);
        share->shadow = arena_alloc(&device->arena, size);
        memset(share->bytes, 0, size);
        memset(share->shadow, device->strict ? 0xFF : 0, size);
        share->size = size;
    }
    return share;
}

struct sim_share *
gds_share(struct sim_wave *wave, const struct sim_op *op)
{
    struct sim_share *share = make_share(wave->device);
    if (!share->size)
        sim_fault(wave, op, -1, "a %s has no global data share", wave->device->target->name);
    return share;
}

uint32_t
gds_check(struct sim_wave *wave, const struct sim_op *op, int lane, uint64_t address, uint32_t size)
{
    const struct sim_share *share = gds_share(wave, op);
    uint32_t m0 = wave->sgpr[GCN_M0], base = m0 >> 16, limit = m0 & 0xFFFF;
    sim_need_defined(wave, op, lane, wave->sgpr_shadow[GCN_M0] != 0, "M0 of a GDS access");
    if (address + size > limit)
        sim_fault(wave, op, lane, "GDS byte %llu is beyond the limit in M0 (%u)",
                  (unsigned long long)address, limit);
    if (base + address + size > share->size)
        sim_fault(wave, op, lane, "out of bounds: GDS byte %llu of %u",
                  (unsigned long long)(base + address), share->size);
    unsigned align = size == 12 ? 16 : size;
    if (wave->device->strict && address % align)
        sim_fault(wave, op, lane, "misaligned GDS access of %u bytes at %llu", size,
                  (unsigned long long)address);
    return (uint32_t)(base + address);
}

/* One of the host's accesses; NULL: there is no such range. */
static struct sim_share *
host_share(struct sim_device *device, uint32_t offset, uint32_t size)
{
    if (!device->target || setjmp(device->guard.target) != 0)
        return NULL;
    struct sim_share *share = make_share(device);
    return offset <= share->size && size <= share->size - offset ? share : NULL;
}

enum sim_status
sim_gds_write(struct sim_device *device, uint32_t offset, const void *bytes, uint32_t size)
{
    struct sim_share *share = host_share(device, offset, size);
    if (!share) {
        snprintf(device->message, sizeof device->message,
                 "host write outside of the global data share");
        return SIM_ERROR;
    }
    memcpy(share->bytes + offset, bytes, size);
    memset(share->shadow + offset, 0, size);
    return SIM_OK;
}

enum sim_status
sim_gds_read(struct sim_device *device, uint32_t offset, void *bytes, uint32_t size)
{
    struct sim_share *share = host_share(device, offset, size);
    if (!share) {
        snprintf(device->message, sizeof device->message,
                 "host read outside of the global data share");
        return SIM_ERROR;
    }
    memcpy(bytes, share->bytes + offset, size);
    for (uint32_t i = 0; i < size && device->strict; i++) {
        if (!share->shadow[offset + i])
            continue;
        snprintf(device->message, sizeof device->message,
                 "the host reads uninitialised data: byte %u of the global data share", offset + i);
        return SIM_FAULT;
    }
    return SIM_OK;
}

/* ---- what is outstanding ---- */

void
gds_issue(struct sim_wave *wave, const struct sim_op *op, int result, unsigned dwords)
{
    counter_issue(wave, op, PENDING_GDS, true, result < 0 ? 0 : (unsigned)result,
                  result < 0 ? 0 : dwords);
    /* expcnt counts one for all registers that the operation still reads, EXEC among them */
    uint32_t number = wave->counters->exp_gds_seq;
    counter_issue(wave, op, PENDING_EXP_GDS, false, GCN_EXEC_LO, 2);
    for (unsigned i = 0; i < op->read_count; i++) {
        if (!op->reads[i].vector)
            continue;
        wave->counters->exp_gds_seq = number;
        counter_issue(wave, op, PENDING_EXP_GDS, true, op->reads[i].first, op->reads[i].count);
    }
}

/* ---- waves that wait ---- */

/* The wave executes the instruction again at its next turn.  Faults when nobody else has executed
 * anything while every wave of the work-group tried: then none ever will. */
static void
try_again(struct sim_wave *wave, const struct sim_op *op, const char *what, unsigned index)
{
    struct sim_gds *gds = gds_of(wave->device);
    struct sim_stats *stats = &wave->device->stats;
    stats->instructions--;
    stats->by_class[op->sim_class]--;
    wave->clock -= op->issue_cycles;
    wave->pc = op->pc;
    if (gds->executed != stats->instructions)
        gds->retries = 0;
    gds->executed = stats->instructions;
    if (++gds->retries > 2 * ALL_TURNS)
        sim_fault(wave, op, -1,
                  "waits for ever: %s %u needs another wave, and none of this work-group can go on "
                  "(work-groups run one after the other here)",
                  what, index);
}

/* The operand of the first active lane; 0 without one. */
static uint32_t
first_lane_value(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t exec = sim_exec(wave);
    unsigned reg = lds_vgpr(wave, op, op->at_addr, 1);
    unsigned lane = exec ? (unsigned)__builtin_ctzll(exec) : 0;
    sim_need_defined(wave, op, (int)lane, exec && sim_lane_shadow(wave, reg, lane) != 0,
                     "an operand of the global data share");
    return exec ? wave->v[reg][lane] : 0;
}

/* A wave enters the barrier once; it goes on when the last one has turned the flag over.  True: it
 * may. */
static bool
enter_barrier(struct sim_wave *wave, const struct sim_op *op, unsigned index)
{
    struct sim_gds *gds = gds_of(wave->device);
    if (wave->gws->entered) {
        wave->gws->entered = gds->resources[index].flag == wave->gws->flag;
        return !wave->gws->entered;
    }
    if (gds->resources[index].counter <= 0) {
        gds->resources[index].flag = !gds->resources[index].flag;
        gds->resources[index].counter = first_lane_value(wave, op);
        return true;
    }
    gds->resources[index].counter--;
    wave->gws->entered = true;
    wave->gws->flag = gds->resources[index].flag;
    return false;
}

static bool
take(struct sim_wave *wave, unsigned index)
{
    struct sim_gds *gds = gds_of(wave->device);
    if (!wave->gws->entered)
        gds->resources[index].waiting++;
    wave->gws->entered = gds->resources[index].counter <= 0;
    if (wave->gws->entered)
        return false;
    gds->resources[index].waiting--;
    gds->resources[index].counter--;
    return true;
}

/* True: the wave may go on. */
static bool
sync(struct sim_wave *wave, const struct sim_op *op, unsigned index)
{
    int64_t *counter = &gds_of(wave->device)->resources[index].counter;
    switch (op->inst.op) {
    case GCN_ds_gws_init:
        *counter = first_lane_value(wave, op);
        gds_of(wave->device)->resources[index].flag = false;
        return true;
    case GCN_ds_gws_sema_v:
        ++*counter;
        return true;
    case GCN_ds_gws_sema_br:
        *counter += first_lane_value(wave, op);
        return true;
    case GCN_ds_gws_sema_release_all:
        *counter = gds_of(wave->device)->resources[index].waiting;
        return true;
    case GCN_ds_gws_sema_p:
        return take(wave, index);
    default:
        return enter_barrier(wave, op, index);
    }
}

static void
wave_sync(struct sim_wave *wave, const struct sim_op *op)
{
    uint32_t m0 = wave->sgpr[GCN_M0];
    sim_need_defined(wave, op, -1, wave->sgpr_shadow[GCN_M0] != 0, "M0");
    unsigned index = ((m0 >> 16) + (uint32_t)op->inst.imm) % SIM_GWS_RESOURCES;
    if (!sync(wave, op, index)) {
        try_again(wave, op, "resource", index);
        return;
    }
    OBSERVE(wave->device, memory, wave, op, 1);
    gds_issue(wave, op, -1, 0);
}

/* ---- ds_ordered_count: offset0 is the counter, offset1 says what happens ---- */

enum { ORDERED_RELEASE = 1 << 8, ORDERED_OPERATION = 12 };

static void
ordered_count(struct sim_wave *wave, const struct sim_op *op)
{
    static const uint8_t operations[] = {ATOMIC_ADD, ATOMIC_SWAP, ATOMIC_SWAP, ATOMIC_WRAP};
    enum { RESERVED = 2 };
    struct sim_device *device = wave->device;
    uint32_t offset = (uint32_t)op->inst.imm, old, shadow, value = first_lane_value(wave, op);
    uint64_t number = device->stats.waves + wave->index; /* in the order of the dispatch */
    if ((offset >> ORDERED_OPERATION & 3) == RESERVED)
        sim_fault(wave, op, -1, "operation 2 of ds_ordered_count is reserved");
    if (gds_of(device)->released != number) {
        try_again(wave, op, "the counter of wave", (unsigned)number);
        return;
    }
    const struct sim_share *share = gds_share(wave, op);
    sim_need_defined(wave, op, -1, wave->sgpr_shadow[GCN_M0] != 0, "M0");
    uint32_t at = (wave->sgpr[GCN_M0] >> 16 & 0xFFFC) + (offset & 0xFC);
    if (at + 4 > share->size)
        sim_fault(wave, op, -1, "out of bounds: GDS byte %u of %u", at, share->size);
    memcpy(&old, share->bytes + at, 4);
    memcpy(&shadow, share->shadow + at, 4);
    uint32_t new =
        (uint32_t)atomic_apply(operations[offset >> ORDERED_OPERATION & 3], 4, old, value, value);
    memcpy(share->bytes + at, &new, 4);
    if (offset & ORDERED_RELEASE)
        gds_of(device)->released++;
    unsigned to = lds_vgpr(wave, op, op->at_vdst, 1);
    int lane;
    FOREACH_LANE(lane, sim_exec(wave))
    sim_set_lane(wave, to, (unsigned)lane, old, shadow);
    OBSERVE(wave->device, memory, wave, op, 1);
    gds_issue(wave, op, (int)to, 1);
}

bool
gds_exec(struct sim_wave *wave, const struct sim_op *op)
{
    bool ordered = op->inst.op == GCN_ds_ordered_count;
    if (!ordered && !op->memory.wave_sync)
        return false;
    if (!op->inst.gds)
        sim_fault(wave, op, -1, "the instruction exists for the global data share only");
    if (ordered)
        ordered_count(wave, op);
    else
        wave_sync(wave, op);
    return true;
}

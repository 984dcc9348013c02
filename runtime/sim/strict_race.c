/* Data races in LDS: two waves of a work-group touch the same byte between two barriers, one of them
 * writes, and not both are atomics.
 *
 * For each dword, the waves that read, wrote and atomically changed each of its bytes in the current
 * epoch (the time between barriers) are kept as masks: four times 16 bits, one bit per wave.  Where
 * accesses may be out at a barrier (barrier_backoff; elsewhere that is a fault), one that was not
 * waited for when its wave arrived belongs to the next epoch too, because s_barrier does not wait
 * for memory: each wave remembers what it touched until a wait proves that it is done.
 *
 * An atomic load or store of a language is a plain ds_read or ds_write, which nothing here can tell
 * from others: next to accesses of other waves without a barrier it counts as a race. */
#include "runtime/sim/sim_internal.h"

struct sim_lds_race {
    uint64_t by[SIM_LDS_USES];
    uint32_t epoch;
};

void
strict_race_new(struct sim_group *group)
{
    group->races = NULL;
    /* what all schedules have done so far is no part of a state */
    if (group->device->options.schedule != SIM_SCHEDULE_ALL && group->wave_count > 1 &&
        group->lds_size && group->device->strict)
        group->races = ARENA_ARRAY(group->arena, group->lds_size / 4 + 1, struct sim_lds_race);
}

/* The first bit of the 16-bit field of each byte in the mask. */
static uint64_t
spread(unsigned bytes)
{
    return (bytes & 1) | (bytes & 2) << 15 | (uint64_t)(bytes & 4) << 30 |
           (uint64_t)(bytes & 8) << 45;
}

/* What is known of the dword in this epoch. */
static struct sim_lds_race *
race_at(struct sim_group *group, uint32_t address)
{
    struct sim_lds_race *race = &group->races[address / 4];
    if (race->epoch != group->epoch)
        *race = (struct sim_lds_race){.epoch = group->epoch};
    return race;
}

/* The bits of all waves whose accesses to the dword race with such a use. */
static uint64_t
rivals(const struct sim_lds_race *race, unsigned use)
{
    return race->by[SIM_LDS_WRITE] | (use != SIM_LDS_READ ? race->by[SIM_LDS_READ] : 0) |
           (use != SIM_LDS_ATOMIC ? race->by[SIM_LDS_ATOMIC] : 0);
}

/* Adds what the wave does to some bytes of a dword (first: see spread) to the epoch; returns the bits
 * of other waves that it races with. */
static inline uint64_t
add_bytes(const struct sim_wave *wave, unsigned use, uint32_t address, uint64_t first)
{
    struct sim_lds_race *race = race_at(wave->group, address);
    uint64_t own = first << wave->index;
    if ((race->by[use] & own) == own)
        return 0; /* whoever came since then would have been found */
    race->by[use] |= own;
    /* the bits of all 16 waves for these bytes, without the wave's own */
    return rivals(race, use) & first * 0xFFFF & ~own;
}

/* The same for any access; *at: where in the dword of the race. */
static uint64_t
add_access(const struct sim_wave *wave, unsigned use, uint32_t address, uint32_t size, uint32_t *at)
{
    *at = address;
    for (uint32_t end = address + size; *at < end;) {
        uint32_t next = (*at | 3) + 1;
        unsigned bytes = ((1u << ((next < end ? next : end) - *at)) - 1) << (*at & 3);
        uint64_t others = add_bytes(wave, use, *at, spread(bytes));
        if (others)
            return others;
        *at = next;
    }
    return 0;
}

/* What proves that the instruction has touched the LDS: vmcnt for LDS-DMA. */
static enum sim_pending_kind
proof_of(const struct sim_op *op)
{
    return op->info->format == GCN_DS     ? PENDING_LDS
           : op->info->format == GCN_FLAT ? PENDING_FLAT
                                          : PENDING_VM;
}

/* Drops what has been waited for. */
static void
forget_done(struct sim_wave *wave)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < wave->lds_accesses.count; i++) {
        const struct sim_lds_access *access = &wave->lds_accesses.at[i];
        if (!strict_wait_is_done(wave, access->proof, access->seq))
            wave->lds_accesses.at[kept++] = *access;
    }
    wave->lds_accesses.count = kept;
}

/* Keeps the access until it is waited for. */
static void
remember(struct sim_wave *wave, const struct sim_op *op, uint32_t address, uint32_t size,
         unsigned use)
{
    enum sim_pending_kind proof = proof_of(op);
    struct sim_lds_access access = {strict_wait_next(wave, proof), address, (uint8_t)size,
                                    (uint8_t)use, (uint8_t)proof};
    if (wave->lds_accesses.count == wave->lds_accesses.capacity)
        forget_done(wave);
    vec_push(wave->group->arena, &wave->lds_accesses, access);
}

static const char *
did(const struct sim_lds_race *race, uint64_t others)
{
    return race->by[SIM_LDS_WRITE] & others    ? "wrote"
           : race->by[SIM_LDS_ATOMIC] & others ? "atomically changed"
                                               : "read";
}

static void
fault(struct sim_wave *wave, const struct sim_op *op, int lane, uint32_t at, unsigned use,
      uint64_t others)
{
    static const char *const done[] = {"read", "written", "atomically changed"};
    unsigned first = (unsigned)__builtin_ctzll(others);
    sim_fault(
        wave, op, lane,
        "data race: LDS byte %u is %s, and wave %u %s it without a wait and a barrier between",
        at / 4 * 4 + first / 16, done[use], first % 16,
        did(race_at(wave->group, at), UINT64_C(1) << first));
}

void
strict_race_access(struct sim_wave *wave, const struct sim_op *op, int lane, uint32_t address,
                   uint32_t size, enum sim_lds_use use)
{
    uint32_t at = address;
    uint64_t others = size == 4 && address % 4 == 0 /* most are */
                          ? add_bytes(wave, use, address, UINT64_C(0x0001000100010001))
                          : add_access(wave, use, address, size, &at);
    if (others)
        fault(wave, op, lane, at, use, others);
    if (wave->device->target->barrier_backoff)
        remember(wave, op, address, size, use);
}

/* An access that is not waited for reaches into the epoch that begins.  It can only race with what
 * comes later: others that reach into it met it when they were issued.  A wave that has ended has
 * nothing out. */
void
strict_race_barrier(struct sim_group *group)
{
    uint32_t at;
    group->epoch++;
    for (unsigned i = 0; group->races && i < group->wave_count; i++) {
        struct sim_wave *wave = &group->waves[i];
        forget_done(wave);
        for (uint32_t k = 0; !wave->done && k < wave->lds_accesses.count; k++) {
            const struct sim_lds_access *access = &wave->lds_accesses.at[k];
            add_access(wave, access->use, access->address, access->size, &at);
        }
    }
}

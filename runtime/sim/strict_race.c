/* Data races in LDS: two waves of a work-group touch the same byte between two barriers and one of
 * them writes.  Atomics do not count.
 *
 * For each dword, the waves that read and wrote each of its bytes in the current epoch (the time
 * between barriers) are kept as masks: four times 16 bits, one bit per wave.  An operation that was
 * not waited for when its wave reached the barrier belongs to the next epoch too, because s_barrier
 * does not wait for memory: each wave remembers what it touched until a wait proves that it is
 * done. */
#include "runtime/sim/sim_internal.h"

struct sim_lds_race {
    uint64_t readers, writers;
    uint32_t epoch;
};

void
strict_race_new(struct sim_group *group)
{
    group->races = NULL;
    if (group->wave_count > 1 && group->lds_size && group->device->strict)
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

/* Adds the access to the epoch; returns the bits of other waves that it races with, at *at. */
static uint64_t
add_access(const struct sim_wave *wave, const struct sim_lds_access *access, uint32_t *at)
{
    uint32_t end = access->address + access->size;
    for (*at = access->address; *at < end; *at = (*at | 3) + 1) {
        uint32_t next = (*at | 3) + 1;
        unsigned bytes = ((1u << ((next < end ? next : end) - *at)) - 1) << (*at & 3);
        struct sim_lds_race *race = race_at(wave->group, *at);
        uint64_t first = spread(bytes), own = first << wave->index;
        uint64_t others = race->writers | (access->write ? race->readers : 0);
        *(access->write ? &race->writers : &race->readers) |= own;
        /* the bits of all 16 waves for these bytes, without the wave's own */
        others &= first * 0xFFFF & ~own;
        if (others)
            return others;
    }
    return 0;
}

/* Keeps the access until it is waited for.  The list is in the order of issue, so all are done when
 * the last one is. */
static void
remember(struct sim_wave *wave, const struct sim_lds_access *access)
{
    uint32_t count = wave->lds_accesses.count;
    if (count && wave->lds_accesses.at[count - 1].seq <= wave->lds_done)
        wave->lds_accesses.count = 0;
    vec_push(wave->group->arena, &wave->lds_accesses, *access);
}

void
strict_race_access(struct sim_wave *wave, const struct sim_op *op, int lane, uint32_t address,
                   uint32_t size, bool write)
{
    struct sim_lds_access access = {wave->lds_seq + 1, address, size, write};
    uint32_t at;
    uint64_t others = add_access(wave, &access, &at);
    if (others)
        sim_fault(wave, op, lane,
                  "data race: LDS byte %u is %s, and wave %u %s it without a barrier between", at,
                  write ? "written" : "read", (unsigned)__builtin_ctzll(others) % 16,
                  race_at(wave->group, at)->writers & others ? "wrote" : "read");
    remember(wave, &access);
}

void
strict_race_barrier(struct sim_group *group)
{
    uint32_t at;
    group->epoch++;
    for (unsigned i = 0; group->races && i < group->wave_count; i++) {
        const struct sim_wave *wave = &group->waves[i];
        for (uint32_t k = wave->lds_accesses.count;
             k-- && wave->lds_accesses.at[k].seq > wave->lds_done;)
            add_access(wave, &wave->lds_accesses.at[k], &at);
    }
}

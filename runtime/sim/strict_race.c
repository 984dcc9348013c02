/* Data races in LDS: two waves of a work-group touch the same byte between two barriers and one of
 * them writes.  Atomics do not count.
 *
 * For each dword, the waves that read and wrote each of its bytes in the current epoch (the time
 * between barriers) are kept as masks: four times 16 bits, one bit per wave.  An operation that was
 * not waited for when its wave reached the barrier belongs to the next epoch too: s_barrier waits
 * for no memory. */
#include "runtime/sim/sim_internal.h"

struct sim_lds_race {
    uint64_t readers, writers;
    uint32_t epoch;
    uint32_t seq[2]; /* the last read and write: number of the LDS operation, wave in race_wave */
};

void
strict_race_new(struct sim_group *group)
{
    group->races = NULL;
    if (group->wave_count > 1 && group->lds_size && group->device->strict)
        group->races = ARENA_ARRAY(group->arena, group->lds_size / 4 + 1, struct sim_lds_race);
}

/* A bit for each byte of the mask, spread to the 16-bit field of that byte. */
static uint64_t
spread(unsigned bytes, unsigned wave)
{
    uint64_t mask = 0;
    for (unsigned k = 0; k < 4; k++)
        if (bytes >> k & 1)
            mask |= UINT64_C(1) << (16 * k + wave);
    return mask;
}

void
strict_race_access(struct sim_wave *wave, const struct sim_op *op, int lane, uint32_t address,
                   uint32_t size, bool write)
{
    struct sim_group *group = wave->group;
    for (uint32_t at = address; at < address + size; at = (at | 3) + 1) {
        uint32_t end = (at | 3) + 1 < address + size ? (at | 3) + 1 : address + size;
        unsigned bytes = (1u << (end - at)) - 1;
        bytes <<= at & 3;
        struct sim_lds_race *race = &group->races[at / 4];
        if (race->epoch != group->epoch) {
            race->epoch = group->epoch;
            race->readers = race->writers = 0;
        }
        uint64_t own = spread(bytes, wave->index), all = spread(bytes, 0) * 0xFFFF;
        uint64_t others = (race->writers | (write ? race->readers : 0)) & all & ~own;
        if (others) {
            unsigned other = (unsigned)__builtin_ctzll(others) % 16;
            sim_fault(wave, op, lane,
                      "data race: LDS byte %u is %s, and wave %u %s it without a barrier between",
                      at, write ? "written" : "read", other,
                      race->writers & all & ~own ? "wrote" : "read");
        }
        if (write)
            race->writers |= own;
        else
            race->readers |= own;
        race->seq[write] = wave->lds_seq + 1;
    }
}

/* Carries what a wave has not waited for into the next epoch. */
static void
carry_over(struct sim_group *group, const struct sim_wave *wave)
{
    uint64_t own = spread(15, wave->index);
    for (uint32_t i = 0; i < group->lds_size / 4; i++) {
        struct sim_lds_race *race = &group->races[i];
        if (race->epoch != group->epoch)
            continue;
        bool read = race->readers & own && race->seq[0] > wave->lds_done;
        bool write = race->writers & own && race->seq[1] > wave->lds_done;
        if (!read && !write)
            continue;
        race->readers &= read ? own : 0;
        race->writers &= write ? own : 0;
        race->epoch = group->epoch + 1;
    }
}

void
strict_race_barrier(struct sim_group *group)
{
    for (unsigned i = 0; group->races && i < group->wave_count; i++)
        if (group->waves[i].lds_seq > group->waves[i].lds_done)
            carry_over(group, &group->waves[i]);
    group->epoch++;
}

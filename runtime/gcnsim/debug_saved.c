/* Registers of functions that have called others, as they were when they did: those that are called use the same ones,
 * and debug information does not tell where they keep them. */
#include "runtime/gcnsim/debug_source.h"

struct saved_register {
    uint32_t value, undefined;
    bool is_stale; /* the function had not written it */
};

struct debug_saved {
    struct saved_register *scalars, *vectors; /* vectors: lane by lane of each */
    unsigned scalar_count, vector_count;
    unsigned first_lane, lane_count;
    unsigned scalar_room, vector_room;
};

static unsigned
count_of(const struct sim_wave *wave, enum sim_register which)
{
    struct sim_register_value value;
    unsigned count = 0;
    while (sim_wave_register(wave, which, count, 0, &value))
        count++;
    return count;
}

static struct saved_register
read(const struct sim_wave *wave, uint32_t entered, enum sim_register which, unsigned number,
     unsigned lane)
{
    struct sim_register_value value = {0};
    sim_wave_register(wave, which, number, lane, &value);
    uint32_t written = sim_register_written(wave, which == SIM_REGISTER_V, number, lane);
    return (struct saved_register){(uint32_t)value.value, (uint32_t)value.undefined,
                                   written <= entered};
}

static void
make_room(struct debugger *d, struct saved_register **at, unsigned *room, unsigned count)
{
    if (count <= *room)
        return;
    *at = ARENA_ARRAY(d->command->arena, count, struct saved_register);
    *room = count;
}

struct debug_saved *
debug_save(struct debugger *d, const struct sim_wave *wave, uint32_t entered,
           struct debug_saved *saved)
{
    if (!saved)
        saved = ARENA_NEW(d->command->arena, struct debug_saved);
    saved->scalar_count = count_of(wave, SIM_REGISTER_S);
    saved->vector_count = count_of(wave, SIM_REGISTER_V);
    saved->first_lane = d->has_item ? d->lane : 0;
    saved->lane_count = d->has_item ? 1 : DEBUG_LANES;
    make_room(d, &saved->scalars, &saved->scalar_room, saved->scalar_count);
    make_room(d, &saved->vectors, &saved->vector_room, saved->vector_count * saved->lane_count);
    for (unsigned i = 0; i < saved->scalar_count; i++)
        saved->scalars[i] = read(wave, entered, SIM_REGISTER_S, i, 0);
    for (unsigned i = 0; i < saved->vector_count; i++)
        for (unsigned k = 0; k < saved->lane_count; k++)
            saved->vectors[i * saved->lane_count + k] =
                read(wave, entered, SIM_REGISTER_V, i, saved->first_lane + k);
    return saved;
}

bool
debug_saved_register(const struct debug_saved *saved, bool is_vector, unsigned number,
                     unsigned lane, struct sim_register_value *value, bool *is_stale)
{
    const struct saved_register *found;
    if (is_vector) {
        bool is_there = number < saved->vector_count && lane >= saved->first_lane &&
                        lane - saved->first_lane < saved->lane_count;
        if (!is_there)
            return false;
        found = &saved->vectors[number * saved->lane_count + lane - saved->first_lane];
    } else {
        if (number >= saved->scalar_count)
            return false;
        found = &saved->scalars[number];
    }
    *value = (struct sim_register_value){.value = found->value, .undefined = found->undefined};
    *is_stale = found->is_stale;
    return true;
}

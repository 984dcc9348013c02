/* s_barrier (the guide's "Execution Synchronization", GFX6 to GFX11).
 *
 * A work-group has one barrier.  It expects all waves of the group; each of them joins when it is
 * launched, and s_barrier arrives and waits in one.  A wave that ends drops out.  A group's waves
 * are all launched before one of them runs, so no barrier completes before. */
#include "runtime/sim/dispatch/dispatch.h"

/* Alike for a message: waits at the same place, has ended, or runs. */
static bool
is_alike(const struct sim_wave *a, const struct sim_wave *b)
{
    return a->done == b->done && a->at_barrier == b->at_barrier &&
           (!a->at_barrier || a->pc == b->pc);
}

/* "wave 3" or "waves 0, 2, 5": the given one and those like it after it. */
static unsigned
name_waves(const struct sim_group *group, unsigned first, struct strbuf *text)
{
    unsigned count = 0;
    for (unsigned i = first; i < group->wave_count; i++)
        count += is_alike(&group->waves[i], &group->waves[first]);
    strbuf_printf(text, count == 1 ? "wave %u" : "waves %u", first);
    for (unsigned i = first + 1; i < group->wave_count; i++)
        if (is_alike(&group->waves[i], &group->waves[first]))
            strbuf_printf(text, ", %u", i);
    return count;
}

void
barrier_describe(const struct sim_group *group, struct strbuf *text)
{
    const char *between = "";
    for (unsigned i = 0; i < group->wave_count; i++) {
        const struct sim_wave *wave = &group->waves[i];
        bool named = false;
        for (unsigned k = 0; k < i; k++)
            named |= is_alike(&group->waves[k], wave);
        if (named)
            continue;
        strbuf_puts(text, between);
        between = "; ";
        bool one = name_waves(group, i, text) == 1;
        if (wave->done)
            strbuf_puts(text, one ? " has ended" : " have ended");
        else if (wave->at_barrier) /* the pc is behind the barrier's one word */
            strbuf_printf(text, one ? " waits at 0x%llx" : " wait at 0x%llx",
                          (unsigned long long)(wave->pc - 4 - wave->code->base));
        else
            strbuf_puts(text, one ? " runs" : " run");
    }
}

bool
barrier_is_awaited(const struct sim_group *group)
{
    for (unsigned i = 0; i < group->wave_count; i++)
        if (group->waves[i].at_barrier)
            return true;
    return false;
}

/* All that there are have arrived, or ended. */
void
barrier_complete(struct sim_group *group)
{
    OBSERVE(group->device, barrier, group);
    for (unsigned i = 0; i < group->wave_count; i++)
        group->waves[i].at_barrier = false;
}

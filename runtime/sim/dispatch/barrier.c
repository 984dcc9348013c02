/* s_barrier (the guide's "Execution Synchronization", GFX6 to GFX11).
 *
 * A work-group has one barrier.  It expects all waves of the group; each of them joins when it is
 * launched, and s_barrier arrives and waits in one.  A wave that ends drops out.  A group's waves
 * are all launched before one of them runs, so no barrier completes before.
 *
 * Where waves at a barrier cannot back off, no memory operation may be outstanding there: vmcnt and
 * lgkmcnt must have proved all of them done.  expcnt adds nothing: an operation that is done has
 * read its data.  Messages and cache invalidations are no memory operations.  Reads of LDS alone
 * change nothing that another wave sees and run on the hardware, so foreign code is only warned.
 *
 * The hardware counts waves, OpenCL work-items (OpenCL C 1.2, 6.12.8): lanes that EXEC masks at a
 * barrier which others of the group meet have missed it, and their wave passed it for them.  Is that
 * wrong?  Lanes that returned are masked too, until the wave ends, and programs rely on it.  So a
 * lane is told only if it comes back to be seen: it stores, or meets a barrier.  What it merely
 * computes proves nothing, for compilers let lanes that left a loop by a return run along until
 * where the wave ends; nor do its spills. */
#include "runtime/sim/strict/strict_race.h"

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

/* ---- lanes that miss a barrier ---- */

/* Where no lane of the group met it, a uniform condition was false, and no branch around it. */
static void
note_missed(struct sim_group *group)
{
    uint64_t met = 0;
    for (unsigned i = 0; i < group->wave_count; i++)
        if (!group->waves[i].done)
            met |= sim_exec(&group->waves[i]);
    for (unsigned i = 0; met && i < group->wave_count; i++) {
        struct sim_wave *wave = &group->waves[i];
        uint64_t missed = wave->done ? 0 : wave->lanes & ~sim_exec(wave) & ~wave->missed;
        wave->missed |= missed;
        for (; missed; missed &= missed - 1) /* the pc is behind the barrier's one word */
            wave->missed_at[__builtin_ctzll(missed)] = wave->pc - 4;
    }
}

static bool
is_spill(struct sim_wave *wave, const struct sim_op *op)
{
    if (op->info->format == GCN_SCRATCH)
        return true;
    if (op->info->format != GCN_MUBUF)
        return false;
    unsigned first = sim_sreg(op->inst.operands[op->at_rsrc].reg);
    uint64_t base = sim_get64(wave, first) & UINT64_C(0xFFFFFFFFFFFF);
    return sim_is_scratch(wave->device, base);
}

void
barrier_check_missed(struct sim_wave *wave, const struct sim_op *op)
{
    uint64_t back = sim_exec(wave) & wave->missed;
    bool meets = op->inst.op == GCN_s_barrier;
    bool stores = op->memory.kind == MEMORY_STORE || op->memory.kind == MEMORY_ATOMIC;
    if (!back || op->info->format == GCN_SMEM || !(meets || (stores && !is_spill(wave, op))))
        return;
    unsigned lane = (unsigned)__builtin_ctzll(back);
    struct strbuf text = strbuf_new(wave->group->arena);
    struct sim_place place;
    if (sim_find_source(wave->device, wave->missed_at[lane], &place))
        strbuf_printf(&text, ", %s", sim_source_text(wave->group->arena, &place));
    sim_fault(wave, op, (int)lane,
              "barrier divergence: lanes 0x%llx %s, which were masked at the barrier at 0x%llx%s",
              (unsigned long long)back, meets ? "meet a barrier" : "store",
              (unsigned long long)(wave->missed_at[lane] - wave->code->base),
              text.text ? text.text : "");
}

/* ---- arrival ---- */

void
barrier_arrive(struct sim_wave *wave, const struct sim_op *op)
{
    if (wave->device->strict && !wave->device->target->barrier_backoff) {
        const char *counter = strict_wait_outstanding(wave);
        if (counter && strict_wait_only_reads(wave))
            sim_warn(wave, op, "reads of LDS are outstanding at a barrier (%s)", counter);
        else if (counter)
            sim_fault(wave, op, -1, "%s outstanding at a barrier (%s)",
                      wave->message_done != wave->message_seq ? "a message is"
                                                              : "memory operations are",
                      counter);
    }
    wave->at_barrier = wave->group->wave_count > 1;
    if (!wave->at_barrier && wave->device->strict)
        note_missed(wave->group);
}

/* OpenCL leaves undefined what happens when work-items miss a barrier. */
static void
check_all_arrived(struct sim_group *group)
{
    struct sim_wave *waiting = NULL;
    bool ended = false;
    for (unsigned i = 0; i < group->wave_count; i++) {
        if (!group->waves[i].at_barrier)
            ended = true;
        else if (!waiting)
            waiting = &group->waves[i];
    }
    if (!ended || !group->device->strict || group->device->options.early_exit)
        return;
    struct strbuf text = strbuf_new(group->arena);
    barrier_describe(group, &text);
    waiting->pc -= 4; /* back to the barrier, for the message */
    sim_fault(waiting, sim_fetch(waiting), -1, "barrier divergence: %s", text.text);
}

void
barrier_complete(struct sim_group *group)
{
    check_all_arrived(group);
    if (group->device->strict)
        note_missed(group);
    group->epoch++;
    if (group->device->order)
        order_barrier(group);
    timing_barrier(group);
    for (unsigned i = 0; i < group->wave_count; i++)
        group->waves[i].at_barrier = false;
}

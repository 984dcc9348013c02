/* Barriers: what is outstanding at one, and who misses it.
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
#include "runtime/sim/strict/strict_points.h"
#include "runtime/sim/dispatch/dispatch.h"

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
        struct barrier_wave *own = wave->observed[OBSERVER_barrier];
        uint64_t missed = wave->done ? 0 : wave->lanes & ~sim_exec(wave) & ~own->missed;
        own->missed |= missed;
        for (; missed; missed &= missed - 1) /* the pc is behind the barrier's one word */
            own->missed_at[__builtin_ctzll(missed)] = wave->pc - 4;
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

/* OpenCL leaves undefined what follows; on the hardware it goes on, and libraries for HIP count on that. */
static void
diverge(struct sim_wave *wave, const struct sim_op *op, int lane, const char *what)
{
    if (points_ask(wave->device, SIM_ASKS_DIVERGENCE))
        points_tell(wave, op, lane,
                    arena_printf(wave->group->arena, "barrier divergence: %s", what));
    else if (!wave->device->early_exit)
        sim_fault(wave, op, lane, "barrier divergence: %s", what);
    else
        sim_tell(wave, op, "barrier divergence: %s", what);
}

void
strict_barrier_check(struct sim_wave *wave, const struct sim_op *op)
{
    const struct barrier_wave *own = wave->observed[OBSERVER_barrier];
    uint64_t back = sim_exec(wave) & own->missed;
    bool meets = op->inst.op == GCN_s_barrier;
    bool stores = op->memory.kind == MEMORY_STORE || op->memory.kind == MEMORY_ATOMIC;
    if (!back || op->info->format == GCN_SMEM || !(meets || (stores && !is_spill(wave, op))))
        return;
    unsigned lane = (unsigned)__builtin_ctzll(back);
    struct strbuf text = strbuf_new(wave->group->arena);
    struct sim_place place;
    if (sim_find_source(wave->device, own->missed_at[lane], &place))
        strbuf_printf(&text, ", %s", sim_source_text(wave->group->arena, &place));
    diverge(wave, op, (int)lane,
            arena_printf(wave->group->arena,
                         "lanes 0x%llx %s, which were masked at the barrier at 0x%llx%s",
                         (unsigned long long)back, meets ? "meet a barrier" : "store",
                         (unsigned long long)(own->missed_at[lane] - wave->code->base),
                         text.text ? text.text : ""));
}

/* ---- arrival ---- */

static void
arrive(struct sim_wave *wave, const struct sim_op *op)
{
    const struct sim_counters *c = wave->counters;
    if (!wave->device->target->barrier_backoff) {
        const char *counter = counter_outstanding(wave);
        if (counter && counter_only_reads(wave))
            sim_warn(wave, op, "reads of LDS are outstanding at a barrier (%s)", counter);
        else if (counter)
            sim_fault(wave, op, -1, "%s outstanding at a barrier (%s)",
                      c->message_done != c->message_seq ? "a message is" : "memory operations are",
                      counter);
    }
    if (wave->group->wave_count == 1)
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
    if (!ended || group->device->early_exit)
        return;
    struct strbuf text = strbuf_new(group->arena);
    barrier_describe(group, &text);
    waiting->pc -= 4; /* back to the barrier, for the message */
    sim_fault(waiting, sim_fetch(waiting), -1, "barrier divergence: %s", text.text);
}

static void
complete(struct sim_group *group)
{
    check_all_arrived(group);
    note_missed(group);
}

static void
forget_missed(struct sim_wave *wave)
{
    struct barrier_wave *own = wave->observed[OBSERVER_barrier];
    own->missed = 0;
}

static void
put_state(const struct sim_wave *wave, uint64_t *hash)
{
    const struct barrier_wave *own = wave->observed[OBSERVER_barrier];
    *hash = sim_mix(*hash ^ own->missed);
}

const struct sim_observer sim_observer_barrier = {
    .name = "barrier",
    .wave_size = sizeof(struct barrier_wave),
    .is_wanted = sim_is_strict,
    .begin_wave = forget_missed,
    .issue = strict_check_missed,
    .state = put_state,
    .arrive = arrive,
    .barrier = complete,
};

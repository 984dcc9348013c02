/* Functions that all work-items of a sub-group, or of the group, come to if any does (OpenCL C 3.0, 6.15.19;
 * cl_khr_subgroups), in programs compiled with -fsanitize=divergence; and barriers that work-items miss and are not seen
 * again.
 *
 * A work-item that returns from the kernel before its end is none of them any more, as with barriers (strict_barrier.c):
 * programs rely on it, also where the kernel is but a call.  Where the code of the return lies in the order of the wave is
 * the compiler's, so who misses a function is judged later: when it comes to another one, or at the end, if it has not
 * returned by then. */
#include "runtime/sim/strict/strict_points.h"

#include <string.h>

struct meets_wave {
    uint64_t left, missed; /* work-items: that returned, and came to nothing since */
    const struct sim_check *place[SIM_LANES]; /* what was missed first */
};

static void
tell_call(struct sim_wave *wave, const struct sim_check *check, uint64_t lanes)
{
    bool is_of_group = strncmp(check->name, "work_group", strlen("work_group")) == 0;
    points_tell_at(wave, points_pc(wave, check), -1,
                   arena_printf(wave->group->arena,
                                "divergent call: lanes 0x%llx do not come to %s, which is for all "
                                "work-items of the %s",
                                (unsigned long long)lanes, check->name,
                                is_of_group ? "work-group" : "sub-group"));
}

/* Those of the lanes that have missed something, place by place. */
static void
tell_missed(struct sim_wave *wave, uint64_t lanes)
{
    struct meets_wave *own = wave->observed[OBSERVER_meets];
    while ((lanes &= own->missed)) {
        const struct sim_check *check = own->place[__builtin_ctzll(lanes)];
        uint64_t there = 0;
        int lane;
        FOREACH_LANE(lane, own->missed)
        there |= (uint64_t)(own->place[lane] == check) << lane;
        own->missed &= ~there;
        tell_call(wave, check, there & ~own->left);
    }
}

static void
meet(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    struct meets_wave *own = wave->observed[OBSERVER_meets];
    uint64_t exec = sim_exec(wave);
    int lane;
    (void)op;
    own->left = check->kind == SIM_CHECK_LEAVE ? own->left | exec : own->left & ~exec;
    if (check->kind != SIM_CHECK_MEET || !exec)
        return;
    tell_missed(wave, exec);
    uint64_t missed = wave->lanes & ~exec & ~own->missed;
    own->missed |= missed;
    FOREACH_LANE(lane, missed)
    own->place[lane] = check;
}

/* ---- barriers of a group ---- */

/* Loops that were unrolled may have several of one. */
static bool
are_one_place(const struct sim_wave *a, const struct sim_wave *b)
{
    struct sim_place one, other;
    if (a->pc == b->pc)
        return true;
    return sim_find_source(a->device, a->pc - 4, &one) &&
           sim_find_source(b->device, b->pc - 4, &other) && one.line == other.line &&
           one.column == other.column && strcmp(one.name, other.name) == 0;
}

/* The hardware counts waves, whichever barrier they are at (OpenCL C 1.2, 6.12.8: all come to the same). */
static void
hear_barrier(struct sim_group *group)
{
    const struct sim_wave *first = NULL;
    for (unsigned i = 0; i < group->wave_count; i++) {
        struct sim_wave *wave = &group->waves[i];
        if (wave->done || !wave->at_barrier)
            continue;
        first = first ? first : wave;
        if (are_one_place(first, wave))
            continue;
        struct strbuf text = strbuf_new(group->arena);
        strbuf_puts(&text, "barrier divergence: other waves of the group are at another one, ");
        points_put_line(wave->device, wave->code, first->pc - 4, &text);
        points_tell_at(wave, wave->pc - 4, -1, text.text);
        return;
    }
}

/* ---- the end ---- */

/* Barriers as strict_barrier.c has noted them. */
static void
tell_barriers(struct sim_wave *wave)
{
    const struct meets_wave *own = wave->observed[OBSERVER_meets];
    const struct barrier_wave *barrier = wave->observed[OBSERVER_barrier];
    uint64_t lanes = barrier ? barrier->missed & ~own->left : 0;
    if (!lanes || wave->device->early_exit)
        return;
    points_tell_at(wave, barrier->missed_at[__builtin_ctzll(lanes)], -1,
                   arena_printf(wave->group->arena,
                                "barrier divergence: lanes 0x%llx do not come to it",
                                (unsigned long long)lanes));
}

static void
end_group(struct sim_group *group)
{
    for (unsigned i = 0; i < group->wave_count; i++) {
        struct sim_wave *wave = &group->waves[i];
        const struct meets_wave *own = wave->observed[OBSERVER_meets];
        tell_missed(wave, ~own->left);
        tell_barriers(wave);
    }
}

static void
begin_none(struct sim_wave *wave)
{
    struct meets_wave *own = wave->observed[OBSERVER_meets];
    own->left = own->missed = 0;
}

static void
put_state(const struct sim_wave *wave, uint64_t *hash)
{
    const struct meets_wave *own = wave->observed[OBSERVER_meets];
    *hash = sim_mix(sim_mix(*hash ^ own->missed) ^ own->left);
}

static bool
asks_for_meets(const struct sim_device *device)
{
    return points_ask(device, SIM_ASKS_DIVERGENCE);
}

const struct sim_observer sim_observer_meets = {
    .name = "meets",
    .one_core = true,
    .needs = OBSERVER_BIT(points) | OBSERVER_BIT(barrier),
    .wave_size = sizeof(struct meets_wave),
    .is_wanted = asks_for_meets,
    .begin_wave = begin_none,
    .end_group = end_group,
    .state = put_state,
    .point = meet,
    .barrier = hear_barrier,
};

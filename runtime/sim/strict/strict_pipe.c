/* Reservations of pipes (OpenCL C 2.0, 6.13.16), in programs compiled with -fsanitize=pipe: what is read, written or
 * committed is a reservation of that pipe, whose packets have numbers below how many were asked for; it is committed
 * once, and nothing of it is used after that.
 *
 * A reservation of a sub-group or a work-group each of its waves has and commits by itself.  What a work-group has not
 * committed by its end is left. */
#include "runtime/sim/strict/strict_points.h"
#include "support/map.h"

enum { OF_ITEM, OF_SUB_GROUP, OF_WORK_GROUP };

struct reservation {
    struct reservation *next; /* of the same work-group */
    const struct sim_check *made;
    const struct sim_wave *maker;
    uint64_t waves; /* that have committed it */
    uint32_t count;
    int lane;
};

struct pipes_device {
    struct map all; /* of the dispatch: key_of */
    struct arena *arena;
};

struct pipes_group {
    struct reservation *first;
};

/* ---- which reservation ---- */

static uint64_t
key_of(uint64_t pipe, uint64_t id, bool writes)
{
    return sim_mix(pipe ^ sim_mix(2 * id + writes));
}

static struct pipes_device *
pipes_of(const struct sim_wave *wave)
{
    return wave->device->observed[OBSERVER_pipes];
}

static struct reservation *
find(const struct sim_wave *wave, const struct sim_check *check, int lane)
{
    return map_get(&pipes_of(wave)->all,
                   key_of(points_value(wave, check, 0, lane), points_value(wave, check, 1, lane),
                          check->number[0]));
}

/* Those of one item are committed by whoever has them. */
static uint64_t
wave_bit(const struct sim_wave *wave, const struct reservation *reservation)
{
    bool is_shared = reservation->made->number[1] == OF_WORK_GROUP;
    return UINT64_C(1) << (is_shared ? (wave - wave->group->waves) % 64 : 0);
}

/* ---- what is told ---- */

static void
tell(struct sim_wave *wave, const struct sim_op *op, int lane,
     const struct reservation *reservation, const char *reason)
{
    struct strbuf text = strbuf_new(wave->group->arena);
    strbuf_printf(&text, "pipe: %s", reason);
    if (reservation) {
        strbuf_puts(&text, "\n  the reservation: ");
        points_put_line(wave->device, wave->code, points_pc(wave, reservation->made), &text);
    }
    points_tell(wave, op, lane, text.text);
}

/* What is given is no reservation. */
static void
tell_none(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check, int lane)
{
    bool is_null = points_value(wave, check, 1, lane) == UINT64_MAX;
    tell(wave, op, lane, NULL,
         arena_printf(wave->group->arena, "%s is given %s", check->name,
                      is_null ? "CLK_NULL_RESERVE_ID: nothing could be reserved"
                              : "what is no reservation of the pipe"));
}

/* ---- points ---- */

/* Lanes that share a reservation have one id. */
static void
reserve(struct sim_wave *wave, const struct sim_check *check)
{
    struct pipes_device *own = pipes_of(wave);
    struct pipes_group *group = wave->group->observed[OBSERVER_pipes];
    int lane;
    if (!group)
        group = wave->group->observed[OBSERVER_pipes] =
            ARENA_NEW(wave->group->arena, struct pipes_group);
    FOREACH_LANE(lane, sim_exec(wave))
    {
        uint64_t id = points_value(wave, check, 1, lane);
        if (id == UINT64_MAX || find(wave, check, lane))
            continue;
        struct reservation *made = ARENA_NEW(own->arena, struct reservation);
        *made = (struct reservation){.next = group->first,
                                     .made = check,
                                     .maker = wave,
                                     .count = (uint32_t)points_value(wave, check, 2, lane),
                                     .lane = lane};
        group->first = made;
        map_put(&own->all, key_of(points_value(wave, check, 0, lane), id, check->number[0]), made);
    }
}

static void
use(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    int lane;
    FOREACH_LANE(lane, sim_exec(wave))
    {
        const struct reservation *reservation = find(wave, check, lane);
        uint64_t index = points_value(wave, check, 2, lane);
        struct arena *arena = wave->group->arena;
        if (!reservation)
            tell_none(wave, op, check, lane);
        else if (reservation->waves & wave_bit(wave, reservation))
            tell(wave, op, lane, reservation,
                 arena_printf(arena, "%s of a reservation that was committed before", check->name));
        else if (index >= reservation->count)
            tell(wave, op, lane, reservation,
                 arena_printf(arena, "index %llu of a reservation of %u packets",
                              (unsigned long long)index, reservation->count));
        else
            continue;
        return;
    }
}

static void
commit(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    struct reservation *shared = NULL; /* that an earlier lane has committed just now */
    int lane;
    FOREACH_LANE(lane, sim_exec(wave))
    {
        struct reservation *reservation = find(wave, check, lane);
        if (!reservation) {
            tell_none(wave, op, check, lane);
            return;
        }
        if (reservation == shared)
            continue;
        uint64_t bit = wave_bit(wave, reservation);
        if (reservation->waves & bit) {
            tell(wave, op, lane, reservation, "a reservation is committed once more");
            return;
        }
        reservation->waves |= bit;
        shared = reservation->made->number[1] != OF_ITEM ? reservation : NULL;
    }
}

static void
hear_point(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    if (check->kind == SIM_CHECK_RESERVE)
        reserve(wave, check);
    else if (check->kind == SIM_CHECK_PACKET)
        use(wave, op, check);
    else if (check->kind == SIM_CHECK_COMMIT)
        commit(wave, op, check);
}

/* ---- begin and end ---- */

static void
end_group(struct sim_group *group)
{
    const struct pipes_group *own = group->observed[OBSERVER_pipes];
    for (const struct reservation *r = own ? own->first : NULL; r; r = r->next)
        if (!r->waves) {
            struct sim_wave *wave = &group->waves[r->maker - group->waves];
            points_tell_at(wave, points_pc(wave, r->made), r->lane,
                           arena_printf(group->arena,
                                        "pipe: the reservation of %u packets is not committed",
                                        r->count));
        }
}

static void
begin_group(struct sim_group *group)
{
    group->observed[OBSERVER_pipes] = NULL;
}

static void
begin_reservations(struct sim_device *device, const struct sim_dispatch *dispatch,
                   struct arena *arena, unsigned sgprs)
{
    struct pipes_device *own = device->observed[OBSERVER_pipes];
    (void)dispatch, (void)sgprs;
    *own = (struct pipes_device){map_new(arena), arena};
}

static bool
asks_for_pipes(const struct sim_device *device)
{
    return points_ask(device, SIM_ASKS_PIPE) && device->options.schedule != SIM_SCHEDULE_ALL;
}

const struct sim_observer sim_observer_pipes = {
    .name = "pipes",
    .one_core = true,
    .needs = OBSERVER_BIT(points),
    .device_size = sizeof(struct pipes_device),
    .is_wanted = asks_for_pipes,
    .begin_dispatch = begin_reservations,
    .begin_group = begin_group,
    .end_group = end_group,
    .point = hear_point,
};

/* Asynchronous copies of a work-group, in programs compiled with -fsanitize=async-copy: all its work-items
 * give the same arguments (OpenCL C 1.2, 6.12.10), nobody, nor another copy, touches what is written, or writes what is
 * read, before the wait, and what is waited for is an event of such a copy.
 *
 * The library's own accesses stand between two points, in which a wave is not looked at. */
#include "runtime/sim/strict/strict_points.h"

enum {
    OPERANDS = 9,         /* at most: of copies by lines */
    MOST_LINES = 1 << 16, /* that are held against another copy's */
};

/* Bytes of one side: lines, some bytes from one to the next, of planes. */
struct side {
    uint64_t first, line, lines, step, planes, area;
};

struct copy {
    uint64_t operand[OPERANDS], event, pc;
    struct side sides[2]; /* to, from */
    bool to_local, is_done;
};

struct copies_group {
    VEC(struct copy) all;  /* since the group began, in the order of its first wave */
    VEC(uint64_t) awaited; /* events of the wait that comes next */
    uint32_t under_way;    /* not waited for */
    bool waits, waits_for_all;
};

struct copies_wave {
    uint32_t count; /* copies that it has begun */
    bool copies;    /* the library is at work */
};

static struct copies_group *
copies_of(struct sim_group *group)
{
    if (!group->observed[OBSERVER_copies])
        group->observed[OBSERVER_copies] = ARENA_NEW(group->arena, struct copies_group);
    return group->observed[OBSERVER_copies];
}

static void
put_copy(const struct sim_wave *wave, const struct copy *copy, struct strbuf *text)
{
    strbuf_puts(text, "\n  the copy: ");
    points_put_line(wave->device, wave->code, copy->pc, text);
}

/* ---- its arguments ---- */

static const char *
name_of(const struct sim_check *check, unsigned n)
{
    static const char *const plain[] = {"the destination", "the source", "the number of elements",
                                        "the stride"};
    static const char *const rect[] = {"the destination",
                                       "the source",
                                       "the length of lines",
                                       "the number of lines",
                                       "the number of planes",
                                       "the distance of the destination's lines",
                                       "the distance of the destination's planes",
                                       "the distance of the source's lines",
                                       "the distance of the source's planes"};
    return check->kind == SIM_CHECK_RECT ? rect[n] : plain[n];
}

static void
tell_difference(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check,
                int lane, unsigned n, uint64_t here, uint64_t there)
{
    struct strbuf text = strbuf_new(wave->group->arena);
    strbuf_printf(
        &text,
        "asynchronous copy: %s differs between work-items of the group: 0x%llx here, 0x%llx "
        "before",
        name_of(check, n), (unsigned long long)here, (unsigned long long)there);
    points_tell(wave, op, lane, text.text);
}

static void
find_sides(struct copy *copy, const struct sim_check *check)
{
    const uint64_t *given = copy->operand;
    if (check->kind == SIM_CHECK_RECT) {
        for (unsigned n = 0; n < 2; n++)
            copy->sides[n] = (struct side){given[n],         given[2], given[3],
                                           given[5 + 2 * n], given[4], given[6 + 2 * n]};
        return;
    }
    uint64_t size = check->number[0];
    for (unsigned n = 0; n < 2; n++) {
        bool is_strided = (n == 0) != copy->to_local; /* on the side of global memory */
        copy->sides[n] = is_strided && given[3] > 1
                             ? (struct side){given[n], size, given[2], given[3] * size, 1, 0}
                             : (struct side){given[n], given[2] * size, 1, 0, 1, 0};
    }
}

static struct copy
copy_of(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    bool is_rect = check->kind == SIM_CHECK_RECT;
    struct copy copy = {.pc = op->pc, .to_local = check->number[is_rect ? 0 : 1]};
    int first = __builtin_ctzll(sim_exec(wave)), lane;
    for (unsigned n = 0; n < check->register_count; n++) {
        copy.operand[n] = points_value(wave, check, n, first);
        FOREACH_LANE(lane, sim_exec(wave))
        {
            uint64_t here = points_value(wave, check, n, lane);
            if (here != copy.operand[n]) {
                tell_difference(wave, op, check, lane, n, here, copy.operand[n]);
                break;
            }
        }
    }
    find_sides(&copy, check);
    return copy;
}

/* ---- accesses before the wait ---- */

/* Is the byte, so far behind the first, one of the side's? */
static bool
holds(const struct side *side, uint64_t offset)
{
    if (side->planes > 1 && side->area) {
        uint64_t plane =
            offset / side->area < side->planes ? offset / side->area : side->planes - 1;
        offset -= plane * side->area;
    }
    uint64_t line = side->step ? offset / side->step : 0;
    line =
        line < side->lines ? line : side->lines - 1; /* the last may be longer than the distance */
    return offset - line * side->step < side->line;
}

static bool
meets(const struct copy *copy, unsigned n, bool lds, uint64_t address, uint32_t size)
{
    const struct side *side = &copy->sides[n];
    bool is_local = (n == 0) == copy->to_local;
    if (is_local != lds || !side->line || !side->lines || !side->planes)
        return false;
    uint64_t last =
        (side->planes - 1) * side->area + (side->lines - 1) * side->step + side->line - 1;
    uint64_t from = address < side->first ? side->first : address;
    for (uint64_t at = from; at < address + size && at - side->first <= last; at++)
        if (holds(side, at - side->first))
            return true;
    return false;
}

static void
check_bytes(struct sim_wave *wave, const struct sim_op *op, int lane, bool lds, uint64_t address,
            uint32_t size, bool write)
{
    const struct copies_group *group = wave->group->observed[OBSERVER_copies];
    vec_foreach (const struct copy, copy, &group->all) {
        bool to = meets(copy, 0, lds, address, size);
        if (copy->is_done || !(to || (write && meets(copy, 1, lds, address, size))))
            continue;
        struct strbuf text = strbuf_new(wave->group->arena);
        strbuf_printf(
            &text, "asynchronous copy: %s memory is %s, which it %s until it is waited for",
            lds ? "local" : "global", write ? "written" : "read", to ? "writes" : "reads");
        put_copy(wave, copy, &text);
        points_tell(wave, op, lane, text.text);
        return;
    }
}

static inline bool
looks(const struct sim_wave *wave)
{
    const struct copies_group *group = wave->group->observed[OBSERVER_copies];
    const struct copies_wave *own = wave->observed[OBSERVER_copies];
    return group && group->under_way && !own->copies;
}

static void
hear_access(struct sim_wave *wave, const struct sim_op *op, int lane, bool lds, uint64_t address,
            uint32_t size, bool write, const uint8_t *bytes)
{
    (void)bytes;
    if (looks(wave))
        check_bytes(wave, op, lane, lds, address, size, write);
}

static void
hear_loads(struct sim_wave *wave, const struct sim_op *op, bool lds, uint64_t base,
           const uint32_t at[SIM_LANES], bool is_dense, bool is_uniform)
{
    int lane;
    (void)is_dense, (void)is_uniform;
    if (looks(wave))
        FOREACH_LANE(lane, sim_exec(wave))
    check_bytes(wave, op, lane, lds, base + at[lane], op->memory.bytes, false);
}

static void
hear_stores(struct sim_wave *wave, const struct sim_op *op, bool lds, uint64_t address,
            const uint32_t values[SIM_LANES])
{
    (void)values;
    if (looks(wave))
        check_bytes(wave, op, -1, lds, address, sizeof *values * SIM_LANES, true);
}

/* ---- copies before the wait of others ---- */

/* Does a line of the copy's side n lie where the other's side is?  Of more lines than memory holds, which are an error of
 * their own, the first are asked. */
static bool
crosses(const struct copy *copy, unsigned n, const struct copy *other, unsigned side)
{
    const struct side *own = &copy->sides[n];
    bool lds = (n == 0) == copy->to_local;
    uint64_t left = own->lines ? MOST_LINES : 0;
    uint32_t bytes = own->line < UINT32_MAX ? (uint32_t)own->line : UINT32_MAX;
    for (uint64_t plane = 0; plane < own->planes && left; plane++)
        for (uint64_t line = 0; line < own->lines && left; line++, left--)
            if (meets(other, side, lds, own->first + plane * own->area + line * own->step, bytes))
                return true;
    return false;
}

static void
check_copy(struct sim_wave *wave, const struct sim_op *op, const struct copies_group *group,
           const struct copy *copy)
{
    vec_foreach (const struct copy, other, &group->all) {
        bool both = !other->is_done && crosses(copy, 0, other, 0);
        bool read = !other->is_done && !both && crosses(copy, 0, other, 1);
        if (!both && !read && (other->is_done || !crosses(copy, 1, other, 0)))
            continue;
        struct strbuf text = strbuf_new(wave->group->arena);
        strbuf_printf(&text,
                      "asynchronous copy: it %s what another one %s until that is waited for",
                      both || read ? "writes" : "reads", read ? "reads" : "writes");
        put_copy(wave, other, &text);
        points_tell(wave, op, -1, text.text);
        return;
    }
}

static void
begin_copy(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    struct copies_group *group = copies_of(wave->group);
    struct copies_wave *own = wave->observed[OBSERVER_copies];
    own->copies = true;
    if (wave->lanes & ~sim_exec(wave))
        points_tell(wave, op, -1,
                    "asynchronous copy: not every work-item of the group comes to it");
    struct copy copy = copy_of(wave, op, check);
    uint32_t number = own->count++;
    if (number >= group->all.count) {
        check_copy(wave, op, group, &copy);
        vec_push(wave->group->arena, &group->all, copy);
        group->under_way++;
        return;
    }
    const struct copy *other = &group->all.at[number]; /* as those who came first had it */
    for (unsigned n = 0; n < check->register_count; n++)
        if (copy.operand[n] != other->operand[n]) {
            tell_difference(wave, op, check, -1, n, copy.operand[n], other->operand[n]);
            break;
        }
}

/* ---- waits ---- */

static void
wait_for(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    struct copies_group *group = copies_of(wave->group);
    int lane;
    FOREACH_LANE(lane, sim_exec(wave))
    {
        uint64_t event = points_value(wave, check, 0, lane);
        bool is_one = false;
        vec_foreach (const struct copy, copy, &group->all)
            is_one |= copy->event == event;
        if (!is_one) {
            struct strbuf text = strbuf_new(wave->group->arena);
            strbuf_printf(&text,
                          "asynchronous copy: what is waited for is no event of one (its value is "
                          "0x%llx)",
                          (unsigned long long)event);
            points_tell(wave, op, lane, text.text);
            return;
        }
        if (lane == __builtin_ctzll(sim_exec(wave)))
            vec_push(wave->group->arena, &group->awaited, event);
    }
}

static void
end_wait(struct sim_group *all)
{
    struct copies_group *group = all->observed[OBSERVER_copies];
    if (!group || !group->waits)
        return;
    vec_foreach (struct copy, copy, &group->all) {
        bool is_awaited = group->waits_for_all;
        vec_foreach (const uint64_t, event, &group->awaited)
            is_awaited |= *event == copy->event;
        if (is_awaited && !copy->is_done) {
            copy->is_done = true;
            group->under_way--;
        }
    }
    group->awaited.count = 0;
    group->waits = group->waits_for_all = false;
}

static void
hear_arrival(struct sim_wave *wave, const struct sim_op *op)
{
    (void)op;
    if (wave->group->wave_count == 1)
        end_wait(wave->group);
}

static void
hear_point(struct sim_wave *wave, const struct sim_op *op, const struct sim_check *check)
{
    struct copies_wave *own = wave->observed[OBSERVER_copies];
    if (!sim_exec(wave))
        return;
    if (check->kind == SIM_CHECK_COPY || check->kind == SIM_CHECK_RECT) {
        begin_copy(wave, op, check);
    } else if (check->kind == SIM_CHECK_COPIED && own->copies) {
        own->copies = false;
        copies_of(wave->group)->all.at[own->count - 1].event =
            points_value(wave, check, 0, __builtin_ctzll(sim_exec(wave)));
    } else if (check->kind == SIM_CHECK_EVENT) {
        wait_for(wave, op, check);
    } else if (check->kind == SIM_CHECK_WAIT) {
        copies_of(wave->group)->waits = true;
        copies_of(wave->group)->waits_for_all |= check->number[0] != 0;
    }
}

/* "The kernel must wait for the completion of all async copies [...] before exiting" (OpenCL C 2.0, 6.13.10). */
static void
end_copies(struct sim_group *all)
{
    const struct copies_group *group = all->observed[OBSERVER_copies];
    if (!group || !group->under_way)
        return;
    vec_foreach (const struct copy, copy, &group->all)
        if (!copy->is_done)
            points_tell_at(&all->waves[0], copy->pc, -1,
                           "asynchronous copy: the kernel ends and has not waited for it");
}

static void
begin_copies(struct sim_group *group)
{
    group->observed[OBSERVER_copies] = NULL;
}

static void
begin_none(struct sim_wave *wave)
{
    struct copies_wave *own = wave->observed[OBSERVER_copies];
    *own = (struct copies_wave){.count = 0};
}

static bool
asks_for_copies(const struct sim_device *device)
{
    return points_ask(device, SIM_ASKS_ASYNC_COPY) && device->options.schedule != SIM_SCHEDULE_ALL;
}

const struct sim_observer sim_observer_copies = {
    .name = "copies",
    .one_core = true,
    .needs = OBSERVER_BIT(points),
    .wave_size = sizeof(struct copies_wave),
    .is_wanted = asks_for_copies,
    .begin_group = begin_copies,
    .end_group = end_copies,
    .begin_wave = begin_none,
    .access = hear_access,
    .loads = hear_loads,
    .stores = hear_stores,
    .point = hear_point,
    .arrive = hear_arrival,
    .barrier = end_wait,
};

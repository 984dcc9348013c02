/* Going by lines of the source: step, next, finish, and watching an expression.  One wave goes, others may go on
 * meanwhile; with an item chosen only what that one takes part in counts. */
#include "runtime/gcnsim/debug_source.h"

#include <string.h>

static bool
is_active(const struct debugger *d, const struct sim_wave *wave)
{
    struct sim_wave_info info;
    sim_wave_describe(wave, &info);
    return !d->has_item || info.exec >> d->lane & 1;
}

static bool
same_line(const struct sim_place *a, const struct sim_place *b)
{
    return a->name && b->name && a->line == b->line && !strcmp(a->name, b->name);
}

/* Where lanes part and meet EXEC changes in the middle of a line's code.  An item that was not there when that began
 * is there once a vector instruction or a barrier is done for it: what else is scalar may still belong to others. */
static bool
has_come(struct debugger *d, struct sim_wave *wave, const struct sim_place *here)
{
    struct sim_wave_info info;
    unsigned size;
    bool begins = !same_line(here, &d->passed), active = is_active(d, wave);
    d->passed = *here;
    if (begins)
        d->was_active = active;
    if (!active || begins || d->was_active)
        return active;
    sim_wave_describe(wave, &info);
    const char *text = sim_wave_disassemble(wave, d->command->arena, info.pc, &size);
    return text && (strncmp(text, "s_", 2) != 0 || strncmp(text, "s_barrier", 9) == 0);
}

/* Has the function not stored yet what it was passed? */
static bool
is_in_prologue(struct debugger *d, uint64_t offset)
{
    const struct die_node *function = debug_function_at(d, offset);
    return function && offset < debug_prologue_end(d, function);
}

bool
debug_has_gone(struct debugger *d, struct sim_wave *wave)
{
    struct sim_wave_info info;
    struct sim_place here = {0};
    unsigned depth = debug_depth(d, wave);
    if (d->goal == GOAL_FINISH)
        return is_active(d, wave) && depth < d->depth;
    sim_wave_describe(wave, &info);
    if (d->goal == GOAL_NEXT && depth > d->depth)
        return false;
    if (!sim_find_source(d->device, info.pc, &here) || !here.line)
        return false;
    if (depth < d->depth) { /* back in the middle of a line: up to the next one */
        d->from = d->passed = here;
        uint64_t called = debug_wave_of(d, wave)->called;
        if (called != UINT64_MAX) /* or at its end: what follows is the next line already */
            sim_find_source(d->device, info.pc - info.offset + called, &d->from);
        d->depth = depth;
        d->was_active = is_active(d, wave);
    }
    if (depth > d->depth && is_in_prologue(d, info.offset))
        return false;
    if (!has_come(d, wave, &here) || (depth == d->depth && same_line(&here, &d->from)) ||
        !here.is_statement)
        return false;
    d->from = here;
    d->depth = depth;
    return --d->steps == 0;
}

/* ---- commands ---- */

static bool
go(struct debugger *d, enum debug_goal goal, uint64_t steps)
{
    struct sim_wave_info info;
    if (d->has_failed)
        return debug_error(d, "the launch has ended: it cannot go on");
    sim_wave_describe(d->wave, &info);
    d->from = (struct sim_place){0};
    sim_find_source(d->device, info.pc, &d->from);
    debug_follow(d, d->wave);
    d->depth = debug_depth(d, d->wave);
    d->passed = d->from;
    d->was_active = true;
    d->steps = steps;
    d->goal = d->awaited ? GOAL_BREAK : goal;
    d->frame = 0;
    return d->resumes = true;
}

static bool
by_lines(struct debugger *d, char **words, unsigned count, enum debug_goal goal, const char *form)
{
    uint64_t steps = 1;
    if (count > 1 || (count && (!parse_count(words[0], &steps) || !steps)))
        return debug_error(d, "the command is: %s", form);
    return go(d, goal, steps);
}

bool
debug_step_lines(struct debugger *d, char **words, unsigned count)
{
    return by_lines(d, words, count, GOAL_LINE, "step [N]");
}

bool
debug_next(struct debugger *d, char **words, unsigned count)
{
    return by_lines(d, words, count, GOAL_NEXT, "next [N]");
}

bool
debug_finish(struct debugger *d, char **words, unsigned count)
{
    (void)words;
    if (count)
        return debug_error(d, "the command is: finish");
    debug_find_frames(d);
    if (d->frames.count < 2)
        return debug_error(d, "the kernel itself returns to nobody");
    return go(d, GOAL_FINISH, 1);
}

/* ---- watching ---- */

static const char *
watched_text(struct debugger *d, const struct debug_watch *watch)
{
    struct debug_value value;
    struct strbuf out = strbuf_new(d->command->arena);
    debug_find_frames(d);
    const struct die_node *function = d->frames.count ? d->frames.at[0].die : NULL;
    if (function != watch->function || !debug_evaluate(d, watch->text, watch->lane, &value))
        return NULL;
    for (uint64_t i = 0; i < value.size; i++)
        if (value.missing[i])
            return NULL; /* it is not known here: that is no change */
    debug_put_object(d, &out, &value);
    return out.text;
}

bool
debug_is_watched(struct debugger *d, const struct sim_wave *wave)
{
    struct wave_name name = debug_name_of(wave);
    bool has_changed = false;
    vec_foreach (struct debug_watch, watch, &d->watches) {
        struct sim_wave_info info;
        sim_wave_describe(wave, &info);
        if (!debug_is_same(&name, &watch->wave) || !(info.exec >> watch->lane & 1))
            continue;
        d->wave = (struct sim_wave *)(uintptr_t)wave;
        d->frame = 0;
        d->is_quiet = true;
        const char *text = watched_text(d, watch);
        d->is_quiet = false;
        d->wave = NULL;
        if (!text || (watch->value && !strcmp(text, watch->value)))
            continue;
        if (watch->value)
            printf("watch %u, %s: %s, was %s\n", watch->number, watch->text, text, watch->value);
        has_changed |= watch->value != NULL;
        watch->value = text;
    }
    return has_changed;
}

void
debug_tell_watch(const struct debug_watch *watch)
{
    printf("watch %u: %s = %s\n", watch->number, watch->text,
           watch->value ? watch->value : "<not known here>");
}

bool
debug_watch(struct debugger *d, char **words, unsigned count)
{
    struct debug_watch watch = {.number = d->next_number};
    if (count != 1)
        return debug_error(d, "the command is: watch EXPRESSION");
    debug_find_frames(d);
    watch.text = arena_strdup(d->command->arena, words[0]);
    watch.wave = debug_name_of(d->wave);
    watch.lane = debug_lane(d);
    watch.function = d->frames.count ? d->frames.at[0].die : NULL;
    struct debug_value value;
    if (!debug_evaluate(d, watch.text, watch.lane, &value))
        return false;
    watch.value = watched_text(d, &watch);
    d->next_number++;
    vec_push(d->command->arena, &d->watches, watch);
    debug_tell_watch(&watch);
    return true;
}

/* ---- work-items ---- */

/* X, X,Y or X,Y,Z */
static bool
read_id(const char *text, uint64_t id[3])
{
    for (unsigned k = 0; k < 3; k++) {
        size_t length = strcspn(text, ",");
        char part[24];
        if (length >= sizeof part)
            return false;
        memcpy(part, text, length);
        part[length] = '\0';
        if (!parse_count(part, &id[k]))
            return false;
        text += length;
        if (!*text)
            return true;
        text++;
    }
    return false;
}

bool
debug_item(struct debugger *d, char **words, unsigned count)
{
    const struct command *command = d->command;
    uint64_t id[3] = {0}, flat = 0, size[3];
    struct wave_name name;
    if (count == 1 && strcmp(words[0], "any") == 0) {
        d->has_item = d->only = d->awaited = false;
        return true;
    }
    if (count != 1 || !read_id(words[0], id))
        return debug_error(d, "the command is: item X,Y,Z, or item any");
    for (unsigned k = 0; k < 3; k++) {
        uint64_t global = k < command->dims ? command->global[k] : 1;
        size[k] = k < command->dims ? command->local[k] : 1;
        if (id[k] >= global)
            return debug_error(d, "the launch has no such work-item");
        name.group[k] = (uint32_t)(id[k] / size[k]);
        if (size[k] > global - name.group[k] * size[k] && command->partial)
            size[k] = global - name.group[k] * size[k];
    }
    flat = id[0] % size[0] + size[0] * (id[1] % size[1] + size[1] * (id[2] % size[2]));
    name.index = (unsigned)(flat / DEBUG_LANES);
    d->has_item = true;
    d->lane = (unsigned)(flat % DEBUG_LANES);
    return debug_choose_wave(d, &name);
}

/* Which functions a wave is in: those that are called, by what it was seen to do, and those that are inlined, by
 * what debug information says of its place.  Functions call no one that calls them, so that a wave that comes into
 * a function is at the function's beginning or comes back to it. */
#include "runtime/gcnsim/debug_source.h"

#include <string.h>

bool
debug_knows_nothing(struct debugger *d, const char *what)
{
    unsigned version = d->dies->other_version;
    if (version)
        return debug_error(d, "the object's debug information is of DWARF %u, which is not read",
                           version);
    return debug_error(d, "nothing is known of the %s of this code", what);
}

/* ---- functions and waves ---- */

const struct die_node *
debug_function_at(const struct debugger *d, uint64_t offset)
{
    vec_foreach (struct die_unit *const, unit, &d->dies->units)
        for (const struct die_node *die = (*unit)->root->first; die; die = die->next)
            if (die->tag == DW_TAG_subprogram && die_holds(d->dies, die, offset))
                return die;
    return NULL;
}

/* The SGPRs that the launch has set. */
static void
note_entry(struct debug_wave *seen, const struct sim_wave *wave)
{
    for (unsigned i = 0; i < DEBUG_ENTRY_SGPRS; i++) {
        struct sim_register_value value = {0};
        if (sim_wave_register(wave, SIM_REGISTER_S, i, 0, &value))
            seen->entry[i] = (uint32_t)value.value;
    }
}

struct debug_wave *
debug_wave_of(struct debugger *d, const struct sim_wave *wave)
{
    struct wave_name name = debug_name_of(wave);
    if (d->last_seen && debug_is_same(&d->last_seen->name, &name))
        return d->last_seen;
    struct debug_wave *seen = NULL;
    vec_foreach (struct debug_wave *const, at, &d->seen)
        if (debug_is_same(&(*at)->name, &name))
            seen = *at;
    if (!seen) {
        seen = ARENA_NEW(d->command->arena, struct debug_wave);
        seen->name = name;
        note_entry(seen, wave);
        vec_push(d->command->arena, &d->seen, seen);
    }
    return d->last_seen = seen;
}

static void
enter_call(struct debugger *d, struct debug_wave *seen, const struct sim_wave *wave,
           const struct die_node *function)
{
    struct arena *arena = d->command->arena;
    uint32_t depth = seen->calls.count;
    uint32_t caller = depth ? vec_last(&seen->calls).entered : 0;
    vec_push(arena, &seen->calls,
             ((struct debug_call){function, seen->offset, depth ? sim_executed(d->device) : 0}));
    while (seen->saved.count <= depth)
        vec_push(arena, &seen->saved, NULL);
    if (depth)
        seen->saved.at[depth] = debug_save(d, wave, caller, seen->saved.at[depth]);
}

void
debug_follow(struct debugger *d, const struct sim_wave *wave)
{
    struct sim_wave_info info;
    if (!d->dies->units.count)
        return;
    struct debug_wave *seen = debug_wave_of(d, wave);
    sim_wave_describe(wave, &info);
    seen->called = UINT64_MAX;
    const struct die_node *function = seen->calls.count ? vec_last(&seen->calls).function : NULL;
    if (!function || !die_holds(d->dies, function, info.offset)) {
        function = debug_function_at(d, info.offset);
        bool enters = !seen->calls.count || (function && die_low(function) == info.offset);
        while (!enters && seen->calls.count > 1 && vec_last(&seen->calls).function != function)
            seen->called = vec_pop(&seen->calls).from;
        if (enters || vec_last(&seen->calls).function != function)
            enter_call(d, seen, wave, function);
    }
    seen->offset = info.offset;
}

uint64_t
debug_prologue_end(struct debugger *d, const struct die_node *function)
{
    enum { MAX_PROLOGUE = 16384 /* bytes that are looked at */ };
    uint64_t low = die_low(function), at = low;
    struct sim_place first, here;
    if (low == UINT64_MAX || !sim_find_source(d->device, debug_base(d) + low, &first))
        return low;
    for (at += 4; at - low < MAX_PROLOGUE && die_holds(d->dies, function, at); at += 4)
        if (sim_find_source(d->device, debug_base(d) + at, &here) &&
            (here.line != first.line || here.column != first.column))
            return at;
    return low;
}

/* ---- frames ---- */

/* The entry inside of this one, of an inlined call or a block, whose code holds the offset. */
static const struct die_node *
inside(const struct debugger *d, const struct die_node *die, uint64_t offset)
{
    for (const struct die_node *at = die->first; at; at = at->next)
        if ((at->tag == DW_TAG_inlined_subroutine || at->tag == DW_TAG_lexical_block) &&
            die_holds(d->dies, at, offset))
            return at;
    return NULL;
}

static void
add_frames(struct debugger *d, const struct debug_call *call, uint64_t offset,
           const struct debug_saved *saved)
{
    const struct die_node *function = call->function;
    uint32_t first = d->frames.count;
    struct debug_frame frame = {
        .die = function, .offset = offset, .saved = saved, .entered = call->entered};
    for (const struct die_node *at = function; at; at = inside(d, at, offset)) {
        if (at->tag == DW_TAG_inlined_subroutine) {
            frame.call = at;
            vec_push(d->command->arena, &d->frames, frame);
            frame.die = at;
        }
    }
    frame.call = NULL;
    vec_push(d->command->arena, &d->frames, frame);
    for (uint32_t i = first, k = d->frames.count - 1; i < k; i++, k--) { /* innermost first */
        struct debug_frame other = d->frames.at[i];
        d->frames.at[i] = d->frames.at[k];
        d->frames.at[k] = other;
    }
}

void
debug_find_frames(struct debugger *d)
{
    d->frames.count = 0;
    if (!d->wave || !d->dies->units.count)
        return;
    struct sim_wave_info info;
    struct debug_wave *seen = debug_wave_of(d, d->wave);
    sim_wave_describe(d->wave, &info);
    uint64_t offset = info.offset;
    for (uint32_t i = seen->calls.count; i-- > 0;) {
        const struct debug_call *call = &seen->calls.at[i];
        bool is_last = i + 1 == seen->calls.count;
        if (call->function)
            add_frames(d, call, offset, is_last ? NULL : seen->saved.at[i + 1]);
        offset = call->from;
    }
    if (d->frame >= d->frames.count)
        d->frame = 0;
}

bool
debug_break_inlined(struct debugger *d, const char *name, unsigned number)
{
    struct breakpoint point = {.number = number, .place = arena_strdup(d->command->arena, name)};
    uint32_t before = d->breakpoints.count;
    vec_foreach (struct die_node *const, die, &d->dies->all) {
        const char *own = (*die)->tag == DW_TAG_inlined_subroutine ? die_name(d->dies, *die) : NULL;
        uint64_t first = own && !strcmp(own, name) ? die_first(d->dies, *die) : UINT64_MAX;
        point.pc = debug_base(d) + first;
        if (first != UINT64_MAX)
            vec_push(d->command->arena, &d->breakpoints, point);
    }
    return d->breakpoints.count > before;
}

unsigned
debug_depth(struct debugger *d, const struct sim_wave *wave)
{
    struct sim_wave_info info;
    struct debug_wave *seen = debug_wave_of(d, wave);
    sim_wave_describe(wave, &info);
    unsigned depth = seen->calls.count;
    const struct die_node *at = depth ? vec_last(&seen->calls).function : NULL;
    for (; at; at = inside(d, at, info.offset))
        depth += at->tag == DW_TAG_inlined_subroutine;
    return depth;
}

/* The file and line of a frame: of its code, or of the call that stands in it. */
bool
debug_frame_line(struct debugger *d, const struct debug_frame *frame, struct sim_place *source)
{
    if (!sim_find_source(d->device, debug_base(d) + frame->offset, source))
        return false;
    if (frame->call)
        source->line = (unsigned)die_number_of(frame->call, DW_AT_call_line, source->line);
    return true;
}

bool
debug_backtrace(struct debugger *d, char **words, unsigned count)
{
    (void)words;
    if (count)
        return debug_error(d, "the command is: backtrace");
    debug_find_frames(d);
    if (!d->frames.count)
        return debug_knows_nothing(d, "functions");
    for (uint32_t i = 0; i < d->frames.count; i++) {
        const struct debug_frame *frame = &d->frames.at[i];
        const char *name = die_name(d->dies, frame->die);
        struct sim_place source;
        bool is_inlined = frame->die->tag == DW_TAG_inlined_subroutine;
        printf("%c%u  %s%s", i == d->frame ? '*' : ' ', i, name ? name : "?",
               is_inlined ? " (inlined)" : "");
        if (debug_frame_line(d, frame, &source))
            printf(" at %s", sim_source_text(d->command->arena, &source));
        puts("");
    }
    return true;
}

bool
debug_choose_frame(struct debugger *d, char **words, unsigned count)
{
    uint64_t number = 0;
    debug_find_frames(d);
    if (count > 1 || (count && !parse_count(words[0], &number)))
        return debug_error(d, "the command is: frame [N]");
    if (number >= d->frames.count)
        return debug_error(d, "there is no frame %llu", (unsigned long long)number);
    d->frame = (unsigned)number;
    struct sim_place source;
    const char *name = die_name(d->dies, d->frames.at[d->frame].die);
    printf("%u  %s", d->frame, name ? name : "?");
    if (debug_frame_line(d, &d->frames.at[d->frame], &source))
        printf(" at %s", sim_source_text(d->command->arena, &source));
    puts("");
    return true;
}

/* ---- variables by name ---- */

/* Is the variable declared where the frame is, or before?  Others of that name are meant there. */
static bool
is_declared(struct debugger *d, const struct debug_frame *frame, const struct die_node *die)
{
    struct sim_place source;
    const struct die_node *origin = die_ref_of(d->dies, die, DW_AT_abstract_origin);
    uint64_t line = die_number_of(origin ? origin : die, DW_AT_decl_line, 0);
    return die->tag != DW_TAG_variable || !debug_frame_line(d, frame, &source) ||
           line <= source.line;
}

static void
add_scope(struct debugger *d, const struct debug_frame *frame, const struct die_node *scope,
          struct debug_variables *found)
{
    for (const struct die_node *die = scope->first; die; die = die->next)
        if ((die->tag == DW_TAG_variable || die->tag == DW_TAG_formal_parameter) &&
            die_name(d->dies, die) && is_declared(d, frame, die))
            vec_push(d->command->arena, found, die);
}

struct debug_variables
debug_variables_of(struct debugger *d, const struct debug_frame *frame)
{
    struct debug_variables path = {0}, found = {0};
    const struct die_node *at = frame->die;
    while (at && (at == frame->die || at->tag == DW_TAG_lexical_block)) {
        vec_push(d->command->arena, &path, at);
        at = inside(d, at, frame->offset);
    }
    while (path.count)
        add_scope(d, frame, vec_pop(&path), &found);
    return found;
}

const struct die_node *
debug_find_variable(struct debugger *d, const char *name)
{
    debug_find_frames(d);
    if (d->frames.count) {
        struct debug_variables found = debug_variables_of(d, &d->frames.at[d->frame]);
        vec_foreach (const struct die_node *const, die, &found)
            if (!strcmp(die_name(d->dies, *die), name))
                return *die;
    }
    vec_foreach (struct die_unit *const, unit, &d->dies->units)
        for (const struct die_node *die = (*unit)->root->first; die; die = die->next)
            if (die->tag == DW_TAG_variable && die_name(d->dies, die) &&
                !strcmp(die_name(d->dies, die), name))
                return die;
    return NULL;
}

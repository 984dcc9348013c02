#include "driver/library/diagnostics.h"

static bool
find_place(const struct diag *diag, loc_t loc, struct occ_place *place)
{
    struct diag_location location;
    *place = (struct occ_place){0};
    if (!loc || !diag->resolve || !diag->resolve(diag->sources, loc, &location))
        return false;
    *place = (struct occ_place){location.file, location.line, location.column};
    return true;
}

static void
add_ranges(struct arena *arena, const struct diag *diag, const struct diag_message *from,
           struct occ_diagnostic *to)
{
    struct occ_range *ranges = ARENA_ARRAY(arena, from->ranges.count, struct occ_range);
    vec_foreach (const struct diag_range, range, &from->ranges) {
        struct occ_range *made = &ranges[to->range_count];
        to->range_count += find_place(diag, range->first, &made->first) &&
                           find_place(diag, range->last, &made->last);
    }
    to->ranges = ranges;
}

static void
add_fixits(struct arena *arena, const struct diag *diag, const struct diag_message *from,
           struct occ_diagnostic *to)
{
    struct occ_fixit *fixits = ARENA_ARRAY(arena, from->fixits.count, struct occ_fixit);
    vec_foreach (const struct diag_fixit, fixit, &from->fixits) {
        struct diag_location first, past;
        if (!diag_fixit_locations(diag, fixit, &first, &past))
            continue;
        fixits[to->fixit_count++] = (struct occ_fixit){{first.file, first.line, first.column},
                                                       {past.file, past.line, past.column},
                                                       fixit->text};
    }
    to->fixits = fixits;
}

const struct occ_diagnostic *
diagnostics_make(struct arena *arena, const struct diag *diag, unsigned *count)
{
    static const enum occ_severity severities[] = {
        [DIAG_NOTE] = OCC_NOTE, [DIAG_WARNING] = OCC_WARNING, [DIAG_ERROR] = OCC_FAILURE};
    struct occ_diagnostic *made = ARENA_ARRAY(arena, diag->messages.count, struct occ_diagnostic);
    *count = 0;
    vec_foreach (const struct diag_message, message, &diag->messages) {
        struct occ_diagnostic *to = &made[(*count)++];
        const char *group = diag_group(message->id);
        to->severity = severities[message->level];
        to->id = diag_name(message->id);
        to->option = group ? arena_printf(arena, "-W%s", group) : NULL;
        to->message = message->text;
        find_place(diag, message->loc, &to->place);
        add_ranges(arena, diag, message, to);
        add_fixits(arena, diag, message, to);
    }
    return made;
}

/* The lines of the source by their cycles. */
#include "runtime/gcnsim/profile.h"

#include <stdlib.h>
#include <string.h>

static int
by_place(const void *left, const void *right)
{
    const struct profile_line *a = left, *b = right;
    int names = strcmp(a->place.name, b->place.name);
    if (names)
        return names;
    int folders = strcmp(a->place.folder, b->place.folder);
    if (folders)
        return folders;
    return (a->place.line > b->place.line) - (a->place.line < b->place.line);
}

static int
by_cycles(const void *left, const void *right)
{
    const struct profile_line *a = left, *b = right;
    if (a->cycles != b->cycles)
        return a->cycles < b->cycles ? 1 : -1;
    return by_place(left, right);
}

/* Rows of one line become one. */
static void
merge(struct profile_view *view)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < view->lines.count; i++) {
        struct profile_line *line = &view->lines.at[i];
        struct profile_line *last = kept ? &view->lines.at[kept - 1] : NULL;
        if (!last || by_place(last, line) != 0) {
            view->lines.at[kept++] = *line;
            continue;
        }
        last->cycles += line->cycles;
        last->stalls += line->stalls;
        last->instructions += line->instructions;
    }
    view->lines.count = kept;
}

void
profile_find_lines(struct profile_view *view)
{
    const struct sim_profile *profile = view->profile;
    for (unsigned i = 0; i < profile->function_count; i++)
        for (unsigned k = 0; k < profile->functions[i].row_count; k++) {
            const struct sim_profile_row *row = &profile->functions[i].rows[k];
            struct profile_line line = {.place = row->place,
                                        .cycles = row->cycles,
                                        .stalls = row->cycles - row_cause(row, 0),
                                        .instructions = 1};
            if (row->source)
                vec_push(view->command->arena, &view->lines, line);
        }
    if (!view->lines.count)
        return;
    qsort(view->lines.at, view->lines.count, sizeof *view->lines.at, by_place);
    merge(view);
    qsort(view->lines.at, view->lines.count, sizeof *view->lines.at, by_cycles);
    vec_foreach (struct profile_line, line, &view->lines)
        line->text = source_text(&view->sources, &line->place);
}

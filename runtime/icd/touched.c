/* Which bytes a command has touched. */
#include "runtime/icd/touched.h"

#include <stdlib.h>

void
icd_touched_add(struct icd_touched *touched, enum sim_touch how, struct icd_span span)
{
    struct icd_span_list *list = &touched->lists[how];
    struct icd_span *last = list->count ? &list->at[list->count - 1] : NULL;
    if (span.first >= span.end)
        return;
    if (last && span.first <= last->end && span.first >= last->first) {
        last->end = span.end > last->end ? span.end : last->end;
        return;
    }
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 4;
        struct icd_span *more = realloc(list->at, room * sizeof *more);
        if (!more)
            return;
        list->at = more;
        list->room = room;
    }
    list->at[list->count++] = span;
}

static int
by_first(const void *one, const void *other)
{
    const struct icd_span *a = one, *b = other;
    return (a->first > b->first) - (a->first < b->first);
}

void
icd_touched_settle(struct icd_touched *touched)
{
    for (unsigned how = 0; how < SIM_TOUCHES; how++) {
        struct icd_span_list *list = &touched->lists[how];
        size_t kept = 0;
        if (list->count)
            qsort(list->at, list->count, sizeof *list->at, by_first);
        for (size_t i = 0; i < list->count; i++) {
            struct icd_span *span = &list->at[i], *last = kept ? &list->at[kept - 1] : NULL;
            if (last && span->first <= last->end)
                last->end = span->end > last->end ? span->end : last->end;
            else
                list->at[kept++] = *span;
        }
        list->count = kept;
    }
}

size_t
icd_touched_count(const struct icd_touched *touched)
{
    size_t count = 0;
    for (unsigned how = 0; how < SIM_TOUCHES; how++)
        count += touched->lists[how].count;
    return count;
}

void
icd_touched_free(struct icd_touched *touched)
{
    for (unsigned how = 0; how < SIM_TOUCHES; how++)
        free(touched->lists[how].at);
    *touched = (struct icd_touched){.lists = {{.at = NULL}}};
}

/* ---- conflicts ---- */

static bool
meet(const struct icd_span_list *one, const struct icd_span_list *other, uint64_t *byte)
{
    for (size_t i = 0, k = 0; i < one->count && k < other->count;) {
        const struct icd_span *a = &one->at[i], *b = &other->at[k];
        if (a->first < b->end && b->first < a->end) {
            *byte = a->first > b->first ? a->first : b->first;
            return true;
        }
        if (a->end < b->end)
            i++;
        else
            k++;
    }
    return false;
}

bool
icd_touched_conflict(const struct icd_touched *one, const struct icd_touched *other,
                     struct icd_conflict *conflict)
{
    bool found = false;
    for (unsigned a = 0; a < SIM_TOUCHES; a++)
        for (unsigned b = 0; b < SIM_TOUCHES; b++) {
            bool alike = a == b && a != SIM_TOUCH_WRITE;
            uint64_t byte;
            if (alike || !meet(&one->lists[a], &other->lists[b], &byte) ||
                (found && conflict->byte <= byte))
                continue;
            *conflict = (struct icd_conflict){byte, (enum sim_touch)a, (enum sim_touch)b};
            found = true;
        }
    return found;
}

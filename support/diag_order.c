/* Messages in the order of the program, whichever stage found them: the parser runs over the whole
 * text before anything is checked.  A merge sort, because it is stable and two runs are in order. */
#include "support/diag.h"

/* A message with its notes, which follow it. */
struct group {
    loc_t loc;
    uint32_t first, end;
};

/* Does group a, which came first, belong after b?  Groups without a location come first if no
 * earlier message had one (switches), else last. */
static bool
is_after(const struct diag *diag, const struct group *a, const struct group *b, uint32_t placed)
{
    if (b->first >= diag->final_from)
        return false;
    if (a->loc && b->loc)
        return diag->is_after && diag->is_after(diag->sources, a->loc, b->loc);
    return a->loc ? b->first < placed : a->first >= placed && b->loc;
}

static void
merge(const struct diag *diag, struct group *groups, struct group *spare, uint32_t count,
      uint32_t placed)
{
    uint32_t half = count / 2, left = 0, right = half;
    if (count < 2)
        return;
    merge(diag, groups, spare, half, placed);
    merge(diag, groups + half, spare, count - half, placed);
    guard_poll(diag->arena->guard);
    for (uint32_t i = 0; i < count; i++) {
        bool takes_right = left == half ||
                           (right < count && is_after(diag, &groups[left], &groups[right], placed));
        spare[i] = groups[takes_right ? right++ : left++];
    }
    for (uint32_t i = 0; i < count; i++)
        groups[i] = spare[i];
}

/* The groups of messages in order; *count of them. */
static struct group *
sorted_groups(const struct diag *diag, uint32_t *count)
{
    uint32_t most = diag->messages.count + 1, placed = UINT32_MAX;
    struct group *groups = ARENA_ARRAY(diag->arena, most, struct group);
    struct group *spare = ARENA_ARRAY(diag->arena, most, struct group);
    for (uint32_t i = 0; i < diag->messages.count; i++) {
        const struct diag_message *message = &diag->messages.at[i];
        if (message->level != DIAG_NOTE || !*count)
            groups[(*count)++] = (struct group){message->loc, i, i};
        groups[*count - 1].end = i + 1;
        if (message->loc && placed == UINT32_MAX)
            placed = i;
    }
    merge(diag, groups, spare, *count, placed);
    return groups;
}

/* After a missing header, no later message can be trusted. */
static bool
is_hopeless(enum diag_id id)
{
    return id == DIAG_file_not_found || id == DIAG_cannot_read;
}

bool
diag_arrange(struct diag *diag)
{
    struct diag_message *from = diag->messages.at;
    uint32_t count = 0, errors = 0;
    bool is_cut = false, is_over = false;
    struct group *groups = sorted_groups(diag, &count);
    diag->messages.at = ARENA_ARRAY(diag->arena, diag->messages.count + 1, struct diag_message);
    diag->messages.capacity = diag->messages.count + 1;
    diag->messages.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        guard_poll(diag->arena->guard);
        const struct diag_message *message = &from[groups[i].first];
        /* fatal errors and missing headers are shown even beyond the limit */
        bool is_last_word = groups[i].first >= diag->final_from || is_hopeless(message->id);
        if (is_over && !is_last_word)
            continue;
        errors += message->level == DIAG_ERROR;
        is_cut |= diag->error_limit && errors > diag->error_limit;
        if (is_cut && !is_last_word)
            continue;
        is_over |= is_hopeless(message->id);
        for (uint32_t k = groups[i].first; k < groups[i].end; k++)
            diag->messages.at[diag->messages.count++] = from[k];
    }
    return is_cut;
}

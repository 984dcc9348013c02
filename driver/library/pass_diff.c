/* A column's lines are set against those of the column before by their texts.  Equal ones are paired; the longest
 * sequence of pairs in the same order is what stayed, the other pairs have moved: that is what a scheduler does.  It
 * is the longest increasing subsequence (Fredman, "On computing the length of longest increasing subsequences",
 * Discrete Mathematics 11, 1975), so a column costs n log n where a difference by edits may cost n * n.  Of
 * lines that stand there several times the first is paired with the first, so a few may be said to have moved that a
 * difference by edits would leave. */
#include "driver/library/pass_diff.h"

#include <string.h>

enum { NONE = (int)UINT32_MAX };

/* The first of the equal lines in the column before that are not paired yet. */
struct same_lines {
    uint32_t first;
};

struct pass_diff
pass_diff_begin(struct arena *arena)
{
    return (struct pass_diff){arena, intern_new(arena), map_new(arena)};
}

static struct same_lines *
same_lines(struct pass_diff *diff, const char *text)
{
    struct same_lines *found = map_get(&diff->same, MAP_KEY(text));
    if (!found) {
        found = ARENA_NEW(diff->arena, struct same_lines);
        found->first = NONE;
        map_put(&diff->same, MAP_KEY(text), found);
    }
    return found;
}

/* Pairs equal lines, the first with the first. */
static void
pair_lines(struct pass_diff *diff, struct pass_column *before, struct pass_column *column)
{
    uint32_t *next = ARENA_ARRAY(diff->arena, before->count + 1u, uint32_t);
    for (uint32_t i = before->count; i-- > 0;) {
        struct same_lines *same = same_lines(diff, before->lines[i].text);
        guard_poll_along(diff->arena->guard, &before->lines[i]);
        next[i] = same->first;
        same->first = i;
        before->lines[i].goes = true;
    }
    for (uint32_t i = 0; i < column->count; i++) {
        struct pass_line *line = &column->lines[i];
        struct same_lines *same = same_lines(diff, line->text);
        guard_poll_along(diff->arena->guard, line);
        line->from = same->first;
        line->mark = line->from == (uint32_t)NONE ? PASS_LINE_NEW : PASS_LINE_MOVED;
        column->added += line->mark == PASS_LINE_NEW;
        if (line->mark == PASS_LINE_NEW)
            continue;
        before->lines[line->from].goes = false;
        same->first = next[line->from];
    }
    for (uint32_t i = 0; i < before->count; i++) {
        same_lines(diff, before->lines[i].text)->first = NONE;
        column->removed += before->lines[i].goes;
    }
}

/* The longest sequence of pairs whose order stayed: tails[n] ends the best one of n + 1 lines. */
static void
find_moved(struct pass_diff *diff, struct pass_column *column)
{
    uint32_t *tails = ARENA_ARRAY(diff->arena, column->count + 1u, uint32_t), length = 0;
    uint32_t *previous = ARENA_ARRAY(diff->arena, column->count + 1u, uint32_t);
    struct pass_line *lines = column->lines;
    for (uint32_t i = 0; i < column->count; i++) {
        uint32_t low = 0, high = length;
        guard_poll_along(diff->arena->guard, &lines[i]);
        if (lines[i].mark == PASS_LINE_NEW)
            continue;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (lines[tails[middle]].from < lines[i].from)
                low = middle + 1;
            else
                high = middle;
        }
        previous[i] = low ? tails[low - 1] : (uint32_t)NONE;
        tails[low] = i;
        length += low == length;
    }
    for (uint32_t i = length ? tails[length - 1] : (uint32_t)NONE; i != (uint32_t)NONE;
         i = previous[i])
        lines[i].mark = PASS_LINE_SAME;
    column->moved = column->count - column->added - length;
}

static struct pass_column
split(struct pass_diff *diff, const struct pass_text *text)
{
    const char *p = text->text + strspn(text->text, "\n");
    struct pass_column column = {.pass = text->pass, .is_machine = strncmp(p, "machine ", 8) == 0};
    VEC(struct pass_line) lines = {0};
    while (*p) {
        size_t length = strcspn(p, "\n");
        struct pass_line line = {.text = intern_text(&diff->intern, p, length), .from = NONE};
        guard_poll_along(diff->arena->guard, line.text);
        vec_push(diff->arena, &lines, line);
        p += length + (p[length] == '\n');
    }
    column.lines = lines.at;
    column.count = lines.count;
    return column;
}

struct pass_column
pass_diff_column(struct pass_diff *diff, struct pass_column *before, const struct pass_text *text)
{
    struct pass_column column = split(diff, text);
    column.is_compared = before && before->is_machine == column.is_machine;
    if (column.is_compared) {
        pair_lines(diff, before, &column);
        find_moved(diff, &column);
    }
    return column;
}

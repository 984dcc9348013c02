#include "support/pass_run.h"

#include "support/suggest.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- times ---- */

uint64_t
pass_clock(const struct pass_options *options)
{
    struct timespec time;
    if (!options->event_arena)
        return 0;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* The time of the outermost events since `start`.  Events are listed in the order of their ends, so
 * from the last one backwards, an event that does not start before the earliest counted one is
 * inside it. */
static uint64_t
time_inside(const struct pass_options *options, uint64_t start)
{
    uint64_t inside = 0, earliest = UINT64_MAX;
    for (uint32_t i = options->events.count; i-- > 0 && options->events.at[i].start >= start;)
        if (options->events.at[i].start < earliest) {
            earliest = options->events.at[i].start;
            inside += options->events.at[i].nanoseconds;
        }
    return inside;
}

void
pass_note_time(struct pass_options *options, const char *name, uint64_t start)
{
    if (!options->event_arena)
        return;
    uint64_t whole = pass_clock(options) - start, inside = time_inside(options, start);
    struct pass_event event = {name, options->subject, start, whole,
                               inside < whole ? whole - inside : 0};
    vec_push(options->event_arena, &options->events, event);
}

/* ---- selectors ---- */

static unsigned
number_of(const struct pass_level *level, const struct pass_row *row)
{
    unsigned number = 1;
    for (const struct pass_row *other = level->rows; other < row; other++)
        number += strcmp(other->name, row->name) == 0;
    return number;
}

static bool
has_name(const char *selector, const struct pass_row *row)
{
    size_t length = strcspn(selector, ":");
    return strncmp(selector, row->name, length) == 0 && !row->name[length];
}

/* Does the selector name the row? */
static bool
selects(const struct pass_level *level, const char *selector, const struct pass_row *row)
{
    const char *colon = strchr(selector, ':');
    return has_name(selector, row) &&
           (!colon || strtoul(colon + 1, NULL, 10) == number_of(level, row));
}

static unsigned
count_rows(const struct pass_level *level, const char *selector)
{
    unsigned count = 0;
    for (unsigned i = 0; i < level->count; i++)
        count += has_name(selector, &level->rows[i]);
    return count;
}

const char *
pass_label(struct arena *arena, const struct pass_level *level, const struct pass_row *row)
{
    if (count_rows(level, row->name) == 1)
        return row->name;
    return arena_printf(arena, "%s:%u", row->name, number_of(level, row));
}

static bool
is_number(const char *text)
{
    return *text >= '1' && *text <= '9' && !text[strspn(text, "0123456789")];
}

/* A level that has rows of the name, or NULL. */
static const struct pass_level *
level_of(const struct pass_level *const *levels, unsigned count, const char *selector)
{
    for (unsigned i = 0; i < count; i++)
        if (count_rows(levels[i], selector))
            return levels[i];
    return NULL;
}

/* A name that no row has: with the one that was meant, if there is one near. */
static const char *
tell_unknown(struct arena *arena, const struct pass_level *const *levels, unsigned count,
             const char *selector)
{
    struct suggestion near = suggest_begin(selector);
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < levels[i]->count; k++)
            suggest_offer(&near, levels[i]->rows[k].name, strlen(levels[i]->rows[k].name));
    if (near.best)
        return arena_printf(arena, "unknown pass '%s'; did you mean '%s'?", selector, near.best);
    return arena_printf(arena, "unknown pass '%s'", selector);
}

const char *
pass_check_selector(struct arena *arena, const struct pass_level *const *levels, unsigned count,
                    const char *selector, bool optional)
{
    const struct pass_level *level = level_of(levels, count, selector);
    const char *colon = strchr(selector, ':');
    if (!level)
        return tell_unknown(arena, levels, count, selector);
    if (colon && !is_number(colon + 1))
        return arena_printf(arena, "'%s' is no number of a row: PASS:1 is the first", colon + 1);
    unsigned rows = count_rows(level, selector);
    if (colon && (strlen(colon) > 4 || strtoul(colon + 1, NULL, 10) > rows))
        return arena_printf(arena, "there is no '%s': that pass has %u row%s", selector, rows,
                            rows > 1 ? "s" : "");
    for (unsigned i = 0; i < level->count && optional; i++)
        if (level->rows[i].kind == PASS_LOWER && selects(level, selector, &level->rows[i]))
            return arena_printf(arena, "'%s' must run", pass_label(arena, level, &level->rows[i]));
    return NULL;
}

/* ---- running ---- */

static bool
is_disabled(const struct pass_run *run, const struct pass_row *row)
{
    vec_foreach (const char *const, selector, &run->options->disabled)
        if (selects(run->level, *selector, row))
            return true;
    return false;
}

static bool
runs(const struct pass_run *run, const struct pass_row *row, unsigned forms)
{
    bool has_forms = (row->requires & ~forms) == 0;
    if (row->kind == PASS_OPT)
        return has_forms && run->options->optimise && !is_disabled(run, row);
    if (!has_forms)
        ice(run->guard, "%s: a form that it requires does not hold", row->name);
    return true;
}

static void
validate(const struct pass_run *run, const struct pass_row *row, const void *function,
         unsigned forms)
{
    struct arena scratch;
    arena_init_scratch(&scratch, run->arena->allocator, run->guard);
    const char *wrong = run->level->validate(function, forms, &scratch);
    wrong = wrong ? arena_strdup(run->arena, wrong) : NULL;
    arena_free(&scratch);
    if (wrong)
        ice(run->guard, "after %s: %s", pass_label(run->arena, run->level, row), wrong);
}

static void
print(const struct pass_run *run, const struct pass_row *row, const void *function)
{
    struct strbuf *dump = run->options->dump;
    const char *wanted = run->options->print_after;
    if (!dump || (strcmp(wanted, "all") != 0 && !selects(run->level, wanted, row)))
        return;
    strbuf_printf(dump, "; after %s\n", pass_label(run->arena, run->level, row));
    run->level->print(dump, function);
}

/* A pass may say that it changed something where the text stays, and the other way round. */
static void
keep_text(const struct pass_run *run, const struct pass_row *row, void *function)
{
    struct pass_texts *texts = run->options->texts;
    struct arena scratch;
    arena_init_scratch(&scratch, run->arena->allocator, run->guard);
    struct strbuf text = strbuf_new(&scratch);
    run->level->print_named(&text, function, texts->function);
    if (text.length && !(texts->at.count && strcmp(vec_last(&texts->at).text, text.text) == 0)) {
        struct pass_text kept = {pass_label(texts->arena, run->level, row),
                                 arena_strndup(texts->arena, text.text, text.length)};
        vec_push(texts->arena, &texts->at, kept);
    }
    arena_free(&scratch);
}

/* One pass and what the options want around it. */
static void
run_row(const struct pass_run *run, const struct pass_row *row, void *function, unsigned forms)
{
    struct pass_options *options = run->options;
    bool changed = true;
    if (run->guard)
        run->guard->pass = row->name;
    if (row->pass) {
        uint64_t start = pass_clock(options);
        changed = run->level->run(run, row, function);
        pass_note_time(options, row->name, start);
    }
    if (options->validate)
        validate(run, row, function, forms);
    const char *wrong = options->stress && changed ? run->level->reread(function) : NULL;
    if (wrong)
        ice(run->guard, "after %s: %s", row->name, wrong);
    if (options->print_after)
        print(run, row, function);
    if (options->texts)
        keep_text(run, row, function);
}

bool
pass_run_rows(const struct pass_run *run, unsigned pipeline, void *function)
{
    const char *stop_after = run->options->stop_after;
    unsigned own = 0, *forms = run->level->forms ? run->level->forms(function) : &own;
    for (unsigned i = 0; i < run->level->count; i++) {
        const struct pass_row *row = &run->level->rows[i];
        if (row->pipeline != pipeline)
            continue;
        if (runs(run, row, *forms)) {
            *forms = (*forms & ~(unsigned)row->loses) | row->makes;
            guard_poll(run->guard);
            run_row(run, row, function, *forms);
        }
        if (stop_after && selects(run->level, stop_after, row))
            return false;
    }
    return true;
}

/* An optional pass may require what holds when all passes run.  A pass that must run may require
 * only what also holds when no optional pass runs: not what an optional pass makes, nor what one
 * loses. */
bool
pass_check_forms(const struct pass_level *level, unsigned pipelines, struct strbuf *message)
{
    unsigned all = 0, least = 0;
    for (unsigned i = 0; i < level->count; i++) {
        const struct pass_row *row = &level->rows[i];
        if (!(pipelines >> row->pipeline & 1))
            continue;
        bool is_optional = row->kind == PASS_OPT;
        if (row->requires & ~(is_optional ? all : all & least)) {
            strbuf_printf(message, "row %u, %s: a form that it requires does not hold\n", i + 1,
                          row->name);
            return false;
        }
        all = (all & ~(unsigned)row->loses) | row->makes;
        least = (least & ~(unsigned)row->loses) | (is_optional ? 0 : row->makes);
    }
    return true;
}

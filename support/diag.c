#include "support/diag.h"

#include <stdarg.h>
#include <string.h>

struct row {
    uint8_t level, when;
    const char *group, *format;
};

static const struct row rows[DIAG_COUNT] = {
#define ERROR(id, text)                [DIAG_##id] = {DIAG_ERROR, DIAG_DEFAULT, NULL, text},
#define WARNING(id, group, when, text) [DIAG_##id] = {DIAG_WARNING, DIAG_##when, group, text},
#define NOTE(id, text)                 [DIAG_##id] = {DIAG_NOTE, DIAG_DEFAULT, NULL, text},
#include "support/diag.def"
};

void
diag_init(struct diag *diag, struct arena *arena)
{
    *diag = (struct diag){.arena = arena, .log = strbuf_new(arena), .error_limit = 20};
}

enum diag_level
diag_level(enum diag_id id)
{
    return (enum diag_level)rows[id].level;
}

const char *
diag_format(enum diag_id id)
{
    return rows[id].format;
}

const char *
diag_group(enum diag_id id)
{
    return rows[id].group;
}

/* Does -W<name> mean this row? */
static bool
is_in_group(const struct row *row, const char *name)
{
    if (!row->group)
        return false;
    if (strcmp(name, "everything") == 0)
        return true;
    if (strcmp(name, "all") == 0)
        return row->when == DIAG_ALL;
    if (strcmp(name, "extra") == 0)
        return row->when == DIAG_EXTRA;
    return strcmp(name, row->group) == 0;
}

bool
diag_set_group(struct diag *diag, const char *name, enum diag_state state)
{
    bool found = false;
    for (unsigned id = 1; id < DIAG_COUNT; id++) {
        if (!is_in_group(&rows[id], name))
            continue;
        found = true;
        diag->states[id] = (uint8_t)state;
    }
    return found;
}

/* The level of a warning, DIAG_NOTE: not shown. */
static enum diag_level
warning_level(const struct diag *diag, enum diag_id id)
{
    enum diag_state state = (enum diag_state)diag->states[id];
    if (state == DIAG_FATAL)
        return DIAG_ERROR;
    bool is_on = state == DIAG_SHOWN || (state == DIAG_UNSET && rows[id].when == DIAG_DEFAULT);
    if (!is_on || diag->no_warnings)
        return DIAG_NOTE;
    return diag->warnings_errors ? DIAG_ERROR : DIAG_WARNING;
}

bool
diag_is_on(const struct diag *diag, enum diag_id id)
{
    return rows[id].level != DIAG_WARNING || warning_level(diag, id) != DIAG_NOTE;
}

void
diag_range(struct diag *diag, loc_t first, loc_t last)
{
    vec_push(diag->arena, &diag->next.ranges, (struct diag_range){first, last});
}

void
diag_fixit(struct diag *diag, loc_t first, loc_t last, const char *text)
{
    struct diag_fixit fixit = {{first, last}, arena_strdup(diag->arena, text)};
    vec_push(diag->arena, &diag->next.fixits, fixit);
}

static bool
is_in_system_header(const struct diag *diag, loc_t loc)
{
    struct diag_place place;
    return diag->resolve && diag->resolve(diag->sources, loc, &place) && place.is_system;
}

/* Counts the message; false: it is not shown. */
static bool
admit(struct diag *diag, struct diag_message *message)
{
    if (message->level == DIAG_NOTE)
        return !diag->silent;
    diag->silent = true;
    if (message->level == DIAG_WARNING) {
        message->level = warning_level(diag, message->id);
        if (message->level == DIAG_NOTE || is_in_system_header(diag, message->loc))
            return false;
    }
    if (message->level == DIAG_WARNING)
        diag->warnings++;
    else
        diag->errors++;
    bool is_beyond = diag->error_limit && diag->errors > diag->error_limit;
    if (is_beyond && message->level == DIAG_ERROR && diag->errors == diag->error_limit + 1)
        strbuf_puts(&diag->log, "error: too many errors emitted, the rest is not shown\n");
    diag->silent = is_beyond;
    return !is_beyond;
}

static void
report(struct diag *diag, loc_t loc, enum diag_id id, va_list args)
{
    struct diag_message message = diag->next;
    diag->next = (struct diag_message){0};
    message.id = id;
    message.loc = loc;
    message.level = (enum diag_level)rows[id].level;
    if (!admit(diag, &message))
        return;
    message.text = arena_vprintf(diag->arena, rows[id].format, args);
    diag_render(diag, &message);
    if (message.level != DIAG_NOTE && diag->backtrace)
        diag->backtrace(diag->sources, diag, loc);
}

void
diag_report_checked(struct diag *diag, loc_t loc, enum diag_id id, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    report(diag, loc, id, args);
    va_end(args);
}

void
diag_report(struct diag *diag, loc_t loc, enum diag_id id, ...)
{
    va_list args;
    va_start(args, id);
    report(diag, loc, id, args);
    va_end(args);
}

void
diag_unwind(struct diag *diag)
{
    guard_unwind(diag->arena->guard, GUARD_PROGRAM, "errors in the program");
}

#include "support/diag_row.h"

#include <stdarg.h>
#include <string.h>

void
diag_init(struct diag *diag, struct arena *arena)
{
    *diag = (struct diag){.arena = arena,
                          .log = strbuf_new(arena),
                          .error_limit = 20,
                          .macro_backtrace_limit = 6,
                          .final_from = UINT32_MAX};
}

void
diag_range(struct diag *diag, loc_t first, loc_t last)
{
    vec_push(diag->arena, &diag->next.ranges, (struct diag_range){first, last});
}

void
diag_fixit(struct diag *diag, loc_t first, loc_t last, const char *text)
{
    struct diag_location location;
    struct diag_fixit fixit = {{first, last}, arena_strdup(diag->arena, text)};
    if (diag->resolve && diag->resolve(diag->sources, first, &location) && location.in_macro)
        return;
    vec_push(diag->arena, &diag->next.fixits, fixit);
}

bool
diag_fixit_locations(const struct diag *diag, const struct diag_fixit *fixit,
                     struct diag_location *first, struct diag_location *past)
{
    loc_t last = fixit->range.last;
    if (!diag->resolve || !diag->resolve(diag->sources, fixit->range.first, first) ||
        !diag->resolve(diag->sources, last ? last : fixit->range.first, past))
        return false;
    past->column += last != 0;
    return true;
}

static bool
is_in_system_header(const struct diag *diag, loc_t loc)
{
    struct diag_location location;
    return diag->resolve && diag->resolve(diag->sources, loc, &location) && location.is_system;
}

/* Counts the message; false: it is not shown. */
static bool
admit(struct diag *diag, struct diag_message *message)
{
    if (message->level == DIAG_NOTE)
        return !diag->silent;
    diag->silent = true;
    diag->is_broken = diag->is_broken || message->level == DIAG_ERROR;
    diag->losses += message->level == DIAG_ERROR && !diag_rows[message->id].is_misfit;
    if (message->level == DIAG_WARNING) {
        message->level = diag_warning_level(diag, message->id);
        if (message->level == DIAG_NOTE || is_in_system_header(diag, message->loc))
            return false;
    }
    if (message->level == DIAG_WARNING)
        diag->warnings++;
    else
        diag->errors++;
    diag->silent = false;
    return true;
}

static bool
is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* A message without ranges underlines the word at its location, unless something is missing there. */
static void
underline_word(struct diag *diag, struct diag_message *message)
{
    struct diag_location location;
    if (message->level == DIAG_NOTE || message->ranges.count || message->fixits.count ||
        !diag->resolve || !diag->resolve(diag->sources, message->loc, &location) ||
        location.in_macro || !location.line_text)
        return;
    uint32_t first = location.column - 1, end = first;
    while (end < location.line_length && is_word(location.line_text[end])) {
        guard_poll_along(diag->arena->guard, location.line_text + end);
        end++;
    }
    bool is_inside =
        first && first < location.line_length && is_word(location.line_text[first - 1]);
    struct diag_range range = {message->loc, message->loc + (end - first) - 1};
    /* one letter has the caret already, and a location inside a word means something else than the
     * word */
    if (end > first + 1 && !is_inside)
        vec_push(diag->arena, &message->ranges, range);
}

static const char *
spell_aliases(struct arena *arena, const char *text)
{
    struct strbuf out = strbuf_new(arena);
    bool is_open = false;
    if (!strstr(text, DIAG_AKA))
        return text;
    for (; *text; text++) {
        bool is_alias = *text == DIAG_AKA[0];
        if (is_alias)
            strbuf_puts(&out, "' (aka '");
        else
            strbuf_add(&out, text, 1);
        /* the quote that ends the alias ends the parenthesis, too */
        if (is_open && *text == '\'')
            strbuf_puts(&out, ")");
        is_open = is_alias || (is_open && *text != '\'');
    }
    return out.text;
}

static void
report(struct diag *diag, loc_t loc, enum diag_id id, va_list args)
{
    struct diag_message message = diag->next;
    diag->next = (struct diag_message){0};
    message.id = id;
    message.loc = loc;
    message.level = diag_rows[id].level;
    if (!admit(diag, &message))
        return;
    underline_word(diag, &message);
    message.text =
        spell_aliases(diag->arena, arena_vprintf(diag->arena, diag_rows[id].format, args));
    vec_push(diag->arena, &diag->messages, message);
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
    uint32_t last = diag->messages.count;
    while (last && diag->messages.at[--last].level == DIAG_NOTE)
        ;
    diag->final_from = last;
    guard_unwind(diag->arena->guard, GUARD_PROGRAM, "errors in the program");
}

void
diag_finish(struct diag *diag, const char *version)
{
    bool is_cut = diag_arrange(diag);
    if (diag->format == DIAG_JSON) {
        diag_write_json(diag, &diag->log);
    } else if (diag->format == DIAG_SARIF) {
        diag_write_sarif(diag, &diag->log, version);
    } else {
        vec_foreach (struct diag_message, message, &diag->messages)
            diag_render(diag, message);
        if (is_cut)
            strbuf_puts(&diag->log, "error: too many errors emitted, the rest is not shown\n");
    }
}

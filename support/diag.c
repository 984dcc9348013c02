#include "support/diag.h"

#include <stdarg.h>

void
diag_init(struct diag *diag, struct arena *arena)
{
    *diag = (struct diag){.arena = arena, .log = strbuf_new(arena), .error_limit = 20};
}

enum { LINE_WIDTH = 200 }; /* of longer lines the part around the column is shown */

static void
render_caret(struct strbuf *log, const struct diag_place *place)
{
    uint32_t first = 0, end = place->line_length, caret = place->column - 1;
    if (end > LINE_WIDTH) {
        first = caret > LINE_WIDTH / 2 ? caret - LINE_WIDTH / 2 : 0;
        end = end - first > LINE_WIDTH ? first + LINE_WIDTH : end;
    }
    while (first > 0 && ((unsigned char)place->line_text[first] & 0xc0) == 0x80)
        first--;
    for (uint32_t i = first; i < end; i++) { /* control characters would spoil log and terminal */
        char c = place->line_text[i];
        strbuf_add(log, (unsigned char)c < ' ' && c != '\t' ? " " : &c, 1);
    }
    strbuf_puts(log, "\n");
    for (uint32_t i = first; i < caret; i++) { /* tabs stay tabs, so the caret lines up */
        unsigned char c = i < place->line_length ? (unsigned char)place->line_text[i] : ' ';
        if ((c & 0xc0) != 0x80) /* UTF-8: a character of several bytes is one column wide */
            strbuf_puts(log, c == '\t' ? "\t" : " ");
    }
    strbuf_puts(log, "^\n");
}

static void
render(struct diag *diag, enum diag_level level, loc_t loc, const char *format, va_list args)
{
    static const char *const names[] = {"note", "warning", "error"};
    struct diag_place place;
    bool placed = diag->resolve && diag->resolve(diag->sources, loc, &place);
    const char *message = arena_vprintf(diag->arena, format, args);
    if (placed)
        strbuf_printf(&diag->log, "%s:%u:%u: ", place.file, place.line, place.column);
    strbuf_printf(&diag->log, "%s: %s\n", names[level], message);
    if (placed && place.line_text)
        render_caret(&diag->log, &place);
    if (level != DIAG_NOTE && diag->backtrace)
        diag->backtrace(diag->sources, diag, loc);
}

/* Notes belong to the message before them and are dropped with it. */
static bool
silenced(const struct diag *diag)
{
    return diag->error_limit && diag->errors > diag->error_limit;
}

void
diag_error(struct diag *diag, loc_t loc, const char *format, ...)
{
    diag->errors++;
    if (silenced(diag)) {
        if (diag->errors == diag->error_limit + 1)
            strbuf_puts(&diag->log, "error: too many errors emitted, the rest is not shown\n");
        return;
    }
    va_list args;
    va_start(args, format);
    render(diag, DIAG_ERROR, loc, format, args);
    va_end(args);
}

void
diag_fatal(struct diag *diag, loc_t loc, const char *format, ...)
{
    diag->errors++;
    va_list args;
    va_start(args, format);
    if (!silenced(diag))
        render(diag, DIAG_ERROR, loc, format, args);
    va_end(args);
    guard_unwind(diag->arena->guard, GUARD_PROGRAM, "errors in the program");
}

void
diag_warning(struct diag *diag, loc_t loc, const char *format, ...)
{
    struct diag_place place;
    if (diag->no_warnings ||
        (diag->resolve && diag->resolve(diag->sources, loc, &place) && place.is_system))
        return;
    if (diag->warnings_errors)
        diag->errors++;
    else
        diag->warnings++;
    if (silenced(diag))
        return;
    va_list args;
    va_start(args, format);
    render(diag, diag->warnings_errors ? DIAG_ERROR : DIAG_WARNING, loc, format, args);
    va_end(args);
}

void
diag_note(struct diag *diag, loc_t loc, const char *format, ...)
{
    if (silenced(diag))
        return;
    va_list args;
    va_start(args, format);
    render(diag, DIAG_NOTE, loc, format, args);
    va_end(args);
}

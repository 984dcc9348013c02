/* Messages as text: "file:line:column: level: sentence [-Wname]", the line, a caret under the
 * location, tildes under the ranges, and below them what would mend the program. */
#include "support/diag_row.h"

#include <string.h>

/* Colours as other compilers have them: bold for the sentence, a hue for the severity. */
#define PLAIN "\033[0m"
#define BOLD  "\033[1m"
#define GREEN "\033[0;1;32m"
static const struct {
    const char *name, *colour;
} levels[] = {{"note", "\033[0;1;36m"}, {"warning", "\033[0;1;35m"}, {"error", "\033[0;1;31m"}};

enum { LINE_WIDTH = 200 }; /* longer lines: only the part around the column is shown */

/* The shown part of a line: bytes first..end of location->line_text. */
struct window {
    const struct diag_location *location;
    uint32_t first, end;
};

static void
colour(struct diag *diag, const char *code)
{
    if (diag->coloured)
        strbuf_puts(&diag->log, code);
}

static bool
is_continuation(unsigned char c) /* UTF-8: a character of several bytes is one column wide */
{
    return (c & 0xc0) == 0x80;
}

static struct window
window_around(const struct diag_location *location)
{
    struct window w = {location, 0, location->line_length};
    uint32_t caret = location->column - 1;
    if (w.end > LINE_WIDTH) {
        w.first = caret > LINE_WIDTH / 2 ? caret - LINE_WIDTH / 2 : 0;
        w.end = w.end - w.first > LINE_WIDTH ? w.first + LINE_WIDTH : w.end;
    }
    for (int i = 0; i < 3 && w.first > 0; i++) /* no character has more than three of them */
        if (is_continuation((unsigned char)location->line_text[w.first]))
            w.first--;
    return w;
}

static void
render_line(struct strbuf *log, const struct window *w)
{
    for (uint32_t i = w->first; i < w->end; i++) { /* control characters would spoil a terminal */
        char c = w->location->line_text[i];
        strbuf_add(log, (unsigned char)c < ' ' && c != '\t' ? " " : &c, 1);
    }
    strbuf_puts(log, "\n");
}

/* Writes the marks under the shown line; tabs stay tabs, so that marks line up. */
static void
render_marks(struct strbuf *log, const struct window *w, const char *marks, uint32_t end)
{
    for (uint32_t i = w->first; i < end; i++) {
        unsigned char c =
            i < w->location->line_length ? (unsigned char)w->location->line_text[i] : ' ';
        char mark = marks[i - w->first];
        if (mark != ' ')
            strbuf_add(log, &mark, 1);
        else if (!is_continuation(c))
            strbuf_puts(log, c == '\t' ? "\t" : " ");
    }
    strbuf_puts(log, "\n");
}

/* Byte offsets [*first, *end) of a range in the line of the message, cut to it; false: it lies
 * elsewhere. */
static bool
range_in_line(const struct diag *diag, const struct window *w, const struct diag_range *range,
              uint32_t *first, uint32_t *end)
{
    struct diag_location from, to;
    if (!diag->resolve(diag->sources, range->first, &from) ||
        !diag->resolve(diag->sources, range->last, &to))
        return false;
    const struct diag_location *here = w->location;
    if (from.line > here->line || to.line < here->line || strcmp(from.file, here->file) != 0 ||
        strcmp(to.file, here->file) != 0)
        return false;
    *first = from.line < here->line ? 0 : from.column - 1;
    *end = to.line > here->line ? here->line_length : to.column;
    if (*first < w->first)
        *first = w->first;
    if (*end > w->end)
        *end = w->end;
    return *first < *end;
}

static void
render_caret(struct diag *diag, const struct diag_message *message, const struct window *w)
{
    uint32_t caret = w->location->column - 1, marked = caret + 1, first, end;
    char marks[LINE_WIDTH + 8];
    memset(marks, ' ', sizeof marks);
    for (uint32_t i = 0; i < message->ranges.count; i++) {
        if (!range_in_line(diag, w, &message->ranges.at[i], &first, &end))
            continue;
        for (uint32_t k = first; k < end; k++)
            if (!is_continuation((unsigned char)w->location->line_text[k]))
                marks[k - w->first] = '~';
        marked = end > marked ? end : marked;
    }
    marks[caret - w->first] = '^';
    colour(diag, GREEN);
    render_marks(&diag->log, w, marks, marked);
    colour(diag, PLAIN);
}

/* The texts of fix-its of this line, each under the location that it is for. */
static void
render_fixits(struct diag *diag, const struct diag_message *message, const struct window *w)
{
    uint32_t at = w->first;
    bool any = false;
    for (uint32_t i = 0; i < message->fixits.count; i++) {
        const struct diag_fixit *fixit = &message->fixits.at[i];
        struct diag_location location;
        if (!*fixit->text || !diag->resolve(diag->sources, fixit->range.first, &location) ||
            location.line != w->location->line || strcmp(location.file, w->location->file) != 0 ||
            location.column - 1 < at || location.column - 1 > w->end)
            continue;
        /* blanks up to its column; tabs stay tabs */
        for (; at < location.column - 1; at++) {
            char c = at < w->location->line_length ? w->location->line_text[at] : ' ';
            if (!is_continuation((unsigned char)c))
                strbuf_puts(&diag->log, c == '\t' ? "\t" : " ");
        }
        colour(diag, GREEN);
        strbuf_puts(&diag->log, fixit->text);
        colour(diag, PLAIN);
        at += (uint32_t)strlen(fixit->text);
        any = true;
    }
    if (any)
        strbuf_puts(&diag->log, "\n");
}

void
diag_render(struct diag *diag, const struct diag_message *message)
{
    struct diag_location location;
    guard_poll(diag->arena->guard);
    bool placed = diag->resolve && diag->resolve(diag->sources, message->loc, &location);
    const char *group = diag_group(message->id);
    colour(diag, BOLD);
    if (placed)
        strbuf_printf(&diag->log, "%s:%u:%u: ", location.file, location.line, location.column);
    colour(diag, levels[message->level].colour);
    strbuf_printf(&diag->log, "%s: ", levels[message->level].name);
    colour(diag, message->level == DIAG_NOTE ? PLAIN : PLAIN BOLD);
    strbuf_puts(&diag->log, message->text);
    bool is_promoted = message->level == DIAG_ERROR && diag_rows[message->id].level == DIAG_WARNING;
    if (group)
        strbuf_printf(&diag->log, " [%s-W%s]", is_promoted ? "-Werror," : "", group);
    else if (is_promoted)
        strbuf_puts(&diag->log, " [-Werror]");
    colour(diag, PLAIN);
    strbuf_puts(&diag->log, "\n");
    if (!placed || !location.line_text)
        return;
    struct window w = window_around(&location);
    render_line(&diag->log, &w);
    render_caret(diag, message, &w);
    render_fixits(diag, message, &w);
}

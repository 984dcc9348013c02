/* Texts that statements come from: files, macros at work; and the locations in them. */
#include "gcn/asm/assembler.h"

#include <string.h>

bool
text_enter(struct assembler *as, const char *name, const char *text, size_t length, loc_t origin,
           bool is_expansion)
{
    enum { MAX_NESTED = 64, MAX_EXPANDED = 1 << 26 };
    const struct source_text *last = as->texts.count ? &vec_last(&as->texts) : NULL;
    loc_t base = last ? last->base + last->length + 1 : 1;
    as->expanded += is_expansion ? length : 0;
    bool fits = as->inputs.count < MAX_NESTED && as->expanded <= MAX_EXPANDED &&
                length < UINT32_MAX - 2 - base;
    if (!fits) {
        diag_error(as->diag, origin, assembly_nesting);
        as->has_ended = true;
        return false;
    }
    struct source_text made = {name, text, (uint32_t)length, base, origin, is_expansion, 0, 0};
    vec_push(as->arena, &as->texts, made);
    vec_push(as->arena, &as->inputs, (struct input){as->texts.count - 1, 0, as->conditions.count});
    return true;
}

/* Blanks out a comment at `at`, also over several lines; where it ends. */
static uint32_t
blank_comment(struct assembler *as, const struct source_text *text, uint32_t at)
{
    bool is_block = text->text[at] == '/' && text->text[at + 1] == '*';
    loc_t loc = text->base + at;
    for (; at < text->length; at++) {
        const char *c = text->text + at;
        if (is_block && at + 1 < text->length && c[0] == '*' && c[1] == '/') {
            strbuf_add(&as->line, "  ", 2);
            return at + 2;
        }
        if (!is_block && *c == '\n')
            return at;
        strbuf_add(&as->line, " ", 1);
    }
    if (is_block)
        diag_error(as->diag, loc, unterminated_comment);
    return at;
}

static bool
begins_comment(const struct source_text *text, uint32_t at)
{
    char c = text->text[at], next = at + 1 < text->length ? text->text[at + 1] : '\0';
    return c == ';' || (c == '/' && (next == '/' || next == '*'));
}

/* Copies a string with its quotes, which a line's end closes; where it ends. */
static uint32_t
copy_string(struct assembler *as, const struct source_text *text, uint32_t at)
{
    uint32_t start = at++;
    while (at < text->length && text->text[at] != '"' && text->text[at] != '\n')
        at += text->text[at] == '\\' && at + 1 < text->length && text->text[at + 1] != '\n' ? 2 : 1;
    at = at < text->length && text->text[at] == '"' ? at + 1 : at;
    at = at < text->length ? at : text->length;
    strbuf_add(&as->line, text->text + start, at - start);
    return at;
}

static uint32_t
copy_plain(struct assembler *as, const struct source_text *text, uint32_t at)
{
    uint32_t start = at;
    while (at < text->length && text->text[at] != '\n' && text->text[at] != '"' &&
           (at == start || !begins_comment(text, at)))
        at++;
    strbuf_add(&as->line, text->text + start, at - start);
    return at;
}

bool
text_next_line(struct assembler *as)
{
    while (as->inputs.count) {
        struct input *input = &vec_last(&as->inputs);
        const struct source_text *text = &as->texts.at[input->text];
        uint32_t at = input->at;
        if (at >= text->length) {
            condition_close(as, input->conditions);
            as->inputs.count--;
            continue;
        }
        as->line.length = 0;
        as->line_loc = text->base + at;
        strbuf_puts(&as->line, "");
        while (at < text->length && text->text[at] != '\n') {
            if (begins_comment(text, at))
                at = blank_comment(as, text, at);
            else if (text->text[at] == '"')
                at = copy_string(as, text, at);
            else
                at = copy_plain(as, text, at);
        }
        input->at = at + 1;
        as->cursor = (struct cursor){as->line.text, as->line.text + as->line.length};
        return true;
    }
    return false;
}

bool
text_raw_line(struct assembler *as, const char **line, size_t *length)
{
    struct input *input = as->inputs.count ? &vec_last(&as->inputs) : NULL;
    const struct source_text *text = input ? &as->texts.at[input->text] : NULL;
    if (!text || input->at >= text->length)
        return false;
    *line = text->text + input->at;
    const char *end = memchr(*line, '\n', text->length - input->at);
    *length = end ? (size_t)(end - *line) : text->length - input->at;
    input->at += (uint32_t)*length + 1;
    return true;
}

size_t
text_first_word(const char *line, size_t length, const char **word)
{
    size_t start = 0, end;
    while (start < length && (line[start] == ' ' || line[start] == '\t'))
        start++;
    for (end = start; end < length && scan_is_name(line[end], false);)
        end++;
    *word = line + start;
    return end - start;
}

bool
text_is_word(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

loc_t
text_loc(const struct assembler *as, const char *at)
{
    return as->line_loc + (loc_t)(at - as->line.text);
}

loc_t
text_here(struct assembler *as)
{
    scan_space(&as->cursor);
    return text_loc(as, as->cursor.next);
}

/* ---- locations ---- */

static struct source_text *
find(const struct assembler *as, loc_t loc)
{
    uint32_t low = 0, high = as->texts.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (as->texts.at[middle].base <= loc)
            low = middle;
        else
            high = middle;
    }
    return loc && high && loc >= as->texts.at[low].base ? &as->texts.at[low] : NULL;
}

/* Number of the line that begins at `start`: counted on from the last one asked for, as texts of many
 * thousand lines may have a message for each. */
static uint32_t
line_number(struct source_text *text, uint32_t start)
{
    if (start < text->counted) {
        text->counted = 0;
        text->counted_lines = 0;
    }
    for (const char *p = text->text + text->counted;
         (p = memchr(p, '\n', (size_t)(text->text + start - p))); p++)
        text->counted_lines++;
    text->counted = start;
    return text->counted_lines + 1;
}

static bool
resolve(void *sources, loc_t loc, struct diag_location *location)
{
    struct source_text *text = find(sources, loc);
    if (!text)
        return false;
    uint32_t at = loc - text->base, start = at < text->length ? at : text->length;
    uint32_t end = start;
    while (start && text->text[start - 1] != '\n')
        start--;
    while (end < text->length && text->text[end] != '\n')
        end++;
    *location = (struct diag_location){.file = text->name,
                                       .line = line_number(text, start),
                                       .column = at - start + 1,
                                       .is_included = text->origin != 0,
                                       .line_text = text->text + start,
                                       .line_length = end - start};
    return true;
}

/* The place in the first file that a location came from. */
static loc_t
root_of(const struct assembler *as, loc_t loc)
{
    const struct source_text *text = find(as, loc);
    for (; text && text->origin; text = find(as, loc))
        loc = text->origin;
    return loc;
}

static bool
is_after(void *sources, loc_t first, loc_t second)
{
    loc_t a = root_of(sources, first), b = root_of(sources, second);
    return a == b ? first > second : a > b;
}

/* Where the texts came from; of too many the inner ones, and the first. */
static void
backtrace(void *sources, struct diag *diag, loc_t loc)
{
    const struct source_text *text = find(sources, loc), *outer;
    for (uint32_t i = 1; text && text->origin; text = outer, i++) {
        outer = find(sources, text->origin);
        bool is_last = !outer || !outer->origin;
        if (!is_last && i >= diag->macro_backtrace_limit)
            continue;
        if (text->is_expansion)
            diag_note(diag, text->origin, assembly_expanded);
        else
            diag_note(diag, text->origin, assembly_included);
    }
}

void
text_resolver(struct assembler *as)
{
    as->diag->sources = as;
    as->diag->resolve = resolve;
    as->diag->is_after = is_after;
    as->diag->backtrace = backtrace;
}

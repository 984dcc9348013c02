/* Parts of a statement: punctuation, names, strings, expressions. */
#include "gcn/asm/assembler.h"

#include <ctype.h>
#include <string.h>

void
scan_space(struct cursor *cursor)
{
    while (cursor->next < cursor->end && isspace((unsigned char)*cursor->next))
        cursor->next++;
}

bool
scan_at_end(struct assembler *as)
{
    scan_space(&as->cursor);
    return as->cursor.next == as->cursor.end;
}

bool
scan_accept(struct assembler *as, char c)
{
    if (scan_at_end(as) || *as->cursor.next != c)
        return false;
    as->cursor.next++;
    return true;
}

void
scan_skip(struct assembler *as)
{
    as->cursor.next = as->cursor.end;
}

bool
scan_missing(struct assembler *as, const char *what)
{
    diag_error(as->diag, text_here(as), assembly_expected, what);
    scan_skip(as);
    return false;
}

bool
scan_expect(struct assembler *as, char c)
{
    return scan_accept(as, c) || scan_missing(as, arena_printf(as->arena, "'%c'", c));
}

bool
scan_expect_end(struct assembler *as)
{
    return scan_at_end(as) || scan_missing(as, "the end of the line");
}

bool
scan_is_name(char c, bool is_first)
{
    return isalpha((unsigned char)c) || c == '_' || c == '.' || c == '$' ||
           (unsigned char)c > 127 || (!is_first && isdigit((unsigned char)c));
}

const char *
scan_name(struct assembler *as, struct cursor *cursor)
{
    scan_space(cursor);
    const char *start = cursor->next, *end = start;
    if (start < cursor->end && *start == '"') {
        end = memchr(start + 1, '"', (size_t)(cursor->end - start - 1));
        if (!end || end == start + 1 || memchr(start, '\0', (size_t)(end - start)))
            return NULL;
        cursor->next = end + 1;
        return intern_text(&as->names, start + 1, (size_t)(end - start - 1));
    }
    while (end < cursor->end && scan_is_name(*end, end == start))
        end++;
    if (end == start)
        return NULL;
    cursor->next = end;
    return intern_text(&as->names, start, (size_t)(end - start));
}

const char *
scan_expect_name(struct assembler *as, const char *what)
{
    const char *name = scan_name(as, &as->cursor);
    if (!name)
        scan_missing(as, what);
    return name;
}

const char *
scan_word(struct assembler *as)
{
    scan_space(&as->cursor);
    const char *start = as->cursor.next;
    while (as->cursor.next < as->cursor.end && scan_is_name(*as->cursor.next, false))
        as->cursor.next++;
    return arena_strndup(as->arena, start, (size_t)(as->cursor.next - start));
}

/* One character after a backslash: letters, octal numbers, \x numbers; -1: it is none of these. */
static int
unescape(const char **next, const char *end)
{
    static const char letters[] = "bfnrt\"\\", values[] = "\b\f\n\r\t\"\\";
    const char *p = *next;
    unsigned value = 0, digits = 0;
    const char *letter = *p ? strchr(letters, *p) : NULL;
    if (letter) {
        *next = p + 1;
        return values[letter - letters];
    }
    if ((*p == 'x' || *p == 'X') && p + 1 < end && isxdigit((unsigned char)p[1])) {
        for (p++; p < end && isxdigit((unsigned char)*p); p++)
            value = value * 16 +
                    (unsigned)(isdigit((unsigned char)*p) ? *p - '0' : (*p | 32) - 'a' + 10);
        *next = p;
        return (int)(value & 0xff);
    }
    for (; p < end && digits < 3 && *p >= '0' && *p <= '7'; p++, digits++)
        value = value * 8 + (unsigned)(*p - '0');
    *next = digits ? p : *next;
    return digits && value <= 0xff ? (int)value : -1;
}

const char *
scan_string(struct assembler *as, size_t *length)
{
    struct cursor *cursor = &as->cursor;
    struct strbuf text = strbuf_new(as->arena);
    if (!scan_accept(as, '"'))
        return NULL;
    strbuf_puts(&text, "");
    while (cursor->next < cursor->end && *cursor->next != '"') {
        const char *start = cursor->next;
        int value = (unsigned char)*cursor->next++;
        if (value == '\\' && cursor->next < cursor->end)
            value = unescape(&cursor->next, cursor->end);
        if (value < 0) {
            cursor->next = start;
            return NULL;
        }
        char c = (char)value;
        strbuf_add(&text, &c, 1);
    }
    if (!scan_accept(as, '"'))
        return NULL;
    *length = text.length;
    return text.text;
}

const struct expression *
scan_expression(struct assembler *as)
{
    const struct expression *e = expression_parse(as, &as->cursor, false);
    if (e)
        return e;
    diag_error(as->diag, text_loc(as, as->expected_at), assembly_expected, as->expected);
    scan_skip(as);
    return NULL;
}

bool
scan_integer(struct assembler *as, int64_t *value)
{
    loc_t loc = text_here(as);
    const struct expression *e = scan_expression(as);
    if (!e)
        return false;
    if (expression_is_absolute(as, e, value))
        return true;
    diag_error(as->diag, loc, assembly_expected, "an absolute expression");
    scan_skip(as);
    return false;
}

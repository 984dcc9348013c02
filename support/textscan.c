/* Tokens of the text forms: one pass over the bytes, one token at a time. */
#include "support/textscan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static const bool in_word[256] = {['0' ... '9'] = true, ['A' ... 'Z'] = true, ['a' ... 'z'] = true,
                                  ['_'] = true,         ['.'] = true,         ['$'] = true};

static int
hex_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

void
textscan_error(struct textscan *scan, const char *format, ...)
{
    if (!scan->error) {
        va_list args;
        va_start(args, format);
        const char *what = arena_vprintf(scan->arena, format, args);
        va_end(args);
        scan->error = arena_printf(scan->arena, "line %u: %s", scan->line, what);
    }
    scan->next = scan->end;
    scan->kind = TEXT_END;
    scan->length = 0;
}

/* Blanks, newlines and comments. */
static void
skip_space(struct textscan *scan)
{
    while (scan->next < scan->end) {
        char c = *scan->next;
        if (c == '\n') {
            scan->line++;
            scan->line_start = true;
        } else if (c == ';') {
            const char *newline = memchr(scan->next, '\n', (size_t)(scan->end - scan->next));
            scan->next = newline ? newline : scan->end;
            continue;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            return;
        }
        scan->next++;
    }
}

static void
scan_number(struct textscan *scan)
{
    const char *p = scan->next;
    bool negative = *p == '-';
    if (negative)
        p++;
    uint64_t value = 0;
    if (p + 2 < scan->end && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && hex_value(p[2]) >= 0) {
        for (p += 2; p < scan->end && hex_value(*p) >= 0; p++)
            value = value << 4 | (uint64_t)hex_value(*p);
    } else {
        for (; p < scan->end && is_digit(*p); p++)
            value = value * 10 + (uint64_t)(*p - '0');
    }
    scan->kind = TEXT_NUMBER;
    scan->number = negative ? -value : value;
    scan->next = p;
}

/* The current character is the opening quote. */
static void
scan_string(struct textscan *scan)
{
    const char *p = scan->next + 1;
    const char *close = p;
    while (close < scan->end && *close != '"' && *close != '\n')
        close++;
    if (close == scan->end || *close != '"') {
        textscan_error(scan, "unterminated string");
        return;
    }
    char *out = arena_alloc(scan->arena, (size_t)(close - p) + 1);
    uint32_t length = 0;
    while (p < close) {
        if (*p == '\\' && close - p >= 3 && hex_value(p[1]) >= 0 && hex_value(p[2]) >= 0) {
            out[length++] = (char)(hex_value(p[1]) << 4 | hex_value(p[2]));
            p += 3;
        } else {
            out[length++] = *p++;
        }
    }
    scan->kind = TEXT_STRING;
    scan->string = out;
    scan->string_length = length;
    scan->next = close + 1;
}

void
textscan_next(struct textscan *scan)
{
    scan->line_start = false;
    skip_space(scan);
    scan->start = scan->next;
    if (scan->next >= scan->end) {
        scan->kind = TEXT_END;
        scan->length = 0;
        return;
    }
    char c = *scan->next;
    if (is_digit(c) || (c == '-' && scan->next + 1 < scan->end && is_digit(scan->next[1]))) {
        scan_number(scan);
    } else if (in_word[(unsigned char)c]) {
        const char *end = scan->next;
        while (end < scan->end && in_word[(unsigned char)*end])
            end++;
        scan->kind = TEXT_WORD;
        scan->next = end;
    } else if (c == '"') {
        scan_string(scan);
    } else {
        scan->kind = TEXT_PUNCT;
        scan->next++;
    }
    scan->length = (uint32_t)(scan->next - scan->start);
}

void
textscan_init(struct textscan *scan, struct arena *arena, const char *text, size_t length)
{
    *scan = (struct textscan){.next = text, .end = text + length, .line = 1, .arena = arena};
    textscan_next(scan);
    scan->line_start = true;
}

bool
textscan_expect(struct textscan *scan, const char *text)
{
    if (textscan_accept(scan, text))
        return true;
    textscan_error(scan, "expected '%s' but found '%.*s'", text,
                   scan->length < 40 ? (int)scan->length : 40, scan->start);
    return false;
}

const char *
textscan_word(struct textscan *scan)
{
    if (scan->kind != TEXT_WORD) {
        textscan_error(scan, "expected a word but found '%.*s'",
                       scan->length < 40 ? (int)scan->length : 40, scan->start);
        return "";
    }
    const char *word = arena_strndup(scan->arena, scan->start, scan->length);
    textscan_next(scan);
    return word;
}

uint64_t
textscan_number(struct textscan *scan)
{
    if (scan->kind != TEXT_NUMBER) {
        textscan_error(scan, "expected a number but found '%.*s'",
                       scan->length < 40 ? (int)scan->length : 40, scan->start);
        return 0;
    }
    uint64_t number = scan->number;
    textscan_next(scan);
    return number;
}

/* Tokens for the text forms of IR and machine IR.
 *
 * Words are [A-Za-z_.$][A-Za-z0-9_.$]*, numbers are C's (decimal or 0x, optional minus), strings
 * are double-quoted with \xx escapes, everything else is one character.  ';' starts a comment. */
#ifndef OCC_SUPPORT_TEXTSCAN_H
#define OCC_SUPPORT_TEXTSCAN_H

#include "support/arena.h"

#include <stdbool.h>
#include <string.h>

enum text_kind { TEXT_END, TEXT_WORD, TEXT_NUMBER, TEXT_STRING, TEXT_PUNCT };

struct textscan {
    const char *next, *end;
    uint32_t line;       /* of the current token, from 1 */
    struct arena *arena; /* strings and the error message */
    const char *error;   /* first error: "line 3: expected ')'", NULL while all is well */
    enum text_kind kind; /* the current token */
    const char *start;   /* its text, not NUL-terminated */
    uint32_t length;
    uint64_t number; /* TEXT_NUMBER: value, two's complement */
    char *string;    /* TEXT_STRING: unescaped, NUL-terminated */
    uint32_t string_length;
    bool line_start; /* the token is the first of its line */
};

/* Starts and scans the first token. */
void textscan_init(struct textscan *scan, struct arena *arena, const char *text, size_t length);
/* Scans the next token; TEXT_END at the end and after an error. */
void textscan_next(struct textscan *scan);
/* Is the current token this word or one-character punctuation?  Most differ in the first letter. */
static inline bool
textscan_is(const struct textscan *scan, const char *text)
{
    return (scan->kind == TEXT_WORD || scan->kind == TEXT_PUNCT) && *scan->start == *text &&
           scan->length == strlen(text) && memcmp(scan->start, text, strlen(text)) == 0;
}

/* If so, steps over it. */
static inline bool
textscan_accept(struct textscan *scan, const char *text)
{
    bool is_it = textscan_is(scan, text);
    if (is_it)
        textscan_next(scan);
    return is_it;
}

/* Steps over it or records an error; false on error. */
bool textscan_expect(struct textscan *scan, const char *text);
/* A NUL-terminated copy of the current word, stepping over it; records an error if it is none. */
const char *textscan_word(struct textscan *scan);
/* The current number, stepping over it; records an error if it is none. */
uint64_t textscan_number(struct textscan *scan);
/* Records the first error, prefixed by the line, and moves to the end of the text. */
void textscan_error(struct textscan *scan, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

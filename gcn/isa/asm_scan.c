/* Characters, words and numbers of assembly text. */
#include "gcn/isa/asm_parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void
asm_error(struct asm_parser *p, const char *message)
{
    if (!p->error) {
        p->error = message;
        p->error_at = p->next;
    }
    p->next = p->end;
}

void
asm_skip_space(struct asm_parser *p)
{
    while (p->next < p->end && (*p->next == ' ' || *p->next == '\t'))
        p->next++;
}

bool
asm_at_end(struct asm_parser *p)
{
    asm_skip_space(p);
    return p->next == p->end;
}

bool
asm_accept(struct asm_parser *p, char c)
{
    asm_skip_space(p);
    if (p->next == p->end || *p->next != c)
        return false;
    p->next++;
    return true;
}

void
asm_expect(struct asm_parser *p, char c)
{
    if (!asm_accept(p, c))
        asm_error(p, arena_printf(p->arena, "expected '%c'", c));
}

bool
asm_is_word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

/* The length of the word ahead; 0 if there is none. */
size_t
asm_word_length(struct asm_parser *p)
{
    asm_skip_space(p);
    size_t length = 0;
    while (p->next + length < p->end && asm_is_word_char(p->next[length]))
        length++;
    return length;
}

static bool
is_text(const char *word, size_t length, const char *text)
{
    return strlen(text) == length && !strncasecmp(word, text, length);
}

bool
asm_accept_word(struct asm_parser *p, const char *text)
{
    size_t length = asm_word_length(p);
    if (!is_text(p->next, length, text))
        return false;
    p->next += length;
    return true;
}

static int64_t
parse_number(struct asm_parser *p)
{
    size_t length = asm_word_length(p);
    char *copy = arena_strndup(p->arena, p->next, length), *stop;
    if (length == 0 || *copy < '0' || *copy > '9') {
        asm_error(p, "expected a number");
        return 0;
    }
    bool binary = length > 2 && !strncasecmp(copy, "0b", 2);
    unsigned long long value = binary ? strtoull(copy + 2, &stop, 2) : strtoull(copy, &stop, 0);
    if (*stop) {
        asm_error(p, "malformed number");
        return 0;
    }
    p->next += length;
    return (int64_t)value;
}

/* A number, (x) or -x; depth bounds the recursion. */
static uint64_t parse_factor(struct asm_parser *p, unsigned depth);

static uint64_t
parse_product(struct asm_parser *p, unsigned depth)
{
    uint64_t value = parse_factor(p, depth);
    for (;;) {
        if (asm_accept(p, '*')) {
            value *= parse_factor(p, depth);
        } else if (asm_accept(p, '/')) {
            int64_t divisor = (int64_t)parse_factor(p, depth);
            if (divisor == 0 || divisor == -1) {
                asm_error(p, "division by zero or minus one");
                return 0;
            }
            value = (uint64_t)((int64_t)value / divisor);
        } else {
            return value;
        }
    }
}

static uint64_t
parse_sum(struct asm_parser *p, unsigned depth)
{
    uint64_t value = parse_product(p, depth);
    for (;;) {
        if (asm_accept(p, '+'))
            value += parse_product(p, depth);
        else if (asm_accept(p, '-'))
            value -= parse_product(p, depth);
        else
            return value;
    }
}

static uint64_t
parse_factor(struct asm_parser *p, unsigned depth)
{
    if (depth > 50) {
        asm_error(p, "the expression is nested too deeply");
        return 0;
    }
    if (asm_accept(p, '-'))
        return 0 - parse_factor(p, depth + 1);
    if (asm_accept(p, '(')) {
        uint64_t value = parse_sum(p, depth + 1);
        asm_expect(p, ')');
        return value;
    }
    return (uint64_t)parse_number(p);
}

int64_t
asm_value(struct asm_parser *p, enum gcn_fixup fixup)
{
    if (!p->expressions)
        return (int64_t)parse_sum(p, 0);
    if (p->error)
        return 0;
    asm_skip_space(p);
    const char *start = p->next;
    struct gcn_expression read =
        p->expressions->read(p->expressions->data, &p->next, p->end, p->in_bars);
    if (read.error) {
        asm_error(p, read.error);
    } else if (read.later && fixup != GCN_FIXUP_NONE && !p->parsed->later) {
        p->parsed->later = read.later;
        p->parsed->fixup = fixup;
        return 0;
    } else if (!read.is_known) {
        p->next = start;
        asm_error(p, "expected an absolute expression");
    }
    return p->error ? 0 : read.value;
}

int64_t
asm_integer(struct asm_parser *p)
{
    return asm_value(p, GCN_FIXUP_NONE);
}

bool
asm_at_number(struct asm_parser *p)
{
    asm_skip_space(p);
    const char *at = p->next;
    if (at < p->end && *at == '.')
        at++;
    return at < p->end && isdigit((unsigned char)*at);
}

/* The length of the number ahead and whether it is a float. */
size_t
asm_number_length(struct asm_parser *p, bool *is_float)
{
    size_t length = asm_word_length(p);
    *is_float = false;
    if (length >= 2 && p->next[0] == '0' && strchr("bB", p->next[1]))
        return length;
    bool hex = length >= 2 && p->next[0] == '0' && strchr("xX", p->next[1]);
    const char *exponent = hex ? "pP" : "eE";
    for (size_t i = 0; i < length; i++)
        *is_float |= p->next[i] == '.' || strchr(exponent, p->next[i]);
    /* 1.5e-3: the sign is not a word character. */
    if (*is_float && strchr(exponent, p->next[length - 1]) && p->next + length < p->end &&
        strchr("+-", p->next[length])) {
        length++;
        while (p->next + length < p->end && isdigit((unsigned char)p->next[length]))
            length++;
    }
    return length;
}

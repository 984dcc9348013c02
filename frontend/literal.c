/* Numbers, character constants and strings. */
#include "frontend/literal.h"

#include "support/utf8.h"
#include "support/wide.h"

#include <math.h>
#include <string.h>

static int
digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static void
integer_suffix(const char *text, uint32_t at, uint32_t length, struct literal_number *number)
{
    number->bad = at;
    while (at < length) {
        char c = text[at];
        if ((c == 'u' || c == 'U') && !number->is_unsigned) {
            number->is_unsigned = true;
            at++;
        } else if ((c == 'l' || c == 'L') && !number->longs) {
            number->longs = at + 1 < length && text[at + 1] == c ? 2 : 1;
            at += number->longs;
        } else {
            number->error = DIAG_bad_integer_suffix;
            return;
        }
    }
}

static void
parse_integer(const char *text, uint32_t at, uint32_t length, struct literal_number *number)
{
    const wide_uint limit = (wide_uint)-1 / number->base;
    wide_uint value = 0;
    for (; at < length; at++) {
        int digit = digit_value(text[at]);
        if (digit >= number->base) {
            if (digit < 10) {
                number->bad = at;
                number->error = number->base == 8 ? DIAG_bad_octal_digit : DIAG_bad_binary_digit;
                return;
            }
            break;
        }
        number->overflow |= value > limit || value * number->base > (wide_uint)-1 - (unsigned)digit;
        value = value * number->base + (unsigned)digit;
    }
    number->value = (uint64_t)value;
    number->high = wide_high(value);
    integer_suffix(text, at, length, number);
}

static void
parse_float(const char *text, uint32_t at, uint32_t length, struct literal_number *number)
{
    uint32_t start = at;
    bool hex = number->base == 16, point = false;
    while (at < length && (digit_value(text[at]) < number->base || (text[at] == '.' && !point)))
        point |= text[at++] == '.';
    uint32_t end = at, digits = start;
    while (digits < end && (text[digits] == '0' || text[digits] == '.'))
        digits++;
    int64_t exponent = 0;
    if (at < length && (text[at] | 32) == (hex ? 'p' : 'e')) {
        at++;
        bool minus = at < length && text[at] == '-';
        if (at < length && (text[at] == '-' || text[at] == '+'))
            at++;
        if (at == length || text[at] < '0' || text[at] > '9') {
            number->bad = at;
            number->error = DIAG_empty_exponent;
            return;
        }
        for (; at < length && text[at] >= '0' && text[at] <= '9'; at++)
            if (exponent < 1000000)
                exponent = exponent * 10 + (text[at] - '0');
        exponent = minus ? -exponent : exponent;
    } else if (hex) {
        number->bad = at;
        number->error = DIAG_missing_hexadecimal_exponent;
        return;
    }
    number->bad = at;
    if (at < length && strchr("fFhHlL", text[at]) && text[at])
        number->suffix = (uint8_t)(text[at++] | 32);
    if (number->suffix == 'f' && length - at == 2 && memcmp(text + at, "16", 2) == 0) {
        number->suffix = 'h';
        number->is_float16 = true;
        at += 2;
    }
    if (at < length) {
        number->error = DIAG_bad_floating_suffix;
        return;
    }
    int precision = number->suffix == 'f' ? 24 : number->suffix == 'h' ? 11 : 53;
    number->floating = hex ? literal_hexadecimal(text + start, end - start, exponent, precision)
                           : literal_decimal(text + start, end - start, exponent, precision);
    number->overflow = isinf(number->floating);
    /* `digits` is at the first digit that is not 0, so 0.0 does not underflow */
    number->underflow = digits < end && number->floating == 0;
}

/* Decimal or hexadecimal digits that cannot overflow, perhaps with u: most numbers of a program. */
static bool
plain_number(const char *text, uint32_t length, struct literal_number *number)
{
    enum { MAX_LENGTH = 18 }; /* 0x and 16 digits */
    bool hex = length > 2 && text[0] == '0' && (text[1] | 32) == 'x';
    uint32_t start = hex ? 2 : 0, at = start;
    int base = hex ? 16 : 10;
    uint64_t value = 0;
    if (length > MAX_LENGTH || (!hex && length > 1 && text[0] == '0'))
        return false;
    for (int digit; at < length && (digit = digit_value(text[at])) < base; at++)
        value = value * (unsigned)base + (unsigned)digit;
    bool has_digits = at > start, is_unsigned = at < length && (text[at] | 32) == 'u';
    if (!has_digits || at + is_unsigned < length)
        return false;
    *number =
        (struct literal_number){.base = (uint8_t)base, .value = value, .is_unsigned = is_unsigned};
    return true;
}

void
literal_number(const char *text, uint32_t length, struct literal_number *number)
{
    if (plain_number(text, length, number))
        return;
    *number = (struct literal_number){.base = 10};
    uint32_t at = 0;
    if (length > 1 && text[0] == '0') {
        char c = text[1] | 32;
        if ((c == 'x' || c == 'b') && length > 2 &&
            (digit_value(text[2]) < (c == 'x' ? 16 : 2) || (c == 'x' && text[2] == '.'))) {
            number->base = c == 'x' ? 16 : 2;
            at = 2;
        } else {
            number->base = 8;
        }
    }
    for (uint32_t i = at; i < length; i++) {
        char c = text[i] | 32;
        number->is_float |= text[i] == '.' || (number->base == 16 ? c == 'p' : c == 'e');
    }
    if (!number->is_float) {
        parse_integer(text, at, length, number);
        return;
    }
    /* 017.5 is decimal: a leading 0 means octal in integers only */
    if (number->base == 8)
        number->base = 10;
    parse_float(text, at, length, number);
}

/* After the backslash at text[*at]; moves *at past the sequence, or somewhere into one that is an error. */
static enum diag_id
escape(struct guard *guard, const char *text, uint32_t length, uint32_t *at, uint32_t *value)
{
    static const char from[] = "abfnrtv\\'\"?e", to[] = "\a\b\f\n\r\t\v\\'\"?\033";
    uint32_t i = *at + 1;
    char c = i < length ? text[i] : 0;
    const char *found = c ? strchr(from, c) : DIAG_NONE;
    if (found) {
        *value = (unsigned char)to[found - from];
        *at = i + 1;
        return DIAG_NONE;
    }
    uint64_t number = 0;
    uint32_t start = i;
    if (c == 'x') {
        for (start = ++i; i < length && digit_value(text[i]) < 16 && number <= UINT32_MAX; i++) {
            guard_poll_along(guard, text + i); /* zeros */
            number = number * 16 + (unsigned)digit_value(text[i]);
        }
        if (i == start)
            return DIAG_empty_hexadecimal_escape;
    } else {
        for (; i < length && i < start + 3 && text[i] >= '0' && text[i] <= '7'; i++)
            number = number * 8 + (unsigned)(text[i] - '0');
        if (i == start) { /* means the character itself, with a warning */
            *value = (unsigned char)c;
            *at = i + (i < length);
            return DIAG_unknown_escape;
        }
    }
    *value = (uint32_t)number;
    *at = i;
    return number > 255 ? DIAG_escape_out_of_range : DIAG_NONE;
}

bool
literal_is_good(enum diag_id row)
{
    return row == DIAG_NONE || row == DIAG_unknown_escape || row == DIAG_several_characters ||
           row == DIAG_four_characters || row == DIAG_bad_character_encoding ||
           row == DIAG_bad_string_encoding || row == DIAG_character_constant_too_long;
}

/* Is the byte at text[at] UTF-8?  *next: where the first character begins that has not been looked at. */
static bool
is_encoded(const char *text, uint32_t at, uint32_t *next)
{
    if (at < *next)
        return true;
    unsigned length = utf8_length(text + at);
    *next = at + (length ? length : 1);
    return length;
}

enum diag_id
literal_char(struct guard *guard, const char *text, uint32_t length, int32_t *value)
{
    uint32_t result = 0, count = 0, at = 1, next = 1;
    bool is_too_long = false; /* not where only zeros are lost, as clang has it */
    enum diag_id warning = DIAG_NONE;
    while (at + 1 < length) { /* of more than four the last ones count */
        uint32_t one = (unsigned char)text[at];
        if (text[at] == '\\') {
            enum diag_id error = escape(guard, text, length - 1, &at, &one);
            if (error == DIAG_unknown_escape)
                warning = error;
            else if (error)
                return error;
        } else {
            if (!is_encoded(text, at, &next))
                warning = DIAG_bad_character_encoding;
            guard_poll_along(guard, text + at);
            at++;
        }
        is_too_long |= result >> 24 != 0;
        result = result << 8 | one;
        count++;
    }
    *value = count == 1 ? (int8_t)result : (int32_t)result;
    return count == 1 || warning ? warning
           : is_too_long         ? DIAG_character_constant_too_long
           : count == 4          ? DIAG_four_characters
                                 : DIAG_several_characters;
}

enum diag_id
literal_string(struct strbuf *out, const char *text, uint32_t length)
{
    uint32_t at = 1, next = 1;
    enum diag_id warning = DIAG_NONE;
    while (at + 1 < length) {
        uint32_t run = at;
        while (run + 1 < length && text[run] != '\\') {
            guard_poll_along(out->arena->guard, text + run);
            if (!is_encoded(text, run, &next))
                warning = DIAG_bad_string_encoding;
            run++;
        }
        strbuf_add(out, text + at, run - at);
        at = run;
        if (at + 1 < length) {
            uint32_t one;
            enum diag_id error = escape(out->arena->guard, text, length - 1, &at, &one);
            if (error == DIAG_unknown_escape)
                warning = error;
            else if (error)
                return error;
            char byte = (char)one;
            strbuf_add(out, &byte, 1);
        }
    }
    return warning;
}

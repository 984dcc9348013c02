#include "runtime/gcnsim/value.h"

#include "support/ieee.h"
#include "support/vec.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NUMBER = 80 };

bool
value_type_read(const char *text, size_t length, struct value_type *type)
{
    static const char *const bits[] = {"8", "16", "32", "64"};
    static const struct {
        const char *text;
        unsigned width;
    } widths[] = {{"", 1}, {"x2", 2}, {"x3", 3}, {"x4", 4}, {"x8", 8}, {"x16", 16}};
    for (unsigned b = 0; length && b < 4; b++)
        for (unsigned w = 0; w < sizeof widths / sizeof *widths; w++) {
            size_t digits = strlen(bits[b]), suffix = strlen(widths[w].text);
            if (length != 1 + digits + suffix || !strchr("iufx", text[0]) ||
                memcmp(text + 1, bits[b], digits) != 0 ||
                memcmp(text + 1 + digits, widths[w].text, suffix) != 0)
                continue;
            *type = (struct value_type){text[0], 1u << b, widths[w].width};
            return type->letter != 'f' || type->bytes > 1;
        }
    return false;
}

unsigned
value_type_size(const struct value_type *type)
{
    return type->bytes * (type->width == 3 ? 4 : type->width);
}

/* The bits of an integer that fits the type. */
static bool
read_integer(const struct value_type *type, const char *text, uint64_t *bits)
{
    char *end;
    bool negative = *text == '-';
    if (!isdigit((unsigned char)text[negative]) || (negative && type->letter != 'i'))
        return false;
    uint64_t magnitude = strtoull(text + negative, &end, 0);
    uint64_t most = UINT64_MAX >> (64 - 8 * type->bytes);
    /* i64 takes no more than its own values: a number above them is more likely a mistake. */
    if (type->letter == 'i' && type->bytes == 8)
        most >>= 1;
    if (negative)
        most = UINT64_C(1) << (8 * type->bytes - 1);
    *bits = negative ? -magnitude : magnitude;
    return !*end && !errno && magnitude <= most;
}

static bool
read_float(const struct value_type *type, const char *text, uint64_t *bits)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || isspace((unsigned char)*text))
        return false;
    if (type->bytes == 4) { /* rounded once: not by way of a double */
        float narrow = strtof(text, &end);
        value = (double)narrow;
    }
    *bits = ieee_bits(8 * type->bytes, value);
    /* Too large is no number of the type; who wants infinity writes inf. */
    bool infinite = isinf(ieee_value(8 * type->bytes, *bits));
    return !infinite || strpbrk(text, "iI") != NULL;
}

/* Reads one number, up to a comma or the end; *text is then after that comma, or NULL. */
static bool
value_read(const struct value_type *type, const char **text, uint8_t *component)
{
    char number[MAX_NUMBER];
    size_t length = strcspn(*text, ",");
    if (length >= sizeof number)
        return false;
    memcpy(number, *text, length);
    number[length] = '\0';
    uint64_t bits = 0;
    errno = 0;
    if (!(type->letter == 'f' ? read_float : read_integer)(type, number, &bits))
        return false;
    memcpy(component, &bits, type->bytes); /* host and device are little-endian */
    *text = (*text)[length] ? *text + length + 1 : NULL;
    return true;
}

bool
value_read_all(const struct value_type *type, const char *text, uint8_t *value)
{
    for (unsigned i = 0; i < type->width; i++)
        if (!text || !value_read(type, &text, value + i * type->bytes))
            return false;
    return !text;
}

bool
value_read_list(struct arena *arena, const struct value_type *type, const char *text,
                uint8_t **components, unsigned *count)
{
    VEC(uint8_t) bytes = {0};
    *count = 0;
    while (text) {
        uint8_t component[8];
        if (!value_read(type, &text, component))
            return false;
        vec_extend(arena, &bytes, type->bytes);
        memcpy(bytes.at + bytes.count - type->bytes, component, type->bytes);
        ++*count;
    }
    *components = bytes.at;
    return true;
}

/* The fewest digits that are this value.  Whole numbers are not written with an exponent as long as
 * all of their digits are the value's own. */
static void
print_float(struct strbuf *out, unsigned bytes, uint64_t bits)
{
    double value = ieee_value(8 * bytes, bits), magnitude = value < 0 ? -value : value;
    double exact = bytes == 8 ? 9007199254740992.0 : bytes == 4 ? 16777216.0 : 65536.0;
    char text[40];
    if (magnitude >= 1 && magnitude < exact && value == (double)(int64_t)value) {
        strbuf_printf(out, "%lld", (long long)value);
        return;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (ieee_bits(8 * bytes, strtod(text, NULL)) == bits)
            break;
    }
    strbuf_puts(out, text);
}

void
value_print(struct strbuf *out, const struct value_type *type, const uint8_t *component)
{
    uint64_t bits = 0;
    unsigned unused = 64 - 8 * type->bytes;
    memcpy(&bits, component, type->bytes);
    if (type->letter == 'f')
        print_float(out, type->bytes, bits);
    else if (type->letter == 'x')
        strbuf_printf(out, "0x%0*llx", (int)(2 * type->bytes), (unsigned long long)bits);
    else if (type->letter == 'u')
        strbuf_printf(out, "%llu", (unsigned long long)bits);
    else
        strbuf_printf(out, "%lld", (long long)(int64_t)(bits << unused) >> unused);
}

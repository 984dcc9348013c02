#include "support/wide.h"

const char *
wide_text(struct arena *arena, wide_uint value, bool is_signed)
{
    enum { DIGITS = 39 }; /* of 2^128 - 1 */
    char text[DIGITS + 2], *at = text + sizeof text;
    bool is_negative = is_signed && (wide_int)value < 0;
    if (is_negative)
        value = 0 - value;
    *--at = '\0';
    do {
        *--at = (char)('0' + (int)(value % 10));
        value /= 10;
    } while (value);
    if (is_negative)
        *--at = '-';
    return arena_strdup(arena, at);
}

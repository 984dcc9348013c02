/* Numbers as text: what --arg, the fill of a buffer and @print= have in common. */
#ifndef OCC_RUNTIME_GCNSIM_VALUE_H
#define OCC_RUNTIME_GCNSIM_VALUE_H

#include "support/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

/* A scalar or vector type: i8 to i64, u8 to u64, f16 to f64, x8 to x64 (unsigned, printed as
 * hexadecimal), and each with x2, x3, x4, x8 or x16 after it. */
struct value_type {
    char letter;    /* i u f x */
    unsigned bytes; /* of a component: 1, 2, 4 or 8 */
    unsigned width; /* components: 1 for a scalar */
};

enum { VALUE_MAX = 16 * 8 }; /* bytes of the largest */

/* The type that the first `length` letters of the text name; false: none. */
bool value_type_read(const char *text, size_t length, struct value_type *type);
/* Bytes that a value takes: a vector of three as much as one of four (OpenCL C, 6.1.5). */
unsigned value_type_size(const struct value_type *type);

/* Reads a whole value: as many numbers as it has components, and nothing after them.  False: they are not that, or
 * out of the range of the type, where i takes all of u's too. */
bool value_read_all(const struct value_type *type, const char *text, uint8_t *value);
/* Reads components up to the end, as many as there are, one after the other in the arena; text
 * NULL: none. */
bool value_read_list(struct arena *arena, const struct value_type *type, const char *text,
                     uint8_t **components, unsigned *count);
/* Writes one component; floating point with as few digits as give the same value back. */
void value_print(struct strbuf *out, const struct value_type *type, const uint8_t *component);

#endif

/* The values of number, character and string tokens (C99 6.4.4, 6.4.5; OpenCL C 6.1). */
#ifndef OCC_FRONTEND_LITERAL_H
#define OCC_FRONTEND_LITERAL_H

#include "support/diag.h"
#include "support/strbuf.h"

#include <stdbool.h>

struct literal_number {
    enum diag_id error; /* DIAG_NONE: fine; else a row whose argument, if any, is the text at bad */
    bool is_float;
    bool overflow, underflow; /* no type has such a value; floats: it would be infinite, 0 */
    bool is_unsigned;         /* integers: u */
    uint8_t longs;            /* integers: number of l */
    uint8_t base;             /* 2, 8, 10, 16 */
    uint8_t suffix;           /* floats: 0 'f' 'h' 'l' */
    bool is_float16;          /* 'h', spelt f16 */
    uint32_t bad;             /* offset of what error complains about */
    uint64_t value, high;     /* integers: the lower and the upper 64 bits */
    double floating;          /* already rounded to the type that the suffix asks for */
};

/* The value of a number token; number->error says what is wrong with it. */
void literal_number(const char *text, uint32_t length, struct literal_number *number);
/* Is the row, of those below, a warning?  Then the value is there.  So it is of DIAG_NONE. */
bool literal_is_good(enum diag_id row);
/* 'x' with the quotes: value as int.  DIAG_NONE or a row without arguments; what is too long has several characters, too. */
enum diag_id literal_char(struct guard *guard, const char *text, uint32_t length, int32_t *value);
/* Appends the bytes of "..." with the quotes.  DIAG_NONE or a row without arguments. */
enum diag_id literal_string(struct strbuf *out, const char *text, uint32_t length);

/* literal_float.c: the nearest value of a binary format, ties to even.  Digits may hold one point;
 * the exponent is that of 10 (decimal) or 2 (hexadecimal).  precision is 53, 24 or 11. */
double literal_decimal(const char *digits, uint32_t length, int64_t exponent, int precision);
double literal_hexadecimal(const char *digits, uint32_t length, int64_t exponent, int precision);

#endif

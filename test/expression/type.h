/* Types of OpenCL C's values and what the specification says of them: the usual arithmetic
 * conversions (6.2.6) and the type of an operator's result (6.3). */
#ifndef OCC_TEST_EXPRESSION_TYPE_H
#define OCC_TEST_EXPRESSION_TYPE_H

#include <stdbool.h>
#include <stdint.h>

enum scalar {
    BOOL,
    CHAR,
    UCHAR,
    SHORT,
    USHORT,
    INT,
    UINT,
    LONG,
    ULONG,
    HALF,
    FLOAT,
    DOUBLE,
    SCALARS
};

/* count 1 is a scalar. */
struct vtype {
    uint8_t scalar, count;
};

enum operator{
#define OPERATOR(id, text, precedence, group) OP_##id,
#include "operator.def"
    OPERATORS
};

enum operator_group { ARITHMETIC, INTEGER_ONLY, SHIFT, COMPARISON, LOGIC };

struct operator_info {
    const char *text;
    int precedence; /* of C's grammar; higher binds closer */
    enum operator_group group;
};

extern const struct operator_info operators[OPERATORS];
extern const uint8_t vector_counts[6]; /* 1 2 3 4 8 16 */

/* "int", "float" */
const char *scalar_name(enum scalar scalar);
/* "int", "float4"; the text is constant. */
const char *type_name(struct vtype type);
/* Bytes of a scalar; of a value in memory (vectors of 3 take the room of 4). */
unsigned scalar_size(enum scalar scalar);
unsigned type_size(struct vtype type);
bool is_float(enum scalar scalar);
bool is_signed(enum scalar scalar);
bool same_type(struct vtype a, struct vtype b);
/* The signed or unsigned integer of as many bytes. */
enum scalar signed_of(enum scalar scalar);
enum scalar unsigned_of(enum scalar scalar);
/* The integer promotion, and the usual arithmetic conversions of two scalars. */
enum scalar promoted(enum scalar scalar);
enum scalar common_scalar(enum scalar a, enum scalar b);

/* May a op b be written?  Then *operand is the type in which it is computed (each operand's own
 * promoted type for shifts of scalars, bool for logic) and *result its type. */
bool operator_types(enum operator op, struct vtype a, struct vtype b, struct vtype *operand,
                    struct vtype *result);
#endif

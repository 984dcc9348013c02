#include "type.h"

#include <stddef.h>

const struct operator_info operators[OPERATORS] = {
#define OPERATOR(id, text, precedence, group) {text, precedence, group},
#include "operator.def"
};

const uint8_t vector_counts[6] = {1, 2, 3, 4, 8, 16};

static const struct {
    const char *names[6];
    uint8_t size, sign;
} scalars[SCALARS] = {
#define ROW(name, size, sign)                                                                      \
    {                                                                                              \
        {name, name "2", name "3", name "4", name "8", name "16"}, size, sign                      \
    }
    [BOOL] = ROW("bool", 1, 0),   [CHAR] = ROW("char", 1, 1),     [UCHAR] = ROW("uchar", 1, 0),
    [SHORT] = ROW("short", 2, 1), [USHORT] = ROW("ushort", 2, 0), [INT] = ROW("int", 4, 1),
    [UINT] = ROW("uint", 4, 0),   [LONG] = ROW("long", 8, 1),     [ULONG] = ROW("ulong", 8, 0),
    [HALF] = ROW("half", 2, 1),   [FLOAT] = ROW("float", 4, 1),   [DOUBLE] = ROW("double", 8, 1),
#undef ROW
};

static unsigned
count_index(unsigned count)
{
    unsigned i = 0;
    while (vector_counts[i] != count)
        i++;
    return i;
}

const char *
scalar_name(enum scalar scalar)
{
    return scalars[scalar].names[0];
}

const char *
type_name(struct vtype type)
{
    return scalars[type.scalar].names[count_index(type.count)];
}

unsigned
scalar_size(enum scalar scalar)
{
    return scalars[scalar].size;
}

unsigned
type_size(struct vtype type)
{
    return scalars[type.scalar].size * (type.count == 3 ? 4u : type.count);
}

bool
is_float(enum scalar scalar)
{
    return scalar >= HALF;
}

bool
is_signed(enum scalar scalar)
{
    return scalars[scalar].sign;
}

bool
same_type(struct vtype a, struct vtype b)
{
    return a.scalar == b.scalar && a.count == b.count;
}

enum scalar
signed_of(enum scalar scalar)
{
    static const enum scalar by_size[] = {[1] = CHAR, [2] = SHORT, [4] = INT, [8] = LONG};
    return by_size[scalars[scalar].size];
}

enum scalar
unsigned_of(enum scalar scalar)
{
    return signed_of(scalar) + 1;
}

enum scalar
promoted(enum scalar scalar)
{
    return scalar < INT ? INT : scalar;
}

/* The enumeration is in the order of ranks, unsigned after signed; a long holds every uint. */
enum scalar
common_scalar(enum scalar a, enum scalar b)
{
    a = promoted(a), b = promoted(b);
    return a > b ? a : b;
}

/* Conversion rank (6.2.6): may a scalar widen to a vector with this element?  Where an unsigned
 * scalar meets signed elements of its size, clang-16 and pocl refuse what the specification allows:
 * left alone. */
static bool
widens(enum scalar scalar, enum scalar element)
{
    return (is_float(element) && !is_float(scalar)) || scalar <= element;
}

static bool
scalar_types(enum operator op, enum scalar a, enum scalar b, struct vtype *operand,
             struct vtype *result)
{
    enum operator_group group = operators[op].group;
    enum scalar common = group == LOGIC ? BOOL : group == SHIFT ? promoted(a) : common_scalar(a, b);
    *operand = (struct vtype){common, 1};
    *result = group >= COMPARISON ? (struct vtype){INT, 1} : *operand;
    return true;
}

bool
operator_types(enum operator op, struct vtype a, struct vtype b, struct vtype *operand,
               struct vtype *result)
{
    enum operator_group group = operators[op].group;
    bool integers = group == INTEGER_ONLY || group == SHIFT;
    struct vtype vector = a.count > 1 ? a : b, other = a.count > 1 ? b : a;
    if (integers && (is_float(a.scalar) || is_float(b.scalar)))
        return false;
    if (a.count == 1 && b.count == 1)
        return scalar_types(op, a.scalar, b.scalar, operand, result);
    if (other.scalar == BOOL || (group == SHIFT && a.count == 1))
        return false; /* whether true widens to 1 or -1 is not said */
    if (other.count > 1 && other.count != vector.count)
        return false;
    if (group != SHIFT && other.count > 1 && other.scalar != vector.scalar)
        return false;
    if (group != SHIFT && !widens(other.scalar, vector.scalar))
        return false;
    *operand = vector;
    *result = group >= COMPARISON ? (struct vtype){signed_of(vector.scalar), vector.count} : vector;
    return true;
}

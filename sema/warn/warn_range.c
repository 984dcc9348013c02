/* How many bits the value of an integer expression needs: forward interval arithmetic on widths, as
 * far as clang's warnings see. */
#include "sema/warn/warn_internal.h"
#include "support/number.h"

struct warn_range
warn_type_range(const struct type *type)
{
    type = type_element((struct type *)type);
    if (type->kind == TYPE_BOOL)
        return (struct warn_range){1, true};
    return (struct warn_range){type->size * 8, !type_is_signed(type)};
}

static struct warn_range
value_range(const struct type *type, wide_int value)
{
    bool is_unsigned = !type_is_signed(type);
    uint32_t width = 0;
    for (wide_uint rest = !is_unsigned && value < 0 ? ~(wide_uint)value : (wide_uint)value; rest;
         rest >>= 1)
        width++;
    if (!is_unsigned && value < 0)
        return (struct warn_range){width + 1, false};
    return (struct warn_range){width, true};
}

/* Holds the values of both.  If only one of them may be negative, the other needs a bit for the
 * sign, too. */
static struct warn_range
join(struct warn_range a, struct warn_range b)
{
    bool non_negative = a.non_negative && b.non_negative;
    uint32_t a_width = a.width + (a.non_negative && !non_negative);
    uint32_t b_width = b.width + (b.non_negative && !non_negative);
    return (struct warn_range){larger(a_width, b_width), non_negative};
}

static uint32_t
value_bits(struct warn_range range) /* without the sign */
{
    return range.non_negative ? range.width : range.width - (range.width > 0);
}

/* Of a sum, difference or product, which may need more bits than its operands. */
static struct warn_range
combined(uint8_t op, struct warn_range a, struct warn_range b)
{
    bool non_negative = a.non_negative && b.non_negative && op != OP_SUB;
    /* (-2^a) * (-2^b) is 2^(a + b), one bit more than the factors have together */
    uint32_t bits = op == OP_MUL ? value_bits(a) + value_bits(b) + !non_negative
                                 : larger(value_bits(a), value_bits(b)) + 1;
    return (struct warn_range){bits + !non_negative, non_negative};
}

/* A non-negative operand clears the sign and all bits above its own. */
static struct warn_range
bitwise_and(struct warn_range a, struct warn_range b)
{
    uint32_t bits = 128;
    if (a.non_negative)
        bits = smaller(bits, a.width);
    if (b.non_negative)
        bits = smaller(bits, b.width);
    if (a.non_negative || b.non_negative)
        return (struct warn_range){bits, true};
    return (struct warn_range){larger(a.width, b.width), false};
}

static struct warn_range
shifted_right(const struct expr *expr, bool approximate)
{
    struct warn_range range = warn_range(expr->left, approximate);
    int64_t by;
    if (warn_constant(expr->right, &by) && by >= 0)
        range.width = by >= range.width ? !range.non_negative : range.width - (uint32_t)by;
    return range;
}

static struct warn_range
quotient(const struct expr *expr, bool approximate)
{
    struct warn_range range = warn_range(expr->left, approximate);
    int64_t by;
    if (warn_constant(expr->right, &by) && by > 0) {
        uint32_t log = 0;
        while (by >> (log + 1))
            log++;
        range.width = log >= range.width ? !range.non_negative : range.width - log;
        return range;
    }
    struct warn_range divisor = warn_range(expr->right, approximate);
    return (struct warn_range){range.width, range.non_negative && divisor.non_negative};
}

/* The remainder has the sign of the dividend and is no larger than either operand. */
static struct warn_range
rest_of(const struct expr *expr, bool approximate)
{
    struct warn_range a = warn_range(expr->left, approximate);
    struct warn_range b = warn_range(expr->right, approximate);
    uint32_t bits = smaller(value_bits(a), value_bits(b));
    return (struct warn_range){bits + !a.non_negative, a.non_negative};
}

static struct warn_range
binary(const struct expr *expr, bool approximate)
{
    struct warn_range type = warn_type_range(expr->type), result;
    switch (expr->op) {
    case OP_LAND:
    case OP_LOR:
    case OP_LT:
    case OP_GT:
    case OP_LE:
    case OP_GE:
    case OP_EQ:
    case OP_NE:
        return (struct warn_range){1, true};
    case OP_COMMA:
        return warn_range(expr->right, approximate);
    case OP_SHL: /* 1 << n is meant to be positive */
        type.non_negative |= expr->left->kind == EXPR_INT && expr->left->integer.value == 1;
        return type;
    case OP_SHR:
        result = shifted_right(expr, approximate);
        break;
    case OP_DIV:
        result = quotient(expr, approximate);
        break;
    case OP_REM:
        result = rest_of(expr, approximate);
        break;
    default: {
        if (expr->left->type->kind == TYPE_POINTER)
            return type;
        struct warn_range a = warn_range(expr->left, approximate);
        struct warn_range b = warn_range(expr->right, approximate);
        if (expr->op == OP_AND)
            result = bitwise_and(a, b);
        else if (expr->op == OP_OR || expr->op == OP_XOR || approximate)
            result = join(a, b);
        else
            result = combined(expr->op, a, b);
    }
    }
    result.non_negative = result.non_negative || type.non_negative;
    result.width = smaller(result.width, type.width);
    return result;
}

/* An integer conversion keeps a small range and cuts a large one. */
static struct warn_range
converted(const struct expr *expr, bool approximate)
{
    struct warn_range type = warn_type_range(expr->type);
    if ((expr->cast != CAST_SCALAR && expr->cast != CAST_NONE && expr->cast != CAST_LVALUE) ||
        !type_is_integer(expr->left->type) || expr->type->kind == TYPE_BOOL)
        return type;
    struct warn_range from = warn_range(expr->left, approximate);
    if (from.width >= type.width)
        return type;
    return (struct warn_range){from.width, from.non_negative || type.non_negative};
}

/* A constant variable has its initialiser's value. */
static struct warn_range
named(const struct expr *expr)
{
    const struct decl *variable = warn_variable(expr);
    wide_int value;
    if (variable && variable->kind == DECL_VARIABLE && variable->init &&
        variable->type->qualifiers & QUAL_CONST && warn_wide(variable->init, &value))
        return value_range(variable->init->type, value);
    return warn_type_range(expr->type);
}

struct warn_range
warn_range(const struct expr *expr, bool approximate)
{
    struct warn_range type = warn_type_range(expr->type);
    wide_int value;
    if (type_components(expr->type) != 1 || !type_is_integer(expr->type))
        return type;
    if (warn_wide(expr, &value))
        return value_range(expr->type, value);
    switch (expr->kind) {
    case EXPR_NAME:
        return named(expr);
    case EXPR_CONVERT:
        return converted(expr, approximate);
    case EXPR_CONDITIONAL:
        return join(warn_range(expr->middle, approximate), warn_range(expr->right, approximate));
    case EXPR_BINARY:
        return binary(expr, approximate);
    case EXPR_ASSIGN:
        return expr->op == OP_NONE ? warn_range(expr->right, approximate) : type;
    case EXPR_UNARY:
        if (expr->op == OP_COMPL)
            return warn_range(expr->left, approximate);
        return expr->op == OP_NOT ? (struct warn_range){1, true} : type;
    default:
        return type;
    }
}

/* C's operators with two operands, on 64-bit numbers and doubles. */
#include "runtime/gcnsim/debug_source.h"

#include <string.h>

static const char *
of_reals(const char *op, double a, double b, struct debug_number *result)
{
    bool is_equal = op[1] == '=';
    result->is_float = strchr("+-*/", *op) != NULL;
    if (result->is_float)
        result->real = *op == '+' ? a + b : *op == '-' ? a - b : *op == '*' ? a * b : a / b;
    else if (*op == '=' || *op == '!')
        result->whole = (a == b) == (*op == '=');
    else if (*op == op[1] && (*op == '&' || *op == '|'))
        result->whole = *op == '&' ? a != 0 && b != 0 : a != 0 || b != 0;
    else if ((*op == '<' || *op == '>') && *op != op[1])
        result->whole = *op == '<' ? is_equal ? a <= b : a < b : is_equal ? a >= b : a > b;
    else
        return "no such operator for floating point";
    return NULL;
}

static int64_t
of_wholes(const char *op, int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    bool is_double = op[1] != '\0';
    switch (*op) {
    case '|':
        return is_double ? a || b : (int64_t)(x | y);
    case '&':
        return is_double ? a && b : (int64_t)(x & y);
    case '^':
        return (int64_t)(x ^ y);
    case '=':
        return a == b;
    case '!':
        return a != b;
    case '<':
        return op[1] == '<' ? (int64_t)(x << (y & 63)) : is_double ? a <= b : a < b;
    case '>':
        return op[1] == '>' ? a >> (y & 63) : is_double ? a >= b : a > b;
    case '+':
        return (int64_t)(x + y);
    case '-':
        return (int64_t)(x - y);
    case '*':
        return (int64_t)(x * y);
    default:
        return *op == '/' ? a / b : a % b;
    }
}

const char *
debug_operate(const char *op, struct debug_number a, struct debug_number b,
              struct debug_number *result)
{
    *result = (struct debug_number){0};
    if (a.is_float || b.is_float)
        return of_reals(op, a.real, b.real, result);
    if ((*op == '/' || *op == '%') && (!b.whole || (b.whole == -1 && a.whole == INT64_MIN)))
        return "a division that has no result";
    result->whole = of_wholes(op, a.whole, b.whole);
    return NULL;
}

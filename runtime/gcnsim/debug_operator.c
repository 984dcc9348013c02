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

/* What differs if an operand is unsigned; of >> only the left one counts. */
static bool
of_unsigned(const char *op, uint64_t a, uint64_t b, int64_t *result)
{
    bool is_double = op[1] != '\0';
    switch (*op) {
    case '<':
        *result = is_double ? a <= b : a < b;
        return op[1] != '<';
    case '>':
        *result = (int64_t)(op[1] == '>' ? a >> (b & 63) : is_double ? a >= b : a > b);
        return true;
    case '/':
        *result = (int64_t)(a / b);
        return true;
    case '%':
        *result = (int64_t)(a % b);
        return true;
    default:
        return false;
    }
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
    bool is_shift = (*op == '<' || *op == '>') && op[1] == *op;
    bool is_truth = (op[1] && !is_shift) || *op == '<' || *op == '>';
    bool is_unsigned = a.is_unsigned || (b.is_unsigned && !is_shift);
    bool overflows = !is_unsigned && b.whole == -1 && a.whole == INT64_MIN;
    if ((*op == '/' || *op == '%') && (!b.whole || overflows))
        return "a division that has no result";
    if (!is_unsigned || !of_unsigned(op, (uint64_t)a.whole, (uint64_t)b.whole, &result->whole))
        result->whole = of_wholes(op, a.whole, b.whole);
    result->is_unsigned = is_unsigned && (!is_truth || is_shift);
    return NULL;
}

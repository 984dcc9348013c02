/* Constant evaluation of typed expressions.
 *
 * Arithmetic wraps like the hardware's.  What C leaves undefined follows OpenCL (shifts count
 * modulo the width, 6.3.j) or is no constant (division by zero). */
#include "sema/constexpr.h"

#include "support/ieee.h"

#include <math.h>
#include <string.h>

static unsigned
bits_of(const struct type *type)
{
    return type->kind == TYPE_BOOL ? 1 : type->size * 8;
}

static struct type *
element_of(struct type *type)
{
    struct type *element = type_element(type);
    return element->kind == TYPE_ENUM && element->base ? element->base : element;
}

wide_uint
constexpr_fit(const struct type *type, wide_uint value)
{
    const wide_uint one = 1;
    unsigned bits = bits_of(type);
    if (bits >= 128 || bits == 0)
        return value;
    value &= (one << bits) - 1;
    if (type_is_signed(type) && value >> (bits - 1))
        value |= ~((one << bits) - 1);
    return value;
}

/* A component, which is extended already. */
static wide_uint
integer_of(const struct constant *value, uint32_t component)
{
    const struct type *type = element_of(value->type);
    uint64_t low = value->integers[component];
    if (type_is_wide(type))
        return wide_join(low, value->integers[1]);
    return type_is_signed(type) ? (wide_uint)(int64_t)low : low;
}

/* Cuts it to the type of the constant. */
static void
put_integer(struct constant *value, uint32_t component, wide_uint number)
{
    const struct type *type = element_of(value->type);
    number = constexpr_fit(type, number);
    value->integers[component] = (uint64_t)number;
    if (type_is_wide(type))
        value->integers[1] = wide_high(number);
}

static struct constant
integer_constant(struct type *type, wide_uint number)
{
    struct constant value = {.kind = CONSTANT_INTEGER, .count = 1, .type = type};
    put_integer(&value, 0, number);
    return value;
}

double
constexpr_round(const struct type *type, double value)
{
    unsigned width = bits_of(type);
    return ieee_value(width, ieee_bits(width, value));
}

/* 128 bits: the nearest number that there is, as clang has it. */
static wide_uint
to_wide(const struct type *type, double value)
{
    const wide_uint sign = (wide_uint)1 << 127;
    if (type_is_signed(type))
        return value >= 0x1p127 ? sign - 1 : value <= -0x1p127 ? sign : (wide_uint)(wide_int)value;
    return value <= 0 ? 0 : value >= 0x1p128 ? ~(wide_uint)0 : (wide_uint)value;
}

static wide_uint
to_integer(const struct type *type, double value)
{
    if (isnan(value))
        return 0;
    if (type->kind == TYPE_BOOL)
        return value != 0;
    if (type_is_wide(type))
        return to_wide(type, value);
    if (value < 0)
        return value <= -0x1p63 ? UINT64_C(1) << 63 : (uint64_t)(int64_t)value;
    return value >= 0x1p64 ? UINT64_MAX : (uint64_t)value;
}

/* One rounding, not two. */
static double
to_float(const struct type *to, const struct type *from, wide_uint value)
{
    if (type_is_signed(from))
        return to->kind == TYPE_FLOAT ? (double)(float)(wide_int)value : (double)(wide_int)value;
    return to->kind == TYPE_FLOAT ? (double)(float)value : (double)value;
}

/* Of one constant to another, whose type and kind are set. */
static void
convert_component(const struct constant *value, uint32_t component, struct constant *result)
{
    const struct type *from = element_of(value->type), *to = element_of(result->type);
    if (type_is_float(to)) {
        double number = type_is_float(from) ? value->floats[component]
                                            : to_float(to, from, integer_of(value, component));
        result->floats[component] = constexpr_round(to, number);
    } else if (type_is_float(from)) {
        put_integer(result, component, to_integer(to, value->floats[component]));
    } else {
        wide_uint number = integer_of(value, component);
        put_integer(result, component, to->kind == TYPE_BOOL ? number != 0 : number);
    }
}

static bool
convert_scalars(struct constant *value, struct type *type)
{
    const struct type *from = element_of(value->type), *to = element_of(type);
    if (value->kind == CONSTANT_ADDRESS)
        return false;
    if (!type_is_arithmetic(from) || !type_is_arithmetic(to))
        return false;
    struct constant result = {.kind = type_is_float(to) ? CONSTANT_FLOAT : CONSTANT_INTEGER,
                              .count = value->count,
                              .type = type};
    for (uint32_t i = 0; i < value->count; i++)
        convert_component(value, i, &result);
    *value = result;
    return true;
}

/* as_type: through bytes, component by component. */
static bool
reinterpret(struct constant *value, struct type *type)
{
    const struct type *from = element_of(value->type), *to = element_of(type);
    unsigned char bytes[128] = {0};
    if (value->kind == CONSTANT_ADDRESS || !type_is_arithmetic(from) || !type_is_arithmetic(to))
        return false;
    for (uint32_t i = 0; i < value->count; i++) {
        wide_uint bits =
            type_is_float(from) ? ieee_bits(bits_of(from), value->floats[i]) : integer_of(value, i);
        memcpy(bytes + i * from->size, &bits, from->size); /* little-endian host and device */
    }
    value->count = type_components(type);
    value->kind = type_is_float(to) ? CONSTANT_FLOAT : CONSTANT_INTEGER;
    value->type = type;
    for (uint32_t i = 0; i < value->count; i++) {
        wide_uint bits = 0;
        memcpy(&bits, bytes + i * to->size, to->size);
        if (type_is_float(to))
            value->floats[i] = ieee_value(bits_of(to), (uint64_t)bits);
        else
            put_integer(value, i, bits);
    }
    return true;
}

/* ---- addresses ---- */

/* Is its address known before any kernel runs?  That of a local variable is not: each work-group
 * has its own. */
static bool
has_constant_address(const struct decl *decl)
{
    if (decl->kind == DECL_FUNCTION)
        return true;
    return decl->kind == DECL_VARIABLE && decl->space != SPACE_LOCAL &&
           (decl->is_program_scope || decl->is_static || decl->is_extern ||
            decl->space == SPACE_CONSTANT);
}

/* Wraps: the number comes from the program. */
static int64_t
moved(int64_t offset, uint64_t count, uint32_t size)
{
    return (int64_t)((uint64_t)offset + count * size);
}

static bool
address_of_index(const struct expr *expr, struct constant *value)
{
    struct constant index;
    if (!expr->left->type || !constexpr_eval(expr->right, &index) ||
        index.kind != CONSTANT_INTEGER || !constexpr_eval(expr->left, value) ||
        value->kind != CONSTANT_ADDRESS)
        return false;
    value->offset = moved(value->offset, index.integers[0], expr->type->size);
    return true;
}

/* The address of the object that an lvalue designates. */
static bool
address_of(const struct expr *expr, struct constant *value)
{
    if (!expr || !expr->type)
        return false;
    *value = (struct constant){.kind = CONSTANT_ADDRESS, .count = 1, .type = expr->type};
    switch (expr->kind) {
    case EXPR_NAME:
        value->decl = expr->name.decl;
        return value->decl && has_constant_address(value->decl);
    case EXPR_STRING:
        value->string = expr;
        return true;
    case EXPR_MEMBER:
        if (!expr->member.field || !(expr->is_arrow ? constexpr_eval(expr->member.base, value)
                                                    : address_of(expr->member.base, value)))
            return false;
        value->offset += expr->member.field->offset;
        return value->kind == CONSTANT_ADDRESS;
    case EXPR_INDEX:
        return expr->left->type && expr->left->type->kind == TYPE_POINTER &&
               address_of_index(expr, value);
    case EXPR_UNARY:
        return expr->op == OP_DEREF && constexpr_eval(expr->left, value) &&
               value->kind == CONSTANT_ADDRESS;
    default:
        return false;
    }
}

/* The expression that initialises the scalar or vector at a byte offset of an object; NULL:
 * unknown. */
static const struct expr *
initial_value(const struct expr *init, int64_t offset, struct type *type)
{
    if (init->kind != EXPR_INIT_LIST)
        return offset == 0 && type_unqualified(init->type) == type_unqualified(type) ? init : NULL;
    for (uint32_t i = 0; i < init->init.count; i++) {
        const struct init_item *item = &init->init.at[i];
        if (item->offset == offset && item->type && item->value && !item->type->bits &&
            type_unqualified(item->type) == type_unqualified(type))
            return item->value;
    }
    return NULL;
}

/* The value that a constant object was initialised with, at a byte offset. */
static bool
read_object(struct decl *decl, int64_t offset, struct type *type, struct constant *value)
{
    if (decl->kind != DECL_VARIABLE || !decl->init || !decl->type || !decl->init->type)
        return false;
    bool is_constant = (decl->type->qualifiers & QUAL_CONST) || decl->space == SPACE_CONSTANT;
    if (!is_constant || (decl->type->qualifiers & QUAL_VOLATILE) || decl->is_being_read)
        return false;
    decl->is_being_read = true; /* int a = a + 1; */
    const struct expr *from = initial_value(decl->init, offset, type);
    bool is_known = from && constexpr_eval(from, value);
    decl->is_being_read = false;
    return is_known;
}

static bool
eval_read(const struct expr *expr, struct constant *value)
{
    struct constant place;
    if (expr->left->type->bits)
        return false;
    if (expr->left->kind == EXPR_NAME && expr->left->name.decl)
        return read_object(expr->left->name.decl, 0, expr->type, value);
    if (expr->left->kind == EXPR_SWIZZLE && !expr->left->is_lvalue)
        return constexpr_eval(expr->left, value);
    if (!address_of(expr->left, &place) || !place.decl)
        return false;
    return read_object(place.decl, place.offset, expr->type, value);
}

/* ---- operators ---- */

/* Is it known whether the value is zero?  A weak variable that no unit defines is at address 0 (ELF gABI). */
static bool
has_truth(const struct constant *value)
{
    const struct decl *decl = value->kind == CONSTANT_ADDRESS ? value->decl : NULL;
    return !decl || decl->kind != DECL_VARIABLE || !decl->is_weak || !decl->is_extern || decl->init;
}

static bool
is_nonzero(const struct constant *value, uint32_t component)
{
    if (value->kind == CONSTANT_ADDRESS)
        return !value->is_null;
    return value->kind == CONSTANT_FLOAT ? value->floats[component] != 0
                                         : integer_of(value, component) != 0;
}

static bool
divide(enum operator_kind op, const struct type *type, wide_uint a, wide_uint b, wide_uint *result)
{
    if (b == 0)
        return false;
    if (!type_is_signed(type)) {
        *result = op == OP_DIV ? a / b : a % b;
        return true;
    }
    if ((wide_int)b == -1) { /* the smallest number divided by -1 wraps */
        *result = op == OP_DIV ? 0 - a : 0;
        return true;
    }
    *result = (wide_uint)(op == OP_DIV ? (wide_int)a / (wide_int)b : (wide_int)a % (wide_int)b);
    return true;
}

static bool
compute_integer(enum operator_kind op, const struct type *type, wide_uint a, wide_uint b,
                wide_uint *result)
{
    unsigned amount = (unsigned)b & (bits_of(type) - 1);
    switch (op) {
    case OP_ADD:
        *result = a + b;
        break;
    case OP_SUB:
        *result = a - b;
        break;
    case OP_MUL:
        *result = a * b;
        break;
    case OP_DIV:
    case OP_REM:
        if (!divide(op, type, a, b, result))
            return false;
        break;
    case OP_SHL:
        *result = a << amount;
        break;
    case OP_SHR:
        *result = type_is_signed(type) ? (wide_uint)((wide_int)a >> amount) : a >> amount;
        break;
    case OP_AND:
        *result = a & b;
        break;
    case OP_OR:
        *result = a | b;
        break;
    case OP_XOR:
        *result = a ^ b;
        break;
    default:
        return false;
    }
    return true;
}

static bool
compute_float(enum operator_kind op, const struct type *type, double a, double b, double *result)
{
    switch (op) {
    case OP_ADD:
        *result = a + b;
        break;
    case OP_SUB:
        *result = a - b;
        break;
    case OP_MUL:
        *result = a * b;
        break;
    case OP_DIV:
        *result = a / b;
        break;
    default:
        return false;
    }
    *result = constexpr_round(type, *result); /* in double, rounding twice does no harm */
    return true;
}

#define COMPARE(a, b)                                                                              \
    (op == OP_LT   ? (a) < (b)                                                                     \
     : op == OP_GT ? (a) > (b)                                                                     \
     : op == OP_LE ? (a) <= (b)                                                                    \
     : op == OP_GE ? (a) >= (b)                                                                    \
     : op == OP_EQ ? (a) == (b)                                                                    \
                   : (a) != (b))

static bool
compare(enum operator_kind op, const struct constant *a, const struct constant *b,
        uint32_t component)
{
    if (a->kind == CONSTANT_FLOAT)
        return COMPARE(a->floats[component], b->floats[component]);
    wide_uint x = integer_of(a, component), y = integer_of(b, component);
    if (type_is_signed(element_of(a->type)))
        return COMPARE((wide_int)x, (wide_int)y);
    return COMPARE(x, y);
}

static bool
eval_compare(const struct expr *expr, const struct constant *a, const struct constant *b,
             struct constant *value)
{
    uint64_t yes = expr->type->kind == TYPE_VECTOR ? ~UINT64_C(0) : 1;
    if (a->kind == CONSTANT_ADDRESS || b->kind == CONSTANT_ADDRESS) {
        if (a->kind != b->kind || (!a->is_null && !b->is_null) || !has_truth(a) || !has_truth(b) ||
            (expr->op != OP_EQ && expr->op != OP_NE))
            return false;
        bool equal = a->is_null && b->is_null;
        value->integers[0] = equal == (expr->op == OP_EQ);
        return true;
    }
    for (uint32_t i = 0; i < value->count; i++)
        value->integers[i] = compare((enum operator_kind)expr->op, a, b, i) ? yes : 0;
    return true;
}

static bool
add_to_address(const struct expr *expr, const struct constant *address,
               const struct constant *number, struct constant *value)
{
    if (number->kind != CONSTANT_INTEGER || address->type->kind != TYPE_POINTER)
        return false;
    uint32_t step = address->type->base->size ? address->type->base->size : 1;
    uint64_t count = number->integers[0];
    *value = *address;
    value->type = expr->type;
    value->offset = moved(value->offset, expr->op == OP_SUB ? 0 - count : count, step);
    value->is_null = false;
    return expr->op == OP_ADD || expr->op == OP_SUB;
}

static bool
eval_short_circuit(const struct expr *expr, struct constant *value)
{
    struct constant a, b;
    bool is_and = expr->op == OP_LAND;
    if (!constexpr_eval(expr->left, &a) || !has_truth(&a))
        return false;
    bool is_vector = expr->type->kind == TYPE_VECTOR;
    if (!is_vector && is_nonzero(&a, 0) != is_and) {
        value->integers[0] = !is_and;
        return true;
    }
    if (!constexpr_eval(expr->right, &b) || !has_truth(&b))
        return false;
    for (uint32_t i = 0; i < value->count; i++) {
        bool x = is_nonzero(&a, a.count == 1 ? 0 : i), y = is_nonzero(&b, b.count == 1 ? 0 : i);
        bool yes = is_and ? x && y : x || y;
        value->integers[i] = !yes ? 0 : is_vector ? ~UINT64_C(0) : 1;
    }
    return true;
}

static bool
eval_binary(const struct expr *expr, struct constant *value)
{
    struct constant a, b;
    const struct type *element = element_of(expr->type);
    enum operator_kind op = (enum operator_kind)expr->op;
    *value = (struct constant){
        .kind = CONSTANT_INTEGER, .type = expr->type, .count = type_components(expr->type)};
    if (op == OP_COMMA)
        return constexpr_eval(expr->left, &a) && constexpr_eval(expr->right, value);
    if (op == OP_LAND || op == OP_LOR)
        return eval_short_circuit(expr, value);
    if (!constexpr_eval(expr->left, &a) || !constexpr_eval(expr->right, &b))
        return false;
    if (op >= OP_LT && op <= OP_NE)
        return eval_compare(expr, &a, &b, value);
    if (a.kind == CONSTANT_ADDRESS)
        return add_to_address(expr, &a, &b, value);
    if (b.kind == CONSTANT_ADDRESS)
        return add_to_address(expr, &b, &a, value);
    if (type_is_float(element))
        value->kind = CONSTANT_FLOAT;
    if (a.kind != value->kind || (b.kind != value->kind && op != OP_SHL && op != OP_SHR))
        return false;
    for (uint32_t i = 0; i < value->count; i++) {
        uint32_t x = a.count == 1 ? 0 : i, y = b.count == 1 ? 0 : i;
        wide_uint number = 0;
        if (value->kind == CONSTANT_FLOAT
                ? !compute_float(op, element, a.floats[x], b.floats[y], &value->floats[i])
                : !compute_integer(op, element, integer_of(&a, x), integer_of(&b, y), &number))
            return false;
        if (value->kind == CONSTANT_INTEGER)
            put_integer(value, i, number);
    }
    return true;
}

static bool
eval_unary(const struct expr *expr, struct constant *value)
{
    struct constant a;
    if (expr->op == OP_ADDRESS) {
        bool ok = address_of(expr->left, value);
        value->type = expr->type;
        return ok;
    }
    if (!constexpr_eval(expr->left, &a))
        return false;
    *value = a;
    value->type = expr->type;
    switch (expr->op) {
    case OP_PLUS:
        return a.kind != CONSTANT_ADDRESS;
    case OP_NEG:
        for (uint32_t i = 0; i < a.count; i++)
            if (a.kind == CONSTANT_FLOAT)
                value->floats[i] = -a.floats[i];
            else
                put_integer(value, i, 0 - integer_of(&a, i));
        return a.kind != CONSTANT_ADDRESS;
    case OP_COMPL:
        for (uint32_t i = 0; i < a.count; i++)
            put_integer(value, i, ~integer_of(&a, i));
        return a.kind == CONSTANT_INTEGER;
    case OP_NOT:
        if (!has_truth(&a))
            return false;
        *value = (struct constant){.kind = CONSTANT_INTEGER, .count = a.count, .type = expr->type};
        for (uint32_t i = 0; i < a.count; i++)
            value->integers[i] = is_nonzero(&a, i)                 ? 0
                                 : expr->type->kind == TYPE_VECTOR ? ~UINT64_C(0)
                                                                   : 1;
        return true;
    default:
        return false;
    }
}

static bool
eval_conditional(const struct expr *expr, struct constant *value)
{
    struct constant condition, a, b;
    if (!constexpr_eval(expr->left, &condition) || !has_truth(&condition))
        return false;
    if (expr->left->type->kind != TYPE_VECTOR)
        return constexpr_eval(is_nonzero(&condition, 0) ? expr->middle : expr->right, value);
    if (!constexpr_eval(expr->middle, &a) || !constexpr_eval(expr->right, &b))
        return false;
    *value = a;
    for (uint32_t i = 0; i < a.count && i < condition.count && i < b.count; i++)
        if ((int64_t)condition.integers[i] >= 0)
            value->integers[i] = b.integers[i];
    return true;
}

static bool
splat(struct constant *value, struct type *type)
{
    if (value->kind == CONSTANT_ADDRESS)
        return false;
    value->count = type_components(type);
    for (uint32_t i = 1; i < value->count; i++)
        value->integers[i] = value->integers[0];
    value->type = type;
    return true;
}

static bool
convert_address(const struct expr *expr, struct constant *value)
{
    if (value->kind != CONSTANT_ADDRESS)
        return false;
    bool is_number = !value->decl && !value->string;
    switch (expr->cast) {
    case CAST_POINTER:
    case CAST_SPACE:
        value->type = expr->type;
        return true;
    case CAST_POINTER_TO_BOOL:
        if (!has_truth(value))
            return false;
        *value = integer_constant(expr->type, !value->is_null);
        return true;
    case CAST_POINTER_TO_INT:
        if (!is_number || value->is_null)
            return false;
        *value = integer_constant(expr->type, (uint64_t)value->offset);
        return true;
    default:
        return false;
    }
}

static bool
eval_convert(const struct expr *expr, struct constant *value)
{
    if (!expr->left || !expr->left->type)
        return false;
    switch (expr->cast) {
    case CAST_LVALUE:
        if (expr->left->kind == EXPR_LITERAL && expr->left->call.args.at[0]->kind != EXPR_INIT_LIST)
            return constexpr_eval(expr->left->call.args.at[0], value); /* (int){5} */
        return eval_read(expr, value);
    case CAST_ARRAY:
    case CAST_FUNCTION:
        if (!address_of(expr->left, value))
            return false;
        value->type = expr->type;
        return true;
    case CAST_NULL:
        *value = (struct constant){
            .kind = CONSTANT_ADDRESS, .count = 1, .type = expr->type, .is_null = true};
        return true;
    case CAST_VOID:
        return false;
    default:
        break;
    }
    if (!constexpr_eval(expr->left, value))
        return false;
    switch (expr->cast) {
    case CAST_NONE:
        value->type = expr->type;
        return true;
    case CAST_SCALAR:
        return !expr->saturate && expr->rounding == ROUND_DEFAULT &&
               convert_scalars(value, expr->type);
    case CAST_SPLAT:
        return splat(value, expr->type);
    case CAST_BITS:
        return reinterpret(value, expr->type);
    case CAST_INT_TO_POINTER:
        *value = (struct constant){.kind = CONSTANT_ADDRESS,
                                   .count = 1,
                                   .type = expr->type,
                                   .offset = (int64_t)value->integers[0]};
        return true;
    default:
        return convert_address(expr, value);
    }
}

static bool
eval_vector(const struct expr *expr, struct constant *value)
{
    struct constant part;
    uint32_t filled = 0, components = type_components(expr->type);
    bool is_float = type_is_float(element_of(expr->type));
    *value = (struct constant){.kind = is_float ? CONSTANT_FLOAT : CONSTANT_INTEGER,
                               .count = components,
                               .type = expr->type};
    for (uint32_t i = 0; i < expr->call.args.count; i++) {
        if (!constexpr_eval(expr->call.args.at[i], &part) || part.kind != value->kind)
            return false;
        for (uint32_t k = 0; k < part.count && filled < components; k++)
            value->integers[filled++] = part.integers[k];
    }
    for (; filled && filled < components; filled++)
        value->integers[filled] = value->integers[0];
    return filled == components;
}

static bool
eval_swizzle(const struct expr *expr, struct constant *value)
{
    struct constant base;
    if (!constexpr_eval(expr->swizzle.base, &base))
        return false;
    *value = (struct constant){.kind = base.kind, .count = expr->swizzle.count, .type = expr->type};
    for (uint32_t i = 0; i < value->count; i++)
        value->integers[i] = base.integers[expr->swizzle.components[i]];
    return true;
}

bool
constexpr_eval(const struct expr *expr, struct constant *value)
{
    if (!expr || !expr->type)
        return false;
    switch (expr->kind) {
    case EXPR_INT:
        *value = integer_constant(expr->type, wide_join(expr->integer.value, expr->integer.high));
        return true;
    case EXPR_FLOAT:
        *value = (struct constant){.kind = CONSTANT_FLOAT, .count = 1, .type = expr->type};
        value->floats[0] = constexpr_round(expr->type, expr->floating.value);
        return true;
    case EXPR_NAME:
        if (!expr->name.decl || expr->name.decl->kind != DECL_ENUMERATOR)
            return false;
        *value =
            integer_constant(expr->type, wide_join(expr->name.decl->value, expr->name.decl->high));
        return true;
    case EXPR_UNARY:
        return eval_unary(expr, value);
    case EXPR_BINARY:
        return eval_binary(expr, value);
    case EXPR_CONDITIONAL:
        return eval_conditional(expr, value);
    case EXPR_ONCE:
        return constexpr_eval(expr->left, value);
    case EXPR_CONVERT:
        return eval_convert(expr, value);
    case EXPR_VECTOR:
        return eval_vector(expr, value);
    case EXPR_SWIZZLE:
        return eval_swizzle(expr, value);
    default:
        return false;
    }
}

bool
constexpr_wide(const struct expr *expr, wide_int *value)
{
    struct constant constant;
    if (!constexpr_eval(expr, &constant) || constant.kind != CONSTANT_INTEGER ||
        constant.count != 1)
        return false;
    *value = (wide_int)integer_of(&constant, 0);
    return true;
}

bool
constexpr_integer(const struct expr *expr, int64_t *value)
{
    wide_int wide;
    if (!constexpr_wide(expr, &wide))
        return false;
    *value = (int64_t)wide;
    return !type_is_wide(expr->type) || (wide_uint)wide == (wide_uint)*value;
}

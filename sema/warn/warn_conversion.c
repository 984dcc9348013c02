/* Implicit conversions that change or may change a value, and casts between pointers and integers.
 *
 * -Wconstant-conversion -Wliteral-conversion -Wimplicit-const-int-float-conversion
 * -Wpointer-to-int-cast -Wint-to-pointer-cast -Wpointer-bool-conversion -Wbool-conversion
 * -Wnon-literal-null-conversion -Wenum-conversion -Wtautological-constant-compare (on),
 * -Wint-in-bool-context (-Wall), -Wfloat-conversion
 * -Wimplicit-float-conversion -Wdouble-promotion -Wimplicit-int-float-conversion
 * -Wshorten-64-to-32 -Wimplicit-int-conversion -Wsign-conversion (off) */
#include "sema/warn/warn_internal.h"

#include <math.h>

/* A conversion: of this expression, between these numbers. */
struct conversion {
    struct warn *w;
    struct expr *expr;
    struct type *from, *to; /* elements of vectors */
    struct type *whole;     /* what becomes of it */
};

static void
report(struct conversion *c, enum diag_id id)
{
    diag_range(c->w->diag, c->expr->start, c->expr->end);
    diag_report(c->w->diag, c->expr->loc, id, warn_words(c->w, c->expr), warn_type(c->w, c->whole));
}

/* Both values as text. */
static void
report_change(struct conversion *c, enum diag_id id, const char *before, const char *after)
{
    diag_range(c->w->diag, c->expr->start, c->expr->end);
    diag_report(c->w->diag, c->expr->loc, id, warn_type(c->w, c->from), warn_type(c->w, c->whole),
                before, after);
}

static const char *
integer_text(struct conversion *c, const struct type *type, wide_int value)
{
    return wide_text(c->w->s->arena, (wide_uint)value, type_is_signed(type));
}

static const char *
float_text(struct conversion *c, double value)
{
    return arena_printf(c->w->s->arena, "%.6g", value);
}

wide_int
warn_cut(const struct type *type, wide_int value)
{
    return (wide_int)constexpr_fit(type, (wide_uint)value);
}

static bool
constant_changes(struct conversion *c)
{
    wide_int value;
    if (!warn_wide(c->expr, &value))
        return false;
    report_change(c, DIAG_constant_conversion, integer_text(c, c->from, value),
                  integer_text(c, c->to, warn_cut(c->to, value)));
    return true;
}

static bool
conversions_are_on(const struct warn *w)
{
    return diag_is_on(w->diag, DIAG_shorten_64_to_32) ||
           diag_is_on(w->diag, DIAG_implicit_int_conversion) ||
           diag_is_on(w->diag, DIAG_sign_conversion);
}

static void
integer_to_integer(struct conversion *c)
{
    if (c->to->kind == TYPE_BOOL || c->from->kind == TYPE_BOOL)
        return;
    struct warn_range to = warn_type_range(c->to), type = warn_type_range(c->from);
    bool fits =
        type.width < to.width || (type.width == to.width && type.non_negative == to.non_negative);
    wide_int value;
    if ((fits && (type.non_negative || !to.non_negative)) ||
        (!conversions_are_on(c->w) && !warn_wide(c->expr, &value)))
        return;
    struct warn_range from = warn_range(c->expr, true);
    if (from.width > to.width) {
        if (constant_changes(c))
            return;
        bool shortens = to.width == 32 && type.width == 64;
        report(c, shortens ? DIAG_shorten_64_to_32 : DIAG_implicit_int_conversion);
        return;
    }
    bool becomes_negative = from.width == to.width && from.non_negative && !to.non_negative;
    bool is_pattern = c->expr->kind == EXPR_INT && c->expr->literal.base != 10; /* 0xFF */
    if (becomes_negative && type_is_signed(c->from) && !is_pattern && constant_changes(c))
        return;
    if (becomes_negative || (to.non_negative && !from.non_negative))
        report(c, DIAG_sign_conversion);
}

static bool
float_constant(const struct expr *expr, double *value)
{
    struct constant constant;
    if (!constexpr_eval(expr, &constant) || constant.count != 1 || constant.kind != CONSTANT_FLOAT)
        return false;
    *value = constant.floats[0];
    return true;
}

/* 1.5, -1.5 */
static bool
is_float_literal(const struct expr *expr)
{
    if (expr->kind == EXPR_UNARY && (expr->op == OP_NEG || expr->op == OP_PLUS))
        expr = expr->left;
    return expr->kind == EXPR_FLOAT;
}

static void
float_to_integer(struct conversion *c)
{
    double value;
    if (!is_float_literal(c->expr) || !float_constant(c->expr, &value)) {
        report(c, DIAG_float_conversion);
        return;
    }
    if (c->to->kind == TYPE_BOOL) {
        if (value != 0 && value != 1)
            report_change(c, DIAG_literal_conversion, float_text(c, value), "true");
        return;
    }
    bool is_signed = type_is_signed(c->to);
    double limit = ldexp(1, (int)c->to->size * 8 - is_signed), whole = trunc(value);
    if (whole >= limit || whole < (is_signed ? -limit : 0))
        report(c, DIAG_literal_out_of_range);
    else if (whole != value)
        report_change(c, DIAG_literal_conversion, float_text(c, value),
                      arena_printf(c->w->s->arena, "%.0f", whole));
}

static void
float_to_float(struct conversion *c)
{
    double value;
    if (c->to->kind > c->from->kind)
        report(c, DIAG_double_promotion);
    else if (c->to->kind < c->from->kind &&
             !(float_constant(c->expr, &value) && constexpr_round(c->to, value) == value))
        report(c, DIAG_implicit_float_conversion);
}

static double
as_double(const struct conversion *c, wide_int value)
{
    return type_is_signed(c->from) ? (double)value : (double)(wide_uint)value;
}

/* Is the value another than the number of double, which may be infinite or one more than any of the type? */
static bool
differs(const struct conversion *c, wide_int value, double number)
{
    bool is_signed = type_is_signed(c->from);
    if (number >= (is_signed ? 0x1p127 : 0x1p128))
        return true;
    return is_signed ? (wide_int)number != value : (wide_uint)number != (wide_uint)value;
}

static void
integer_to_float(struct conversion *c)
{
    static const uint32_t precision[] = {[TYPE_HALF] = 11, [TYPE_FLOAT] = 24, [TYPE_DOUBLE] = 53};
    wide_int value;
    if (warn_type_range(c->from).width <= precision[c->to->kind])
        return;
    if (warn_wide(c->expr, &value)) {
        double rounded = constexpr_round(c->to, as_double(c, value));
        if (differs(c, value, rounded))
            report_change(c, DIAG_const_int_float_conversion, integer_text(c, c->from, value),
                          arena_printf(c->w->s->arena, "%.0f", rounded));
    } else if (diag_is_on(c->w->diag, DIAG_int_float_conversion) &&
               warn_range(c->expr, true).width > precision[c->to->kind]) {
        report(c, DIAG_int_float_conversion);
    }
}

static void
pointer_to_bool(struct warn *w, loc_t around, const struct expr *expr)
{
    const struct expr *object = warn_object(expr);
    const char *name = object ? warn_name(w, object) : NULL;
    bool is_weak = object && object->kind == EXPR_NAME && object->name.decl->is_weak;
    bool is_hidden = object && object != expr && object->is_explicit; /* &(x) */
    if (!name || is_weak || is_hidden || warn_in_macro(w, expr->loc) || warn_in_macro(w, around))
        return;
    bool is_function = object->type->kind == TYPE_FUNCTION;
    diag_range(w->diag, object->start, object->end);
    diag_warning(w->diag, object->loc, pointer_bool_conversion,
                 is_function      ? "function "
                 : object == expr ? "array "
                                  : "",
                 name);
    if (is_function) {
        diag_fixit(w->diag, object->start, 0, "&");
        diag_note(w->diag, object->loc, prefix_with_address_of);
    }
}

/* 3, -3, without parentheses; *value then is 3. */
static bool
is_literal(const struct expr *expr, uint64_t *value)
{
    if (expr->kind == EXPR_UNARY && expr->op == OP_NEG && !expr->is_explicit)
        expr = expr->left;
    if (expr->kind != EXPR_INT || expr->is_explicit || expr->literal.is_char ||
        expr->type->kind == TYPE_BOOL)
        return false;
    *value = expr->integer.value;
    return true;
}

/* a << 3 where only zero or not is asked for. */
static void
shift_to_bool(struct warn *w, const struct expr *expr)
{
    uint64_t left, right;
    int64_t value;
    bool left_is = is_literal(expr->left, &left), right_is = is_literal(expr->right, &right);
    if (left_is && left == 0)
        diag_warning(w->diag, expr->loc, constant_shift_as_boolean, "false");
    else if (left_is && right_is && constexpr_integer(expr, &value))
        diag_warning(w->diag, expr->loc, constant_shift_as_boolean, value ? "true" : "false");
    else if (type_is_integer(expr->type) && type_is_signed(expr->type))
        diag_warning(w->diag, expr->loc, shift_as_boolean);
}

/* An integer becomes true or false. */
static void
integer_to_bool(struct warn *w, const struct expr *expr)
{
    uint64_t middle, right;
    if (expr->kind == EXPR_BINARY && expr->op == OP_SHL)
        shift_to_bool(w, expr);
    else if (expr->kind == EXPR_CONDITIONAL && is_literal(expr->middle, &middle) &&
             is_literal(expr->right, &right) && middle && right && (middle != 1 || right != 1))
        diag_warning(w->diag, expr->start, choice_as_boolean);
}

void
warn_truth(struct warn *w, loc_t around, struct expr *condition)
{
    const struct expr *expr = warn_written(condition);
    enum type_kind kind = (enum type_kind)expr->type->kind;
    integer_to_bool(w, expr);
    if (kind == TYPE_POINTER || kind == TYPE_ARRAY || kind == TYPE_FUNCTION)
        pointer_to_bool(w, around, expr);
}

/* A zero that is not written as one; what else becomes a pointer is an error. */
static void
zero_to_pointer(struct warn *w, const struct expr *expr, struct type *to)
{
    int64_t value;
    bool is_literal = expr->kind == EXPR_INT && !expr->literal.is_char;
    if (!warn_constant(expr, &value) || value)
        return;
    diag_range(w->diag, expr->start, expr->end);
    if (expr->type->kind == TYPE_BOOL)
        diag_warning(w->diag, expr->start, bool_to_null, warn_type(w, to));
    else if (!is_literal)
        diag_warning(w->diag, expr->start, zero_to_null, warn_type(w, to));
}

void
warn_conversion(struct warn *w, struct expr *expr, struct type *to)
{
    struct type *from = expr->type;
    int64_t value;
    if (to->kind == TYPE_BOOL)
        integer_to_bool(w, expr);
    if (expr->kind == EXPR_CONDITIONAL && expr->left->type->kind != TYPE_VECTOR) {
        if (warn_constant(expr->left, &value)) {
            warn_conversion(w, warn_written(value ? expr->middle : expr->right), to);
            return;
        }
        warn_conversion(w, warn_written(expr->middle), to);
        warn_conversion(w, warn_written(expr->right), to);
        return;
    }
    if (to->kind == TYPE_POINTER && type_is_integer(from)) {
        zero_to_pointer(w, expr, to);
        return;
    }
    if (to->kind == TYPE_BOOL &&
        (from->kind == TYPE_POINTER || from->kind == TYPE_ARRAY || from->kind == TYPE_FUNCTION)) {
        pointer_to_bool(w, expr->loc, expr);
        return;
    }
    struct conversion c = {w, expr, type_unqualified(type_element(from)),
                           type_unqualified(type_element(to)), to};
    bool splats = type_components(from) == 1 && type_is_integer(c.to) &&
                  (type_is_integer(c.from) || is_float_literal(expr));
    if (c.from == c.to || (type_components(from) != type_components(to) && !splats))
        return;
    if (c.from->kind == TYPE_ENUM && c.to->kind == TYPE_ENUM) {
        report(&c, DIAG_enum_conversion);
        return;
    }
    if (type_is_integer(c.from) && type_is_integer(c.to))
        integer_to_integer(&c);
    else if (type_is_integer(c.from) && type_is_float(c.to))
        integer_to_float(&c);
    else if (type_is_float(c.from) && type_is_float(c.to))
        float_to_float(&c);
    else if (type_is_float(c.from) && type_is_integer(c.to) && c.to->kind != TYPE_ENUM)
        float_to_integer(&c);
}

/* x op= y computes in a type that may be wider than x. */
void
warn_compound_assignment(struct warn *w, const struct expr *expr)
{
    struct type *to = type_unqualified(type_element(expr->left->type));
    struct type *from = expr->computation_type ? type_element(expr->computation_type) : NULL;
    if (!from || !type_is_float(from))
        return;
    enum diag_id id = DIAG_float_conversion;
    if (type_is_float(to) && to->kind >= from->kind)
        return;
    if (type_is_float(to))
        id = DIAG_computation_loses_precision;
    diag_report(w->diag, expr->loc, id, warn_type(w, expr->computation_type),
                warn_words(w, expr->left));
}

/* Casts that are written: pointers fit only in integers of their size. */
void
warn_cast(struct warn *w, const struct expr *expr)
{
    struct type *from = expr->left->type, *to = expr->type;
    int64_t value;
    if (expr->cast == CAST_POINTER_TO_INT && to->size < from->size) {
        bool is_void = from->base->kind == TYPE_VOID;
        diag_report(w->diag, expr->start,
                    is_void ? DIAG_void_pointer_to_int_cast : DIAG_pointer_to_int_cast,
                    warn_words(w, expr), warn_words(w, expr->left));
    } else if (expr->cast == CAST_INT_TO_POINTER && from->size < to->size &&
               to->kind == TYPE_POINTER && !warn_constant(expr->left, &value)) {
        bool is_void = to->base->kind == TYPE_VOID;
        diag_report(w->diag, expr->start,
                    is_void ? DIAG_int_to_void_pointer_cast : DIAG_int_to_pointer_cast,
                    warn_words(w, expr), warn_words(w, expr->left));
    }
}

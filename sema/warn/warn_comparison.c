/* Comparisons whose result is known, or not what it seems.
 *
 * -Wtautological-compare -Wtautological-constant-out-of-range-compare -Wtautological-pointer-compare -Wenum-compare
 * -Wstring-compare (on), -Wtautological-overlap-compare (-Wall), -Wsign-compare (-Wextra), -Wtautological-unsigned-zero-compare
 * -Wtautological-type-limit-compare -Wfloat-equal (off) */
#include "sema/warn/warn_internal.h"

/* Where a constant lies relative to the values that the other operand can have. */
enum relation { BELOW, AT_LOWEST, INSIDE, AT_HIGHEST, ABOVE, ONLY_VALUE };

/* The other operand's values in the type of the comparison, as numbers with one bit more would have them. */
struct values {
    wide_int low, high;
    bool wraps; /* negative ones become large: both ends are inside, there is a gap */
    wide_int gap_low, gap_high;
    bool is_unknown; /* they would need more than 128 bits */
};

static struct values
values_in(struct warn_range range, const struct type *type)
{
    struct values v = {0};
    uint32_t bits = type->size * 8;
    bool is_unsigned = !type_is_signed(type);
    wide_int one = 1;
    if (range.width == 0)
        return v;
    v.is_unknown = range.width > 126 || (bits == 128 && is_unsigned && !range.non_negative);
    if (v.is_unknown)
        return v;
    if (range.non_negative) {
        v.high = (one << range.width) - 1;
    } else {
        v.low = -(one << (range.width - 1));
        v.high = (one << (range.width - 1)) - 1;
    }
    if (is_unsigned && v.low < 0) {
        v.wraps = range.width < bits;
        v.gap_low = v.high + 1;
        v.gap_high = (one << bits) + v.low - 1;
        v.low = 0;
        v.high = (one << bits) - 1;
    }
    return v;
}

static enum relation
relation_of(const struct values *v, wide_int constant)
{
    if (v->wraps && constant >= v->gap_low && constant <= v->gap_high)
        return ABOVE; /* in the gap: unequal to all, but neither below nor above all */
    if (constant < v->low)
        return BELOW;
    if (constant > v->high)
        return ABOVE;
    if (v->low == v->high)
        return ONLY_VALUE;
    return constant == v->low ? AT_LOWEST : constant == v->high ? AT_HIGHEST : INSIDE;
}

/* The operator with its operands swapped. */
static uint8_t
mirrored(uint8_t op)
{
    switch (op) {
    case OP_LT:
        return OP_GT;
    case OP_GT:
        return OP_LT;
    case OP_LE:
        return OP_GE;
    case OP_GE:
        return OP_LE;
    default:
        return op;
    }
}

/* values op constant: 0 or 1 if it is the same for all, else -1. */
static int
outcome(uint8_t op, const struct values *v, enum relation relation)
{
    bool outside = relation == BELOW || relation == ABOVE;
    if (op == OP_EQ || op == OP_NE)
        return outside ? op == OP_NE : relation == ONLY_VALUE ? op == OP_EQ : -1;
    if (v->wraps && relation == ABOVE)
        return -1;
    bool above = relation == ABOVE, below = relation == BELOW, only = relation == ONLY_VALUE;
    switch (op) {
    case OP_LT:
        return above ? 1 : below || only || relation == AT_LOWEST ? 0 : -1;
    case OP_LE:
        return above || only || relation == AT_HIGHEST ? 1 : below ? 0 : -1;
    case OP_GT:
        return below ? 1 : above || only || relation == AT_HIGHEST ? 0 : -1;
    default:
        return below || only || relation == AT_LOWEST ? 1 : above ? 0 : -1;
    }
}

static bool
is_enumerator(const struct expr *expr)
{
    return expr->kind == EXPR_NAME && expr->name.decl->kind == DECL_ENUMERATOR;
}

struct side {
    struct expr *other, *constant; /* as written */
    bool constant_is_right;
    wide_int value; /* in the type of the comparison */
};

static const char *
constant_text(struct warn *w, const struct side *side, const struct type *common)
{
    bool is_signed = type_is_signed(common) || type_is_signed(side->constant->type);
    struct type as_written = {.kind = TYPE_LONGLONG, .size = common->size};
    wide_uint value = (wide_uint)side->value;
    if (is_signed) /* -1 even where it becomes the largest number */
        value = constexpr_fit(&as_written, value);
    return wide_text(w->s->arena, value, is_signed);
}

static void
report_out_of_range(struct warn *w, const struct expr *expr, const struct side *side,
                    const char *text, const char *result)
{
    diag_range(w->diag, expr->start, expr->end);
    if (side->other->type->kind != TYPE_BOOL && warn_is_boolean(side->other))
        diag_warning(w->diag, expr->loc, boolean_out_of_range, text, result);
    else
        diag_warning(w->diag, expr->loc, out_of_range_comparison, text, warn_words(w, side->other),
                     result);
}

static void
report_type_limit(struct warn *w, const struct expr *expr, const struct side *side,
                  const char *text, const char *result)
{
    const char *op = warn_operator(expr->op);
    bool is_unsigned = !type_is_signed(side->other->type);
    diag_range(w->diag, expr->start, expr->end);
    if (is_unsigned && side->value == 0 && side->constant_is_right)
        diag_warning(w->diag, expr->loc, unsigned_zero_comparison_right, op, result);
    else if (is_unsigned && side->value == 0)
        diag_warning(w->diag, expr->loc, unsigned_zero_comparison_left, op, result);
    else if (side->constant_is_right)
        diag_warning(w->diag, expr->loc, type_limit_comparison_right, warn_words(w, side->other),
                     op, text, result);
    else
        diag_warning(w->diag, expr->loc, type_limit_comparison_left, text, op,
                     warn_words(w, side->other), result);
}

static bool
is_known(struct warn *w, const struct expr *expr, const struct side *side)
{
    struct type *common = expr->left->type;
    struct warn_range type = warn_is_boolean(side->other) ? (struct warn_range){1, true}
                                                          : warn_type_range(side->other->type);
    if (common->kind == TYPE_ENUM || side->other->type->kind == TYPE_ENUM)
        return false;
    struct values values = values_in(type, common);
    if (values.is_unknown)
        return false;
    enum relation relation = relation_of(&values, side->value);
    uint8_t op = side->constant_is_right ? expr->op : mirrored(expr->op);
    int known = outcome(op, &values, relation);
    if (known < 0)
        return false;
    bool inside = relation != BELOW && relation != ABOVE;
    if (inside && (is_enumerator(side->constant) || warn_in_macro(w, side->constant->loc)))
        return false;
    const char *result = known ? "true" : "false", *text = constant_text(w, side, common);
    if (inside && !warn_is_boolean(side->other))
        report_type_limit(w, expr, side, text, result);
    else
        report_out_of_range(w, expr, side, text, result);
    return true;
}

/* The signed operand may be negative, and becomes a large number. */
static void
compare_signs(struct warn *w, const struct expr *expr, struct expr *left, struct expr *right)
{
    bool left_is_signed = type_is_signed(left->type);
    if (left_is_signed == type_is_signed(right->type))
        return;
    if (!diag_is_on(w->diag, DIAG_sign_compare))
        return;
    struct expr *is_signed = left_is_signed ? left : right;
    struct expr *is_unsigned = left_is_signed ? right : left;
    if (warn_range(is_signed, true).non_negative)
        return;
    if ((expr->op == OP_EQ || expr->op == OP_NE) &&
        warn_range(is_unsigned, true).width < expr->left->type->size * 8)
        return;
    diag_range(w->diag, left->start, left->end);
    diag_range(w->diag, right->start, right->end);
    diag_warning(w->diag, expr->loc, sign_compare, warn_words(w, left), warn_words(w, right));
}

static bool
integers(struct warn *w, const struct expr *expr, struct expr *left, struct expr *right)
{
    wide_int left_value, right_value;
    bool left_is = warn_wide(expr->left, &left_value);
    bool right_is = warn_wide(expr->right, &right_value);
    if (left_is && right_is)
        return false;
    if (left_is != right_is) {
        struct side side = {right_is ? left : right, right_is ? right : left, right_is,
                            right_is ? right_value : left_value};
        if (is_known(w, expr, &side))
            return false;
    }
    if (type_is_signed(expr->left->type) ||
        type_is_signed(left->type) == type_is_signed(right->type))
        return false;
    compare_signs(w, expr, left, right);
    return true;
}

/* The same variable, or the same member or element of it. */
static bool
same_object(const struct expr *a, const struct expr *b)
{
    a = warn_written((struct expr *)a);
    b = warn_written((struct expr *)b);
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case EXPR_NAME:
        return a->name.decl == b->name.decl && a->name.decl->kind != DECL_ENUMERATOR;
    case EXPR_MEMBER:
        return a->member.field == b->member.field && same_object(a->member.base, b->member.base);
    case EXPR_INT:
        return a->integer.value == b->integer.value && a->integer.high == b->integer.high;
    case EXPR_INDEX:
        return same_object(a->left, b->left) && same_object(a->right, b->right);
    default:
        return false;
    }
}

static void
with_itself(struct warn *w, const struct expr *expr)
{
    const struct expr *left = warn_written(expr->left);
    if (left->kind == EXPR_INT || type_is_float(type_element(left->type)) ||
        left->type->qualifiers & QUAL_VOLATILE || !same_object(left, expr->right) ||
        warn_in_macro(w, expr->loc))
        return;
    bool equal = expr->op == OP_EQ || expr->op == OP_LE || expr->op == OP_GE;
    diag_range(w->diag, expr->start, expr->end);
    diag_warning(w->diag, expr->loc, self_comparison, equal ? "true" : "false");
}

static void
float_equality(struct warn *w, const struct expr *expr)
{
    struct constant value;
    const struct expr *sides[2] = {expr->left, expr->right};
    if ((expr->op != OP_EQ && expr->op != OP_NE) || same_object(expr->left, expr->right))
        return;                   /* x != x asks for NaN */
    for (int i = 0; i < 2; i++) { /* 0.0 and small integers are exact */
        if (constexpr_eval(sides[i], &value) && value.kind == CONSTANT_FLOAT &&
            value.floats[0] == (double)(int)value.floats[0])
            return;
    }
    diag_warning(w->diag, expr->loc, float_equal);
}

/* A float is never 0.1, which is a double. */
static bool
never_equal(struct warn *w, const struct expr *expr, struct expr *left, struct expr *right)
{
    struct expr *literal = left->kind == EXPR_FLOAT ? left : right;
    struct expr *other = literal == left ? right : left;
    struct constant value;
    if ((expr->op != OP_EQ && expr->op != OP_NE) || literal->kind != EXPR_FLOAT ||
        other->kind == EXPR_FLOAT || other->type->size >= literal->type->size ||
        !type_is_float(other->type) || !constexpr_eval(literal, &value) ||
        constexpr_round(other->type, value.floats[0]) == value.floats[0])
        return false;
    diag_range(w->diag, left->start, left->end);
    diag_range(w->diag, right->start, right->end);
    diag_warning(w->diag, expr->loc, float_never_equal, expr->op == OP_EQ ? "false" : "true",
                 warn_words(w, other));
    return true;
}

/* The address of an object with null. */
static void
with_null(struct warn *w, const struct expr *expr, struct expr *left, struct expr *right)
{
    const struct expr *other = warn_is_null(right) ? left : warn_is_null(left) ? right : NULL;
    const struct expr *object = other ? warn_object(other) : NULL;
    const char *name = object ? warn_name(w, object) : NULL;
    if (!name || (expr->op != OP_EQ && expr->op != OP_NE) || warn_in_macro(w, other->loc))
        return;
    diag_range(w->diag, left->start, left->end);
    diag_range(w->diag, right->start, right->end);
    diag_warning(w->diag, object->loc, null_comparison,
                 object->type->kind == TYPE_FUNCTION ? "function "
                 : object == other                   ? "array "
                                                     : "address of ",
                 name, expr->op == OP_EQ ? "" : "not ", expr->op == OP_EQ ? "false" : "true");
}

/* ---- two comparisons of an object with constants ---- */

/* object op value */
struct bound {
    const struct expr *object, *constant; /* as written */
    uint8_t op;
    wide_int value;
};

static bool
is_bound(const struct expr *expr, struct bound *bound)
{
    const struct expr *left = expr->left, *right = expr->right;
    bool right_is = warn_wide(right, &bound->value);
    if (!right_is && !warn_wide(left, &bound->value))
        return false;
    bound->object = warn_written((struct expr *)(right_is ? left : right));
    bound->constant = warn_written((struct expr *)(right_is ? right : left));
    bound->op = right_is ? expr->op : mirrored(expr->op);
    const struct expr *literal = bound->constant;
    if (literal->kind == EXPR_UNARY && literal->op == OP_NEG)
        literal = literal->left;
    return literal->kind == EXPR_INT || is_enumerator(literal);
}

/* Two literals, or two enumerators of the object's type: else the constants may be meant to vary. */
static bool
are_alike(const struct bound *a, const struct bound *b)
{
    if (!is_enumerator(a->constant) && !is_enumerator(b->constant))
        return true;
    return is_enumerator(a->constant) && is_enumerator(b->constant) &&
           a->object->type->kind == TYPE_ENUM;
}

static bool
holds(const struct bound *bound, wide_int object)
{
    switch (bound->op) {
    case OP_LT:
        return object < bound->value;
    case OP_GT:
        return object > bound->value;
    case OP_LE:
        return object <= bound->value;
    case OP_GE:
        return object >= bound->value;
    case OP_EQ:
        return object == bound->value;
    default:
        return object != bound->value;
    }
}

/* a == 1 && a == 2, a != 1 || a != 2: the outcome at both ends of the type, at the constants and between them is the
 * outcome for all.  Where one of the two alone is always the same, that is reported. */
void
warn_overlap(struct warn *w, const struct expr *expr)
{
    const struct expr *left = warn_written(expr->left), *right = warn_written(expr->right);
    struct bound a, b;
    if (!warn_is_comparison(left) || !warn_is_comparison(right))
        return;
    const struct type *type = type_unqualified(left->left->type);
    if (!type_is_integer(type) || type->size > 8 || type != type_unqualified(right->left->type) ||
        !is_bound(left, &a) || !is_bound(right, &b) || !same_object(a.object, b.object) ||
        a.object->type->qualifiers & QUAL_VOLATILE || !are_alike(&a, &b) ||
        warn_in_macro(w, expr->loc) || warn_in_macro(w, left->loc) ||
        warn_in_macro(w, right->loc) || warn_in_macro(w, a.constant->loc) ||
        warn_in_macro(w, b.constant->loc))
        return;
    bool is_signed = type_is_signed(type);
    wide_int high = ((wide_int)1 << (type->size * 8 - is_signed)) - 1,
             low = is_signed ? -high - 1 : 0;
    const wide_int samples[] = {low, a.value, (a.value < b.value ? a.value : b.value) + 1, b.value,
                                high};
    unsigned left_true = 0, right_true = 0, both_true = 0, count = sizeof samples / sizeof *samples;
    for (unsigned i = 0; i < count; i++) {
        bool first = holds(&a, samples[i]), second = holds(&b, samples[i]);
        left_true += first;
        right_true += second;
        both_true += expr->op == OP_LAND ? first && second : first || second;
    }
    if (left_true == 0 || left_true == count || right_true == 0 || right_true == count)
        return;
    if (both_true > 0 && both_true < count)
        return;
    diag_range(w->diag, expr->start, expr->end);
    diag_report(w->diag, expr->loc, both_true ? DIAG_overlap : DIAG_no_overlap);
}

bool
warn_comparison(struct warn *w, const struct expr *expr)
{
    struct expr *left = warn_written(expr->left), *right = warn_written(expr->right);
    struct type *type = expr->left->type;
    with_itself(w, expr);
    if (left->kind == EXPR_STRING || right->kind == EXPR_STRING)
        diag_warning(w->diag, expr->loc, string_compare);
    if (type->kind == TYPE_POINTER) {
        with_null(w, expr, left, right);
        if (type->base->kind == TYPE_FUNCTION && expr->op != OP_EQ && expr->op != OP_NE)
            diag_warning(w->diag, expr->loc, ordered_function_pointers, warn_words(w, left),
                         warn_words(w, right));
        return true;
    }
    if (left->type->kind == TYPE_ENUM && right->type->kind == TYPE_ENUM &&
        type_unqualified(left->type) != type_unqualified(right->type))
        diag_warning(w->diag, expr->loc, enum_compare, warn_words(w, left), warn_words(w, right));
    if (type_is_float(type) && !never_equal(w, expr, left, right) &&
        diag_is_on(w->diag, DIAG_float_equal))
        float_equality(w, expr);
    if (!type_is_integer(type) || !type_is_integer(left->type) || !type_is_integer(right->type))
        return false;
    return integers(w, expr, left, right);
}

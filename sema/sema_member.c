/* Members of records, components of vectors (OpenCL C 6.1.7), elements. */
#include "sema/sema_internal.h"

#include <string.h>

/* ---- vector components ---- */

/* Number of the component that one character names, or -1.  set: the names to choose among, NULL:
 * the digits after s. */
static int
component_of(char letter, const char *set)
{
    if (set) {
        const char *at = letter ? strchr(set, letter) : NULL;
        return at ? (int)(at - set) : -1;
    }
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    if (letter >= 'a' && letter <= 'f')
        return letter - 'a' + 10;
    return letter >= 'A' && letter <= 'F' ? letter - 'A' + 10 : -1;
}

/* lo, hi, even, odd: a vec3 counts as a vec4 whose last component is undefined. */
static bool
half_of(const char *name, uint32_t count, struct expr *swizzle)
{
    static const struct {
        const char *name;
        uint8_t first, step; /* first: in halves; step */
    } halves[] = {{"lo", 0, 1}, {"hi", 1, 1}, {"even", 0, 2}, {"odd", 1, 2}};
    uint32_t half = (count == 3 ? 4 : count) / 2;
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
        if (strcmp(name, halves[i].name) != 0)
            continue;
        uint32_t first = halves[i].first ? (halves[i].step == 1 ? half : 1) : 0;
        for (uint32_t k = 0; k < half; k++)
            swizzle->swizzle.components[k] = (uint8_t)(first + k * halves[i].step);
        swizzle->swizzle.count = (uint8_t)half;
        return true;
    }
    return false;
}

static bool
named_components(struct sema *s, const struct expr *expr, const char *name, struct type *vector,
                 struct expr *swizzle)
{
    bool numeric = (name[0] == 's' || name[0] == 'S') && name[1];
    const char *letters = numeric ? name + 1 : name;
    bool is_colour = !numeric && strchr("rgba", letters[0]);
    const char *set = numeric ? NULL : is_colour ? "rgba" : "xyzw"; /* the first letter's */
    size_t length = strlen(letters);
    for (size_t i = 0; i < length; i++) {
        int component = component_of(letters[i], set);
        if (component < 0) {
            sema_error(s, expr, illegal_vector_component_name, letters[i]);
            return false;
        }
        if ((uint32_t)component >= vector->count) {
            sema_error(s, expr, vector_component_access_exceeds_type, sema_str(s, vector));
            return false;
        }
        if (i < 16)
            swizzle->swizzle.components[i] = (uint8_t)component;
    }
    if (is_colour && s->options.cl_version < 300)
        sema_warning(s, expr, component_since_version_3, letters[0]);
    if (length == 0 || length > 16 || (length > 4 && length != 8 && length != 16)) {
        sema_error(s, expr, vector_component_access_has_invalid_length, length);
        return false;
    }
    swizzle->swizzle.count = (uint8_t)length;
    return true;
}

bool
sema_swizzle_repeats(const struct expr *swizzle)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < swizzle->swizzle.count; i++) {
        if (seen >> swizzle->swizzle.components[i] & 1)
            return true;
        seen |= 1u << swizzle->swizzle.components[i];
    }
    return false;
}

static struct expr *
components(struct sema *s, struct expr *expr, struct expr *base)
{
    struct type *vector = base->type;
    struct expr *swizzle = sema_new(s, EXPR_SWIZZLE, expr, NULL);
    if (!half_of(expr->member.name, vector->count, swizzle) &&
        !named_components(s, expr, expr->member.name, type_unqualified(vector), swizzle))
        return NULL;
    swizzle->is_lvalue = base->is_lvalue && !sema_swizzle_repeats(swizzle);
    struct type *type = vector->base;
    if (swizzle->swizzle.count > 1)
        type = type_vector(s->types, vector->base, swizzle->swizzle.count);
    if (swizzle->is_lvalue)
        type = type_qualified(s->types, type, vector->qualifiers, vector->has_space,
                              (enum address_space)vector->space);
    else if (base->is_lvalue)
        base = sema_decay(s, base);
    if (!base)
        return NULL;
    swizzle->swizzle.base = base;
    swizzle->type = type;
    return swizzle;
}

/* ---- records ---- */

static struct expr *
dereferenced(struct sema *s, struct expr *pointer)
{
    struct expr *expr = sema_new(s, EXPR_UNARY, pointer, pointer->type->base);
    expr->op = OP_DEREF;
    expr->left = pointer;
    expr->is_lvalue = true;
    return expr;
}

/* base.field, the field's type with the qualifiers and the space of the object. */
static struct expr *
field_of(struct sema *s, const struct expr *at, struct expr *base, struct type *record,
         struct field *field, bool is_arrow)
{
    struct expr *expr = sema_new(s, EXPR_MEMBER, at, NULL);
    expr->member.base = base;
    expr->member.name = field->name;
    expr->member.field = field;
    expr->is_arrow = is_arrow;
    expr->is_lvalue = is_arrow || base->is_lvalue;
    expr->type = field->type;
    if (expr->is_lvalue)
        expr->type = type_qualified(s->types, field->type,
                                    field->type->qualifiers | (record->qualifiers & ~QUAL_RESTRICT),
                                    record->has_space, (enum address_space)record->space);
    else if (field->type->kind != TYPE_ARRAY)
        expr->type = type_unqualified(field->type);
    return expr;
}

static struct expr *
wrong_base(struct sema *s, const struct expr *expr, const struct expr *base)
{
    const struct type *type = base->type;
    const struct specifiers *names = sema_declared_by(base);
    bool is_pointer = type->kind == TYPE_POINTER;
    bool has_members =
        is_pointer ? type->base->record || type->base->kind == TYPE_VECTOR : type->record != NULL;
    if (is_pointer != expr->is_arrow && has_members) /* between base and name */
        diag_fixit(s->diag, expr->member.base->end + 1, expr->loc - 1, is_pointer ? "->" : ".");
    if (expr->is_arrow && !is_pointer)
        sema_error(s, expr, member_reference_type_not_pointer, sema_type_text(s, type, names),
                   type->record ? "; did you mean to use '.'?" : "");
    else if (!expr->is_arrow && is_pointer && has_members)
        sema_error(s, expr, member_reference_type_pointer_did_you_mean,
                   sema_type_text(s, type, names));
    else
        sema_error(s, expr, member_reference_base_type_not_structure,
                   sema_type_text(s, is_pointer && expr->is_arrow ? type->base : type, names));
    return NULL;
}

struct expr *
sema_member(struct sema *s, struct expr *expr)
{
    struct expr *base = sema_expr(s, expr->member.base);
    if (base && (expr->is_arrow || base->type->kind == TYPE_ARRAY))
        base = sema_decay(s, base);
    if (!base)
        return NULL;
    struct type *type = base->type;
    if (expr->is_arrow != (type->kind == TYPE_POINTER))
        return wrong_base(s, expr, base);
    struct type *record = expr->is_arrow ? type->base : type;
    if (record->kind == TYPE_VECTOR)
        return components(s, expr, expr->is_arrow ? dereferenced(s, base) : base);
    if (record->kind != TYPE_STRUCT && record->kind != TYPE_UNION)
        return wrong_base(s, expr, base);
    if (!record->record->complete) {
        sema_error(s, expr, incomplete_definition_type, sema_str(s, type_unqualified(record)));
        return NULL;
    }
    struct field *path[FIELD_DEPTH];
    uint32_t depth = 0;
    if (!sema_find_field(record, expr->member.name, path, &depth)) {
        if (record->record->is_broken)
            return NULL;
        sema_underline(s, expr);
        sema_no_member(s, record, expr->member.name, expr->loc);
        return NULL;
    }
    bool is_arrow = expr->is_arrow;
    for (uint32_t i = 0; i < depth; i++) {
        base = field_of(s, expr, base, record, path[i], is_arrow);
        record = base->type;
        is_arrow = false;
    }
    return base;
}

/* ---- elements ---- */

static struct expr *
vector_element(struct sema *s, struct expr *expr)
{
    struct type *vector = expr->left->type;
    int64_t index;
    if (constexpr_integer(expr->right, &index) && (index < 0 || index >= vector->count)) {
        sema_error(s, expr, vector_component_access_exceeds_type, sema_str(s, vector));
        return NULL;
    }
    expr->is_lvalue = expr->left->is_lvalue;
    expr->type = expr->is_lvalue
                     ? type_qualified(s->types, vector->base, vector->qualifiers, vector->has_space,
                                      (enum address_space)vector->space)
                     : vector->base;
    return expr;
}

struct expr *
sema_index(struct sema *s, struct expr *expr)
{
    struct expr *left = sema_expr(s, expr->left);
    bool is_vector = left && left->type->kind == TYPE_VECTOR;
    expr->left = is_vector ? left : sema_decay(s, left);
    expr->right = sema_rvalue(s, expr->right);
    if (!expr->left || !expr->right)
        return NULL;
    if (!is_vector && expr->right->type->kind == TYPE_POINTER) { /* i[p] */
        struct expr *pointer = expr->right;
        expr->right = expr->left;
        expr->left = pointer;
    }
    if (!is_vector && expr->left->type->kind != TYPE_POINTER) {
        sema_error(s, expr, subscripted_value_not_array_pointer_vector);
        return NULL;
    }
    if (!type_is_integer(expr->right->type)) {
        sema_error(s, expr->right, array_subscript_not_integer);
        return NULL;
    }
    expr->right = sema_promote(s, expr->right);
    if (is_vector)
        return vector_element(s, expr);
    struct type *element = expr->left->type->base;
    if (element->kind == TYPE_VOID) {
        sema_error(s, expr, subscript_pointer_incomplete_type, sema_str(s, element));
        return NULL;
    }
    if (!sema_require_complete(s, element, expr->loc, "subscript"))
        return NULL;
    expr->type = element;
    expr->is_lvalue = true;
    return expr;
}

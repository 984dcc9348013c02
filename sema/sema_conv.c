/* Conversions: usual arithmetic ones (C11 6.3.1.8, OpenCL C 6.2.6 for vectors) and those of
 * assignment, made explicit as EXPR_CONVERT. */
#include "sema/sema_internal.h"

/* Most nodes of a checked tree are of these. */
struct expr *
sema_convert_node(struct sema *s, struct expr *expr, struct type *type, enum cast_kind cast)
{
    struct expr *node = expr_new(s->arena, EXPR_CONVERT);
    node->cast = (uint8_t)cast;
    node->loc = expr->loc;
    node->start = expr->start;
    node->end = expr->end;
    node->type = type;
    node->left = expr;
    return node;
}

static struct expr *
decay_array(struct sema *s, struct expr *expr)
{
    struct type *element = expr->type->base;
    if (!element->has_space)
        element = sema_in_space(s, element, SPACE_PRIVATE);
    return sema_convert_node(s, expr, type_pointer(s->types, element), CAST_ARRAY);
}

/* The address of a function; of *p that is p. */
static struct expr *
decay_function(struct sema *s, struct expr *expr)
{
    if (expr->kind == EXPR_UNARY && expr->op == OP_DEREF)
        return expr->left;
    if (!SEMA_EXTENDS(s, EXTENSION_FUNCTION_POINTERS)) {
        sema_error(s, expr, taking_address_function_not_allowed);
        return NULL;
    }
    if (expr->kind == EXPR_NAME && expr->name.decl->is_kernel) {
        sema_error(s, expr, taking_address_kernel_not_allowed);
        return NULL;
    }
    if (expr->kind == EXPR_NAME)
        vec_push(s->arena, &s->state->taken, expr);
    return sema_convert_node(s, expr, sema_function_pointer(s, expr->type), CAST_FUNCTION);
}

struct expr *
sema_taken_function(const struct expr *pointer)
{
    bool is_address = pointer->kind == EXPR_CONVERT && pointer->cast == CAST_FUNCTION;
    is_address |= pointer->kind == EXPR_UNARY && pointer->op == OP_ADDRESS;
    return is_address && pointer->left->kind == EXPR_NAME &&
                   pointer->left->type->kind == TYPE_FUNCTION
               ? pointer->left
               : NULL;
}

void
sema_choose_address(struct sema *s, struct expr *pointer, struct type *type)
{
    struct expr *name = sema_taken_function(pointer);
    if (!name || type->kind != TYPE_POINTER ||
        type_unqualified(type->base) == type_unqualified(name->type))
        return;
    const struct function_set *set = sema_functions_of(s, name->name.decl);
    for (uint32_t i = 0; set && i < set->overloads.count; i++) {
        struct decl *decl = set->overloads.at[i];
        if (!decl->type || type_unqualified(decl->type) != type_unqualified(type->base))
            continue;
        name->name.decl = decl;
        name->type = decl->type;
        pointer->type = sema_function_pointer(s, decl->type);
    }
}

struct expr *
sema_decay(struct sema *s, struct expr *expr)
{
    if (!expr)
        return NULL;
    if (expr->type->kind == TYPE_FUNCTION)
        return decay_function(s, expr);
    if (expr->type->kind == TYPE_ARRAY)
        return decay_array(s, expr);
    if (!expr->is_lvalue)
        return expr;
    if (sema_is_half_storage_only(s, expr->type)) {
        sema_error(s, expr, loading_directly_from_pointer_type_requires, sema_written(s, expr));
        return NULL;
    }
    struct type *type = type_unqualified(expr->type);
    return sema_convert_node(s, expr, type->kind == TYPE_ATOMIC ? type->base : type, CAST_LVALUE);
}

struct type *
sema_promoted(struct sema *s, struct type *type)
{
    if (type->kind == TYPE_ENUM && type->base)
        type = type->base;
    return type->kind >= TYPE_BOOL && type->kind <= TYPE_USHORT ? sema_basic(s, TYPE_INT)
                                                                : type_unqualified(type);
}

/* A field of a value, as in f().a, has a type without the bits. */
static const struct type *
field_type(const struct expr *expr)
{
    return expr->kind == EXPR_MEMBER && expr->member.field ? expr->member.field->type : expr->type;
}

bool
sema_is_bit_field(const struct expr *expr)
{
    return field_type(expr)->bits;
}

/* The value of a bit-field whose numbers int holds is one (C11 6.3.1.1); others stay as they are. */
static struct expr *
promote_bits(struct sema *s, struct expr *expr)
{
    const struct expr *read =
        expr->kind == EXPR_CONVERT && expr->cast == CAST_LVALUE ? expr->left : expr;
    const struct type *field = field_type(read);
    bool is_int = field->bits && field->bits < 32 + type_is_signed(expr->type);
    bool is_uint = field->bits == 32 && !is_int;
    return is_int || is_uint
               ? sema_arithmetic_to(s, expr, sema_basic(s, is_int ? TYPE_INT : TYPE_UINT))
               : expr;
}

struct expr *
sema_promote(struct sema *s, struct expr *expr)
{
    if (!expr || !type_is_integer(expr->type))
        return expr;
    expr = promote_bits(s, expr);
    return sema_arithmetic_to(s, expr, sema_promoted(s, expr->type));
}

struct expr *
sema_arithmetic_to(struct sema *s, struct expr *expr, struct type *type)
{
    type = type_unqualified(type);
    if (type_unqualified(expr->type) == type)
        return expr;
    if (type->kind == TYPE_VECTOR && expr->type->kind != TYPE_VECTOR) {
        expr = sema_arithmetic_to(s, expr, type->base);
        return sema_convert_node(s, expr, type, CAST_SPLAT);
    }
    return sema_convert_node(s, expr, type, CAST_SCALAR);
}

struct expr *
sema_splat(struct sema *s, struct expr *operand, struct type *type)
{
    if (operand->type->kind == TYPE_BOOL && type_is_integer(type->base)) {
        struct expr *element = sema_arithmetic_to(s, operand, type->base);
        struct expr *minus = sema_new(s, EXPR_UNARY, operand, type->base);
        minus->op = OP_NEG;
        minus->left = element;
        operand = minus;
    }
    return sema_arithmetic_to(s, operand, type);
}

/* The common type of two scalars. */
static struct type *
common_scalar(struct sema *s, struct type *a, struct type *b)
{
    if (type_is_float(a) || type_is_float(b)) {
        if (!type_is_float(a))
            return type_unqualified(b);
        return type_unqualified(type_is_float(b) && b->kind > a->kind ? b : a);
    }
    a = sema_promoted(s, a);
    b = sema_promoted(
        s, b); /* int < uint < long < ulong and so on: the later one is the common type */
    struct type *common = a->kind >= b->kind ? a : b, *other = common == a ? b : a;
    bool is_too_small =
        type_is_signed(common) && !type_is_signed(other) && other->size == common->size;
    return is_too_small ? sema_basic(s, (enum type_kind)(common->kind + 1)) : common;
}

/* Rank for widening a scalar to a vector's element: unsigned above signed of the same size. */
static bool
outranks(struct sema *s, const struct type *scalar, const struct type *element)
{
    (void)s;
    if (scalar->kind == TYPE_ENUM && scalar->base)
        scalar = scalar->base;
    if (type_is_float(element))
        return type_is_float(scalar) && scalar->kind > element->kind;
    return type_is_float(scalar) || scalar->kind > element->kind;
}

static struct type *
common_vector(struct sema *s, struct expr *left, struct expr *right, const struct expr *at)
{
    struct type *a = left->type, *b = right->type;
    if (a->kind == TYPE_VECTOR && b->kind == TYPE_VECTOR) {
        if (type_unqualified(a) == type_unqualified(b))
            return type_unqualified(a);
        sema_error(s, at, implicit_conversions_between_vector_types_are, sema_written(s, left),
                   sema_written(s, right));
        return NULL;
    }
    struct type *vector = type_unqualified(a->kind == TYPE_VECTOR ? a : b);
    struct type *scalar = a->kind == TYPE_VECTOR ? b : a;
    if (!outranks(s, scalar, vector->base))
        return vector;
    sema_error(s, at, scalar_of_greater_rank,
               sema_written(s, a->kind == TYPE_VECTOR ? left : right),
               sema_written(s, a->kind == TYPE_VECTOR ? right : left));
    return NULL;
}

struct type *
sema_usual(struct sema *s, struct expr **left, struct expr **right, const struct expr *at)
{
    *left = promote_bits(s, *left);
    *right = promote_bits(s, *right);
    struct type *a = (*left)->type, *b = (*right)->type, *common;
    bool ok = type_is_arithmetic(type_element(a)) && type_is_arithmetic(type_element(b));
    if (!ok) {
        sema_error(s, at, invalid_operands_binary_expression, sema_written(s, *left),
                   sema_written(s, *right));
        return NULL;
    }
    if (a->kind == TYPE_VECTOR || b->kind == TYPE_VECTOR)
        common = common_vector(s, *left, *right, at);
    else
        common = common_scalar(s, a, b);
    if (!common)
        return NULL;
    *left = sema_arithmetic_to(s, *left, common);
    *right = sema_arithmetic_to(s, *right, common);
    return common;
}

bool
sema_is_null_constant(const struct sema *s, const struct expr *expr)
{
    wide_int value;
    if (expr->kind == EXPR_CONVERT && expr->cast == CAST_NULL && expr->type->kind == TYPE_POINTER) {
        const struct type *pointee = expr->type->base;
        return pointee->kind == TYPE_VOID && !pointee->qualifiers &&
               pointee->space == sema_pointee_space(s);
    }
    return type_is_integer(expr->type) && constexpr_wide(expr, &value) && value == 0;
}

/* Does every address of space from also lie in space to? */
bool
sema_is_subspace(const struct sema *s, enum address_space to, enum address_space from)
{
    return to == from ||
           (sema_has(s, FEATURE_GENERIC) && to == SPACE_GENERIC && from != SPACE_CONSTANT);
}

/* ---- assignment ---- */

struct phrase {
    enum assignment how;
    struct type *to, *from;
    const struct expr *value;
    const struct decl *parameter;   /* or NULL */
    const struct specifiers *names; /* those that name the target type; or NULL */
    loc_t loc;
};

/* What would make the value fit, as a fix-it and in words. */
static const char *
remedy(struct sema *s, const struct phrase *phrase)
{
    const struct type *to = phrase->to, *from = phrase->from;
    const struct expr *value = phrase->value;
    bool is_simple = value->start == value->end || value->kind != EXPR_BINARY;
    if (to->kind != TYPE_POINTER && from->kind == TYPE_POINTER && is_simple &&
        type_unqualified((struct type *)to) == type_unqualified(from->base)) {
        diag_fixit(s->diag, value->start, 0, "*");
        return "; dereference with *";
    }
    bool is_load = value->kind == EXPR_CONVERT && value->cast == CAST_LVALUE;
    if (to->kind != TYPE_POINTER || from->kind == TYPE_POINTER || !is_load ||
        type_unqualified(to->base) != type_unqualified((struct type *)from) ||
        !sema_is_subspace(s, (enum address_space)to->base->space,
                          (enum address_space)value->left->type->space))
        return "";
    diag_fixit(s->diag, value->start, 0, "&");
    return "; take the address with &";
}

/* Reports row id with its action in clang's four forms: "initializing 'T' with an expression of
 * type 'S'". */
static void
report(struct sema *s, const struct phrase *phrase, enum diag_id id, const char *kind)
{
    const char *to = sema_type_text(s, phrase->to, phrase->names);
    const char *from = sema_written(s, phrase->value), *action;
    switch (phrase->how) {
    case ASSIGN_ASSIGNING:
        action = arena_printf(s->arena, "assigning to '%s' from %s%s'%s'", to, kind,
                              *kind ? "type " : "", from);
        break;
    case ASSIGN_INITIALIZING:
        action = arena_printf(s->arena, "initializing '%s' with an expression of %stype '%s'", to,
                              kind, from);
        break;
    case ASSIGN_PASSING:
        action = arena_printf(s->arena, "passing '%s' to parameter of %stype '%s'", from, kind, to);
        break;
    default:
        action = arena_printf(s->arena, "returning '%s' from a function with %sresult type '%s'",
                              from, kind, to);
    }
    sema_underline_whole(s, phrase->value);
    action = arena_printf(s->arena, "%s%s", action, remedy(s, phrase));
    diag_report(s->diag, phrase->loc, id, action);
    const struct decl *parameter = phrase->parameter;
    if (parameter && parameter->name)
        diag_note(s->diag, parameter->loc, passing_argument_to_parameter, parameter->name);
    else if (parameter)
        diag_note(s->diag, parameter->loc, passing_argument_to_unnamed_parameter);
}

static bool
compatible_pointees(struct type *a, struct type *b)
{
    a = type_unqualified(a);
    b = type_unqualified(b);
    if (a == b || a->kind == TYPE_VOID || b->kind == TYPE_VOID)
        return true;
    if (a->kind == TYPE_ARRAY && b->kind == TYPE_ARRAY && (a->count == 0 || b->count == 0))
        return compatible_pointees(a->base, b->base);
    if (a->kind == TYPE_ENUM && a->base == b)
        return true;
    return b->kind == TYPE_ENUM && b->base == a;
}

static bool
differ_in_sign(struct type *a, struct type *b)
{
    a = type_element(a);
    b = type_element(b);
    return type_is_integer(a) && type_is_integer(b) && a->size == b->size;
}

/* Pointees that are pointers themselves must point into the same space, all the way down. */
static bool
nested_spaces_differ(const struct type *to, const struct type *from)
{
    while (to->kind == TYPE_POINTER && from->kind == TYPE_POINTER) {
        to = to->base;
        from = from->base;
        if (to->space != from->space)
            return true;
    }
    return false;
}

static struct expr *
assign_pointer(struct sema *s, struct expr *expr, struct type *type, struct phrase *phrase)
{
    struct type *to = type->base, *from = expr->type->base;
    enum address_space to_space = (enum address_space)to->space;
    if (!sema_is_subspace(s, to_space, (enum address_space)from->space)) {
        report(s, phrase, DIAG_implicit_change_of_space, "");
        return NULL;
    }
    if (nested_spaces_differ(to, from)) {
        report(s, phrase, DIAG_implicit_change_of_nested_space, "");
        return NULL;
    }
    bool is_function = to->kind == TYPE_FUNCTION && from->kind == TYPE_FUNCTION;
    if (is_function && !compatible_pointees(to, from)) {
        report(s, phrase, DIAG_incompatible_function_pointers, "");
        return NULL;
    }
    if (!compatible_pointees(to, from)) {
        bool sign_only = type_components(to) == type_components(from) && differ_in_sign(to, from);
        report(s, phrase, sign_only ? DIAG_pointer_sign : DIAG_incompatible_pointers, "");
    } else if (from->qualifiers & ~to->qualifiers & (QUAL_CONST | QUAL_VOLATILE)) {
        report(s, phrase, DIAG_discards_qualifiers, "");
    }
    return sema_convert_node(s, expr, type, to->space == from->space ? CAST_POINTER : CAST_SPACE);
}

/* The conversion if it needs no message, or NULL. */
static struct expr *
assign_quietly(struct sema *s, struct expr *expr, struct type *type, enum assignment how)
{
    struct type *from = type_unqualified(expr->type);
    bool numbers = type_is_arithmetic(type_element(type)) && type_is_arithmetic(from);
    if (from == type && type->kind != TYPE_VOID)
        return expr;
    if (numbers && type->kind == TYPE_VECTOR && from->kind != TYPE_VECTOR)
        return sema_splat(s, expr, type);
    if (numbers)
        return sema_arithmetic_to(s, expr, type);
    if (type->kind == TYPE_POINTER && sema_is_null_constant(s, expr))
        return sema_convert_node(s, expr, type, CAST_NULL);
    if (type->kind == TYPE_BOOL && from->kind == TYPE_POINTER)
        return sema_convert_node(s, expr, type, CAST_POINTER_TO_BOOL);
    if (type->kind == TYPE_EVENT && how == ASSIGN_ASSIGNING)
        return NULL; /* 0 starts an event, it does not change one */
    return sema_opaque_from(s, expr, type);
}

static struct expr *
assign_as(struct sema *s, struct expr *expr, struct type *type, struct phrase *phrase)
{
    if (!expr || !type || !expr->type)
        return NULL;
    sema_choose_address(s, expr, type_unqualified(type));
    phrase->to = type;
    phrase->from = expr->type;
    phrase->value = expr;
    struct type *plain = type_unqualified(type);
    if (plain->kind == TYPE_ATOMIC)
        plain = plain->base;
    struct expr *quiet = assign_quietly(s, expr, plain, phrase->how);
    if (quiet)
        return quiet;
    if (plain->kind == TYPE_POINTER && expr->type->kind == TYPE_POINTER)
        return assign_pointer(s, expr, plain, phrase);
    if (plain->kind == TYPE_BLOCK && expr->type->kind == TYPE_BLOCK) {
        diag_error(s->diag, phrase->loc, incompatible_block_pointers,
                   sema_type_text(s, type, phrase->names), sema_written(s, expr));
        return NULL;
    }
    if (plain->kind == TYPE_SAMPLER && type_is_integer(expr->type) && expr->type->size != 4)
        diag_error(s->diag, phrase->loc, sampler_initializer_not_32_bits, sema_written(s, expr));
    else if (plain->kind == TYPE_POINTER && type_is_integer(expr->type))
        report(s, phrase, DIAG_integer_to_pointer, "");
    else if (type_is_integer(plain) && expr->type->kind == TYPE_POINTER)
        report(s, phrase, DIAG_pointer_to_integer, "");
    else
        report(s, phrase, DIAG_incompatible_conversion, "incompatible ");
    return NULL;
}

/* Most values have the type that they are assigned to. */
static bool
is_same(const struct expr *expr, struct type *type)
{
    return expr && type && expr->type && type_unqualified(expr->type) == type_unqualified(type) &&
           type->kind != TYPE_VOID && type->kind != TYPE_ATOMIC;
}

struct expr *
sema_assign_to(struct sema *s, struct expr *expr, struct type *type, enum assignment how, loc_t loc,
               const struct specifiers *names)
{
    if (is_same(expr, type))
        return expr;
    struct phrase phrase = {.how = how, .loc = loc, .names = names};
    return assign_as(s, expr, type, &phrase);
}

struct expr *
sema_pass_to(struct sema *s, struct expr *arg, struct type *type, const struct decl *parameter)
{
    if (is_same(arg, type))
        return arg;
    struct phrase phrase = {.how = ASSIGN_PASSING,
                            .parameter = parameter,
                            .loc = arg->loc,
                            .names = parameter ? parameter->specifiers : NULL};
    return assign_as(s, arg, type, &phrase);
}

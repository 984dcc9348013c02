/* Expressions: dispatch, constants, names, sizeof. */
#include "sema/sema_internal.h"
#include "support/wide.h"

#include <string.h>

struct expr *
sema_new(struct sema *s, enum expr_kind kind, const struct expr *at, struct type *type)
{
    struct expr *expr = expr_new(s->arena, kind);
    expr->loc = at->loc;
    expr->start = at->start;
    expr->end = at->end;
    expr->type = type;
    return expr;
}

struct expr *
sema_integer(struct sema *s, const struct expr *at, struct type *type, uint64_t value)
{
    struct expr *expr = sema_new(s, EXPR_INT, at, type);
    expr->integer.value = value;
    expr->literal.base = 10;
    return expr;
}

/* C11 6.4.4.1 with OpenCL's widths, int 32, long 64 bits, and clang's long long of 128: the first type of the
 * list that holds the value. */
static struct expr *
integer_constant(struct sema *s, struct expr *expr)
{
    static const struct {
        uint8_t kind, longs, bits; /* of the value */
        bool is_unsigned;
    } types[] = {{TYPE_INT, 0, 31, false},       {TYPE_UINT, 0, 32, true},
                 {TYPE_LONG, 1, 63, false},      {TYPE_ULONG, 1, 64, true},
                 {TYPE_LONGLONG, 2, 127, false}, {TYPE_ULONGLONG, 2, 128, true}};
    enum { WIDEST = sizeof types / sizeof *types - 1 };
    wide_uint value = wide_join(expr->integer.value, expr->integer.high);
    bool is_decimal = expr->literal.base == 10, is_unsigned = expr->literal.is_unsigned;
    uint32_t i = 0;
    while (i < WIDEST && !expr->literal.is_char &&
           (expr->literal.longs > types[i].longs || value >> (types[i].bits - 1) > 1 ||
            (types[i].is_unsigned ? is_decimal && !is_unsigned : is_unsigned)))
        i++;
    if (i == WIDEST && is_decimal && !is_unsigned)
        sema_warning(s, expr, integer_literal_unsigned);
    enum type_kind kind = (enum type_kind)types[i].kind;
    expr->type = sema_basic(s, kind);
    return expr;
}

static struct expr *
floating_constant(struct sema *s, struct expr *expr)
{
    enum type_kind kind = TYPE_DOUBLE;
    uint8_t extensions = s->options.is_library ? EXTENSIONS : expr->floating.extensions;
    bool narrow = s->options.single_precision_constant || !s->options.has_fp64 ||
                  (s->options.cl_version < 120 && !(extensions & EXTENSION_FP64));
    if (expr->floating.suffix == 'f')
        kind = TYPE_FLOAT;
    else if (expr->floating.suffix == 'h')
        kind = TYPE_HALF;
    else if (narrow)
        kind = TYPE_FLOAT;
    if (kind == TYPE_FLOAT && !expr->floating.suffix && !s->options.single_precision_constant)
        sema_warning(s, expr, double_constant_requires_fp64);
    if (kind == TYPE_HALF && !expr->floating.is_float16 &&
        !(s->options.has_fp16 && extensions & EXTENSION_FP16)) {
        sema_error(s, expr, half_constant_requires_fp16);
        return NULL;
    }
    expr->type = sema_basic(s, kind);
    expr->floating.value = constexpr_round(expr->type, expr->floating.value);
    return expr;
}

static struct expr *
string_constant(struct sema *s, struct expr *expr)
{
    struct type *element = sema_in_space(s, sema_basic(s, TYPE_CHAR), SPACE_CONSTANT);
    expr->type = type_array(s->types, element, expr->string.length + 1);
    expr->is_lvalue = true;
    return expr;
}

static struct expr *
name(struct sema *s, struct expr *expr)
{
    struct binding *found = sema_scope_find(&s->state->scopes, NAMES_ORDINARY, expr->name.name);
    if (!found && (strcmp(expr->name.name, "true") == 0 || strcmp(expr->name.name, "false") == 0))
        return sema_integer(s, expr, sema_basic(s, TYPE_BOOL), expr->name.name[0] == 't');
    uint64_t value;
    if (!found && sema_own_constant(s, expr->name.name, &value))
        return sema_integer(s, expr, sema_basic(s, TYPE_INT), value);
    const char *function = found ? NULL : sema_function_name(s, expr->name.name);
    if (function) {
        struct expr *string = sema_new(s, EXPR_STRING, expr, NULL);
        string->string.bytes = function;
        string->string.length = (uint32_t)strlen(function);
        return string_constant(s, string);
    }
    if (!found) {
        if (sema_is_builtin(s, expr->name.name))
            sema_error(s, expr, taking_address_function_not_allowed);
        else
            sema_undeclared(s, expr, false);
        return NULL;
    }
    struct decl *decl = found->what;
    if (decl->kind == DECL_TYPEDEF) {
        sema_error(s, expr, expected_expression);
        return NULL;
    }
    decl->references++;
    if (!decl->type)
        return NULL;
    decl = sema_capture(s, expr, decl, found->depth);
    if (!decl)
        return NULL;
    expr->name.decl = decl;
    expr->type = decl->type;
    expr->is_lvalue = decl->kind == DECL_VARIABLE || decl->kind == DECL_PARAM;
    return expr;
}

static bool
measurable(struct sema *s, struct expr *expr, struct type *type)
{
    static const char *const words[] = {
        [SIZE_SIZEOF] = "sizeof", [SIZE_ALIGNOF] = "alignof", [SIZE_VEC_STEP] = "vec_step"};
    const char *word = words[expr->size.query <= SIZE_VEC_STEP ? expr->size.query : 0];
    if (expr->size.query == SIZE_VEC_STEP && type->kind != TYPE_VOID &&
        !type_is_arithmetic(type_element(type))) {
        sema_error(s, expr, vec_step_requires_built_scalar_vector_type, sema_str(s, type));
        return false;
    }
    if (expr->size.operand && sema_is_bit_field(expr->size.operand)) {
        sema_error(s, expr, bit_field_operand, word);
        return false;
    }
    if (type->kind == TYPE_FUNCTION ||
        (type->kind == TYPE_VOID && expr->size.query != SIZE_VEC_STEP)) {
        sema_error(s, expr, invalid_application_type, word,
                   type->kind == TYPE_VOID ? "void" : "function");
        return false;
    }
    bool is_complete =
        type->size || (type->record && type->record->complete) || type->kind == TYPE_VOID;
    if (!is_complete || (type->kind == TYPE_ARRAY && type->count == 0)) {
        sema_error(s, expr, invalid_application_incomplete_type, word, sema_str(s, type));
        return false;
    }
    return true;
}

static void
warn_array_parameter(struct sema *s, const struct expr *expr, const struct expr *operand)
{
    const struct decl *parameter = operand->name.decl;
    if (expr->size.query != SIZE_SIZEOF)
        return;
    diag_range(s->diag, operand->start, operand->end);
    diag_warning(s->diag, operand->start, sizeof_array_argument, sema_str(s, parameter->type),
                 sema_str(s, parameter->array));
    diag_note(s->diag, parameter->loc, declared_here, parameter->name);
}

/* sizeof(array + 1): an operand of a calculation whose result is the pointer that the array became. */
static void
warn_array_decay(struct sema *s, const struct expr *whole, const struct expr *operand)
{
    if (operand->kind != EXPR_CONVERT || operand->cast != CAST_ARRAY ||
        operand->type != whole->type)
        return;
    diag_range(s->diag, operand->start, operand->end);
    diag_warning(s->diag, whole->loc, sizeof_array_decay, sema_str(s, operand->type),
                 sema_str(s, operand->left->type));
}

void
sema_unevaluated(struct sema *s, loc_t around, const struct expr *operand, loc_t bracket)
{
    struct diag_location location;
    if (!sema_changes(operand) ||
        (s->diag->resolve && s->diag->resolve(s->diag->sources, around, &location) &&
         location.in_macro))
        return;
    diag_range(s->diag, operand->start, operand->end);
    diag_warning(s->diag, bracket ? bracket : operand->loc, unevaluated_expression);
}

static void
warn_operand(struct sema *s, const struct expr *expr, const struct expr *operand, loc_t bracket)
{
    if (operand->kind == EXPR_NAME && operand->name.decl->array)
        warn_array_parameter(s, expr, operand);
    if (operand->kind == EXPR_BINARY && expr->size.query == SIZE_SIZEOF) {
        warn_array_decay(s, operand, operand->left);
        warn_array_decay(s, operand, operand->right);
    }
    sema_unevaluated(s, expr->loc, operand, bracket);
}

static struct expr *
size_of(struct sema *s, struct expr *expr)
{
    struct type *type;
    if (expr->size.type_name) {
        type = sema_type_name(s, expr->size.type_name);
    } else {
        uint32_t calls = s->state->calls.count;
        bool has_bracket = expr->size.query != SIZE_VEC_STEP && expr->size.operand->is_explicit;
        loc_t bracket = has_bracket ? expr->size.operand->start : 0;
        struct expr *operand = expr->size.operand = sema_expr(s, expr->size.operand);
        type = operand ? operand->type : NULL;
        if (type)
            warn_operand(s, expr, operand, bracket);
        s->state->calls.count = calls; /* not evaluated: it calls nothing */
    }
    if (!type || !measurable(s, expr, type))
        return NULL;
    if (expr->size.query == SIZE_VEC_STEP) {
        uint32_t components = type_components(type);
        return sema_integer(s, expr, sema_basic(s, TYPE_ULONG), components == 3 ? 4 : components);
    }
    uint64_t value = expr->size.query == SIZE_ALIGNOF ? type->align : type->size;
    return sema_integer(s, expr, sema_basic(s, TYPE_ULONG), value);
}

static struct type *
designated(struct sema *s, struct type *type, struct designator *at, uint64_t *offset)
{
    if (at->field) {
        uint32_t position;
        struct type *field = sema_locate_field(type, at->field, &position, offset);
        if (!field)
            sema_no_member(s, type, at->field, at->loc);
        return field;
    }
    int64_t index;
    struct expr *expr = sema_rvalue(s, at->index);
    if (!expr)
        return NULL;
    if (type->kind != TYPE_ARRAY || !constexpr_integer(expr, &index)) {
        diag_error(s->diag, at->loc, offsetof_requires_constant_index_into_array);
        return NULL;
    }
    *offset += (uint64_t)index * type->base->size;
    return type->base;
}

static struct expr *
offset_of(struct sema *s, struct expr *expr)
{
    struct type *type = sema_type_name(s, expr->offset.type_name);
    uint64_t offset = 0;
    if (type && !type->record) {
        sema_error(s, expr, offsetof_of_no_record, sema_str(s, type));
        return NULL;
    }
    if (type && !type->record->complete) {
        sema_error(s, expr, offsetof_of_incomplete_type, sema_str(s, type));
        diag_note(s->diag, type->record->loc, forward_declaration, sema_str(s, type));
        return NULL;
    }
    for (struct designator *at = expr->offset.designators; at && type; at = at->next)
        type = designated(s, type, at, &offset);
    return type ? sema_integer(s, expr, sema_basic(s, TYPE_ULONG), offset) : NULL;
}

/* What sema made is typed already. */
static struct expr *
typed(struct sema *s, struct expr *expr)
{
    (void)s;
    return expr;
}

static struct expr *
constant(struct sema *s, struct expr *expr)
{
    if (expr->type)
        return expr;
    return expr->kind == EXPR_INT ? integer_constant(s, expr) : floating_constant(s, expr);
}

static struct expr *
closure(struct sema *s, struct expr *expr)
{
    return expr->type ? expr : sema_closure(s, expr);
}

static struct expr *
misplaced_list(struct sema *s, struct expr *expr)
{
    sema_error(s, expr, expected_expression);
    return NULL;
}

struct expr *
sema_expr(struct sema *s, struct expr *expr)
{
    static struct expr *(*const checks[EXPR_KINDS])(struct sema *, struct expr *) = {
        [EXPR_INT] = constant,
        [EXPR_FLOAT] = constant,
        [EXPR_STRING] = string_constant,
        [EXPR_NAME] = name,
        [EXPR_UNARY] = sema_unary,
        [EXPR_BINARY] = sema_binary,
        [EXPR_ASSIGN] = sema_assign,
        [EXPR_CONDITIONAL] = sema_conditional,
        [EXPR_CALL] = sema_call,
        [EXPR_INDEX] = sema_index,
        [EXPR_MEMBER] = sema_member,
        [EXPR_CAST] = sema_cast,
        [EXPR_CONVERT] = sema_cast,
        [EXPR_LITERAL] = sema_literal,
        [EXPR_SIZEOF] = size_of,
        [EXPR_OFFSETOF] = offset_of,
        [EXPR_SAME_TYPE] = sema_same_type,
        [EXPR_GENERIC] = sema_generic,
        [EXPR_BLOCK] = sema_block_expression,
        [EXPR_ASM] = sema_asm,
        [EXPR_ONCE] = typed,
        [EXPR_CLOSURE] = closure,
        [EXPR_INIT_LIST] = misplaced_list,
    };
    return expr && checks[expr->kind] ? checks[expr->kind](s, expr) : NULL;
}

struct expr *
sema_rvalue(struct sema *s, struct expr *expr)
{
    return sema_decay(s, sema_expr(s, expr));
}

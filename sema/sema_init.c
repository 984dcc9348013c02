/* Initialisers (C11 6.7.9): braces, designators and elided braces flattened to stores.
 *
 * The walk follows the standard's "current object": a list is consumed item by item while the walk
 * descends into the type; an aggregate part whose item is no list takes as many items as it has
 * scalars. */
#include "sema/sema_internal.h"

/* What the flat list already stores at each offset, for designators that override it. */
struct stored {
    struct map newest;    /* offset -> number of its newest item + 1 */
    VEC(uint32_t) before; /* item -> the one before it at the same offset, + 1 */
};

struct walk {
    struct sema *s;
    struct expr *out; /* the flat list */
    struct stored *stored;
    struct expr *list;  /* the braces being read */
    uint32_t at;        /* next item of list */
    struct expr *typed; /* value of that item once sema_expr has seen it */
    bool must_be_constant, failed, overrides;
    uint32_t components; /* components that the last vector got */
};

static void fill(struct walk *walk, struct type *type, uint64_t offset, bool is_outermost);
static struct expr *gather_vector(struct walk *walk, struct type *type);

/* The specifiers that name the type of the variable being initialised, or of a part of it. */
static const struct specifiers *
names(const struct sema *s)
{
    return s->state->initialized ? s->state->initialized->specifiers : NULL;
}

/* The item that a store of this type at this offset overrides, or NULL. */
static struct init_item *
overridden(struct walk *walk, const struct type *type, uint64_t offset)
{
    struct stored *stored = walk->stored;
    while (stored->before.count < walk->out->init.count) {
        uint32_t i = stored->before.count;
        uint64_t key = walk->out->init.at[i].offset;
        uintptr_t before = (uintptr_t)map_get(&stored->newest, key);
        vec_push(walk->s->arena, &stored->before, (uint32_t)before);
        map_put(&stored->newest, key, (void *)(uintptr_t)(i + 1));
    }
    for (uintptr_t i = (uintptr_t)map_get(&stored->newest, offset); i; i = stored->before.at[i - 1])
        if (walk->out->init.at[i - 1].type == type)
            return &walk->out->init.at[i - 1];
    return NULL;
}

static void
emit(struct walk *walk, struct type *type, uint64_t offset, struct expr *value)
{
    struct sema *s = walk->s;
    struct constant constant;
    guard_poll(s->arena->guard);
    if (!value) {
        walk->failed = true;
        return;
    }
    if (walk->must_be_constant && value->kind != EXPR_STRING && !constexpr_eval(value, &constant)) {
        sema_error(s, value, initializer_element_not_compile_time_constant);
        walk->failed = true;
    }
    struct init_item *old = walk->overrides ? overridden(walk, type, offset) : NULL;
    struct init_item item = {.value = value, .offset = (uint32_t)offset, .type = type};
    if (old)
        old->value = value;
    else
        vec_push(s->arena, &walk->out->init, item);
}

static bool
has_item(const struct walk *walk)
{
    return walk->at < walk->list->init.count;
}

static struct init_item *
current(const struct walk *walk)
{
    return &walk->list->init.at[walk->at];
}

static void
advance(struct walk *walk)
{
    walk->at++;
    walk->typed = NULL;
}

/* The value of the current item, typed once; NULL after an error. */
static struct expr *
value_of(struct walk *walk)
{
    if (!walk->typed) {
        walk->typed = sema_expr(walk->s, current(walk)->value);
        if (!walk->typed)
            walk->failed = true;
    }
    return walk->typed;
}

static bool
is_aggregate(const struct type *type)
{
    return type->kind == TYPE_ARRAY || type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
}

static bool
is_string_for(const struct type *type, const struct expr *value)
{
    return type->kind == TYPE_ARRAY && value && value->kind == EXPR_STRING &&
           (type->base->kind == TYPE_CHAR || type->base->kind == TYPE_UCHAR);
}

/* A list inside braces, on its own cursor. */
static void
braced(struct walk *outer, struct type *type, uint64_t offset, struct expr *list)
{
    struct walk walk = *outer;
    walk.list = list;
    walk.at = 0;
    walk.typed = NULL;
    bool is_empty_vector = type->kind == TYPE_VECTOR && !list->init.count;
    if (is_empty_vector)
        emit(&walk, type_unqualified(type), offset, gather_vector(&walk, type));
    else
        fill(&walk, type, offset, true);
    if (type->kind == TYPE_VECTOR && !walk.failed && !is_empty_vector &&
        walk.components < type->count) {
        sema_error(walk.s, list, too_few_elements_vector_initialization, type->count,
                   walk.components);
        walk.failed = true;
    }
    if (has_item(&walk) && !walk.failed) {
        loc_t loc = current(&walk)->value->loc;
        if (type->kind == TYPE_VECTOR) {
            diag_error(walk.s->diag, loc, excess_elements_vector_initializer);
            walk.failed = true;
        } else {
            diag_warning(walk.s->diag, loc, excess_elements_initializer,
                         type->kind == TYPE_ARRAY    ? "array"
                         : type->kind == TYPE_STRUCT ? "struct"
                         : type->kind == TYPE_UNION  ? "union"
                                                     : "scalar");
        }
    }
    outer->failed = outer->failed || walk.failed;
    outer->overrides = outer->overrides || walk.overrides;
}

/* Takes scalars and vectors until the vector is full.  Missing components are 0; inside braces of
 * the vector's own that is allowed only if they are empty. */
static struct expr *
gather_vector(struct walk *walk, struct type *type)
{
    struct sema *s = walk->s;
    struct expr *vector = sema_new(
        s, EXPR_VECTOR, has_item(walk) ? current(walk)->value : walk->list, type_unqualified(type));
    uint32_t have = 0;
    while (have < type->count && has_item(walk) && !current(walk)->designators) {
        if (have && current(walk)->value->kind == EXPR_INIT_LIST) {
            sema_error(s, current(walk)->value, too_few_elements_vector_initialization, type->count,
                       have);
            walk->failed = true;
            return NULL;
        }
        struct expr *part = sema_decay(s, value_of(walk));
        if (!part)
            return NULL;
        if (have == 0 && type_unqualified(part->type) == type_unqualified(type)) {
            walk->components = type->count;
            advance(walk);
            return part;
        }
        /* a shorter vector gives all its components; anything else must convert to one component */
        bool fits = part->type->kind == TYPE_VECTOR && part->type->base == type->base &&
                    have + part->type->count <= type->count;
        if (!fits)
            part = sema_assign_to(s, part, type->base, ASSIGN_INITIALIZING, part->loc, NULL);
        if (!part)
            return NULL;
        vec_push(s->arena, &vector->call.args, part);
        have += type_components(part->type);
        advance(walk);
    }
    walk->components = have;
    for (; have < type->count; have++) {
        struct expr *zero = sema_integer(s, vector, sema_basic(s, TYPE_INT), 0);
        vec_push(s->arena, &vector->call.args, sema_arithmetic_to(s, zero, type->base));
    }
    return vector;
}

/* { 0 } sets an object of any type to zero. */
static bool
is_zero_list(const struct expr *list)
{
    const struct expr *first = list->init.count == 1 ? list->init.at[0].value : NULL;
    return first && first->kind == EXPR_INT && !first->literal.is_char && !first->integer.value;
}

/* Warns: the items from first up to the current one initialised an aggregate without braces. */
static void
check_braces(struct walk *walk, uint32_t first)
{
    struct diag *diag = walk->s->diag;
    if (walk->failed || walk->at == first || is_zero_list(walk->list))
        return;
    const struct expr *from = walk->list->init.at[first].value;
    const struct expr *to = walk->list->init.at[walk->at - 1].value;
    diag_range(diag, from->start, to->end);
    diag_fixit(diag, from->start, 0, "{");
    diag_fixit(diag, to->end + 1, 0, "}");
    diag_warning(diag, from->start, missing_braces);
}

/* Initialises one object from the current item, which is no designation.  is_sole: it is the only
 * member of the structure around it, whose braces serve for both. */
static void
object(struct walk *walk, struct type *type, uint64_t offset, bool is_sole)
{
    struct sema *s = walk->s;
    struct expr *value = current(walk)->value;
    if (!value) {
        walk->failed = true;
        advance(walk);
        return;
    }
    if (value->kind == EXPR_INIT_LIST) {
        advance(walk);
        braced(walk, type, offset, value);
        return;
    }
    value = value_of(walk);
    if (!value) {
        advance(walk);
        return;
    }
    /* a value of the very type initialises it whole: elided braces are only for other values */
    bool same = type_unqualified(value->type) == type_unqualified(type);
    if (is_string_for(type, value)) {
        if (value->string.length > type->size)
            sema_warning(s, value, initializer_string_char_array_too_long);
        emit(walk, type_unqualified(type), offset, value);
        advance(walk);
    } else if (is_aggregate(type) && !same) {
        uint32_t first = walk->at;
        fill(walk, type, offset, false);
        if (!is_sole)
            check_braces(walk, first);
    } else if (type->kind == TYPE_VECTOR && !same) {
        emit(walk, type_unqualified(type), offset, gather_vector(walk, type));
    } else {
        value = sema_decay(s, value);
        emit(walk, type->bits ? type : type_unqualified(type), offset,
             sema_assign_to(s, value, type, ASSIGN_INITIALIZING, current(walk)->value->loc,
                            names(s)));
        advance(walk);
    }
}

/* ---- designators ---- */

/* The part that one designator names; NULL if reported.  *position: index or field number. */
static struct type *
designate(struct walk *walk, struct type *type, struct designator *at, uint64_t *offset,
          uint32_t *position)
{
    struct sema *s = walk->s;
    if (at->field) {
        struct type *field = sema_locate_field(type, at->field, position, offset);
        if (!field && !type->record)
            diag_error(s->diag, at->loc, field_designator_of_no_record,
                       sema_str(s, type_unqualified(type)));
        else if (!field)
            sema_no_designated(s, type, at->field, at->loc);
        return field;
    }
    int64_t index;
    struct expr *expr = sema_rvalue(s, at->index);
    if (!expr)
        return NULL;
    if (type->kind != TYPE_ARRAY || !constexpr_integer(expr, &index)) {
        diag_report(s->diag, at->loc,
                    type->kind == TYPE_ARRAY ? DIAG_expression_not_integer_constant_expression
                                             : DIAG_array_designator_of_non_array);
        return NULL;
    }
    if (index < 0) {
        sema_error(s, expr, array_designator_negative, (long long)index);
        return NULL;
    }
    if (type->count && index >= type->count) {
        diag_error(s->diag, at->loc, array_designator_index_exceeds_array_bounds, (long long)index,
                   type->count);
        return NULL;
    }
    *position = (uint32_t)index;
    *offset += (uint64_t)index * type->base->size;
    return type->base;
}

/* How many elements the range [index ... end] has beyond its first; UINT32_MAX if reported. */
static uint32_t
range_length(struct walk *walk, struct type *array, struct designator *at, uint32_t first)
{
    struct sema *s = walk->s;
    int64_t end;
    if (!at->end)
        return 0;
    struct expr *expr = sema_rvalue(s, at->end);
    if (!expr)
        return UINT32_MAX;
    if (!constexpr_integer(expr, &end)) {
        diag_error(s->diag, at->loc, expression_not_integer_constant_expression);
    } else if (end < first) {
        diag_error(s->diag, at->loc, empty_designator_range, (long long)first, (long long)end);
    } else if (array->count && end >= array->count) {
        diag_error(s->diag, at->loc, array_designator_index_exceeds_array_bounds, (long long)end,
                   array->count);
    } else {
        return (uint32_t)(end - first);
    }
    return UINT32_MAX;
}

/* Repeats the stores of the items from begin on for `times` further elements of that size.  A value
 * that is no constant is evaluated once. */
static void
repeat(struct walk *walk, uint32_t begin, uint32_t times, uint64_t size)
{
    struct sema *s = walk->s;
    uint32_t end = walk->out->init.count;
    struct constant constant;
    for (uint32_t i = begin; times && i < end; i++) {
        struct init_item *item = &walk->out->init.at[i];
        if (item->value->kind != EXPR_STRING && !constexpr_eval(item->value, &constant))
            item->value = sema_once(s, item->value);
    }
    for (uint32_t n = 1; n <= times; n++) {
        for (uint32_t i = begin; i < end; i++) {
            struct init_item item = walk->out->init.at[i];
            emit(walk, item.type, item.offset + n * size, item.value);
        }
    }
}

/* Fills what the designators from `at` on name with the current item; *position: the index or field
 * number where the first of them ends.  false: reported. */
static bool
fill_designated(struct walk *walk, struct type *type, struct designator *at, uint64_t offset,
                uint32_t *position)
{
    uint32_t inner;
    if (!at) {
        current(walk)->designators = NULL;
        object(walk, type, offset, false);
        return !walk->failed;
    }
    struct type *part = designate(walk, type, at, &offset, position);
    uint32_t more = part ? range_length(walk, type, at, *position) : UINT32_MAX;
    if (more == UINT32_MAX)
        return false;
    uint32_t begin = walk->out->init.count;
    walk->overrides = walk->overrides && !more; /* repeat() copies its items, so they must be new */
    if (!fill_designated(walk, part, at->next, offset, &inner))
        return false;
    walk->overrides = true;
    repeat(walk, begin, more, part->size);
    *position += more;
    return true;
}

/* Follows the designation of the current item and fills what it names; returns the number of the
 * last element or field of type that was initialised, UINT32_MAX on error. */
static uint32_t
designation(struct walk *walk, struct type *type, uint64_t offset)
{
    uint32_t position = UINT32_MAX, at = walk->at;
    walk->overrides = true;
    if (fill_designated(walk, type, current(walk)->designators, offset, &position))
        return position;
    if (!walk->failed && walk->at == at)
        advance(walk);
    walk->failed = true;
    return UINT32_MAX;
}

/* ---- aggregates ---- */

/* A designator inside elided braces belongs to the braces around them. */
static bool
stops(const struct walk *walk, bool is_outermost)
{
    return !has_item(walk) || walk->failed || (current(walk)->designators && !is_outermost);
}

/* Returns how many elements the list gives the array. */
static uint32_t
fill_array(struct walk *walk, struct type *type, uint64_t offset, bool is_outermost)
{
    uint32_t index = 0, most = 0;
    while (!stops(walk, is_outermost)) {
        if (current(walk)->designators) {
            index = designation(walk, type, offset);
            if (index == UINT32_MAX)
                return most;
        } else {
            if (type->count && index >= type->count)
                break;
            object(walk, type->base, offset + (uint64_t)index * type->base->size, false);
        }
        index++;
        most = index > most ? index : most;
    }
    return most;
}

/* Warns: the list ended before field number `at`. */
static void
check_missing_field(struct walk *walk, const struct record *record, uint32_t at)
{
    if (walk->failed || at >= record->field_count || is_zero_list(walk->list))
        return;
    const char *name = record->fields[at].name;
    diag_warning(walk->s->diag, walk->list->end, missing_field_initializer, name ? name : "");
}

static void
fill_record(struct walk *walk, struct type *type, uint64_t offset, bool is_outermost)
{
    struct record *record = type->record;
    uint32_t index = 0;
    bool is_designated = false;
    while (!stops(walk, is_outermost)) {
        if (current(walk)->designators) {
            is_designated = true;
            index = designation(walk, type, offset);
            if (index == UINT32_MAX)
                return;
        } else {
            if (index >= record->field_count || (type->kind == TYPE_UNION && index > 0))
                break;
            struct field *field = &record->fields[index];
            object(walk, field->type, offset + field->offset, record->field_count == 1);
        }
        index++;
    }
    if (type->kind == TYPE_STRUCT && index && !is_designated)
        check_missing_field(walk, record, index);
}

static void
fill(struct walk *walk, struct type *type, uint64_t offset, bool is_outermost)
{
    if (!has_item(walk))
        return;
    if (type->kind == TYPE_ARRAY && !is_string_for(type, current(walk)->value))
        fill_array(walk, type, offset, is_outermost);
    else if (type->kind == TYPE_STRUCT || type->kind == TYPE_UNION)
        fill_record(walk, type, offset, is_outermost);
    else if (type->kind == TYPE_VECTOR)
        emit(walk, type_unqualified(type), offset, gather_vector(walk, type));
    else
        object(walk, type, offset, false);
}

static struct expr *
initialize_list(struct sema *s, struct type **type, struct expr *init, bool must_be_constant)
{
    struct stored stored = {.newest = map_new(s->arena)};
    struct walk walk = {
        .s = s, .list = init, .stored = &stored, .must_be_constant = must_be_constant};
    walk.out = sema_new(s, EXPR_INIT_LIST, init, NULL);
    bool open = (*type)->kind == TYPE_ARRAY && (*type)->count == 0;
    if (open && init->init.count == 1 && is_string_for(*type, init->init.at[0].value))
        return sema_initialize(s, type, init->init.at[0].value, must_be_constant);
    if (open) {
        uint32_t count = fill_array(&walk, *type, 0, true);
        if ((uint64_t)count * (*type)->base->size > INT32_MAX) {
            sema_error(s, init, array_too_large_elements, count);
            return NULL;
        }
        *type = type_array(s->types, (*type)->base, count);
    } else {
        braced(&walk, *type, 0, init);
    }
    if (walk.failed)
        return NULL;
    walk.out->type = type_unqualified(*type);
    bool is_plain = !is_aggregate(*type);
    if (is_plain && walk.out->init.count == 1)
        return walk.out->init.at[0].value;
    if (is_plain) {
        sema_error(s, init, initializer_cannot_empty,
                   (*type)->kind == TYPE_VECTOR ? "vector" : "scalar");
        return NULL;
    }
    return walk.out;
}

static struct expr *
initialize_string(struct sema *s, struct type **type, struct expr *init)
{
    struct expr *value = sema_expr(s, init);
    if ((*type)->count == 0)
        *type = type_array(s->types, (*type)->base, value->string.length + 1);
    if (value->string.length > (*type)->count)
        sema_warning(s, init, initializer_string_char_array_too_long);
    return value;
}

struct expr *
sema_initialize(struct sema *s, struct type **type, struct expr *init, bool must_be_constant)
{
    struct constant constant;
    if (!init || !*type)
        return NULL;
    if (is_string_for(*type, init))
        return initialize_string(s, type, init);
    if (init->kind == EXPR_INIT_LIST)
        return initialize_list(s, type, init, must_be_constant);
    struct expr *value = sema_expr(s, init);
    if (!value)
        return NULL;
    if (value->kind == EXPR_LITERAL && value->type->kind == TYPE_ARRAY &&
        type_unqualified(value->type) == type_unqualified(*type))
        return value->call.args.at[0]; /* a compound literal's list serves as well */
    if ((*type)->kind == TYPE_ARRAY) {
        sema_error(s, init, array_initializer_must_initializer_list,
                   (*type)->base->kind == TYPE_CHAR ? " or string literal" : "");
        return NULL;
    }
    const struct decl *decl = s->state->initialized;
    value = sema_assign_to(s, sema_decay(s, value), *type, ASSIGN_INITIALIZING,
                           decl ? decl->loc : init->loc, names(s));
    if (value && must_be_constant && !constexpr_eval(value, &constant)) {
        sema_error(s, init, initializer_element_not_compile_time_constant);
        return NULL;
    }
    return value;
}

void
sema_initialize_nothing(struct sema *s, struct expr *init)
{
    if (init && init->kind != EXPR_INIT_LIST)
        (void)sema_expr(s, init); /* not its value: reading a half would be an error of its own */
    for (uint32_t i = 0; init && init->kind == EXPR_INIT_LIST && i < init->init.count; i++)
        sema_initialize_nothing(s, init->init.at[i].value);
}

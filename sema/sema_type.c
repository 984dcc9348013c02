/* Types as they are written: specifiers, declarators, type names. */
#include "sema/sema_internal.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    uint8_t kind;
} type_words[] = {
    {"void", TYPE_VOID},
    {"bool", TYPE_BOOL},
    {"_Bool", TYPE_BOOL},
    {"char", TYPE_CHAR},
    {"uchar", TYPE_UCHAR},
    {"short", TYPE_SHORT},
    {"ushort", TYPE_USHORT},
    {"int", TYPE_INT},
    {"uint", TYPE_UINT},
    {"long", TYPE_LONG},
    {"ulong", TYPE_ULONG},
    {"__int128", TYPE_INT128},
    {"__int128_t", TYPE_INT128},
    {"__uint128_t", TYPE_UINT128},
    {"half", TYPE_HALF},
    {"_Float16", TYPE_HALF},
    {"float", TYPE_FLOAT},
    {"double", TYPE_DOUBLE},
    {"size_t", TYPE_ULONG},
    {"uintptr_t", TYPE_ULONG},
    {"ptrdiff_t", TYPE_LONG},
    {"intptr_t", TYPE_LONG},
    {"event_t", TYPE_EVENT},
    {"sampler_t", TYPE_SAMPLER},
    {"queue_t", TYPE_QUEUE},
    {"clk_event_t", TYPE_CLK_EVENT},
    {"reserve_id_t", TYPE_RESERVE_ID},
    {"__amdgpu_buffer_rsrc_t", TYPE_BUFFER_RESOURCE},
    {"cl_mem_fence_flags", TYPE_UINT},
    {"kernel_enqueue_flags_t", TYPE_INT},
    {"clk_profiling_info", TYPE_INT},
};

static bool
is_vector_length(long count)
{
    return count == 2 || count == 3 || count == 4 || count == 8 || count == 16;
}

/* An enumeration of OpenCL's own; its constants are sema_own_constant's. */
static struct type *
own_enum(struct sema *s, const char *name)
{
    struct record *record = ARENA_NEW(s->arena, struct record);
    record->typedef_name = name;
    struct type *type = type_record(s->types, TYPE_ENUM, record);
    type_complete(s->types, type, 4, 4, sema_basic(s, TYPE_UINT));
    return type;
}

/* ndrange_t, as ROCm's device library and clang's headers lay it out. */
static struct type *
ndrange(struct sema *s)
{
    static const char *const names[] = {"workDimension", "globalWorkOffset", "globalWorkSize",
                                        "localWorkSize"};
    struct record *record = ARENA_NEW(s->arena, struct record);
    struct type *sizes = type_array(s->types, sema_basic(s, TYPE_ULONG), 3);
    record->typedef_name = "ndrange_t";
    record->field_count = 4;
    record->fields = ARENA_ARRAY(s->arena, record->field_count, struct field);
    for (uint32_t i = 0; i < record->field_count; i++)
        record->fields[i] = (struct field){.name = intern_string(s->intern, names[i]),
                                           .type = i ? sizes : sema_basic(s, TYPE_UINT),
                                           .offset = i ? 8 + (i - 1) * sizes->size : 0};
    struct type *type = type_record(s->types, TYPE_STRUCT, record);
    type_complete(s->types, type, 8 + 3 * sizes->size, 8, NULL);
    return type;
}

static struct type *
atomic_word(struct sema *s, const char *word)
{
    struct type *value =
        sema_type_word(s, strcmp(word, "flag") == 0 ? "int" : intern_string(s->intern, word));
    return value ? type_atomic(s->types, value) : NULL;
}

static struct type *
word_to_type(struct sema *s, const char *word)
{
    size_t letters = strcspn(word, "0123456789");
    for (int i = 0; i < IMAGE_SHAPES; i++)
        if (strcmp(word, image_facts[i].name) == 0)
            return type_image(s->types, (enum image_shape)i, KERNEL_ACCESS_READ);
    if (strncmp(word, "atomic_", 7) == 0)
        return atomic_word(s, word + 7);
    if (strcmp(word, "ndrange_t") == 0)
        return ndrange(s);
    if (strcmp(word, "__builtin_va_list") == 0)
        return sema_va_list(s);
    if (strcmp(word, "memory_order") == 0 || strcmp(word, "memory_scope") == 0)
        return own_enum(s, word);
    s->state->says_float16 |= strcmp(word, "_Float16") == 0;
    for (size_t i = 0; i < sizeof type_words / sizeof *type_words; i++) {
        const char *known = type_words[i].word;
        if (strcmp(word, known) == 0)
            return sema_basic(s, (enum type_kind)type_words[i].kind);
        if (strlen(known) != letters || strncmp(word, known, letters) != 0 || !word[letters])
            continue;
        char *end;
        long count = strtol(word + letters, &end, 10);
        uint8_t kind = type_words[i].kind;
        if (*end || !is_vector_length(count) || kind < TYPE_CHAR || kind > TYPE_DOUBLE)
            return NULL;
        return type_vector(s->types, sema_basic(s, (enum type_kind)kind), (uint32_t)count);
    }
    return NULL;
}

struct type *
sema_type_word(struct sema *s, const char *word)
{
    struct type *type = map_get(&s->state->type_names, MAP_KEY(word));
    if (!type) {
        type = word_to_type(s, word);
        if (type)
            map_put(&s->state->type_names, MAP_KEY(word), type);
    }
    return type;
}

enum address_space
sema_pointee_space(const struct sema *s)
{
    return sema_has(s, FEATURE_GENERIC) ? SPACE_GENERIC : SPACE_PRIVATE;
}

/* signed, unsigned, short, long with or without a base word. */
static struct type *
sized_integer(struct sema *s, struct specifiers *spec)
{
    bool is_unsigned = spec->flags & SPEC_UNSIGNED;
    const char *base = spec->base;
    enum type_kind kind = TYPE_INT;
    if (spec->flags & SPEC_LONG_LONG)
        kind = TYPE_LONGLONG;
    else if (spec->flags & SPEC_LONG)
        kind = TYPE_LONG;
    else if (spec->flags & SPEC_SHORT)
        kind = TYPE_SHORT;
    else if (base && strcmp(base, "char") == 0)
        kind = TYPE_CHAR;
    else if (base && strcmp(base, "short") == 0)
        kind = TYPE_SHORT;
    else if (base && strcmp(base, "long") == 0)
        kind = TYPE_LONG;
    else if (base && strcmp(base, "__int128") == 0)
        kind = TYPE_INT128;
    if (base && strcmp(base, "int") != 0 && (strcmp(base, "char") != 0 || kind != TYPE_CHAR) &&
        strcmp(base, "short") != 0 && strcmp(base, "long") != 0 && strcmp(base, "__int128") != 0) {
        if (strcmp(base, "double") != 0 || !(spec->flags & SPEC_LONG))
            ice(s->arena->guard, "sema: '%s' signed or unsigned", base);
        diag_error(s->diag, spec->loc, type_long_double_not_supported_opencl_c);
        return NULL;
    }
    return sema_basic(s, is_unsigned ? (enum type_kind)(kind + 1) : kind);
}

/* An optional type of the target.  Before OpenCL C 1.2 it is an extension as well (6.1.1.1), but as in clang only
 * constants ask for its pragma. */
static void
check_double(struct sema *s, loc_t loc)
{
    if (!s->options.has_fp64)
        diag_error(s->diag, loc, type_requires_support, "double", "cl_khr_fp64");
}

static struct type *
base_type(struct sema *s, struct specifiers *spec)
{
    const uint32_t sizes = SPEC_SIGNED | SPEC_UNSIGNED | SPEC_LONG | SPEC_LONG_LONG | SPEC_SHORT;
    if (spec->flags & SPEC_ERROR)
        return NULL;
    if (spec->record)
        return spec->record->tag == 'e' ? sema_enum(s, spec) : sema_record(s, spec, false);
    if (spec->named) {
        spec->named->references++;
        return spec->named->type;
    }
    if (spec->typeof_type)
        return sema_type_name(s, spec->typeof_type);
    if (spec->typeof_expr) {
        struct expr *expr = sema_expr(s, spec->typeof_expr);
        if (expr && sema_is_bit_field(expr)) {
            sema_error(s, expr, bit_field_operand, "typeof");
            return NULL;
        }
        return expr ? expr->type : NULL;
    }
    if (spec->flags & sizes)
        return sized_integer(s, spec);
    if (!spec->base && (spec->flags & SPEC_PIPE)) {
        diag_error(s->diag, spec->loc, missing_pipe_type);
        return NULL;
    }
    if (!spec->base) {
        if (spec->flags & SPEC_AUTO) /* sema_check_storage reports auto */
            return NULL;
        diag_error(s->diag, spec->loc, implicit_int);
        spec->is_implicit = true;
        return sema_basic(s, TYPE_INT);
    }
    bool deduces = strcmp(spec->base, "__auto_type") == 0;
    if (deduces && spec->deduced)
        return spec->deduced;
    struct type *type = sema_type_word(s, spec->base);
    if (deduces)
        diag_error(s->diag, spec->loc, auto_type_not_allowed);
    else if (!type)
        diag_error(s->diag, spec->loc, unknown_type_name, spec->base);
    else if ((type->kind == TYPE_ATOMIC ? type->base : type_element(type))->kind == TYPE_DOUBLE)
        check_double(s, spec->loc);
    return type;
}

static unsigned
qualifiers_of(uint32_t flags)
{
    return (flags & SPEC_CONST ? QUAL_CONST : 0) | (flags & SPEC_VOLATILE ? QUAL_VOLATILE : 0) |
           (flags & SPEC_RESTRICT ? QUAL_RESTRICT : 0);
}

static const struct {
    uint32_t flag;
    uint8_t space;
} space_flags[] = {
    {SPEC_GLOBAL, SPACE_GLOBAL},   {SPEC_LOCAL, SPACE_LOCAL},     {SPEC_CONSTANT, SPACE_CONSTANT},
    {SPEC_PRIVATE, SPACE_PRIVATE}, {SPEC_GENERIC, SPACE_GENERIC},
};

/* Adds the qualifiers and the address space that flags name. */
static struct type *
qualify(struct sema *s, struct type *type, uint32_t flags, loc_t loc)
{
    unsigned qualifiers = type->qualifiers | qualifiers_of(flags);
    bool has_space = type->has_space;
    uint8_t space = type->space;
    if ((flags & SPEC_RESTRICT) && type->kind != TYPE_POINTER) {
        diag_error(s->diag, loc, restrict_requires_pointer_reference_invalid, sema_str(s, type));
        qualifiers &= ~(unsigned)QUAL_RESTRICT;
    }
    for (size_t i = 0; i < sizeof space_flags / sizeof *space_flags; i++) {
        if (!(flags & space_flags[i].flag))
            continue;
        if (has_space)
            diag_report(s->diag, loc,
                        space == space_flags[i].space
                            ? DIAG_duplicate_space
                            : DIAG_multiple_address_spaces_specified_type);
        has_space = true;
        space = space_flags[i].space;
    }
    return type_qualified(s->types, type, qualifiers, has_space, (enum address_space)space);
}

static struct type *
make_vector(struct sema *s, struct type *element, int64_t count, loc_t loc)
{
    if (!type_is_arithmetic(element) || element->kind == TYPE_BOOL || element->kind == TYPE_ENUM ||
        type_is_wide(element)) {
        diag_error(s->diag, loc, invalid_vector_element_type, sema_str(s, element));
        return NULL;
    }
    if (count > 16 || !is_vector_length((long)count)) {
        diag_error(s->diag, loc, vectors_have_2_3_4_8_16_components);
        return NULL;
    }
    struct type *vector = type_vector(s->types, element, (uint32_t)count);
    return type_qualified(s->types, vector, element->qualifiers, element->has_space,
                          (enum address_space)element->space);
}

/* The address spaces that clang spells as attributes. */
static const struct {
    const char *name;
    uint8_t space;
} space_attributes[] = {
    {"opencl_global", SPACE_GLOBAL},      {"opencl_local", SPACE_LOCAL},
    {"opencl_constant", SPACE_CONSTANT},  {"opencl_private", SPACE_PRIVATE},
    {"opencl_generic", SPACE_GENERIC},    {"opencl_global_device", SPACE_GLOBAL},
    {"opencl_global_host", SPACE_GLOBAL},
};

/* The space that an attribute names, by a word or by its number in the triple's environment; false:
 * it names none, or that was reported. */
static bool
named_space(struct sema *s, struct attribute *at, enum address_space *space)
{
    int64_t number;
    for (size_t i = 0; i < sizeof space_attributes / sizeof *space_attributes; i++) {
        *space = (enum address_space)space_attributes[i].space;
        if (strcmp(at->name, space_attributes[i].name) == 0)
            return !at->args.count;
    }
    if (strcmp(at->name, "address_space") != 0 || !sema_attribute_integer(s, at, 0, &number))
        return false;
    if (number < 0) {
        diag_error(s->diag, at->loc, address_space_negative);
        return false;
    }
    if (number > SPACE_PRIVATE) {
        diag_error(s->diag, at->loc, address_space_too_large, SPACE_PRIVATE);
        return false;
    }
    *space = (enum address_space)(s->options.spaces ? s->options.spaces[number] : number);
    if (*space == SPACE_REGION)
        diag_error(s->diag, at->loc, address_space_region, (int)number);
    return *space != SPACE_REGION;
}

/* The vector type that an attribute makes of type; type itself: it makes none; NULL: reported. */
static struct type *
attributed_vector(struct sema *s, struct type *type, struct attribute *at)
{
    int64_t value;
    if (strcmp(at->name, "ext_vector_type") == 0)
        return sema_attribute_integer(s, at, 0, &value) ? make_vector(s, type, value, at->loc)
                                                        : type;
    if (strcmp(at->name, "vector_size") != 0 || !type->size ||
        !sema_attribute_integer(s, at, 0, &value))
        return type;
    if (value % type->size == 0)
        return make_vector(s, type, value / type->size, at->loc);
    diag_error(s->diag, at->loc, vector_size_no_multiple);
    return type;
}

struct type *
sema_type_attributes(struct sema *s, struct type *type, struct attribute *attributes)
{
    enum address_space space;
    for (struct attribute *at = attributes; at && type; at = at->next) {
        if (!at->name)
            continue;
        if (!named_space(s, at, &space)) {
            type = attributed_vector(s, type, at);
            continue;
        }
        if (type->has_space)
            diag_report(s->diag, at->loc,
                        type->space == space ? DIAG_duplicate_space
                                             : DIAG_multiple_address_spaces_specified_type);
        type = sema_in_space(s, type, space);
    }
    return type;
}

struct type *
sema_specifiers(struct sema *s, struct specifiers *spec)
{
    if (!spec)
        return NULL;
    static const struct type failed = {.kind = TYPE_VOID}; /* reported with the first declarator */
    struct type *type = map_get(&s->state->specifier_types, MAP_KEY(spec));
    if (type)
        return type == &failed ? NULL : type;
    type = base_type(s, spec);
    if (spec->flags & SPEC_BLOCK)
        diag_error(s->diag, spec->loc, block_storage_not_permitted);
    if (type && (spec->flags & SPEC_PIPE))
        type = sema_pipe(s, type, spec->loc);
    if (type && !spec->record)
        type = sema_type_attributes(s, type, spec->attributes);
    if (type)
        type = sema_access(s, spec, type);
    if (type)
        type = qualify(s, type, spec->flags, spec->loc);
    map_put(&s->state->specifier_types, MAP_KEY(spec), type ? type : (struct type *)&failed);
    return type;
}

static struct type *
pointer_to(struct sema *s, struct type *pointee, struct declarator *declarator)
{
    bool is_function = pointee->kind == TYPE_FUNCTION;
    if (is_function && !SEMA_EXTENDS(s, EXTENSION_FUNCTION_POINTERS)) {
        diag_error(s->diag, declarator->loc, pointers_functions_are_not_allowed);
        return NULL;
    }
    if (is_function && pointee->is_variadic && !SEMA_EXTENDS(s, EXTENSION_VARIADIC)) {
        diag_error(s->diag, declarator->loc, variadic_prototype_not_allowed);
        return NULL;
    }
    if (!sema_may_point_to(s, pointee, declarator->loc))
        return NULL;
    if (is_function)
        pointee = type_unqualified(pointee);
    else if (!pointee->has_space)
        pointee = sema_in_space(s, pointee, sema_pointee_space(s));
    struct type *pointer =
        sema_type_attributes(s, type_pointer(s->types, pointee), declarator->attributes);
    return pointer ? qualify(s, pointer, declarator->qualifiers, declarator->loc) : NULL;
}

static struct type *
block_pointer_to(struct sema *s, struct type *function, struct declarator *declarator)
{
    if (function->kind != TYPE_FUNCTION) {
        diag_error(s->diag, declarator->loc, block_pointer_to_non_function);
        return NULL;
    }
    if (function->is_variadic) {
        diag_error(s->diag, declarator->loc, variadic_prototype_not_allowed);
        return NULL;
    }
    return qualify(s, type_block(s->types, function), declarator->qualifiers, declarator->loc);
}

/* The length of an array, 0 for []; false if reported. */
static bool
array_length(struct sema *s, struct declarator *declarator, const char *name, uint32_t *length)
{
    int64_t count;
    *length = 0;
    if (!declarator->length)
        return true;
    struct expr *expr = declarator->length = sema_rvalue(s, declarator->length);
    if (!expr)
        return false;
    if (!type_is_integer(expr->type)) {
        diag_error(s->diag, expr->start ? expr->start : expr->loc, size_array_has_non_integer_type,
                   sema_str(s, expr->type));
        return false;
    }
    if (!constexpr_integer(expr, &count)) {
        diag_error(s->diag, expr->start ? expr->start : expr->loc,
                   variable_length_arrays_are_not_supported);
        return false;
    }
    if (type_is_signed(expr->type) && count < 0) {
        diag_report(s->diag, expr->start ? expr->start : expr->loc,
                    name ? DIAG_negative_array_size : DIAG_negative_size, name);
        return false;
    }
    *length = (uint64_t)count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
    return true;
}

static struct type *
array_of(struct sema *s, struct type *element, struct declarator *declarator, const char *name)
{
    uint32_t length;
    if (!array_length(s, declarator, name, &length))
        return NULL;
    if (element->kind == TYPE_FUNCTION) {
        diag_error(s->diag, declarator->loc, declared_as_array_functions_type,
                   name ? name : "type name", sema_str(s, element));
        return NULL;
    }
    if (!sema_may_be_element(s, element, declarator->loc))
        return NULL;
    if (element->size == 0) {
        diag_error(s->diag, declarator->loc, array_has_incomplete_element_type,
                   sema_str(s, element));
        return NULL;
    }
    if ((uint64_t)length * element->size > INT32_MAX) {
        diag_error(s->diag, declarator->loc, array_too_large_elements, length);
        return NULL;
    }
    return type_array(s->types, element, length);
}

/* Type of a parameter: arrays are pointers, the object itself is private. */
static struct type *
param_type(struct sema *s, struct decl *param)
{
    s->state->in_parameter = true;
    struct type *type = sema_specifiers(s, param->specifiers);
    s->state->in_parameter = false;
    sema_check_storage(s, param);
    sema_check_attributes(s, param);
    if (type)
        type = sema_declarator(s, type, param->declarator, param->name, param->loc);
    if (type)
        type = sema_type_attributes(s, type, param->attributes);
    if (!type)
        return NULL;
    if (type->kind == TYPE_ARRAY) {
        struct type *element = type->base;
        param->array = type;
        if (!element->has_space)
            element = sema_in_space(s, element, sema_pointee_space(s));
        type = type_pointer(s->types, element);
    } else if (type->kind == TYPE_FUNCTION) {
        if (!SEMA_EXTENDS(s, EXTENSION_FUNCTION_POINTERS)) {
            diag_error(s->diag, param->loc, pointers_functions_are_not_allowed);
            return NULL;
        }
        type = sema_function_pointer(s, type);
    } else if (type->has_space && type->space != SPACE_PRIVATE) {
        diag_error(s->diag, param->loc, parameter_may_not_qualified_address_space);
        type = type_qualified(s->types, type, type->qualifiers, false, SPACE_PRIVATE);
    }
    sema_check_endian(s, param, type);
    sema_declared_alignment(s, param);
    if (type->kind == TYPE_BLOCK) {
        diag_error(s->diag, param->loc, function_parameter_type_not_allowed, sema_str(s, type));
        return NULL;
    }
    if (sema_is_half_storage_only(s, type)) {
        if (param->name)
            diag_fixit(s->diag, param->loc, 0, "*");
        diag_error(s->diag, param->loc, declaring_function_parameter_type_not_allowed,
                   sema_str(s, sema_in_space(s, type, SPACE_PRIVATE)));
        return NULL;
    }
    return type;
}

static bool
is_void_list(struct decl_list *params)
{
    if (params->count != 1 || !params->at[0] || params->at[0]->name || !params->at[0]->type)
        return false;
    struct type *type = params->at[0]->type;
    return type->kind == TYPE_VOID;
}

/* The result type of a function declarator; NULL: a function may not return it, reported. */
static struct type *
result_of(struct sema *s, struct type *result, const struct declarator *declarator)
{
    if (result->kind == TYPE_ARRAY || result->kind == TYPE_FUNCTION) {
        diag_error(s->diag, declarator->loc, function_cannot_return_type,
                   result->kind == TYPE_ARRAY ? "array" : "function", sema_str(s, result));
        return NULL;
    }
    if (result->kind == TYPE_ATOMIC) /* a value is not atomic (C11 6.3.2.1) */
        result = result->base;
    if (sema_is_half_storage_only(s, result)) {
        diag_error(s->diag, declarator->loc, declaring_function_return_value_type_not,
                   sema_str(s, result));
        return NULL;
    }
    return sema_may_return(s, result, declarator->loc) ? result : NULL;
}

/* Gives every parameter's decl its type, NULL if it is wrong; checks all of them.  The list (void)
 * becomes empty. */
static void
type_parameters(struct sema *s, struct decl_list *list)
{
    for (uint32_t i = 0; list && i < list->count; i++) {
        struct decl *param = list->at[i];
        if (!param)
            continue;
        param->space = SPACE_PRIVATE;
        if (!param->type) {
            struct type *type = param_type(s, param);
            param->type =
                type && type->kind != TYPE_VOID ? sema_in_space(s, type, SPACE_PRIVATE) : type;
        }
    }
    if (list && is_void_list(list))
        list->count = 0;
    for (uint32_t i = 0; list && i < list->count; i++) {
        struct decl *param = list->at[i];
        if (!param || !param->type || param->type->kind != TYPE_VOID)
            continue;
        if (param->name)
            diag_error(s->diag, param->loc, argument_may_not_have_type, "void");
        else
            diag_error(s->diag, param->loc, void_must_be_only_parameter);
        param->type = NULL;
    }
}

/* The function's type, or NULL if its result or a parameter is wrong.  result is NULL where it is
 * not known. */
static struct type *
function_of(struct sema *s, struct type *result, struct declarator *declarator)
{
    struct decl_list *list = declarator->params;
    result = result ? result_of(s, result, declarator) : NULL;
    type_parameters(s, list);
    uint32_t count = list ? list->count : 0;
    struct type **types = ARENA_ARRAY(s->arena, count ? count : 1, struct type *);
    bool ok = result;
    for (uint32_t i = 0; i < count; i++) {
        const struct decl *param = list->at[i];
        ok = ok && param && param->type;
        types[i] = ok ? type_unqualified(param->type) : NULL;
    }
    if (!result)
        return NULL;
    struct type *plain = type_qualified(s->types, result, 0, false, SPACE_GENERIC);
    declarator->result = plain;
    if (result->has_space)
        diag_error(s->diag, declarator->loc, return_type_cannot_qualified_address_space);
    return ok ? type_function(s->types, plain, types, count, declarator->is_variadic) : NULL;
}

struct type *
sema_declarator(struct sema *s, struct type *base, struct declarator *declarator, const char *name,
                loc_t loc)
{
    if (!declarator)
        return base;
    base = sema_declarator(s, base, declarator->next, name, loc);
    if (!declarator->loc)
        declarator->loc = loc;
    if (!base) /* still reports errors in its parameters */
        return declarator->kind == DECLARATOR_FUNCTION ? function_of(s, NULL, declarator) : NULL;
    switch (declarator->kind) {
    case DECLARATOR_POINTER:
        return pointer_to(s, base, declarator);
    case DECLARATOR_BLOCK:
        return block_pointer_to(s, base, declarator);
    case DECLARATOR_ARRAY:
        return array_of(s, base, declarator, name);
    default:
        return function_of(s, base, declarator);
    }
}

struct type *
sema_type_name(struct sema *s, struct type_name *name)
{
    if (!name)
        return NULL;
    if (!name->type) {
        struct type *type = sema_specifiers(s, name->specifiers);
        name->type = sema_declarator(s, type, name->declarator, NULL, name->loc);
    }
    return name->type;
}

/* Types for debug information.  Each type of the program is described once; types that name each
 * other, such as a list and its links, are completed one after the other. */
#include "midend/gen/gen_debug.h"
#include "sema/type.h"

#include <string.h>

static const struct {
    uint8_t kind, encoding;
} kinds[TYPE_KINDS] = {
    [TYPE_BOOL] = {DEBUG_TYPE_BASE, DEBUG_BOOLEAN},
    [TYPE_CHAR] = {DEBUG_TYPE_BASE, DEBUG_SIGNED_CHAR},
    [TYPE_UCHAR] = {DEBUG_TYPE_BASE, DEBUG_UNSIGNED_CHAR},
    [TYPE_SHORT] = {DEBUG_TYPE_BASE, DEBUG_SIGNED},
    [TYPE_USHORT] = {DEBUG_TYPE_BASE, DEBUG_UNSIGNED},
    [TYPE_INT] = {DEBUG_TYPE_BASE, DEBUG_SIGNED},
    [TYPE_UINT] = {DEBUG_TYPE_BASE, DEBUG_UNSIGNED},
    [TYPE_LONG] = {DEBUG_TYPE_BASE, DEBUG_SIGNED},
    [TYPE_ULONG] = {DEBUG_TYPE_BASE, DEBUG_UNSIGNED},
    [TYPE_LONGLONG] = {DEBUG_TYPE_BASE, DEBUG_SIGNED},
    [TYPE_ULONGLONG] = {DEBUG_TYPE_BASE, DEBUG_UNSIGNED},
    [TYPE_INT128] = {DEBUG_TYPE_BASE, DEBUG_SIGNED},
    [TYPE_UINT128] = {DEBUG_TYPE_BASE, DEBUG_UNSIGNED},
    [TYPE_HALF] = {DEBUG_TYPE_BASE, DEBUG_FLOAT},
    [TYPE_FLOAT] = {DEBUG_TYPE_BASE, DEBUG_FLOAT},
    [TYPE_DOUBLE] = {DEBUG_TYPE_BASE, DEBUG_FLOAT},
    [TYPE_ENUM] = {DEBUG_TYPE_ENUM, 0},
    [TYPE_VECTOR] = {DEBUG_TYPE_VECTOR, 0},
    [TYPE_POINTER] = {DEBUG_TYPE_POINTER, 0},
    [TYPE_ARRAY] = {DEBUG_TYPE_ARRAY, 0},
    [TYPE_STRUCT] = {DEBUG_TYPE_STRUCT, 0},
    [TYPE_UNION] = {DEBUG_TYPE_UNION, 0},
    [TYPE_FUNCTION] = {DEBUG_TYPE_OPAQUE, 0},
    [TYPE_EVENT] = {DEBUG_TYPE_OPAQUE, 0},
    [TYPE_SAMPLER] = {DEBUG_TYPE_OPAQUE, 0},
    [TYPE_IMAGE] = {DEBUG_TYPE_OPAQUE, 0},
    [TYPE_QUEUE] = {DEBUG_TYPE_OPAQUE, 0},
    [TYPE_CLK_EVENT] = {DEBUG_TYPE_OPAQUE, 0},
    [TYPE_RESERVE_ID] = {DEBUG_TYPE_OPAQUE, 0},
    [TYPE_BUFFER_RESOURCE] = {DEBUG_TYPE_OPAQUE, 0},
    [TYPE_ATOMIC] = {DEBUG_TYPE_TYPEDEF, 0},
    [TYPE_PIPE] = {DEBUG_TYPE_OPAQUE, 0},
    [TYPE_BLOCK] = {DEBUG_TYPE_OPAQUE, 0},
};

static struct debug_type *
type_new(struct gen_debug *d, enum debug_type_kind kind, const char *name, struct debug_type *base)
{
    struct debug_type *made = ARENA_NEW(d->arena, struct debug_type);
    made->kind = (uint8_t)kind;
    made->name = name;
    made->base = base;
    made->size = base ? base->size : 0;
    return made;
}

static const char *
record_name(struct gen_debug *d, const struct type *type)
{
    const char *name = type->record ? type->record->name : NULL;
    return name ? arena_printf(d->arena, "%s", name) : NULL;
}

/* A name by which a type without one is known: the typedef of a structure, float4. */
static const char *
type_name(struct gen_debug *d, const struct type *type)
{
    if (type->kind == TYPE_VECTOR)
        return type_metadata_str(d->arena, type);
    bool has_alias = type->record && !type->record->name && type->record->typedef_name;
    return has_alias ? arena_printf(d->arena, "%s", type->record->typedef_name) : NULL;
}

/* The unqualified type, whose parts follow later: fill. */
static struct debug_type *
plain_type(struct gen_debug *d, struct type *type)
{
    struct debug_type *made = map_get(&d->types, MAP_KEY(type));
    if (made)
        return made;
    enum debug_type_kind kind = (enum debug_type_kind)kinds[type->kind].kind;
    made = type_new(d, kind, NULL, NULL);
    made->encoding = kinds[type->kind].encoding;
    made->size = type->size;
    made->count = type->count;
    map_put(&d->types, MAP_KEY(type), made);
    vec_push(d->arena, &d->incomplete, (struct gen_debug_pair){type, made});
    if (kind == DEBUG_TYPE_STRUCT || kind == DEBUG_TYPE_UNION || kind == DEBUG_TYPE_ENUM)
        made->name = record_name(d, type);
    else if (type_is_wide(type)) /* metadata abbreviates it */
        made->name = type_str(d->arena, type);
    else if (kind != DEBUG_TYPE_POINTER && kind != DEBUG_TYPE_ARRAY && kind != DEBUG_TYPE_VECTOR)
        made->name = type_metadata_str(d->arena, type);
    const char *name = type_name(d, type);
    if (!name)
        return made;
    struct debug_type *named = type_new(d, DEBUG_TYPE_TYPEDEF, name, made);
    named->loc = type->record ? type->record->loc : 0;
    map_put(&d->types, MAP_KEY(type), named);
    return named;
}

/* `of`: the type or the description that `made` is without qualifiers. */
static struct debug_type *
qualified(struct gen_debug *d, const void *of, struct debug_type *made, unsigned qualifiers)
{
    static const struct {
        uint8_t qualifier, kind;
    } rows[] = {{QUAL_RESTRICT, DEBUG_TYPE_RESTRICT},
                {QUAL_VOLATILE, DEBUG_TYPE_VOLATILE},
                {QUAL_CONST, DEBUG_TYPE_CONST}};
    unsigned key = 0; /* of this type with the qualifiers up to here */
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!(qualifiers & rows[i].qualifier))
            continue;
        key |= rows[i].qualifier;
        uint64_t place = MAP_KEY(of) + key; /* types are at multiples of 8 */
        struct debug_type *qualified = map_get(&d->types, place);
        if (!qualified) {
            qualified = type_new(d, (enum debug_type_kind)rows[i].kind, NULL, made);
            map_put(&d->types, place, qualified);
        }
        made = qualified;
    }
    return made;
}

static struct debug_type *
reference(struct gen_debug *d, struct type *type)
{
    if (!type)
        return NULL;
    struct type *plain = type_unqualified(type);
    struct debug_type *made = plain->kind == TYPE_VOID ? NULL : plain_type(d, plain);
    return qualified(d, plain, made, type->qualifiers);
}

static struct debug_type *written(struct gen_debug *d, struct type *type,
                                  const struct declarator *declarator,
                                  const struct specifiers *specifiers);

/* What a typedef declares.  That of a structure without a tag is there already. */
static struct debug_type *
typedef_of(struct gen_debug *d, const struct decl *decl)
{
    struct debug_type *made = map_get(&d->types, MAP_KEY(decl));
    if (made)
        return made;
    made = written(d, decl->type, decl->declarator, decl->specifiers);
    if (!made || made->kind != DEBUG_TYPE_TYPEDEF || strcmp(made->name, decl->name) != 0) {
        made = type_new(d, DEBUG_TYPE_TYPEDEF, arena_printf(d->arena, "%s", decl->name), made);
        made->loc = decl->loc;
    }
    map_put(&d->types, MAP_KEY(decl), made);
    return made;
}

/* A pointer to, or an array of, what goes by the name of a typedef. */
static struct debug_type *
derived(struct gen_debug *d, const struct type *type, struct debug_type *base)
{
    enum { POINTER = 8 }; /* after the qualifiers */
    bool is_pointer = type->kind == TYPE_POINTER;
    uint64_t place = MAP_KEY(base) + POINTER + type->base->space;
    struct debug_type *made = is_pointer ? map_get(&d->types, place) : NULL;
    if (made)
        return made;
    made = type_new(d, is_pointer ? DEBUG_TYPE_POINTER : DEBUG_TYPE_ARRAY, NULL, base);
    made->size = type->size;
    made->count = type->count;
    if (is_pointer) {
        made->space = (uint8_t)gen_space((enum address_space)type->base->space);
        map_put(&d->types, place, made);
    }
    return made;
}

/* The type by the names of a declaration: types know nothing of typedefs. */
static struct debug_type *
written(struct gen_debug *d, struct type *type, const struct declarator *declarator,
        const struct specifiers *specifiers)
{
    struct type *plain = type ? type_unqualified(type) : NULL;
    const struct decl *named = specifiers ? specifiers->named : NULL;
    if (!plain || !named || !named->type)
        return reference(d, type);
    if (!declarator && type_unqualified(named->type) == plain) {
        struct debug_type *made = typedef_of(d, named);
        return qualified(d, made, made, type->qualifiers & ~named->type->qualifiers);
    }
    bool is_array = declarator && declarator->kind == DECLARATOR_ARRAY; /* or was, of a parameter */
    bool is_derived = plain->kind == TYPE_ARRAY
                          ? is_array
                          : plain->kind == TYPE_POINTER && declarator &&
                                (is_array || declarator->kind == DECLARATOR_POINTER);
    struct debug_type *base =
        is_derived ? written(d, plain->base, declarator->next, specifiers) : NULL;
    if (!base || base == reference(d, plain->base))
        return reference(d, type);
    struct debug_type *made = derived(d, plain, base);
    return qualified(d, made, made, type->qualifiers);
}

static void
fill_members(struct gen_debug *d, const struct record *record, struct debug_type *made)
{
    made->is_complete = record->complete;
    made->loc = record->loc;
    made->member_count = record->field_count;
    made->members = ARENA_ARRAY(d->arena, record->field_count + 1u, struct debug_member);
    for (uint32_t i = 0; i < record->field_count; i++) {
        const struct field *field = &record->fields[i];
        made->members[i] = (struct debug_member){
            .name = field->name ? arena_printf(d->arena, "%s", field->name) : NULL,
            .type = field->decl
                        ? written(d, field->type, field->decl->declarator, field->decl->specifiers)
                        : reference(d, field->type),
            .value = field->offset,
            .loc = field->loc,
            .bits = field->type->bits,
            .bit = field->type->bit,
            .unit = field->type->bits ? (uint8_t)field->type->size : 0};
    }
}

static void
fill_enumerators(struct gen_debug *d, const struct record *record, struct debug_type *made)
{
    made->loc = record->loc;
    made->member_count = record->enumerators.count;
    made->members = ARENA_ARRAY(d->arena, made->member_count + 1u, struct debug_member);
    for (uint32_t i = 0; i < made->member_count; i++) {
        const struct decl *decl = record->enumerators.at[i];
        made->members[i] = (struct debug_member){.name = arena_printf(d->arena, "%s", decl->name),
                                                 .value = (int64_t)decl->value,
                                                 .loc = decl->loc};
    }
}

static void
fill(struct gen_debug *d, struct type *type, struct debug_type *made)
{
    if (type->kind == TYPE_POINTER)
        made->space = (uint8_t)gen_space((enum address_space)type->base->space);
    if (made->kind == DEBUG_TYPE_STRUCT || made->kind == DEBUG_TYPE_UNION)
        fill_members(d, type->record, made);
    else if (made->kind == DEBUG_TYPE_ENUM && type->record)
        fill_enumerators(d, type->record, made);
    if (made->kind != DEBUG_TYPE_OPAQUE)
        made->base = reference(d, type->base);
}

static struct debug_type *
complete(struct gen_debug *d, struct debug_type *made)
{
    while (d->incomplete.count) {
        struct gen_debug_pair pair = vec_pop(&d->incomplete);
        fill(d, pair.type, pair.made);
    }
    return made;
}

struct debug_type *
gen_debug_declared(struct gen_debug *d, const struct decl *decl)
{
    return complete(d, written(d, decl->type, decl->declarator, decl->specifiers));
}

struct debug_type *
gen_debug_result(struct gen_debug *d, const struct decl *decl)
{
    const struct declarator *function = decl->declarator;
    bool is_plain = function && function->kind == DECLARATOR_FUNCTION;
    return complete(d, is_plain ? written(d, decl->type->base, function->next, decl->specifiers)
                                : reference(d, decl->type->base));
}

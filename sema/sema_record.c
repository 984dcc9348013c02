/* Structures, unions and enumerations: tags, members, layout (C11 6.7.2, OpenCL C 6.11.1). */
#include "sema/sema_internal.h"

#include <string.h>

static enum type_kind
tag_kind(const struct record_syntax *syntax)
{
    return syntax->tag == 's' ? TYPE_STRUCT : syntax->tag == 'u' ? TYPE_UNION : TYPE_ENUM;
}

static struct type *
new_record(struct sema *s, const struct record_syntax *syntax)
{
    struct record *record = ARENA_NEW(s->arena, struct record);
    record->name = syntax->name;
    record->loc = syntax->loc;
    struct type *type = type_record(s->types, tag_kind(syntax), record);
    if (syntax->name)
        sema_scope_bind(&s->state->scopes, NAMES_TAG, syntax->name, type);
    if (syntax->name && s->state->in_parameter)
        diag_warning(s->diag, syntax->loc, visibility, sema_str(s, type));
    return type;
}

/* The type that the tag means here, made if it is new; NULL if reported.  `struct tag;` alone
 * (is_new) hides an outer one. */
static struct type *
find_tag(struct sema *s, const struct record_syntax *syntax, bool is_new)
{
    struct binding *found =
        syntax->name ? sema_scope_find(&s->state->scopes, NAMES_TAG, syntax->name) : NULL;
    if (found && (syntax->has_body || is_new) &&
        found->depth != sema_scope_depth(&s->state->scopes))
        found = NULL;
    if (!found)
        return new_record(s, syntax);
    struct type *type = found->what;
    if (type->kind != tag_kind(syntax)) {
        diag_error(s->diag, syntax->loc, use_tag_type_that_does_not_match_previous, syntax->name);
        diag_note(s->diag, type->record->loc, previous_use_here);
        return NULL;
    }
    if (syntax->has_body && (type->record->complete || type->record->is_open)) {
        if (type->record->is_open)
            diag_error(s->diag, syntax->loc, nested_redefinition, syntax->name);
        else
            diag_error(s->diag, syntax->loc, redefinition, syntax->name);
        diag_note(s->diag, type->record->loc, previous_definition_here);
        return NULL;
    }
    return type;
}

bool
sema_is_half_storage_only(struct sema *s, const struct type *type)
{
    return type->kind == TYPE_HALF &&
           !(s->options.has_fp16 && s->state->extensions & EXTENSION_FP16) &&
           !s->state->says_float16;
}

static struct type *
field_type(struct sema *s, struct decl *decl, bool is_record)
{
    struct type *type = sema_specifiers(s, decl->specifiers);
    sema_check_storage(s, decl);
    type = sema_declarator(s, type, decl->declarator, decl->name, decl->loc);
    if (type)
        type = sema_type_attributes(s, type, decl->attributes);
    sema_check_attributes(s, decl);
    if (!type)
        return NULL;
    if (decl->bits && !(s->state->extensions & EXTENSION_BITS)) {
        diag_error(s->diag, decl->loc, bit_fields_are_not_supported_opencl);
        return NULL;
    }
    if (type->kind == TYPE_FUNCTION) {
        diag_error(s->diag, decl->loc, field_declared_as_function, decl->name);
        return NULL;
    }
    if (type->has_space && !is_record) {
        diag_error(s->diag, decl->loc, field_may_not_qualified_address_space);
        return NULL;
    }
    if (type->kind == TYPE_EVENT || sema_is_handle(type)) {
        diag_error(s->diag, decl->loc, type_cannot_used_declare_structure_union, sema_str(s, type));
        return NULL;
    }
    if (type->kind == TYPE_ARRAY && type->count == 0) {
        bool is_zero = decl->declarator && decl->declarator->length;
        diag_report(s->diag, decl->loc,
                    is_zero ? DIAG_zero_size_array : DIAG_flexible_array_member);
        return NULL;
    }
    if (type->size == 0 && !(type->record && type->record->complete)) {
        diag_error(s->diag, decl->loc, field_has_incomplete_type, sema_str(s, type));
        return NULL;
    }
    return type;
}

/* The width of a bit-field, or -1 after an error. */
static int
bit_field_width(struct sema *s, struct decl *decl, const struct type *type)
{
    const char *name = decl->name ? decl->name : "", *quote = decl->name ? "'" : "",
               *blank = decl->name ? " '" : "";
    int64_t width;
    struct expr *bits = decl->bits = sema_rvalue(s, decl->bits);
    if (!bits)
        return -1;
    if (!type_is_integer(type) || type->size > 8) {
        diag_error(s->diag, decl->loc, bit_field_type, blank, name, quote, sema_str(s, type));
        return -1;
    }
    if (!constexpr_integer(bits, &width)) {
        sema_error(s, bits, expression_not_integer_constant_expression);
        return -1;
    }
    uint32_t most = type->kind == TYPE_BOOL ? 1 : type->size * 8;
    if (width < 0)
        diag_error(s->diag, decl->loc, bit_field_width_negative, blank, name, quote,
                   (long long)width);
    else if (width == 0 && decl->name)
        diag_error(s->diag, decl->loc, bit_field_width_zero, name);
    else if (width > most)
        diag_error(s->diag, decl->loc, bit_field_too_wide, blank, name, quote, (long long)width,
                   most, most == 1 ? "" : "s");
    else
        return (int)width;
    return -1;
}

/* Members of anonymous records are also members of the records around them. */
static void
check_duplicate(struct sema *s, struct map *named, struct field *field, const char *around)
{
    struct record *inner = field->type->record;
    if (!field->name) {
        for (uint32_t i = 0; inner && i < inner->field_count; i++)
            check_duplicate(s, named, &inner->fields[i],
                            field->type->kind == TYPE_UNION ? "union" : "struct");
        return;
    }
    const struct field *other = map_get(named, MAP_KEY(field->name));
    if (other) {
        if (around)
            diag_error(s->diag, field->loc, anonymous_member_redeclares, around, field->name);
        else
            diag_error(s->diag, field->loc, duplicate_member, field->name);
        diag_note(s->diag, other->loc, previous_declaration_here);
    } else {
        map_put(named, MAP_KEY(field->name), field);
    }
}

struct layout {
    uint64_t size;
    uint32_t align;
    uint32_t free; /* bits of the last byte, after a bit-field */
    bool is_union, packed;
    uint8_t pack; /* of #pragma pack */
};

static void
place_field(struct sema *s, struct layout *layout, struct field *field, struct decl *decl)
{
    bool packed = layout->packed || sema_declared_packed(decl);
    uint32_t asked = sema_declared_alignment(s, decl);
    uint32_t align = packed || field->type->align == 0 ? 1 : field->type->align;
    if (asked > align)
        align = asked;
    if (layout->pack && layout->pack < align)
        align = layout->pack;
    uint64_t offset = layout->is_union ? 0 : (layout->size + align - 1) & ~(uint64_t)(align - 1);
    field->offset = (uint32_t)offset;
    if (offset + field->type->size > layout->size)
        layout->size = offset + field->type->size;
    if (align > layout->align)
        layout->align = align;
    layout->free = 0;
}

/* As the Itanium ABI has it: in a unit of its type's size and alignment, unless the record is packed.  width 0: what
 * follows begins in a unit of its own. */
static void
place_bits(struct sema *s, struct layout *layout, struct field *field, struct decl *decl,
           uint32_t width)
{
    bool packed = layout->packed || sema_declared_packed(decl);
    uint32_t asked = sema_declared_alignment(s, decl);
    uint32_t align = packed && width ? 1 : field->type->align * 8;
    if (layout->pack && width && layout->pack * 8u < align)
        align = layout->pack * 8u;
    if (asked * 8 > align)
        align = asked * 8;
    uint64_t at = layout->is_union ? 0 : layout->size * 8 - layout->free;
    if (width == 0 || (!layout->pack && at % align + width > field->type->size * 8))
        at = (at + align - 1) / align * align;
    else if (asked)
        at = (at + asked * 8 - 1) / (asked * 8) * (asked * 8);
    uint64_t end = at + width, size = (end + 7) / 8;
    field->offset = (uint32_t)(at / 8);
    if (size >= layout->size) {
        layout->size = size;
        layout->free = layout->is_union ? 0 : (uint32_t)(size * 8 - end);
    }
    if (field->name && (align + 7) / 8 > layout->align)
        layout->align = (align + 7) / 8;
    if (width)
        field->type = type_bits(s->types, field->type, width, (uint32_t)(at % 8));
}

static void
complete_record(struct sema *s, struct type *type, struct specifiers *specifiers)
{
    struct record_syntax *syntax = specifiers->record;
    struct record *record = type->record;
    uint32_t count = syntax->fields ? syntax->fields->count : 0;
    struct layout layout = {.align = 1, .is_union = type->kind == TYPE_UNION, .pack = syntax->pack};
    layout.packed = record->packed = sema_attribute(syntax->attributes, "packed") ||
                                     sema_attribute(specifiers->attributes, "packed");
    sema_check_record_attributes(s, syntax->attributes);
    record->loc = syntax->loc;
    record->is_open = true;
    record->named = map_new(s->arena);
    record->is_broken = syntax->is_broken;
    record->fields = ARENA_ARRAY(s->arena, count ? count : 1, struct field);
    for (uint32_t i = 0; i < count; i++) {
        struct decl *decl = syntax->fields->at[i];
        struct type *type = decl ? decl->type = field_type(s, decl, false) : NULL;
        if (!type) {
            record->is_broken = true;
            continue;
        }
        struct field *field = &record->fields[record->field_count];
        *field = (struct field){.name = decl->name, .type = type, .loc = decl->loc, .decl = decl};
        int width = decl->bits ? bit_field_width(s, decl, type) : 0;
        if (width < 0) {
            record->is_broken = true;
            continue;
        }
        if (decl->bits) {
            place_bits(s, &layout, field, decl, (uint32_t)width);
            if (!decl->name)
                continue;
        } else {
            place_field(s, &layout, field, decl);
        }
        check_duplicate(s, &record->named, field, NULL);
        record->layout = type_layout_add(record->layout, field->offset);
        record->layout = type_layout_add(record->layout, type_layout(field->type));
        record->has_unnamed |= !field->name;
        record->field_count++;
    }
    record->is_open = false;
    uint32_t asked = sema_alignment(s, syntax->attributes),
             other = sema_alignment(s, specifiers->attributes);
    layout.align = asked > layout.align ? asked : layout.align;
    layout.align = other > layout.align ? other : layout.align;
    layout.size = (layout.size + layout.align - 1) & ~(uint64_t)(layout.align - 1);
    if (layout.size > INT32_MAX) {
        diag_error(s->diag, syntax->loc, structure_too_large, sema_str(s, type));
        layout.size = 1;
    }
    type_complete(s->types, type, (uint32_t)layout.size, layout.align, NULL);
}

struct type *
sema_record(struct sema *s, struct specifiers *specifiers, bool is_alone)
{
    struct type *type = find_tag(s, specifiers->record, is_alone);
    if (type && specifiers->record->has_body)
        complete_record(s, type, specifiers);
    return type;
}

/* A value and its type, as the enumeration goes on. */
struct enumeration {
    wide_uint value;
    struct type *type; /* int if that holds the value */
    wide_int smallest;
    wide_uint largest;
};

static bool
is_negative(const struct enumeration *at)
{
    return type_is_signed(at->type) && (wide_int)at->value < 0;
}

static bool
is_int(const struct enumeration *at)
{
    return is_negative(at) ? (wide_int)at->value >= INT32_MIN : at->value <= INT32_MAX;
}

static void
declare_enumerator(struct sema *s, struct type *type, struct enumerator *at,
                   const struct enumeration *state)
{
    struct binding *found = sema_scope_find(&s->state->scopes, NAMES_ORDINARY, at->name);
    if (found && found->depth == sema_scope_depth(&s->state->scopes)) {
        struct decl *other = found->what;
        diag_error(s->diag, at->loc, redefinition_of_member_or_tag,
                   other->kind == DECL_ENUMERATOR ? "enumerator " : "", at->name);
        diag_note(s->diag, other->loc, previous_definition_here);
        return;
    }
    struct decl *decl = ARENA_NEW(s->arena, struct decl);
    *decl = (struct decl){.kind = DECL_ENUMERATOR,
                          .name = at->name,
                          .loc = at->loc,
                          .value = (uint64_t)state->value,
                          .high = wide_high(state->value),
                          .type = state->type};
    sema_scope_bind(&s->state->scopes, NAMES_ORDINARY, at->name, decl);
    vec_push(s->arena, &type->record->enumerators, decl);
}

/* The value that is written, or one more than the last, in a wider type of the same sign if it must be. */
static void
enumerate(struct sema *s, struct enumerator *at, struct enumeration *state)
{
    wide_int value;
    at->value = at->value ? sema_rvalue(s, at->value) : NULL;
    if (at->value && type_is_integer(at->value->type) && constexpr_wide(at->value, &value)) {
        state->value = (wide_uint)value;
        state->type = sema_promoted(s, at->value->type);
    } else if (at->value) {
        sema_error(s, at->value, expression_not_integer_constant_expression);
    }
    while (constexpr_fit(state->type, state->value) != state->value &&
           state->type->kind < TYPE_LONGLONG)
        state->type = sema_basic(s, (enum type_kind)(state->type->kind + 2));
    if (is_int(state))
        state->type = sema_basic(s, TYPE_INT);
}

/* The type that clang picks: the first that holds all values, unsigned unless one is negative. */
static enum type_kind
enumeration_kind(const struct enumeration *state)
{
    bool has_negative = state->smallest < 0;
    unsigned kind = TYPE_INT;
    for (uint32_t bits = 32; kind < TYPE_LONGLONG; kind += 2, bits *= 2)
        if (has_negative ? !((state->largest | ~(wide_uint)state->smallest) >> (bits - 1))
                         : !(state->largest >> bits))
            break;
    return (enum type_kind)(has_negative ? kind : kind + 1);
}

/* Declares the enumerators.  Those that are no int have the type of their values as long as the list is open, then
 * that of the enumeration. */
static void
complete_enum(struct sema *s, struct type *type, struct record_syntax *syntax)
{
    struct enumeration state = {.type = sema_basic(s, TYPE_INT)};
    for (struct enumerator *at = syntax->enumerators; at; at = at->next) {
        enumerate(s, at, &state);
        if (is_negative(&state))
            state.smallest =
                (wide_int)state.value < state.smallest ? (wide_int)state.value : state.smallest;
        else
            state.largest = state.value > state.largest ? state.value : state.largest;
        declare_enumerator(s, type, at, &state);
        state.value++;
    }
    struct type *base = sema_basic(s, enumeration_kind(&state));
    for (uint32_t i = 0; i < type->record->enumerators.count; i++) {
        struct decl *decl = type->record->enumerators.at[i];
        if (decl->type->kind != TYPE_INT)
            decl->type = base;
    }
    type->record->loc = syntax->loc;
    type_complete(s->types, type, base->size, base->align, base);
}

struct type *
sema_enum(struct sema *s, struct specifiers *specifiers)
{
    struct record_syntax *syntax = specifiers->record;
    struct type *type = find_tag(s, syntax, false);
    if (!type)
        return sema_basic(s, TYPE_INT);
    if (syntax->has_body)
        complete_enum(s, type, syntax);
    else if (!type->base && !syntax->is_broken)
        diag_error(s->diag, syntax->loc, undeclared_enum, syntax->name);
    return type->base ? type : NULL;
}

bool
sema_find_field(struct type *record, const char *name, struct field *path[FIELD_DEPTH],
                uint32_t *depth)
{
    if (!record->record || *depth >= FIELD_DEPTH)
        return false;
    struct field *direct = name ? map_get(&record->record->named, MAP_KEY(name)) : NULL;
    if (direct < record->record->fields ||
        direct >= record->record->fields + record->record->field_count)
        direct = NULL; /* it belongs to a member without a name */
    if (direct)
        path[(*depth)++] = direct;
    bool is_builtin = !record->record->named.count; /* ndrange_t: no declaration made the map */
    bool search = !direct && (record->record->has_unnamed || is_builtin);
    for (uint32_t i = 0; search && i < record->record->field_count; i++) {
        struct field *field = &record->record->fields[i];
        path[(*depth)++] = field;
        if (is_builtin && field->name == name && name)
            return true;
        bool is_anonymous =
            !field->name && (field->type->kind == TYPE_STRUCT || field->type->kind == TYPE_UNION);
        if (is_anonymous && sema_find_field(field->type, name, path, depth))
            return true;
        (*depth)--;
    }
    return direct;
}

struct type *
sema_locate_field(struct type *record, const char *name, uint32_t *position, uint64_t *offset)
{
    struct field *path[FIELD_DEPTH];
    uint32_t depth = 0;
    if (!sema_find_field(record, name, path, &depth))
        return NULL;
    *position = (uint32_t)(path[0] - record->record->fields);
    for (uint32_t i = 0; i < depth; i++)
        *offset += path[i]->offset;
    return path[depth - 1]->type;
}

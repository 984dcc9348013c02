/* Types as entries.  Vectors are arrays that say so, as gcc's and clang's readers expect; a handle is a pointer
 * to a structure that nobody describes. */
#include "backend-gcn/debug/dwarf_internal.h"

static const uint8_t tags[] = {
    [DEBUG_TYPE_BASE] = DW_TAG_base_type,         [DEBUG_TYPE_VECTOR] = DW_TAG_array_type,
    [DEBUG_TYPE_ARRAY] = DW_TAG_array_type,       [DEBUG_TYPE_POINTER] = DW_TAG_pointer_type,
    [DEBUG_TYPE_STRUCT] = DW_TAG_structure_type,  [DEBUG_TYPE_UNION] = DW_TAG_union_type,
    [DEBUG_TYPE_ENUM] = DW_TAG_enumeration_type,  [DEBUG_TYPE_TYPEDEF] = DW_TAG_typedef,
    [DEBUG_TYPE_CONST] = DW_TAG_const_type,       [DEBUG_TYPE_VOLATILE] = DW_TAG_volatile_type,
    [DEBUG_TYPE_RESTRICT] = DW_TAG_restrict_type, [DEBUG_TYPE_OPAQUE] = DW_TAG_typedef};

static const uint8_t encodings[] = {[DEBUG_BOOLEAN] = DW_ATE_boolean,
                                    [DEBUG_SIGNED] = DW_ATE_signed,
                                    [DEBUG_UNSIGNED] = DW_ATE_unsigned,
                                    [DEBUG_SIGNED_CHAR] = DW_ATE_signed_char,
                                    [DEBUG_UNSIGNED_CHAR] = DW_ATE_unsigned_char,
                                    [DEBUG_FLOAT] = DW_ATE_float};

/* The 2017 guide, "Address Space Mapping": spaces that are not named have no class. */
static const uint8_t address_classes[IR_SPACE_COUNT] = {
    [IR_SPACE_PRIVATE] = 1, [IR_SPACE_LOCAL] = 2};

unsigned
dwarf_address_class(enum ir_space space)
{
    return address_classes[space];
}

/* Version 2 has no restrict. */
static const struct debug_type *
written_type(const struct dwarf_unit *unit, const struct debug_type *type)
{
    while (type && type->kind == DEBUG_TYPE_RESTRICT && !unit->facts->has_restrict)
        type = type->base;
    return type;
}

struct die *
dwarf_type(struct dwarf_unit *unit, const struct debug_type *type)
{
    type = written_type(unit, type);
    if (!type)
        return NULL;
    struct die *die = map_get(&unit->types, MAP_KEY(type));
    if (die)
        return die;
    die = die_new(unit, unit->root, (enum dwarf_tag)tags[type->kind]);
    map_put(&unit->types, MAP_KEY(type), die);
    vec_push(unit->arena, &unit->incomplete, type);
    return die;
}

static void
place_member(struct dwarf_unit *unit, struct die *die, uint64_t offset)
{
    if (unit->facts->has_sizes) {
        die_number(unit, die, DW_AT_data_member_location, offset);
    } else { /* version 2 knows only an expression */
        struct strbuf bytes = strbuf_new(unit->arena);
        dwarf_u8(&bytes, DW_OP_plus_uconst);
        dwarf_uleb(&bytes, offset);
        die_block(unit, die, DW_AT_data_member_location, &bytes, NULL);
    }
}

/* Version 2 (5.6.6) counts from the highest bit of a unit: one of the member's type, if such a one holds it. */
static void
place_bits(struct dwarf_unit *unit, struct die *die, const struct debug_member *member)
{
    uint64_t first = 8 * (uint64_t)member->value + member->bit, size = 8u * member->unit;
    uint64_t start = first / size * size;
    die_number(unit, die, DW_AT_bit_size, member->bits);
    if (unit->facts->has_sizes) {
        die_number(unit, die, DW_AT_data_bit_offset, first);
        return;
    }
    if (first + member->bits > start + size) { /* packed */
        start = first - member->bit;
        size = (member->bit + member->bits + 7u) / 8 * 8;
    }
    die_number(unit, die, DW_AT_byte_size, size / 8);
    die_number(unit, die, DW_AT_bit_offset, start + size - first - member->bits);
    place_member(unit, die, start / 8);
}

static void
add_members(struct dwarf_unit *unit, struct die *die, const struct debug_type *type)
{
    for (uint32_t i = 0; i < type->member_count; i++) {
        const struct debug_member *member = &type->members[i];
        bool is_enumerator = type->kind == DEBUG_TYPE_ENUM;
        struct die *made = die_new(unit, die, is_enumerator ? DW_TAG_enumerator : DW_TAG_member);
        die_text(unit, made, DW_AT_name, member->name);
        if (is_enumerator) {
            die_signed(unit, made, DW_AT_const_value, member->value);
            continue;
        }
        die_ref(unit, made, DW_AT_type, dwarf_type(unit, member->type));
        die_place(unit, made, member->loc);
        if (member->bits)
            place_bits(unit, made, member);
        else
            place_member(unit, made, (uint64_t)member->value);
    }
}

static void
add_range(struct dwarf_unit *unit, struct die *die, const struct debug_type *type)
{
    struct die *range = die_new(unit, die, DW_TAG_subrange_type);
    if (type->count)
        die_number(unit, range, DW_AT_upper_bound, type->count - 1);
}

static void
add_handle(struct dwarf_unit *unit, struct die *die, const struct debug_type *type)
{
    struct die *pointer = die_new(unit, unit->root, DW_TAG_pointer_type);
    struct die *record = die_new(unit, unit->root, DW_TAG_structure_type);
    die_number(unit, pointer, DW_AT_byte_size, type->size ? type->size : 8);
    die_ref(unit, pointer, DW_AT_type, record);
    die_text(unit, record, DW_AT_name, type->name);
    die_flag(unit, record, DW_AT_declaration);
    die_ref(unit, die, DW_AT_type, pointer);
}

static void
fill(struct dwarf_unit *unit, struct die *die, const struct debug_type *type)
{
    die_text(unit, die, DW_AT_name, type->name);
    switch ((enum debug_type_kind)type->kind) {
    case DEBUG_TYPE_OPAQUE:
        add_handle(unit, die, type);
        return;
    case DEBUG_TYPE_BASE:
        die_number(unit, die, DW_AT_encoding, encodings[type->encoding]);
        break;
    case DEBUG_TYPE_POINTER:
        if (address_classes[type->space])
            die_number(unit, die, DW_AT_address_class, address_classes[type->space]);
        break;
    case DEBUG_TYPE_STRUCT:
    case DEBUG_TYPE_UNION:
        if (!type->is_complete)
            die_flag(unit, die, DW_AT_declaration);
        break;
    case DEBUG_TYPE_VECTOR:
        die_flag(unit, die, DW_AT_GNU_vector);
        break;
    default:
        break;
    }
    bool is_record = type->kind == DEBUG_TYPE_STRUCT || type->kind == DEBUG_TYPE_UNION;
    bool has_size = is_record ? type->is_complete
                              : type->kind <= DEBUG_TYPE_POINTER || type->kind == DEBUG_TYPE_ENUM;
    if (has_size && (type->size || is_record))
        die_number(unit, die, DW_AT_byte_size, type->size);
    die_place(unit, die, type->loc);
    if (type->kind != DEBUG_TYPE_ENUM) /* version 2 gives no type to enumerations */
        die_ref(unit, die, DW_AT_type, dwarf_type(unit, type->base));
    if (type->kind == DEBUG_TYPE_VECTOR || type->kind == DEBUG_TYPE_ARRAY)
        add_range(unit, die, type);
    add_members(unit, die, type);
}

void
dwarf_finish_types(struct dwarf_unit *unit)
{
    while (unit->incomplete.count) {
        guard_poll(unit->object->guard);
        const struct debug_type *type = vec_pop(&unit->incomplete);
        fill(unit, map_get(&unit->types, MAP_KEY(type)), type);
    }
}

/* Lists of locations: variables in registers, and constants, row by row of the code. */
#include "backend-gcn/debug/dwarf_internal.h"

#include <string.h>

enum {
    MAX_PARTS =
        64 /* of a variable that are told apart at one place; of more the others are unknown */
};

struct part {
    const struct debug_object *object;
    const struct mir_place *place;
};

struct listing {
    struct dwarf_unit *unit;
    const struct debug_variable *variable;
    uint32_t site, size; /* of the variable; 0: not known */
    struct part parts[MAX_PARTS];
    unsigned count;
};

static uint32_t
size_of(const struct debug_type *type)
{
    while (type && !type->size && type->base &&
           (type->kind == DEBUG_TYPE_TYPEDEF || type->kind == DEBUG_TYPE_CONST ||
            type->kind == DEBUG_TYPE_VOLATILE || type->kind == DEBUG_TYPE_RESTRICT))
        type = type->base;
    return type ? type->size : 0;
}

/* Parts in the order in which they lie; of two that overlap the first one counts. */
static void
add_part(struct listing *l, const struct debug_object *object, const struct mir_place *place)
{
    unsigned at = l->count;
    for (unsigned i = 0; i < l->count; i++) {
        const struct debug_object *other = l->parts[i].object;
        if (object->offset < other->offset + other->size &&
            other->offset < object->offset + object->size)
            return;
    }
    if (l->count == MAX_PARTS)
        return;
    for (; at && l->parts[at - 1].object->offset > object->offset; at--)
        l->parts[at] = l->parts[at - 1];
    l->parts[at] = (struct part){object, place};
    l->count++;
}

static void
find_parts(struct listing *l, const struct mir_places *places)
{
    const struct debug_info *info = l->unit->object->module->debug;
    l->count = 0;
    for (uint32_t i = 0; i < places->count; i++) {
        const struct debug_object *object = &info->objects.at[places->at[i].object - 1];
        if (object->number == l->variable->number && object->site == l->site)
            add_part(l, object, &places->at[i]);
    }
}

static void
add_gap(struct strbuf *bytes, uint32_t size)
{
    if (!size)
        return;
    dwarf_u8(bytes, DW_OP_piece);
    dwarf_uleb(bytes, size);
}

/* Of several dwords each is a piece already. */
static void
add_value(struct strbuf *bytes, const struct part *part, bool is_piece)
{
    const struct mir_place *place = part->place;
    if (place->dwords) {
        dwarf_add_registers(bytes, place->regs, place->dwords);
    } else {
        dwarf_u8(bytes, DW_OP_constu);
        dwarf_uleb(bytes, place->bits);
        dwarf_u8(bytes, DW_OP_stack_value);
    }
    if (is_piece && place->dwords < 2)
        add_gap(bytes, part->object->size);
}

static void
add_expression(const struct listing *l, struct strbuf *bytes)
{
    uint32_t end = 0;
    const struct debug_object *first = l->count ? l->parts[0].object : NULL;
    bool is_whole = l->count == 1 && !first->offset && first->size >= l->size;
    for (unsigned i = 0; i < l->count; i++) {
        add_gap(bytes, l->parts[i].object->offset - end);
        add_value(bytes, &l->parts[i], !is_whole);
        end = l->parts[i].object->offset + l->parts[i].object->size;
    }
    if (l->count && end < l->size)
        add_gap(bytes, l->size - end);
}

void
dwarf_place_list(struct dwarf_unit *unit, struct die *die, const struct dwarf_code *code,
                 const struct debug_variable *variable, uint32_t site)
{
    const struct mir_function *function = code->function;
    struct listing l = {
        .unit = unit, .variable = variable, .site = site, .size = size_of(variable->type)};
    struct strbuf last = strbuf_new(unit->arena), now = strbuf_new(unit->arena);
    uint64_t start = code->start, low = start;
    uint32_t before = (uint32_t)unit->dwarf->sections[DWARF_LOC].length;
    for (uint32_t i = 0; i <= function->lines.count; i++) {
        bool is_end = i == function->lines.count;
        uint64_t at = start + (is_end ? function->code_size : function->lines.at[i].offset);
        now.length = 0;
        if (!is_end) {
            find_parts(&l, &function->lines.at[i].places);
            add_expression(&l, &now);
        }
        if (!is_end && now.length == last.length && !memcmp(now.text, last.text, now.length))
            continue;
        if (last.length)
            dwarf_add_entry(unit, low, at, &last);
        struct strbuf other = last;
        last = now;
        now = other;
        low = at;
    }
    if (unit->dwarf->sections[DWARF_LOC].length == before)
        return;
    die_section(unit, die, DW_AT_location, DWARF_LOC, before);
    dwarf_end_list(unit);
}

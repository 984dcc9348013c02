/* Entries to bytes.  Entries of the same tag with the same attributes in the same forms share an
 * abbreviation. */
#include "backend-gcn/debug/dwarf_internal.h"

#include <string.h>

/* ---- bytes ---- */

void
dwarf_add_fixup(struct dwarf_unit *unit, enum dwarf_section section, unsigned size, unsigned target,
                const struct ir_global *object, uint64_t addend)
{
    static const char zeros[8];
    struct strbuf *buf = &unit->dwarf->sections[section];
    vec_push(unit->arena, &unit->dwarf->fixups,
             (struct dwarf_fixup){(uint8_t)section, (uint8_t)size, (uint32_t)buf->length,
                                  (uint8_t)target, object, addend});
    strbuf_add(buf, zeros, size);
}

/* ---- entries ---- */

struct die *
die_new(struct dwarf_unit *unit, struct die *parent, enum dwarf_tag tag)
{
    struct die *die = ARENA_NEW(unit->arena, struct die);
    die->tag = (uint16_t)tag;
    if (parent && parent->last)
        parent->last->next = die;
    else if (parent)
        parent->first = die;
    if (parent)
        parent->last = die;
    return die;
}

static void
add(struct dwarf_unit *unit, struct die *die, struct die_attribute attribute)
{
    vec_push(unit->arena, &die->attributes, attribute);
}

static uint32_t
string_offset(struct dwarf_unit *unit, const char *text)
{
    struct strbuf *strings = &unit->dwarf->sections[DWARF_STR];
    text = intern_string(&unit->strings, text);
    uintptr_t known = (uintptr_t)map_get(&unit->string_offsets, MAP_KEY(text));
    if (known)
        return (uint32_t)known - 1;
    uint32_t offset = (uint32_t)strings->length;
    strbuf_add(strings, text, strlen(text) + 1);
    map_put(&unit->string_offsets, MAP_KEY(text), (void *)(uintptr_t)(offset + 1));
    return offset;
}

void
die_text(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name, const char *text)
{
    if (text)
        add(unit, die,
            (struct die_attribute){(uint16_t)name, DW_FORM_strp, DWARF_STR,
                                   string_offset(unit, text), 0, 0, 0});
}

void
die_number(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name, uint64_t value)
{
    uint8_t form = value < 0x100 ? DW_FORM_data1 : value < 0x10000u ? DW_FORM_data2 : DW_FORM_udata;
    add(unit, die, (struct die_attribute){.name = (uint16_t)name, .form = form, .value = value});
}

void
die_signed(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name, int64_t value)
{
    add(unit, die,
        (struct die_attribute){
            .name = (uint16_t)name, .form = DW_FORM_sdata, .value = (uint64_t)value});
}

void
die_flag(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name)
{
    add(unit, die,
        (struct die_attribute){.name = (uint16_t)name, .form = unit->facts->flag, .value = 1});
}

void
die_ref(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name, struct die *to)
{
    if (to)
        add(unit, die,
            (struct die_attribute){.name = (uint16_t)name, .form = DW_FORM_ref4, .die = to});
}

void
die_section(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name,
            enum dwarf_section section, uint64_t offset)
{
    add(unit, die,
        (struct die_attribute){.name = (uint16_t)name,
                               .form = unit->facts->section_offset,
                               .target = (uint8_t)section,
                               .value = offset});
}

/* high_pc may be the size, which needs no relocation. */
void
die_range(struct dwarf_unit *unit, struct die *die, uint64_t low, uint64_t high)
{
    bool is_size = unit->facts->has_sizes;
    add(unit, die,
        (struct die_attribute){
            .name = DW_AT_low_pc, .form = DW_FORM_addr, .target = DWARF_TEXT, .value = low});
    add(unit, die,
        (struct die_attribute){.name = DW_AT_high_pc,
                               .form = is_size ? DW_FORM_udata : DW_FORM_addr,
                               .target = DWARF_TEXT,
                               .value = is_size ? high - low : high});
}

void
die_block(struct dwarf_unit *unit, struct die *die, enum dwarf_attribute_name name,
          const struct strbuf *bytes, const struct ir_global *object)
{
    add(unit, die,
        (struct die_attribute){.name = (uint16_t)name,
                               .form = unit->facts->expression,
                               .value = bytes->length,
                               .text = bytes->text,
                               .object = object});
}

void
die_place(struct dwarf_unit *unit, struct die *die, loc_t loc)
{
    struct diag_location location;
    uint32_t file;
    if (!dwarf_resolve(unit, loc, &location, &file))
        return;
    die_number(unit, die, DW_AT_decl_file, file);
    die_number(unit, die, DW_AT_decl_line, location.line);
}

/* ---- abbreviations ---- */

struct abbreviations {
    struct map numbers; /* interned key -> number */
    uint32_t count;
    struct strbuf bytes; /* of the entry at hand */
};

/* Tag, children, names and forms, as .debug_abbrev has them: no byte of them is 0. */
static void
describe(struct strbuf *bytes, const struct die *die)
{
    bytes->length = 0;
    dwarf_uleb(bytes, die->tag);
    vec_foreach (const struct die_attribute, attribute, &die->attributes) {
        dwarf_uleb(bytes, attribute->name);
        dwarf_uleb(bytes, attribute->form);
    }
    dwarf_u8(bytes, die->first ? 2 : 1);
}

static void
write_abbreviation(struct strbuf *section, uint32_t number, const struct die *die)
{
    dwarf_uleb(section, number);
    dwarf_uleb(section, die->tag);
    dwarf_u8(section, die->first ? DW_CHILDREN_yes : DW_CHILDREN_no);
    vec_foreach (const struct die_attribute, attribute, &die->attributes) {
        dwarf_uleb(section, attribute->name);
        dwarf_uleb(section, attribute->form);
    }
    dwarf_u16(section, 0);
}

static uint32_t
abbreviation_of(struct dwarf_unit *unit, struct abbreviations *all, const struct die *die)
{
    describe(&all->bytes, die);
    const char *key = intern_text(&unit->strings, all->bytes.text, all->bytes.length);
    uintptr_t number = (uintptr_t)map_get(&all->numbers, MAP_KEY(key));
    if (number)
        return (uint32_t)number;
    map_put(&all->numbers, MAP_KEY(key), (void *)(uintptr_t)++all->count);
    write_abbreviation(&unit->dwarf->sections[DWARF_ABBREV], all->count, die);
    return all->count;
}

/* ---- .debug_info ---- */

/* References are filled when all entries have their offsets. */
struct writing {
    struct dwarf_unit *unit;
    struct strbuf *buf;
    struct abbreviations abbreviations;
    VEC(struct reference {
        uint32_t offset;
        const struct die *to;
    })
    references;
};

static void
write_block(struct writing *w, const struct die_attribute *attribute)
{
    const char *bytes = attribute->text;
    size_t left = attribute->value;
    dwarf_uleb(w->buf, left);
    if (attribute->object) {
        strbuf_add(w->buf, bytes, 1);
        dwarf_add_fixup(w->unit, DWARF_INFO, 8, DWARF_OBJECT, attribute->object, 0);
        bytes += 9;
        left -= 9;
    }
    strbuf_add(w->buf, bytes, left);
}

static void
write_attribute(struct writing *w, const struct die_attribute *attribute)
{
    switch ((enum dwarf_form)attribute->form) {
    case DW_FORM_addr:
        dwarf_add_fixup(w->unit, DWARF_INFO, 8, attribute->target, NULL, attribute->value);
        break;
    case DW_FORM_strp:
    case DW_FORM_data4:
    case DW_FORM_sec_offset:
        dwarf_add_fixup(w->unit, DWARF_INFO, 4, attribute->target, NULL, attribute->value);
        break;
    case DW_FORM_ref4:
        vec_push(w->unit->arena, &w->references,
                 (struct reference){(uint32_t)w->buf->length, attribute->die});
        dwarf_u32(w->buf, 0);
        break;
    case DW_FORM_data1:
    case DW_FORM_flag:
        dwarf_u8(w->buf, (unsigned)attribute->value);
        break;
    case DW_FORM_data2:
        dwarf_u16(w->buf, (unsigned)attribute->value);
        break;
    case DW_FORM_udata:
        dwarf_uleb(w->buf, attribute->value);
        break;
    case DW_FORM_sdata:
        dwarf_sleb(w->buf, (int64_t)attribute->value);
        break;
    case DW_FORM_block1:
    case DW_FORM_exprloc:
        write_block(w, attribute);
        break;
    case DW_FORM_flag_present:
        break;
    }
}

static void
write_head(struct writing *w, struct die *die)
{
    die->offset = (uint32_t)w->buf->length;
    dwarf_uleb(w->buf, abbreviation_of(w->unit, &w->abbreviations, die));
    vec_foreach (const struct die_attribute, attribute, &die->attributes)
        write_attribute(w, attribute);
}

/* Depth first, without recursion: blocks of a program may be nested deeply. */
static void
write_tree(struct writing *w)
{
    VEC(struct die *) open = {0};
    for (struct die *die = w->unit->root; die;) {
        guard_poll(w->unit->object->guard);
        write_head(w, die);
        if (die->first) {
            vec_push(w->unit->arena, &open, die);
            die = die->first;
            continue;
        }
        while (!die->next && open.count) {
            dwarf_u8(w->buf, 0);
            die = vec_pop(&open);
        }
        die = die->next;
    }
}

void
die_write(struct dwarf_unit *unit)
{
    struct writing w = {
        .unit = unit,
        .buf = &unit->dwarf->sections[DWARF_INFO],
        .abbreviations = {.numbers = map_new(unit->arena), .bytes = strbuf_new(unit->arena)}};
    dwarf_u32(w.buf, 0);
    dwarf_u16(w.buf, unit->facts->number);
    dwarf_add_fixup(unit, DWARF_INFO, 4, DWARF_ABBREV, NULL, 0);
    dwarf_u8(w.buf, 8); /* bytes of an address */
    write_tree(&w);
    dwarf_u8(&unit->dwarf->sections[DWARF_ABBREV], 0);
    vec_foreach (const struct reference, reference, &w.references)
        memcpy(w.buf->text + reference->offset, &reference->to->offset, 4);
    dwarf_set_length(w.buf, 0);
}

/* Reads .debug_info (DWARF 5, section 7.5; from version 2 on).  die_list.c has lists of ranges and places. */
#include "runtime/gcnsim/die.h"

#include "gcn/dwarf/dwarf_constant.h"

#include <gelf.h>
#include <libelf.h>
#include <string.h>

enum { OLDEST = 2, NEWEST = 5, MAX_DEPTH = 512, UNIT_COMPILE = 1, UNIT_PARTIAL = 3 };
/* Forms that the compiler does not write, others do. */
enum {
    FORM_BLOCK2 = 0x03,
    FORM_BLOCK4 = 0x04,
    FORM_DATA8 = 0x07,
    FORM_STRING = 0x08,
    FORM_BLOCK = 0x09,
    FORM_REF_ADDR = 0x10,
    FORM_REF1 = 0x11,
    FORM_REF2 = 0x12,
    FORM_REF8 = 0x14,
    FORM_REF_UDATA = 0x15,
    /* from version 5 on */
    FORM_STRX = 0x1a,
    FORM_ADDRX = 0x1b,
    FORM_DATA16 = 0x1e,
    FORM_LINE_STRP = 0x1f,
    FORM_REF_SIG8 = 0x20,
    FORM_IMPLICIT_CONST = 0x21,
    FORM_LOCLISTX = 0x22,
    FORM_RNGLISTX = 0x23,
    FORM_STRX1 = 0x25,
    FORM_STRX4 = 0x28,
    FORM_ADDRX1 = 0x29,
    FORM_ADDRX4 = 0x2c
};

/* ---- bytes ---- */

uint64_t
die_take(struct die_cursor *c, unsigned size)
{
    uint64_t value = 0;
    if (c->is_bad || (size_t)(c->end - c->at) < size) {
        c->is_bad = true;
        return 0;
    }
    for (unsigned i = 0; i < size && i < 8; i++)
        value |= (uint64_t)c->at[i] << 8 * i;
    c->at += size;
    return value;
}

uint64_t
die_take_uleb(struct die_cursor *c)
{
    uint64_t value = 0;
    for (unsigned shift = 0; !c->is_bad; shift += 7) {
        uint64_t byte = die_take(c, 1);
        value |= shift < 64 ? (byte & 0x7F) << shift : 0;
        if (!(byte & 0x80))
            break;
    }
    return value;
}

int64_t
die_take_sleb(struct die_cursor *c)
{
    uint64_t value = 0, byte = 0;
    unsigned shift = 0;
    do {
        byte = die_take(c, 1);
        value |= shift < 64 ? (byte & 0x7F) << shift : 0;
        shift += 7;
    } while (byte & 0x80 && !c->is_bad);
    if (shift < 64 && byte & 0x40)
        value |= ~UINT64_C(0) << shift;
    return (int64_t)value;
}

void
die_skip(struct die_cursor *c, uint64_t size)
{
    if (c->is_bad || size > (uint64_t)(c->end - c->at))
        c->is_bad = true;
    else
        c->at += size;
}

struct die_cursor
die_cursor_at(const struct die_section *section, uint64_t offset)
{
    if (!section->bytes || offset > section->size)
        return (struct die_cursor){.is_bad = true};
    return (struct die_cursor){section->bytes + offset, section->bytes + section->size, false};
}

/* ---- abbreviations ---- */

/* Steps over the entries of the table to the one of that number; the cursor is at its tag then. */
static struct die_cursor
find_abbreviation(const struct die_tree *tree, uint64_t table, uint64_t number)
{
    struct die_cursor c = die_cursor_at(&tree->abbrev, table);
    while (!c.is_bad) {
        uint64_t code = die_take_uleb(&c), name;
        if (code == number || !code)
            break;
        die_take_uleb(&c);
        die_take(&c, 1);
        do {
            name = die_take_uleb(&c);
            if (die_take_uleb(&c) == FORM_IMPLICIT_CONST)
                die_take_sleb(&c);
        } while (name && !c.is_bad);
    }
    return c;
}

/* ---- entries ---- */

static void
take_block(struct die_cursor *c, struct die_value *value, uint64_t size)
{
    value->number = size;
    value->bytes = c->at;
    die_skip(c, size);
}

static const uint8_t *
text_at(const struct die_section *section, uint64_t offset)
{
    bool is_there = section->bytes && offset < section->size &&
                    memchr(section->bytes + offset, 0, section->size - offset);
    return is_there ? section->bytes + offset : (const uint8_t *)"";
}

/* A number in one of the tables of version 5, which the unit's root may tell later: resolve() looks it up. */
static bool
take_index(struct die_cursor *c, struct die_value *value)
{
    unsigned form = value->form;
    if (form == FORM_STRX || form == FORM_ADDRX || form == FORM_LOCLISTX || form == FORM_RNGLISTX)
        value->number = die_take_uleb(c);
    else if (form >= FORM_STRX1 && form <= FORM_STRX4)
        value->number = die_take(c, form - FORM_STRX1 + 1);
    else if (form >= FORM_ADDRX1 && form <= FORM_ADDRX4)
        value->number = die_take(c, form - FORM_ADDRX1 + 1);
    else
        return false;
    return true;
}

/* One attribute; false: a form that is not known, after which nothing can be found. */
static bool
take_value(struct die_tree *tree, struct die_cursor *c, const struct die_node *node,
           uint32_t unit_start, struct die_value *value)
{
    switch (value->form) {
    case DW_FORM_addr:
    case FORM_DATA8:
    case FORM_REF_SIG8:
        value->number = die_take(c, 8);
        return true;
    case FORM_DATA16:
        take_block(c, value, 16);
        return true;
    case FORM_IMPLICIT_CONST: /* the abbreviation has it */
        return true;
    case FORM_LINE_STRP:
        value->bytes = text_at(&tree->line_str, die_take(c, 4));
        return true;
    case DW_FORM_data1:
    case DW_FORM_flag:
        value->number = die_take(c, 1);
        return true;
    case DW_FORM_data2:
        value->number = die_take(c, 2);
        return true;
    case DW_FORM_data4:
    case DW_FORM_sec_offset:
        value->number = die_take(c, 4);
        return true;
    case DW_FORM_udata:
        value->number = die_take_uleb(c);
        return true;
    case DW_FORM_sdata:
        value->number = (uint64_t)die_take_sleb(c);
        return true;
    case DW_FORM_strp:
        value->bytes = text_at(&tree->str, die_take(c, 4));
        return true;
    case FORM_STRING:
        value->bytes = c->at;
        while (die_take(c, 1))
            continue;
        return true;
    case DW_FORM_flag_present:
        value->number = 1;
        return true;
    case DW_FORM_ref4:
    case FORM_REF1:
    case FORM_REF2:
    case FORM_REF8:
        value->number = unit_start + die_take(c, value->form == DW_FORM_ref4 ? 4
                                                 : value->form == FORM_REF1  ? 1
                                                 : value->form == FORM_REF2  ? 2
                                                                             : 8);
        return true;
    case FORM_REF_UDATA:
        value->number = unit_start + die_take_uleb(c);
        return true;
    case FORM_REF_ADDR:
        value->number = die_take(c, node->unit->version == OLDEST ? 8 : 4);
        return true;
    case DW_FORM_block1:
        take_block(c, value, die_take(c, 1));
        return true;
    case FORM_BLOCK2:
        take_block(c, value, die_take(c, 2));
        return true;
    case FORM_BLOCK4:
        take_block(c, value, die_take(c, 4));
        return true;
    case FORM_BLOCK:
    case DW_FORM_exprloc:
        take_block(c, value, die_take_uleb(c));
        return true;
    default:
        return take_index(c, value);
    }
}

/* Texts, addresses and lists that a value has by their number, as it would have them in version 4. */
static void
resolve(const struct die_tree *tree, const struct die_unit *unit, struct die_value *value)
{
    unsigned form = value->form;
    if (form == FORM_STRX || (form >= FORM_STRX1 && form <= FORM_STRX4)) {
        struct die_cursor at = die_cursor_at(&tree->str_offsets, unit->texts + 4 * value->number);
        value->bytes = text_at(&tree->str, die_take(&at, 4));
        value->form = DW_FORM_strp;
    } else if (form == FORM_ADDRX || (form >= FORM_ADDRX1 && form <= FORM_ADDRX4)) {
        value->number = die_address_at(tree, unit, value->number);
        value->form = DW_FORM_addr;
    } else if (form == FORM_LOCLISTX || form == FORM_RNGLISTX) {
        bool is_places = form == FORM_LOCLISTX;
        uint64_t base = is_places ? unit->places : unit->ranges;
        struct die_cursor at =
            die_cursor_at(is_places ? &tree->loclists : &tree->rnglists, base + 4 * value->number);
        value->number = base + die_take(&at, 4);
        value->form = DW_FORM_sec_offset;
    }
}

/* The root of a unit tells where its tables begin. */
static void
find_tables(struct die_unit *unit, const struct die_node *root)
{
    unit->texts = die_number_of(root, DW_AT_str_offsets_base, 0);
    unit->addresses = die_number_of(root, DW_AT_addr_base, 0);
    unit->ranges = die_number_of(root, DW_AT_rnglists_base, 0);
    unit->places = die_number_of(root, DW_AT_loclists_base, 0);
}

static struct die_node *
take_node(struct die_tree *tree, struct die_cursor *c, struct die_cursor form,
          struct die_unit *unit, uint32_t unit_start, bool *has_children)
{
    struct die_node *node = ARENA_NEW(tree->arena, struct die_node);
    node->tag = (uint16_t)die_take_uleb(&form);
    node->unit = unit;
    *has_children = die_take(&form, 1);
    for (;;) {
        struct die_value value = {.name = (uint16_t)die_take_uleb(&form)};
        value.form = (uint16_t)die_take_uleb(&form);
        if (value.form == FORM_IMPLICIT_CONST)
            value.number = (uint64_t)die_take_sleb(&form);
        if (form.is_bad || c->is_bad)
            return NULL;
        if (!value.name)
            return node;
        if (!take_value(tree, c, node, unit_start, &value))
            return NULL;
        vec_push(tree->arena, &node->values, value);
    }
}

static void
append(struct die_node *parent, struct die_node *last, struct die_node *node)
{
    node->parent = parent;
    if (last)
        last->next = node;
    else if (parent)
        parent->first = node;
}

/* false: of a version that is not read, or no unit of code. */
static bool
read_header(struct die_tree *tree, struct die_unit *unit, struct die_cursor *c, uint64_t *table)
{
    unit->version = (uint16_t)die_take(c, 2);
    if (unit->version < OLDEST || unit->version > NEWEST) {
        tree->other_version = unit->version;
        return false;
    }
    if (unit->version < 5) {
        *table = die_take(c, 4);
        return die_take(c, 1) == 8;
    }
    uint64_t kind = die_take(c, 1), size = die_take(c, 1);
    *table = die_take(c, 4);
    return (kind == UNIT_COMPILE || kind == UNIT_PARTIAL) && size == 8;
}

static void
read_unit(struct die_tree *tree, struct die_cursor *c, uint32_t start)
{
    struct die_unit *unit = ARENA_NEW(tree->arena, struct die_unit);
    struct die_node *path[MAX_DEPTH], *last[MAX_DEPTH + 1] = {0};
    unsigned depth = 0;
    uint64_t table;
    if (!read_header(tree, unit, c, &table))
        return;
    while (!c->is_bad && c->at < c->end) {
        uint32_t offset = (uint32_t)(c->at - tree->info.bytes);
        uint64_t number = die_take_uleb(c);
        bool has_children;
        if (!number) {
            if (!depth || !--depth)
                break;
            continue;
        }
        struct die_node *node =
            take_node(tree, c, find_abbreviation(tree, table, number), unit, start, &has_children);
        if (!node || depth == MAX_DEPTH)
            break;
        node->offset = offset;
        if (!unit->root)
            find_tables(unit, node);
        vec_foreach (struct die_value, value, &node->values)
            resolve(tree, unit, value);
        append(depth ? path[depth - 1] : NULL, last[depth], node);
        last[depth] = node;
        vec_push(tree->arena, &tree->all, node);
        if (!unit->root)
            unit->root = node;
        if (has_children) {
            path[depth++] = node;
            last[depth] = NULL;
        } else if (!depth) {
            break;
        }
    }
    if (!unit->root)
        return;
    unit->low = die_number_of(unit->root, DW_AT_low_pc, 0);
    vec_push(tree->arena, &tree->units, unit);
}

/* Copies the sections that are wanted; what is no ELF file has none. */
static void
read_sections(struct die_tree *tree, const void *bytes, size_t size)
{
    const struct {
        const char *name;
        struct die_section *section;
    } wanted[] = {{".debug_info", &tree->info},         {".debug_abbrev", &tree->abbrev},
                  {".debug_str", &tree->str},           {".debug_ranges", &tree->ranges},
                  {".debug_loc", &tree->loc},           {".debug_addr", &tree->addr},
                  {".debug_line_str", &tree->line_str}, {".debug_str_offsets", &tree->str_offsets},
                  {".debug_rnglists", &tree->rnglists}, {".debug_loclists", &tree->loclists}};
    elf_version(EV_CURRENT);
    Elf *elf = elf_memory(memcpy(arena_alloc(tree->arena, size + 1), bytes, size), size);
    size_t names;
    if (elf && gelf_getclass(elf) == ELFCLASS64 && elf_getshdrstrndx(elf, &names) == 0)
        for (Elf_Scn *at = NULL; (at = elf_nextscn(elf, at));) {
            GElf_Shdr header;
            Elf_Data *data = gelf_getshdr(at, &header) ? elf_rawdata(at, NULL) : NULL;
            const char *name = data ? elf_strptr(elf, names, header.sh_name) : NULL;
            for (unsigned i = 0; name && i < sizeof wanted / sizeof *wanted; i++)
                if (!strcmp(name, wanted[i].name) && data->d_buf) {
                    uint8_t *copy = arena_alloc(tree->arena, data->d_size + 1);
                    memcpy(copy, data->d_buf, data->d_size);
                    *wanted[i].section = (struct die_section){copy, data->d_size};
                }
        }
    elf_end(elf);
}

struct die_tree *
die_read(struct arena *arena, const void *bytes, size_t size)
{
    struct die_tree *tree = ARENA_NEW(arena, struct die_tree);
    tree->arena = arena;
    read_sections(tree, bytes, size);
    struct die_cursor c = die_cursor_at(&tree->info, 0);
    while (!c.is_bad && c.at < c.end) {
        uint32_t start = (uint32_t)(c.at - tree->info.bytes);
        uint64_t length = die_take(&c, 4);
        if (c.is_bad || length > (uint64_t)(c.end - c.at))
            break;
        struct die_cursor unit = {c.at, c.at + length, false};
        read_unit(tree, &unit, start);
        c.at += length;
    }
    return tree;
}

/* ---- what entries say ---- */

const struct die_value *
die_find(const struct die_node *die, unsigned name)
{
    vec_foreach (const struct die_value, value, &die->values)
        if (value->name == name)
            return value;
    return NULL;
}

uint64_t
die_number_of(const struct die_node *die, unsigned name, uint64_t otherwise)
{
    const struct die_value *value = die_find(die, name);
    return value ? value->number : otherwise;
}

const struct die_node *
die_ref_of(const struct die_tree *tree, const struct die_node *die, unsigned name)
{
    const struct die_value *value = die_find(die, name);
    uint32_t low = 0, high = tree->all.count;
    while (value && low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (tree->all.at[middle]->offset == value->number)
            return tree->all.at[middle];
        if (tree->all.at[middle]->offset < value->number)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

const char *
die_name(const struct die_tree *tree, const struct die_node *die)
{
    const struct die_value *name = die_find(die, DW_AT_name);
    const struct die_node *origin = die_ref_of(tree, die, DW_AT_abstract_origin);
    if (name)
        return (const char *)name->bytes;
    name = origin ? die_find(origin, DW_AT_name) : NULL;
    return name ? (const char *)name->bytes : NULL;
}

static bool
only_names(unsigned tag)
{
    return tag == DW_TAG_typedef || tag == DW_TAG_const_type || tag == DW_TAG_volatile_type ||
           tag == DW_TAG_restrict_type;
}

const struct die_node *
die_type(const struct die_tree *tree, const struct die_node *die)
{
    const struct die_node *origin = die_ref_of(tree, die, DW_AT_abstract_origin);
    const struct die_node *type = die_ref_of(tree, die, DW_AT_type);
    if (!type && origin)
        type = die_ref_of(tree, origin, DW_AT_type);
    for (unsigned i = 0; type && only_names(type->tag) && i < MAX_DEPTH; i++)
        type = die_ref_of(tree, type, DW_AT_type);
    return type;
}

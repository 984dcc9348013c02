/* Reads .debug_info (DWARF 4, section 7.5; forms of version 2 on) and lists of ranges and places. */
#include "runtime/gcnsim/die.h"

#include "gcn/dwarf/dwarf_constant.h"

#include <gelf.h>
#include <libelf.h>
#include <string.h>

enum { OLDEST = 2, NEWEST = 4, MAX_DEPTH = 512 };
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
    FORM_REF_UDATA = 0x15
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

static struct die_cursor
cursor_at(const struct die_section *section, uint64_t offset)
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
    struct die_cursor c = cursor_at(&tree->abbrev, table);
    while (!c.is_bad) {
        uint64_t code = die_take_uleb(&c), name;
        if (code == number || !code)
            break;
        die_take_uleb(&c);
        die_take(&c, 1);
        do {
            name = die_take_uleb(&c);
            die_take_uleb(&c);
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
    if (c->is_bad || size > (uint64_t)(c->end - c->at)) {
        c->is_bad = true;
        return;
    }
    c->at += size;
}

static const uint8_t *
text_at(const struct die_section *section, uint64_t offset)
{
    bool is_there = section->bytes && offset < section->size &&
                    memchr(section->bytes + offset, 0, section->size - offset);
    return is_there ? section->bytes + offset : (const uint8_t *)"";
}

/* One attribute; false: a form that is not known, after which nothing can be found. */
static bool
take_value(struct die_tree *tree, struct die_cursor *c, const struct die_node *node,
           uint32_t unit_start, struct die_value *value)
{
    switch (value->form) {
    case DW_FORM_addr:
    case FORM_DATA8:
        value->number = die_take(c, 8);
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
        return false;
    }
}

static struct die_node *
take_node(struct die_tree *tree, struct die_cursor *c, struct die_cursor form,
          const struct die_unit *unit, uint32_t unit_start, bool *has_children)
{
    struct die_node *node = ARENA_NEW(tree->arena, struct die_node);
    node->tag = (uint16_t)die_take_uleb(&form);
    node->unit = unit;
    *has_children = die_take(&form, 1);
    for (;;) {
        struct die_value value = {.name = (uint16_t)die_take_uleb(&form)};
        value.form = (uint16_t)die_take_uleb(&form);
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

static void
read_unit(struct die_tree *tree, struct die_cursor *c, uint32_t start)
{
    struct die_unit *unit = ARENA_NEW(tree->arena, struct die_unit);
    struct die_node *path[MAX_DEPTH], *last[MAX_DEPTH + 1] = {0};
    unsigned depth = 0;
    unit->version = (uint16_t)die_take(c, 2);
    uint64_t table = die_take(c, 4);
    if (unit->version < OLDEST || unit->version > NEWEST || die_take(c, 1) != 8)
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
    } wanted[] = {{".debug_info", &tree->info},
                  {".debug_abbrev", &tree->abbrev},
                  {".debug_str", &tree->str},
                  {".debug_ranges", &tree->ranges},
                  {".debug_loc", &tree->loc}};
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
    struct die_cursor c = cursor_at(&tree->info, 0);
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

/* ---- where ---- */

uint64_t
die_low(const struct die_node *die)
{
    return die_number_of(die, DW_AT_low_pc, UINT64_MAX);
}

static bool
is_in_ranges(const struct die_tree *tree, const struct die_node *die, uint64_t offset,
             uint64_t address)
{
    struct die_cursor c = cursor_at(&tree->ranges, offset);
    uint64_t base = die->unit->low;
    while (!c.is_bad) {
        uint64_t low = die_take(&c, 8), high = die_take(&c, 8);
        if (!low && !high)
            break;
        if (low == UINT64_MAX)
            base = high;
        else if (address >= base + low && address < base + high)
            return true;
    }
    return false;
}

bool
die_holds(const struct die_tree *tree, const struct die_node *die, uint64_t address)
{
    const struct die_value *low = die_find(die, DW_AT_low_pc), *high = die_find(die, DW_AT_high_pc);
    const struct die_value *ranges = die_find(die, DW_AT_ranges);
    if (ranges)
        return is_in_ranges(tree, die, ranges->number, address);
    if (!low || !high)
        return false;
    uint64_t end = high->form == DW_FORM_addr ? high->number : low->number + high->number;
    return address >= low->number && address < end;
}

const uint8_t *
die_expression(const struct die_tree *tree, const struct die_node *die, uint64_t address,
               size_t *length)
{
    const struct die_value *value = die_find(die, DW_AT_location);
    if (!value)
        return NULL;
    *length = value->number;
    if (value->bytes)
        return value->bytes;
    struct die_cursor c = cursor_at(&tree->loc, value->number);
    uint64_t base = die->unit->low;
    while (!c.is_bad) {
        uint64_t low = die_take(&c, 8), high = die_take(&c, 8);
        if (low == UINT64_MAX) {
            base = high;
            continue;
        }
        if (!low && !high)
            break;
        struct die_value block = {0};
        take_block(&c, &block, die_take(&c, 2));
        if (!c.is_bad && address >= base + low && address < base + high) {
            *length = block.number;
            return block.bytes;
        }
    }
    return NULL;
}

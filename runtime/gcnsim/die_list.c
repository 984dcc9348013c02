/* Where entries of debug information are: lists of ranges and of places, of versions 2 to 4 (DWARF 4, sections 2.17.3 and
 * 2.6.2) and of version 5 (its sections 2.17.3, 2.6.2 and 7.7). */
#include "runtime/gcnsim/die.h"

#include "gcn/dwarf/dwarf_constant.h"

enum { WITH_KINDS = 5 /* the version from which on entries of lists have them */ };
/* Kinds of entries of both lists; after DEFAULT those of ranges are one less. */
enum {
    LIST_END,
    LIST_BASE_INDEX,
    LIST_START_END_INDEX,
    LIST_START_LENGTH_INDEX,
    LIST_OFFSETS,
    LIST_DEFAULT, /* of places: where no other entry holds */
    LIST_BASE,
    LIST_START_END,
    LIST_START_LENGTH
};

/* A list as it is gone through. */
struct list {
    const struct die_tree *tree;
    const struct die_unit *unit;
    struct die_cursor at;
    bool has_places;
    uint64_t base;      /* that offsets count from */
    uint64_t low, high; /* of the entry */
    bool is_default;
    const uint8_t *bytes; /* its expression */
    size_t length;
};

uint64_t
die_low(const struct die_node *die)
{
    return die_number_of(die, DW_AT_low_pc, UINT64_MAX);
}

uint64_t
die_address_at(const struct die_tree *tree, const struct die_unit *unit, uint64_t index)
{
    struct die_cursor at = die_cursor_at(&tree->addr, unit->addresses + 8 * index);
    return index < tree->addr.size ? die_take(&at, 8) : 0;
}

/* ---- one entry ---- */

/* Of versions 2 to 4.  False: the list has ended. */
static bool
next_pair(struct list *list)
{
    for (;;) {
        list->low = die_take(&list->at, 8);
        list->high = die_take(&list->at, 8);
        if (list->at.is_bad || (!list->low && !list->high))
            return false;
        if (list->low != UINT64_MAX)
            break;
        list->base = list->high;
    }
    list->low += list->base;
    list->high += list->base;
    return true;
}

static uint64_t
indexed(struct list *list)
{
    return die_address_at(list->tree, list->unit, die_take_uleb(&list->at));
}

/* The addresses of an entry of that kind; false: it is no entry, or one that is not known. */
static bool
take_addresses(struct list *list, unsigned kind)
{
    bool is_indexed = kind == LIST_START_END_INDEX || kind == LIST_START_LENGTH_INDEX;
    if (kind == LIST_OFFSETS) {
        list->low = list->base + die_take_uleb(&list->at);
        list->high = list->base + die_take_uleb(&list->at);
    } else if (kind == LIST_START_END_INDEX || kind == LIST_START_END) {
        list->low = is_indexed ? indexed(list) : die_take(&list->at, 8);
        list->high = is_indexed ? indexed(list) : die_take(&list->at, 8);
    } else if (kind == LIST_START_LENGTH_INDEX || kind == LIST_START_LENGTH) {
        list->low = is_indexed ? indexed(list) : die_take(&list->at, 8);
        list->high = list->low + die_take_uleb(&list->at);
    } else {
        list->is_default = kind == LIST_DEFAULT;
        return list->is_default;
    }
    return true;
}

static bool
next_of_kind(struct list *list)
{
    unsigned kind;
    list->is_default = false;
    do {
        kind = (unsigned)die_take(&list->at, 1);
        kind += !list->has_places && kind >= LIST_DEFAULT;
        if (kind == LIST_BASE_INDEX)
            list->base = indexed(list);
        else if (kind == LIST_BASE)
            list->base = die_take(&list->at, 8);
    } while (!list->at.is_bad && (kind == LIST_BASE_INDEX || kind == LIST_BASE));
    return !list->at.is_bad && take_addresses(list, kind);
}

static bool
next(struct list *list)
{
    bool has_kinds = list->unit->version >= WITH_KINDS;
    if (!(has_kinds ? next_of_kind(list) : next_pair(list)))
        return false;
    if (!list->has_places)
        return !list->at.is_bad;
    list->length = has_kinds ? die_take_uleb(&list->at) : die_take(&list->at, 2);
    list->bytes = list->at.at;
    die_skip(&list->at, list->length);
    return !list->at.is_bad;
}

static struct list
list_at(const struct die_tree *tree, const struct die_node *die, uint64_t offset, bool has_places)
{
    bool has_kinds = die->unit->version >= WITH_KINDS;
    const struct die_section *section = has_places  ? has_kinds ? &tree->loclists : &tree->loc
                                        : has_kinds ? &tree->rnglists
                                                    : &tree->ranges;
    return (struct list){.tree = tree,
                         .unit = die->unit,
                         .at = die_cursor_at(section, offset),
                         .has_places = has_places,
                         .base = die->unit->low};
}

/* ---- what entries say ---- */

bool
die_holds(const struct die_tree *tree, const struct die_node *die, uint64_t address)
{
    const struct die_value *low = die_find(die, DW_AT_low_pc), *high = die_find(die, DW_AT_high_pc);
    const struct die_value *ranges = die_find(die, DW_AT_ranges);
    if (ranges) {
        struct list list = list_at(tree, die, ranges->number, false);
        while (next(&list))
            if (address >= list.low && address < list.high)
                return true;
        return false;
    }
    if (!low || !high)
        return false;
    uint64_t end = high->form == DW_FORM_addr ? high->number : low->number + high->number;
    return address >= low->number && address < end;
}

uint64_t
die_first(const struct die_tree *tree, const struct die_node *die)
{
    const struct die_value *ranges = die_find(die, DW_AT_ranges);
    uint64_t first = UINT64_MAX;
    if (!ranges)
        return die_low(die);
    struct list list = list_at(tree, die, ranges->number, false);
    while (next(&list))
        if (list.low < list.high && list.low < first)
            first = list.low;
    return first;
}

const uint8_t *
die_expression(const struct die_tree *tree, const struct die_node *die, uint64_t address,
               size_t *length)
{
    const struct die_value *value = die_find(die, DW_AT_location);
    const uint8_t *otherwise = NULL;
    if (!value)
        return NULL;
    *length = value->number;
    if (value->bytes)
        return value->bytes;
    struct list list = list_at(tree, die, value->number, true);
    while (next(&list)) {
        bool is_here = !list.is_default && address >= list.low && address < list.high;
        if (!is_here && !list.is_default)
            continue;
        *length = list.length;
        if (is_here)
            return list.bytes;
        otherwise = list.bytes;
    }
    return otherwise;
}

/* Debug information as a tree: .debug_info of DWARF 2 to 5, of any compiler.  What is malformed, or of a later
 * version, is left out.  Shares nothing with the one that writes it but the numbers of the standard. */
#ifndef OCC_RUNTIME_GCNSIM_DIE_H
#define OCC_RUNTIME_GCNSIM_DIE_H

#include "support/arena.h"
#include "support/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct die_value {
    uint16_t name, form;  /* enum dwarf_attribute_name, enum dwarf_form */
    uint64_t number;      /* of blocks: how many bytes */
    const uint8_t *bytes; /* of blocks and texts */
};

struct die_node {
    uint16_t tag;    /* enum dwarf_tag */
    uint32_t offset; /* in .debug_info */
    const struct die_unit *unit;
    struct die_node *parent, *first, *next;
    VEC(struct die_value) values;
};

struct die_unit {
    uint16_t version;
    uint64_t low; /* that lists of ranges and places count from */
    /* Version 5: where the unit's own begin in .debug_str_offsets, .debug_addr and the lists. */
    uint64_t texts, addresses, ranges, places;
    struct die_node *root;
};

struct die_section {
    const uint8_t *bytes;
    size_t size;
};

struct die_tree {
    struct arena *arena;
    struct die_section info, abbrev, str, ranges, loc;
    struct die_section addr, line_str, str_offsets, rnglists, loclists; /* version 5 */
    unsigned other_version; /* of a unit that is left out; 0: none is */
    VEC(struct die_unit *) units;
    VEC(struct die_node *) all; /* ascending by offset */
};

/* Of the bytes of an object file, of which the arena has copies; a tree without units: there is nothing. */
struct die_tree *die_read(struct arena *arena, const void *bytes, size_t size);
/* NULL: the entry has no such attribute. */
const struct die_value *die_find(const struct die_node *die, unsigned name);
/* The number of an attribute, or what is said instead. */
uint64_t die_number_of(const struct die_node *die, unsigned name, uint64_t otherwise);
/* Of the entry or of the one that it is an instance of; NULL: it has none. */
const char *die_name(const struct die_tree *tree, const struct die_node *die);
/* The entry that a reference leads to; NULL: none. */
const struct die_node *die_ref_of(const struct die_tree *tree, const struct die_node *die,
                                  unsigned name);
/* The entry's type, or that of the one it is an instance of, without typedef, const and their like; NULL: void. */
const struct die_node *die_type(const struct die_tree *tree, const struct die_node *die);
/* Does the code of the entry, by low_pc and high_pc or by ranges, hold the address? */
bool die_holds(const struct die_tree *tree, const struct die_node *die, uint64_t address);
/* The address at which a function's code begins; UINT64_MAX: it has none. */
uint64_t die_low(const struct die_node *die);
/* The lowest address of the entry's code, by low_pc or by ranges; UINT64_MAX: it has none. */
uint64_t die_first(const struct die_tree *tree, const struct die_node *die);
/* The expression of a location that holds at the address; NULL: there is none. */
const uint8_t *die_expression(const struct die_tree *tree, const struct die_node *die,
                              uint64_t address, size_t *length);

/* The address of that number in the unit's table. */
uint64_t die_address_at(const struct die_tree *tree, const struct die_unit *unit, uint64_t index);

/* ---- bytes ---- */

struct die_cursor {
    const uint8_t *at, *end;
    bool is_bad; /* something lay beyond the end; everything is 0 then */
};
uint64_t die_take(struct die_cursor *cursor, unsigned size);
uint64_t die_take_uleb(struct die_cursor *cursor);
int64_t die_take_sleb(struct die_cursor *cursor);
void die_skip(struct die_cursor *cursor, uint64_t size);
struct die_cursor die_cursor_at(const struct die_section *section, uint64_t offset);

#endif

/* The parts of opt_small_arrays: that file decides, small_array_place.c says which dwords of one array
 * an access may mean, small_array_access.c rewrites its loads and stores. */
#ifndef OCC_MIDEND_MEMORY_SMALL_ARRAYS_H
#define OCC_MIDEND_MEMORY_SMALL_ARRAYS_H

#include "midend/analysis/analysis.h"
#include "midend/analysis/ana_range.h"
#include "midend/memory/register_arrays.h"

struct arrays { /* and the one being taken apart */
    struct ir_function *function;
    struct arena scratch;
    struct object_uses uses;
    ir_id *dwords; /* an alloca for each */
    uint32_t count;
    struct map stored; /* block id, offset -> not NULL: a store there goes to that variable place */
    uint32_t taken, made; /* dwords, instructions of all objects so far */
    struct array_judge judge;
    struct map distances; /* ptradd -> struct ana_range *, of what it adds; once has_distances */
    bool has_distances;
};

/* Where one component of an access lies: offset + from bytes from the object's start. */
struct small_place {
    ir_id offset;     /* i32; 0: none */
    uint32_t divisor; /* of offset as a signed number; a multiple of 4, or 1 or 2 and from is 0 */
    uint32_t from;    /* modulo 2^32 */
    struct ana_range at; /* of the sum; it may be wider than the object */
};

/* The alignment of what lies offset bytes after a place of this alignment. */
static inline uint32_t
small_array_align(uint32_t align, uint32_t offset)
{
    uint32_t low = offset & -offset;
    return low && low < align ? low : align;
}

/* Makes the offset, before the access. */
struct small_place small_place_at(struct ir_builder *b, struct arrays *a,
                                  const struct object_access *access, uint32_t bytes);
/* The first dword that the place may mean by its divisor; the others are divisor / 4 apart. */
uint32_t small_place_first(const struct small_place *place);
/* Do the bounds of the place let it be in that dword? */
bool small_place_may_be(const struct small_place *place, uint32_t dword);
/* How many of the object's dwords the first component of the access may mean; makes nothing. */
uint32_t small_array_choices(struct arrays *a, const struct object_access *access);

/* Before small_array_rewrite: finds the places of stores. */
void small_array_find_stores(struct arrays *a);
/* The load, store or comparison becomes operations on the dwords. */
void small_array_rewrite(struct arrays *a, const struct object_access *access);

#endif

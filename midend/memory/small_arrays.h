/* The parts of opt_small_arrays: that file decides, small_array_access.c rewrites loads and stores
 * of one array. */
#ifndef OCC_MIDEND_MEMORY_SMALL_ARRAYS_H
#define OCC_MIDEND_MEMORY_SMALL_ARRAYS_H

#include "midend/analysis/analysis.h"
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
};

/* The alignment of what lies offset bytes after a place of this alignment. */
static inline uint32_t
small_array_align(uint32_t align, uint32_t offset)
{
    uint32_t low = offset & -offset;
    return low && low < align ? low : align;
}

/* Before small_array_rewrite: finds the places of stores. */
void small_array_find_stores(struct arrays *a);
/* The load, store or comparison becomes operations on the dwords. */
void small_array_rewrite(struct arrays *a, const struct object_access *access);

#endif

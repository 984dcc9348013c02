/* One header for several blocks: lower_irreducible, lower_tangles. */
#ifndef OCC_MIDEND_LOOPS_MERGE_ENTRIES_H
#define OCC_MIDEND_LOOPS_MERGE_ENTRIES_H

#include "midend/ir/ir.h"

typedef VEC(struct ir_block *) merge_list;

struct merge_entries {
    merge_list entries; /* two at least; every edge into the first `whole` of them counts ... */
    uint32_t whole;
    const bool *region; /* ... and into the others those from these blocks; per block id */
};

/* The edges into the entries lead into a new block with a phi that numbers them; from there a
 * binary tree of comparisons leads to each.  Phis of the entries move there, undefined for the edges
 * of other entries; those of entries that keep edges must be none.  Values that dominate their uses
 * only by way of an entry do so no longer.  The arena is for the pass's own memory. */
void merge_entries(struct arena *arena, struct ir_function *function,
                   const struct merge_entries *what);

#endif

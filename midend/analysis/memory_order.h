/* What the memory orders of operations forbid: "single thread optimization constraints" of
 * AMDGPUUsage (memory model GFX6-GFX9), for every pass over the IR and for the scheduler of the back
 * end.  Whether two accesses touch the same bytes is another question, which the asker answers. */
#ifndef OCC_MIDEND_ANALYSIS_MEMORY_ORDER_H
#define OCC_MIDEND_ANALYSIS_MEMORY_ORDER_H

#include "midend/ir/ir.h"

enum ir_access { IR_ACCESS_NONE, IR_ACCESS_LOAD, IR_ACCESS_STORE, IR_ACCESS_RMW, IR_ACCESS_FENCE };

/* One operation on memory as the constraints see it: kind, order and scope, and the spaces that it
 * may touch (of a fence: those that it orders). */
struct ir_ordering {
    uint8_t access; /* enum ir_access */
    uint8_t order;  /* enum ir_order */
    uint8_t scope;  /* enum ir_scope */
    ir_space_set spaces;
};

/* The order that the operation has in the end: the stronger of the two of a compare-exchange; what
 * means nothing for a kind of access, or in memory that only this lane sees or that nobody writes,
 * is not atomic. */
enum ir_order ir_order_of(enum ir_access access, const struct ir_memory *memory,
                          ir_space_set spaces);

/* access NONE: the instruction neither touches nor orders memory.  Whatever is not known to be
 * less (barriers, inline assembly, calls) is a fence that orders everything. */
struct ir_ordering ir_ordering_of(const struct ir_function *function, const struct ir_inst *inst);

/* Neither volatile nor atomic: it may be removed, repeated, split, and joined with others. */
static inline bool
ir_is_plain(const struct ir_memory *memory)
{
    return !memory->is_volatile && memory->order == IR_NOT_ATOMIC;
}

/* A load or store of the space that is neither atomic nor volatile. */
struct ir_ordering ir_plain_access(enum ir_access access, enum ir_space space);

/* `first` comes before `second` in the program: may they change places, or, what is the same, may
 * `second` be carried out before `first`? */
bool ir_may_reorder(const struct ir_ordering *first, const struct ir_ordering *second);

/* Is there an operation that may not move up before this one, or down after it?  For those who
 * need not remember the others. */
bool ir_holds_later(const struct ir_ordering *ordering);
bool ir_holds_earlier(const struct ir_ordering *ordering);

#endif

/* What opt_slots asks about private objects. */
#ifndef OCC_MIDEND_MEMORY_SLOT_USES_H
#define OCC_MIDEND_MEMORY_SLOT_USES_H

#include "midend/analysis/analysis.h"
#include "support/map.h"

struct slot_event { /* an instruction that accesses an object, or ends what it held */
    uint32_t object;
    bool ends;
    uint32_t next; /* of the same instruction: index + 1 */
};

struct slot_object {
    struct ir_inst *alloca;
    bool plain; /* all pointers into it are sums that start at the object */
};

struct slot_uses {
    struct ir_function *function;
    struct arena *arena;
    VEC(struct slot_object) objects;
    VEC(struct slot_event) events;
    struct map at; /* instruction -> index of its first event + 1 */
};

/* Adds the object with its events, unless its address is kept anywhere (in memory, by a callee or as
 * a number) or nothing reads it: then opt_memory removes it. */
void slot_uses_add(struct slot_uses *uses, struct ir_inst *alloca);

#endif

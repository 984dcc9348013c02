/* What a private array costs in consecutive registers that M0 indexes (v_movrels, v_movreld, VGPR
 * index mode), and in memory: opt_register_arrays decides by it, opt_small_arrays compares its
 * selects with it. */
#ifndef OCC_MIDEND_MEMORY_REGISTER_ARRAYS_H
#define OCC_MIDEND_MEMORY_REGISTER_ARRAYS_H

#include "midend/analysis/analysis.h"
#include "midend/memory/object_uses.h"

/* What the costs are judged by; the analyses are made when they are first needed. */
struct array_judge {
    struct ir_function *function;
    struct arena *arena;
    bool guesses; /* from an index's operands whether lanes share it: any form of the IR will do */
    const struct object_uses *uses; /* of the array at hand */
    struct ana_divergence *divergence;
    struct ana_dom *dom;
    struct ana_loops *loops;
};

/* Vector instructions of 4 cycles each, weighted by how often their blocks may be executed. */
struct array_costs {
    uint64_t registers, memory;
};

/* Can all accesses be moves of registers, and is there one at a variable place that all lanes share?
 * Then *costs says what they cost. */
bool register_array_costs(struct array_judge *judge, struct object_uses *uses,
                          struct array_costs *costs);
/* How often the block may be executed for each time that the function is. */
uint64_t array_weight(struct array_judge *judge, const struct ir_block *block);

#endif

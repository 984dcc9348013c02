/* What arms of a branch may hold that become selects: opt_cfg.c makes them so, opt_choose_loads.c sees to it that it can. */
#ifndef OCC_MIDEND_VALUES_ARMS_H
#define OCC_MIDEND_VALUES_ARMS_H

#include "midend/ir/ir.h"

/* Instructions of an arm that are at most cheaper than a divergent branch.  Tuned. */
enum { MOST_ARM_COST = 6 };

/* What the instruction costs that lanes execute for nothing, in simple ones; 0: they may not, or had best not. */
unsigned arm_cost(const struct ir_inst *inst);

#endif

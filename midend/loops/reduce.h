/* Strength reduction: a value that grows by the same amount in each iteration is added up instead of
 * computed.  Part of opt_addresses.c and opt_strength.c, which say for what that is worth it. */
#ifndef OCC_MIDEND_LOOPS_REDUCE_H
#define OCC_MIDEND_LOOPS_REDUCE_H

#include "midend/analysis/ana_induction.h"
#include "support/limit.h"

/* Which values, of those that every iteration computes. */
struct reduction {
    bool (*is_wanted)(const struct ana_induction *at, const struct ir_inst *inst);
    bool (*is_loop_wanted)(const struct ana_loop *loop);
    unsigned max_per_loop;
    enum limit limit; /* the row of that */
    bool divergent_only;
};

bool reduce_loops(struct ir_function *function, const struct reduction *reduction);

#endif

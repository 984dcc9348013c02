/* What a loop counts: values that grow by the same amount in each iteration, and how many iterations
 * there are.  Nothing is kept: what is asked holds of the function as it is. */
#ifndef OCC_MIDEND_ANALYSIS_ANA_INDUCTION_H
#define OCC_MIDEND_ANALYSIS_ANA_INDUCTION_H

#include "midend/analysis/analysis.h"

/* A loop with one way in, from a block that leads nowhere else, and one way back. */
struct ana_induction {
    struct ir_function *function;
    const struct ana_loops *loops;
    const struct ana_loop *loop;
    struct ir_block *preheader;
    uint32_t enter, back; /* indices of the preheader and the latch in the header's predecessors */
};
/* False: the loop has more ways in or back. */
bool ana_induction(struct ana_induction *at, struct ir_function *function,
                   const struct ana_loops *loops, const struct ana_loop *loop);
/* Is it from outside the loop? */
bool ana_is_outside(const struct ana_induction *at, ir_id id);

/* A phi of the header to which something from outside is added in each iteration. */
struct ana_counter {
    const struct ir_inst *phi;
    struct ir_inst *next; /* add or ptradd */
    ir_id start, step;
};
bool ana_counter(const struct ana_induction *at, ir_id id, struct ana_counter *counter);

/* By how much a value grows with each iteration: times the product of by, which is from outside the
 * loop and as wide as the value or sign-extended to it.  The value may wrap, but not on the way to a
 * wider one. */
struct ana_growth {
    bool is_known;
    uint64_t times; /* 0: it stays the same */
    ir_id by[2];    /* 0: none */
};
struct ana_growth ana_growth(const struct ana_induction *at, ir_id id);

/* The header's test: the loop is left unless the counter is before the bound, which is from outside. */
struct ana_bound {
    struct ana_counter counter;
    ir_id bound;
    bool is_signed, is_down, is_included;
};
bool ana_bound(const struct ana_induction *at, struct ana_bound *bound);

/* How often the loop runs past an exit before that is taken. */
struct ana_trips {
    uint64_t count;
    bool if_entered; /* if the header's test holds once; else 0 */
};
/* From the distance of start and bound, which are constants or differ by a constant. */
bool ana_bound_trips(const struct ana_induction *at, const struct ana_bound *bound,
                     struct ana_trips *trips);
/* Of a branch that every iteration passes: runs what it depends on with constants, for at most max
 * iterations, or takes the count from the header's bound if that is none but a few. */
bool ana_trips(struct arena *arena, const struct ana_induction *at, const struct ir_block *exiting,
               uint32_t max, struct ana_trips *trips);

/* Is it computed from constants and from what loops count from constants?  It is a constant in each
 * copy then, if all these loops are unrolled. */
bool ana_is_counted(const struct ir_function *function, const struct ana_loops *loops, ir_id id);

#endif

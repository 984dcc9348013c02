/* Parts of opt_licm.c. */
#ifndef OCC_MIDEND_LICM_H
#define OCC_MIDEND_LICM_H

#include "midend/analysis.h"

struct licm {
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom;
    struct ana_loops *loops;
    uint32_t block_count; /* as many does the analysis know; others are new, before inner loops */
    uint32_t value_count; /* at the start */
    bool *moves;          /* per value id: licm_guard moves it */
    /* Of the loop at hand: */
    struct ana_loop *loop;
    struct ir_block *preheader;
    uint32_t first, end;     /* its blocks are among these of dom->order */
    ir_space_set written;    /* spaces of which the loop keeps loads in place */
    struct ir_block *always; /* it, and what dominates it, runs before the loop is left */
    bool changed;
};

bool licm_in_loop(const struct licm *m, const struct ir_block *block);
/* Would the load give the same value wherever in the loop it is executed? */
bool licm_keeps_value(const struct licm *m, const struct ir_inst *load);
/* licm_guard.c: loads that run where the header does not leave the loop at once.  `always` is without
 * the header's own way out. */
bool licm_guard(struct licm *m);

#endif

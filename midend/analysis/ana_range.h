/* Between which bounds integers lie: intervals of signed numbers, with what branches decided.
 *
 * The function's blocks are walked in the order of the dominator tree.  At each place a value has the
 * interval that its operation gives, narrowed by the conditions that lead there:
 *
 *   if (i >= 0 && i < 100)  i is 0 to 99 here, i / 10 is 0 to 9 wherever it is used
 *
 * What a loop's phi may be is known after a first walk, in which it may be anything: functions with loops are
 * walked twice.  Nothing is kept: what is asked holds while the walk stands there. */
#ifndef OCC_MIDEND_ANALYSIS_ANA_RANGE_H
#define OCC_MIDEND_ANALYSIS_ANA_RANGE_H

#include "midend/ir/ir.h"

/* Both included, as signed numbers of the value's type. */
struct ana_range {
    int64_t lo, hi;
};

struct ana_ranges;

/* Here, of an integer or i1; all there are of other types. */
struct ana_range ana_range_of(const struct ana_ranges *here, ir_id id);
/* Is the exact result of an addition, subtraction, product or shift to the left known to fit the signed type? */
bool ana_range_is_exact(const struct ana_ranges *here, const struct ir_inst *inst);

/* Of a value that the visitor made. */
void ana_range_tell(struct ana_ranges *here, ir_id id, struct ana_range range);

/* Every number of the type. */
struct ana_range ana_range_all(enum ir_type type);

/* Of each instruction in its turn, before the next one is looked at.  It may change its operation, its flags and
 * who uses it, put instructions before it, and remove it, if it is no phi. */
typedef void ana_range_visit(void *context, struct ana_ranges *here, struct ir_inst *inst);
void ana_ranges_walk(struct arena *scratch, struct ir_function *function, ana_range_visit *visit,
                     void *context);

/* ana_range_op.c: what the operation makes of its arguments' intervals; exact: as above. */
struct ana_range ana_range_of_inst(const struct ana_ranges *here,
                                   const struct ir_function *function, const struct ir_inst *inst,
                                   bool *is_exact);

#endif

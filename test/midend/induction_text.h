/* What ana_induction.h says of the loops of a module, as text. */
#ifndef OCC_TEST_MIDEND_INDUCTION_TEXT_H
#define OCC_TEST_MIDEND_INDUCTION_TEXT_H

#include "midend/ir/ir.h"

/* For each loop, outer before inner:
 *
 *   f b1: innermost, 1 exits                   the function and the header
 *     counts %3 from 0 by 2
 *     below 16, signed: 8 trips                or "if entered"; or "at most"
 *     grows %7 by 4 * %2
 *     varies %8                                not known, or not by the same amount
 *     trips at b3: 5                           of each exit, at most 64
 *     counted %3 %7                            is a constant in each copy
 *
 * In the module's arena. */
char *induction_text(struct ir_module *module);

#endif

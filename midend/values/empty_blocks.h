/* Edges led past blocks without instructions. */
#ifndef OCC_MIDEND_VALUES_EMPTY_BLOCKS_H
#define OCC_MIDEND_VALUES_EMPTY_BLOCKS_H

#include "midend/ir/ir.h"

/* Returns whether there was any.  It may add edges into a loop's header. */
bool empty_blocks_skip(struct ir_function *function);
/* Has the block so many phis that another edge into it is not worth its moves? */
bool empty_blocks_many_phis(const struct ir_block *block);

#endif

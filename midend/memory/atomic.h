/* What an atomic operation leaves in memory: for the passes that make plain accesses or loops of it. */
#ifndef OCC_MIDEND_MEMORY_ATOMIC_H
#define OCC_MIDEND_MEMORY_ATOMIC_H

#include "midend/ir/ir_build.h"

/* Of an atomic (not inc and dec) or a cmpxchg; old: what was there, of the instruction's type. */
ir_id atomic_result(struct ir_builder *builder, const struct ir_inst *inst, ir_id old);

#endif

/* Answers first_lanes: where every lane that entered the kernel is active, they are lanes 0 to n,
 * because work-items fill the lanes of a wave from 0 on.
 *
 *   b3: %5 = first_lanes i1      all lanes go through b3 together: %5 is true, else false
 *
 * By the linear plan no lane waits for another block there, the exit included. */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "support/sparse_set.h"

static bool
asks(const struct ir_function *function)
{
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (inst->op == IR_OP_first_lanes)
                return true;
    return false;
}

bool
opt_first_lanes(struct ir_function *function)
{
    struct arena arena;
    if (!asks(function))
        return false;
    arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
    const struct ana_divergence *divergence = ana_divergence(&arena, function);
    for (uint32_t i = 0; i < divergence->count; i++) {
        bool whole = function->is_kernel && sparse_count(&divergence->plan->pending[i]) == 0;
        ir_foreach_inst_safe (inst, divergence->linear[i])
            if (inst->op == IR_OP_first_lanes) {
                ir_replace_uses(function, inst->def, ir_const(function, IR_I1, whole));
                ir_remove(inst);
            }
    }
    arena_free(&arena);
    return true;
}

/* Removes instructions whose results nothing needs, including dead cycles of phis.
 *
 * Marks from what has effects backwards through arguments (as in Cytron et al., 1991, without
 * control dependence: branches stay). */
#include "midend/pass.h"

#include "midend/analysis/memory_order.h"

struct marker {
    struct bitset live; /* value ids */
    VEC(struct ir_inst *) work;
    struct arena scratch;
};

static void
mark_args(struct marker *marker, struct ir_function *function, const struct ir_inst *inst)
{
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        struct ir_inst *def = ir_def(function, inst->args[i].value);
        if (def && !bitset_has(&marker->live, def->def)) {
            bitset_add(&marker->live, def->def);
            vec_push(&marker->scratch, &marker->work, def);
        }
    }
}

/* An alloca counts as effect only through its users. */
static bool
is_root(const struct ir_inst *inst)
{
    return inst->op != IR_OP_alloca && (ir_inst_flags(inst) & IR_EFFECT);
}

/* A volatile load is observable, an atomic one may order others. */
static bool
is_kept(const struct marker *marker, const struct ir_inst *inst)
{
    return is_root(inst) || (inst->op == IR_OP_load && !ir_is_plain(&inst->memory)) ||
           (inst->def_count && bitset_has(&marker->live, inst->def));
}

static bool
sweep(struct marker *marker, struct ir_function *function)
{
    bool changed = false;
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block) {
            guard_poll(marker->scratch.guard);
            if (is_kept(marker, inst))
                continue;
            /* users of its results are dead, too, and this same sweep removes them */
            for (uint32_t i = 0; i < inst->def_count; i++)
                if (ir_value(function, inst->def + i)->uses)
                    ir_replace_uses(function, inst->def + i,
                                    ir_undef(function, ir_type_of(function, inst->def + i)));
            ir_remove(inst);
            changed = true;
        }
    return changed;
}

bool
opt_dce(struct ir_function *function)
{
    struct marker marker = {0};
    arena_init_scratch(&marker.scratch, function->module->arena->allocator,
                       function->module->guard);
    marker.live = bitset_new(&marker.scratch, function->values.count);
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (is_root(inst) || (inst->op == IR_OP_load && !ir_is_plain(&inst->memory)))
                mark_args(&marker, function, inst);
    while (marker.work.count) {
        guard_poll(marker.scratch.guard);
        mark_args(&marker, function, vec_pop(&marker.work));
    }
    bool changed = sweep(&marker, function);
    arena_free(&marker.scratch);
    return changed;
}

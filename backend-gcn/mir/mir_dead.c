/* Dead code in SSA form: marks what instructions with effects need, backwards through operands, and
 * sweeps the rest.  A writer of SCC lives while the next reader of SCC in its block does. */
#include "backend-gcn/mir/mir_build.h"
#include "backend-gcn/mir/mir_effects.h"

struct dead {
    struct mir_function *function;
    VEC(struct mir_inst *) work;
    struct bitset live; /* by inst->id */
};

static bool
has_effect(const struct mir_inst *inst)
{
    enum {
        EFFECTS = GCN_FLAG_SIDE_EFFECT | GCN_FLAG_STORE | GCN_FLAG_ATOMIC | GCN_FLAG_BRANCH |
                  GCN_FLAG_END | GCN_FLAG_WRITES_EXEC
    };
    if (mir_is_branch(inst))
        return true;
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        bool is_named = inst->op == MIR_P_COPY && operand->is_fixed; /* for inline assembly */
        if (mir_is_def(inst, i) && (operand->kind == MIR_FIXED || is_named) &&
            operand->reg != GCN_SCC)
            return true;
    }
    if (mir_is_pseudo(inst))
        return inst->op == MIR_P_START || inst->op == MIR_P_ASM || inst->op == MIR_P_CALL ||
               inst->op == MIR_P_SPILL || inst->op == MIR_P_EXEC_BEGIN ||
               inst->op == MIR_P_ARRAY_WRITE || inst->op == MIR_P_LOGICAL_END ||
               inst->op == MIR_P_FENCE;
    return gcn_op_info[inst->op].flags & EFFECTS || inst->memory.is_volatile ||
           inst->memory.order || inst->mods.lds;
}

static void
mark(struct dead *dead, struct mir_inst *inst)
{
    if (!inst || bitset_has(&dead->live, inst->id))
        return;
    bitset_add(&dead->live, inst->id);
    vec_push(mir_pass_arena(dead->function), &dead->work, inst);
}

static bool
writes_scc(const struct dead *dead, const struct mir_inst *inst)
{
    return mir_effects(dead->function->target, inst).writes & MIR_SET_SCC;
}

static void
mark_needs(struct dead *dead, struct mir_inst *inst)
{
    for (unsigned i = 0; i < inst->operand_count; i++) {
        if (mir_uses(inst, i))
            mark(dead, dead->function->temps.at[inst->operands[i].temp].def);
    }
    if (!(mir_effects(dead->function->target, inst).reads & MIR_SET_SCC))
        return;
    for (struct mir_inst *prev = inst->prev; prev; prev = prev->prev) {
        if (writes_scc(dead, prev)) {
            mark(dead, prev);
            return;
        }
    }
}

bool
mir_remove_dead(struct mir_function *function)
{
    struct dead dead = {.function = function};
    uint32_t count = 0;
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block)
            inst->id = count++;
    }
    dead.live = bitset_new(mir_pass_arena(function), count);
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            if (has_effect(inst))
                mark(&dead, inst);
        }
    }
    while (dead.work.count) {
        struct mir_inst *inst = vec_pop(&dead.work);
        guard_poll_along(function->arena->guard, inst);
        mark_needs(&dead, inst);
    }
    bool changed = false;
    mir_foreach_block (block, function) {
        mir_foreach_inst_safe (inst, block) {
            if (!bitset_has(&dead.live, inst->id)) {
                mir_remove(inst);
                changed = true;
            }
        }
    }
    return changed;
}

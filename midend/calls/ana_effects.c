/* What a call of a function does to memory and to other lanes.
 *
 * Private objects of its own end with the function, so what it does to them stays inside, as long as
 * their addresses are used in loads and stores alone. */
#include "midend/analysis/analysis.h"
#include "support/limit.h"

/* Does the pointer lead to an object of the function itself? */
static bool
is_own(const struct ir_function *function, ir_id pointer)
{
    const struct ir_inst *inst = ir_def(function, pointer);
    for (unsigned i = 0; i < LIMIT_ADDRESS_CHAIN && inst && inst->op == IR_OP_ptradd; i++)
        inst = ir_def(function, inst->args[0].value);
    return inst && inst->op == IR_OP_alloca;
}

static uint8_t
effects_of_access(const struct ir_function *function, const struct ir_inst *inst)
{
    bool is_plain = !inst->memory.is_volatile && inst->memory.order <= IR_RELAXED;
    if (!is_plain)
        return IR_EFFECT_READS | IR_EFFECT_WRITES | IR_EFFECT_KEPT;
    if (is_own(function, inst->args[0].value))
        return 0;
    if (inst->op == IR_OP_load)
        return inst->memory.is_invariant ? 0 : IR_EFFECT_READS;
    return IR_EFFECT_WRITES;
}

static uint8_t
effects_of_copy(const struct ir_function *function, const struct ir_inst *inst)
{
    uint8_t effects = is_own(function, inst->args[0].value) ? 0 : IR_EFFECT_WRITES;
    if (inst->op == IR_OP_memcpy && !is_own(function, inst->args[1].value))
        effects |= IR_EFFECT_READS;
    return inst->memory.is_volatile ? IR_EFFECT_READS | IR_EFFECT_WRITES : effects;
}

static uint8_t
effects_of(const struct ir_function *function, const struct ir_inst *inst)
{
    unsigned flags = ir_inst_flags(inst);
    uint8_t effects = 0;
    switch (inst->op) {
    case IR_OP_load:
    case IR_OP_store:
        return effects_of_access(function, inst);
    case IR_OP_memcpy:
    case IR_OP_memzero:
        return effects_of_copy(function, inst);
    case IR_OP_alloca:
    case IR_OP_ret:
    case IR_OP_br:
    case IR_OP_cbr:
        return 0;
    case IR_OP_fence:
    case IR_OP_barrier:
        return IR_EFFECT_READS | IR_EFFECT_WRITES | IR_EFFECT_CONVERGENT;
    case IR_OP_asm:
        return IR_EFFECT_READS | IR_EFFECT_WRITES | IR_EFFECT_KEPT;
    default:
        break;
    }
    effects |= flags & IR_READ ? IR_EFFECT_READS : 0;
    effects |= flags & IR_WRITE ? IR_EFFECT_WRITES : 0;
    effects |= flags & IR_CONVERGENT ? IR_EFFECT_CONVERGENT : 0;
    effects |= flags & IR_EFFECT ? IR_EFFECT_KEPT : 0;
    return effects;
}

uint8_t
ana_effects(const struct ir_function *function)
{
    uint8_t effects = IR_EFFECTS_KNOWN;
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block) {
            guard_poll(function->module->guard);
            effects |= effects_of(function, inst);
        }
    return effects;
}

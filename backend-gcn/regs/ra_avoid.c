/* Values that live across calls had best be made where no callee overwrites them: in registers above
 * those of the callees, as on a stack, so that they need not move at each call. */
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/regs/ra.h"

static void
add_operands(const struct mir_inst *call, unsigned from, unsigned to, struct call_registers *set)
{
    for (unsigned i = from; i < to; i++)
        if (call->operands[i].kind == MIR_TEMP)
            call_add(set, call->operands[i].reg, call->operands[i].dwords);
}

static bool
is_passed(const struct mir_inst *call, uint32_t temp)
{
    for (unsigned i = call->def_count; i < call->operand_count; i++)
        if (call->operands[i].kind == MIR_TEMP && call->operands[i].temp == temp)
            return true;
    return false;
}

static void
step_back(const struct mir_inst *inst, struct bitset *live)
{
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_defines(inst, i))
            bitset_remove(live, inst->operands[i].temp);
    for (unsigned i = 0; !mir_is_phi(inst) && i < inst->operand_count; i++)
        if (mir_uses(inst, i) && !inst->operands[i].is_undef)
            bitset_add(live, inst->operands[i].temp);
}

static void
visit_call(struct ra *ra, const struct mir_inst *call, struct bitset *live)
{
    struct call_registers clobbers = {{0}}, taken;
    add_operands(call, 0, call->def_count, &clobbers);
    taken = clobbers;
    add_operands(call, call->def_count, call->operand_count, &taken);
    for (unsigned i = 0; i < call->def_count; i++)
        if (mir_defines(call, i))
            bitset_remove(live, call->operands[i].temp);
    bitset_foreach (temp, live) {
        if (!ra->avoid[temp])
            ra->avoid[temp] = ARENA_NEW(ra->arena, struct call_registers);
        call_union(ra->avoid[temp], is_passed(call, temp) ? &clobbers : &taken);
    }
}

static bool
has_calls(const struct mir_block *block)
{
    mir_foreach_inst (inst, block)
        if (inst->op == MIR_P_CALL)
            return true;
    return false;
}

void
ra_avoid_init(struct ra *ra)
{
    struct bitset live = bitset_new(ra->arena, ra->function->temps.count);
    ra->avoid = ARENA_ARRAY(ra->arena, ra->function->temps.count, struct call_registers *);
    mir_foreach_block (block, ra->function) {
        if (!has_calls(block))
            continue;
        bitset_clear(&live);
        sparse_foreach (temp, &ra->live->out[block->id])
            bitset_add(&live, temp);
        for (struct mir_inst *inst = block->last; inst; inst = inst->prev) {
            if (inst->op == MIR_P_CALL)
                visit_call(ra, inst, &live);
            step_back(inst, &live);
        }
    }
}

bool
ra_is_avoided(const struct ra *ra, uint32_t temp, unsigned reg, unsigned dwords)
{
    for (unsigned i = 0; ra->avoid[temp] && i < dwords; i++)
        if (call_has(ra->avoid[temp], reg + i))
            return true;
    return false;
}

/* Which loads of global memory come before every write to their bytes (a forward "may have been
 * written" over the blocks).  Other work-groups that write without synchronisation race with such a
 * load anyway.  What lets a lane see the writes of others (acquires) counts as a write, but for
 * barriers and fences in kernels that read nothing atomically: they pair with the same barrier of
 * other lanes, and what those wrote before it counts already. */
#include "backend-gcn/isel/isel.h"

/* Objects written to have a bit each, or one for each type; this one stands for all others and for unknown memory. */
enum { ANYTHING = 63 };

/* Reads that may tell a lane that another one has written, or operations that may hold such. */
static bool
may_pair_with_fences(const struct ir_inst *inst)
{
    switch ((enum ir_op)inst->op) {
    case IR_OP_atomic:
    case IR_OP_cmpxchg:
    case IR_OP_asm:
    case IR_OP_call:
        return true;
    case IR_OP_load:
        return !ir_is_plain(&inst->memory);
    default:
        return false;
    }
}

/* The bit of the object that the write is to. */
static uint64_t
written_object(struct isel *isel, const struct ir_inst *inst)
{
    struct isel_clobbers *c = &isel->clobbers;
    struct memory_address at = memory_address_of(&c->objects, inst->args[0].value, 1);
    at.scalar = memory_scalar(inst);
    for (uint32_t i = 0; i < c->written.count; i++)
        if (c->written.at[i].object == at.object && c->written.at[i].scalar == at.scalar)
            return UINT64_C(1) << i;
    if ((!at.object && !at.scalar) || c->written.count == ANYTHING)
        return UINT64_C(1) << ANYTHING;
    at.base = 0; /* differs from that of any load: objects decide, not offsets */
    vec_push(isel->arena, &c->written, at);
    return UINT64_C(1) << (c->written.count - 1);
}

uint64_t
isel_clobbers(struct isel *isel, const struct ir_inst *inst)
{
    struct ir_ordering ordering = ir_ordering_of(isel->kernel, inst);
    struct ir_ordering load = ir_plain_access(IR_ACCESS_LOAD, IR_SPACE_GLOBAL);
    bool writes = inst->op == IR_OP_store || inst->op == IR_OP_atomic || inst->op == IR_OP_cmpxchg;
    bool orders = inst->op == IR_OP_fence || inst->op == IR_OP_barrier;
    if (ordering.access == IR_ACCESS_NONE || (orders && !isel->clobbers.fences_pair))
        return 0;
    if (!ir_may_reorder(&ordering, &load))
        return UINT64_C(1) << ANYTHING;
    bool is_global = ordering.spaces & (IR_SPACE_MASK(GENERIC) | IR_SPACE_MASK(GLOBAL));
    if (!is_global || ordering.access == IR_ACCESS_LOAD)
        return 0;
    if (!writes) /* through a buffer resource */
        return UINT64_C(1) << ANYTHING;
    return written_object(isel, inst);
}

bool
isel_is_clobbered(const struct isel *isel, const struct ir_inst *load)
{
    const struct isel_clobbers *c = &isel->clobbers;
    if (c->now >> ANYTHING)
        return true;
    struct memory_address at = memory_address_of(&c->objects, load->args[0].value, 1);
    at.scalar = memory_scalar(load);
    for (uint32_t i = 0; i < c->written.count; i++)
        if (c->now >> i & 1 && memory_may_alias(&c->written.at[i], &at))
            return true;
    return false;
}

void
isel_find_clobbers(struct isel *isel)
{
    const struct ana_divergence *divergence = isel->divergence;
    struct isel_clobbers *c = &isel->clobbers;
    c->objects = memory_objects(isel->arena, isel->kernel);
    c->in = ARENA_ARRAY(isel->arena, isel->kernel->block_count, uint64_t);
    for (uint32_t i = 0; !isel->kernel->is_kernel && i < isel->kernel->block_count; i++)
        c->in[i] = UINT64_C(1) << ANYTHING; /* its callers may have written */
    for (uint32_t i = 0; i < divergence->count; i++)
        ir_foreach_inst (inst, divergence->linear[i])
            c->fences_pair |= may_pair_with_fences(inst);
    uint64_t *out = ARENA_ARRAY(isel->arena, isel->kernel->block_count, uint64_t);
    for (uint32_t i = 0; i < divergence->count; i++) {
        ir_foreach_inst (inst, divergence->linear[i])
            out[divergence->linear[i]->id] |= isel_clobbers(isel, inst);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < divergence->count; i++) {
            const struct ir_block *block = divergence->linear[i];
            for (uint32_t k = 0; k < block->preds.count; k++) {
                uint64_t more = out[block->preds.at[k]->id] & ~c->in[block->id];
                changed |= more != 0;
                c->in[block->id] |= more;
                out[block->id] |= more;
            }
        }
    }
}

/* Dominators of machine blocks, on either graph. */
#include "backend-gcn/mir/mir_build.h"

struct dominators *
mir_dominators(struct arena *arena, const struct mir_function *function, bool linear)
{
    uint32_t(*succs)[2] = arena_alloc(arena, function->block_count * sizeof *succs);
    mir_foreach_block (block, function) {
        struct mir_blocks to = mir_succs(block, linear ? MIR_SGPR : MIR_VGPR);
        for (unsigned k = 0; k < 2; k++)
            succs[block->id][k] = k < to.count ? to.at[k]->id : UINT32_MAX;
    }
    return dominators(arena, function->block_count, function->entry->id,
                      (const uint32_t(*)[2])succs);
}

bool
mir_dominates(const struct dominators *dom, const struct mir_block *a, const struct mir_block *b)
{
    return dom->number[b->id] == UINT32_MAX || dominates(dom, a->id, b->id);
}

/* Reverse post-order and dominators, of graphs of plain numbers and of functions.
 *
 * K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm", 2001. */
#include "midend/analysis.h"

typedef const uint32_t (*successors)[2];

struct frame {
    uint32_t block, next;
};

/* Fills dom->order from the back; with an explicit stack, because functions may be deep. */
static void
walk(struct dominators *dom, uint32_t block_count, uint32_t entry, successors succs,
     struct frame *stack)
{
    uint32_t depth = 0, at = block_count;
    stack[depth++] = (struct frame){entry, 0};
    dom->number[entry] = 0;
    while (depth) {
        struct frame *top = &stack[depth - 1];
        if (top->next < 2) {
            /* The last successor first: then the first comes directly after its predecessor. */
            uint32_t succ = succs[top->block][1 - top->next++];
            if (succ != UINT32_MAX && dom->number[succ] == UINT32_MAX) {
                dom->number[succ] = 0;
                stack[depth++] = (struct frame){succ, 0};
            }
        } else {
            dom->order[--at] = top->block;
            depth--;
        }
    }
    dom->order += at;
    dom->count = block_count - at;
    for (uint32_t i = 0; i < dom->count; i++)
        dom->number[dom->order[i]] = i;
}

/* first[b] to first[b + 1]: the positions in preds of the reachable predecessors of b. */
static uint32_t *
find_preds(struct arena *arena, const struct dominators *dom, uint32_t block_count,
           successors succs, uint32_t **first)
{
    uint32_t *end = ARENA_ARRAY(arena, block_count + 1, uint32_t);
    uint32_t *preds = ARENA_ARRAY(arena, 2 * (size_t)dom->count, uint32_t);
    for (uint32_t i = 0; i < 2 * dom->count; i++)
        if (succs[dom->order[i / 2]][i % 2] != UINT32_MAX)
            end[succs[dom->order[i / 2]][i % 2]]++;
    for (uint32_t i = 1; i <= block_count; i++)
        end[i] += end[i - 1];
    for (uint32_t i = 2 * dom->count; i-- > 0;) /* moves each end down to its start */
        if (succs[dom->order[i / 2]][i % 2] != UINT32_MAX)
            preds[--end[succs[dom->order[i / 2]][i % 2]]] = dom->order[i / 2];
    *first = end;
    return preds;
}

static uint32_t
intersect(const struct dominators *dom, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (dom->number[a] > dom->number[b])
            a = dom->idom[a];
        while (dom->number[b] > dom->number[a])
            b = dom->idom[b];
    }
    return a;
}

static void
find_idoms(struct dominators *dom, uint32_t entry, const uint32_t *first, const uint32_t *preds)
{
    bool changed = true;
    dom->idom[entry] = entry;
    while (changed) {
        changed = false;
        for (uint32_t i = 1; i < dom->count; i++) {
            uint32_t block = dom->order[i], idom = UINT32_MAX;
            for (uint32_t k = first[block]; k < first[block + 1]; k++)
                if (dom->idom[preds[k]] != UINT32_MAX)
                    idom = idom == UINT32_MAX ? preds[k] : intersect(dom, preds[k], idom);
            changed |= dom->idom[block] != idom;
            dom->idom[block] = idom;
        }
    }
    dom->idom[entry] = UINT32_MAX;
}

/* Intervals: sizes of subtrees bottom-up, then positions top-down. */
static void
number_tree(struct dominators *dom)
{
    for (uint32_t i = dom->count; i-- > 0;) { /* leave: size of the subtree for now */
        uint32_t id = dom->order[i];
        dom->leave[id]++;
        if (dom->idom[id] != UINT32_MAX)
            dom->leave[dom->idom[id]] += dom->leave[id];
    }
    uint32_t next = 0;
    for (uint32_t i = 0; i < dom->count; i++) {
        uint32_t id = dom->order[i], size = dom->leave[id];
        /* leave of a numbered parent is the start of what its next child gets */
        uint32_t *from = dom->idom[id] != UINT32_MAX ? &dom->leave[dom->idom[id]] : &next;
        dom->enter[id] = *from;
        *from += size;
        dom->leave[id] = dom->enter[id] + 1;
    }
}

struct dominators *
dominators(struct arena *arena, uint32_t block_count, uint32_t entry, successors succs)
{
    struct dominators *dom = ARENA_NEW(arena, struct dominators);
    dom->order = ARENA_ARRAY(arena, block_count, uint32_t);
    dom->number = ARENA_ARRAY(arena, block_count, uint32_t);
    dom->idom = ARENA_ARRAY(arena, block_count, uint32_t);
    dom->enter = ARENA_ARRAY(arena, block_count, uint32_t);
    dom->leave = ARENA_ARRAY(arena, block_count, uint32_t);
    for (uint32_t i = 0; i < block_count; i++)
        dom->number[i] = dom->idom[i] = UINT32_MAX;
    uint32_t *first;
    walk(dom, block_count, entry, succs, ARENA_ARRAY(arena, block_count, struct frame));
    uint32_t *preds = find_preds(arena, dom, block_count, succs, &first);
    find_idoms(dom, entry, first, preds);
    number_tree(dom);
    return dom;
}

bool
dominates(const struct dominators *dom, uint32_t a, uint32_t b)
{
    return dom->enter[a] <= dom->enter[b] && dom->enter[b] < dom->leave[a];
}

struct ana_dom *
ana_dom(struct arena *arena, struct ir_function *function)
{
    struct ana_dom *dom = ARENA_NEW(arena, struct ana_dom);
    uint32_t count = function->block_count;
    uint32_t(*succs)[2] = arena_alloc(arena, count * sizeof *succs);
    struct ir_block **blocks = ARENA_ARRAY(arena, count, struct ir_block *);
    ir_foreach_block (block, function) {
        blocks[block->id] = block;
        for (unsigned k = 0; k < 2; k++)
            succs[block->id][k] = k < block->succ_count ? block->succs[k]->id : UINT32_MAX;
    }
    dom->graph = dominators(arena, count, function->entry->id, (successors)succs);
    dom->count = dom->graph->count;
    dom->number = dom->graph->number;
    dom->order = ARENA_ARRAY(arena, dom->count, struct ir_block *);
    dom->idom = ARENA_ARRAY(arena, count, struct ir_block *);
    for (uint32_t i = 0; i < dom->count; i++) {
        uint32_t id = dom->graph->order[i], idom = dom->graph->idom[id];
        dom->order[i] = blocks[id];
        dom->idom[id] = idom == UINT32_MAX ? NULL : blocks[idom];
    }
    return dom;
}

bool
ana_dominates(const struct ana_dom *dom, const struct ir_block *a, const struct ir_block *b)
{
    return dominates(dom->graph, a->id, b->id);
}

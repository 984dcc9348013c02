/* Reverse post-order and dominators of machine blocks, on either graph (Cooper, Harvey, Kennedy:
 * A Simple, Fast Dominance Algorithm). */
#include "backend-gcn/mir_build.h"

static unsigned
successors(struct mir_block *block, bool linear, struct mir_block *const **succs)
{
    *succs = linear ? block->linear_succs : block->logical_succs;
    return linear ? block->linear_succ_count : block->logical_succ_count;
}

/* Iterative depth-first walk; fills order from the back. */
static void
walk(struct mir_dominators *dom, struct arena *arena, const struct mir_function *function,
     bool linear)
{
    struct frame {
        struct mir_block *block;
        unsigned next;
    } *stack = ARENA_ARRAY(arena, function->block_count, struct frame);
    struct bitset seen = bitset_new(arena, function->block_count);
    struct mir_block **post = ARENA_ARRAY(arena, function->block_count, struct mir_block *);
    uint32_t depth = 0, count = 0;
    if (!function->entry)
        return;
    stack[depth++] = (struct frame){function->entry, 0};
    bitset_add(&seen, function->entry->id);
    while (depth) {
        struct frame *top = &stack[depth - 1];
        struct mir_block *const *succs;
        /* The last successor first, so that the first one follows its block in the order. */
        unsigned n = successors(top->block, linear, &succs);
        if (top->next == n) {
            post[count++] = top->block;
            depth--;
            continue;
        }
        struct mir_block *succ = succs[n - ++top->next];
        if (!bitset_has(&seen, succ->id)) {
            bitset_add(&seen, succ->id);
            stack[depth++] = (struct frame){succ, 0};
        }
    }
    for (uint32_t i = 0; i < count; i++)
        dom->order[i] = post[count - 1 - i];
    dom->count = count;
}

static struct mir_block *
intersect(const struct mir_dominators *dom, struct mir_block *a, struct mir_block *b)
{
    while (a != b) {
        while (dom->number[a->id] > dom->number[b->id])
            a = dom->idom[a->id];
        while (dom->number[b->id] > dom->number[a->id])
            b = dom->idom[b->id];
    }
    return a;
}

static bool
update(struct mir_dominators *dom, struct mir_block *block, bool linear)
{
    struct mir_block *idom = NULL;
    uint32_t count = linear ? block->linear_preds.count : block->logical_preds.count;
    struct mir_block **preds = linear ? block->linear_preds.at : block->logical_preds.at;
    for (uint32_t i = 0; i < count; i++) {
        struct mir_block *pred = preds[i];
        if (dom->number[pred->id] == UINT32_MAX)
            continue;
        if (dom->idom[pred->id] || dom->number[pred->id] == 0)
            idom = idom ? intersect(dom, idom, pred) : pred;
    }
    if (dom->idom[block->id] == idom)
        return false;
    dom->idom[block->id] = idom;
    return true;
}

/* Sizes of subtrees bottom-up, then places top-down: see ana_dom.c. */
static void
number_tree(struct mir_dominators *dom)
{
    for (uint32_t i = dom->count; i-- > 0;) { /* leave: size of the subtree for now */
        uint32_t id = dom->order[i]->id;
        dom->leave[id]++;
        if (dom->idom[id])
            dom->leave[dom->idom[id]->id] += dom->leave[id];
    }
    uint32_t next = 0;
    for (uint32_t i = 0; i < dom->count; i++) {
        uint32_t id = dom->order[i]->id, size = dom->leave[id];
        uint32_t *from = dom->idom[id] ? &dom->leave[dom->idom[id]->id] : &next;
        dom->enter[id] = *from;
        *from += size;
        dom->leave[id] = dom->enter[id] + 1; /* where its first child begins */
    }
}

struct mir_dominators *
mir_dominators(struct arena *arena, const struct mir_function *function, bool linear)
{
    struct mir_dominators *dom = ARENA_NEW(arena, struct mir_dominators);
    dom->order = ARENA_ARRAY(arena, function->block_count, struct mir_block *);
    dom->number = ARENA_ARRAY(arena, function->block_count, uint32_t);
    dom->idom = ARENA_ARRAY(arena, function->block_count, struct mir_block *);
    dom->enter = ARENA_ARRAY(arena, function->block_count, uint32_t);
    dom->leave = ARENA_ARRAY(arena, function->block_count, uint32_t);
    walk(dom, arena, function, linear);
    for (uint32_t i = 0; i < function->block_count; i++)
        dom->number[i] = UINT32_MAX;
    for (uint32_t i = 0; i < dom->count; i++)
        dom->number[dom->order[i]->id] = i;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 1; i < dom->count; i++)
            changed |= update(dom, dom->order[i], linear);
    }
    number_tree(dom);
    return dom;
}

bool
mir_dominates(const struct mir_dominators *dom, const struct mir_block *a,
              const struct mir_block *b)
{
    if (dom->number[b->id] == UINT32_MAX)
        return true;
    return dom->enter[a->id] <= dom->enter[b->id] && dom->enter[b->id] < dom->leave[a->id];
}

/* Reverse post-order and dominators.
 *
 * K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple, Fast Dominance Algorithm", 2001. */
#include "midend/analysis.h"

struct frame {
    struct ir_block *block;
    uint32_t next;
};

/* Fills dom->order from the back; a stack of its own, as functions may be deep. */
static void
walk(struct ana_dom *dom, struct ir_function *function, struct frame *stack)
{
    uint32_t depth = 0, at = function->block_count;
    stack[depth++] = (struct frame){function->entry, 0};
    dom->number[function->entry->id] = 0;
    while (depth) {
        struct frame *top = &stack[depth - 1];
        if (top->next < top->block->succ_count) {
            /* The last successor first: then succs[0] comes directly after its predecessor. */
            struct ir_block *succ = top->block->succs[top->block->succ_count - ++top->next];
            if (dom->number[succ->id] == UINT32_MAX) {
                dom->number[succ->id] = 0;
                stack[depth++] = (struct frame){succ, 0};
            }
        } else {
            dom->order[--at] = top->block;
            depth--;
        }
    }
    dom->order += at;
    dom->count = function->block_count - at;
    for (uint32_t i = 0; i < dom->count; i++)
        dom->number[dom->order[i]->id] = i;
}

static struct ir_block *
intersect(const struct ana_dom *dom, struct ir_block *a, struct ir_block *b)
{
    while (a != b) {
        while (dom->number[a->id] > dom->number[b->id])
            a = dom->idom[a->id];
        while (dom->number[b->id] > dom->number[a->id])
            b = dom->idom[b->id];
    }
    return a;
}

static void
find_idoms(struct ana_dom *dom, struct ir_block *entry)
{
    bool changed = true;
    dom->idom[entry->id] = entry;
    while (changed) {
        changed = false;
        for (uint32_t i = 1; i < dom->count; i++) {
            struct ir_block *block = dom->order[i], *idom = NULL;
            vec_foreach (struct ir_block *, pred, &block->preds) {
                if (dom->number[(*pred)->id] == UINT32_MAX || !dom->idom[(*pred)->id])
                    continue;
                idom = idom ? intersect(dom, *pred, idom) : *pred;
            }
            changed |= dom->idom[block->id] != idom;
            dom->idom[block->id] = idom;
        }
    }
    dom->idom[entry->id] = NULL;
}

/* Intervals: sizes of subtrees bottom-up, then places top-down. */
static void
number_tree(struct ana_dom *dom)
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
        /* leave of a numbered parent is the start of what its next child gets */
        uint32_t *from = dom->idom[id] ? &dom->leave[dom->idom[id]->id] : &next;
        dom->enter[id] = *from;
        *from += size;
        dom->leave[id] = dom->enter[id] + 1;
    }
}

struct ana_dom *
ana_dom(struct arena *arena, struct ir_function *function)
{
    struct ana_dom *dom = ARENA_NEW(arena, struct ana_dom);
    uint32_t count = function->block_count;
    dom->order = ARENA_ARRAY(arena, count, struct ir_block *);
    dom->number = ARENA_ARRAY(arena, count, uint32_t);
    dom->idom = ARENA_ARRAY(arena, count, struct ir_block *);
    dom->enter = ARENA_ARRAY(arena, count, uint32_t);
    dom->leave = ARENA_ARRAY(arena, count, uint32_t);
    for (uint32_t i = 0; i < count; i++)
        dom->number[i] = UINT32_MAX;
    walk(dom, function, ARENA_ARRAY(arena, count, struct frame));
    find_idoms(dom, function->entry);
    number_tree(dom);
    return dom;
}

bool
ana_dominates(const struct ana_dom *dom, const struct ir_block *a, const struct ir_block *b)
{
    return dom->enter[a->id] <= dom->enter[b->id] && dom->enter[b->id] < dom->leave[a->id];
}

/* Makes every loop reducible: a cycle that can be entered at several blocks gets one header, which
 * branches to the block that a selector phi names.
 *
 * goto into a loop is rare, so the price (a comparison per entry of the region) does not matter,
 * and the code does not grow as it would by node splitting.  Dominance survives: an entry of the
 * region is reachable without passing any block of the region, so none of them dominates it, and a
 * value of the region that dominates a use lies on every path from the last entry passed. */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/loops/merge_entries.h"

struct reducer {
    struct ir_function *function;
    struct arena *arena;
    struct ana_dom *dom;
    bool *forward, *backward; /* per block id: reached from the header, reaches the latch */
};

/* Is the edge part of the graph that is searched for cycles?  Proper back edges are not. */
static bool
counts(const struct reducer *r, const struct ir_block *from, const struct ir_block *to)
{
    return r->dom->number[from->id] != UINT32_MAX && !ana_dominates(r->dom, to, from);
}

static void
flood(struct reducer *r, struct ir_block *start, bool *reached, bool backward)
{
    VEC(struct ir_block *) stack = {0};
    vec_push(r->arena, &stack, start);
    reached[start->id] = true;
    while (stack.count) {
        struct ir_block *block = vec_pop(&stack);
        uint32_t count = backward ? block->preds.count : block->succ_count;
        for (uint32_t i = 0; i < count; i++) {
            struct ir_block *next = backward ? block->preds.at[i] : block->succs[i];
            bool edge = backward ? counts(r, next, block) : counts(r, block, next);
            if (edge && !reached[next->id]) {
                reached[next->id] = true;
                vec_push(r->arena, &stack, next);
            }
        }
    }
}

/* A retreating edge whose target does not dominate its source. */
static bool
find_edge(const struct reducer *r, struct ir_block **from, struct ir_block **to)
{
    for (uint32_t i = 0; i < r->dom->count; i++) {
        struct ir_block *block = r->dom->order[i];
        for (uint32_t k = 0; k < block->succ_count; k++)
            if (r->dom->number[block->succs[k]->id] <= i && counts(r, block, block->succs[k])) {
                *from = block;
                *to = block->succs[k];
                return true;
            }
    }
    return false;
}

static bool
in_region(const struct reducer *r, const struct ir_block *block)
{
    return r->forward[block->id] && r->backward[block->id];
}

static bool
is_entry(const struct reducer *r, const struct ir_block *block)
{
    for (uint32_t i = 0; i < block->preds.count; i++)
        if (counts(r, block->preds.at[i], block) && !in_region(r, block->preds.at[i]))
            return true;
    return false;
}

static void
make_reducible(struct reducer *r)
{
    struct merge_entries what = {0};
    for (uint32_t i = 0; i < r->dom->count; i++) {
        struct ir_block *block = r->dom->order[i];
        if (in_region(r, block) && is_entry(r, block))
            vec_push(r->arena, &what.entries, block);
    }
    what.whole = what.entries.count;
    merge_entries(r->arena, r->function, &what);
}

bool
lower_irreducible(struct ir_function *function)
{
    bool changed = false;
    /* One cycle at a time: the next search, with new dominators, finds those nested in it. */
    for (;;) {
        struct arena arena;
        struct ir_block *from, *to;
        arena_init_scratch(&arena, function->module->arena->allocator, function->module->guard);
        struct reducer r = {.function = function, .arena = &arena};
        r.dom = ana_dom(&arena, function);
        bool found = find_edge(&r, &from, &to);
        if (found) {
            r.forward = ARENA_ARRAY(&arena, function->block_count, bool);
            r.backward = ARENA_ARRAY(&arena, function->block_count, bool);
            flood(&r, to, r.forward, false);
            flood(&r, from, r.backward, true);
            make_reducible(&r);
            changed = true;
        }
        arena_free(&arena);
        if (!found)
            return changed;
    }
}

/* Makes every loop reducible: a cycle that can be entered at several blocks gets one header, which
 * branches to the block that a selector phi names.
 *
 * goto into a loop is rare, so the price (a comparison per entry of the region) does not matter,
 * and the code does not grow as it would by node splitting.  Dominance survives: an entry of the
 * region is reachable without passing any block of the region, so none of them dominates it, and a
 * value of the region that dominates a use lies on every path from the last entry passed. */
#include "midend/pass.h"

#include "midend/analysis.h"
#include "midend/ir_build.h"

struct reducer {
    struct ir_function *function;
    struct arena *arena;
    struct ana_dom *dom;
    bool *forward, *backward; /* per block id: reached from the header, reaches the latch */
};

struct edge {
    struct ir_block *from;
    uint32_t succ, entry;
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

typedef VEC(struct edge) edge_list;
typedef VEC(struct ir_block *) block_list;

/* All edges into entries.  Of two edges from one block the second gets a block of its own, so that
 * each predecessor of the header has one edge to it. */
static void
collect_edges(struct reducer *r, const block_list *entries, edge_list *edges)
{
    uint32_t *number = ARENA_ARRAY(r->arena, r->function->block_count, uint32_t);
    for (uint32_t e = 0; e < entries->count; e++)
        number[entries->at[e]->id] = e + 1;
    for (uint32_t i = 0; i < r->dom->count; i++) {
        struct ir_block *block = r->dom->order[i];
        bool first = false;
        for (uint32_t k = 0; k < block->succ_count; k++) {
            uint32_t entry = number[block->succs[k]->id];
            if (!entry)
                continue;
            struct edge edge = {block, k, entry - 1};
            if (first)
                edge = (struct edge){ir_split_edge(block, k), 0, entry - 1};
            vec_push(r->arena, edges, edge);
            first = true;
        }
    }
}

/* Phis of an entry move to the header, where the other entries' edges give undef. */
static void
move_phis(struct reducer *r, struct ir_block *header, struct ir_block *entry, uint32_t number,
          const edge_list *edges)
{
    struct ir_function *f = r->function;
    ir_id *args = ARENA_ARRAY(r->arena, edges->count, ir_id);
    ir_foreach_inst_safe (phi, entry) {
        if (phi->op != IR_OP_phi)
            break;
        enum ir_type type = (enum ir_type)phi->type;
        for (uint32_t i = 0; i < edges->count; i++)
            args[i] = edges->at[i].entry == number
                          ? phi->args[ir_pred_index(edges->at[i].from, edges->at[i].succ)].value
                          : ir_undef(f, type);
        struct ir_inst *moved = ir_inst_new(f, IR_OP_phi, type, 1, args, edges->count);
        moved->loc = phi->loc;
        ir_append(header, moved);
        ir_replace_uses(f, phi->def, moved->def);
        ir_remove(phi);
    }
}

/* header: if selector == 0 goto entry 0; else if selector == 1 ... */
static void
dispatch(struct reducer *r, struct ir_block *header, ir_id selector, const block_list *entries)
{
    struct ir_builder b = {.function = r->function, .block = header};
    for (uint32_t i = 0; i + 1 < entries->count; i++) {
        bool last = i + 2 == entries->count;
        struct ir_block *next = last ? entries->at[i + 1] : ir_block_after(b.block);
        ir_id is_it = ir_build2(&b, IR_OP_eq, IR_I1, selector, ir_const(r->function, IR_I32, i));
        ir_build_cbr(&b, is_it, entries->at[i], next);
        b.block = next;
    }
}

static void
make_reducible(struct reducer *r)
{
    struct ir_function *f = r->function;
    block_list entries = {0};
    edge_list edges = {0};
    for (uint32_t i = 0; i < r->dom->count; i++) {
        struct ir_block *block = r->dom->order[i];
        if (in_region(r, block) && is_entry(r, block))
            vec_push(r->arena, &entries, block);
    }
    collect_edges(r, &entries, &edges);
    struct ir_block *header = ir_block_after(entries.at[0]->prev);
    ir_id *numbers = ARENA_ARRAY(r->arena, edges.count, ir_id);
    for (uint32_t i = 0; i < edges.count; i++)
        numbers[i] = ir_const(f, IR_I32, edges.at[i].entry);
    struct ir_inst *selector = ir_inst_new(f, IR_OP_phi, IR_I32, 1, numbers, edges.count);
    ir_append(header, selector);
    for (uint32_t i = 0; i < entries.count; i++)
        move_phis(r, header, entries.at[i], i, &edges);
    struct ir_inst *phis = header->first;
    header->first = header->last = NULL; /* hidden while edges are added: phis are complete */
    for (uint32_t i = 0; i < edges.count; i++)
        ir_redirect(edges.at[i].from, edges.at[i].succ, header);
    header->first = phis;
    for (header->last = phis; header->last->next;)
        header->last = header->last->next;
    dispatch(r, header, selector->def, &entries);
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

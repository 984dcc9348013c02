/* Reverse post-order and dominators, of graphs of plain numbers and of functions.
 *
 * Semidominators with path compression, immediate dominators as nearest common ancestors: L.
 * Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", 2005 (SEMI-NCA).  The
 * work grows with the edges, however long the chains of dominators are. */
#include "midend/analysis/analysis.h"

typedef const uint32_t (*successors)[2];

struct frame {
    uint32_t block, next;
};

/* A block in the order in which the walk enters them; parent and the like are such positions. */
struct node {
    uint32_t block, parent, idom, semi;
    uint32_t label;    /* where the smallest semi is between here and ancestor */
    uint32_t ancestor; /* as parent, but with paths made short */
};

/* Fills dom->order from the back, the nodes and, for the time being, dom->enter with their positions;
 * with an explicit stack, because functions may be deep. */
static void
walk(struct dominators *dom, uint32_t block_count, uint32_t entry, successors succs,
     struct node *nodes, struct frame *stack)
{
    uint32_t depth = 0, at = block_count, entered = 0;
    stack[depth++] = (struct frame){entry, 0};
    dom->number[entry] = 0;
    nodes[entered++] = (struct node){.block = entry};
    while (depth) {
        struct frame *top = &stack[depth - 1];
        if (top->next < 2) {
            /* The last successor first: then the first comes directly after its predecessor. */
            uint32_t succ = succs[top->block][1 - top->next++];
            if (succ != UINT32_MAX && dom->number[succ] == UINT32_MAX) {
                dom->number[succ] = 0;
                uint32_t parent = dom->enter[top->block];
                dom->enter[succ] = entered;
                nodes[entered] = (struct node){succ, parent, parent, parent, entered, parent};
                entered++;
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

/* The node with the smallest semi on the way from `at` up to the nodes before `linked`, which have not
 * been looked at yet. */
static uint32_t
find_least(struct node *nodes, uint32_t at, uint32_t linked, uint32_t *path)
{
    uint32_t length = 0;
    if (nodes[at].ancestor < linked)
        return nodes[at].label;
    for (; nodes[at].ancestor >= linked; at = nodes[at].ancestor)
        path[length++] = at;
    while (length) {
        uint32_t above = at;
        at = path[--length];
        if (nodes[nodes[above].label].semi < nodes[nodes[at].label].semi)
            nodes[at].label = nodes[above].label;
        nodes[at].ancestor = nodes[above].ancestor;
    }
    return nodes[at].label;
}

static void
find_idoms(struct dominators *dom, struct node *nodes, const uint32_t *first, const uint32_t *preds,
           uint32_t *path)
{
    for (uint32_t i = dom->count; i-- > 1;) {
        uint32_t block = nodes[i].block, semi = nodes[i].parent;
        for (uint32_t k = first[block]; k < first[block + 1]; k++) {
            uint32_t least = find_least(nodes, dom->enter[preds[k]], i + 1, path);
            uint32_t other = least > i ? nodes[least].semi : least;
            semi = other < semi ? other : semi;
        }
        nodes[i].semi = semi;
    }
    for (uint32_t i = 1; i < dom->count; i++) {
        struct node *node = &nodes[i];
        while (node->idom > node->semi)
            node->idom = nodes[node->idom].idom;
        dom->idom[node->block] = nodes[node->idom].block;
    }
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
    struct node *nodes = ARENA_ARRAY(arena, block_count, struct node);
    walk(dom, block_count, entry, succs, nodes, ARENA_ARRAY(arena, block_count, struct frame));
    uint32_t *preds = find_preds(arena, dom, block_count, succs, &first);
    find_idoms(dom, nodes, first, preds, ARENA_ARRAY(arena, dom->count, uint32_t));
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

struct ir_block **
ana_tree_order(struct arena *arena, const struct ana_dom *dom)
{
    uint32_t count = dom->count;
    struct ir_block **order = ARENA_ARRAY(arena, count + 1u, struct ir_block *);
    /* enter[] are distinct numbers below twice the count: place, then close the gaps */
    struct ir_block **places = ARENA_ARRAY(arena, 2 * (size_t)count + 2, struct ir_block *);
    uint32_t used = 0;
    for (uint32_t i = 0; i < count; i++)
        places[dom->graph->enter[dom->order[i]->id]] = dom->order[i];
    for (uint32_t i = 0; i < 2 * count + 2; i++)
        if (places[i])
            order[used++] = places[i];
    return order;
}

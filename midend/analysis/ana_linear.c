/* Plan of a wave's walk; see analysis.h.  A fixed point over the sets of pending blocks: they only
 * grow, a branch once masked stays masked, and a block pending needlessly costs only a test. */
#include "midend/analysis/analysis.h"

#define NOWHERE UINT32_MAX

struct planner {
    struct arena *arena;
    const struct linear_graph *graph;
    struct linear_plan *plan;
    struct sparse_set rest; /* pending blocks and targets that remain on the edge being looked at */
    bool changed;
};

static uint32_t
smallest(const struct sparse_set *set)
{
    return sparse_next(set, 0);
}

/* An edge into a block with p->rest (the block itself taken out here) pending there. */
static void
enter(struct planner *p, uint32_t to, bool from_pending, bool maybe_empty)
{
    struct linear_plan *plan = p->plan;
    bool was_pending = sparse_has(&p->rest, to);
    sparse_remove(&p->rest, to);
    p->changed |= sparse_union(p->arena, &plan->pending[to], &p->rest);
    if (from_pending && !plan->joins[to])
        plan->joins[to] = p->changed = true;
    /* When nothing else is pending, all lanes that are left are here. */
    if (maybe_empty && smallest(&p->rest) != NOWHERE && !plan->may_be_empty[to])
        plan->may_be_empty[to] = p->changed = true;
    if (was_pending)
        sparse_add(p->arena, &p->rest, to);
}

/* Can the branch stay a branch?  It can if the wave would continue at each target in any case. */
static bool
is_clean(const struct planner *p, uint32_t block)
{
    uint32_t first = smallest(&p->plan->pending[block]);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t to = p->graph->succs[block][i];
        if (to != NOWHERE && to > first)
            return false;
    }
    return true;
}

static void
plan_plain(struct planner *p, uint32_t block)
{
    for (unsigned i = 0; i < 2; i++) {
        uint32_t to = p->graph->succs[block][i];
        p->plan->next[block][i] = to;
        if (to == NOWHERE)
            continue;
        sparse_copy(p->arena, &p->rest, &p->plan->pending[block]);
        enter(p, to, sparse_has(&p->rest, to), false);
    }
}

static bool
is_target(const struct planner *p, uint32_t block, uint32_t to)
{
    return p->graph->succs[block][0] == to || p->graph->succs[block][1] == to;
}

static void
plan_masked(struct planner *p, uint32_t block)
{
    const struct sparse_set *pending = &p->plan->pending[block];
    uint32_t(*next)[2] = &p->plan->next[block];
    uint32_t back = NOWHERE, targets = 0;
    sparse_copy(p->arena, &p->rest, pending);
    for (unsigned i = 0; i < 2; i++) {
        uint32_t to = p->graph->succs[block][i];
        if (to == NOWHERE)
            continue;
        targets += i == 0 || to != p->graph->succs[block][0];
        if (to <= block)
            back = to;
        else
            sparse_add(p->arena, &p->rest, to);
    }
    /* A back edge comes first: lanes that leave the loop wait until no lane is left in it. */
    uint32_t first = back != NOWHERE ? back : smallest(&p->rest);
    (*next)[0] = first;
    (*next)[1] = NOWHERE;
    if (first == NOWHERE)
        return;
    enter(p, first, sparse_has(pending, first), false);
    if (first != back)
        sparse_remove(&p->rest, first);
    /* This block has lanes, and they all go to first if that is the only target: it is never
     * skipped. */
    uint32_t second = smallest(&p->rest);
    if (second == NOWHERE || (targets == 1 && is_target(p, block, first)))
        return;
    (*next)[1] = second;
    /* second is entered when no lane goes to first.  If these two are the only targets, all lanes
     * of this block go to second then, so it is not empty. */
    bool all_here = is_target(p, block, second) &&
                    (targets == 1 || (targets == 2 && is_target(p, block, first)));
    enter(p, second, sparse_has(pending, second), !all_here);
}

static void
plan_block(struct planner *p, uint32_t block)
{
    struct linear_plan *plan = p->plan;
    if (plan->may_be_empty[block]) {
        plan->guard[block] = smallest(&plan->pending[block]);
        sparse_copy(p->arena, &p->rest, &plan->pending[block]);
        if (plan->guard[block] != NOWHERE)
            enter(p, plan->guard[block], true, true);
    }
    if (!plan->masked[block] && (p->graph->divergent[block] || !is_clean(p, block)))
        plan->masked[block] = p->changed = true;
    if (plan->masked[block])
        plan_masked(p, block);
    else
        plan_plain(p, block);
}

struct linear_plan *
ana_linear(struct arena *arena, const struct linear_graph *graph)
{
    struct linear_plan *plan = ARENA_NEW(arena, struct linear_plan);
    struct planner planner = {.arena = arena, .graph = graph, .plan = plan};
    plan->masked = ARENA_ARRAY(arena, graph->count, bool);
    plan->joins = ARENA_ARRAY(arena, graph->count, bool);
    plan->may_be_empty = ARENA_ARRAY(arena, graph->count, bool);
    plan->guard = ARENA_ARRAY(arena, graph->count, uint32_t);
    plan->pending = ARENA_ARRAY(arena, graph->count, struct sparse_set);
    plan->next = arena_array(arena, graph->count, sizeof *plan->next);
    for (uint32_t i = 0; i < graph->count; i++)
        plan->guard[i] = NOWHERE;
    do {
        planner.changed = false;
        for (uint32_t i = 0; i < graph->count; i++) {
            guard_poll(arena->guard);
            plan_block(&planner, i);
        }
    } while (planner.changed);
    return plan;
}

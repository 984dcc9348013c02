/* Code that control does not reach, and cases that control falls into.
 *
 * -Wunreachable-code -Wunreachable-code-return -Wimplicit-fallthrough (off) */
#include "sema/warn/warn_flow.h"

/* Code that other values of configuration macros would reach is not dead for good. */
static void
reach_configured(struct flow_graph *g)
{
    bool more = true;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < g->blocks.count; i++) {
            const struct flow_block *block = &g->blocks.at[i];
            if (!block->is_reached || !block->configured ||
                g->blocks.at[block->configured - 1].is_reached)
                continue;
            flow_reach_from(g, block->configured - 1);
            more = true;
        }
    }
}

/* Reports only the first block of dead code: the one to which no other dead block leads. */
static void
report_dead(struct flow_graph *g)
{
    uint32_t count = g->blocks.count;
    bool *has_before = ARENA_ARRAY(g->w->s->arena, count, bool);
    reach_configured(g);
    for (uint32_t i = 0; i < count; i++) {
        const struct flow_block *block = &g->blocks.at[i];
        for (uint32_t k = block->first_edge; k < block->edge_end && !block->is_reached; k++)
            if (block->start)
                has_before[g->edges.at[k].to] = true;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct flow_block *block = &g->blocks.at[i];
        if (block->is_reached || !block->start || has_before[i] ||
            warn_in_macro(g->w, block->start))
            continue;
        if (block->is_return)
            diag_warning(g->w->diag, block->start, unreachable_return);
        else
            diag_warning(g->w->diag, block->start, unreachable_code);
    }
}

static void
report_reach(struct flow_graph *g)
{
    if (diag_is_on(g->w->diag, DIAG_unreachable_code) ||
        diag_is_on(g->w->diag, DIAG_unreachable_return))
        report_dead(g);
    vec_foreach (struct fallthrough, fall, &g->fallthroughs)
        if (g->blocks.at[fall->from].is_reached)
            diag_warning(g->w->diag, fall->label->loc, implicit_fallthrough);
}

void
warn_flow(struct warn *w)
{
    struct flow_graph graph;
    flow_build(&graph, w);
    flow_uninitialized(&graph);
    report_reach(&graph);
}

/* Cached facts about a function's graph: side arrays indexed by block id or value id. */
#ifndef OCC_MIDEND_ANALYSIS_ANALYSIS_H
#define OCC_MIDEND_ANALYSIS_ANALYSIS_H

#include "midend/ir/ir.h"
#include "support/sparse_set.h"

/* ana_dom.c: reverse post-order and dominators.
 *
 * Works on plain numbers so that IR and machine IR share it: blocks are 0 to block_count - 1, succs
 * holds UINT32_MAX where there is no successor.  All arrays live in the arena. */
struct dominators {
    uint32_t *order; /* reachable blocks in reverse post-order */
    uint32_t count;
    uint32_t *number;        /* block -> position in order, UINT32_MAX: unreachable */
    uint32_t *idom;          /* block -> immediate dominator; UINT32_MAX: entry or unreachable */
    uint32_t *enter, *leave; /* block -> interval in a walk of the dominator tree */
};
struct dominators *dominators(struct arena *arena, uint32_t block_count, uint32_t entry,
                              const uint32_t (*succs)[2]);
/* Both reachable. */
bool dominates(const struct dominators *dom, uint32_t a, uint32_t b);

/* The same for a function, with its blocks. */
struct ana_dom {
    struct dominators *graph;
    struct ir_block **order; /* reachable blocks in reverse post-order */
    uint32_t count;
    const uint32_t *number; /* block id -> position in order, UINT32_MAX: unreachable */
    struct ir_block **idom; /* block id -> immediate dominator; NULL for the entry */
};
struct ana_dom *ana_dom(struct arena *arena, struct ir_function *function);
bool ana_dominates(const struct ana_dom *dom, const struct ir_block *a, const struct ir_block *b);
/* The reachable blocks in an order in which dominators come first, each subtree in one run; in the arena. */
struct ir_block **ana_tree_order(struct arena *arena, const struct ana_dom *dom);

/* ana_bits.c: the unsigned value is below 2 to that power; at most the width of its type. */
unsigned ana_most_bits(const struct ir_function *function, ir_id id);
/* The value is a multiple of 2 to that power. */
unsigned ana_low_zeros(const struct ir_function *function, ir_id id);

/* ana_loop.c: natural loops.  Irreducible graphs are made reducible by lower_irreducible. */
struct ana_loop {
    struct ir_block *header, *latch; /* latch: NULL when there are several */
    struct ana_loop *parent;
    uint32_t depth; /* 1: outermost */
    uint32_t block_count;
    uint32_t exit_count; /* edges that leave it */
    bool is_innermost;
};
struct ana_loops {
    struct ana_loop **of;       /* block id -> innermost loop, NULL: none */
    VEC(struct ana_loop *) all; /* outer before inner */
};
struct ana_loops *ana_loops(struct arena *arena, struct ir_function *function,
                            const struct ana_dom *dom);
bool ana_loop_contains(const struct ana_loop *outer, const struct ana_loop *inner);

/* ana_linear.c: how a wave walks a graph in which lanes part.
 *
 * Blocks have a linear order in which every loop is contiguous and ends with its only latch.  Lanes
 * that wait for a later block are pending there.  At the end of block B, with pending set P and
 * targets T, the wave goes on at the smallest of P and T in the order; a branch whose lanes all go
 * one way stays a branch where its target is that smallest one and not pending already; otherwise
 * it is carried out as a divergent one.  (After thread frontiers, Diamos et al., MICRO 2011.)
 *
 * Works on plain numbers so that IR and machine IR share it. */
struct linear_graph {
    uint32_t count;             /* blocks, numbered in linear order; the last is the only exit */
    const uint32_t (*succs)[2]; /* UINT32_MAX: none; back edges go to smaller-or-equal numbers */
    const bool *divergent;      /* per block: two successors and lanes may part */
};
struct linear_edge {
    uint32_t to; /* block entered */
    bool skip;   /* taken when no lane goes on to the previous choice (execz) */
};
struct linear_plan {
    bool *masked; /* per block: its branch is carried out with masks (divergent, or not clean) */
    bool *joins;  /* per block: entered with pending lanes on some edge: exec |= pending */
    bool *may_be_empty; /* per block: may be reached with no lane of its own: it starts with a
                           test of exec that goes on to guard[] when no lane is there */
    uint32_t *guard;    /* per block: smallest of pending; UINT32_MAX: block is never empty */
    struct sparse_set *pending; /* per block: blocks (larger numbers, itself excluded) that may hold
                                 waiting lanes while it executes */
    uint32_t (*next)[2]; /* per block: where the wave goes: for a plain branch the successors;
                            for a masked one [0] the smallest, [1] the block after it if the
                            first may be skipped, UINT32_MAX: none */
};
/* Carrying the plan out, waiting[X] being a mask that is 0 at the start:
 *   end of a masked block B: for each successor S: waiting[S] |= lanes of B that go to S;
 *     if next[1] exists and waiting[next[0]] == 0: enter next[1], else enter next[0]
 *   end of a plain block: enter the successor that the branch gives, with the lanes of B
 *   enter X: exec = (plain edge ? exec : 0) | waiting[X]; waiting[X] = 0;
 *     if may_be_empty[X] and exec == 0: enter guard[X] (not a plain edge)
 * waiting[X] can be other than 0 only for X in pending of the block left, or a successor of it. So
 * exec is never 0 in the body of a block.  test/midend/test_ana_linear.c runs exactly this. */
struct linear_plan *ana_linear(struct arena *arena, const struct linear_graph *graph);

/* ana_divergence.c: which values differ between lanes, and the plan that this follows from.
 *
 * Fixed point of: sources (IR_DIVERGENT ops, divergent loads), data flow, phis of blocks that
 * ana_linear says join lanes, and uniform values used outside a loop that lanes leave at different
 * times (temporal divergence; lower_divergence makes those lane_copy). */
struct ana_divergence {
    bool *divergent;          /* per value id */
    bool *branch_divergent;   /* per block id: the terminator's lanes may part (plan->masked) */
    struct ir_block **linear; /* blocks in linear order */
    uint32_t count;
    uint32_t *number; /* block id -> position in linear */
    struct linear_plan *plan;
};
struct ana_divergence *ana_divergence(struct arena *arena, struct ir_function *function);
/* May lanes leave the loop in different iterations? */
bool ana_leaves_apart(const struct ana_divergence *divergence, const struct ana_loops *loops,
                      const struct ana_loop *loop);
/* May the argument differ between the lanes that execute the user?  Also by temporal divergence; the
 * user is no phi. */
bool ana_differs_at(const struct ana_divergence *divergence, const struct ana_loops *loops,
                    const struct ir_inst *user, uint32_t index);

/* ana_calls.c: who calls whom.  OpenCL has no recursion, and lower_function_pointers leaves no pointers to
 * functions: the graph is whole and has no cycles. */
struct ana_callee {
    struct ir_function *function;
    VEC(struct ir_inst *) sites; /* the calls of it; which: see below */
    uint32_t size;               /* instructions; 0: not counted yet (inline_plan.c) */
};
struct ana_calls {
    struct arena *arena;
    struct ir_function **order; /* what the roots reach, callees before their callers */
    uint32_t count;
    struct map callees; /* function -> struct ana_callee */
};
/* The roots are the functions with a body for which is_root holds.  with_sites: each callee has the
 * list of its calls; otherwise ana_calls_note adds those of one caller. */
struct ana_calls *ana_calls(struct arena *arena, struct ir_module *module,
                            bool (*is_root)(const struct ir_function *function,
                                            const void *context),
                            const void *context, bool with_sites);
/* The module's, while pipelines run that keep them; else those from every function, with sites. */
struct ana_calls *ana_calls_at_hand(struct arena *arena, struct ir_module *module);
void ana_calls_note(struct ana_calls *calls, const struct ir_function *caller);
/* NULL: the roots do not reach it. */
struct ana_callee *ana_calls_of(const struct ana_calls *calls, const struct ir_function *function);

/* ana_effects.c: what a call of the function does besides giving results, from its body and from
 * the effects of those that it calls: enum ir_effect. */
uint8_t ana_effects(const struct ir_function *function);

#endif

/* ana_linear on random graphs: the plan is carried out with masks, and each lane must see the
 * blocks that it would see alone. */
#include "midend/analysis/analysis.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_BLOCKS = 48, LANES = 16, MAX_STEPS = 100000 };
#define NONE UINT32_MAX

static uint64_t state;

static uint32_t
random_below(uint32_t n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33) % n;
}

/* ---- graphs: numbered in linear order, loops are intervals, entered at their start only ---- */

struct random_graph {
    uint32_t count;
    uint32_t succs[MAX_BLOCKS][2];
    bool divergent[MAX_BLOCKS];
    uint32_t loop_end[MAX_BLOCKS];     /* header -> latch; NONE */
    uint32_t parent_start[MAX_BLOCKS]; /* innermost loop's header; NONE */
};

static void
make_loops(struct random_graph *g, uint32_t from, uint32_t to, unsigned depth)
{
    for (uint32_t i = from; i <= to && depth < 4; i++) {
        if (random_below(4) != 0 || i + 1 > to)
            continue;
        uint32_t end = i + random_below(to - i + 1);
        g->loop_end[i] = end;
        for (uint32_t k = i; k <= end; k++)
            g->parent_start[k] = i;
        make_loops(g, i + 1, end ? end - 1 : 0, depth + 1);
        i = end;
    }
}

/* Forward edges may not lead into the middle of a loop that does not hold the source. */
static bool
may_go(const struct random_graph *g, uint32_t from, uint32_t to)
{
    for (uint32_t header = 0; header < g->count; header++) {
        uint32_t end = g->loop_end[header];
        if (end != NONE && to > header && to <= end && !(from >= header && from <= end))
            return false;
    }
    return to > from;
}

static uint32_t
forward_target(const struct random_graph *g, uint32_t from)
{
    for (unsigned tries = 0; tries < 20; tries++) {
        uint32_t span = random_below(3) ? 4 : g->count;
        uint32_t to = from + 1 + random_below(span);
        if (to < g->count && may_go(g, from, to))
            return to;
    }
    return from + 1;
}

static void
make_graph(struct random_graph *g)
{
    memset(g, 0, sizeof *g);
    g->count = 3 + random_below(MAX_BLOCKS - 3);
    for (uint32_t i = 0; i < g->count; i++)
        g->loop_end[i] = g->parent_start[i] = NONE;
    make_loops(g, 1, g->count - 2, 0);
    for (uint32_t i = 0; i + 1 < g->count; i++) {
        uint32_t header = g->parent_start[i];
        bool is_latch = header != NONE && g->loop_end[header] == i;
        bool plain = random_below(3) == 0;
        g->succs[i][0] = is_latch ? header : plain ? i + 1 : forward_target(g, i);
        g->succs[i][1] = NONE;
        if (is_latch ? random_below(2) : !plain)
            g->succs[i][1] = forward_target(g, i);
        if (!is_latch && !may_go(g, i, g->succs[i][0])) /* i + 1 after a loop is always right */
            g->succs[i][0] = i + 1;
        if (random_below(2) && g->succs[i][1] != NONE) {
            uint32_t swap = g->succs[i][0];
            g->succs[i][0] = g->succs[i][1];
            g->succs[i][1] = swap;
        }
        if (g->succs[i][1] == g->succs[i][0])
            g->succs[i][1] = NONE;
        g->divergent[i] = g->succs[i][1] != NONE && random_below(2);
    }
    g->succs[g->count - 1][0] = g->succs[g->count - 1][1] = NONE;
    for (uint32_t i = 0; i + 1 < g->count; i++) { /* a loop without exit would never end */
        uint32_t end = g->loop_end[i];
        if (end != NONE && g->succs[end][1] == NONE) {
            g->succs[end][1] = end + 1;
            g->divergent[end] = random_below(2);
        }
    }
}

/* ---- carrying out the plan, as analysis.h says ---- */

struct wave {
    const struct random_graph *graph;
    const struct linear_plan *plan;
    uint32_t exec, waiting[MAX_BLOCKS];
    uint32_t visits[MAX_BLOCKS];
    uint32_t place[LANES]; /* where each lane has to go next: its own successor */
    uint64_t seed;
};

static unsigned
decide(const struct wave *w, uint32_t block, uint32_t lane)
{
    uint64_t x = w->seed ^ (uint64_t)block << 40 ^ (uint64_t)w->visits[block] << 20 ^ lane;
    x = (x ^ x >> 33) * UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ x >> 29) * UINT64_C(0xc4ceb9fe1a85ec53);
    uint32_t back = NONE;
    for (unsigned i = 0; i < 2; i++)
        if (w->graph->succs[block][i] <= block)
            back = i;
    if (back != NONE && w->visits[block] > 12) /* loops end */
        return back == 0;
    return x >> 40 & 1;
}

static uint32_t
target(const struct wave *w, uint32_t block, uint32_t lane)
{
    const uint32_t *succs = w->graph->succs[block];
    if (succs[1] == NONE)
        return succs[0];
    return succs[decide(w, block, w->graph->divergent[block] ? lane : 0)];
}

static void
check_waiting(const struct wave *w, uint32_t block)
{
    for (uint32_t x = 0; x < w->graph->count; x++)
        if (w->waiting[x])
            assert_true(x != block && sparse_has(&w->plan->pending[block], x));
}

/* Enters a block; returns the block whose body runs, after guards. */
static uint32_t
enter(struct wave *w, uint32_t block, bool plain)
{
    for (;;) {
        uint32_t own = plain ? w->exec : 0;
        if (own && w->waiting[block])
            assert_true(w->plan->joins[block]);
        w->exec = own | w->waiting[block];
        w->waiting[block] = 0;
        check_waiting(w, block);
        if (w->exec)
            return block;
        assert_true(w->plan->may_be_empty[block]);
        block = w->plan->guard[block];
        assert_true(block != NONE);
        plain = false;
    }
}

static uint32_t
leave(struct wave *w, uint32_t block)
{
    const struct linear_plan *plan = w->plan;
    uint32_t first = NONE;
    bool same = true;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        if (!(w->exec >> lane & 1))
            continue;
        w->place[lane] = target(w, block, lane);
        if (first == NONE)
            first = w->place[lane];
        same &= w->place[lane] == first;
    }
    w->visits[block]++;
    if (!plan->masked[block]) {
        assert_true(same);
        return enter(w, first, true);
    }
    for (uint32_t lane = 0; lane < LANES; lane++)
        if (w->exec >> lane & 1)
            w->waiting[w->place[lane]] |= 1u << lane;
    const uint32_t *next = plan->next[block];
    uint32_t to = next[1] != NONE && !w->waiting[next[0]] ? next[1] : next[0];
    return enter(w, to, false);
}

/* Lanes of one entry that come from different predecessors or times meet only where joins says. */
static void
run(const struct random_graph *graph, const struct linear_plan *plan, uint64_t seed)
{
    struct wave w = {.graph = graph, .plan = plan, .seed = seed, .exec = (1u << LANES) - 1};
    uint32_t block = 0, last = graph->count - 1, steps = 0;
    uint32_t from[LANES];
    memset(from, 0xff, sizeof from);
    while (block != last) {
        assert_true(steps++ < MAX_STEPS);
        uint32_t source = NONE, before = w.exec;
        (void)before;
        for (uint32_t lane = 0; lane < LANES; lane++) {
            if (!(w.exec >> lane & 1))
                continue;
            assert_true(block == 0 || w.place[lane] == block);
            if (source != NONE && source != from[lane])
                assert_true(plan->joins[block]);
            source = from[lane];
        }
        for (uint32_t lane = 0; lane < LANES; lane++)
            if (w.exec >> lane & 1)
                from[lane] = block;
        block = leave(&w, block);
    }
    assert_int_equal(w.exec, (1u << LANES) - 1);
    for (uint32_t i = 0; i < graph->count; i++)
        assert_int_equal(w.waiting[i], 0);
}

static struct linear_plan *
plan_of(struct arena *arena, const struct random_graph *g)
{
    struct linear_graph graph = {g->count, g->succs, g->divergent};
    return ana_linear(arena, &graph);
}

static void
test_random(void **unused)
{
    (void)unused;
    struct arena arena;
    uint32_t masked = 0, empty = 0, plain = 0;
    arena_init(&arena, NULL, NULL);
    for (uint32_t round = 0; round < 3000; round++) {
        struct random_graph graph;
        state = round * 977 + 1;
        make_graph(&graph);
        struct linear_plan *plan = plan_of(&arena, &graph);
        for (uint32_t i = 0; i < graph.count; i++) {
            masked += plan->masked[i];
            empty += plan->may_be_empty[i];
            plain += !plan->masked[i] && graph.succs[i][1] != NONE;
        }
        for (uint64_t seed = 1; seed < 9; seed++)
            run(&graph, plan, seed * 0x9e3779b97f4a7c15 + round);
        arena_free(&arena);
    }
    assert_true(masked > 1000 && empty > 100 && plain > 1000);
}

/* if (c) then; join: no guard, no mask but that of the branch. */
static void
test_if(void **unused)
{
    (void)unused;
    struct arena arena;
    arena_init(&arena, NULL, NULL);
    struct random_graph g = {.count = 3, .succs = {{1, 2}, {2, NONE}, {NONE, NONE}}};
    g.divergent[0] = true;
    struct linear_plan *plan = plan_of(&arena, &g);
    assert_true(plan->masked[0] && !plan->masked[1]);
    assert_int_equal(plan->next[0][0], 1);
    assert_int_equal(plan->next[0][1], 2);
    assert_true(plan->joins[2] && !plan->joins[1]);
    assert_false(plan->may_be_empty[1] || plan->may_be_empty[2]);
    arena_free(&arena);
}

/* A uniform branch that jumps over a block where lanes wait cannot stay a branch:
 * 0: divergent to 1 or 3; 1: uniform to 2 or 4; 2 -> 4; 3 -> 4 */
static void
test_uniform_not_clean(void **unused)
{
    (void)unused;
    struct arena arena;
    arena_init(&arena, NULL, NULL);
    struct random_graph g = {.count = 5,
                             .succs = {{1, 3}, {2, 4}, {4, NONE}, {4, NONE}, {NONE, NONE}}};
    g.divergent[0] = true;
    struct linear_plan *plan = plan_of(&arena, &g);
    assert_true(plan->masked[1] && plan->masked[2] && !plan->masked[3]);
    assert_int_equal(plan->next[2][0], 3);
    assert_true(plan->joins[4]);
    arena_free(&arena);
}

/* A loop that all lanes leave together: nothing is masked; with a divergent exit the exit joins. */
static void
test_loop(void **unused)
{
    (void)unused;
    struct arena arena;
    arena_init(&arena, NULL, NULL);
    struct random_graph g = {.count = 5,
                             .succs = {{1, NONE}, {2, 4}, {3, 4}, {1, NONE}, {NONE, NONE}}};
    struct linear_plan *plan = plan_of(&arena, &g);
    for (int i = 0; i < 5; i++)
        assert_false(plan->masked[i] || plan->joins[i]);
    g.divergent[2] = true;
    plan = plan_of(&arena, &g);
    assert_true(plan->masked[2] && plan->joins[4] && !plan->joins[1]);
    assert_true(sparse_has(&plan->pending[1], 4));
    assert_int_equal(plan->next[2][0], 3);
    assert_int_equal(plan->next[2][1], 4);
    arena_free(&arena);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_if),
        cmocka_unit_test(test_uniform_not_clean),
        cmocka_unit_test(test_loop),
        cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

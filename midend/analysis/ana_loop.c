/* Natural loops: the blocks that reach a back edge without passing its header. */
#include "midend/analysis/analysis.h"

struct finder {
    struct arena *arena;
    const struct ana_dom *dom;
    struct ana_loops *loops;
    VEC(struct ir_block *) stack;
};

static bool
is_back_edge(const struct ana_dom *dom, const struct ir_block *from, const struct ir_block *to)
{
    return dom->number[from->id] != UINT32_MAX && ana_dominates(dom, to, from);
}

/* Backwards from the latches; loops found earlier are inner ones and are stepped over whole. */
static void
fill(struct finder *f, struct ana_loop *loop)
{
    while (f->stack.count) {
        struct ir_block *block = vec_pop(&f->stack);
        struct ana_loop *inner = f->loops->of[block->id];
        if (!inner) {
            f->loops->of[block->id] = loop;
        } else {
            while (inner != loop && inner->parent)
                inner = inner->parent;
            if (inner == loop)
                continue;
            inner->parent = loop;
            block = inner->header;
        }
        if (block == loop->header)
            continue;
        vec_foreach (struct ir_block *, pred, &block->preds)
            if (f->dom->number[(*pred)->id] != UINT32_MAX)
                vec_push(f->arena, &f->stack, *pred);
    }
}

static void
find_loop(struct finder *f, struct ir_block *header)
{
    struct ana_loop *loop = NULL;
    uint32_t latches = 0;
    guard_poll(f->arena->guard);
    vec_foreach (struct ir_block *, pred, &header->preds) {
        if (!is_back_edge(f->dom, *pred, header))
            continue;
        if (!loop) {
            loop = ARENA_NEW(f->arena, struct ana_loop);
            loop->header = header;
        }
        loop->latch = ++latches == 1 ? *pred : NULL;
        vec_push(f->arena, &f->stack, *pred);
    }
    if (!loop)
        return;
    vec_push(f->arena, &f->loops->all, loop);
    f->loops->of[header->id] = loop;
    fill(f, loop);
}

static void
count_block(const struct ana_loops *loops, const struct ir_block *block)
{
    for (struct ana_loop *loop = loops->of[block->id]; loop; loop = loop->parent) {
        loop->block_count++;
        for (uint32_t i = 0; i < block->succ_count; i++)
            loop->exit_count += !ana_loop_contains(loop, loops->of[block->succs[i]->id]);
    }
}

struct ana_loops *
ana_loops(struct arena *arena, struct ir_function *function, const struct ana_dom *dom)
{
    struct ana_loops *loops = ARENA_NEW(arena, struct ana_loops);
    struct finder finder = {.arena = arena, .dom = dom, .loops = loops};
    loops->of = ARENA_ARRAY(arena, function->block_count, struct ana_loop *);
    for (uint32_t i = dom->count; i-- > 0;)
        find_loop(&finder, dom->order[i]);
    for (uint32_t i = 0; i < loops->all.count / 2; i++) { /* outer before inner */
        struct ana_loop *swap = loops->all.at[i];
        loops->all.at[i] = loops->all.at[loops->all.count - 1 - i];
        loops->all.at[loops->all.count - 1 - i] = swap;
    }
    vec_foreach (struct ana_loop *, loop, &loops->all) {
        struct ana_loop *parent = (*loop)->parent;
        (*loop)->depth = parent ? parent->depth + 1 : 1;
        (*loop)->is_innermost = true;
        if (parent)
            parent->is_innermost = false;
    }
    for (uint32_t i = 0; i < dom->count; i++) {
        guard_poll(arena->guard);
        count_block(loops, dom->order[i]);
    }
    return loops;
}

bool
ana_loop_contains(const struct ana_loop *outer, const struct ana_loop *inner)
{
    while (inner && inner != outer)
        inner = inner->parent;
    return inner == outer;
}

/* A function whose calls differ in what all lanes share is compiled once more for those that share
 * more, where that pays: what follows from a uniform argument takes scalar registers, branches on it
 * need no masks, and constant memory at it is read by scalar loads.
 *
 *   call g(uniform 1, %lane); call g(%lane, %lane)   ->   call g.1(...); call g(...) */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/calls/inline_plan.h"
#include "support/limit.h"

#include <string.h>

enum {
    /* What uniformity is worth, in vector instructions: all tuned. */
    WORTH_BRANCH = 6,
    WORTH_LOAD = 4,
    PART = 4,       /* one in so many instructions is to go */
    ITERATIONS = 8, /* of a loop, as far as one can guess */
    MAX_DEPTH = 4   /* of loops that count: a weight, kept in 64 bits */
};

/* A function at hand, with what is true of it in this round. */
struct view {
    struct ana_divergence *divergence;
    struct ana_loops *loops;
};

struct cloner {
    struct ir_module *module;
    struct ana_calls *calls;
    struct arena scratch; /* of the round */
    struct map views;     /* function -> struct view */
    bool changed;
};

/* A set of calls, by what is uniform at each of them at least. */
struct kind {
    uint8_t *uniform; /* for each parameter */
    uint64_t gain;
};

static const struct view *
view_of(struct cloner *c, struct ir_function *f)
{
    struct view *view = map_get(&c->views, MAP_KEY(f));
    if (!view) {
        view = ARENA_NEW(&c->scratch, struct view);
        view->divergence = ana_divergence(&c->scratch, f);
        view->loops = ana_loops(&c->scratch, f, ana_dom(&c->scratch, f));
        map_put(&c->views, MAP_KEY(f), view);
    }
    return view;
}

/* What all lanes share at the call, but for what they share at every call. */
static uint8_t *
uniform_at(struct cloner *c, const struct ir_inst *call)
{
    const struct view *view = view_of(c, call->block->function);
    uint8_t *uniform = ARENA_ARRAY(&c->scratch, call->arg_count + 1u, uint8_t);
    for (uint32_t i = 0; i < call->arg_count; i++)
        uniform[i] = call->callee->param_uniform[i] ||
                     !ana_differs_at(view->divergence, view->loops, call, i);
    return uniform;
}

static bool
covers(const uint8_t *uniform, const uint8_t *wanted, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (wanted[i] && !uniform[i])
            return false;
    return true;
}

/* ---- what a copy gains ---- */

static uint64_t
weight_of(const struct ana_loops *loops, const struct ir_block *block)
{
    const struct ana_loop *loop = loops->of[block->id];
    uint64_t weight = 1;
    for (uint32_t depth = loop ? loop->depth : 0; depth && weight < 1u << 3 * MAX_DEPTH; depth--)
        weight *= ITERATIONS;
    return weight;
}

/* Arithmetic gains nothing: what shifts and rotates cost more on scalars takes what they free. */
static uint32_t
worth(const struct view *before, const struct ana_divergence *after, const struct ir_inst *inst)
{
    const struct ana_divergence *now = before->divergence;
    uint32_t id = inst->block->id;
    if (inst->op == IR_OP_cbr)
        return now->branch_divergent[id] && !after->branch_divergent[id] ? WORTH_BRANCH : 0;
    if (inst->op == IR_OP_load)
        return now->divergent[inst->def] && !after->divergent[inst->def] ? WORTH_LOAD : 0;
    return 0;
}

/* 0: it does not pay. */
static uint64_t
gain_of(struct cloner *c, struct ir_function *f, const uint8_t *uniform)
{
    struct arena scratch;
    const struct view *view = view_of(c, f);
    const uint8_t *agreed = f->param_uniform;
    uint64_t gain = 0, all = 0;
    arena_init_scratch(&scratch, c->module->arena->allocator, c->module->guard);
    f->param_uniform = uniform;
    const struct ana_divergence *after = ana_divergence(&scratch, f);
    f->param_uniform = agreed;
    ir_foreach_block (block, f) {
        uint64_t weight = weight_of(view->loops, block);
        ir_foreach_inst (inst, block) {
            all += weight;
            gain += weight * worth(view, after, inst);
        }
    }
    arena_free(&scratch);
    return gain * PART >= all ? gain : 0;
}

/* ---- the copies ---- */

/* The kind of calls that gains most; those that share still more are of it, too. */
static struct kind
best_kind(struct cloner *c, struct ir_function *f, uint8_t *const *at_site, uint32_t count)
{
    struct kind kinds[LIMIT_CLONE_KINDS], best = {0};
    uint32_t known = 0;
    for (uint32_t s = 0; s < count; s++) {
        bool is_new = !covers(f->param_uniform, at_site[s], f->param_count);
        for (uint32_t i = 0; i < known; i++)
            is_new &= memcmp(kinds[i].uniform, at_site[s], f->param_count) != 0;
        if (!is_new)
            continue;
        if (LIMIT_MET(c->module->guard, CLONE_KINDS, known == LIMIT_CLONE_KINDS))
            break;
        kinds[known] = (struct kind){at_site[s], gain_of(c, f, at_site[s])};
        if (kinds[known].gain > best.gain)
            best = kinds[known];
        known++;
    }
    return best;
}

static void
tell(const struct cloner *c, const struct ir_function *f, uint32_t moved, uint32_t count)
{
    struct pass_options *options = c->module->run ? c->module->run->options : NULL;
    if (!options || !(options->remarks & PASS_REMARKS_DONE))
        return;
    const char *text =
        arena_printf(c->module->arena,
                     "'%s' is compiled once more for %u of its %u calls: arguments are uniform",
                     f->name, moved, count);
    struct pass_remark remark = {.loc = f->loc, .pass = "inline", .text = text};
    vec_push(c->module->arena, &options->told, remark);
}

static bool
has_differing(const struct ir_function *f)
{
    for (uint32_t i = 0; i < f->param_count && f->param_uniform; i++)
        if (!f->param_uniform[i])
            return true;
    return false;
}

/* At least one call is left to the function itself: a parameter that all calls share is marked. */
static void
look_at(struct cloner *c, struct ana_callee *callee)
{
    struct ir_function *f = callee->function;
    uint32_t count = callee->sites.count;
    if (count < 2 || !has_differing(f))
        return;
    uint32_t size = inline_size(f);
    if (LIMIT_MET(c->module->guard, CLONE_CODE, size > LIMIT_CLONE_CODE))
        return;
    uint8_t **at_site = ARENA_ARRAY(&c->scratch, count, uint8_t *);
    for (uint32_t s = 0; s < count; s++)
        at_site[s] = uniform_at(c, callee->sites.at[s]);
    for (uint32_t i = 0; i < f->param_count; i++) { /* beyond what scalar registers pass */
        bool shared = !f->param_uniform[i];
        for (uint32_t s = 0; s < count; s++)
            shared &= at_site[s][i];
        for (uint32_t s = 0; s < count && shared; s++)
            at_site[s][i] = 0;
    }
    struct kind best = best_kind(c, f, at_site, count);
    if (!best.gain || !inline_take_room(c->module, size))
        return;
    struct ir_function *copy = inline_copy(f);
    uint32_t moved = 0;
    for (uint32_t s = 0; s < count; s++)
        if (covers(at_site[s], best.uniform, f->param_count)) {
            callee->sites.at[s]->callee = copy;
            moved++;
        }
    tell(c, f, moved, count);
    c->changed = true;
}

/* The functions as they are at its start are looked at, callers first: a copy's own calls are of the
 * next round. */
static bool
run_round(struct cloner *c)
{
    c->changed = false;
    arena_init_scratch(&c->scratch, c->module->arena->allocator, c->module->guard);
    c->views = map_new(&c->scratch);
    for (uint32_t i = c->calls->count; i-- > 0;)
        if (!c->calls->order[i]->is_kernel)
            look_at(c, ana_calls_of(c->calls, c->calls->order[i]));
    arena_free(&c->scratch);
    return c->changed;
}

bool
clone_callees(struct ir_module *module)
{
    struct cloner c = {.module = module};
    uint32_t rounds = 0;
    c.calls = ana_calls_at_hand(module->arena, module);
    while (!LIMIT_MET(module->guard, CLONE_ROUNDS, rounds == LIMIT_CLONE_ROUNDS) && run_round(&c)) {
        module->calls = NULL;
        module->calls = c.calls = ana_calls_at_hand(module->arena, module);
        mark_uniform(module);
        rounds++;
    }
    return rounds > 0;
}

/* Marks the parameters and results of functions that stay called as uniform, where at each
 * execution of a call all active lanes pass the same value.
 *
 * A greatest fixed point over the graph of calls: all are uniform until the divergence of a caller,
 * or of the function itself, says otherwise; then what depends on it is looked at again. */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/calls/inline_plan.h"
#include "support/limit.h"

#include <string.h>

struct marks {
    struct ana_callee *callee;
    uint8_t *params, *results; /* what the function's own pointers show */
    bool is_due;               /* its divergence may have changed */
};

struct marker {
    struct ana_calls *calls;
    struct arena scratch;
    struct map of; /* function -> struct marks */
    bool again;
};

static struct marks *
marks_of(const struct marker *m, const struct ir_function *function)
{
    return map_get(&m->of, MAP_KEY(function));
}

static void
make_due(struct marker *m, const struct ir_function *function)
{
    marks_of(m, function)->is_due = true;
    m->again = true;
}

static void
start(struct marker *m, struct ir_function *f)
{
    struct arena *arena = f->module->arena;
    struct marks *marks = ARENA_NEW(&m->scratch, struct marks);
    marks->callee = ana_calls_of(m->calls, f);
    marks->is_due = true;
    map_put(&m->of, MAP_KEY(f), marks);
    if (f->is_kernel)
        return;
    marks->params = ARENA_ARRAY(arena, f->param_count + 1u, uint8_t);
    marks->results = ARENA_ARRAY(arena, f->result_count + 1u, uint8_t);
    memset(marks->params, 1, f->param_count);
    memset(marks->results, 1, f->result_count);
    f->param_uniform = marks->params;
    f->result_uniform = marks->results;
}

static void
look_at_call(struct marker *m, const struct ana_divergence *divergence,
             const struct ana_loops *loops, const struct ir_inst *call)
{
    struct marks *marks = marks_of(m, call->callee);
    for (uint32_t i = 0; i < call->arg_count; i++)
        if (marks->params[i] && ana_differs_at(divergence, loops, call, i)) {
            marks->params[i] = 0;
            make_due(m, call->callee);
        }
}

static void
look_at_ret(struct marker *m, const struct ana_divergence *divergence,
            const struct ana_loops *loops, const struct ir_inst *ret)
{
    const struct ir_function *f = ret->block->function;
    struct marks *marks = marks_of(m, f);
    for (uint32_t i = 0; i < f->result_count; i++) {
        if (!marks->results[i] || !ana_differs_at(divergence, loops, ret, i))
            continue;
        marks->results[i] = 0;
        vec_foreach (struct ir_inst *, site, &marks->callee->sites)
            make_due(m, (*site)->block->function);
    }
}

static void
look_at(struct marker *m, struct ir_function *f)
{
    struct arena arena;
    bool asks = !f->is_kernel;
    marks_of(m, f)->is_due = false;
    ir_foreach_block (block, f)
        ir_foreach_inst (inst, block)
            asks |= inst->op == IR_OP_call;
    if (!asks)
        return;
    arena_init_scratch(&arena, f->module->arena->allocator, f->module->guard);
    const struct ana_divergence *divergence = ana_divergence(&arena, f);
    const struct ana_loops *loops = ana_loops(&arena, f, ana_dom(&arena, f));
    ir_foreach_block (block, f)
        ir_foreach_inst (inst, block)
            if (inst->op == IR_OP_call)
                look_at_call(m, divergence, loops, inst);
            else if (inst->op == IR_OP_ret && f->result_count)
                look_at_ret(m, divergence, loops, inst);
    arena_free(&arena);
}

static void
solve(struct marker *m)
{
    do {
        m->again = false;
        for (uint32_t i = m->calls->count; i-- > 0;) /* callers first */
            if (marks_of(m, m->calls->order[i])->is_due)
                look_at(m, m->calls->order[i]);
    } while (m->again);
}

/* Only so many fit into scalar registers: the others are passed as if they differed. */
static void
keep_to_limit(struct marker *m, const struct ir_function *f)
{
    struct marks *marks = marks_of(m, f);
    uint32_t dwords = 0;
    for (uint32_t i = 0; i < f->param_count && !f->is_kernel; i++) {
        uint32_t size = ir_type_bits((enum ir_type)f->param_types[i]) > 32 ? 2 : 1;
        dwords += marks->params[i] ? size : 0;
        if (marks->params[i] &&
            LIMIT_MET(f->module->guard, UNIFORM_DWORDS, dwords > LIMIT_UNIFORM_DWORDS)) {
            marks->params[i] = 0;
            dwords -= size;
            make_due(m, f);
        }
    }
}

bool
mark_uniform(struct ir_module *module)
{
    struct marker m = {.again = false};
    arena_init_scratch(&m.scratch, module->arena->allocator, module->guard);
    m.calls = ana_calls_at_hand(&m.scratch, module);
    m.of = map_new(&m.scratch);
    bool changed = false;
    for (uint32_t i = 0; i < m.calls->count; i++) {
        start(&m, m.calls->order[i]);
        changed |= !m.calls->order[i]->is_kernel;
    }
    if (changed) {
        solve(&m);
        m.again = false;
        for (uint32_t i = 0; i < m.calls->count; i++)
            keep_to_limit(&m, m.calls->order[i]);
        if (m.again)
            solve(&m);
    }
    arena_free(&m.scratch);
    return changed;
}

/* Divergence: which values differ between lanes.
 *
 * The linear plan says where lanes meet again (joins), which replaces sync dependence in the sense
 * of Karrenberg and Hack; plan and divergence are iterated until neither changes. */
#include "midend/analysis/analysis.h"

#include "midend/analysis/memory_order.h"

#include <string.h>

struct solver {
    struct arena *arena;
    struct ir_function *function;
    struct ana_divergence *result;
    struct ana_loops *loops;
    struct ana_dom *dom;
    struct linear_graph graph;
    bool *divergent_branch; /* per position: the condition differs between lanes */
    bool *phis_done;        /* per position: phis are marked because lanes join */
    bool *loop_done;        /* per block id of a header: outside uses are marked */
    VEC(ir_id) work;
    bool branches_changed;
};

/* ---- linear order ---- */

/* Topological order that finishes a loop before it leaves it: Kahn's algorithm with a stack of
 * ready blocks for each loop.  All other blocks of a loop reach its latch, so the latch comes last.
 */
struct orderer {
    struct solver *solver;
    uint32_t *missing;              /* block id -> predecessors not placed yet, back edges apart */
    VEC(struct ir_block *) * ready; /* per block id of a header; [block_count]: outside of loops */
    uint32_t *left;                 /* block id of header -> blocks of the loop not placed yet */
    struct ir_block *exit;
};

static bool
is_back_edge(const struct solver *s, const struct ir_block *from, const struct ir_block *to)
{
    return s->dom->number[to->id] <= s->dom->number[from->id];
}

static uint32_t
ready_list(const struct solver *s, const struct ir_block *block)
{
    const struct ana_loop *loop = s->loops->of[block->id];
    if (loop && loop->header == block)
        loop = loop->parent;
    return loop ? loop->header->id : s->function->block_count;
}

static void
make_ready(struct orderer *o, struct ir_block *block)
{
    struct solver *s = o->solver;
    if (block->succ_count == 0 && block->last && block->last->op == IR_OP_ret)
        o->exit = block;
    else
        vec_push(s->arena, &o->ready[ready_list(s, block)], block);
}

static void
position(struct orderer *o, struct ir_block *block)
{
    struct solver *s = o->solver;
    struct ana_divergence *result = s->result;
    result->number[block->id] = result->count;
    result->linear[result->count++] = block;
    for (struct ana_loop *loop = s->loops->of[block->id]; loop; loop = loop->parent)
        o->left[loop->header->id]--;
    for (int i = block->succ_count - 1; i >= 0; i--) {
        struct ir_block *succ = block->succs[i];
        if (!is_back_edge(s, block, succ) && --o->missing[succ->id] == 0)
            make_ready(o, succ);
    }
}

static void
order_blocks(struct solver *s)
{
    uint32_t count = s->function->block_count;
    struct orderer o = {.solver = s};
    o.missing = ARENA_ARRAY(s->arena, count, uint32_t);
    o.left = ARENA_ARRAY(s->arena, count, uint32_t);
    o.ready = arena_array(s->arena, count + 1, sizeof *o.ready);
    for (uint32_t i = 0; i < s->dom->count; i++) {
        struct ir_block *block = s->dom->order[i];
        for (uint32_t k = 0; k < block->succ_count; k++)
            o.missing[block->succs[k]->id] += !is_back_edge(s, block, block->succs[k]);
    }
    vec_foreach (struct ana_loop *, loop, &s->loops->all)
        o.left[(*loop)->header->id] = (*loop)->block_count;
    struct ana_loop *loop = NULL;
    make_ready(&o, s->function->entry);
    for (;;) {
        /* Blocks of the innermost unfinished loop come first, which keeps every loop contiguous. */
        while (loop && o.left[loop->header->id] == 0)
            loop = loop->parent;
        uint32_t list = loop ? loop->header->id : count;
        if (o.ready[list].count == 0)
            break;
        struct ir_block *block = vec_pop(&o.ready[list]);
        if (s->loops->of[block->id] && s->loops->of[block->id]->header == block)
            loop = s->loops->of[block->id];
        position(&o, block);
    }
    if (o.exit)
        position(&o, o.exit);
    if (s->result->count != s->dom->count)
        ice(s->function->module->guard, "divergence of %s: the graph is irreducible",
            s->function->name);
}

/* ---- propagation ---- */

static void
mark(struct solver *s, ir_id id)
{
    if (!s->result->divergent[id]) {
        s->result->divergent[id] = true;
        vec_push(s->arena, &s->work, id);
    }
}

/* Marks the results of an instruction that takes a value that differs between lanes. */
static void
taint(struct solver *s, const struct ir_inst *inst)
{
    uint32_t position = s->result->number[inst->block->id];
    if (position == UINT32_MAX || ir_op_flags((enum ir_op)inst->op) & IR_UNIFORM)
        return;
    if (inst->op == IR_OP_cbr && !s->divergent_branch[position])
        s->divergent_branch[position] = s->branches_changed = true;
    if (inst->op == IR_OP_asm || inst->op == IR_OP_call)
        return; /* by constraint and by the callee's marks: see mark_sources */
    for (uint32_t i = 0; i < inst->def_count; i++)
        mark(s, inst->def + i);
}

static void
propagate(struct solver *s)
{
    while (s->work.count) {
        ir_id id = vec_pop(&s->work);
        for (struct ir_use *use = ir_value(s->function, id)->uses; use; use = use->next)
            taint(s, use->user);
    }
}

/* Private memory differs between lanes even at one address; other memory may change while the lanes
 * of a volatile or atomic load read it. */
static bool
is_source(const struct solver *s, const struct ir_inst *inst)
{
    if (inst->op == IR_OP_load) {
        enum ir_type pointer = ir_type_of(s->function, inst->args[0].value);
        return pointer == IR_P_PRIVATE || pointer == IR_P_GENERIC || !ir_is_plain(&inst->memory);
    }
    return (ir_op_flags((enum ir_op)inst->op) & IR_DIVERGENT) != 0;
}

static bool
is_marked(const uint8_t *uniform, uint32_t i)
{
    return uniform && uniform[i];
}

static void
mark_call(struct solver *s, const struct ir_inst *inst)
{
    for (uint32_t i = 0; i < inst->def_count; i++)
        if (!is_marked(inst->callee->result_uniform, i))
            mark(s, inst->def + i);
}

static void
mark_asm(struct solver *s, const struct ir_inst *inst)
{
    for (uint32_t i = 0; i < inst->def_count; i++)
        if (!strchr(inst->assembly->constraints[i], 's'))
            mark(s, inst->def + i);
}

static void
mark_sources(struct solver *s)
{
    /* Kernel arguments are the same for all lanes; those of other functions if marked so. */
    if (!s->function->is_kernel)
        for (uint32_t i = 0; i < s->function->param_count; i++)
            if (!is_marked(s->function->param_uniform, i))
                mark(s, s->function->params[i]);
    for (uint32_t i = 0; i < s->result->count; i++)
        ir_foreach_inst (inst, s->result->linear[i]) {
            if (inst->op == IR_OP_asm)
                mark_asm(s, inst);
            else if (inst->op == IR_OP_call)
                mark_call(s, inst);
            else if (is_source(s, inst))
                taint(s, inst);
        }
}

/* ---- control ---- */

static bool
same_everywhere(const struct ir_inst *phi)
{
    for (uint32_t i = 1; i < phi->arg_count; i++)
        if (phi->args[i].value != phi->args[0].value)
            return false;
    return true;
}

static void
mark_phis(struct solver *s, uint32_t position)
{
    s->phis_done[position] = true;
    for (struct ir_inst *phi = s->result->linear[position]->first; phi && phi->op == IR_OP_phi;
         phi = phi->next)
        if (!same_everywhere(phi))
            mark(s, phi->def);
}

static void
mark_outside_uses(struct solver *s, const struct ir_inst *inst, const struct ana_loop *loop)
{
    for (uint32_t i = 0; i < inst->def_count; i++)
        for (struct ir_use *use = ir_value(s->function, inst->def + i)->uses; use; use = use->next)
            if (!ana_loop_contains(loop, s->loops->of[use->user->block->id]))
                taint(s, use->user);
}

bool
ana_leaves_apart(const struct ana_divergence *divergence, const struct ana_loops *loops,
                 const struct ana_loop *loop)
{
    uint32_t first = divergence->number[loop->header->id];
    for (uint32_t i = first; i < first + loop->block_count; i++) {
        const struct ir_block *block = divergence->linear[i];
        for (uint32_t k = 0; divergence->plan->masked[i] && k < block->succ_count; k++)
            if (!ana_loop_contains(loop, loops->of[block->succs[k]->id]))
                return true;
    }
    return false;
}

bool
ana_differs_at(const struct ana_divergence *divergence, const struct ana_loops *loops,
               const struct ir_inst *user, uint32_t index)
{
    const struct ir_inst *def = ir_def(user->block->function, user->args[index].value);
    if (divergence->divergent[user->args[index].value])
        return true;
    for (const struct ana_loop *loop = def ? loops->of[def->block->id] : NULL;
         loop && !ana_loop_contains(loop, loops->of[user->block->id]); loop = loop->parent)
        if (ana_leaves_apart(divergence, loops, loop))
            return true;
    return false;
}

/* Temporal divergence: lanes leave with the values of different iterations. */
static void
mark_loops(struct solver *s)
{
    vec_foreach (struct ana_loop *, each, &s->loops->all) {
        struct ana_loop *loop = *each;
        if (s->loop_done[loop->header->id] || !ana_leaves_apart(s->result, s->loops, loop))
            continue;
        s->loop_done[loop->header->id] = true;
        uint32_t first = s->result->number[loop->header->id];
        for (uint32_t i = first; i < first + loop->block_count; i++)
            ir_foreach_inst (inst, s->result->linear[i])
                mark_outside_uses(s, inst, loop);
    }
}

static void
make_graph(struct solver *s)
{
    uint32_t count = s->result->count;
    uint32_t(*succs)[2] = arena_array(s->arena, count, sizeof *succs);
    for (uint32_t i = 0; i < count; i++) {
        const struct ir_block *block = s->result->linear[i];
        for (uint32_t k = 0; k < 2; k++)
            succs[i][k] =
                k < block->succ_count ? s->result->number[block->succs[k]->id] : UINT32_MAX;
    }
    s->divergent_branch = ARENA_ARRAY(s->arena, count, bool);
    s->phis_done = ARENA_ARRAY(s->arena, count, bool);
    s->graph = (struct linear_graph){
        .count = count, .succs = (const uint32_t(*)[2])succs, .divergent = s->divergent_branch};
}

static void
solve(struct solver *s)
{
    do {
        propagate(s);
        s->branches_changed = false;
        s->result->plan = ana_linear(s->arena, &s->graph);
        for (uint32_t i = 0; i < s->graph.count; i++)
            if (s->result->plan->joins[i] && !s->phis_done[i])
                mark_phis(s, i);
        mark_loops(s);
        propagate(s);
    } while (s->branches_changed);
}

struct ana_divergence *
ana_divergence(struct arena *arena, struct ir_function *function)
{
    struct ana_divergence *result = ARENA_NEW(arena, struct ana_divergence);
    struct solver s = {.arena = arena, .function = function, .result = result};
    s.dom = ana_dom(arena, function);
    s.loops = ana_loops(arena, function, s.dom);
    result->divergent = ARENA_ARRAY(arena, function->values.count, bool);
    result->branch_divergent = ARENA_ARRAY(arena, function->block_count, bool);
    result->linear = ARENA_ARRAY(arena, s.dom->count, struct ir_block *);
    result->number = ARENA_ARRAY(arena, function->block_count, uint32_t);
    for (uint32_t i = 0; i < function->block_count; i++)
        result->number[i] = UINT32_MAX;
    s.loop_done = ARENA_ARRAY(arena, function->block_count, bool);
    order_blocks(&s);
    make_graph(&s);
    mark_sources(&s);
    solve(&s);
    for (uint32_t i = 0; i < result->count; i++)
        result->branch_divergent[result->linear[i]->id] = result->plan->masked[i];
    return result;
}

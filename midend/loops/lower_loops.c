/* Gives the graph the shape that control flow with masks needs.
 *
 *   - no unreachable blocks, one block that returns; `unreachable` goes there too
 *   - every loop has a preheader (one edge from outside, from a block with one successor) and a
 *     single latch
 *   - no edge leads from a block with two successors to one with several predecessors
 *   - the two successors of a cbr differ */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"

struct edge {
    struct ir_block *from;
    uint32_t succ;
};

struct shaper {
    struct ir_function *function;
    struct arena arena;
    bool changed;
};

typedef VEC(struct edge) edge_list;

/* Redirects the edges, all of them into `to`, through a new block; merges phi arguments there. */
static struct ir_block *
gather(struct shaper *s, struct ir_block *to, struct ir_block *place_after, const edge_list *edges)
{
    struct ir_function *f = s->function;
    struct ir_block *middle = ir_block_after(place_after);
    uint32_t count = edges->count, phi_count = 0, n = 0;
    for (struct ir_inst *phi = to->first; phi && phi->op == IR_OP_phi; phi = phi->next)
        phi_count++;
    ir_id *args = ARENA_ARRAY(&s->arena, (size_t)phi_count * count + 1, ir_id);
    for (struct ir_inst *phi = to->first; n < phi_count; phi = phi->next, n++)
        for (uint32_t i = 0; i < count; i++) {
            guard_poll(f->module->guard); /* the index is searched for */
            uint32_t index = ir_pred_index(edges->at[i].from, edges->at[i].succ);
            args[n * count + i] = phi->args[index].value;
        }
    for (uint32_t i = 0; i < count; i++) {
        guard_poll(f->module->guard);
        ir_redirect(edges->at[i].from, edges->at[i].succ, middle);
    }
    ir_set_br(middle, to);
    n = 0;
    for (struct ir_inst *phi = to->first; n < phi_count; phi = phi->next, n++) {
        bool same = true;
        for (uint32_t i = 1; i < count; i++)
            same &= args[n * count + i] == args[n * count];
        ir_id value = args[n * count];
        if (!same) {
            struct ir_inst *merged =
                ir_inst_new(f, IR_OP_phi, (enum ir_type)phi->type, 1, args + n * count, count);
            merged->loc = phi->loc;
            ir_insert_before(middle->last, merged);
            value = merged->def;
        }
        ir_set_arg(phi, ir_pred_index(middle, 0), value);
    }
    s->changed = true;
    return middle;
}

static void
remove_unreachable(struct shaper *s, const struct ana_dom *dom)
{
    for (struct ir_block *block = s->function->entry, *next; block; block = next) {
        next = block->next;
        if (dom->number[block->id] == UINT32_MAX) {
            ir_remove_block(block);
            s->changed = true;
        }
    }
}

static uint32_t
count_exits(const struct ir_function *function)
{
    uint32_t count = 0;
    ir_foreach_block (block, function)
        count += block->succ_count == 0;
    return count;
}

/* One ret, at the end of the function, fed by phis. */
static void
single_exit(struct shaper *s)
{
    struct ir_function *f = s->function;
    struct ir_block *last = NULL;
    ir_foreach_block (block, f)
        if (block->succ_count == 0)
            last = block;
    if (!last || (count_exits(f) == 1 && last->last->op == IR_OP_ret))
        return;
    struct ir_block *exit = ir_block_new(f);
    VEC(ir_id) values = {0};
    for (struct ir_block *block = f->entry; block != exit; block = block->next) {
        if (block->succ_count)
            continue;
        for (uint32_t i = 0; i < f->result_count; i++)
            vec_push(&s->arena, &values,
                     block->last->op == IR_OP_ret ? block->last->args[i].value
                                                  : ir_undef(f, (enum ir_type)f->result_types[i]));
        ir_set_br(block, exit);
    }
    struct ir_builder b = {.function = f, .block = exit, .loc = f->loc};
    uint32_t count = exit->preds.count;
    ir_id *args = ARENA_ARRAY(&s->arena, count + 1, ir_id);
    ir_id *results = ARENA_ARRAY(&s->arena, f->result_count + 1, ir_id);
    for (uint32_t i = 0; i < f->result_count; i++) {
        for (uint32_t k = 0; k < count; k++)
            args[k] = values.at[k * f->result_count + i];
        enum ir_type type = (enum ir_type)f->result_types[i];
        results[i] = ir_build(&b, IR_OP_phi, type, 1, args, count)->def;
    }
    ir_build_ret(&b, results, f->result_count);
    s->changed = true;
}

/* cbr with one target twice: phi arguments that differ between the two edges become selects. */
static void
merge_twins(struct shaper *s)
{
    struct ir_function *f = s->function;
    ir_foreach_block (block, f) {
        if (block->succ_count != 2 || block->succs[0] != block->succs[1])
            continue;
        struct ir_block *to = block->succs[0];
        struct ir_builder b = {f, block, block->last, block->last->loc};
        ir_id condition = block->last->args[0].value;
        uint32_t first = ir_pred_index(block, 0), second = ir_pred_index(block, 1);
        for (struct ir_inst *phi = to->first; phi && phi->op == IR_OP_phi; phi = phi->next) {
            ir_id x = phi->args[first].value, y = phi->args[second].value;
            if (x != y)
                ir_set_arg(phi, first,
                           ir_build3(&b, IR_OP_select, (enum ir_type)phi->type, condition, x, y));
        }
        ir_set_br(block, to);
        s->changed = true;
    }
}

/* Edges into the header, from inside the loop or from outside. */
static edge_list
edges_into(struct shaper *s, const struct ana_dom *dom, struct ir_block *header, bool from_inside)
{
    edge_list edges = {0};
    for (uint32_t i = 0; i < header->preds.count; i++) {
        struct ir_block *pred = header->preds.at[i];
        if (ana_dominates(dom, header, pred) != from_inside)
            continue;
        for (uint32_t k = 0; k < pred->succ_count; k++)
            if (pred->succs[k] == header)
                vec_push(&s->arena, &edges, (struct edge){pred, k});
    }
    return edges;
}

static void
shape_loop(struct shaper *s, const struct ana_dom *dom, struct ir_block *header)
{
    edge_list back = edges_into(s, dom, header, true);
    if (back.count == 0)
        return;
    edge_list outside = edges_into(s, dom, header, false);
    if (back.count > 1)
        gather(s, header, vec_last(&back).from, &back);
    if (outside.count > 1 || (outside.count == 1 && outside.at[0].from->succ_count > 1))
        gather(s, header, outside.at[0].from, &outside);
}

static void
split_critical_edges(struct shaper *s)
{
    ir_foreach_block (block, s->function)
        for (uint32_t i = 0; block->succ_count == 2 && i < 2; i++)
            if (block->succs[i]->preds.count > 1) {
                ir_split_edge(block, i);
                s->changed = true;
            }
}

bool
lower_loops(struct ir_function *function)
{
    struct shaper s = {.function = function};
    arena_init_scratch(&s.arena, function->module->arena->allocator, function->module->guard);
    remove_unreachable(&s, ana_dom(&s.arena, function));
    single_exit(&s);
    merge_twins(&s);
    struct ana_dom *dom = ana_dom(&s.arena, function);
    for (uint32_t i = 0; i < dom->count; i++) /* new blocks are not headers */
        shape_loop(&s, dom, dom->order[i]);
    split_critical_edges(&s);
    arena_free(&s.arena);
    return s.changed;
}

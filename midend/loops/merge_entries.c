/* Several blocks after one header: a selector phi says which of them each edge meant. */
#include "midend/loops/merge_entries.h"

#include "midend/ir/ir_build.h"

struct edge {
    struct ir_block *from;
    uint32_t succ, entry;
};

struct merger {
    struct ir_function *function;
    struct arena *arena;
    const struct merge_entries *what;
    VEC(struct edge) edges; /* into entries */
    struct ir_block *header;
    ir_id selector;
};

/* Of two edges from one block the second gets a block of its own, so that each predecessor of the
 * header has one edge to it. */
static void
collect_edges(struct merger *m)
{
    uint32_t *number = ARENA_ARRAY(m->arena, m->function->block_count, uint32_t);
    uint32_t old_count = m->function->block_count;
    for (uint32_t e = 0; e < m->what->entries.count; e++)
        number[m->what->entries.at[e]->id] = e + 1;
    ir_foreach_block (block, m->function) {
        bool first = false;
        for (uint32_t k = 0; block->id < old_count && k < block->succ_count; k++) {
            struct ir_block *to = block->succs[k];
            uint32_t entry = to->id < old_count ? number[to->id] : 0;
            if (!entry || (entry > m->what->whole && !m->what->region[block->id]))
                continue;
            struct edge edge = {block, k, entry - 1};
            if (first)
                edge = (struct edge){ir_split_edge(block, k), 0, entry - 1};
            vec_push(m->arena, &m->edges, edge);
            first = true;
        }
    }
}

/* Phis of an entry move to the header, where the other entries' edges give undef. */
static void
move_phis(struct merger *m, struct ir_block *entry, uint32_t number)
{
    struct ir_function *f = m->function;
    ir_id *args = ARENA_ARRAY(m->arena, m->edges.count, ir_id);
    ir_foreach_inst_safe (phi, entry) {
        if (phi->op != IR_OP_phi)
            break;
        enum ir_type type = (enum ir_type)phi->type;
        for (uint32_t i = 0; i < m->edges.count; i++) {
            const struct edge *edge = &m->edges.at[i];
            args[i] = edge->entry == number ? phi->args[ir_pred_index(edge->from, edge->succ)].value
                                            : ir_undef(f, type);
        }
        struct ir_inst *moved = ir_inst_new(f, IR_OP_phi, type, 1, args, m->edges.count);
        moved->loc = phi->loc;
        ir_append(m->header, moved);
        ir_replace_uses(f, phi->def, moved->def);
        ir_remove(phi);
    }
}

static void
redirect_edges(struct merger *m)
{
    struct ir_inst *phis = m->header->first;
    m->header->first = m->header->last = NULL; /* hidden while edges are added: phis are complete */
    for (uint32_t i = 0; i < m->edges.count; i++)
        ir_redirect(m->edges.at[i].from, m->edges.at[i].succ, m->header);
    m->header->first = phis;
    for (m->header->last = phis; m->header->last->next;)
        m->header->last = m->header->last->next;
}

/* Ends the block with the choice among `count` entries, two at least, from the first on. */
static void
choose(struct merger *m, struct ir_block *block, uint32_t first, uint32_t count)
{
    struct ir_function *f = m->function;
    struct ir_builder b = {.function = f, .block = block};
    uint32_t half = count / 2;
    struct ir_block *low = m->what->entries.at[first], *high = m->what->entries.at[first + half];
    if (count - half > 1)
        high = ir_block_after(block);
    if (half > 1)
        low = ir_block_after(block);
    ir_id bound = ir_const(f, IR_I32, first + half);
    ir_build_cbr(&b, ir_build2(&b, IR_OP_ult, IR_I1, m->selector, bound), low, high);
    if (half > 1)
        choose(m, low, first, half);
    if (count - half > 1)
        choose(m, high, first + half, count - half);
}

void
merge_entries(struct arena *arena, struct ir_function *function, const struct merge_entries *what)
{
    struct merger m = {.function = function, .arena = arena, .what = what};
    collect_edges(&m);
    m.header = ir_block_after(what->entries.at[0]->prev);
    ir_id *numbers = ARENA_ARRAY(arena, m.edges.count, ir_id);
    for (uint32_t i = 0; i < m.edges.count; i++)
        numbers[i] = ir_const(function, IR_I32, m.edges.at[i].entry);
    struct ir_inst *phi = ir_inst_new(function, IR_OP_phi, IR_I32, 1, numbers, m.edges.count);
    m.selector = phi->def;
    ir_append(m.header, phi);
    for (uint32_t i = 0; i < what->entries.count; i++)
        move_phis(&m, what->entries.at[i], i);
    redirect_edges(&m);
    choose(&m, m.header, 0, what->entries.count);
}

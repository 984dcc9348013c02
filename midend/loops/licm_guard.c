/* Loads that every iteration repeats move before a loop whose header may leave it at once: after a
 * copy of the header's test, for the memory may not be there if the loop does not run.  Without lanes
 * for it the loop is then not entered.
 *
 *   while (i < n) s += a[i++] * b[k];
 *   ->   if (i < n) { t = b[k]; while (i < n) s += a[i++] * t; }
 *
 * So does, by opt_sink, what was computed before the loop for the loop alone (licm_unneeded.c).
 *
 * A store whose value is carried to the next iteration, and that nothing else in the loop reads, moves
 * after the loop:
 *
 *   while (i < n) *p += f(i++);   ->   if (i < n) { t = *p; while (i < n) t += f(i++); *p = t; } */
#include "midend/loops/licm.h"

#include "midend/ir/debug_point.h"
#include "midend/ir/ir_build.h"
#include "midend/analysis/memory_order.h"
#include "support/limit.h"

/* A use of the header's value after the loop. */
struct later_use {
    ir_id id;
    struct ir_inst *user;
    uint32_t index;
};

/* What moves; from: the store or load that its value comes from in the next iteration, or NULL. */
struct moved {
    struct ir_inst *inst, *from;
    bool is_carried;
};

struct guard_move {
    struct licm *m;
    VEC(struct moved) insts;
    uint32_t loads;
    unsigned next_bytes;    /* of loads that have another one's value in the next iteration */
    uint32_t entry;         /* index of the preheader among the header's predecessors */
    struct ir_block *after; /* where the header leaves to, and */
    uint32_t leave;         /* its index among the predecessors of that */
    VEC(struct later_use) later;
    uint32_t copied;
};

/* ---- what moves ---- */

static bool
moves(const struct guard_move *g, ir_id id)
{
    return (uint32_t)id < g->m->value_count && g->m->moves[id];
}

static void
set_moves(struct guard_move *g, const struct ir_inst *inst, bool value)
{
    for (uint32_t k = 0; k < inst->def_count; k++)
        g->m->moves[inst->def + k] = value;
}

static bool
is_ready(const struct guard_move *g, const struct ir_inst *inst, bool *depends)
{
    *depends = false;
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        ir_id id = inst->args[i].value;
        const struct ir_inst *def = ir_def(g->m->function, id);
        *depends |= moves(g, id);
        if (def && !moves(g, id) && licm_in_loop(g->m, def->block))
            return false;
    }
    return true;
}

static bool
may_move(const struct guard_move *g, const struct ir_inst *inst, struct ir_inst **store)
{
    unsigned flags = ir_inst_flags(inst);
    bool depends;
    *store = NULL;
    if (!inst->def_count || inst->op == IR_OP_phi || inst->op == IR_OP_lane_copy ||
        inst->op == IR_OP_call || flags & IR_CONVERGENT || !is_ready(g, inst, &depends))
        return false;
    return inst->op == IR_OP_load ? licm_keeps_value(g->m, inst, store)
                                  : depends && flags & IR_PURE;
}

/* What the value of a load that was collected comes from; NULL: it was not. */
static const struct ir_inst *
from_of(const struct guard_move *g, const struct ir_inst *load)
{
    vec_foreach (const struct moved, moved, &g->insts)
        if (moved->inst == load)
            return moved->from;
    return NULL;
}

/* The load that loads now what this one loads in the next iteration, if its value may be kept: registers are
 * few, and of two that take turns neither comes first. */
static struct ir_inst *
next_load(struct guard_move *g, const struct ir_inst *load)
{
    enum { NEXT_BYTES = 32 }; /* a price: registers of a lane that are worth their loads */
    if (load->op != IR_OP_load)
        return NULL;
    unsigned bytes = ir_type_bytes((enum ir_type)load->type) * load->memory.components;
    struct ir_inst *next = g->next_bytes + bytes <= NEXT_BYTES ? licm_next_load(g->m, load) : NULL;
    for (const struct ir_inst *at = next; at; at = from_of(g, at))
        if (at == load)
            return NULL;
    g->next_bytes += next ? bytes : 0;
    return next;
}

static void
collect(struct guard_move *g)
{
    const struct licm *m = g->m;
    for (uint32_t i = m->first; i < m->end; i++) {
        struct ir_block *block = m->dom->order[i];
        if (!licm_in_loop(m, block) || !ana_dominates(m->dom, block, m->always))
            continue;
        ir_foreach_inst (inst, block) {
            struct ir_inst *from;
            bool moves = may_move(g, inst, &from);
            if (!moves && !(from = next_load(g, inst)))
                continue;
            if (LIMIT_MET(m->arena.guard, GUARDED_MOVES, g->insts.count == LIMIT_GUARDED_MOVES))
                return;
            vec_push(&g->m->arena, &g->insts, (struct moved){inst, from, false});
            set_moves(g, inst, !from);
            g->loads += inst->op == IR_OP_load;
        }
    }
}

/* ---- values of the header as they are when the loop is entered ---- */

static bool
is_in_header(const struct guard_move *g, const struct ir_inst *inst)
{
    return inst && inst->block == g->m->loop->header;
}

static bool
is_known_at_entry(struct guard_move *g, ir_id id)
{
    const struct ir_inst *inst = ir_def(g->m->function, id);
    if (!is_in_header(g, inst) || inst->op == IR_OP_phi)
        return true;
    if (!(ir_inst_flags(inst) & IR_PURE) || ir_inst_flags(inst) & IR_CONVERGENT ||
        inst->op == IR_OP_call ||
        LIMIT_MET(g->m->arena.guard, GUARDED_TEST, ++g->copied > LIMIT_GUARDED_TEST))
        return false;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!is_known_at_entry(g, inst->args[i].value))
            return false;
    return true;
}

/* Is the header's value a constant when the loop is entered? */
static bool
is_decided(const struct guard_move *g, ir_id id, unsigned depth)
{
    const struct ir_function *f = g->m->function;
    const struct ir_inst *inst = ir_def(f, id);
    if (!is_in_header(g, inst))
        return ir_is_const(f, id);
    if (inst->op == IR_OP_phi)
        return ir_is_const(f, inst->args[g->entry].value);
    bool decided =
        inst->arg_count && !LIMIT_MET(g->m->arena.guard, GUARDED_TEST, depth >= LIMIT_GUARDED_TEST);
    for (uint32_t i = 0; decided && i < inst->arg_count; i++)
        decided = is_decided(g, inst->args[i].value, depth + 1);
    return decided;
}

static ir_id
at_entry(struct guard_move *g, ir_id id)
{
    struct ir_function *f = g->m->function;
    const struct ir_inst *inst = ir_def(f, id);
    if (!is_in_header(g, inst))
        return id;
    if (inst->op == IR_OP_phi)
        return inst->args[g->entry].value;
    uint32_t number = (uint32_t)(id - inst->def);
    ir_id *args = ARENA_ARRAY(&g->m->arena, inst->arg_count + 1u, ir_id);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = at_entry(g, inst->args[i].value);
    struct ir_inst *copy = ir_inst_clone(f, inst, args);
    ir_insert_before(g->m->preheader->last, copy);
    return copy->def + number;
}

/* ---- what is used after the loop ---- */

/* A block that the dominators know: new ones have one predecessor. */
static struct ir_block *
known_block(const struct licm *m, struct ir_block *block)
{
    while (block->id >= m->block_count)
        block = block->preds.at[0];
    return block;
}

/* Is the value needed where both the loop and the way around it lead to, and only in or after the
 * block in which they meet?  False: elsewhere, too. */
static bool
judge_use(struct guard_move *g, ir_id id, struct ir_inst *user, uint32_t index)
{
    const struct licm *m = g->m;
    bool is_phi = user->op == IR_OP_phi;
    struct ir_block *block = is_phi ? user->block->preds.at[index] : user->block;
    block = known_block(m, block);
    if (licm_in_loop(m, block))
        return true;
    if (ana_dominates(m->dom, g->after, block)) {
        vec_push(&g->m->arena, &g->later, (struct later_use){id, user, index});
        return is_known_at_entry(g, id);
    }
    while (!licm_in_loop(m, block))
        block = m->dom->idom[block->id];
    return block != m->loop->header;
}

/* Nothing is lost where the header is not executed, not even once. */
static bool
can_be_skipped(const struct ir_inst *inst)
{
    unsigned flags = ir_inst_flags(inst);
    if (inst->op == IR_OP_load)
        return ir_is_plain(&inst->memory);
    return inst->op == IR_OP_phi || inst->op == IR_OP_cbr ||
           (flags & IR_PURE && !(flags & IR_CONVERGENT));
}

static bool
judge_header(struct guard_move *g)
{
    const struct licm *m = g->m;
    const struct ir_function *f = m->function;
    ir_foreach_inst (inst, m->loop->header) {
        if (!can_be_skipped(inst))
            return false;
        for (uint32_t k = 0; k < inst->def_count; k++)
            for (struct ir_use *use = ir_value(f, inst->def + k)->uses; use; use = use->next)
                if (!judge_use(g, inst->def + k, use->user, (uint32_t)(use - use->user->args)))
                    return false;
    }
    for (const struct ir_inst *phi = g->after->first; phi->op == IR_OP_phi; phi = phi->next)
        if (!is_known_at_entry(g, phi->args[g->leave].value))
            return false;
    return is_known_at_entry(g, m->loop->header->last->args[0].value);
}

/* ---- the blocks ---- */

/* The value, or what it was when the loop was entered if the loop was not. */
static ir_id
join_value(struct guard_move *g, ir_id id, uint32_t around)
{
    struct ir_function *f = g->m->function;
    struct ir_builder b = {f, g->after, g->after->first, 0};
    uint32_t count = g->after->preds.count;
    ir_id *args = ARENA_ARRAY(&g->m->arena, count, ir_id);
    for (uint32_t i = 0; i < count; i++)
        args[i] = id;
    args[around] = at_entry(g, id);
    return ir_build(&b, IR_OP_phi, ir_type_of(f, id), 1, args, count)->def;
}

static void
join_values(struct guard_move *g, uint32_t around)
{
    struct map joined = map_new(&g->m->arena);
    for (struct ir_inst *phi = g->after->first; phi->op == IR_OP_phi; phi = phi->next)
        ir_set_arg(phi, around, at_entry(g, phi->args[g->leave].value));
    vec_foreach (const struct later_use, use, &g->later) {
        ir_id *known = map_get(&joined, (uintptr_t)use->id);
        if (!known) {
            known = ARENA_NEW(&g->m->arena, ir_id);
            *known = join_value(g, use->id, around);
            map_put(&joined, (uintptr_t)use->id, known);
        }
        ir_set_arg(use->user, use->index, *known);
    }
}

/* Behind a loop a phi of its header holds what the iteration that did not begin would have had; what variables
 * held by the source was of the one before. */
static void
forget_iteration(struct guard_move *g, struct ir_inst *inst)
{
    struct ir_function *f = g->m->function;
    struct debug_copying copying = {.function = f, .count = f->values.count};
    if (!f->module->debug)
        return;
    ir_id *values = ARENA_ARRAY(&g->m->arena, copying.count, ir_id);
    for (uint32_t i = g->m->first; i < g->m->end; i++)
        if (licm_in_loop(g->m, g->m->dom->order[i]))
            ir_foreach_inst (inside, g->m->dom->order[i])
                for (uint32_t k = 0; k < inside->def_count; k++)
                    values[inside->def + k] = ir_undef(f, ir_type_of(f, inside->def + k));
    copying.values = values;
    debug_copy_begin(&copying, &g->m->arena);
    inst->loc = debug_copy(&copying, inst->loc);
}

/* The loop keeps the value, which is stored when it is left. */
static void
store_behind(struct guard_move *g, const struct moved *moved, struct ir_block *left)
{
    const struct ir_function *f = g->m->function;
    for (uint32_t k = 0; k < moved->inst->def_count; k++) {
        /* The phi that licm_carry made of the load is its only use. */
        const struct ir_inst *phi = ir_value(f, moved->inst->def + k)->uses->user;
        ir_set_arg(moved->from, 1 + k, phi->def);
    }
    ir_move_before(left->last, moved->from);
    forget_iteration(g, moved->from);
}

/* What has a load's value is told of it before that load has another's. */
static void
carry(struct guard_move *g, struct moved *moved)
{
    if (!moved->from || moved->is_carried)
        return;
    moved->is_carried = true;
    vec_foreach (struct moved, other, &g->insts)
        if (other->from == moved->inst)
            carry(g, other);
    licm_carry(g->m, moved->inst, moved->from);
}

static void
move(struct guard_move *g, uint32_t leaving)
{
    struct licm *m = g->m;
    struct ir_block *header = m->loop->header, *before = m->preheader;
    ir_id test = at_entry(g, header->last->args[0].value);
    struct ir_block *guarded = ir_split_edge(before, 0), *around = ir_block_after(guarded);
    struct ir_builder b = {m->function, around, NULL, header->last->loc};
    struct ir_block *left = ir_split_edge(header, leaving);
    ir_set_cbr(before, test, leaving ? guarded : around, leaving ? around : guarded);
    ir_build_br(&b, g->after);
    join_values(g, ir_pred_index(around, 0));
    vec_foreach (const struct moved, moved, &g->insts) {
        if (moved->from && moved->from->op == IR_OP_load)
            licm_enter(m, moved->inst, guarded);
        else
            ir_move_before(guarded->last, moved->inst);
    }
    vec_foreach (struct moved, moved, &g->insts)
        carry(g, moved);
    for (uint32_t i = 0; m->loop->exit_count == 1 && i < g->insts.count; i++) {
        struct ir_inst *store = g->insts.at[i].from;
        if (store && store->op == IR_OP_store && licm_may_wait(m, store))
            store_behind(g, &g->insts.at[i], left);
    }
}

bool
licm_guard(struct licm *m)
{
    struct guard_move g = {.m = m};
    const struct ir_block *header = m->loop->header;
    if (header->succ_count != 2 ||
        licm_in_loop(m, header->succs[0]) == licm_in_loop(m, header->succs[1]))
        return false;
    uint32_t leaving = licm_in_loop(m, header->succs[0]);
    g.after = header->succs[leaving];
    g.leave = ir_pred_index(header, leaving);
    g.entry = ir_pred_index(m->preheader, 0);
    collect(&g);
    vec_foreach (const struct moved, moved, &g.insts)
        set_moves(&g, moved->inst, false);
    bool is_useful =
        g.loads || (!is_decided(&g, header->last->args[0].value, 0) && licm_has_unneeded(m));
    if (!is_useful || g.after->id >= m->block_count || !judge_header(&g))
        return false;
    move(&g, leaving);
    return true;
}

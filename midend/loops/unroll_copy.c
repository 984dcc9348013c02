/* Copies of an iteration, in which constants fold and branches that are not taken vanish. */
#include "midend/loops/unroll.h"

#include "midend/ir/debug_point.h"
#include "midend/ir/ir_info.h"
#include "midend/analysis/memory_address.h"
#include "midend/analysis/memory_order.h"

void
unroll_begin(struct unroller *u)
{
    u->value_count = u->function->values.count;
    u->values = ARENA_ARRAY(&u->arena, u->value_count, ir_id);
    u->copies = ARENA_ARRAY(&u->arena, u->block_count, struct ir_block *);
}

/* A table of constants at an index that became one: its value may be an index itself. */
static bool
load_constant(struct unroller *u, const struct ir_inst *inst, const ir_id *args)
{
    struct ir_function *f = u->function;
    enum ir_type type = (enum ir_type)inst->type;
    uint64_t bits[16];
    if (inst->op != IR_OP_load || ir_type_of(f, args[0]) != IR_P_CONSTANT ||
        !ir_is_plain(&inst->memory))
        return false;
    const struct memory_objects objects = {.function = f};
    struct memory_address at = memory_address_of(&objects, args[0], 0);
    for (uint32_t i = 0; i < inst->def_count; i++)
        if (!memory_initial_value(f, &at, i, type, &bits[i]))
            return false;
    for (uint32_t i = 0; i < inst->def_count; i++)
        u->values[inst->def + i] = ir_const(f, type, bits[i]);
    return true;
}

/* Until all values of the iteration are there. */
static void
note_copied(struct unroller *u, struct ir_inst *copy, const struct ir_inst *inst)
{
    copy->loc = inst->loc;
    if (u->function->module->debug)
        vec_push(&u->arena, &u->copied, copy);
}

/* What is known of variables at the originals is known of the copies' values there. */
static void
translate_locations(struct unroller *u)
{
    struct debug_copying copying = {
        .function = u->function, .values = u->values, .count = u->value_count};
    debug_copy_begin(&copying, &u->arena);
    vec_foreach (struct ir_inst *const, copy, &u->copied)
        (*copy)->loc = debug_copy(&copying, (*copy)->loc);
    u->copied.count = 0;
}

static void
copy_inst(struct unroller *u, struct ir_block *to, const struct ir_inst *inst)
{
    struct ir_function *f = u->function;
    uint64_t bits;
    ir_id few[20];
    ir_id *args = inst->arg_count <= 20 ? few : ARENA_ARRAY(&u->arena, inst->arg_count, ir_id);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = unroll_value(u, inst->args[i].value);
    /* An instruction that folds is not copied: its users get the constant, and a branch on it only
     * one edge. */
    if (inst->def_count == 1 && ir_fold_values(f, (enum ir_op)inst->op, (enum ir_type)inst->type,
                                               args, inst->arg_count, &bits)) {
        u->values[inst->def] = ir_const(f, (enum ir_type)inst->type, bits);
        return;
    }
    /* So that what a pointer chosen by the count leads into is seen by opt_sroa, which comes next. */
    const struct ir_value *test = inst->op == IR_OP_select ? ir_value(f, args[0]) : NULL;
    if (test && test->kind == IR_VALUE_CONST) {
        u->values[inst->def] = args[test->bits ? 1 : 2];
        return;
    }
    if (load_constant(u, inst, args))
        return;
    struct ir_inst *copy = ir_inst_clone(f, inst, args);
    note_copied(u, copy, inst);
    for (uint32_t i = 0; i < inst->def_count; i++)
        u->values[inst->def + i] = copy->def + i;
    ir_append(to, copy);
}

/* Edges back to the header lead to the next iteration, edges within the loop to this copy; edges
 * out of it stay. */
static void
copy_terminator(struct unroller *u, struct ir_block *to, const struct ir_block *from,
                struct ir_block *next_header)
{
    struct ir_block *succs[2];
    for (uint32_t i = 0; i < from->succ_count; i++) {
        struct ir_block *succ = from->succs[i];
        succs[i] = succ == u->loop->header  ? next_header
                   : unroll_inside(u, succ) ? u->copies[succ->id]
                                            : succ;
    }
    if (from == u->exiting && u->stays) { /* the test before the step holds for all of it */
        ir_set_br(to, succs[1 - u->exit_succ]);
    } else if (from == u->exiting && u->leaves) {
        ir_set_br(to, succs[u->exit_succ]);
    } else if (from->succ_count == 2) {
        ir_id condition = unroll_value(u, from->last->args[0].value);
        const struct ir_value *value = ir_value(u->function, condition);
        if (value->kind == IR_VALUE_CONST)
            ir_set_br(to, succs[value->bits ? 0 : 1]);
        else
            ir_set_cbr(to, condition, succs[0], succs[1]);
    } else if (from->succ_count == 1) {
        ir_set_br(to, succs[0]);
    } else { /* unreachable, ret */
        copy_inst(u, to, from->last);
    }
    note_copied(u, to->last, from->last);
}

/* Gives phis outside the loop their arguments for the new edges: this iteration's copies of what
 * the old edge brings. */
static void
feed_exit(struct unroller *u, struct ir_block *copy, struct ir_block *from)
{
    for (uint32_t i = 0; i < copy->succ_count; i++) {
        struct ir_block *to = copy->succs[i];
        uint32_t old = 0;
        if (to->id >= u->block_count || unroll_inside(u, to))
            continue; /* a copy, or a header */
        while (from->succs[old] != to)
            old++;
        uint32_t old_index = ir_pred_index(from, old), index = ir_pred_index(copy, i);
        for (struct ir_inst *phi = to->first; phi && phi->op == IR_OP_phi; phi = phi->next)
            ir_set_arg(phi, index, unroll_value(u, phi->args[old_index].value));
    }
}

/* Phis inside the loop get their arguments once the whole iteration is copied.  Predecessors whose
 * branch folded away are missing in the copy, so arguments are found by block and not by index. */
static void
feed_phis(struct unroller *u, struct ir_block *copy, struct ir_block *from)
{
    struct ir_inst *phi = copy->first;
    for (struct ir_inst *old = from->first; old && old->op == IR_OP_phi; old = old->next) {
        for (uint32_t i = 0; i < copy->preds.count; i++)
            for (uint32_t k = 0; k < from->preds.count; k++)
                if (u->copies[from->preds.at[k]->id] == copy->preds.at[i])
                    ir_set_arg(phi, i, unroll_value(u, old->args[k].value));
        phi = phi->next;
    }
}

static void
make_copies(struct unroller *u, struct ir_block *header_copy)
{
    u->copies[u->loop->header->id] = header_copy;
    struct ir_block *after = header_copy;
    for (uint32_t i = 1; i < u->blocks.count; i++) {
        struct ir_block *block = u->blocks.at[i];
        after = u->copies[block->id] = ir_block_after(after);
        after->unroll = block->unroll; /* of an inner loop */
        /* Without arguments: each edge that arrives adds one. */
        for (struct ir_inst *phi = block->first; phi->op == IR_OP_phi; phi = phi->next) {
            struct ir_inst *copy =
                ir_inst_new(u->function, IR_OP_phi, (enum ir_type)phi->type, 1, NULL, 0);
            copy->loc = phi->loc;
            u->values[phi->def] = copy->def;
            ir_append(after, copy);
        }
    }
}

/* Phis change all at once: read all values, then write all. */
void
unroll_advance(struct unroller *u, bool first)
{
    struct ir_block *header = u->loop->header;
    uint32_t index = first ? u->at.enter : u->at.back, count = 0;
    VEC(ir_id) next = {0};
    for (struct ir_inst *phi = header->first; phi->op == IR_OP_phi; phi = phi->next)
        vec_push(&u->arena, &next, unroll_value(u, phi->args[index].value));
    for (struct ir_inst *phi = header->first; phi->op == IR_OP_phi; phi = phi->next)
        u->values[phi->def] = next.at[count++];
}

void
unroll_copy(struct unroller *u, struct ir_block *header_copy, struct ir_block *next_header)
{
    make_copies(u, header_copy);
    /* In reverse post-order: definitions are copied before their uses, and whether a block has an
     * edge is known when it is reached. */
    for (uint32_t i = 0; i < u->blocks.count; i++) {
        struct ir_block *block = u->blocks.at[i], *copy = u->copies[block->id];
        if (i > 0 && copy->preds.count == 0)
            continue; /* no branch goes there in this iteration */
        for (struct ir_inst *inst = ir_first_after_phis(block); inst != block->last;
             inst = inst->next)
            copy_inst(u, copy, inst);
        copy_terminator(u, copy, block, next_header);
        feed_exit(u, copy, block);
    }
    for (uint32_t i = 1; i < u->blocks.count; i++) {
        struct ir_block *block = u->blocks.at[i];
        if (u->copies[block->id]->preds.count)
            feed_phis(u, u->copies[block->id], block);
    }
    if (u->function->module->debug)
        translate_locations(u);
    for (uint32_t i = 1; i < u->blocks.count; i++)
        if (!u->copies[u->blocks.at[i]->id]->preds.count)
            ir_remove_block(u->copies[u->blocks.at[i]->id]);
}

/* Phis of the new loop, without arguments yet; the first iteration starts from them. */
void
unroll_make_phis(struct unroller *u, struct ir_block *header)
{
    for (struct ir_inst *phi = u->loop->header->first; phi->op == IR_OP_phi; phi = phi->next) {
        struct ir_inst *copy =
            ir_inst_new(u->function, IR_OP_phi, (enum ir_type)phi->type, 1, NULL, 0);
        copy->loc = phi->loc;
        u->values[phi->def] = copy->def;
        ir_append(header, copy);
    }
}

/* ---- lists of values, one for each phi of the old header ---- */

ir_id *
unroll_phi_args(struct unroller *u, uint32_t pred)
{
    VEC(ir_id) list = {0};
    for (struct ir_inst *phi = u->loop->header->first; phi->op == IR_OP_phi; phi = phi->next)
        vec_push(&u->arena, &list, phi->args[pred].value);
    return list.at;
}

ir_id *
unroll_phi_values(struct unroller *u)
{
    VEC(ir_id) list = {0};
    for (struct ir_inst *phi = u->loop->header->first; phi->op == IR_OP_phi; phi = phi->next)
        vec_push(&u->arena, &list, unroll_value(u, phi->def));
    return list.at;
}

void
unroll_set_phi_args(struct ir_block *header, uint32_t pred, const ir_id *values)
{
    for (struct ir_inst *phi = header->first; phi->op == IR_OP_phi; phi = phi->next)
        ir_set_arg(phi, pred, *values++);
}

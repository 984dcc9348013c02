/* Unrolling: fully, where the number of iterations is known; else in steps of a few iterations, where
 * that lets loads of several iterations wait together.
 *
 * The count is found by running the loop's control with constants: whatever computes the exit
 * condition from constants will do.  Each iteration becomes a copy of the loop in which the
 * header's phis are the values of the iteration before; constants fold and untaken branches vanish
 * while copying.  Loops that index private arrays get a larger budget: with constant indices the
 * arrays become values (opt_sroa).
 *
 *   for (i = 0; i < 2; i++) f(i);   ->   f(0); f(1);
 *
 * In steps: only small innermost loops that count up to a bound, load and do not store.  The new
 * loop runs while as many iterations are left; what remains is done by the old one.
 *
 *   for (; i < n; i++) f(i);   ->   for (; i < n && n - i > 3; i += 4) f(i) .. f(i + 3); the old loop */
#include "midend/pass.h"

#include "midend/analysis.h"
#include "midend/ir_build.h"
#include "midend/ir_info.h"

enum {
    MAX_TRIPS = 256,
    BUDGET = 600,            /* instructions of all iterations together */
    BUDGET_PRIVATE = 12000,  /* of a loop that indexes private memory */
    BUDGET_ASKED = 16000,    /* of a loop with #pragma unroll */
    BUDGET_FUNCTION = 24000, /* growth of a function */
    MAX_DEPTH = 24,          /* of an expression that is run */
    STEPPED = 100,           /* instructions of all iterations of one step */
    MAX_STEP = 4, MAX_STEP_ASKED = 16,
    HINT_DISABLE = 1
};

struct unroller {
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom;
    struct ana_loops *loops;
    struct ana_loop *loop;
    VEC(struct ir_block *) blocks; /* of the loop, in reverse post-order: header first */
    struct ir_block *preheader, *exiting;
    uint32_t exit_succ, exit_count, size;
    uint32_t trips;          /* iteration in which the exit is taken */
    ir_id *values;           /* id of the original -> copy in the current iteration, 0: itself */
    uint32_t value_count;
    struct ir_block **copies;/* block id -> copy in the current iteration */
    uint32_t block_count;
    uint32_t grown;
    bool stays;              /* the exit is not taken in the copies that are made */
};

/* A loop that counts: phi < bound, phi += step. */
struct counter {
    struct ir_inst *phi, *next;
    ir_id bound;
    bool is_signed;
    uint64_t step;
};

static bool
in_loop(const struct unroller *u, const struct ir_block *block)
{
    return block->id < u->block_count && ana_loop_contains(u->loop, u->loops->of[block->id]);
}

/* ---- is it worth it, and how often does it run? ---- */

static bool
points_to_private(const struct unroller *u, ir_id pointer)
{
    return ir_type_of(u->function, pointer) == IR_P5;
}

static void
measure(struct unroller *u, bool *uses_private)
{
    u->blocks.count = 0;
    u->size = u->exit_count = 0;
    *uses_private = false;
    for (uint32_t i = 0; i < u->dom->count; i++) {
        struct ir_block *block = u->dom->order[i];
        if (!in_loop(u, block))
            continue;
        vec_push(&u->arena, &u->blocks, block);
        for (uint32_t k = 0; k < block->succ_count; k++)
            u->exit_count += !in_loop(u, block->succs[k]);
        ir_foreach_inst(inst, block) {
            u->size += inst->op != IR_OP_phi;
            if (inst->op == IR_OP_load || inst->op == IR_OP_store)
                *uses_private |= points_to_private(u, inst->args[0].value);
        }
    }
}

/* The value of id in this iteration as a constant, or 0; phis: values of the header's phis. */
static ir_id
evaluate(struct unroller *u, const ir_id *phis, ir_id id, unsigned depth)
{
    struct ir_function *f = u->function;
    struct ir_inst *inst = ir_def(f, id);
    uint64_t bits;
    ir_id args[4];
    if (ir_is_const(f, id))
        return id;
    if (!inst || depth == MAX_DEPTH || !in_loop(u, inst->block))
        return 0;
    if (inst->op == IR_OP_phi && inst->block == u->loop->header) {
        uint32_t index = 0;
        for (struct ir_inst *phi = inst->block->first; phi != inst; phi = phi->next)
            index++;
        return phis[index];
    }
    if (inst->arg_count == 0 || inst->arg_count > 4 || inst->def_count != 1 ||
        inst->op == IR_OP_phi || !(ir_op_flags((enum ir_op)inst->op) & IR_PURE))
        return 0;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!(args[i] = evaluate(u, phis, inst->args[i].value, depth + 1)))
            return 0;
    enum ir_type type = (enum ir_type)inst->type;
    if (!ir_fold_values(f, (enum ir_op)inst->op, type, args, inst->arg_count, &bits))
        return 0;
    return ir_const(f, type, bits);
}

static void
next_phis(struct unroller *u, ir_id *phis, ir_id *scratch, uint32_t count)
{
    struct ir_block *header = u->loop->header;
    uint32_t back = ir_pred_index(u->loop->latch, u->loop->latch->succs[0] == header ? 0 : 1);
    struct ir_inst *phi = header->first;
    for (uint32_t i = 0; i < count; i++, phi = phi->next)
        scratch[i] = evaluate(u, phis, phi->args[back].value, 0);
    for (uint32_t i = 0; i < count; i++)
        phis[i] = scratch[i];
}

/* Runs the exit condition of u->exiting; false when it is not known or takes too long. */
static bool
count_trips(struct unroller *u)
{
    struct ir_block *header = u->loop->header;
    uint32_t count = 0, enter = ir_pred_index(u->preheader, 0);
    for (struct ir_inst *phi = header->first; phi->op == IR_OP_phi; phi = phi->next)
        count++;
    ir_id *phis = ARENA_ARRAY(&u->arena, count + 1, ir_id);
    ir_id *scratch = ARENA_ARRAY(&u->arena, count + 1, ir_id);
    struct ir_inst *phi = header->first;
    for (uint32_t i = 0; i < count; i++, phi = phi->next) {
        ir_id start = phi->args[enter].value;
        phis[i] = ir_is_const(u->function, start) ? start : 0;
    }
    for (u->trips = 0; u->trips <= MAX_TRIPS; u->trips++) {
        ir_id taken = evaluate(u, phis, u->exiting->last->args[0].value, 0);
        if (!taken)
            return false;
        if ((ir_value(u->function, taken)->bits == 0) == (u->exit_succ == 1))
            return true;
        next_phis(u, phis, scratch, count);
    }
    return false;
}

/* An exit that every iteration passes and whose condition is known. */
static bool
find_count(struct unroller *u)
{
    for (uint32_t i = 0; i < u->blocks.count; i++) {
        struct ir_block *block = u->blocks.at[i];
        if (block->succ_count != 2 || !ana_dominates(u->dom, block, u->loop->latch))
            continue;
        bool out0 = !in_loop(u, block->succs[0]), out1 = !in_loop(u, block->succs[1]);
        if (out0 == out1)
            continue;
        u->exiting = block;
        u->exit_succ = out1;
        if (count_trips(u))
            return true;
    }
    return false;
}

static bool
find_preheader(struct unroller *u)
{
    struct ir_block *header = u->loop->header;
    u->preheader = NULL;
    if (!u->loop->latch || header->preds.count != 2)
        return false;
    for (uint32_t i = 0; i < 2; i++)
        if (header->preds.at[i] != u->loop->latch)
            u->preheader = header->preds.at[i];
    return u->preheader && u->preheader->succ_count == 1;
}

static bool
is_wanted(struct unroller *u)
{
    bool uses_private;
    uint32_t hint = u->loop->header->unroll;
    if (hint == HINT_DISABLE || !find_preheader(u))
        return false;
    measure(u, &uses_private);
    uint32_t budget = hint ? BUDGET_ASKED : uses_private ? BUDGET_PRIVATE : BUDGET;
    if (u->size > budget || !find_count(u))
        return false;
    uint64_t total = (uint64_t)u->size * (u->trips + 1);
    return total <= budget && u->grown + total <= BUDGET_FUNCTION;
}

/* ---- values that leave a loop by several ways go through memory, which ssa_build removes ---- */

static bool
is_phi_of_exit(const struct unroller *u, const struct ir_use *use)
{
    const struct ir_inst *user = use->user;
    return user->op == IR_OP_phi && in_loop(u, user->block->preds.at[use - user->args]);
}

static void
demote(struct unroller *u, struct ir_inst *inst, ir_id id)
{
    struct ir_function *f = u->function;
    enum ir_type type = ir_type_of(f, id), memory = type == IR_I1 ? IR_I8 : type;
    VEC(struct ir_use *) uses = {0};
    for (struct ir_use *use = ir_value(f, id)->uses; use; use = use->next)
        if (!in_loop(u, use->user->block) && !is_phi_of_exit(u, use))
            vec_push(&u->arena, &uses, use);
    if (!uses.count)
        return;
    struct ir_inst *at = inst->op == IR_OP_phi ? ir_first_after_phis(inst->block) : inst->next;
    struct ir_builder b = {f, inst->block, at, inst->loc};
    uint32_t bytes = ir_type_bytes(memory);
    ir_id slot = ir_build_alloca(&b, bytes, bytes)->def;
    ir_id stored = type == IR_I1 ? ir_build1(&b, IR_OP_zext, IR_I8, id) : id;
    ir_build_store(&b, memory, 1, slot, &stored, bytes);
    for (uint32_t i = 0; i < uses.count; i++) {
        struct ir_inst *user = uses.at[i]->user;
        uint32_t index = (uint32_t)(uses.at[i] - user->args);
        at = user->op == IR_OP_phi ? user->block->preds.at[index]->last : user;
        b = (struct ir_builder){f, at->block, at, user->loc};
        ir_id loaded = ir_build_load(&b, memory, 1, slot, bytes)->def;
        if (type == IR_I1)
            loaded = ir_build2(&b, IR_OP_ne, IR_I1, loaded, ir_const(f, IR_I8, 0));
        ir_set_arg(user, index, loaded);
    }
}

static void
demote_outside_uses(struct unroller *u)
{
    for (uint32_t i = 0; i < u->blocks.count; i++)
        ir_foreach_inst_safe(inst, u->blocks.at[i])
            for (uint32_t k = 0; k < inst->def_count; k++)
                demote(u, inst, inst->def + k);
}

/* ---- copying ---- */

static ir_id
translate(const struct unroller *u, ir_id id)
{
    return id < u->value_count && u->values[id] ? u->values[id] : id;
}

static void
copy_inst(struct unroller *u, struct ir_block *to, const struct ir_inst *inst)
{
    struct ir_function *f = u->function;
    uint64_t bits;
    ir_id few[20];
    ir_id *args = inst->arg_count <= 20 ? few : ARENA_ARRAY(&u->arena, inst->arg_count, ir_id);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = translate(u, inst->args[i].value);
    if (inst->def_count == 1 && ir_fold_values(f, (enum ir_op)inst->op, (enum ir_type)inst->type,
                                               args, inst->arg_count, &bits)) {
        u->values[inst->def] = ir_const(f, (enum ir_type)inst->type, bits);
        return;
    }
    struct ir_inst *copy = ir_inst_new(f, (enum ir_op)inst->op, (enum ir_type)inst->type,
                                       inst->def_count, args, inst->arg_count);
    copy->loc = inst->loc;
    copy->memory = inst->memory; /* the largest member of the union */
    copy->size = inst->size;
    copy->align = inst->align;
    copy->no_wrap = inst->no_wrap;
    for (uint32_t i = 0; i < inst->def_count; i++)
        u->values[inst->def + i] = copy->def + i;
    ir_append(to, copy);
}

static void
copy_terminator(struct unroller *u, struct ir_block *to, const struct ir_block *from,
                struct ir_block *next_header)
{
    struct ir_block *succs[2];
    for (uint32_t i = 0; i < from->succ_count; i++) {
        struct ir_block *succ = from->succs[i];
        succs[i] = succ == u->loop->header ? next_header : in_loop(u, succ) ? u->copies[succ->id] : succ;
    }
    if (from == u->exiting && u->stays) {
        ir_set_br(to, succs[1 - u->exit_succ]);
    } else if (from->succ_count == 2) {
        ir_id condition = translate(u, from->last->args[0].value);
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
    to->last->loc = from->last->loc;
}

/* Arguments of phis outside the loop for the new edges. */
static void
feed_exit(struct unroller *u, struct ir_block *copy, struct ir_block *from)
{
    for (uint32_t i = 0; i < copy->succ_count; i++) {
        struct ir_block *to = copy->succs[i];
        uint32_t old = 0;
        if (to->id >= u->block_count || in_loop(u, to))
            continue;
        while (from->succs[old] != to)
            old++;
        uint32_t old_index = ir_pred_index(from, old), index = ir_pred_index(copy, i);
        for (struct ir_inst *phi = to->first; phi && phi->op == IR_OP_phi; phi = phi->next)
            ir_set_arg(phi, index, translate(u, phi->args[old_index].value));
    }
}

/* Phis inside get their arguments when all of the iteration is there. */
static void
feed_phis(struct unroller *u, struct ir_block *copy, struct ir_block *from)
{
    struct ir_inst *phi = copy->first;
    for (struct ir_inst *old = from->first; old && old->op == IR_OP_phi; old = old->next) {
        for (uint32_t i = 0; i < copy->preds.count; i++)
            for (uint32_t k = 0; k < from->preds.count; k++)
                if (u->copies[from->preds.at[k]->id] == copy->preds.at[i])
                    ir_set_arg(phi, i, translate(u, old->args[k].value));
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
        after->unroll = block->unroll;
        for (struct ir_inst *phi = block->first; phi->op == IR_OP_phi; phi = phi->next) {
            struct ir_inst *copy =
                ir_inst_new(u->function, IR_OP_phi, (enum ir_type)phi->type, 1, NULL, 0);
            copy->loc = phi->loc;
            u->values[phi->def] = copy->def;
            ir_append(after, copy);
        }
    }
}

/* The values of the header's phis: from before the loop, or from the last iteration. */
static void
advance_phis(struct unroller *u, bool first)
{
    struct ir_block *header = u->loop->header;
    uint32_t enter = ir_pred_index(u->preheader, 0), count = 0;
    uint32_t index = first ? enter : 1 - enter;
    VEC(ir_id) next = {0};
    for (struct ir_inst *phi = header->first; phi->op == IR_OP_phi; phi = phi->next)
        vec_push(&u->arena, &next, translate(u, phi->args[index].value));
    for (struct ir_inst *phi = header->first; phi->op == IR_OP_phi; phi = phi->next)
        u->values[phi->def] = next.at[count++];
}

static void
copy_iteration(struct unroller *u, struct ir_block *header_copy, struct ir_block *next_header)
{
    make_copies(u, header_copy);
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
    for (uint32_t i = 1; i < u->blocks.count; i++)
        if (!u->copies[u->blocks.at[i]->id]->preds.count)
            ir_remove_block(u->copies[u->blocks.at[i]->id]);
}

/* Blocks that lost their last edge in an earlier unrolling are still there. */
static bool
is_reachable(const struct unroller *u, const struct ir_block *block)
{
    return u->dom->number[block->id] != UINT32_MAX;
}

/* Uses behind a loop with one exit see the values of the last iteration. */
static void
replace_outside_uses(struct unroller *u)
{
    for (uint32_t i = 0; i < u->blocks.count; i++)
        ir_foreach_inst(inst, u->blocks.at[i])
            for (uint32_t k = 0; k < inst->def_count; k++)
                for (struct ir_use *use = ir_value(u->function, inst->def + k)->uses, *next; use;
                     use = next) {
                    next = use->next;
                    const struct ir_block *at = use->user->block;
                    if (!in_loop(u, at) && at->id < u->block_count && is_reachable(u, at) &&
                        !is_phi_of_exit(u, use))
                        ir_set_arg(use->user, (uint32_t)(use - use->user->args),
                                   translate(u, inst->def + k));
                }
}

static void
unroll(struct unroller *u)
{
    struct ir_function *f = u->function;
    if (u->exit_count > 1)
        demote_outside_uses(u);
    u->value_count = f->values.count;
    u->values = ARENA_ARRAY(&u->arena, u->value_count, ir_id);
    u->copies = ARENA_ARRAY(&u->arena, u->block_count, struct ir_block *);
    struct ir_block *first = ir_block_after(u->preheader), *header = first;
    for (uint32_t i = 0; i <= u->trips && (i == 0 || header->preds.count); i++) {
        struct ir_block *next = ir_block_after(header); /* no edge: another exit was taken */
        advance_phis(u, i == 0);
        copy_iteration(u, header, next);
        header = next;
    }
    if (u->exit_count == 1)
        replace_outside_uses(u);
    ir_redirect(u->preheader, 0, first);
    for (uint32_t i = 0; i < u->blocks.count; i++)
        ir_remove_block(u->blocks.at[i]);
    if (header->preds.count == 0)
        ir_remove_block(header);
    else
        ir_append(header, ir_inst_new(f, IR_OP_unreachable, IR_VOID, 0, NULL, 0));
    u->grown += u->size * (u->trips + 1);
}

/* ---- in steps ---- */

static bool
is_outside(const struct unroller *u, ir_id id)
{
    const struct ir_inst *def = ir_def(u->function, id);
    return !def || !in_loop(u, def->block);
}

/* The header leaves unless phi < bound; the phi goes up by a constant. */
static bool
find_counter(struct unroller *u, struct counter *c)
{
    struct ir_function *f = u->function;
    struct ir_block *header = u->loop->header;
    const struct ir_inst *test = ir_def(f, header->last->args[0].value);
    if (!test || test->block != header || test->arg_count != 2)
        return false;
    enum ir_op op = (enum ir_op)test->op;
    ir_id left = test->args[0].value, right = test->args[1].value;
    bool stays_if_true = u->exit_succ == 1;
    if (op != (stays_if_true ? IR_OP_slt : IR_OP_sge) && op != (stays_if_true ? IR_OP_ult : IR_OP_uge))
        return false;
    c->is_signed = op == IR_OP_slt || op == IR_OP_sge;
    c->phi = ir_def(f, left);
    c->bound = right;
    if (!c->phi || c->phi->op != IR_OP_phi || c->phi->block != header || !is_outside(u, right) ||
        c->phi->type != IR_I32)
        return false;
    uint32_t back = 1 - ir_pred_index(u->preheader, 0);
    c->next = ir_def(f, c->phi->args[back].value);
    if (!c->next || c->next->op != IR_OP_add || c->next->args[0].value != left ||
        !ir_is_const(f, c->next->args[1].value) || !in_loop(u, c->next->block))
        return false;
    c->step = ir_value(f, c->next->args[1].value)->bits;
    return c->step >= 1 && c->step <= 64;
}

/* Loads that may wait together, and nothing that would keep them apart. */
static bool
has_free_loads(const struct unroller *u)
{
    unsigned loads = 0;
    for (uint32_t i = 0; i < u->blocks.count; i++)
        ir_foreach_inst(inst, u->blocks.at[i]) {
            unsigned flags = ir_op_flags((enum ir_op)inst->op);
            bool is_branch = flags & IR_END;
            if ((flags & (IR_EFFECT | IR_WRITE | IR_CONVERGENT) && !is_branch) ||
                (inst->op == IR_OP_load && inst->memory.is_volatile))
                return false;
            loads += inst->op == IR_OP_load && !points_to_private(u, inst->args[0].value);
        }
    return loads > 0;
}

static uint32_t
step_of(struct unroller *u)
{
    uint32_t hint = u->loop->header->unroll;
    uint32_t step = hint ? MAX_STEP_ASKED : MAX_STEP;
    if (hint == UINT32_MAX) /* no count given */
        return MAX_STEP;
    if (hint)
        return hint < step ? hint : step;
    while (step > 1 && step * u->size > STEPPED)
        step /= 2;
    return step;
}

static bool
is_innermost(const struct unroller *u)
{
    vec_foreach(struct ana_loop *, loop, &u->loops->all)
        if ((*loop)->parent == u->loop)
            return false;
    return true;
}

static bool
steps_wanted(struct unroller *u, struct counter *c)
{
    bool uses_private;
    if (u->loop->header->unroll == HINT_DISABLE || !find_preheader(u) || !is_innermost(u))
        return false;
    measure(u, &uses_private);
    u->exiting = u->loop->header;
    if (u->exit_count != 1 || u->exiting->succ_count != 2 || u->loop->latch->succ_count != 1)
        return false;
    u->exit_succ = !in_loop(u, u->exiting->succs[1]);
    return !in_loop(u, u->exiting->succs[u->exit_succ]) && find_counter(u, c) &&
           has_free_loads(u) && step_of(u) > 1;
}

/* More than what a step takes is left: bound - phi is exact, as phi < bound. */
static ir_id
enough_left(struct unroller *u, const struct counter *c, struct ir_block *header, ir_id phi,
            uint32_t step)
{
    struct ir_function *f = u->function;
    struct ir_builder b = {f, header, NULL, header->first->loc};
    ir_id before = ir_build2(&b, c->is_signed ? IR_OP_slt : IR_OP_ult, IR_I1, phi, c->bound);
    ir_id left = ir_build2(&b, IR_OP_sub, IR_I32, c->bound, phi);
    ir_id enough = ir_build2(&b, IR_OP_ugt, IR_I1, left, ir_const(f, IR_I32, c->step * (step - 1)));
    return ir_build2(&b, IR_OP_and, IR_I1, before, enough);
}

/* Phis of the new loop, without arguments yet; the first iteration starts from them. */
static void
make_phis(struct unroller *u, struct ir_block *header)
{
    for (struct ir_inst *phi = u->loop->header->first; phi->op == IR_OP_phi; phi = phi->next) {
        struct ir_inst *copy =
            ir_inst_new(u->function, IR_OP_phi, (enum ir_type)phi->type, 1, NULL, 0);
        copy->loc = phi->loc;
        u->values[phi->def] = copy->def;
        ir_append(header, copy);
    }
}

static void
unroll_in_steps(struct unroller *u, const struct counter *c)
{
    struct ir_function *f = u->function;
    struct ir_block *old = u->loop->header, *latch = NULL;
    uint32_t step = step_of(u), enter = ir_pred_index(u->preheader, 0), count = 0;
    ir_id starts[64], firsts[64], ends[64];
    for (struct ir_inst *phi = old->first; phi->op == IR_OP_phi; phi = phi->next) {
        if (count == 64)
            return;
        starts[count++] = phi->args[enter].value;
    }
    u->value_count = f->values.count;
    u->values = ARENA_ARRAY(&u->arena, u->value_count, ir_id);
    u->copies = ARENA_ARRAY(&u->arena, u->block_count, struct ir_block *);
    u->stays = true;
    struct ir_block *header = ir_block_after(u->preheader);
    header->unroll = old->unroll = HINT_DISABLE;
    make_phis(u, header);
    count = 0;
    for (struct ir_inst *phi = old->first; phi->op == IR_OP_phi; phi = phi->next)
        firsts[count++] = translate(u, phi->def);
    struct ir_block *first = ir_block_after(header), *body = first;
    for (uint32_t i = 0; i < step; i++) {
        struct ir_block *next = i + 1 < step ? ir_block_after(body) : header;
        if (i > 0)
            advance_phis(u, false);
        copy_iteration(u, body, next);
        latch = u->copies[u->loop->latch->id];
        struct ir_inst *added = ir_def(f, translate(u, c->next->def));
        if (added && i + 1 < step && added->op == IR_OP_add) /* still below the bound */
            added->no_wrap |= c->is_signed ? IR_NO_SIGNED_WRAP : IR_NO_UNSIGNED_WRAP;
        body = next;
    }
    advance_phis(u, false);
    count = 0;
    for (struct ir_inst *phi = old->first; phi->op == IR_OP_phi; phi = phi->next)
        ends[count++] = translate(u, phi->def);
    ir_id phi = firsts[0];
    count = 0;
    for (struct ir_inst *each = old->first; each != c->phi; each = each->next)
        phi = firsts[++count];
    ir_id condition = enough_left(u, c, header, phi, step);
    ir_redirect(u->preheader, 0, header);
    ir_set_cbr(header, condition, first, old);
    uint32_t from_before = ir_pred_index(u->preheader, 0), from_new = ir_pred_index(header, 1);
    uint32_t from_latch = ir_pred_index(latch, 0);
    count = 0;
    for (struct ir_inst *each = header->first; each->op == IR_OP_phi; each = each->next, count++) {
        ir_set_arg(each, from_before, starts[count]);
        ir_set_arg(each, from_latch, ends[count]);
    }
    count = 0;
    for (struct ir_inst *each = old->first; each->op == IR_OP_phi; each = each->next)
        ir_set_arg(each, from_new, firsts[count++]);
    u->stays = false;
    u->grown += u->size * step;
}

static bool
step_one(struct unroller *u, struct bitset *seen)
{
    for (uint32_t i = u->loops->all.count; i-- > 0;) {
        struct counter counter;
        u->loop = u->loops->all.at[i];
        uint32_t header = u->loop->header->id;
        if (header >= seen->size || bitset_has(seen, header))
            continue;
        bitset_add(seen, header);
        if (u->grown < BUDGET_FUNCTION && steps_wanted(u, &counter)) {
            unroll_in_steps(u, &counter);
            return true;
        }
    }
    return false;
}

/* ---- all loops ---- */

/* An innermost loop that was not looked at yet; inner ones come last in the list. */
static bool
unroll_one(struct unroller *u, struct bitset *seen)
{
    for (uint32_t i = u->loops->all.count; i-- > 0;) {
        u->loop = u->loops->all.at[i];
        uint32_t header = u->loop->header->id;
        if (header < seen->size && bitset_has(seen, header))
            continue;
        if (header < seen->size)
            bitset_add(seen, header);
        if (is_wanted(u)) {
            unroll(u);
            return true;
        }
    }
    return false;
}

/* Asks one after the other until nothing is wanted any more; loops are found anew after each. */
static bool
repeat(struct unroller *u, bool (*one)(struct unroller *u, struct bitset *seen))
{
    struct bitset seen = bitset_new(&u->arena, u->function->block_count);
    bool changed = false, again = true;
    while (again) {
        u->dom = ana_dom(&u->arena, u->function);
        u->loops = ana_loops(&u->arena, u->function, u->dom);
        u->block_count = u->function->block_count;
        again = one(u, &seen);
        changed |= again;
    }
    return changed;
}

bool
opt_unroll(struct ir_function *function)
{
    struct unroller u = {.function = function};
    arena_init(&u.arena, function->module->arena->allocator, function->module->guard);
    bool changed = repeat(&u, unroll_one);
    changed |= repeat(&u, step_one);
    arena_free(&u.arena);
    return changed;
}

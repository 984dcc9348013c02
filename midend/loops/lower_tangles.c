/* Bounds the number of blocks at which lanes wait at once.
 *
 * The linear plan keeps a mask for every block where lanes may be waiting.  Structured code nests,
 * so these are few; among gotos that cross each other every label ahead is one, and masks and the
 * time that they take grow with the square of the labels.  Where there are too many, all edges
 * between the labels of such a tangle, and those out of it, get one header with a selector for each
 * lane: lanes wait there alone, and a tree of comparisons sorts them again.
 *
 *   L1: if (a) goto L7;             header: selector = phi; if (selector < 4) ... else ...
 *   L2: if (b) goto L5;      ->     L1: if (a) 7 else 2 -> header
 *   L3: if (c) goto out; ...        L2: if (b) 5 else 3 -> header ...
 *
 * Lanes that leave the tangle still wait until all have left it, but inside they no longer wait for
 * each other; so one with a barrier or a cross-lane operation stays as it is.  Values are variables
 * in between, because a label that dominates another does so no longer. */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"
#include "midend/loops/merge_entries.h"
#include "midend/values/empty_blocks.h"
#include "support/limit.h"

struct untangler {
    struct ir_function *function;
    struct arena arena;
    struct ana_divergence *divergence;
    struct ana_loops *loops;
    uint32_t *group;       /* per position in linear order: another of its tangle, or itself */
    struct map convergent; /* function -> 2: it needs lanes together, 1: it does not */
};

struct tangle {
    merge_list labels;
    bool *is_label;
    struct ana_loop *around; /* innermost loop with all labels; NULL: none */
};

/* ---- which labels ---- */

/* The representative of a tangle (union by halving paths). */
static uint32_t
group_of(struct untangler *u, uint32_t position)
{
    while (u->group[position] != position)
        position = u->group[position] = u->group[u->group[position]];
    return position;
}

/* Does the block only pass lanes on? */
static bool
is_passage(const struct ir_block *block)
{
    return block->first == block->last && block->succ_count == 1 && block->preds.count == 1;
}

/* The label for which lanes wait in the block. */
static struct ir_block *
label_of(struct ir_block *block)
{
    while (is_passage(block))
        block = block->succs[0];
    return block;
}

/* Joins into one tangle what waits while too many do.  Returns whether there is any; waiting: the
 * positions. */
static bool
find_tangles(struct untangler *u, struct sparse_set *waiting)
{
    const struct linear_plan *plan = u->divergence->plan;
    u->group = ARENA_ARRAY(&u->arena, u->divergence->count, uint32_t);
    for (uint32_t i = 0; i < u->divergence->count; i++)
        u->group[i] = i;
    for (uint32_t i = 0; i < u->divergence->count; i++) {
        guard_poll(u->arena.guard);
        if (sparse_count(&plan->pending[i]) <= LIMIT_TANGLE_WAITING)
            continue;
        uint32_t first = sparse_next(&plan->pending[i], 0);
        sparse_foreach (position, &plan->pending[i])
            u->group[group_of(u, position)] = group_of(u, first);
        sparse_union(&u->arena, waiting, &plan->pending[i]);
    }
    return waiting->words.count != 0;
}

static struct ana_loop *
common_loop(struct ana_loop *a, struct ana_loop *b)
{
    while (a && !(b && ana_loop_contains(a, b)))
        a = a->parent;
    return a;
}

static void
add_label(struct untangler *u, struct tangle *t, struct ir_block *block)
{
    if (t->is_label[block->id])
        return;
    t->is_label[block->id] = true;
    vec_push(&u->arena, &t->labels, block);
}

/* The labels of the tangle; loops inside of it dissolve, so their headers are labels, too. */
static void
collect_labels(struct untangler *u, struct tangle *t, uint32_t group,
               const struct sparse_set *waiting)
{
    t->is_label = ARENA_ARRAY(&u->arena, u->function->block_count, bool);
    sparse_foreach (position, waiting) {
        struct ir_block *block = label_of(u->divergence->linear[position]);
        if (group_of(u, position) == group && block->preds.count > 1 && block->succ_count)
            add_label(u, t, block);
    }
    t->around = t->labels.count ? u->loops->of[t->labels.at[0]->id] : NULL;
    for (uint32_t i = 0; i < t->labels.count; i++)
        t->around = common_loop(t->around, u->loops->of[t->labels.at[i]->id]);
    while (t->around && t->is_label[t->around->header->id])
        t->around = t->around->parent;
    for (uint32_t i = 0; i < t->labels.count; i++)
        for (struct ana_loop *loop = u->loops->of[t->labels.at[i]->id]; loop != t->around;
             loop = loop->parent)
            add_label(u, t, loop->header);
}

/* ---- the region between them ---- */

/* Edges that close the loop around the tangle do not count, nor do those out of that loop. */
static bool
counts(const struct untangler *u, const struct tangle *t, const struct ir_block *to)
{
    if (!t->around)
        return true;
    return to != t->around->header && ana_loop_contains(t->around, u->loops->of[to->id]);
}

static bool *
flood(struct untangler *u, const struct tangle *t, bool backward)
{
    bool *reached = ARENA_ARRAY(&u->arena, u->function->block_count, bool);
    merge_list stack = {0};
    for (uint32_t i = 0; i < t->labels.count; i++) {
        vec_push(&u->arena, &stack, t->labels.at[i]);
        reached[t->labels.at[i]->id] = true;
    }
    while (stack.count) {
        struct ir_block *block = vec_pop(&stack);
        uint32_t count = backward ? block->preds.count : block->succ_count;
        for (uint32_t i = 0; i < count; i++) {
            struct ir_block *next = backward ? block->preds.at[i] : block->succs[i];
            if (!counts(u, t, next) || reached[next->id])
                continue;
            reached[next->id] = true;
            vec_push(&u->arena, &stack, next);
        }
    }
    return reached;
}

/* What calls do is found out later for all of them; here a function counts whose own calls are unknown. */
static bool
is_convergent(struct untangler *u, const struct ir_inst *inst)
{
    if (inst->op != IR_OP_call)
        return ir_op_flags((enum ir_op)inst->op) & IR_CONVERGENT;
    uintptr_t known = (uintptr_t)map_get(&u->convergent, MAP_KEY(inst->callee));
    if (!known) {
        known = 1 + !!(ana_effects(inst->callee) & IR_EFFECT_CONVERGENT);
        map_put(&u->convergent, MAP_KEY(inst->callee), (void *)known);
    }
    return known == 2;
}

static bool
has_convergent(struct untangler *u, const struct ir_block *block)
{
    ir_foreach_inst (inst, block)
        if (is_convergent(u, inst))
            return true;
    return false;
}

/* The blocks from which a label and at which one was reached; NULL if lanes must stay together
 * there. */
static bool *
find_region(struct untangler *u, const struct tangle *t)
{
    bool *forward = flood(u, t, false), *backward = flood(u, t, true);
    bool *region = ARENA_ARRAY(&u->arena, u->function->block_count, bool);
    ir_foreach_block (block, u->function) {
        region[block->id] = forward[block->id] && backward[block->id];
        if (region[block->id] && has_convergent(u, block))
            return NULL;
    }
    ir_foreach_block (block, u->function)
        if (is_passage(block) && region[block->preds.at[0]->id])
            region[block->id] = true;
    return region;
}

/* Where edges lead out of the region: entries only for these. */
static void
add_exits(struct untangler *u, struct tangle *t, struct merge_entries *what)
{
    what->entries = t->labels;
    what->whole = t->labels.count;
    for (uint32_t i = 0; i < u->divergence->count; i++) {
        struct ir_block *block = u->divergence->linear[i];
        for (uint32_t k = 0; what->region[block->id] && k < block->succ_count; k++) {
            struct ir_block *to = block->succs[k];
            if (what->region[to->id] || t->is_label[to->id])
                continue;
            t->is_label[to->id] = true;
            vec_push(&u->arena, &what->entries, to);
        }
    }
}

/* ---- values to variables ---- */

static bool
leaves_block(const struct ir_function *f, const struct ir_inst *inst, ir_id id)
{
    if (inst->op == IR_OP_phi)
        return true;
    for (const struct ir_use *use = ir_value(f, id)->uses; use; use = use->next)
        if (use->user->block != inst->block || use->user->op == IR_OP_phi)
            return true;
    return false;
}

static ir_id
new_variable(struct ir_function *f, enum ir_type type)
{
    struct ir_builder b = {.function = f, .block = f->entry};
    uint32_t size = ir_type_bytes(type);
    return ir_build_alloca(&b, size, size)->def;
}

static ir_id
load_before(struct ir_function *f, struct ir_inst *at, enum ir_type type, ir_id variable)
{
    struct ir_builder b = {f, at->block, at, at->loc};
    return ir_build_load(&b, type, 1, variable, ir_type_bytes(type))->def;
}

static void
store_before(struct ir_function *f, struct ir_inst *at, enum ir_type type, ir_id variable, ir_id id)
{
    struct ir_builder b = {f, at->block, at, at->loc};
    ir_build_store(&b, type, 1, variable, &id, ir_type_bytes(type));
}

/* Stores the value after its definition and loads it at each use elsewhere; arguments of phis at
 * the ends of their predecessors. */
static void
free_value(struct untangler *u, struct ir_inst *inst, ir_id id)
{
    struct ir_function *f = u->function;
    enum ir_type type = ir_type_of(f, id);
    VEC(struct ir_use *) uses = {0};
    for (struct ir_use *use = ir_value(f, id)->uses; use; use = use->next)
        if (use->user->block != inst->block || use->user->op == IR_OP_phi)
            vec_push(&u->arena, &uses, use);
    ir_id variable = new_variable(f, type);
    vec_foreach (struct ir_use *, each, &uses) {
        struct ir_inst *user = (*each)->user;
        uint32_t index = (uint32_t)(*each - user->args);
        struct ir_inst *at = user->op == IR_OP_phi ? user->block->preds.at[index]->last : user;
        ir_set_arg(user, index, load_before(f, at, type, variable));
    }
    store_before(f, inst->op == IR_OP_phi ? ir_first_after_phis(inst->block) : inst->next, type,
                 variable, id);
}

/* A phi becomes a variable that its predecessors store: all arguments are values of those blocks,
 * or constants, by now. */
static void
free_phi(struct untangler *u, struct ir_inst *phi)
{
    struct ir_function *f = u->function;
    enum ir_type type = (enum ir_type)phi->type;
    ir_id variable = new_variable(f, type);
    for (uint32_t i = 0; i < phi->arg_count; i++)
        if (ir_value(f, phi->args[i].value)->kind != IR_VALUE_UNDEF)
            store_before(f, phi->block->preds.at[i]->last, type, variable, phi->args[i].value);
    ir_replace_uses(f, phi->def, load_before(f, ir_first_after_phis(phi->block), type, variable));
    ir_remove(phi);
}

static void
free_values(struct untangler *u)
{
    VEC(struct ir_inst *) all = {0};
    ir_foreach_block (block, u->function)
        ir_foreach_inst (inst, block)
            if (inst->op != IR_OP_alloca && inst->def_count)
                vec_push(&u->arena, &all, inst);
    vec_foreach (struct ir_inst *, inst, &all)
        for (uint32_t i = 0; i < (*inst)->def_count; i++)
            if (leaves_block(u->function, *inst, (*inst)->def + i))
                free_value(u, *inst, (*inst)->def + i);
    vec_foreach (struct ir_inst *, inst, &all)
        if ((*inst)->op == IR_OP_phi)
            free_phi(u, *inst);
}

/* ---- do lanes part there at all? ---- */

struct differing {
    struct untangler *u;
    bool *differs; /* per value id, by data alone; of an alloca: what it holds */
    VEC(ir_id) work;
};

static void
mark(struct differing *d, ir_id id)
{
    if (!d->differs[id])
        vec_push(&d->u->arena, &d->work, id);
    d->differs[id] = true;
}

static bool
is_source(const struct ir_inst *inst)
{
    if (inst->op == IR_OP_load)
        return inst->memory.is_volatile || inst->memory.order != IR_NOT_ATOMIC;
    return ir_op_flags((enum ir_op)inst->op) & IR_DIVERGENT && inst->op != IR_OP_alloca;
}

/* A value differs: so does what is made of it, and the object that it is stored to. */
static void
mark_user(struct differing *d, const struct ir_use *use)
{
    const struct ir_inst *user = use->user;
    if (user->op == IR_OP_store && use != &user->args[0])
        mark(d, user->args[0].value);
    for (uint32_t i = 0; i < user->def_count; i++)
        mark(d, user->def + i);
}

/* Does a branch of the region depend on data that differ between lanes?  Else all lanes walk
 * together, and waiting costs nothing. */
static bool
lanes_part(struct untangler *u, const bool *region)
{
    struct ir_function *f = u->function;
    struct differing d = {.u = u, .differs = ARENA_ARRAY(&u->arena, f->values.count, bool)};
    for (uint32_t i = 0; i < f->param_count && !f->is_kernel; i++)
        mark(&d, f->params[i]);
    ir_foreach_block (block, f)
        ir_foreach_inst (inst, block)
            for (uint32_t i = 0; is_source(inst) && i < inst->def_count; i++)
                mark(&d, inst->def + i);
    while (d.work.count)
        for (struct ir_use *use = ir_value(f, vec_pop(&d.work))->uses; use; use = use->next)
            mark_user(&d, use);
    ir_foreach_block (block, f)
        if (region[block->id] && block->succ_count == 2 && d.differs[block->last->args[0].value])
            return true;
    return false;
}

/* ---- the pass ---- */

static bool
untangle_one(struct untangler *u, uint32_t group, const struct sparse_set *waiting)
{
    struct tangle t = {0};
    struct merge_entries what = {0};
    collect_labels(u, &t, group, waiting);
    if (t.labels.count < 2 || !(what.region = find_region(u, &t)) || !lanes_part(u, what.region))
        return false;
    add_exits(u, &t, &what);
    free_values(u);
    merge_entries(&u->arena, u->function, &what);
    return true;
}

/* One tangle at a time: positions and loops hold for the graph before it. */
static bool
untangle(struct untangler *u)
{
    struct sparse_set waiting = {0};
    u->divergence = ana_divergence(&u->arena, u->function);
    if (!find_tangles(u, &waiting))
        return false;
    u->loops = ana_loops(&u->arena, u->function, ana_dom(&u->arena, u->function));
    sparse_foreach (position, &waiting)
        if (group_of(u, position) == position && untangle_one(u, position, &waiting))
            return true;
    return false;
}

/* Targets of edges that lead past a block in reverse post-order: more than LIMIT_TANGLE_WAITING? */
static bool
many_ahead(struct arena *arena, const struct ana_dom *dom)
{
    int32_t *change = ARENA_ARRAY(arena, dom->count + 1, int32_t), open = 0;
    for (uint32_t i = 1; i < dom->count; i++) {
        uint32_t first = i;
        for (uint32_t k = 0; k < dom->order[i]->preds.count; k++) {
            uint32_t from = dom->number[dom->order[i]->preds.at[k]->id];
            first = from < first ? from : first;
        }
        change[first]++;
        change[i]--;
    }
    for (uint32_t i = 0; i < dom->count; i++) {
        open += change[i];
        if (open > LIMIT_TANGLE_WAITING)
            return true;
    }
    return false;
}

/* Edges out of one loop, where lanes wait until no lane is left in it: more than LIMIT_TANGLE_WAITING? */
static bool
many_exits(struct arena *arena, struct ir_function *function, const struct ana_dom *dom)
{
    const struct ana_loops *loops = ana_loops(arena, function, dom);
    vec_foreach (struct ana_loop *, loop, &loops->all)
        if ((*loop)->exit_count > LIMIT_TANGLE_WAITING)
            return true;
    return false;
}

/* Could so many wait? */
static bool
is_wide(struct arena *arena, struct ir_function *function)
{
    if (function->block_count <= 2 * LIMIT_TANGLE_WAITING)
        return false;
    const struct ana_dom *dom = ana_dom(arena, function);
    return LIMIT_MET(arena->guard, TANGLE_WAITING,
                     many_ahead(arena, dom) || many_exits(arena, function, dom));
}

bool
lower_tangles(struct ir_function *function)
{
    bool changed = false, again = true;
    for (unsigned i = 0; again && i < LIMIT_TANGLE_ROUNDS; i++) {
        struct untangler u = {.function = function};
        arena_init_scratch(&u.arena, function->module->arena->allocator, function->module->guard);
        u.convergent = map_new(&u.arena);
        again = is_wide(&u.arena, function);
        if (again && empty_blocks_skip(function)) { /* arms of else-ifs meet in one */
            changed = true;
            again = is_wide(&u.arena, function);
        }
        if (again) {
            changed |= lower_loops(function);
            again = untangle(&u);
        }
        arena_free(&u.arena);
        if (again)
            lower_irreducible(function);
        changed |= again;
    }
    LIMIT_MET(function->module->guard, TANGLE_ROUNDS, again);
    return changed;
}

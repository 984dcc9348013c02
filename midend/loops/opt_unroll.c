/* Unrolling: fully, where the number of iterations is known; else in steps of a few iterations,
 * where that overlaps the waiting for loads of several iterations.
 *
 * The count is found by running the loop's control with constants: any computation of the exit
 * condition from constants is good enough.  Each iteration becomes a copy of the loop in which the
 * header's phis are the values of the iteration before; constants fold and untaken branches vanish
 * while copying.  Loops that index private arrays get a larger budget where the arrays become values
 * with constant indices (unroll_gain.c).
 *
 *   for (i = 0; i < 2; i++) f(i);   ->   f(0); f(1);
 *
 * In steps: unroll_steps.c. */
#include "midend/pass.h"
#include "midend/loops/unroll.h"

#include "midend/ir/ir_build.h"
#include "support/limit.h"

/* Code of so many budgets is tried, for what becomes constant or equal in its copies.  Where that is a third of it,
 * the rest counts; where it is the half, the rest may take two budgets: tuned. */
enum { TRIED_BUDGETS = 4, HALVED_BUDGETS = 2 };

static uint64_t
folded_total(struct unroller *u, uint32_t *budget)
{
    uint64_t all = u->size * u->trips.count;
    if (u->total <= *budget || u->total > TRIED_BUDGETS * *budget)
        return u->total;
    uint64_t left = unroll_left(u, HALVED_BUDGETS * *budget);
    if (left > all - all / 3)
        return u->total;
    if (left <= all / 2)
        *budget *= HALVED_BUDGETS;
    return left;
}

/* Does at most one iteration run to its end?  Then the loop only loses its way back. */
static bool
runs_once(const struct unroller *u)
{
    return u->trips.count + (u->exiting != u->loop->header) <= 1;
}

/* Does it hold a loop whose count is known and too high?  That one stays a loop in each copy, with
 * the same count: copies would only be more of the same. */
static bool
holds_long_loop(const struct unroller *u)
{
    for (uint32_t i = 1; i < u->blocks.count; i++)
        if (map_get(&u->too_long, MAP_KEY(u->blocks.at[i])))
            return true;
    return false;
}

/* Of all iterations; the last one runs only to the exit. */
static uint64_t
total_of(const struct unroller *u, uint32_t size, uint32_t header)
{
    uint64_t last = u->exiting == u->loop->header ? header : size;
    return size * u->trips.count + last;
}

static bool
is_wanted(struct unroller *u)
{
    static const struct {
        enum limit row;
        uint32_t most;
    } budgets[] = {[UNROLL_NOTHING] = {LIMIT_ROW_UNROLL_CODE, LIMIT_UNROLL_CODE},
                   [UNROLL_OFFSETS] = {LIMIT_ROW_UNROLL_OFFSETS, LIMIT_UNROLL_OFFSETS},
                   [UNROLL_VALUES] = {LIMIT_ROW_UNROLL_PRIVATE, LIMIT_UNROLL_PRIVATE}};
    uint32_t hint = u->loop->header->unroll;
    if (hint == UNROLL_DISABLE || !ana_induction(&u->at, u->function, u->loops, u->loop))
        return false;
    unroll_measure(u);
    enum limit limit = hint ? LIMIT_ROW_UNROLL_ASKED : budgets[u->gain].row;
    uint32_t budget = hint ? LIMIT_UNROLL_ASKED : budgets[u->gain].most;
    if (!unroll_find_count(u))
        return false;
    if (runs_once(u))
        return true;
    u->total = total_of(u, u->size, u->header_size);
    if (u->total > budget) {
        uint32_t header = 0, kept = unroll_measure_kept(u, &header);
        u->total = total_of(u, kept, header);
    }
    if (!hint)
        u->total = folded_total(u, &budget);
    if (!limit_met(u->arena.guard, limit, u->total > budget) &&
        !LIMIT_MET(u->arena.guard, UNROLL_GROWTH, u->grown + u->total > LIMIT_UNROLL_GROWTH))
        return hint || u->gain == UNROLL_VALUES || !holds_long_loop(u);
    map_put(&u->too_long, MAP_KEY(u->loop->header), u);
    return false;
}

/* ---- values that leave a loop by several exits go through memory, which ssa_build removes ----
 *
 *   for (...) { x = f(i); if (g(x)) break; if (h(x)) break; }  use(x);
 *
 * After unrolling, each copy of each exit brings its own x, and use(x) would need phis wherever
 * these paths meet.  A store after each definition and a load before the use mean the same, and
 * ssa_build places the phis. */

/* unroll_copy.c gives these their arguments while copying. */
static bool
is_phi_of_exit(const struct unroller *u, const struct ir_use *use)
{
    const struct ir_inst *user = use->user;
    return user->op == IR_OP_phi && unroll_inside(u, user->block->preds.at[use - user->args]);
}

static void
demote(struct unroller *u, struct ir_inst *inst, ir_id id)
{
    struct ir_function *f = u->function;
    enum ir_type type = ir_type_of(f, id), memory = type == IR_I1 ? IR_I8 : type;
    VEC(struct ir_use *) uses = {0}; /* collected first: ir_set_arg takes them out of the list */
    for (struct ir_use *use = ir_value(f, id)->uses; use; use = use->next)
        if (!unroll_inside(u, use->user->block) && !is_phi_of_exit(u, use))
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
        /* A phi reads its argument at the end of the block that it comes from. */
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
        ir_foreach_inst_safe (inst, u->blocks.at[i])
            for (uint32_t k = 0; k < inst->def_count; k++)
                demote(u, inst, inst->def + k);
}

/* Blocks that lost their last edge in an earlier unrolling are still there. */
static bool
is_reachable(const struct unroller *u, const struct ir_block *block)
{
    return u->dom->number[block->id] != UINT32_MAX;
}

/* Uses after a loop with one exit see the values of the last iteration. */
static void
replace_outside_uses(struct unroller *u)
{
    for (uint32_t i = 0; i < u->blocks.count; i++)
        ir_foreach_inst (inst, u->blocks.at[i])
            for (uint32_t k = 0; k < inst->def_count; k++)
                for (struct ir_use *use = ir_value(u->function, inst->def + k)->uses, *next; use;
                     use = next) {
                    next = use->next;
                    /* Not those in the copies, whose block ids are higher: these have their own
                     * values. */
                    const struct ir_block *at = use->user->block;
                    if (!unroll_inside(u, at) && at->id < u->block_count && is_reachable(u, at) &&
                        !is_phi_of_exit(u, use))
                        ir_set_arg(use->user, (uint32_t)(use - use->user->args),
                                   unroll_value(u, inst->def + k));
                }
}

static void
unroll(struct unroller *u)
{
    struct ir_function *f = u->function;
    if (u->loop->exit_count > 1 || u->trips.if_entered)
        demote_outside_uses(u);
    unroll_begin(u);
    /* One header after the other; each copy branches to the next one's. */
    struct ir_block *first = ir_block_after(u->at.preheader), *header = first;
    for (uint32_t i = 0; i <= u->trips.count && (i == 0 || header->preds.count); i++) {
        struct ir_block *next = ir_block_after(header); /* no edge: another exit was taken */
        unroll_advance(u, i == 0);
        u->stays = u->trips.if_entered && i > 0 && i < u->trips.count;
        u->leaves = u->trips.if_entered && i == u->trips.count;
        unroll_copy(u, header, next);
        header = next;
    }
    u->stays = u->leaves = false;
    if (u->loop->exit_count == 1 && !u->trips.if_entered)
        replace_outside_uses(u);
    ir_redirect(u->at.preheader, 0, first);
    for (uint32_t i = 0; i < u->blocks.count; i++)
        ir_remove_block(u->blocks.at[i]);
    /* The header after the last iteration is never executed.  If a branch to it is left, the count
     * says that it is never taken. */
    if (header->preds.count == 0)
        ir_remove_block(header);
    else
        ir_append(header, ir_inst_new(f, IR_OP_unreachable, IR_VOID, 0, NULL, 0));
    u->grown += runs_once(u) ? 0 : (uint32_t)u->total;
}

/* ---- all loops ---- */

static bool
unroll_fully(struct unroller *u)
{
    if (!is_wanted(u))
        return false;
    unroll(u);
    return true;
}

/* The first loop that was not tried yet, but those inside it come before it: what one loop leaves is
 * known to the next then.  NULL: there is none. */
static struct ana_loop *
next_loop(const struct unroller *u, const struct bitset *tried)
{
    struct ana_loop *found = NULL;
    for (uint32_t i = 0; i < u->loops->all.count; i++) { /* outer before inner, as they stand */
        struct ana_loop *loop = u->loops->all.at[i];
        guard_poll(u->arena.guard);
        if (!bitset_has(tried, loop->header->id) && (!found || ana_loop_contains(found, loop)))
            found = loop;
    }
    return found;
}

/* Tries loops until one changes.  seen: the headers of those of the start that need not be tried again.
 * Copies are new loops: with constants from the outer loop they may have a count that the original had
 * not. */
static bool
unroll_one(struct unroller *u, struct bitset *seen, bool (*way)(struct unroller *u))
{
    struct bitset tried = bitset_new(&u->arena, u->function->block_count);
    for (uint32_t i = 0; i < seen->size; i++)
        if (bitset_has(seen, i))
            bitset_add(&tried, i);
    while ((u->loop = next_loop(u, &tried))) {
        uint32_t header = u->loop->header->id;
        bitset_add(&tried, header);
        if (header < seen->size)
            bitset_add(seen, header);
        if (way(u))
            return true;
    }
    return false;
}

/* Tries one loop after the other until none is left; finds the loops again after each change. */
static bool
repeat(struct unroller *u, bool (*way)(struct unroller *u))
{
    struct bitset seen = bitset_new(&u->arena, u->function->block_count);
    bool changed = false, again = true;
    while (again) {
        u->dom = ana_dom(&u->arena, u->function);
        u->loops = ana_loops(&u->arena, u->function, u->dom);
        u->block_count = u->function->block_count;
        u->gains = map_new(&u->arena);
        again = unroll_one(u, &seen, way);
        changed |= again;
    }
    return changed;
}

/* A loop that still has its pragma's count was not unrolled. */
static void
tell_missed(const struct unroller *u)
{
    vec_foreach (struct ana_loop *const, loop, &u->loops->all)
        if ((*loop)->header->unroll > UNROLL_DISABLE)
            unroll_tell_missed(u, (*loop)->header,
                               "the number of its iterations is unknown or too high, or it holds "
                               "too much code");
}

bool
opt_unroll(struct ir_function *function)
{
    struct unroller u = {.function = function};
    arena_init_scratch(&u.arena, function->module->arena->allocator, function->module->guard);
    u.too_long = map_new(&u.arena);
    bool changed = repeat(&u, unroll_fully);
    /* The loops left have no known count, or one that is too high. */
    changed |= repeat(&u, unroll_steps);
    tell_missed(&u);
    arena_free(&u.arena);
    return changed;
}

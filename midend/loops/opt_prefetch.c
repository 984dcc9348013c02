/* Loads of the next iteration: where a loop waits for a load in every iteration, the wait passes while it works on what
 * the iteration before has loaded.
 *
 *   for (i = 0; i < n; i++) s = f(s, a[i]);
 *   ->   if (0 < n) t = a[0]; for (i = 0; i < n; i++) { s = f(s, t); t = a[i + 1 < n ? i + 1 : i]; }
 *
 * The last iteration loads again what it has, for nothing may lie behind.  So each iteration must load, the header's test
 * be known one iteration before it, and other exits be harmless (prefetch_exits.c); nothing in the loop may store to where
 * it loads from.  Loops that other passes have unrolled so that loads wait together hold more dwords than this is for. */
#include "midend/loops/prefetch.h"
#include "midend/pass.h"

#include "midend/analysis/memory_order.h"
#include "midend/ir/debug_point.h"
#include "midend/ir/ir_build.h"
#include "midend/ir/ir_info.h"
#include "support/limit.h"

/* Instructions of an iteration that are worth a branch around the first loads: tuned.  Loops of fewer are those that steps
 * unroll. */
enum { WORK = 50 };

/* ---- what is loaded ---- */

/* Is it computed from what the loop counts, and from before it? */
static bool
is_counted(const struct prefetch *p, ir_id id, unsigned *work)
{
    const struct ir_inst *inst = ir_def(p->function, id);
    struct ana_counter counter;
    if (ana_is_outside(&p->at, id) || ana_counter(&p->at, id, &counter))
        return true;
    if (LIMIT_MET(p->function->module->guard, GROWTH_TERMS, ++*work > LIMIT_GROWTH_TERMS) ||
        inst->op == IR_OP_phi || inst->def_count != 1 ||
        !(ir_op_flags((enum ir_op)inst->op) & IR_PURE))
        return false;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!is_counted(p, inst->args[i].value, work))
            return false;
    return true;
}

struct memory_address
prefetch_place(const struct prefetch *p, const struct ir_inst *access)
{
    uint32_t bytes = ir_type_bytes((enum ir_type)access->type) * access->memory.components;
    struct memory_address at = memory_address_of(&p->objects, access->args[0].value, bytes);
    memory_note_access(&at, access);
    return at;
}

static uint32_t
dwords_of(const struct ir_inst *load)
{
    return load->def_count * ((ir_type_bytes((enum ir_type)load->type) + 3) / 4);
}

/* Do lanes use it that may differ?  New values are not known. */
static bool
is_divergent(const struct prefetch *p, ir_id id)
{
    return id < p->value_count && p->divergence->divergent[id];
}

/* Lanes that load from one place do so by scalar loads, which are fast. */
static bool
is_wanted(struct prefetch *p, const struct ir_inst *load)
{
    unsigned work = 0;
    ir_id pointer = load->args[0].value;
    if (ir_type_of(p->function, pointer) != IR_P_GLOBAL || load->block == p->at.loop->header ||
        !ana_dominates(p->dom, load->block, p->at.loop->latch) || ana_is_outside(&p->at, pointer) ||
        !is_counted(p, pointer, &work))
        return false;
    if (!p->divergence) {
        p->divergence = ana_divergence(&p->arena, p->function);
        p->value_count = p->function->values.count;
    }
    return is_divergent(p, pointer) && (!p->leaves_early || prefetch_is_harmless(p, load));
}

static void
find_blocks(struct prefetch *p)
{
    const struct ana_loop *loop = p->at.loop;
    p->blocks.count = 0;
    /* In reverse post-order the header comes before all blocks that it dominates. */
    for (uint32_t i = p->dom->number[loop->header->id]; p->blocks.count < loop->block_count; i++)
        if (ana_loop_contains(loop, p->loops->of[p->dom->order[i]->id]))
            vec_push(&p->arena, &p->blocks, p->dom->order[i]);
}

static bool
look_at_loop(struct prefetch *p)
{
    p->load_count = p->dwords = 0;
    vec_foreach (struct ir_block *const, block, &p->blocks)
        ir_foreach_inst (inst, *block) {
            unsigned flags = ir_op_flags((enum ir_op)inst->op);
            bool is_access = inst->op == IR_OP_load || inst->op == IR_OP_store;
            if (is_access ? !ir_is_plain(&inst->memory)
                          : flags & (IR_EFFECT | IR_WRITE | IR_CONVERGENT) && !(flags & IR_END))
                return false;
            if (inst->op != IR_OP_load || !is_wanted(p, inst))
                continue;
            if (p->load_count == PREFETCH_MOST_LOADS)
                return false;
            p->loads[p->load_count++] = inst;
            p->dwords += dwords_of(inst);
        }
    return p->load_count > 0;
}

/* Does the loop store to where it loads from, in any iteration? */
static bool
is_stored_to(const struct prefetch *p, const struct ir_inst *load)
{
    struct memory_address at = prefetch_place(p, load);
    vec_foreach (struct ir_block *const, block, &p->blocks)
        ir_foreach_inst (inst, *block) {
            if (inst->op != IR_OP_store)
                continue;
            struct memory_address to = prefetch_place(p, inst);
            if (memory_objects_may_meet(&at, &to))
                return true;
        }
    return false;
}

static bool
is_moved(const struct prefetch *p, const struct ir_inst *load)
{
    for (uint32_t i = 0; i < p->load_count; i++)
        if (p->loads[i] == load)
            return true;
    return false;
}

/* Is it computed from what a load that moves has loaded? */
static bool
is_behind(const struct prefetch *p, ir_id id, unsigned *work)
{
    const struct ir_inst *inst = ir_def(p->function, id);
    if (ana_is_outside(&p->at, id) || inst->op == IR_OP_phi ||
        LIMIT_MET(p->function->module->guard, GROWTH_TERMS, ++*work > LIMIT_GROWTH_TERMS))
        return false;
    bool found = inst->op == IR_OP_load && is_moved(p, inst);
    for (uint32_t i = 0; i < inst->arg_count && !found; i++)
        found = is_behind(p, inst->args[i].value, work);
    return found;
}

/* Accesses of memory come back in order: whoever waits for one of private memory waits for the next loads, too. */
static bool
loads_private(const struct prefetch *p)
{
    vec_foreach (struct ir_block *const, block, &p->blocks)
        ir_foreach_inst (inst, *block)
            if (inst->op == IR_OP_load &&
                ir_type_of(p->function, inst->args[0].value) == IR_P_PRIVATE)
                return true;
    return false;
}

/* Does the loop work, or wait for what it loads then, while the next loads are on their way? */
static bool
has_work(const struct prefetch *p)
{
    uint32_t size = 0;
    if (loads_private(p))
        return false;
    vec_foreach (struct ir_block *const, block, &p->blocks)
        ir_foreach_inst (inst, *block) {
            unsigned work = 0;
            ir_id pointer = inst->op == IR_OP_load ? inst->args[0].value : 0;
            if (pointer && is_divergent(p, pointer) && !is_moved(p, inst) &&
                (!ana_dominates(p->dom, *block, p->at.loop->latch) || is_behind(p, pointer, &work)))
                return true;
            size += inst->op != IR_OP_phi;
        }
    return size >= WORK;
}

/* ---- the loads ---- */

static ir_id copy_value(struct prefetch *p, ir_id id);

/* Of a counter: where it starts, what it is in the next iteration, or what it is there if there is one. */
static ir_id
copy_counter(struct prefetch *p, const struct ana_counter *counter)
{
    enum ir_type type = ir_type_of(p->function, counter->step);
    ir_id step = counter->step;
    if (p->copying == PREFETCH_FIRST)
        return counter->start;
    if (p->copying == PREFETCH_NEXT)
        step =
            ir_build3(p->b, IR_OP_select, type, p->goes_on, step, ir_const(p->function, type, 0));
    ir_id args[2] = {counter->phi->def, step};
    struct ir_inst *next =
        ir_build(p->b, (enum ir_op)counter->next->op, (enum ir_type)counter->phi->type, 1, args, 2);
    next->no_wrap = counter->next->no_wrap;
    return next->def;
}

static ir_id
copy_inst(struct prefetch *p, const struct ir_inst *inst)
{
    ir_id *args = ARENA_ARRAY(&p->arena, inst->arg_count, ir_id);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = copy_value(p, inst->args[i].value);
    struct ir_inst *copy = ir_inst_clone(p->function, inst, args);
    copy->loc = p->b->loc;
    ir_insert_before(p->b->before, copy);
    return copy->def;
}

static ir_id
copy_value(struct prefetch *p, ir_id id)
{
    struct ana_counter counter;
    struct map *copies = &p->copies[p->copying];
    uintptr_t known = (uintptr_t)map_get(copies, id);
    if (ana_is_outside(&p->at, id))
        return id;
    if (known)
        return (ir_id)known;
    ir_id copy;
    if (ana_counter(&p->at, id, &counter))
        copy = copy_counter(p, &counter);
    else
        copy = copy_inst(p, ir_def(p->function, id));
    if (p->leaves_early && p->copying == PREFETCH_TEST)
        ir_def(p->function, copy)->no_wrap = 0; /* the program may not get so far */
    map_put(copies, id, (void *)(uintptr_t)copy);
    return copy;
}

static ir_id
copy_before(struct prefetch *p, ir_id id, struct ir_inst *before, loc_t loc,
            enum prefetch_copy copying)
{
    struct ir_builder b = {p->function, before->block, before,
                           debug_forget(p->function->module, loc)};
    p->b = &b;
    p->copying = copying;
    return copy_value(p, id);
}

/* Does the loop go on where its header's test is that? */
static ir_id
stays(struct prefetch *p, ir_id test, struct ir_inst *before, loc_t loc)
{
    struct ir_builder b = {p->function, before->block, before,
                           debug_forget(p->function->module, loc)};
    return p->leaving ? test
                      : ir_build2(&b, IR_OP_xor, IR_I1, test, ir_const(p->function, IR_I1, 1));
}

/* Is there an iteration after this one?  Asked where the header goes on to. */
static ir_id
build_test(struct prefetch *p)
{
    struct ir_inst *first = ir_first_after_phis(p->at.loop->header->succs[!p->leaving]);
    ir_id test = copy_before(p, p->test, first, first->loc, PREFETCH_TEST);
    return stays(p, test, first, first->loc);
}

static ir_id
first_address(struct prefetch *p, const struct ir_inst *load)
{
    return copy_before(p, load->args[0].value, p->at.preheader->last, load->loc, PREFETCH_FIRST);
}

/* Where the loop may be left before there is a next iteration, only so many bytes further is known to be memory. */
static ir_id
next_address(struct prefetch *p, const struct ir_inst *load, struct ir_inst *before)
{
    uint64_t bytes;
    ir_id pointer = load->args[0].value;
    struct ir_builder b = {p->function, before->block, before,
                           debug_forget(p->function->module, load->loc)};
    if (!p->leaves_early || !prefetch_growth(p, load, &bytes))
        return copy_before(p, pointer, before, load->loc, PREFETCH_NEXT);
    ir_id by = ir_build3(&b, IR_OP_select, IR_I64, p->goes_on, ir_const(p->function, IR_I64, bytes),
                         ir_const(p->function, IR_I64, 0));
    return ir_build2(&b, IR_OP_ptradd, IR_P_GLOBAL, pointer, by);
}

static struct ir_inst *
copy_load(struct prefetch *p, const struct ir_inst *load, ir_id pointer, struct ir_inst *before)
{
    struct ir_inst *copy = ir_inst_clone(p->function, load, &pointer);
    copy->loc = debug_forget(p->function->module, load->loc);
    ir_insert_before(before, copy);
    return copy;
}

/* Do others than instructions of its block use it? */
static bool
is_used_elsewhere(const struct prefetch *p, const struct ir_inst *load)
{
    for (uint32_t k = 0; k < load->def_count; k++)
        for (struct ir_use *use = ir_value(p->function, load->def + k)->uses; use; use = use->next)
            if (use->user->block != load->block || use->user->op == IR_OP_phi)
                return true;
    return false;
}

/* Behind the last of the block's loads and of their last uses in it, so that the registers are free; behind the loads,
 * if others use them. */
static struct ir_inst *
place_of_next(const struct prefetch *p, const struct ir_block *block)
{
    struct ir_inst *place = NULL;
    bool are_local = true;
    for (uint32_t i = 0; i < p->load_count; i++)
        if (p->loads[i]->block == block) {
            place = p->loads[i]->next;
            are_local &= !is_used_elsewhere(p, p->loads[i]);
        }
    for (struct ir_inst *inst = place; are_local && inst != block->last; inst = inst->next)
        for (uint32_t i = 0; i < p->load_count; i++)
            for (uint32_t k = 0; k < inst->arg_count; k++)
                if (inst->args[k].value - p->loads[i]->def < p->loads[i]->def_count)
                    place = inst->next;
    return place;
}

/* The first iteration's, or nothing if there is none. */
static ir_id
guarded_value(const struct prefetch *p, ir_id value, struct ir_block *join)
{
    enum ir_type type = ir_type_of(p->function, value);
    if (!join)
        return value;
    ir_id args[2];
    args[ir_pred_index(p->at.preheader, 0)] = value;
    args[!ir_pred_index(p->at.preheader, 0)] = ir_undef(p->function, type);
    struct ir_inst *phi = ir_inst_new(p->function, IR_OP_phi, type, 1, args, 2);
    ir_insert_before(join->first, phi);
    return phi->def;
}

/* join: where the ways around the first loads and through them meet, or NULL. */
static void
move_load(struct prefetch *p, struct ir_inst *load, struct ir_inst *place, struct ir_block *join)
{
    struct ir_function *f = p->function;
    struct ir_inst *next = copy_load(p, load, next_address(p, load, place), place);
    struct ir_inst *first = copy_load(p, load, first_address(p, load), p->at.preheader->last);
    for (uint32_t k = 0; k < load->def_count; k++) {
        ir_id args[2];
        args[p->at.enter] = guarded_value(p, first->def + k, join);
        args[p->at.back] = next->def + k;
        struct ir_inst *phi = ir_inst_new(f, IR_OP_phi, (enum ir_type)load->type, 1, args, 2);
        phi->loc = load->loc;
        ir_insert_before(p->at.loop->header->first, phi);
        ir_replace_uses(f, load->def + k, phi->def);
    }
    ir_remove(load);
}

/* The preheader becomes a block that is executed only if the loop runs; the result: one behind it, before the loop.  No
 * loop that is still to be looked at holds the new blocks, for inner loops come after outer ones. */
static struct ir_block *
build_guard(struct prefetch *p)
{
    struct ir_block *before = p->at.preheader;
    loc_t loc = before->last->loc;
    ir_id test = copy_before(p, p->test, before->last, loc, PREFETCH_FIRST);
    struct ir_block *join = ir_split_edge(before, 0), *guarded = ir_split_edge(before, 0);
    struct ir_block *around = ir_block_after(guarded);
    struct ir_builder b = {p->function, around, NULL, loc};
    if (p->leaving)
        ir_set_cbr(before, test, guarded, around);
    else
        ir_set_cbr(before, test, around, guarded);
    ir_build_br(&b, join);
    p->at.preheader = guarded;
    return join;
}

static void
move_loads(struct prefetch *p, bool runs)
{
    const struct ir_block *block = NULL;
    struct ir_inst *place = NULL;
    p->copies[PREFETCH_FIRST] = p->copies[PREFETCH_TEST] = map_new(&p->arena);
    struct ir_block *join = runs ? NULL : build_guard(p);
    p->goes_on = build_test(p);
    for (uint32_t i = 0; i < p->load_count; i++) {
        if (p->loads[i]->block != block) {
            block = p->loads[i]->block;
            place = place_of_next(p, block);
            p->copies[PREFETCH_NEXT] = map_new(&p->arena);
        }
        move_load(p, p->loads[i], place, join);
    }
}

/* ---- all loops ---- */

/* Is the header's test known before its time? */
static bool
find_test(struct prefetch *p)
{
    const struct ir_block *header = p->at.loop->header;
    unsigned work = 0;
    if (header->succ_count != 2)
        return false;
    p->leaving = ana_loop_contains(p->at.loop, p->loops->of[header->succs[0]->id]);
    p->test = header->last->args[0].value;
    return !ana_loop_contains(p->at.loop, p->loops->of[header->succs[p->leaving]->id]) &&
           is_counted(p, p->test, &work);
}

/* A constant that the value is in the first iteration, or 0. */
static ir_id
first_value(const struct prefetch *p, ir_id id)
{
    enum { ARGS = 4 };
    const struct ir_inst *inst = ir_def(p->function, id);
    struct ana_counter counter;
    ir_id args[ARGS];
    uint64_t bits;
    if (ana_counter(&p->at, id, &counter))
        id = counter.start;
    if (ana_is_outside(&p->at, id))
        return ir_is_const(p->function, id) ? id : 0;
    if (inst->arg_count > ARGS)
        return 0;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!(args[i] = first_value(p, inst->args[i].value)))
            return 0;
    enum ir_type type = (enum ir_type)inst->type;
    bool is_known =
        ir_fold_values(p->function, (enum ir_op)inst->op, type, args, inst->arg_count, &bits);
    return is_known ? ir_const(p->function, type, bits) : 0;
}

static bool
visit_loop(struct prefetch *p, const struct ana_loop *loop)
{
    if (!ana_induction(&p->at, p->function, p->loops, loop) || !find_test(p))
        return false;
    ir_id first = first_value(p, p->test);
    bool runs = first && ir_value(p->function, first)->bits == p->leaving;
    if (first && !runs)
        return false;
    if (!p->objects.function)
        p->objects = memory_objects(&p->arena, p->function);
    find_blocks(p);
    p->leaves_early = loop->exit_count > 1;
    if (!look_at_loop(p) ||
        LIMIT_MET(p->arena.guard, PREFETCH_DWORDS, p->dwords > LIMIT_PREFETCH_DWORDS))
        return false;
    for (uint32_t i = 0; i < p->load_count; i++)
        if (is_stored_to(p, p->loads[i]))
            return false;
    if (!runs && !has_work(p))
        return false;
    move_loads(p, runs);
    return true;
}

/* Most functions have no loop that loads so. */
static bool
has_candidates(const struct ir_function *function)
{
    bool has_loop = false, has_load = false;
    for (const struct ir_block *block = function->entry; block && !(has_loop && has_load);
         block = block->next) {
        has_loop |= block->preds.count > 1;
        if (!has_load)
            ir_foreach_inst (inst, block)
                has_load |= inst->op == IR_OP_load &&
                            ir_type_of(function, inst->args[0].value) == IR_P_GLOBAL;
    }
    return has_loop && has_load;
}

bool
opt_prefetch(struct ir_function *function)
{
    struct prefetch p = {.function = function};
    bool changed = false;
    if (!has_candidates(function))
        return false;
    arena_init_scratch(&p.arena, function->module->arena->allocator, function->module->guard);
    p.dom = ana_dom(&p.arena, function);
    p.loops = ana_loops(&p.arena, function, p.dom);
    vec_foreach (struct ana_loop *const, loop, &p.loops->all) {
        guard_poll(p.arena.guard);
        changed |= visit_loop(&p, *loop);
    }
    arena_free(&p.arena);
    return changed;
}

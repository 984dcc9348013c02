/* Loads of the next iteration: where a loop waits for a load in every iteration, the wait passes while it works on what
 * the iteration before has loaded.
 *
 *   for (i = 0; i < 32; i++) s = f(s, a[i]);
 *   ->   t = a[0]; for (i = 0; i < 32; i++) { s = f(s, t); t = a[i + 1 < 32 ? i + 1 : i]; }
 *
 * The last iteration loads again what it has, for nothing may lie behind.  So the loop must run a known number of times,
 * once at least, and the load in each iteration; nothing in the loop may store to where it loads from.  Loops that other
 * passes have unrolled so that loads wait together hold more dwords than this is for. */
#include "midend/pass.h"

#include "midend/analysis/ana_induction.h"
#include "midend/analysis/memory_address.h"
#include "midend/analysis/memory_order.h"
#include "midend/ir/ir_build.h"
#include "midend/ir/debug_point.h"
#include "support/limit.h"

enum { MOST_LOADS = 16 };

struct prefetch {
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom;
    struct ana_loops *loops;
    struct ana_divergence *divergence; /* NULL: not looked at yet */
    uint32_t value_count;              /* that it knows */
    struct memory_objects objects;
    struct ana_induction at; /* the loop at hand */
    struct ana_bound bound;
    struct ir_inst *loads[MOST_LOADS];
    uint32_t load_count, dwords;
    /* Of the copy of an address that is made: */
    struct map firsts,
        nexts; /* value -> copy: for the first iteration, and, of loads in one block, for the next one, */
    ir_id goes_on; /* if this says that there is one */
    struct ir_builder *b;
    bool is_first;
};

/* ---- what is loaded ---- */

/* Is the address computed from what the loop counts, and from before it? */
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

static struct memory_address
place_of(const struct prefetch *p, const struct ir_inst *access)
{
    uint32_t bytes = ir_type_bytes((enum ir_type)access->type) * access->memory.components;
    struct memory_address at = memory_address_of(&p->objects, access->args[0].value, bytes);
    memory_note_access(&at, access);
    return at;
}

static uint32_t
dwords_of(const struct ir_inst *load)
{
    return load->def_count * (ir_type_bytes((enum ir_type)load->type) + 3) / 4;
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
    return pointer < p->value_count && p->divergence->divergent[pointer];
}

static bool
look_at_loop(struct prefetch *p)
{
    const struct ana_loop *loop = p->at.loop;
    uint32_t left = loop->block_count;
    p->load_count = p->dwords = 0;
    for (uint32_t i = p->dom->number[loop->header->id]; left; i++) {
        struct ir_block *block = p->dom->order[i];
        if (!ana_loop_contains(loop, p->loops->of[block->id]))
            continue;
        left--;
        ir_foreach_inst (inst, block) {
            unsigned flags = ir_op_flags((enum ir_op)inst->op);
            bool is_access = inst->op == IR_OP_load || inst->op == IR_OP_store;
            if (is_access ? !ir_is_plain(&inst->memory)
                          : flags & (IR_EFFECT | IR_WRITE | IR_CONVERGENT) && !(flags & IR_END))
                return false;
            if (inst->op != IR_OP_load || !is_wanted(p, inst))
                continue;
            if (p->load_count == MOST_LOADS)
                return false;
            p->loads[p->load_count++] = inst;
            p->dwords += dwords_of(inst);
        }
    }
    return p->load_count > 0;
}

/* Does the loop store to where it loads from, in any iteration? */
static bool
is_stored_to(const struct prefetch *p, const struct ir_inst *load)
{
    const struct ana_loop *loop = p->at.loop;
    struct memory_address at = place_of(p, load);
    uint32_t left = loop->block_count;
    for (uint32_t i = p->dom->number[loop->header->id]; left; i++) {
        struct ir_block *block = p->dom->order[i];
        if (!ana_loop_contains(loop, p->loops->of[block->id]))
            continue;
        left--;
        ir_foreach_inst (inst, block) {
            if (inst->op != IR_OP_store)
                continue;
            struct memory_address to = place_of(p, inst);
            if (memory_objects_may_meet(&at, &to))
                return true;
        }
    }
    return false;
}

/* ---- the loads ---- */

static ir_id copy_value(struct prefetch *p, ir_id id);

/* Is there an iteration after this one?  Asked where the header goes on to. */
static ir_id
build_test(struct prefetch *p)
{
    const struct ir_block *header = p->at.loop->header;
    const struct ir_inst *test = ir_def(p->function, header->last->args[0].value);
    const struct ana_counter *counter = &p->bound.counter;
    bool stays_if_true = ana_loop_contains(p->at.loop, p->loops->of[header->succs[0]->id]);
    struct ir_inst *first = ir_first_after_phis(header->succs[!stays_if_true]);
    struct ir_builder b = {p->function, first->block, first,
                           debug_forget(p->function->module, first->loc)};
    ir_id args[2] = {counter->phi->def, counter->step};
    struct ir_inst *next =
        ir_build(&b, (enum ir_op)counter->next->op, (enum ir_type)counter->phi->type, 1, args, 2);
    next->no_wrap = counter->next->no_wrap;
    ir_id stays = ir_build2(&b, (enum ir_op)test->op, IR_I1, next->def, p->bound.bound);
    return stays_if_true ? stays
                         : ir_build2(&b, IR_OP_xor, IR_I1, stays, ir_const(p->function, IR_I1, 1));
}

/* Of a counter: where it starts, or what it is in the next iteration if there is one. */
static ir_id
copy_counter(struct prefetch *p, const struct ana_counter *counter)
{
    if (p->is_first)
        return counter->start;
    enum ir_type type = ir_type_of(p->function, counter->step);
    ir_id step = ir_build3(p->b, IR_OP_select, type, p->goes_on, counter->step,
                           ir_const(p->function, type, 0));
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
    struct map *copies = p->is_first ? &p->firsts : &p->nexts;
    uintptr_t known = (uintptr_t)map_get(copies, id);
    if (ana_is_outside(&p->at, id))
        return id;
    if (known)
        return (ir_id)known;
    ir_id copy = ana_counter(&p->at, id, &counter) ? copy_counter(p, &counter)
                                                   : copy_inst(p, ir_def(p->function, id));
    map_put(copies, id, (void *)(uintptr_t)copy);
    return copy;
}

static struct ir_inst *
copy_load(struct prefetch *p, const struct ir_inst *load, struct ir_inst *before, bool is_first)
{
    struct ir_builder b = {p->function, before->block, before,
                           debug_forget(p->function->module, load->loc)};
    p->b = &b;
    p->is_first = is_first;
    ir_id pointer = copy_value(p, load->args[0].value);
    struct ir_inst *copy = ir_inst_clone(p->function, load, &pointer);
    copy->loc = b.loc;
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

static void
move_load(struct prefetch *p, struct ir_inst *load, struct ir_inst *place)
{
    struct ir_function *f = p->function;
    struct ir_inst *next = copy_load(p, load, place, false);
    struct ir_inst *first = copy_load(p, load, p->at.preheader->last, true);
    for (uint32_t k = 0; k < load->def_count; k++) {
        ir_id args[2];
        args[p->at.enter] = first->def + k;
        args[p->at.back] = next->def + k;
        struct ir_inst *phi = ir_inst_new(f, IR_OP_phi, (enum ir_type)load->type, 1, args, 2);
        phi->loc = load->loc;
        ir_insert_before(p->at.loop->header->first, phi);
        ir_replace_uses(f, load->def + k, phi->def);
    }
    ir_remove(load);
}

static void
move_loads(struct prefetch *p)
{
    const struct ir_block *block = NULL;
    struct ir_inst *place = NULL;
    p->goes_on = build_test(p);
    p->firsts = map_new(&p->arena);
    for (uint32_t i = 0; i < p->load_count; i++) {
        if (p->loads[i]->block != block) {
            block = p->loads[i]->block;
            place = place_of_next(p, block);
            p->nexts = map_new(&p->arena);
        }
        move_load(p, p->loads[i], place);
    }
}

static bool
visit_loop(struct prefetch *p, const struct ana_loop *loop)
{
    struct ana_trips trips;
    if (loop->exit_count != 1 || !ana_induction(&p->at, p->function, p->loops, loop) ||
        !ana_bound(&p->at, &p->bound) || !ana_bound_trips(&p->at, &p->bound, &trips) ||
        trips.if_entered || trips.count < 2 || !look_at_loop(p) ||
        LIMIT_MET(p->arena.guard, PREFETCH_DWORDS, p->dwords > LIMIT_PREFETCH_DWORDS))
        return false;
    if (!p->objects.function)
        p->objects = memory_objects(&p->arena, p->function);
    for (uint32_t i = 0; i < p->load_count; i++)
        if (is_stored_to(p, p->loads[i]))
            return false;
    move_loads(p);
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

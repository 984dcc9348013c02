/* Private objects that do not live together share their place.
 *
 * An object lives from an access to a later one on some path, but for paths through the point where
 * its scope begins anew (memzero with `undefined`, gen_temporary): what it held before is
 * undefined there.  Two objects are kept apart when one is accessed while the other lives.  Objects
 * whose address is kept anywhere are left alone.
 *
 * First a copy of one whole object to another takes both to one place if they may share it: chains
 * of copies vanish.  Then each object, the largest first, goes to the first place that is free.
 *
 *   { int a[9]; f(a); } { int b[7]; g(b); }   ->   b in a's place */
#include "midend/pass.h"

#include "midend/memory/slot_uses.h"
#include "support/limit.h"

#include <stdlib.h>

struct flow {                                 /* per block: bits of objects */
    struct bitset first_accesses, first_ends; /* the first event is ... */
    struct bitset last_accesses, last_ends;   /* the last event is ... */
    struct bitset needed;                     /* accessed later, at the block's end */
    struct bitset held;                       /* accessed earlier, at the block's start */
};

typedef VEC(const struct slot_event *) event_list;

struct slots {
    struct slot_uses uses;
    struct arena scratch;
    struct ana_dom *dom;
    struct flow *flow;    /* by block id */
    struct bitset *apart; /* by object: those that may not share its place */
    uint32_t *place;      /* by object: the object whose place it has */
    struct bitset *all;   /* by object that has a place: who has it, too */
};

/* ---- which live together ---- */

static struct slot_event *
first_event(struct slots *s, const struct ir_inst *inst)
{
    uintptr_t at = (uintptr_t)map_get(&s->uses.at, MAP_KEY(inst));
    return at ? &s->uses.events.at[at - 1] : NULL;
}

static struct slot_event *
next_event(struct slots *s, const struct slot_event *event)
{
    return event->next ? &s->uses.events.at[event->next - 1] : NULL;
}

static void
summarize(struct slots *s, const struct ir_block *block)
{
    struct flow *flow = &s->flow[block->id];
    ir_foreach_inst (inst, block)
        for (struct slot_event *e = first_event(s, inst); e; e = next_event(s, e)) {
            bool seen = bitset_has(&flow->first_accesses, e->object) ||
                        bitset_has(&flow->first_ends, e->object);
            if (!seen)
                bitset_add(e->ends ? &flow->first_ends : &flow->first_accesses, e->object);
            bitset_remove(e->ends ? &flow->last_accesses : &flow->last_ends, e->object);
            bitset_add(e->ends ? &flow->last_ends : &flow->last_accesses, e->object);
        }
}

/* to |= gen | (in & ~kill) */
static bool
transfer(struct bitset *to, const struct bitset *gen, const struct bitset *in,
         const struct bitset *kill)
{
    uint64_t changed = 0;
    for (uint32_t i = 0; i < bitset_words(to); i++) {
        uint64_t word = to->words[i] | gen->words[i] | (in->words[i] & ~kill->words[i]);
        changed |= word ^ to->words[i];
        to->words[i] = word;
    }
    return changed != 0;
}

static void
solve(struct slots *s)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = s->dom->count; i-- > 0;) {
            struct ir_block *block = s->dom->order[i];
            for (uint32_t k = 0; k < block->succ_count; k++) {
                struct flow *next = &s->flow[block->succs[k]->id];
                changed |= transfer(&s->flow[block->id].needed, &next->first_accesses,
                                    &next->needed, &next->first_ends);
            }
        }
        for (uint32_t i = 0; i < s->dom->count; i++) {
            struct ir_block *block = s->dom->order[i];
            struct flow *from = &s->flow[block->id];
            for (uint32_t k = 0; k < block->succ_count; k++)
                changed |= transfer(&s->flow[block->succs[k]->id].held, &from->last_accesses,
                                    &from->held, &from->last_ends);
        }
    }
}

/* Backwards through the block with what is needed later; held[] was noted at each event. */
static void
meet(struct slots *s, struct bitset *needed, const struct slot_event *event,
     const struct bitset *held)
{
    struct bitset *apart = &s->apart[event->object];
    if (event->ends) {
        bitset_remove(needed, event->object);
        return;
    }
    for (uint32_t i = 0; i < bitset_words(apart); i++)
        apart->words[i] |= needed->words[i] & held->words[i];
    bitset_add(needed, event->object);
}

/* The copy of one whole object to another. */
static bool
is_whole_copy(const struct slots *s, const struct ir_inst *inst)
{
    if (inst->op != IR_OP_memcpy)
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        const struct ir_inst *object = ir_def(s->uses.function, inst->args[i].value);
        if (!object || object->op != IR_OP_alloca || object->size != inst->size)
            return false;
    }
    return true;
}

/* The events of an instruction, in order; returns how many.  A whole copy has read all before it
 * writes; otherwise the objects of one instruction are kept apart. */
static uint32_t
events_of(struct slots *s, const struct ir_inst *inst, event_list *list)
{
    list->count = 0;
    for (struct slot_event *e = first_event(s, inst); e; e = next_event(s, e))
        vec_push(&s->scratch, list, e);
    if (list->count < 2)
        return list->count;
    if (is_whole_copy(s, inst)) {
        const struct slot_event *first = list->at[0];
        if (s->uses.objects.at[first->object].alloca->def == inst->args[0].value) {
            list->at[0] = list->at[1];
            list->at[1] = first;
        }
        return list->count;
    }
    for (uint32_t i = 0; i < list->count; i++)
        for (uint32_t k = 0; k < list->count; k++)
            bitset_add(&s->apart[list->at[i]->object], list->at[k]->object);
    return list->count;
}

static void
find_apart(struct slots *s, const struct ir_block *block)
{
    event_list events = {0}, here = {0};
    VEC(struct bitset) helds = {0};
    struct bitset held = bitset_new(&s->scratch, s->uses.objects.count);
    struct bitset needed = bitset_new(&s->scratch, s->uses.objects.count);
    bitset_copy(&held, &s->flow[block->id].held);
    bitset_copy(&needed, &s->flow[block->id].needed);
    ir_foreach_inst (inst, block)
        for (uint32_t i = 0, count = events_of(s, inst, &here); i < count; i++) {
            const struct slot_event *e = here.at[i];
            bool again = events.count && vec_last(&events)->object == e->object &&
                         !vec_last(&events)->ends && !e->ends;
            if (again)
                continue; /* nothing begins or ends in between */
            vec_push(&s->scratch, &events, e);
            vec_push(&s->scratch, &helds, bitset_new(&s->scratch, s->uses.objects.count));
            bitset_copy(&vec_last(&helds), &held);
            if (e->ends)
                bitset_remove(&held, e->object);
            else
                bitset_add(&held, e->object);
        }
    for (uint32_t i = events.count; i-- > 0;)
        meet(s, &needed, events.at[i], &helds.at[i]);
}

static void
find_lives(struct slots *s)
{
    struct ir_function *f = s->uses.function;
    uint32_t count = s->uses.objects.count;
    s->dom = ana_dom(&s->scratch, f);
    s->flow = ARENA_ARRAY(&s->scratch, f->block_count, struct flow);
    for (uint32_t i = 0; i < s->dom->count; i++) {
        struct flow *flow = &s->flow[s->dom->order[i]->id];
        struct bitset *sets[] = {&flow->first_accesses, &flow->first_ends, &flow->last_accesses,
                                 &flow->last_ends,      &flow->needed,     &flow->held};
        for (uint32_t k = 0; k < sizeof sets / sizeof *sets; k++)
            *sets[k] = bitset_new(&s->scratch, count);
        summarize(s, s->dom->order[i]);
    }
    solve(s);
    s->apart = ARENA_ARRAY(&s->scratch, count, struct bitset);
    for (uint32_t i = 0; i < count; i++)
        s->apart[i] = bitset_new(&s->scratch, count);
    for (uint32_t i = 0; i < s->dom->count; i++)
        find_apart(s, s->dom->order[i]);
    for (uint32_t i = 0; i < count; i++) /* both ways */
        for (uint32_t k = bitset_next(&s->apart[i], 0); k != UINT32_MAX;
             k = bitset_next(&s->apart[i], k + 1))
            bitset_add(&s->apart[k], i);
}

/* ---- places ---- */

static bool
may_share(const struct slots *s, uint32_t a, uint32_t b)
{
    if (a == b || s->uses.objects.at[a].plain != s->uses.objects.at[b].plain)
        return false; /* what is known of a plain object would be lost */
    for (uint32_t i = 0; i < bitset_words(&s->apart[a]); i++)
        if (s->apart[a].words[i] & s->all[b].words[i])
            return false;
    return true;
}

/* All that have a's place go to b's. */
static void
join(struct slots *s, uint32_t a, uint32_t b)
{
    for (uint32_t i = bitset_next(&s->all[a], 0); i != UINT32_MAX;
         i = bitset_next(&s->all[a], i + 1))
        s->place[i] = b;
    bitset_union(&s->all[b], &s->all[a]);
    bitset_union(&s->apart[b], &s->apart[a]);
}

static uint32_t
object_of(const struct slots *s, ir_id pointer)
{
    for (uint32_t i = 0; i < s->uses.objects.count; i++)
        if (s->uses.objects.at[i].alloca->def == pointer)
            return i;
    return UINT32_MAX;
}

static void
join_copies(struct slots *s)
{
    ir_foreach_block (block, s->uses.function)
        ir_foreach_inst (inst, block) {
            if (!is_whole_copy(s, inst))
                continue;
            uint32_t to = object_of(s, inst->args[0].value);
            uint32_t from = object_of(s, inst->args[1].value);
            if (to == UINT32_MAX || from == UINT32_MAX)
                continue;
            to = s->place[to];
            from = s->place[from];
            if (may_share(s, to, from))
                join(s, to, from);
        }
}

/* Objects come sorted, so the place of a later one is not larger. */
static void
find_places(struct slots *s)
{
    for (uint32_t i = 0; i < s->uses.objects.count; i++) {
        if (s->place[i] != i)
            continue;
        for (uint32_t k = 0; k < i; k++)
            if (s->place[k] == k && may_share(s, i, k)) {
                join(s, i, k);
                break;
            }
    }
}

/* Makes the objects of one place one; a copy to itself is none. */
static void
merge(struct slots *s, uint32_t object)
{
    struct ir_inst *from = s->uses.objects.at[object].alloca;
    struct ir_inst *to = s->uses.objects.at[s->place[object]].alloca;
    if (to->size < from->size)
        to->size = from->size;
    if (to->align < from->align)
        to->align = from->align;
    to->variable = 0; /* it is not there all the time any more */
    ir_replace_uses(s->uses.function, from->def, to->def);
    ir_remove(from);
    if (to != to->block->first)
        ir_move_before(to->block->first, to); /* before all uses that it got */
}

static void
remove_empty_copies(struct ir_function *function)
{
    ir_foreach_block (block, function)
        ir_foreach_inst_safe (inst, block)
            if (inst->op == IR_OP_memcpy && inst->args[0].value == inst->args[1].value &&
                !inst->memory.is_volatile)
                ir_remove(inst);
}

static bool
share(struct slots *s)
{
    uint32_t count = s->uses.objects.count;
    bool changed = false;
    find_lives(s);
    s->place = ARENA_ARRAY(&s->scratch, count, uint32_t);
    s->all = ARENA_ARRAY(&s->scratch, count, struct bitset);
    for (uint32_t i = 0; i < count; i++) {
        s->place[i] = i;
        s->all[i] = bitset_new(&s->scratch, count);
        bitset_add(&s->all[i], i);
    }
    join_copies(s);
    find_places(s);
    for (uint32_t i = 0; i < count; i++)
        if (s->place[i] != i) {
            merge(s, i);
            changed = true;
        }
    if (changed)
        remove_empty_copies(s->uses.function);
    return changed;
}

struct candidate {
    struct ir_inst *alloca;
    uint32_t index;
};

static int
larger_first(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->alloca->size != y->alloca->size)
        return x->alloca->size < y->alloca->size ? 1 : -1;
    return x->index < y->index ? -1 : x->index > y->index;
}

bool
opt_slots(struct ir_function *function)
{
    struct slots s = {.uses = {.function = function, .arena = &s.scratch}};
    VEC(struct candidate) candidates = {0};
    arena_init_scratch(&s.scratch, function->module->arena->allocator, function->module->guard);
    s.uses.at = map_new(&s.scratch);
    ir_foreach_inst (inst, function->entry)
        if (inst->op == IR_OP_alloca)
            vec_push(&s.scratch, &candidates, (struct candidate){inst, candidates.count});
    if (candidates.count > 1)
        qsort(candidates.at, candidates.count, sizeof *candidates.at, larger_first);
    vec_foreach (struct candidate, candidate, &candidates)
        if (!LIMIT_MET(s.scratch.guard, SLOT_OBJECTS,
                       s.uses.objects.count == LIMIT_SLOT_OBJECTS)) /* the rest are smaller ones */
            slot_uses_add(&s.uses, candidate->alloca);
    bool changed = s.uses.objects.count > 1 && share(&s);
    arena_free(&s.scratch);
    return changed;
}

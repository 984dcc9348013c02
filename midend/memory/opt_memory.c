/* Values that are known to be in memory are not loaded, and not stored again.
 *
 *   - loads of constants with a known initial value become constants
 *   - a load of what was stored or loaded before is that value
 *   - a load through one of two indices, of what is known at both, is a choice between the two
 *   - a store of what is there already is dropped
 *
 * What is known outlives relaxed atomic operations elsewhere.
 *
 * A block starts with what is known at the ends of all its predecessors. */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"
#include "midend/analysis/memory_address.h"
#include "midend/analysis/memory_order.h"
#include "support/limit.h"

#include <string.h>

/* One component known to be in memory. */
struct known {
    struct memory_address address;
    enum ir_type type;
    ir_id value;
};

struct state {
    struct known known[LIMIT_KNOWN_VALUES];
    uint32_t known_count;
};

struct kept {
    uint32_t count;
    struct known known[];
};

struct memory {
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom;
    struct state *state;
    struct kept **at_end; /* per block id, where a later block follows */
    struct memory_objects objects;
    bool changed;
};

/* ---- state ---- */

static void
forget_known(struct state *s, uint32_t i)
{
    s->known[i] = s->known[--s->known_count];
}

/* Forgets what is overwritten. */
static void
forget_overwritten(struct memory *m, const struct memory_address *at)
{
    struct state *s = m->state;
    for (uint32_t i = s->known_count; i-- > 0;)
        if (memory_may_overlap(m->function, &s->known[i].address, at))
            forget_known(s, i);
}

/* Others may have changed all memory except private objects whose address does not escape. */
static void
forget_shared(struct memory *m)
{
    struct state *s = m->state;
    for (uint32_t i = s->known_count; i-- > 0;)
        if (!s->known[i].address.is_private)
            forget_known(s, i);
}

/* Forgets what loads after the operation must not take from before it. */
static void
hold(struct memory *m, const struct ir_inst *inst)
{
    struct state *s = m->state;
    struct ir_ordering by = ir_ordering_of(m->function, inst);
    for (uint32_t i = s->known_count; i-- > 0;) {
        struct ir_ordering load = ir_plain_access(IR_ACCESS_LOAD, s->known[i].address.space);
        if (!ir_may_reorder(&by, &load))
            forget_known(s, i);
    }
}

static void
learn(struct memory *m, struct known known)
{
    struct state *s = m->state;
    if (LIMIT_MET(m->function->module->guard, KNOWN_VALUES, s->known_count == LIMIT_KNOWN_VALUES))
        forget_known(s, 0);
    s->known[s->known_count++] = known;
}

static struct known *
find_known(struct state *s, const struct memory_address *at)
{
    for (uint32_t i = 0; i < s->known_count; i++)
        if (s->known[i].address.base == at->base && s->known[i].address.offset == at->offset &&
            s->known[i].address.size == at->size)
            return &s->known[i];
    return NULL;
}

/* ---- loads ---- */

static struct memory_address
component(const struct memory_address *whole, uint32_t component, uint32_t size)
{
    struct memory_address at = *whole;
    at.offset += (int64_t)component * size;
    at.size = size;
    return at;
}

static ir_id
converted(struct ir_builder *b, ir_id value, enum ir_type type)
{
    enum ir_type from = ir_type_of(b->function, value);
    if (from == type)
        return value;
    return ir_build1(b, IR_OP_bitcast, type, value);
}

static bool
load_constant(struct memory *m, struct ir_inst *inst, const struct memory_address *at)
{
    enum ir_type type = (enum ir_type)inst->type;
    uint64_t bits[16];
    for (uint32_t i = 0; i < inst->def_count; i++)
        if (!memory_initial_value(m->function, at, i, type, &bits[i]))
            return false;
    for (uint32_t i = 0; i < inst->def_count; i++)
        ir_replace_uses(m->function, inst->def + i, ir_const(m->function, type, bits[i]));
    return true;
}

static bool
load_known(struct memory *m, struct ir_inst *inst, const struct memory_address *at)
{
    uint32_t size = ir_type_bytes((enum ir_type)inst->type);
    ir_id values[16];
    struct ir_builder b = {m->function, inst->block, inst, inst->loc};
    for (uint32_t i = 0; i < inst->def_count; i++) {
        struct memory_address part = component(at, i, size);
        struct known *k = find_known(m->state, &part);
        if (!k || ir_type_bits(k->type) != ir_type_bits((enum ir_type)inst->type))
            return false;
        values[i] = k->value;
    }
    for (uint32_t i = 0; i < inst->def_count; i++)
        ir_replace_uses(m->function, inst->def + i,
                        converted(&b, values[i], (enum ir_type)inst->type));
    return true;
}

/* ---- loads through one of two indices ----
 *
 *   p = select c, 3, q; load m + p * 48   ->   select c, (what is at m + 144), (what is at m + q * 48)
 *
 * So a search for the row with the largest element keeps that beside its index. */

struct choice {
    ir_id condition, index[2];   /* index: by which the pointer goes on, before it is scaled */
    const struct ir_inst *scale; /* NULL: not scaled */
    ir_id root;
};

static bool
find_choice(const struct ir_function *f, const struct memory_address *at, struct choice *c)
{
    const struct ir_inst *pointer = ir_def(f, at->base);
    if (!pointer || pointer->op != IR_OP_ptradd)
        return false;
    const struct ir_inst *by = ir_def(f, pointer->args[1].value);
    c->root = pointer->args[0].value;
    c->scale =
        by && (by->op == IR_OP_mul || by->op == IR_OP_shl) && ir_is_const(f, by->args[1].value)
            ? by
            : NULL;
    const struct ir_inst *chosen = c->scale ? ir_def(f, by->args[0].value) : by;
    if (!chosen || (chosen->op != IR_OP_select && chosen->op != IR_OP_zext))
        return false;
    c->condition = chosen->args[0].value;
    if (ir_type_of(f, c->condition) != IR_I1)
        return false;
    for (unsigned i = 0; i < 2; i++)
        c->index[i] = chosen->op == IR_OP_select ? chosen->args[1 + i].value : 0;
    return true;
}

/* The pointer that goes on from the root by the index, if there is one; 0: none. */
static ir_id
pointer_by(const struct ir_function *f, const struct choice *c, ir_id index)
{
    unsigned seen = 0;
    for (const struct ir_use *use = ir_value(f, index)->uses; use; use = use->next) {
        const struct ir_inst *user = use->user;
        if (LIMIT_MET(f->module->guard, CHOICE_USES, ++seen > LIMIT_CHOICE_USES))
            return 0;
        if (user->op == IR_OP_ptradd && !c->scale && user->args[0].value == c->root)
            return user->def;
        if (!c->scale || user->op != c->scale->op || use != &user->args[0] ||
            user->args[1].value != c->scale->args[1].value)
            continue;
        for (const struct ir_use *at = ir_value(f, user->def)->uses; at; at = at->next)
            if (at->user->op == IR_OP_ptradd && at == &at->user->args[1] &&
                at->user->args[0].value == c->root)
                return at->user->def;
    }
    return 0;
}

/* What is known where the pointer goes by that index; NULL: nothing. */
static const struct known *
find_by_index(struct memory *m, const struct choice *c, unsigned which,
              const struct memory_address *part)
{
    const struct ir_function *f = m->function;
    ir_id index = c->index[which];
    struct memory_address at;
    if (!index || ir_is_const(f, index)) {
        uint64_t by = index ? ir_value(f, index)->bits : 1 - which;
        uint64_t scale = c->scale ? ir_value(f, c->scale->args[1].value)->bits : 1;
        by = c->scale && c->scale->op == IR_OP_shl ? by << (scale & 31) : by * scale;
        at = memory_address_of(&m->objects, c->root, part->size);
        at.offset += (int32_t)by;
    } else {
        ir_id pointer = pointer_by(f, c, index);
        if (!pointer)
            return NULL;
        at = memory_address_of(&m->objects, pointer, part->size);
    }
    at.offset += part->offset;
    return find_known(m->state, &at);
}

static bool
load_chosen(struct memory *m, struct ir_inst *inst, const struct memory_address *at)
{
    struct choice c;
    enum ir_type type = (enum ir_type)inst->type;
    if (at->space != IR_SPACE_PRIVATE || inst->def_count != 1 || !find_choice(m->function, at, &c))
        return false;
    struct ir_builder b = {m->function, inst->block, inst, inst->loc};
    ir_id values[2];
    for (unsigned i = 0; i < 2; i++) {
        const struct known *k = find_by_index(m, &c, i, at);
        if (!k || ir_type_bits(k->type) != ir_type_bits(type))
            return false;
        values[i] = k->value;
    }
    for (unsigned i = 0; i < 2; i++)
        values[i] = converted(&b, values[i], type);
    ir_id value = ir_build3(&b, IR_OP_select, type, c.condition, values[0], values[1]);
    ir_replace_uses(m->function, inst->def, value);
    learn(m, (struct known){.address = *at, .type = type, .value = value});
    return true;
}

/* ---- instructions ---- */

static void
visit_load(struct memory *m, struct ir_inst *inst)
{
    uint32_t size = ir_type_bytes((enum ir_type)inst->type), count = inst->def_count;
    struct memory_address at = memory_address_of(&m->objects, inst->args[0].value, size * count);
    memory_note_access(&at, inst);
    if (!ir_is_plain(&inst->memory)) {
        hold(m, inst);
        return;
    }
    if (load_constant(m, inst, &at) || load_known(m, inst, &at) || load_chosen(m, inst, &at)) {
        ir_remove(inst);
        m->changed = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        struct memory_address part = component(&at, i, size);
        if (!find_known(m->state, &part))
            learn(m, (struct known){.address = part,
                                    .type = (enum ir_type)inst->type,
                                    .value = inst->def + i});
    }
}

/* Does it store what is there anyway? */
static bool
is_there(const struct memory *m, const struct ir_inst *store, const struct memory_address *at)
{
    uint32_t size = ir_type_bytes((enum ir_type)store->type);
    for (uint32_t i = 0; i + 1 < store->arg_count; i++) {
        struct memory_address part = component(at, i, size);
        const struct known *k = find_known(m->state, &part);
        if (!k || k->type != (enum ir_type)store->type || k->value != store->args[1 + i].value)
            return false;
    }
    return ir_is_plain(&store->memory);
}

static void
visit_store(struct memory *m, struct ir_inst *inst)
{
    uint32_t size = ir_type_bytes((enum ir_type)inst->type), count = inst->arg_count - 1;
    struct memory_address at = memory_address_of(&m->objects, inst->args[0].value, size * count);
    memory_note_access(&at, inst);
    if (is_there(m, inst, &at)) {
        ir_remove(inst);
        m->changed = true;
        return;
    }
    forget_overwritten(m, &at);
    if (!ir_is_plain(&inst->memory)) {
        hold(m, inst);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        learn(m, (struct known){.address = component(&at, i, size),
                                .type = (enum ir_type)inst->type,
                                .value = inst->args[1 + i].value});
}

/* An atomic operation writes to its place, and its order may hold more. */
static void
visit_atomic(struct memory *m, struct ir_inst *inst)
{
    uint32_t size = ir_type_bytes((enum ir_type)inst->type);
    struct memory_address at = memory_address_of(&m->objects, inst->args[0].value, size);
    at.is_atomic = true;
    forget_overwritten(m, &at);
    hold(m, inst);
}

static void
visit(struct memory *m, struct ir_inst *inst)
{
    unsigned flags = ir_inst_flags(inst);
    if (inst->op == IR_OP_load) {
        visit_load(m, inst);
    } else if (inst->op == IR_OP_store) {
        visit_store(m, inst);
    } else if (inst->op == IR_OP_atomic || inst->op == IR_OP_cmpxchg) {
        visit_atomic(m, inst);
    } else if (inst->op == IR_OP_fence) {
        hold(m, inst);
    } else if (flags & (IR_READ | IR_WRITE) || flags & IR_CONVERGENT || inst->op == IR_OP_asm) {
        bool only_reads = (flags & (IR_READ | IR_WRITE)) == IR_READ;
        if (!(flags & IR_PURE) && !only_reads)
            forget_shared(m);
    }
}

static bool
is_same(const struct known *a, const struct known *b)
{
    return a->value == b->value && a->type == b->type && a->address.base == b->address.base &&
           a->address.offset == b->address.offset && a->address.size == b->address.size;
}

/* Forgets what is not known at the end of another predecessor, too.  What two know alike they mostly
 * have from a block before both, in the same order. */
static void
keep_common(struct state *s, const struct kept *other)
{
    uint32_t kept = 0, next = 0;
    for (uint32_t i = 0; i < s->known_count; i++)
        for (uint32_t k = 0; k < other->count; k++) {
            uint32_t at = next + k < other->count ? next + k : next + k - other->count;
            if (!is_same(&s->known[i], &other->known[at]))
                continue;
            s->known[kept++] = s->known[i];
            next = at + 1 < other->count ? at + 1 : 0;
            break;
        }
    s->known_count = kept;
}

/* Before the header of a loop, nothing is known of the way back to it. */
static void
start_state(struct memory *m, const struct ir_block *block)
{
    struct state *s = m->state;
    s->known_count = 0;
    for (uint32_t i = 0; i < block->preds.count; i++)
        if (!m->at_end[block->preds.at[i]->id])
            return;
    for (uint32_t i = 0; i < block->preds.count; i++) {
        const struct kept *before = m->at_end[block->preds.at[i]->id];
        if (i) {
            keep_common(s, before);
            continue;
        }
        memcpy(s->known, before->known, before->count * sizeof before->known[0]);
        s->known_count = before->count;
    }
}

static void
keep_state(struct memory *m, const struct ir_block *block)
{
    bool wanted = false;
    for (uint32_t i = 0; i < block->succ_count; i++)
        wanted |= m->dom->number[block->succs[i]->id] > m->dom->number[block->id];
    if (!wanted || m->state->known_count == 0)
        return;
    uint32_t count = m->state->known_count;
    struct kept *kept = arena_alloc(&m->arena, sizeof *kept + count * sizeof kept->known[0]);
    memcpy(kept->known, m->state->known, count * sizeof kept->known[0]);
    kept->count = count;
    m->at_end[block->id] = kept;
}

bool
opt_memory(struct ir_function *function)
{
    struct memory m = {.function = function};
    arena_init_scratch(&m.arena, function->module->arena->allocator, function->module->guard);
    m.dom = ana_dom(&m.arena, function);
    m.state = ARENA_NEW(&m.arena, struct state);
    m.at_end = ARENA_ARRAY(&m.arena, function->block_count, struct kept *);
    m.objects = memory_objects(&m.arena, function);
    for (uint32_t i = 0; i < m.dom->count; i++) {
        struct ir_block *block = m.dom->order[i];
        start_state(&m, block);
        ir_foreach_inst_safe (inst, block) {
            guard_poll(m.arena.guard);
            visit(&m, inst);
        }
        keep_state(&m, block);
    }
    arena_free(&m.arena);
    return m.changed;
}

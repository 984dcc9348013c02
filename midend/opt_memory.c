/* Memory accesses in straight-line code: known values are not loaded, overwritten values are not
 * stored, and neighbouring accesses are joined.
 *
 *   - loads of constants with a known initial value become constants
 *   - a load of what was stored or loaded before is that value; a private store that is overwritten
 *     or that nothing reads before the function ends is dropped
 *   - loads of consecutive components become one load of more components, stores likewise
 *
 * A block with one predecessor starts with the state at the end of that.  An address is an object
 * (the alloca, symbol or parameter that it comes from, if known), a base and a constant offset.
 *
 *   %2 = load i32 %1; %4 = load i32 %1 + 4   ->   %5:2 = load i32 %1 */
#include "midend/pass.h"

#include "midend/analysis.h"
#include "midend/ir_build.h"
#include "midend/memory_order.h"

#include <string.h>

enum { WINDOW = 96, MAX_BYTES = 16, MAX_CHAIN = 64 };

struct address {
    ir_id object; /* 0: unknown */
    ir_id base;
    int64_t offset; /* bytes after base */
    uint32_t size;
    uint8_t space;              /* enum ir_space */
    bool is_private;            /* an alloca whose address is used only in loads and stores */
    bool is_param, is_restrict; /* the object is what a kernel argument points to */
};

/* One component known to be in memory. */
struct known {
    struct address address;
    enum ir_type type;
    ir_id value;
    struct ir_inst *store; /* the one that wrote exactly it, or NULL */
    bool was_read;         /* since it was stored */
};

/* A load or store that neighbouring ones may join. */
struct access {
    struct address address;
    struct ir_inst *inst; /* NULL: joined, or no longer joinable */
    bool is_store;
    uint32_t writes; /* state.write_count when it was met */
};

struct state {
    struct known known[WINDOW];
    struct access accesses[WINDOW];
    struct address writes[WINDOW]; /* of the block, since the first open access */
    uint32_t known_count, access_count, write_count;
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
    struct kept **at_end; /* per block id, where a successor has one predecessor */
    bool *escapes;        /* per value id of an alloca */
    bool changed;
};

/* ---- addresses ---- */

/* Is the address used for anything but loads and stores there, perhaps at an offset? */
static bool
escapes(struct memory *m, ir_id pointer, unsigned depth)
{
    for (struct ir_use *use = ir_value(m->function, pointer)->uses; use; use = use->next) {
        const struct ir_inst *user = use->user;
        bool is_address = use == &user->args[0];
        if ((user->op == IR_OP_load || user->op == IR_OP_store) && is_address)
            continue;
        if (user->op != IR_OP_ptradd || !is_address || depth == MAX_CHAIN ||
            escapes(m, user->def, depth + 1))
            return true;
    }
    return false;
}

static void
find_escapes(struct memory *m)
{
    m->escapes = ARENA_ARRAY(&m->arena, m->function->values.count, bool);
    ir_foreach_inst (inst, m->function->entry)
        if (inst->op == IR_OP_alloca)
            m->escapes[inst->def] = escapes(m, inst->def, 0);
}

/* Constant offsets next to the access add up to its offset; the pointer before them is the base,
 * whose own chain is followed only to find the object. */
static struct address
address_of(const struct memory *m, ir_id pointer, uint32_t size)
{
    struct ir_function *f = m->function;
    struct address at = {.base = pointer, .size = size};
    bool constant = true;
    at.space = (uint8_t)ir_space_of(ir_type_of(f, pointer));
    struct ir_inst *inst = ir_def(f, pointer);
    for (unsigned i = 0; i < MAX_CHAIN && inst && inst->op == IR_OP_ptradd; i++) {
        ir_id by = inst->args[1].value;
        constant &= ir_is_const(f, by);
        pointer = inst->args[0].value;
        if (constant) {
            uint64_t bits = ir_value(f, by)->bits;
            at.offset += ir_type_of(f, by) == IR_I32 ? (int32_t)bits : (int64_t)bits;
            at.base = pointer;
        }
        inst = ir_def(f, pointer);
    }
    if (inst && (inst->op == IR_OP_alloca || inst->op == IR_OP_symbol))
        at.object = pointer;
    const struct ir_value *root = ir_value(f, pointer);
    if (root->kind == IR_VALUE_PARAM && f->kernel) {
        at.object = pointer;
        at.is_param = true;
        at.is_restrict = f->kernel->args[root->param].is_restrict;
    }
    at.is_private =
        inst && inst->op == IR_OP_alloca && inst->def < f->values.count && !m->escapes[inst->def];
    return at;
}

/* With one base the offsets decide.  Otherwise the two are apart if their spaces or their objects
 * differ, or if one is private and the other has an unknown object.  A kernel argument may point
 * into any other object unless one of the two is restrict; a local one does not, because it has LDS
 * of its own. */
static bool
may_alias(const struct address *a, const struct address *b)
{
    if (a->base == b->base)
        return a->offset < b->offset + b->size && b->offset < a->offset + a->size;
    if (a->space != b->space && a->space != IR_SPACE_GENERIC && b->space != IR_SPACE_GENERIC)
        return false;
    if (a->object && b->object && a->object != b->object)
        return (a->is_param || b->is_param) && !a->is_restrict && !b->is_restrict &&
               a->space != IR_SPACE_LOCAL;
    if (a->object && a->object == b->object)
        return true;
    return !a->is_private && !b->is_private;
}

/* ---- state ---- */

static void
forget_known(struct state *s, uint32_t i)
{
    s->known[i] = s->known[--s->known_count];
}

/* Forgets what is overwritten.  A store of exactly the overwritten bytes that nothing has read is
 * dead. */
static void
overwrite(struct memory *m, const struct address *at, const struct ir_inst *by)
{
    struct state *s = m->state;
    for (uint32_t i = s->known_count; i-- > 0;) {
        struct known *k = &s->known[i];
        if (!may_alias(&k->address, at))
            continue;
        bool covered = k->address.base == at->base && at->offset <= k->address.offset &&
                       k->address.offset + k->address.size <= at->offset + at->size;
        if (covered && k->store && !k->was_read && k->address.is_private &&
            k->store->block == by->block) {
            for (uint32_t a = 0; a < s->access_count; a++)
                if (s->accesses[a].inst == k->store)
                    s->accesses[a].inst = NULL;
            ir_remove(k->store);
            m->changed = true;
        }
        forget_known(s, i);
    }
    for (uint32_t i = 0; i < s->access_count; i++) /* neither loads nor stores may move past it */
        if (s->accesses[i].inst && may_alias(&s->accesses[i].address, at))
            s->accesses[i].inst = NULL;
    if (s->write_count == WINDOW)
        s->access_count = s->write_count = 0;
    s->writes[s->write_count++] = *at;
}

/* Was memory at the address written since the access was met? */
static bool
written_since(const struct state *s, const struct access *access, const struct address *at)
{
    for (uint32_t i = access->writes; i < s->write_count; i++)
        if (may_alias(&s->writes[i], at))
            return true;
    return false;
}

/* A read: stores that it may see are needed, and must stay before it. */
static void
read(struct memory *m, const struct address *at)
{
    struct state *s = m->state;
    for (uint32_t i = 0; i < s->known_count; i++)
        if (may_alias(&s->known[i].address, at))
            s->known[i].was_read = true;
    for (uint32_t i = 0; i < s->access_count; i++)
        if (s->accesses[i].is_store && s->accesses[i].inst &&
            may_alias(&s->accesses[i].address, at))
            s->accesses[i].inst = NULL;
}

/* Others may have changed all memory except private objects whose address does not escape. */
static void
forget_shared(struct memory *m)
{
    struct state *s = m->state;
    for (uint32_t i = s->known_count; i-- > 0;)
        if (!s->known[i].address.is_private)
            forget_known(s, i);
    s->access_count = s->write_count = 0;
}

/* Forgets what loads behind the operation must not take from before it, and lets go of accesses
 * that must not be joined across it: a joint load is carried out where the first one was, a joint
 * store where the last one was. */
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
    for (uint32_t i = 0; i < s->access_count; i++) {
        struct access *a = &s->accesses[i];
        struct ir_ordering own =
            ir_plain_access(a->is_store ? IR_ACCESS_STORE : IR_ACCESS_LOAD, a->address.space);
        if (!(a->is_store ? ir_may_reorder(&own, &by) : ir_may_reorder(&by, &own)))
            a->inst = NULL;
    }
}

static void
learn(struct memory *m, struct known known)
{
    struct state *s = m->state;
    if (s->known_count == WINDOW)
        forget_known(s, 0);
    s->known[s->known_count++] = known;
}

static struct known *
find_known(struct state *s, const struct address *at)
{
    for (uint32_t i = 0; i < s->known_count; i++)
        if (s->known[i].address.base == at->base && s->known[i].address.offset == at->offset &&
            s->known[i].address.size == at->size)
            return &s->known[i];
    return NULL;
}

/* ---- loads ---- */

static struct address
component(const struct address *whole, uint32_t component, uint32_t size)
{
    struct address at = *whole;
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

/* The bytes of a constant object, if the load lies inside it and reads no relocation. */
static const uint8_t *
initial_bytes(const struct memory *m, const struct address *at, uint32_t size)
{
    const struct ir_inst *inst = ir_def(m->function, at->base);
    if (!inst || inst->op != IR_OP_symbol || inst->global->space != IR_SPACE_CONSTANT ||
        !inst->global->bytes || at->offset < 0 || at->offset + size > inst->global->size)
        return NULL;
    for (uint32_t i = 0; i < inst->global->reloc_count; i++) {
        int64_t place = inst->global->relocs[i].offset;
        if (place < at->offset + size && at->offset < place + 8)
            return NULL;
    }
    return inst->global->bytes + at->offset;
}

static bool
load_constant(struct memory *m, struct ir_inst *inst, const struct address *at)
{
    uint32_t size = ir_type_bytes((enum ir_type)inst->type);
    const uint8_t *bytes = initial_bytes(m, at, size * inst->def_count);
    if (!bytes || ir_is_pointer((enum ir_type)inst->type))
        return false;
    for (uint32_t i = 0; i < inst->def_count; i++) {
        uint64_t bits = 0;
        for (uint32_t k = 0; k < size; k++)
            bits |= (uint64_t)bytes[i * size + k] << k * 8;
        ir_replace_uses(m->function, inst->def + i,
                        ir_const(m->function, (enum ir_type)inst->type, bits));
    }
    return true;
}

static bool
load_known(struct memory *m, struct ir_inst *inst, const struct address *at)
{
    uint32_t size = ir_type_bytes((enum ir_type)inst->type);
    ir_id values[16];
    struct ir_builder b = {m->function, inst->block, inst, inst->loc};
    for (uint32_t i = 0; i < inst->def_count; i++) {
        struct address part = component(at, i, size);
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

/* ---- neighbours ---- */

/* Is it smaller than what one transfer may contain?  Whether the joint one needs several
 * instructions, because of its alignment, is for selection to know. */
static bool
may_join(const struct ir_inst *inst)
{
    return inst->memory.components * ir_type_bytes((enum ir_type)inst->type) < MAX_BYTES &&
           ir_is_plain(&inst->memory);
}

/* Are the two one transfer on most targets?  Bytes and shorts are where memory takes addresses that
 * are not aligned (global memory from GFX7 on), or where the lower one is aligned; else packing
 * them would only be undone. */
static bool
pays(const struct access *a, const struct ir_inst *inst, const struct address *at)
{
    const struct ir_inst *low = a->address.offset < at->offset ? a->inst : inst;
    return ir_type_bits((enum ir_type)inst->type) >= 32 || at->space == IR_SPACE_GLOBAL ||
           at->space == IR_SPACE_CONSTANT || low->memory.align >= 4;
}

/* An open access of the block right before or after this one. */
static struct access *
find_neighbour(struct memory *m, const struct ir_inst *inst, const struct address *at)
{
    struct state *s = m->state;
    for (uint32_t i = s->access_count; i-- > 0;) {
        struct access *a = &s->accesses[i];
        /* A joint load replaces the earlier one, so nothing may have been written in between.  A
         * joint store replaces the later one: overwrite() and read() dropped those that must
         * stay. */
        if (!a->inst || a->inst->block != inst->block || a->inst->op != inst->op ||
            a->address.base != at->base || a->address.space != at->space ||
            a->inst->memory.is_invariant != inst->memory.is_invariant ||
            a->address.size + at->size > MAX_BYTES ||
            ir_type_bits((enum ir_type)a->inst->type) != ir_type_bits((enum ir_type)inst->type) ||
            !pays(a, inst, at) || (!a->is_store && written_since(s, a, at)))
            continue;
        if (a->address.offset + a->address.size == at->offset ||
            at->offset + at->size == a->address.offset)
            return a;
    }
    return NULL;
}

/* A joined access may have a neighbour in turn.  Entries have the program order of loads; a joint
 * store is the last store itself. */
static struct access *
next_neighbour(struct memory *m, struct access *joint, struct access **first)
{
    struct state *s = m->state;
    struct ir_inst *inst = joint->inst;
    joint->inst = NULL; /* not a neighbour of itself */
    struct access *other = find_neighbour(m, inst, &joint->address);
    joint->inst = inst;
    if (!other)
        return NULL;
    bool joint_first = !joint->is_store && joint < other;
    if (joint_first && written_since(s, joint, &other->address))
        return NULL;
    *first = joint_first ? joint : other;
    return joint_first ? other : joint;
}

static void
remember_access(struct memory *m, struct ir_inst *inst, const struct address *at)
{
    struct state *s = m->state;
    if (s->access_count == WINDOW) {
        memmove(s->accesses, s->accesses + 1, (WINDOW - 1) * sizeof s->accesses[0]);
        s->access_count--;
    }
    s->accesses[s->access_count++] =
        (struct access){*at, inst, inst->op == IR_OP_store, s->write_count};
}

/* The pointer of the lower access, computed where the builder is. */
static ir_id
joint_pointer(struct ir_builder *b, const struct address *low)
{
    return ir_build_offset(b, low->base, low->offset);
}

static void
rename_known(struct memory *m, ir_id old, ir_id with)
{
    for (uint32_t i = 0; i < m->state->known_count; i++)
        if (m->state->known[i].value == old)
            m->state->known[i].value = with;
}

/* The joint load replaces the first one: its base address is already computed there. */
static void
join_loads(struct memory *m, struct access *first, struct ir_inst *inst, const struct address *at)
{
    struct ir_inst *other = first->inst;
    bool is_after = first->address.offset < at->offset;
    struct ir_inst *low = is_after ? other : inst, *high = is_after ? inst : other;
    struct address whole = is_after ? first->address : *at;
    struct ir_builder b = {m->function, other->block, other, other->loc};
    uint32_t components = low->memory.components + high->memory.components;
    ir_id pointer = is_after ? other->args[0].value : joint_pointer(&b, &whole);
    struct ir_inst *joint =
        ir_build_load(&b, (enum ir_type)low->type, components, pointer, low->memory.align);
    joint->memory.is_invariant = low->memory.is_invariant;
    ir_id values[MAX_BYTES];
    for (uint32_t i = 0; i < components; i++) {
        bool in_low = i < low->memory.components;
        const struct ir_inst *from = in_low ? low : high;
        values[i] = converted(&b, joint->def + i, (enum ir_type)from->type);
        ir_id old = from->def + (in_low ? i : i - low->memory.components);
        ir_replace_uses(m->function, old, values[i]);
        rename_known(m, old, values[i]);
    }
    whole.size = first->address.size + at->size;
    ir_remove(other);
    ir_remove(inst);
    first->inst = joint;
    first->address = whole;
    m->changed = true;
}

static void
join_stores(struct memory *m, struct access *first, struct ir_inst *inst, const struct address *at)
{
    struct ir_inst *other = first->inst;
    bool is_after = first->address.offset < at->offset;
    struct ir_inst *low = is_after ? other : inst, *high = is_after ? inst : other;
    struct ir_builder b = {m->function, inst->block, inst, inst->loc};
    ir_id values[MAX_BYTES];
    uint32_t components = 0;
    for (uint32_t i = 0; i < low->memory.components; i++)
        values[components++] = low->args[1 + i].value;
    for (uint32_t i = 0; i < high->memory.components; i++)
        values[components++] = converted(&b, high->args[1 + i].value, (enum ir_type)low->type);
    struct address whole = is_after ? first->address : *at;
    whole.size = first->address.size + at->size;
    struct ir_inst *joint = ir_build_store(&b, (enum ir_type)low->type, components,
                                           low->args[0].value, values, low->memory.align);
    for (uint32_t i = 0; i < m->state->known_count; i++)
        if (m->state->known[i].store == other || m->state->known[i].store == inst)
            m->state->known[i].store = NULL;
    ir_remove(other);
    ir_remove(inst);
    first->inst = joint;
    first->address = whole;
    m->changed = true;
}

typedef void join_function(struct memory *m, struct access *first, struct ir_inst *inst,
                           const struct address *at);

/* Joins the access with its neighbours, or keeps it for later ones. */
static void
meet_neighbours(struct memory *m, struct ir_inst *inst, const struct address *at,
                join_function *join)
{
    struct access *first = find_neighbour(m, inst, at), *second;
    if (!first) {
        remember_access(m, inst, at);
        return;
    }
    join(m, first, inst, at);
    while ((second = next_neighbour(m, first, &first))) {
        struct access gone = *second;
        second->inst = NULL;
        join(m, first, gone.inst, &gone.address);
    }
}

/* ---- instructions ---- */

static void
visit_load(struct memory *m, struct ir_inst *inst)
{
    uint32_t size = ir_type_bytes((enum ir_type)inst->type), count = inst->def_count;
    struct address at = address_of(m, inst->args[0].value, size * count);
    if (!ir_is_plain(&inst->memory)) {
        read(m, &at);
        hold(m, inst);
        return;
    }
    if (load_constant(m, inst, &at) || load_known(m, inst, &at)) {
        ir_remove(inst);
        m->changed = true;
        return;
    }
    read(m, &at);
    for (uint32_t i = 0; i < count; i++) {
        struct address part = component(&at, i, size);
        if (!find_known(m->state, &part))
            learn(m, (struct known){.address = part,
                                    .type = (enum ir_type)inst->type,
                                    .value = inst->def + i,
                                    .was_read = true});
    }
    if (may_join(inst) && at.space != IR_SPACE_PRIVATE)
        meet_neighbours(m, inst, &at, join_loads);
}

static void
visit_store(struct memory *m, struct ir_inst *inst)
{
    uint32_t size = ir_type_bytes((enum ir_type)inst->type), count = inst->arg_count - 1;
    struct address at = address_of(m, inst->args[0].value, size * count);
    overwrite(m, &at, inst);
    if (!ir_is_plain(&inst->memory)) {
        hold(m, inst);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        learn(m, (struct known){.address = component(&at, i, size),
                                .type = (enum ir_type)inst->type,
                                .value = inst->args[1 + i].value,
                                .store = count == 1 ? inst : NULL});
    if (may_join(inst) && at.space != IR_SPACE_PRIVATE)
        meet_neighbours(m, inst, &at, join_stores);
}

static void
visit(struct memory *m, struct ir_inst *inst)
{
    unsigned flags = ir_inst_flags(inst);
    if (inst->op == IR_OP_load) {
        visit_load(m, inst);
    } else if (inst->op == IR_OP_store) {
        visit_store(m, inst);
    } else if (inst->op == IR_OP_fence) {
        hold(m, inst);
    } else if (flags & (IR_READ | IR_WRITE) || flags & IR_CONVERGENT || inst->op == IR_OP_asm) {
        /* A base of 0 in the generic space may alias everything that is not private. */
        struct address anything = {0};
        read(m, &anything);
        bool only_reads = (flags & (IR_READ | IR_WRITE)) == IR_READ;
        if (!(flags & IR_PURE) && !only_reads)
            forget_shared(m);
    }
}

/* Private objects end with the function. */
static void
drop_unread(struct memory *m, const struct ir_block *block)
{
    struct state *s = m->state;
    for (uint32_t i = 0; i < s->known_count; i++) {
        struct known *k = &s->known[i];
        if (k->store && k->address.is_private && !k->was_read && k->store->block == block) {
            ir_remove(k->store);
            m->changed = true;
        }
    }
}

static void
start_state(struct memory *m, const struct ir_block *block)
{
    /* Open accesses end with their block, because joining would move them to another one. */
    m->state->known_count = m->state->access_count = m->state->write_count = 0;
    const struct kept *before = block->preds.count == 1 ? m->at_end[block->preds.at[0]->id] : NULL;
    if (!before)
        return;
    memcpy(m->state->known, before->known, before->count * sizeof before->known[0]);
    m->state->known_count = before->count;
}

static void
keep_state(struct memory *m, const struct ir_block *block)
{
    bool wanted = false;
    for (uint32_t i = 0; i < block->succ_count; i++)
        wanted |= block->succs[i]->preds.count == 1;
    if (!wanted || m->state->known_count == 0)
        return;
    uint32_t count = m->state->known_count;
    struct kept *kept = arena_alloc(&m->arena, sizeof *kept + count * sizeof kept->known[0]);
    memcpy(kept->known, m->state->known, count * sizeof kept->known[0]);
    for (uint32_t i = 0; i < count; i++)
        kept->known[i].store = NULL; /* on another path it may be read */
    kept->count = count;
    m->at_end[block->id] = kept;
}

/* Stores to private objects that are never read. */
static void
drop_write_only(struct memory *m)
{
    ir_foreach_inst (alloca, m->function->entry) {
        if (alloca->op != IR_OP_alloca || m->escapes[alloca->def])
            continue;
        bool is_read = false;
        VEC(ir_id) work = {0};
        VEC(struct ir_inst *) stores = {0};
        vec_push(&m->arena, &work, alloca->def);
        while (work.count && !is_read) {
            ir_id pointer = vec_pop(&work);
            for (struct ir_use *use = ir_value(m->function, pointer)->uses; use; use = use->next) {
                if (use->user->op == IR_OP_ptradd)
                    vec_push(&m->arena, &work, use->user->def);
                else if (use->user->op == IR_OP_store && !use->user->memory.is_volatile)
                    vec_push(&m->arena, &stores, use->user);
                else
                    is_read = true;
            }
        }
        for (uint32_t i = 0; i < stores.count && !is_read; i++)
            ir_remove(stores.at[i]);
        m->changed |= stores.count && !is_read;
    }
}

bool
opt_memory(struct ir_function *function)
{
    struct memory m = {.function = function};
    arena_init(&m.arena, function->module->arena->allocator, function->module->guard);
    m.dom = ana_dom(&m.arena, function);
    m.state = ARENA_NEW(&m.arena, struct state);
    m.at_end = ARENA_ARRAY(&m.arena, function->block_count, struct kept *);
    find_escapes(&m);
    drop_write_only(&m);
    for (uint32_t i = 0; i < m.dom->count; i++) {
        struct ir_block *block = m.dom->order[i];
        start_state(&m, block);
        ir_foreach_inst_safe (inst, block)
            visit(&m, inst);
        if (block->last->op == IR_OP_ret)
            drop_unread(&m, block);
        keep_state(&m, block);
    }
    arena_free(&m.arena);
    return m.changed;
}

/* What a loop does to memory that it loads from: nothing; or one store changes it in every iteration,
 * after the load, whose value is then known but in the first one; or more than that.  A relaxed atomic
 * operation is a store of its own place: loads of other places pass it.
 *
 *   for (...) *p += f(i);   ->   t = *p; for (...) { t += f(i); *p = t; } */
#include "midend/loops/licm.h"

#include "midend/ir/ir_build.h"
#include "midend/analysis/memory_order.h"
#include "support/limit.h"

static bool
is_atomic(const struct ir_inst *inst)
{
    return inst->op == IR_OP_atomic || inst->op == IR_OP_cmpxchg;
}

/* Spaces of which the operation keeps loads on its side: those that it writes to, and those that its order
 * holds.  orders: the latter alone. */
static ir_space_set
holds_of(const struct licm *m, const struct ir_inst *inst, ir_space_set *orders)
{
    struct ir_ordering ordering = ir_ordering_of(m->function, inst);
    bool is_store = inst->op == IR_OP_store || is_atomic(inst);
    ir_space_set held = 0;
    *orders = 0;
    if (ordering.access == IR_ACCESS_NONE)
        return 0;
    if (!is_store && (ir_inst_flags(inst) & IR_WRITE || inst->op == IR_OP_asm))
        return *orders = IR_SPACES_ALL;
    if (is_store)
        held = ir_has_space(ordering.spaces, IR_SPACE_GENERIC)
                   ? IR_SPACES_ALL
                   : ordering.spaces | IR_SPACE_MASK(GENERIC);
    for (enum ir_space space = 0; space < IR_SPACE_COUNT; space++) {
        struct ir_ordering load = ir_plain_access(IR_ACCESS_LOAD, space);
        if (!ir_may_reorder(&ordering, &load))
            *orders |= ir_space_bit(space);
    }
    return held | *orders;
}

/* Spaces of which the operation keeps plain stores before it. */
static ir_space_set
held_stores(const struct licm *m, const struct ir_inst *inst)
{
    struct ir_ordering ordering = ir_ordering_of(m->function, inst);
    ir_space_set held = 0;
    for (enum ir_space space = 0; space < IR_SPACE_COUNT; space++) {
        struct ir_ordering store = ir_plain_access(IR_ACCESS_STORE, space);
        if (!ir_may_reorder(&store, &ordering))
            held |= ir_space_bit(space);
    }
    return held;
}

static uint32_t
bytes_of(const struct ir_inst *access)
{
    unsigned count = is_atomic(access) ? 1 : access->memory.components;
    return ir_type_bytes((enum ir_type)access->type) * count;
}

struct memory_address
licm_address_of(struct licm *m, const struct ir_inst *access)
{
    if (!m->objects.function)
        m->objects = memory_objects(&m->arena, m->function);
    struct memory_address at =
        memory_address_of(&m->objects, access->args[0].value, bytes_of(access));
    at.is_atomic = is_atomic(access);
    memory_note_access(&at, access);
    return at;
}

/* Is it a write whose place alone keeps loads on its side? */
static bool
is_known_write(const struct ir_inst *inst, ir_space_set orders)
{
    return inst->op == IR_OP_store ? ir_is_plain(&inst->memory) : is_atomic(inst) && !orders;
}

static void
note(struct licm *m, struct ir_inst *inst)
{
    ir_space_set orders, held = holds_of(m, inst, &orders);
    bool is_kept = held && is_known_write(inst, orders) &&
                   !LIMIT_MET(m->arena.guard, LOOP_STORES, m->store_count == LIMIT_LOOP_STORES);
    if (inst->op == IR_OP_load &&
        !LIMIT_MET(m->arena.guard, LOOP_LOADS, m->load_count == LIMIT_LOOP_LOADS))
        m->loads[m->load_count++] = inst;
    else if (ir_inst_flags(inst) & IR_READ && !is_kept)
        m->has_other_reads = true;
    m->written |= held;
    m->holds_stores |= held_stores(m, inst);
    if (is_kept)
        m->stores[m->store_count++] = inst;
    else
        m->fenced |= held;
}

void
licm_look_at_loop(struct licm *m)
{
    m->first = m->end = m->dom->number[m->loop->header->id];
    m->is_noted = false;
    for (uint32_t blocks = 0; blocks < m->loop->block_count; m->end++)
        blocks += licm_in_loop(m, m->dom->order[m->end]);
}

/* What the loop does to memory, when that is asked first. */
static void
note_loop(struct licm *m)
{
    if (m->is_noted)
        return;
    m->is_noted = true;
    m->written = m->fenced = m->holds_stores = 0;
    m->store_count = m->load_count = 0;
    m->has_other_reads = false;
    for (uint32_t i = m->first; i < m->end; i++)
        if (licm_in_loop(m, m->dom->order[i]))
            ir_foreach_inst (inst, m->dom->order[i])
                note(m, inst);
}

/* Is the access in no loop within this one, and so executed once in an iteration at most? */
static bool
is_in_no_inner_loop(const struct licm *m, const struct ir_inst *access)
{
    return access->block->id < m->block_count && m->loops->of[access->block->id] == m->loop;
}

static bool
comes_before(const struct licm *m, const struct ir_inst *a, const struct ir_inst *b)
{
    if (a->block != b->block)
        return ana_dominates(m->dom, a->block, b->block);
    while (b && b != a)
        b = b->prev;
    return b == a;
}

/* Does every iteration that another one follows execute the load and then the store? */
static bool
is_carried(const struct licm *m, const struct ir_inst *load, const struct ir_inst *store)
{
    const struct ir_block *header = m->loop->header;
    if (!is_in_no_inner_loop(m, load) || !is_in_no_inner_loop(m, store) ||
        !comes_before(m, load, store))
        return false;
    for (uint32_t i = 0; i < header->preds.count; i++) {
        const struct ir_block *pred = header->preds.at[i];
        if (pred != m->preheader && !ana_dominates(m->dom, store->block, pred))
            return false;
    }
    return true;
}

bool
licm_stays(struct licm *m, const struct ir_inst *load)
{
    note_loop(m);
    enum ir_space space = ir_space_of(ir_type_of(m->function, load->args[0].value));
    if (!is_in_no_inner_loop(m, load) || ir_has_space(m->fenced, space))
        return false;
    if (load->memory.is_invariant)
        return true;
    struct memory_address at = licm_address_of(m, load);
    for (uint32_t i = 0; i < m->store_count; i++) {
        struct memory_address to = licm_address_of(m, m->stores[i]);
        if (memory_objects_may_meet(&at, &to))
            return false;
    }
    return true;
}

bool
licm_keeps_value(struct licm *m, const struct ir_inst *load, struct ir_inst **store)
{
    note_loop(m);
    enum ir_space space = ir_space_of(ir_type_of(m->function, load->args[0].value));
    *store = NULL;
    if (!ir_is_plain(&load->memory))
        return false;
    if (!ir_has_space(m->written, space) || load->memory.is_invariant)
        return true;
    if (ir_has_space(m->fenced, space))
        return false;
    struct memory_address at = licm_address_of(m, load);
    for (uint32_t i = 0; i < m->store_count; i++) {
        struct ir_inst *other = m->stores[i];
        struct memory_address to = licm_address_of(m, other);
        if (!memory_may_overlap(m->function, &at, &to))
            continue;
        if (*store || other->op != IR_OP_store || other->args[0].value != load->args[0].value ||
            other->type != load->type || other->memory.components != load->memory.components)
            return false;
        *store = other;
    }
    return !*store || is_carried(m, load, *store);
}

void
licm_carry(struct licm *m, struct ir_inst *load, struct ir_inst *from)
{
    struct ir_function *f = m->function;
    struct ir_block *header = m->loop->header;
    struct ir_builder b = {f, header, header->first, load->loc};
    uint32_t count = header->preds.count;
    ir_id *args = ARENA_ARRAY(&m->arena, count, ir_id);
    for (uint32_t k = 0; k < load->def_count; k++) {
        for (uint32_t i = 0; i < count; i++)
            args[i] = load->def + k;
        struct ir_inst *phi = ir_build(&b, IR_OP_phi, (enum ir_type)load->type, 1, args, count);
        ir_replace_uses(f, load->def + k, phi->def);
        ir_set_arg(phi, ir_pred_index(load->block, 0), load->def + k);
        for (uint32_t i = 0; i < count; i++)
            if (header->preds.at[i] != load->block)
                ir_set_arg(phi, i,
                           from->op == IR_OP_store ? from->args[1 + k].value : from->def + k);
    }
}

bool
licm_may_wait(struct licm *m, const struct ir_inst *store)
{
    note_loop(m);
    struct memory_address to = licm_address_of(m, store);
    if (m->has_other_reads || ir_has_space(m->holds_stores, to.space))
        return false;
    for (uint32_t i = 0; i < m->load_count; i++) {
        const struct ir_inst *load = m->loads[i];
        bool is_inside = load->block->id < m->block_count && licm_in_loop(m, load->block);
        struct memory_address at = licm_address_of(m, load);
        if (is_inside && (!ir_is_plain(&load->memory) || memory_may_alias(&at, &to)))
            return false;
    }
    return true;
}

/* Loads whose value another load has in the iteration before: at the address that the one has next.
 *
 *   while (y < h) { s += a[y * w] + a[(y + 1) * w]; y++; }
 *   ->   if (y < h) { t = a[y * w]; while (y < h) { u = a[(y + 1) * w]; s += t + u; t = u; y++; } }
 *
 * An address is followed to the values that the header joins: with each replaced by what it is in the next
 * iteration, it must be the other address, operation for operation, but for constants that are added. */
#include "midend/loops/licm.h"

#include "midend/analysis/memory_order.h"
#include "midend/ir/ir_build.h"
#include "midend/ir/ir_info.h"

/* Loads that lie so near are one load, if in each iteration: opt_join. */
enum { JOINED_BYTES = 16 };

struct matcher {
    struct licm *m;
    uint32_t back; /* index of the latch among the header's predecessors */
    unsigned steps;
    bool is_widened; /* below an extension of unequal numbers: sums must not wrap */
};

static uint64_t
masked(enum ir_type type, uint64_t bits)
{
    unsigned width = ir_type_bits(type);
    return width < 64 ? bits & ((UINT64_C(1) << width) - 1) : bits;
}

/* v of v + c; adds c up. */
static ir_id
without_constants(const struct matcher *s, ir_id id, uint64_t *sum)
{
    const struct ir_function *f = s->m->function;
    const struct ir_inst *inst = ir_def(f, id);
    while (inst && inst->op == IR_OP_add && ir_is_const(f, inst->args[1].value) &&
           (!s->is_widened || inst->no_wrap & IR_NO_SIGNED_WRAP)) {
        *sum += ir_value(f, inst->args[1].value)->bits;
        id = inst->args[0].value;
        inst = ir_def(f, id);
    }
    return id;
}

static bool is_next(struct matcher *s, ir_id x, ir_id y, uint64_t more);

/* Of two operations: is each argument the next of the other's?  What is added goes into one of a sum's. */
static bool
args_are_next(struct matcher *s, const struct ir_inst *x, const struct ir_inst *y, uint64_t more)
{
    const struct ir_function *f = s->m->function;
    ir_id a = x->args[0].value, b = y->args[0].value;
    ir_id c = x->arg_count > 1 ? x->args[1].value : 0, d = y->arg_count > 1 ? y->args[1].value : 0;
    switch (x->op) {
    case IR_OP_add:
        if (s->is_widened && !(x->no_wrap & y->no_wrap & IR_NO_SIGNED_WRAP))
            return false;
        return (is_next(s, a, b, more) && is_next(s, c, d, 0)) ||
               (is_next(s, a, b, 0) && is_next(s, c, d, more)) ||
               (is_next(s, a, d, more) && is_next(s, c, b, 0)) ||
               (is_next(s, a, d, 0) && is_next(s, c, b, more));
    case IR_OP_mul:
        if (more)
            return false;
        return (is_next(s, a, b, 0) && is_next(s, c, d, 0)) ||
               (is_next(s, a, d, 0) && is_next(s, c, b, 0));
    case IR_OP_sub:
    case IR_OP_ptradd:
        return !more && is_next(s, a, b, 0) && is_next(s, c, d, 0);
    case IR_OP_shl: {
        if (s->is_widened && !(x->no_wrap & y->no_wrap & IR_NO_SIGNED_WRAP))
            return false;
        unsigned width = ir_type_bits((enum ir_type)x->type);
        uint64_t count = c == d && ir_is_const(f, c) ? ir_value(f, c)->bits & (width - 1) : 0;
        bool divides = masked(IR_I64, more) >> count << count == more;
        return c == d && ir_is_const(f, c) && divides &&
               is_next(s, a, b, (uint64_t)((int64_t)more >> count));
    }
    case IR_OP_zext:
        return !more && ir_type_of(f, a) == ir_type_of(f, b) && is_next(s, a, b, 0);
    case IR_OP_sext: { /* of equal numbers in any case */
        bool was_widened = s->is_widened;
        s->is_widened |= more != 0;
        bool found = ir_type_of(f, a) == ir_type_of(f, b) && is_next(s, a, b, more);
        s->is_widened = was_widened;
        return found;
    }
    default:
        return false;
    }
}

/* Is y + more what x will be in the next iteration? */
static bool
is_next(struct matcher *s, ir_id x, ir_id y, uint64_t more)
{
    enum {
        STEPS = 64
    }; /* the size of a search, which is not met by addresses as programs have them */
    struct licm *m = s->m;
    enum ir_type type = ir_type_of(m->function, x);
    uint64_t in_x = 0, in_y = more;
    if (++s->steps > STEPS || ir_type_of(m->function, y) != type)
        return false;
    x = without_constants(s, x, &in_x);
    const struct ir_inst *from = ir_def(m->function, x);
    if (from && from->op == IR_OP_phi && from->block == m->loop->header) {
        x = without_constants(s, from->args[s->back].value, &in_x);
        y = without_constants(s, y, &in_y);
        return x == y && masked(type, in_x) == masked(type, in_y);
    }
    if (!from || !licm_in_loop(m, from->block)) {
        y = without_constants(s, y, &in_y);
        return x == y && masked(type, in_x) == masked(type, in_y);
    }
    y = without_constants(s, y, &in_y);
    const struct ir_inst *to = ir_def(m->function, y);
    return to && to->op == from->op && args_are_next(s, from, to, in_y - in_x);
}

/* The only predecessor of the header in the loop, by its index. */
static bool
find_back(const struct licm *m, uint32_t *back)
{
    const struct ir_block *header = m->loop->header;
    if (header->preds.count != 2)
        return false;
    *back = header->preds.at[0] == m->preheader;
    return header->preds.at[1 - *back] == m->preheader;
}

/* Is all of it computed in the loop from what the header joins, by what costs little? */
static bool
may_enter(const struct licm *m, ir_id id, unsigned depth)
{
    enum { DEPTH = 12 }; /* of an address, as above */
    const struct ir_inst *inst = ir_def(m->function, id);
    if (!inst || !licm_in_loop(m, inst->block) ||
        (inst->op == IR_OP_phi && inst->block == m->loop->header))
        return true;
    if (depth == DEPTH || inst->op == IR_OP_phi || inst->op == IR_OP_call || !inst->arg_count ||
        !(ir_inst_flags(inst) & IR_PURE) || ir_inst_flags(inst) & IR_CONVERGENT)
        return false;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!may_enter(m, inst->args[i].value, depth + 1))
            return false;
    return true;
}

static bool
is_next_load(struct licm *m, const struct ir_inst *load, const struct ir_inst *other, uint32_t back)
{
    if (other == load || other->type != load->type ||
        other->memory.components != load->memory.components || !ir_is_plain(&other->memory) ||
        !ana_dominates(m->dom, other->block, m->loop->header->preds.at[back]))
        return false;
    struct memory_address at = licm_address_of(m, load), to = licm_address_of(m, other);
    int64_t by = to.offset - at.offset;
    if (at.space != to.space || (at.base == to.base && -JOINED_BYTES <= by && by <= JOINED_BYTES))
        return false;
    struct matcher s = {.m = m, .back = back};
    const struct ir_inst *x = ir_def(m->function, at.base), *y = ir_def(m->function, to.base);
    if (!x || !y || x->op != IR_OP_ptradd || y->op != IR_OP_ptradd || !licm_in_loop(m, x->block) ||
        x->args[0].value != y->args[0].value)
        return false;
    return is_next(&s, x->args[1].value, y->args[1].value, (uint64_t)by);
}

struct ir_inst *
licm_next_load(struct licm *m, const struct ir_inst *load)
{
    uint32_t back;
    if (!ir_is_plain(&load->memory) || !licm_stays(m, load) || !find_back(m, &back) ||
        !may_enter(m, load->args[0].value, 0))
        return NULL;
    for (uint32_t i = 0; i < m->load_count; i++)
        if (is_next_load(m, load, m->loads[i], back))
            return m->loads[i];
    return NULL;
}

/* The value as it is when the loop is entered, computed before the instruction. */
static ir_id
at_entry(struct licm *m, ir_id id, uint32_t entry, struct ir_inst *before)
{
    struct ir_function *f = m->function;
    const struct ir_inst *inst = ir_def(f, id);
    if (!inst || !licm_in_loop(m, inst->block) || inst->block == before->block)
        return id;
    if (inst->op == IR_OP_phi)
        return inst->args[entry].value;
    ir_id *args = ARENA_ARRAY(&m->arena, inst->arg_count + 1u, ir_id);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = at_entry(m, inst->args[i].value, entry, before);
    struct ir_inst *copy = ir_inst_clone(f, inst, args);
    ir_insert_before(before, copy);
    return copy->def + (uint32_t)(id - inst->def);
}

void
licm_enter(struct licm *m, struct ir_inst *load, struct ir_block *before)
{
    uint32_t entry = ir_pred_index(before, 0);
    ir_id address = at_entry(m, load->args[0].value, entry, before->last);
    ir_set_arg(load, 0, address);
    ir_move_before(before->last, load);
}

/* The walk of ana_range.h: intervals by value, facts by place, phis.
 *
 * A fact is an interval that a condition gives a value in the blocks that the branch's way dominates; it takes the
 * place of the value's interval until the walk leaves them.  A phi of a join has the union of what comes in, each
 * with the facts of its edge.  That of a loop may be anything in the first walk, but where it only grows or falls:
 *
 *   i = phi [0, ..], [add nsw i, 1, ..]     is 0 at least in the first walk;
 *   slt i, 100 on the way back              lets no more than 100 come back, which the second walk knows
 *
 * What the first walk said of values holds, so the second may ask it of what comes later in the order. */
#include "midend/analysis/ana_range.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_info.h"
#include "support/limit.h"
#include "support/number.h"

enum {
    CONDITION_DEPTH =
        4, /* a weight: conditions and operations, one below another, that one branch says something of */
    GROWTH_TERMS = 32 /* a weight: operations between a phi and what comes back to it */
};

struct fact {
    ir_id id;
    struct ana_range before;
    uint32_t leave; /* where the subtree of the blocks in which it holds ends */
};

struct phi_range {
    struct ana_range from_before, from_back; /* lo > hi: nothing comes */
};

struct ana_ranges {
    struct ir_function *function;
    struct arena *scratch;
    struct ana_dom *dom;
    struct ir_block **order;
    VEC(struct ana_range) now; /* by value */
    VEC(bool) is_exact;
    struct phi_range *phis;
    uint32_t *first_phi, *place; /* by block: in phis, those of the block follow; in the order */
    uint32_t next_phi;
    VEC(struct fact) facts;
    bool is_second;
};

static const struct ana_range nothing = {INT64_MAX, INT64_MIN};

struct ana_range
ana_range_all(enum ir_type type)
{
#define ALL(width)                                                                                 \
    {                                                                                              \
        INT64_MIN >> (64 - (width)), INT64_MAX >> (64 - (width))                                   \
    }
    static const struct ana_range ranges[IR_TYPES] = {
        [IR_I1] = ALL(1), [IR_I8] = ALL(8), [IR_I16] = ALL(16), [IR_I32] = ALL(32)};
    static const struct ana_range any = {INT64_MIN, INT64_MAX};
    return ranges[type].lo ? ranges[type] : any;
}

static struct ana_range
of_value(const struct ir_function *f, ir_id id)
{
    const struct ir_value *value = ir_value(f, id);
    enum ir_type type = (enum ir_type)value->type;
    if (value->kind != IR_VALUE_CONST || !ir_is_int(type))
        return ana_range_all(type);
    int64_t number = ir_signed(type, value->bits);
    return (struct ana_range){number, number};
}

struct ana_range
ana_range_of(const struct ana_ranges *here, ir_id id)
{
    return id < here->now.count ? here->now.at[id] : of_value(here->function, id);
}

/* The tables hold all values that there are now. */
static void
make_room(struct ana_ranges *r)
{
    uint32_t from = r->now.count, count = r->function->values.count;
    vec_extend(r->scratch, &r->now, count - from);
    vec_extend(r->scratch, &r->is_exact, count - from);
    for (ir_id id = from; id < count; id++)
        r->now.at[id] = of_value(r->function, id);
}

void
ana_range_tell(struct ana_ranges *here, ir_id id, struct ana_range range)
{
    if (id >= here->now.count)
        make_room(here);
    if (!ir_is_const(here->function, id))
        here->now.at[id] = range;
}

bool
ana_range_is_exact(const struct ana_ranges *here, const struct ir_inst *inst)
{
    return inst->def < here->now.count && here->is_exact.at[inst->def];
}

static struct ana_range
either(struct ana_range a, struct ana_range b)
{
    return (struct ana_range){smaller(a.lo, b.lo), larger(a.hi, b.hi)};
}

/* ---- facts ---- */

static void
leave_facts(struct ana_ranges *r, uint32_t down_to)
{
    while (r->facts.count > down_to) {
        struct fact fact = vec_pop(&r->facts);
        r->now.at[fact.id] = fact.before;
    }
}

static void assume_range(struct ana_ranges *r, ir_id id, struct ana_range range, uint32_t leave,
                         unsigned depth);

/* What the result's interval says of the arguments.  A sum with a constant undoes itself if what it came from does
 * not wrap. */
static void
assume_arguments(struct ana_ranges *r, const struct ir_inst *inst, struct ana_range range,
                 uint32_t leave, unsigned depth)
{
    ir_id a = inst->args[0].value, b = inst->arg_count > 1 ? inst->args[1].value : 0;
    struct ana_range all = ana_range_all(ir_type_of(r->function, a)), lo, hi;
    switch ((enum ir_op)inst->op) {
    case IR_OP_zext:
    case IR_OP_sext:
        if (ir_type_of(r->function, a) != IR_I1 && range.lo >= all.lo && range.hi <= all.hi)
            assume_range(r, a, range, leave, depth);
        return;
    case IR_OP_add: {
        struct ana_range k = ana_range_of(r, b);
        int64_t first, last;
        if (k.lo == k.hi && !__builtin_sub_overflow(range.lo, k.lo, &first) &&
            !__builtin_sub_overflow(range.hi, k.lo, &last) && first >= all.lo && last <= all.hi)
            assume_range(r, a, (struct ana_range){first, last}, leave, depth);
        return;
    }
    case IR_OP_smax: /* neither is above it */
        hi = (struct ana_range){all.lo, range.hi};
        assume_range(r, a, hi, leave, depth);
        assume_range(r, b, hi, leave, depth);
        return;
    case IR_OP_smin:
        lo = (struct ana_range){range.lo, all.hi};
        assume_range(r, a, lo, leave, depth);
        assume_range(r, b, lo, leave, depth);
        return;
    default:
        return;
    }
}

/* Where nothing is left, the place is not reached, and nothing is said. */
static void
assume_range(struct ana_ranges *r, ir_id id, struct ana_range range, uint32_t leave, unsigned depth)
{
    const struct ir_inst *inst = ir_def(r->function, id);
    uint8_t kind = ir_value(r->function, id)->kind;
    if (id >= r->now.count || (kind != IR_VALUE_INST && kind != IR_VALUE_PARAM) ||
        !ir_is_int(ir_type_of(r->function, id)))
        return;
    struct ana_range before = r->now.at[id];
    range.lo = larger(range.lo, before.lo);
    range.hi = smaller(range.hi, before.hi);
    if (range.lo > range.hi || (range.lo == before.lo && range.hi == before.hi))
        return;
    vec_push(r->scratch, &r->facts, (struct fact){id, before, leave});
    r->now.at[id] = range;
    if (depth && inst && inst->def_count == 1 && inst->arg_count)
        assume_arguments(r, inst, range, leave, depth - 1);
}

/* Relations as "less", with the sides swapped or not, and the opposite of each. */
static const struct relation {
    uint8_t opposite;
    bool is_less, is_swapped, is_signed, is_included;
} relations[IR_OPS] = {
    [IR_OP_slt] = {IR_OP_sge, true, false, true, false},
    [IR_OP_sle] = {IR_OP_sgt, true, false, true, true},
    [IR_OP_sgt] = {IR_OP_sle, true, true, true, false},
    [IR_OP_sge] = {IR_OP_slt, true, true, true, true},
    [IR_OP_ult] = {IR_OP_uge, true, false, false, false},
    [IR_OP_ule] = {IR_OP_ugt, true, false, false, true},
    [IR_OP_ugt] = {IR_OP_ule, true, true, false, false},
    [IR_OP_uge] = {IR_OP_ult, true, true, false, true},
    [IR_OP_eq] = {IR_OP_ne, false, false, false, false},
    [IR_OP_ne] = {IR_OP_eq, false, false, false, false},
};

/* x < y, or x <= y.  An unsigned number below one with a clear sign has a clear sign. */
static void
assume_less(struct ana_ranges *r, const struct relation *relation, ir_id x, ir_id y, uint32_t leave)
{
    struct ana_range a = ana_range_of(r, x), b = ana_range_of(r, y);
    int64_t distance = !relation->is_included;
    if (!relation->is_signed && b.lo < 0)
        return;
    if (!relation->is_signed)
        a.lo = larger(a.lo, 0);
    if (b.hi == INT64_MIN || a.lo == INT64_MAX)
        return;
    assume_range(r, x, (struct ana_range){a.lo, smaller(a.hi, b.hi - distance)}, leave,
                 CONDITION_DEPTH);
    assume_range(r, y, (struct ana_range){larger(b.lo, a.lo + distance), b.hi}, leave,
                 CONDITION_DEPTH);
}

static void
assume_equal(struct ana_ranges *r, ir_id x, ir_id y, bool is_equal, uint32_t leave)
{
    struct ana_range a = ana_range_of(r, x), b = ana_range_of(r, y);
    if (is_equal) {
        assume_range(r, x, b, leave, CONDITION_DEPTH);
        assume_range(r, y, a, leave, CONDITION_DEPTH);
    } else if (b.lo == b.hi && a.lo < a.hi && (a.lo == b.lo || a.hi == b.lo)) {
        assume_range(r, x, (struct ana_range){a.lo + (a.lo == b.lo), a.hi - (a.hi == b.lo)}, leave,
                     CONDITION_DEPTH);
    }
}

/* What follows from a condition that is true, or false. */
static void
assume(struct ana_ranges *r, ir_id condition, bool is_true, uint32_t leave, unsigned depth)
{
    const struct ir_inst *inst = ir_def(r->function, condition);
    if (!inst || inst->arg_count != 2 || !depth)
        return;
    ir_id x = inst->args[0].value, y = inst->args[1].value;
    if (inst->op == (is_true ? IR_OP_and : IR_OP_or)) {
        assume(r, x, is_true, leave, depth - 1);
        assume(r, y, is_true, leave, depth - 1);
        return;
    }
    if (inst->op == IR_OP_xor && ir_is_const(r->function, y)) {
        assume(r, x, is_true == !ir_value(r->function, y)->bits, leave, depth - 1);
        return;
    }
    enum ir_op op = is_true ? (enum ir_op)inst->op : (enum ir_op)relations[inst->op].opposite;
    const struct relation *relation = &relations[op];
    if (!relations[inst->op].opposite || !ir_is_int(ir_type_of(r->function, x)) ||
        ir_type_of(r->function, x) == IR_I1)
        return;
    if (relation->is_less)
        assume_less(r, relation, relation->is_swapped ? y : x, relation->is_swapped ? x : y, leave);
    else
        assume_equal(r, x, y, op == IR_OP_eq, leave);
}

static bool
decides(const struct ir_block *block)
{
    return block->succ_count == 2 && block->succs[0] != block->succs[1];
}

/* What the block's only predecessor decided. */
static void
assume_way(struct ana_ranges *r, const struct ir_block *block)
{
    const struct ir_block *before = block->preds.count == 1 ? block->preds.at[0] : NULL;
    if (before && decides(before))
        assume(r, before->last->args[0].value, before->succs[0] == block,
               r->dom->graph->leave[block->id], CONDITION_DEPTH);
}

/* ---- phis ---- */

/* Is the value not below the phi, or not above it if it falls, in the iteration that makes it?  Of what the loop
 * has not shown yet the first walk knows nothing.  Looks at so many terms. */
static bool
moves_away(const struct ana_ranges *r, ir_id id, ir_id phi, bool falls, unsigned *terms)
{
    const struct ir_inst *inst = ir_def(r->function, id);
    if (id == phi)
        return true;
    if (!inst || *terms == 0 || id >= r->now.count)
        return false;
    --*terms;
    bool is_exact = r->is_exact.at[id] || inst->no_wrap & IR_NO_SIGNED_WRAP;
    uint32_t first = inst->op == IR_OP_select;
    if (inst->op == IR_OP_phi || first) {
        for (uint32_t i = first; i < inst->arg_count; i++)
            if (!moves_away(r, inst->args[i].value, phi, falls, terms))
                return false;
        return true;
    }
    if (inst->arg_count != 2)
        return false;
    ir_id a = inst->args[0].value, b = inst->args[1].value;
    struct ana_range by = ana_range_of(r, b), from = ana_range_of(r, a);
    switch ((enum ir_op)inst->op) {
    case IR_OP_add:
        if (!is_exact)
            return false;
        return ((falls ? by.hi <= 0 : by.lo >= 0) && moves_away(r, a, phi, falls, terms)) ||
               ((falls ? from.hi <= 0 : from.lo >= 0) && moves_away(r, b, phi, falls, terms));
    case IR_OP_sub:
        return is_exact && (falls ? by.lo >= 0 : by.hi <= 0) && moves_away(r, a, phi, falls, terms);
    case IR_OP_smin:
    case IR_OP_smax:
        return falls == (inst->op == IR_OP_smin) &&
               (moves_away(r, a, phi, falls, terms) || moves_away(r, b, phi, falls, terms));
    case IR_OP_shl:
        return !falls && is_exact && from.lo >= 0 && moves_away(r, a, phi, falls, terms);
    case IR_OP_lshr:
    case IR_OP_ashr:
        return falls && from.lo >= 0 && moves_away(r, a, phi, falls, terms);
    default:
        return false;
    }
}

/* Is there an edge from a block that comes later, or from this one? */
static bool
comes_back(const struct ana_ranges *r, const struct ir_block *block, uint32_t edge)
{
    uint32_t from = block->preds.at[edge]->id;
    return r->dom->number[from] != UINT32_MAX && r->place[from] >= r->place[block->id];
}

static struct ana_range
of_phi(struct ana_ranges *r, const struct ir_inst *phi, struct phi_range known)
{
    struct ana_range range = known.from_before, all = ana_range_all((enum ir_type)phi->type);
    bool is_loop = false, grows = true, falls = true;
    if (range.lo > range.hi)
        return all;
    struct ana_range whole = r->is_second ? either(range, known.from_back) : all;
    for (uint32_t i = 0; i < phi->arg_count; i++) {
        unsigned up = GROWTH_TERMS, down = GROWTH_TERMS;
        if (!comes_back(r, phi->block, i))
            continue;
        r->now.at[phi->def] = whole; /* of which what it becomes is made */
        is_loop = true;
        grows = grows && moves_away(r, phi->args[i].value, phi->def, false, &up);
        falls = falls && moves_away(r, phi->args[i].value, phi->def, true, &down);
    }
    if (!is_loop)
        return range;
    return (struct ana_range){grows ? range.lo : whole.lo, falls ? range.hi : whole.hi};
}

/* What goes to the phis of the block's successors. */
static void
pass_on(struct ana_ranges *r, const struct ir_block *block)
{
    for (uint32_t way = 0; way < block->succ_count; way++) {
        const struct ir_block *to = block->succs[way];
        if (to->first->op != IR_OP_phi)
            continue;
        uint32_t edge = ir_pred_index(block, way), facts = r->facts.count;
        if (decides(block))
            assume(r, block->last->args[0].value, way == 0, 0, CONDITION_DEPTH);
        bool is_back = comes_back(r, to, edge);
        struct phi_range *known = &r->phis[r->first_phi[to->id]];
        for (const struct ir_inst *phi = to->first; phi->op == IR_OP_phi;
             phi = phi->next, known++) {
            ir_id from = phi->args[edge].value;
            if (from == phi->def || !ir_is_int((enum ir_type)phi->type))
                continue;
            struct ana_range *into = is_back ? &known->from_back : &known->from_before;
            if (!is_back || !r->is_second)
                *into = either(*into, ana_range_of(r, from));
        }
        leave_facts(r, facts);
    }
}

/* ---- the walk ---- */

/* One of the two, each as what the condition says of it. */
static struct ana_range
of_choice(struct ana_ranges *r, const struct ir_inst *choice)
{
    struct ana_range range = nothing;
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t facts = r->facts.count;
        assume(r, choice->args[0].value, i == 0, 0, CONDITION_DEPTH);
        range = either(range, ana_range_of(r, choice->args[1 + i].value));
        leave_facts(r, facts);
    }
    return range;
}

static void
look_at(struct ana_ranges *r, const struct ir_inst *inst)
{
    struct phi_range phi = inst->op == IR_OP_phi ? r->phis[r->next_phi++] : (struct phi_range){0};
    if (inst->def_count != 1 || inst->def >= r->now.count || !ir_is_int((enum ir_type)inst->type))
        return;
    r->now.at[inst->def] =
        inst->op == IR_OP_phi ? of_phi(r, inst, phi)
        : inst->op == IR_OP_select
            ? of_choice(r, inst)
            : ana_range_of_inst(r, r->function, inst, &r->is_exact.at[inst->def]);
}

static void
walk(struct ana_ranges *r, ana_range_visit *visit, void *context)
{
    for (uint32_t i = 0; i < r->dom->count; i++) {
        struct ir_block *block = r->order[i];
        uint32_t facts = r->facts.count;
        while (facts && r->facts.at[facts - 1].leave <= r->dom->graph->enter[block->id])
            facts--;
        leave_facts(r, facts);
        assume_way(r, block);
        r->next_phi = r->first_phi[block->id];
        ir_foreach_inst_safe (inst, block) {
            look_at(r, inst);
            if (visit)
                visit(context, r, inst);
        }
        pass_on(r, block);
    }
    leave_facts(r, 0);
}

/* Blocks in the order of the dominator tree, those that reach others by no way back before these. */
static void
order_blocks(struct ana_ranges *r)
{
    uint32_t count = r->dom->count, used = 0;
    struct ir_block **places = ARENA_ARRAY(r->scratch, 2 * (size_t)count + 2, struct ir_block *);
    r->order = ARENA_ARRAY(r->scratch, count + 1u, struct ir_block *);
    r->place = ARENA_ARRAY(r->scratch, r->function->block_count, uint32_t);
    for (uint32_t i = 0; i < count; i++)
        places[r->dom->graph->enter[r->dom->order[i]->id]] = r->dom->order[i];
    for (uint32_t i = 0; i < 2 * count + 2; i++)
        if (places[i]) {
            r->place[places[i]->id] = used;
            r->order[used++] = places[i];
        }
}

static void
forget_phis(struct ana_ranges *r, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        r->phis[i].from_before = nothing;
        if (!r->is_second)
            r->phis[i].from_back = nothing;
    }
}

/* Returns how many there are. */
static uint32_t
number_phis(struct ana_ranges *r)
{
    uint32_t count = 0;
    r->first_phi = ARENA_ARRAY(r->scratch, r->function->block_count, uint32_t);
    ir_foreach_block (block, r->function) {
        r->first_phi[block->id] = count;
        for (const struct ir_inst *phi = block->first; phi->op == IR_OP_phi; phi = phi->next)
            count++;
    }
    r->phis = ARENA_ARRAY(r->scratch, count + 1u, struct phi_range);
    return count;
}

static bool
has_loop(const struct ana_ranges *r)
{
    for (uint32_t i = 0; i < r->dom->count; i++)
        for (uint32_t edge = 0; edge < r->order[i]->preds.count; edge++)
            if (comes_back(r, r->order[i], edge))
                return true;
    return false;
}

void
ana_ranges_walk(struct arena *scratch, struct ir_function *function, ana_range_visit *visit,
                void *context)
{
    struct ana_ranges r = {.function = function, .scratch = scratch};
    r.dom = ana_dom(scratch, function);
    make_room(&r);
    order_blocks(&r);
    uint32_t phi_count = number_phis(&r);
    forget_phis(&r, phi_count);
    if (has_loop(&r)) {
        walk(&r, NULL, NULL);
        r.is_second = true;
        forget_phis(&r, phi_count);
    }
    walk(&r, visit, context);
}

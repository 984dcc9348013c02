/* Both arms of a branch load from one object and do little else: the address is chosen, the load made once before the
 * branch, and the arms become selects (opt_cfg).  Where lanes part, one load takes the place of two.
 *
 *   cbr %c, b1, b2    b1: %a = ptradd %p, %x; %v = load %a; br b3    b2: %b = ptradd %p, %y; %w = load %b; br b3
 *   ->   %o = select %c, %x, %y; %a = ptradd %p, %o; %v = load %a; cbr %c, b1, b2    b1: br b3    b2: br b3
 *
 * Not where the lanes part and all of an arm load from one place: that is a scalar load, which a choice would make one of
 * each lane.  Every lane loads what it did before, once.  What is computed alike in both arms on the way to the addresses is computed
 * once, behind the choice. */
#include "midend/values/arms.h"
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/analysis/memory_order.h"
#include "midend/ir/ir_build.h"

/* Of an arm: sums that make an address, loads, instructions.  Tuned. */
enum { MOST_SUMS = 4, MOST_LOADS = 4, MOST_INSTS = 32 };

/* Which values differ between lanes: looked at when first asked for, again once arms have become selects; and loops. */
struct lanes {
    struct arena arena;
    struct ana_divergence *divergence; /* NULL: not yet */
    uint32_t count;                    /* of the values that were there then */
    struct ana_loops *loops;           /* NULL: not yet */
};

struct choice {
    struct ir_function *function;
    struct lanes *lanes;
    struct ir_block *block, *arm[2];
    struct ir_inst *load[2][MOST_LOADS];
    uint32_t load_count[2];
    int cost[2];
};

/* The sums that lead from a base to an address, from the base on. */
struct sums {
    ir_id base;
    struct ir_inst *sum[MOST_SUMS];
    uint32_t count;
};

/* ---- what arms hold ---- */

static bool
is_loadable(const struct ir_function *f, const struct ir_inst *load)
{
    enum ir_type type = ir_type_of(f, load->args[0].value);
    return ir_is_plain(&load->memory) &&
           (type == IR_P_GLOBAL || type == IR_P_CONSTANT || type == IR_P_LOCAL);
}

/* Is the arm nothing but loads and what may be computed for nothing? */
static bool
read_arm(struct choice *c, unsigned side)
{
    const struct ir_block *arm = c->arm[side], *other = c->arm[1 - side];
    unsigned looked_at = 0;
    if (arm->preds.count != 1 || arm->succ_count != 1 || arm == c->block || arm->succs[0] == arm ||
        arm->succs[0] == other)
        return false;
    for (struct ir_inst *inst = arm->first; inst != arm->last; inst = inst->next) {
        bool is_load = inst->op == IR_OP_load;
        if (++looked_at > MOST_INSTS || (!is_load && !arm_cost(inst)) ||
            (is_load && (c->load_count[side] == MOST_LOADS || !is_loadable(c->function, inst))))
            return false;
        if (is_load)
            c->load[side][c->load_count[side]++] = inst;
        else
            c->cost[side] += (int)arm_cost(inst);
    }
    return true;
}

/* Are the two loads of one kind? */
static bool
are_alike(const struct ir_function *f, const struct ir_inst *a, const struct ir_inst *b)
{
    return a->type == b->type && a->def_count == b->def_count &&
           ir_type_of(f, a->args[0].value) == ir_type_of(f, b->args[0].value) &&
           a->memory.version == b->memory.version && a->memory.stream == b->memory.stream &&
           a->memory.whole_zeros == b->memory.whole_zeros &&
           a->memory.part_offset == b->memory.part_offset;
}

/* ---- addresses ---- */

/* Are they the same, or will be when the loads before these are one? */
static bool
is_same(const struct choice *c, ir_id a, ir_id b)
{
    const struct ir_inst *x = ir_def(c->function, a), *y = ir_def(c->function, b);
    if (a == b)
        return true;
    if (!x || !y || x->op != IR_OP_load || y->op != IR_OP_load || a - x->def != b - y->def)
        return false;
    for (uint32_t i = 0; i < c->load_count[0]; i++)
        if (c->load[0][i] == x && c->load[1][i] == y)
            return true;
    return false;
}

static bool
is_of_arm(const struct choice *c, const struct ir_inst *inst, unsigned side)
{
    return inst && inst->block == c->arm[side];
}

static bool
is_used_once(const struct choice *c, const struct ir_inst *inst)
{
    const struct ir_use *uses = ir_value(c->function, inst->def)->uses;
    return uses && !uses->next;
}

/* Is it, or will it be, computed before the innermost loop that chooses? */
static bool
is_invariant(const struct choice *c, ir_id value)
{
    const struct ir_inst *def = ir_def(c->function, value);
    struct lanes *lanes = c->lanes;
    if (!lanes->loops)
        lanes->loops = ana_loops(&lanes->arena, c->function, ana_dom(&lanes->arena, c->function));
    const struct ana_loop *loop = lanes->loops->of[c->block->id];
    const struct ana_loop *own = def ? lanes->loops->of[def->block->id] : NULL;
    if (!loop || !own || !ana_loop_contains(loop, own))
        return loop != NULL;
    if (def->op == IR_OP_load || (!is_of_arm(c, def, 0) && !is_of_arm(c, def, 1)))
        return false;
    for (uint32_t i = 0; i < def->arg_count; i++)
        if (!is_invariant(c, def->args[i].value))
            return false;
    return true;
}

/* The argument in which two operations differ that are otherwise the same and for nothing else, one of each arm; or their
 * count: there is no such one. */
static uint32_t
differing(const struct choice *c, const struct ir_inst *x, const struct ir_inst *y)
{
    uint32_t at = UINT32_MAX;
    if (!is_of_arm(c, x, 0) || !is_of_arm(c, y, 1) || x->op != y->op || x->type != y->type ||
        x->arg_count != y->arg_count || !is_used_once(c, x) || !is_used_once(c, y))
        return at;
    switch (x->op) {
    case IR_OP_add:
    case IR_OP_sub:
    case IR_OP_mul:
    case IR_OP_shl:
    case IR_OP_lshr:
    case IR_OP_ashr:
    case IR_OP_and:
    case IR_OP_or:
    case IR_OP_zext:
    case IR_OP_sext:
    case IR_OP_trunc:
        break;
    default:
        return at;
    }
    for (uint32_t i = 0; i < x->arg_count; i++) {
        ir_id a = x->args[i].value, b = y->args[i].value;
        if (ir_type_of(c->function, a) != ir_type_of(c->function, b))
            return UINT32_MAX;
        if (is_same(c, a, b))
            continue;
        if (at != UINT32_MAX)
            return UINT32_MAX;
        at = i;
    }
    bool is_once = at != UINT32_MAX && is_invariant(c, x->def) && is_invariant(c, y->def);
    return is_once ? UINT32_MAX : at; /* behind the choice it would be computed in each iteration */
}

/* How many operations of each arm become one behind the choice of the two values. */
static int
shared(const struct choice *c, ir_id a, ir_id b)
{
    const struct ir_inst *x = ir_def(c->function, a), *y = ir_def(c->function, b);
    int count = 0;
    for (uint32_t at; !is_same(c, a, b) && (at = differing(c, x, y)) != UINT32_MAX; count++) {
        a = x->args[at].value;
        b = y->args[at].value;
        x = ir_def(c->function, a);
        y = ir_def(c->function, b);
    }
    return count;
}

static bool
find_sums(const struct ir_function *f, ir_id pointer, ir_id base, struct sums *sums)
{
    *sums = (struct sums){.base = base};
    struct ir_inst *way[MOST_SUMS];
    uint32_t count = 0;
    for (struct ir_inst *sum; pointer != base; pointer = sum->args[0].value) {
        sum = ir_def(f, pointer);
        if (!sum || sum->op != IR_OP_ptradd || count == MOST_SUMS)
            return false;
        way[count++] = sum;
    }
    while (count > 0)
        sums->sum[sums->count++] = way[--count];
    return true;
}

/* The sums of both addresses from the last base that they have in common. */
static bool
find_ways(const struct ir_function *f, ir_id a, ir_id b, struct sums ways[2])
{
    for (ir_id base = a;;) {
        if (find_sums(f, b, base, &ways[1]))
            return find_sums(f, a, base, &ways[0]);
        const struct ir_inst *sum = ir_def(f, base);
        if (!sum || sum->op != IR_OP_ptradd)
            return false;
        base = sum->args[0].value;
    }
}

/* An element of a constant array, which may be known. */
static bool
is_element(const struct ir_function *f, ir_id pointer)
{
    const struct ir_inst *def = ir_def(f, pointer);
    while (def && def->op == IR_OP_ptradd && ir_is_const(f, def->args[1].value))
        def = ir_def(f, def->args[0].value);
    return def && def->op == IR_OP_symbol;
}

static ir_id
offset_of(const struct choice *c, const struct sums *way, const struct sums *other, uint32_t i)
{
    return i < way->count
               ? way->sum[i]->args[1].value
               : ir_const(c->function, ir_type_of(c->function, other->sum[i]->args[1].value), 0);
}

/* Takes what the two addresses share off the costs of the arms. */
static bool
count_shared(struct choice *c, const struct ir_inst *a, const struct ir_inst *b)
{
    struct sums ways[2];
    ir_id x = a->args[0].value, y = b->args[0].value;
    if (!are_alike(c->function, a, b) || is_element(c->function, x) || is_element(c->function, y) ||
        !find_ways(c->function, x, y, ways))
        return false;
    for (uint32_t i = 0; i < ways[0].count || i < ways[1].count; i++) {
        for (unsigned side = 0; side < 2; side++)
            if (i < ways[side].count && is_of_arm(c, ways[side].sum[i], side) &&
                is_used_once(c, ways[side].sum[i]))
                c->cost[side]--;
        ir_id p = offset_of(c, &ways[0], &ways[1], i), q = offset_of(c, &ways[1], &ways[0], i);
        int count = shared(c, p, q);
        if (ir_type_of(c->function, p) != ir_type_of(c->function, q))
            return false;
        c->cost[0] -= count;
        c->cost[1] -= count;
    }
    return true;
}

/* ---- lanes ---- */

static bool
differs(const struct choice *c, ir_id value)
{
    struct lanes *lanes = c->lanes;
    if (!lanes->divergence) {
        lanes->divergence = ana_divergence(&lanes->arena, c->function);
        lanes->count = c->function->values.count;
    }
    return value >= lanes->count || lanes->divergence->divergent[value];
}

/* Would one load for all lanes become one of each? */
static bool
parts_scalars(const struct choice *c)
{
    bool are_scalar = false;
    for (uint32_t i = 0; i < c->load_count[0] && !are_scalar; i++) {
        ir_id a = c->load[0][i]->args[0].value, b = c->load[1][i]->args[0].value;
        are_scalar = ir_type_of(c->function, a) != IR_P_LOCAL && !differs(c, a) && !differs(c, b);
    }
    return are_scalar && differs(c, c->block->last->args[0].value);
}

static bool
is_worth_it(struct choice *c)
{
    if (c->block->succ_count != 2 || c->block->succs[0] == c->block->succs[1])
        return false;
    for (unsigned side = 0; side < 2; side++)
        c->arm[side] = c->block->succs[side];
    if (!read_arm(c, 0) || !c->load_count[0] || !read_arm(c, 1) ||
        c->load_count[0] != c->load_count[1] || c->arm[0]->succs[0] != c->arm[1]->succs[0])
        return false;
    for (uint32_t i = 0; i < c->load_count[0]; i++)
        if (!count_shared(c, c->load[0][i], c->load[1][i]))
            return false;
    return c->cost[0] <= MOST_ARM_COST && c->cost[1] <= MOST_ARM_COST && !parts_scalars(c);
}

/* ---- rewriting ---- */

/* Moves what computes the value before the branch. */
static void
lift(struct choice *c, ir_id value)
{
    struct ir_inst *def = ir_def(c->function, value);
    if (!is_of_arm(c, def, 0) && !is_of_arm(c, def, 1))
        return;
    for (uint32_t i = 0; i < def->arg_count; i++)
        lift(c, def->args[i].value);
    ir_move_before(c->block->last, def);
}

static struct ir_inst *
copy_with(struct choice *c, const struct ir_inst *inst, const ir_id *args)
{
    struct ir_inst *copy = ir_inst_clone(c->function, inst, args);
    ir_insert_before(c->block->last, copy);
    return copy;
}

static ir_id
choose(struct choice *c, ir_id a, ir_id b)
{
    struct ir_inst *x = ir_def(c->function, a), *y = ir_def(c->function, b);
    if (a == b) {
        lift(c, a);
        return a;
    }
    uint32_t at = differing(c, x, y);
    if (at == UINT32_MAX) {
        lift(c, a);
        lift(c, b);
        struct ir_builder builder = {c->function, c->block, c->block->last, c->block->last->loc};
        return ir_build3(&builder, IR_OP_select, ir_type_of(c->function, a),
                         c->block->last->args[0].value, a, b);
    }
    ir_id args[3];
    for (uint32_t i = 0; i < x->arg_count; i++)
        args[i] = i == at ? choose(c, x->args[i].value, y->args[i].value) : x->args[i].value;
    for (uint32_t i = 0; i < x->arg_count; i++)
        if (i != at)
            lift(c, args[i]);
    struct ir_inst *both = copy_with(c, x, args);
    both->no_wrap &= y->no_wrap; /* what both promise */
    return both->def;
}

static ir_id
choose_address(struct choice *c, ir_id a, ir_id b)
{
    struct sums ways[2];
    find_ways(c->function, a, b, ways);
    ir_id pointer = ways[0].base;
    lift(c, pointer);
    for (uint32_t i = 0; i < ways[0].count || i < ways[1].count; i++) {
        const struct sums *way = &ways[i < ways[0].count ? 0 : 1];
        ir_id p = offset_of(c, &ways[0], &ways[1], i), q = offset_of(c, &ways[1], &ways[0], i);
        ir_id args[2] = {pointer, choose(c, p, q)};
        pointer = copy_with(c, way->sum[i], args)->def;
    }
    return pointer;
}

static void
join_loads(struct choice *c, struct ir_inst *a, struct ir_inst *b)
{
    ir_id address = choose_address(c, a->args[0].value, b->args[0].value);
    struct ir_inst *load = copy_with(c, a, &address);
    load->loc = c->block->last->loc; /* it is of neither arm */
    struct ir_memory *memory = &load->memory;
    memory->is_invariant &= b->memory.is_invariant;
    if (b->memory.align < memory->align)
        memory->align = b->memory.align;
    if (b->memory.scalar != memory->scalar)
        memory->scalar = IR_VOID;
    for (uint32_t i = 0; i < load->def_count; i++) {
        ir_replace_uses(c->function, a->def + i, load->def + i);
        ir_replace_uses(c->function, b->def + i, load->def + i);
    }
    ir_remove(a);
    ir_remove(b);
}

static void
remove_unused(const struct ir_function *f, const struct ir_block *block)
{
    for (struct ir_inst *inst = block->last->prev, *prev; inst; inst = prev) {
        prev = inst->prev;
        if (inst->def_count == 1 && !ir_value(f, inst->def)->uses)
            ir_remove(inst);
    }
}

static bool
choose_loads(struct ir_function *function, struct lanes *lanes, struct ir_block *block)
{
    struct choice c = {.function = function, .lanes = lanes, .block = block};
    if (!is_worth_it(&c))
        return false;
    for (uint32_t i = 0; i < c.load_count[0]; i++)
        join_loads(&c, c.load[0][i], c.load[1][i]);
    for (unsigned side = 0; side < 2; side++)
        remove_unused(function, c.arm[side]);
    return true;
}

/* Arms that have become selects make those around them small.  Reports of -fsanitize= are of the load that the program
 * has, and of its branch. */
bool
opt_choose_loads(struct ir_function *function)
{
    struct lanes lanes = {.divergence = NULL};
    bool any = false, changed;
    if (function->module->sanitize)
        return false;
    arena_init_scratch(&lanes.arena, function->module->arena->allocator, function->module->guard);
    do {
        changed = false;
        ir_foreach_block (block, function)
            changed |= choose_loads(function, &lanes, block);
        if (changed) {
            opt_cfg(function);
            lanes.divergence = NULL;
        }
        any |= changed;
    } while (changed);
    arena_free(&lanes.arena);
    return any;
}

/* Strength reduction: a product that grows by the same amount in every iteration of a loop becomes
 * a sum.  Only products that differ between lanes: vector multiplications take four times as long
 * as additions, scalar ones do not.  Sums wrap like products, so overflow does not matter.
 *
 *   loop: %i = phi [%s, ..], [%i + 16, ..]; %p = mul (add %i, %y), %n
 *   ->    before: %a = mul (add %s, %y), %n; %d = mul 16, %n
 *         loop: %p = phi [%a, ..], [%p + %d, ..]
 *
 * (Allen, Cocke, Kennedy, "Reduction of operator strength", 1981.) */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"

enum { MAX_PRODUCTS = 2 }; /* per loop: each takes a register */

struct reducer {
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom;
    struct ana_loops *loops;
    struct ana_loop *loop;
    struct ir_block *preheader;
    uint32_t enter, back; /* indices of the preheader and the latch in the header's predecessors */
    struct ana_divergence *divergence; /* NULL: not computed yet */
    uint32_t known;                    /* values that it knows */
};

/* phi + other, times factor; the phi grows by step. */
struct product {
    ir_id start, step, other, factor; /* other: 0 if there is none */
};

static bool
is_outside(const struct reducer *r, ir_id id)
{
    const struct ir_inst *def = ir_def(r->function, id);
    return !def || !ana_loop_contains(r->loop, r->loops->of[def->block->id]);
}

/* A phi of the header that grows by a value defined outside the loop. */
static bool
find_counter(const struct reducer *r, ir_id id, struct product *p)
{
    const struct ir_inst *phi = ir_def(r->function, id);
    if (!phi || phi->op != IR_OP_phi || phi->block != r->loop->header)
        return false;
    const struct ir_inst *next = ir_def(r->function, phi->args[r->back].value);
    if (!next || next->op != IR_OP_add)
        return false;
    for (uint32_t i = 0; i < 2; i++)
        if (next->args[i].value == id && is_outside(r, next->args[1 - i].value)) {
            p->start = phi->args[r->enter].value;
            p->step = next->args[1 - i].value;
            return true;
        }
    return false;
}

/* A counter, or a counter plus a value from outside the loop, such as an index with an offset. */
static bool
find_sum(const struct reducer *r, ir_id id, struct product *p)
{
    if (find_counter(r, id, p))
        return true;
    const struct ir_inst *add = ir_def(r->function, id);
    for (uint32_t i = 0; add && add->op == IR_OP_add && i < 2; i++)
        if (is_outside(r, add->args[1 - i].value) && find_counter(r, add->args[i].value, p)) {
            p->other = add->args[1 - i].value;
            return true;
        }
    return false;
}

/* A product that every iteration computes: a sum would be extra work on the paths around it. */
static bool
find_product(const struct reducer *r, const struct ir_inst *mul, struct product *p)
{
    *p = (struct product){0};
    if (mul->op != IR_OP_mul || mul->type != IR_I32 ||
        !ana_dominates(r->dom, mul->block, r->loop->latch))
        return false;
    for (uint32_t i = 0; i < 2; i++)
        if (is_outside(r, mul->args[1 - i].value) && find_sum(r, mul->args[i].value, p)) {
            p->factor = mul->args[1 - i].value;
            return true;
        }
    return false;
}

static bool
is_divergent(struct reducer *r, ir_id id)
{
    if (!r->divergence) {
        r->known = r->function->values.count;
        r->divergence = ana_divergence(&r->arena, r->function);
    }
    return id < r->known && r->divergence->divergent[id];
}

/* No pass after this one makes shifts of products. */
static ir_id
times(struct ir_builder *b, ir_id value, ir_id factor)
{
    if (ir_is_const(b->function, value)) {
        ir_id swap = value;
        value = factor;
        factor = swap;
    }
    uint32_t bits = (uint32_t)ir_value(b->function, factor)->bits;
    if (!ir_is_const(b->function, factor) || !bits || bits & (bits - 1))
        return ir_build2(b, IR_OP_mul, IR_I32, value, factor);
    if (bits == 1)
        return value;
    return ir_build2(b, IR_OP_shl, IR_I32, value,
                     ir_const(b->function, IR_I32, (uint64_t)__builtin_ctz(bits)));
}

static void
reduce(struct reducer *r, struct ir_inst *mul, const struct product *p)
{
    struct ir_function *f = r->function;
    struct ir_builder b = {f, r->preheader, r->preheader->last, mul->loc};
    bool from_zero = ir_is_const(f, p->start) && ir_value(f, p->start)->bits == 0;
    ir_id first = !p->other   ? p->start
                  : from_zero ? p->other
                              : ir_build2(&b, IR_OP_add, IR_I32, p->start, p->other);
    if (p->other || !from_zero)
        first = times(&b, first, p->factor);
    ir_id by = times(&b, p->factor, p->step);
    ir_id args[2] = {first, first};
    struct ir_inst *phi = ir_inst_new(f, IR_OP_phi, IR_I32, 1, args, 2);
    phi->loc = mul->loc;
    ir_insert_before(r->loop->header->first, phi);
    b = (struct ir_builder){f, r->loop->latch, r->loop->latch->last, mul->loc};
    ir_set_arg(phi, r->back, ir_build2(&b, IR_OP_add, IR_I32, phi->def, by));
    ir_replace_uses(f, mul->def, phi->def);
    ir_remove(mul);
}

static bool
reduce_loop(struct reducer *r)
{
    unsigned count = 0;
    r->preheader = ana_loop_preheader(r->loop, &r->enter);
    r->back = 1 - r->enter;
    if (!r->preheader)
        return false;
    for (uint32_t i = r->dom->number[r->loop->header->id];
         i < r->dom->count && count < MAX_PRODUCTS; i++) {
        struct ir_block *block = r->dom->order[i];
        if (!ana_loop_contains(r->loop, r->loops->of[block->id]))
            continue;
        ir_foreach_inst_safe (inst, block) {
            struct product product;
            if (count < MAX_PRODUCTS && find_product(r, inst, &product) &&
                is_divergent(r, inst->def)) {
                reduce(r, inst, &product);
                count++;
            }
        }
    }
    return count > 0;
}

bool
opt_strength(struct ir_function *function)
{
    struct reducer r = {.function = function};
    bool changed = false;
    arena_init_scratch(&r.arena, function->module->arena->allocator, function->module->guard);
    r.dom = ana_dom(&r.arena, function);
    r.loops = ana_loops(&r.arena, function, r.dom);
    for (uint32_t i = r.loops->all.count; i-- > 0;) { /* inner loops come after outer ones */
        guard_poll(function->module->guard);
        r.loop = r.loops->all.at[i];
        changed |= reduce_loop(&r);
    }
    arena_free(&r.arena);
    return changed;
}

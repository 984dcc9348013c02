/* A value that grows becomes a phi: what it is in the first iteration, computed before the loop, and
 * then the sum of it and what it grows by. */
#include "midend/loops/reduce.h"

#include "midend/ir/debug_point.h"
#include "midend/ir/ir_build.h"

struct reducer {
    const struct reduction *wanted;
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom;
    struct ana_loops *loops;
    struct ana_induction at;
    struct ana_divergence *divergence; /* NULL: not computed yet */
    uint32_t known;                    /* values that it knows */
};

/* What opt_algebraic would leave of it: opt_strength is the last pass that makes sums and products. */
static ir_id
combine(struct ir_builder *b, enum ir_op op, enum ir_type type, ir_id left, ir_id right)
{
    bool is_swapped = (op == IR_OP_add || op == IR_OP_mul) && ir_is_const(b->function, left);
    ir_id first = is_swapped ? right : left, second = is_swapped ? left : right;
    uint64_t bits = ir_value(b->function, second)->bits;
    bool is_sum = op == IR_OP_add || op == IR_OP_ptradd, is_product = op == IR_OP_mul;
    if (!ir_is_const(b->function, second) || !(is_sum || is_product))
        return ir_build2(b, op, type, first, second);
    if (bits == is_product)
        return first;
    if (is_product && !bits)
        return second;
    if (is_product && !(bits & (bits - 1)))
        return ir_build2(b, IR_OP_shl, type, first,
                         ir_const(b->function, IR_I32, (uint64_t)__builtin_ctzll(bits)));
    return ir_build2(b, op, type, first, second);
}

/* What it is in the first iteration, computed before the loop, where perhaps none follows. */
static ir_id
at_start(struct reducer *r, ir_id id)
{
    if (ana_is_outside(&r->at, id))
        return id;
    const struct ir_inst *inst = ir_def(r->function, id);
    if (inst->op == IR_OP_phi)
        return inst->args[r->at.enter].value;
    ir_id args[2];
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = at_start(r, inst->args[i].value);
    struct ir_builder b = {r->function, r->at.preheader, r->at.preheader->last,
                           debug_forget(r->function->module, inst->loc)};
    enum ir_type type = (enum ir_type)inst->type;
    return inst->arg_count == 1 ? ir_build1(&b, (enum ir_op)inst->op, type, args[0])
                                : combine(&b, (enum ir_op)inst->op, type, args[0], args[1]);
}

/* What computed the value, if nothing else needs it: opt_unroll.c counts what is left. */
static void
drop_unused(struct reducer *r, ir_id id)
{
    struct ir_inst *inst = ir_def(r->function, id);
    if (ana_is_outside(&r->at, id) || inst->op == IR_OP_phi || ir_value(r->function, id)->uses)
        return;
    uint32_t count = inst->arg_count;
    ir_id args[2];
    for (uint32_t i = 0; i < count; i++)
        args[i] = inst->args[i].value;
    ir_remove(inst);
    for (uint32_t i = 0; i < count; i++)
        drop_unused(r, args[i]);
}

static ir_id
amount(struct ir_builder *b, enum ir_type type, const struct ana_growth *growth)
{
    ir_id by = ir_const(b->function, type, growth->times);
    for (uint32_t i = 0; i < 2 && growth->by[i]; i++) {
        ir_id value = growth->by[i];
        if (ir_type_of(b->function, value) != type)
            value = ir_build1(b, IR_OP_sext, type, value);
        by = combine(b, IR_OP_mul, type, value, by);
    }
    return by;
}

static void
reduce(struct reducer *r, struct ir_inst *inst, const struct ana_growth *growth)
{
    struct ir_function *f = r->function;
    enum ir_type type = (enum ir_type)inst->type;
    ir_id first = at_start(r, inst->def);
    struct ir_builder b = {f, r->at.preheader, r->at.preheader->last,
                           debug_forget(r->function->module, inst->loc)};
    ir_id by = amount(&b, type == IR_I32 ? IR_I32 : IR_I64, growth);
    struct ir_inst *phi = ir_inst_new(f, IR_OP_phi, type, 1, (ir_id[]){first, first}, 2);
    phi->loc = b.loc; /* what variables hold there they hold in the body alone */
    ir_insert_before(r->at.loop->header->first, phi);
    b = (struct ir_builder){f, r->at.loop->latch, r->at.loop->latch->last, b.loc};
    enum ir_op op = type == IR_I32 ? IR_OP_add : IR_OP_ptradd;
    ir_set_arg(phi, r->at.back, ir_build2(&b, op, type, phi->def, by));
    ir_replace_uses(f, inst->def, phi->def);
    drop_unused(r, inst->def);
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

/* Only what every iteration computes: a sum would be extra work on the paths around it. */
static bool
reduce_loop(struct reducer *r)
{
    unsigned count = 0;
    for (uint32_t i = r->dom->number[r->at.loop->header->id]; i < r->dom->count; i++) {
        struct ir_block *block = r->dom->order[i];
        if (!ana_loop_contains(r->at.loop, r->loops->of[block->id]) ||
            !ana_dominates(r->dom, block, r->at.loop->latch))
            continue;
        ir_foreach_inst_safe (inst, block) {
            if (!r->wanted->is_wanted(&r->at, inst))
                continue;
            struct ana_growth growth = ana_growth(&r->at, inst->def);
            if (growth.is_known && growth.times &&
                (!r->wanted->divergent_only || is_divergent(r, inst->def)) &&
                !limit_met(r->arena.guard, r->wanted->limit, count == r->wanted->max_per_loop)) {
                reduce(r, inst, &growth);
                count++;
            }
        }
    }
    return count > 0;
}

bool
reduce_loops(struct ir_function *f, const struct reduction *reduction)
{
    struct reducer r = {.wanted = reduction, .function = f};
    bool changed = false;
    arena_init_scratch(&r.arena, f->module->arena->allocator, f->module->guard);
    r.dom = ana_dom(&r.arena, f);
    r.loops = ana_loops(&r.arena, f, r.dom);
    for (uint32_t i = r.loops->all.count; i-- > 0;) { /* inner loops come after outer ones */
        guard_poll(f->module->guard);
        const struct ana_loop *loop = r.loops->all.at[i];
        if (reduction->is_loop_wanted(loop) && ana_induction(&r.at, f, r.loops, loop))
            changed |= reduce_loop(&r);
    }
    arena_free(&r.arena);
    return changed;
}

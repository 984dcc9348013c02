/* What is computed before a loop and needed in the loop alone is wasted where the loop runs zero times.  If it is
 * long enough, the loop gets a guard (licm_guard.c), behind which opt_sink puts it.
 *
 *   k = sqrt(x) / y; while (i < n) s += k * a[i++];
 *   ->   if (i < n) { k = sqrt(x) / y; while (i < n) s += k * a[i++]; } */
#include "midend/loops/licm.h"

/* The price of a guard in instructions: the test and the branch are there twice then, EXEC is kept and restored. */
enum { GUARD_PRICE = 24 };

struct search {
    struct licm *m;
    VEC(const struct ir_inst *) work;
    struct map needed_in; /* MAP_KEY of an instruction that only the loop needs -> itself */
    unsigned cost;
};

/* In instructions of the machine, roughly: lower_div and lower_int64 make several of one. */
static unsigned
cost_of(const struct ir_inst *inst)
{
    enum { QUOTIENT = 10, WHOLE_QUOTIENT = 14, ROOT = 8, WIDE = 2 };
    unsigned width = ir_type_bits((enum ir_type)inst->type) == 64 ? WIDE : 1;
    switch (inst->op) {
    case IR_OP_fdiv:
        return QUOTIENT * width;
    case IR_OP_fsqrt:
        return ROOT * width;
    case IR_OP_udiv:
    case IR_OP_sdiv:
    case IR_OP_urem:
    case IR_OP_srem:
        return WHOLE_QUOTIENT * width;
    case IR_OP_bitcast:
    case IR_OP_trunc:
    case IR_OP_zext:
    case IR_OP_symbol:
        return 0;
    default:
        return width;
    }
}

/* As opt_sink moves it: pure, computed from something, in the code around the loop. */
static bool
may_wait(const struct licm *m, const struct ir_inst *inst)
{
    unsigned flags = ir_inst_flags(inst);
    return inst->op != IR_OP_phi && inst->op != IR_OP_lane_copy && inst->op != IR_OP_call &&
           inst->arg_count && flags & IR_PURE && !(flags & IR_CONVERGENT) &&
           inst->block->id < m->block_count && m->loops->of[inst->block->id] == m->loop->parent;
}

static bool
is_needed_elsewhere(struct search *s, const struct ir_inst *inst)
{
    const struct licm *m = s->m;
    for (uint32_t k = 0; k < inst->def_count; k++)
        for (const struct ir_use *use = ir_value(m->function, inst->def + k)->uses; use;
             use = use->next) {
            guard_poll(m->arena.guard);
            if (!licm_in_loop(m, use->user->block) && !map_get(&s->needed_in, MAP_KEY(use->user)))
                return true;
        }
    return false;
}

static void
push_args(struct search *s, const struct ir_inst *inst)
{
    for (uint32_t i = 0; i < inst->arg_count; i++) {
        const struct ir_inst *def = ir_def(s->m->function, inst->args[i].value);
        if (def && !licm_in_loop(s->m, def->block) && may_wait(s->m, def))
            vec_push(&s->m->arena, &s->work, def);
    }
}

bool
licm_has_unneeded(struct licm *m)
{
    struct search s = {.m = m, .needed_in = map_new(&m->arena)};
    for (uint32_t i = m->first; i < m->end; i++) {
        if (!licm_in_loop(m, m->dom->order[i]))
            continue;
        ir_foreach_inst (inst, m->dom->order[i])
            push_args(&s, inst);
    }
    while (s.work.count && s.cost < GUARD_PRICE) {
        const struct ir_inst *inst = vec_pop(&s.work);
        if (map_get(&s.needed_in, MAP_KEY(inst)) || is_needed_elsewhere(&s, inst))
            continue;
        map_put(&s.needed_in, MAP_KEY(inst), (void *)inst);
        s.cost += cost_of(inst);
        push_args(&s, inst);
    }
    return s.cost >= GUARD_PRICE;
}

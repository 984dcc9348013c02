/* Unrolling in steps: small innermost loops that count up to a bound; smaller ones if what they load
 * cannot wait together.  The new loop runs while that many iterations are left; the old one does the rest.
 *
 *   for (; i < n; i++) f(i);
 *   ->   for (; i < n - 3; i += 4) f(i) .. f(i + 3);   the old loop
 *
 * The old loop goes where constants say that nothing is left for it. */
#include "midend/loops/unroll.h"

#include "midend/ir/ir_build.h"
#include "midend/analysis/memory_order.h"
#include "support/limit.h"

/* How long a step becomes, if nothing keeps it shorter: tuned. */
enum {
    STEP = 4,           /* iterations */
    WHOLE_STEP = 16,    /* iterations where it leaves no rest, */
    STEPPED_LONG = 128, /* and has no more instructions */
    VALUES_BYTES = 1024 /* an object of so many may become values: all registers of a lane */
};

/* A loop that counts: phi < bound, phi += step. */
struct counter {
    struct ana_bound bound;
    uint64_t step;
    uint64_t trips;   /* 0: unknown */
    uint32_t at_once; /* iterations of one step */
};

/* The header leaves unless phi < bound; the phi goes up by a constant. */
static bool
find_counter(struct unroller *u, struct counter *c)
{
    const struct ir_function *f = u->function;
    struct ana_trips trips;
    const struct ana_counter *counter = &c->bound.counter;
    if (!ana_bound(&u->at, &c->bound) || c->bound.is_down || c->bound.is_included ||
        counter->phi->type != IR_I32 || !ir_is_const(f, counter->step))
        return false;
    c->step = ir_value(f, counter->step)->bits; /* small: last_start multiplies it */
    bool is_known = ana_bound_trips(&u->at, &c->bound, &trips) && !trips.if_entered;
    c->trips = is_known ? trips.count : 0;
    return c->step >= 1 && !LIMIT_MET(u->arena.guard, STEPPED_BY, c->step > LIMIT_STEPPED_BY);
}

/* Is it a private object that is about to become values? */
static bool
is_of_values(const struct unroller *u, ir_id pointer)
{
    const struct ir_inst *inst = ir_def(u->function, pointer);
    if (!unroll_is_private(u, pointer))
        return false;
    while (inst && inst->op == IR_OP_ptradd)
        inst = ir_def(u->function, inst->args[0].value);
    return !inst || inst->op != IR_OP_alloca || inst->size <= VALUES_BYTES;
}

typedef VEC(struct memory_address) address_list;

static bool
may_meet(const address_list *loads, const address_list *stores)
{
    for (uint32_t i = 0; i < loads->count; i++)
        for (uint32_t k = 0; k < stores->count; k++)
            if (memory_objects_may_meet(&loads->at[i], &stores->at[k]))
                return true;
    return false;
}

static struct memory_address
place_of(const struct unroller *u, const struct ir_inst *access)
{
    struct memory_address at = memory_address_of(&u->objects, access->args[0].value, 1);
    memory_note_access(&at, access);
    return at;
}

/* Does it have loads that can wait together, and nothing that separates them?  The loop waits for
 * one load per iteration, a step for four at once.  A store to where they load from, a barrier or a
 * volatile load between them would keep them in order.  Where stores do, or there are no loads, a step only
 * branches less often: *separated.  What only moves private memory that becomes values stays. */
static bool
may_step(struct unroller *u, bool *separated)
{
    address_list loads = {0}, stores = {0};
    bool private_stores = false;
    if (!u->objects.function)
        u->objects = memory_objects(&u->arena, u->function);
    for (uint32_t i = 0; i < u->blocks.count; i++)
        ir_foreach_inst (inst, u->blocks.at[i]) {
            unsigned flags = ir_op_flags((enum ir_op)inst->op);
            bool is_access = inst->op == IR_OP_load || inst->op == IR_OP_store;
            if (is_access ? !ir_is_plain(&inst->memory)
                          : flags & (IR_EFFECT | IR_WRITE | IR_CONVERGENT) && !(flags & IR_END))
                return false;
            if (is_access && is_of_values(u, inst->args[0].value))
                private_stores |= inst->op == IR_OP_store;
            else if (is_access)
                vec_push(&u->arena, inst->op == IR_OP_load ? &loads : &stores, place_of(u, inst));
        }
    *separated = may_meet(&loads, &stores) || !loads.count;
    return loads.count || !private_stores;
}

static uint32_t
most_steps(const struct unroller *u, bool separated)
{
    enum limit limit = separated ? LIMIT_ROW_UNROLL_APART : LIMIT_ROW_UNROLL_STEP;
    uint32_t most = separated ? LIMIT_UNROLL_APART : LIMIT_UNROLL_STEP;
    uint32_t hint = u->loop->header->unroll, step = STEP;
    if (hint == UINT32_MAX) /* no count given */
        return step;
    if (LIMIT_MET(u->arena.guard, STEPS_ASKED, hint > LIMIT_STEPS_ASKED))
        return LIMIT_STEPS_ASKED;
    if (hint)
        return hint;
    /* A large iteration hides its own loads. */
    while (step > 1 && limit_met(u->arena.guard, limit, step * u->size > most))
        step /= 2;
    return step;
}

/* Instructions of an iteration, with those that divisions and roots become: for long steps. */
static uint32_t
lowered_size(const struct unroller *u)
{
    uint32_t size = 0;
    for (uint32_t i = 0; i < u->blocks.count; i++)
        ir_foreach_inst (inst, u->blocks.at[i])
            size += unroll_lowered_size(inst) - 1;
    return u->size + size;
}

/* Iterations of one step: as many as leave no rest, if that costs only one of them. */
static uint32_t
step_of(const struct unroller *u, const struct counter *c, bool separated)
{
    uint32_t step = most_steps(u, separated);
    if (u->loop->header->unroll)
        return step;
    if (step == STEP && !separated && !c->trips && 2 * step * lowered_size(u) <= LIMIT_UNROLL_APART)
        return 2 * step;
    for (uint32_t more = WHOLE_STEP; step == STEP && !separated && c->trips && more > step;
         more /= 2)
        if (c->trips % more == 0 && more * lowered_size(u) <= STEPPED_LONG)
            return more;
    return step > 2 && c->trips % step && c->trips % (step - 1) == 0 ? step - 1 : step;
}

static bool
steps_wanted(struct unroller *u, struct counter *c)
{
    bool separated;
    if (u->loop->header->unroll == UNROLL_DISABLE || !u->loop->is_innermost ||
        !ana_induction(&u->at, u->function, u->loops, u->loop))
        return false;
    unroll_measure(u);
    /* The only exit is at the top: then a single test covers a whole step. */
    u->exiting = u->loop->header;
    if (u->loop->exit_count != 1 || u->exiting->succ_count != 2 || u->loop->latch->succ_count != 1)
        return false;
    u->exit_succ = !unroll_inside(u, u->exiting->succs[1]);
    return !unroll_inside(u, u->exiting->succs[u->exit_succ]) && find_counter(u, c) &&
           (u->loop->header->unroll ||
            !LIMIT_MET(u->arena.guard, UNROLL_STEP, 2 * u->size > LIMIT_UNROLL_STEP)) &&
           may_step(u, &separated) && (c->at_once = step_of(u, c, separated)) > 1;
}

/* What the counter is below while a whole step is left: bound - k for the last of its iterations, or
 * the least number if that is below it. */
static ir_id
last_start(struct unroller *u, const struct counter *c, uint32_t step)
{
    struct ir_function *f = u->function;
    struct ir_builder b = {f, u->at.preheader, u->at.preheader->last, u->loop->header->last->loc};
    uint64_t k = c->step * (step - 1), least = (c->bound.is_signed ? UINT64_C(1) << 31 : 0) + k;
    ir_id bound = ir_build2(&b, c->bound.is_signed ? IR_OP_smax : IR_OP_umax, IR_I32,
                            c->bound.bound, ir_const(f, IR_I32, least));
    return ir_build2(&b, IR_OP_sub, IR_I32, bound, ir_const(f, IR_I32, k));
}

/* The iterations of one step, from `body` on; returns the copy of the latch that ends it. */
static struct ir_block *
copy_step(struct unroller *u, const struct counter *c, struct ir_block *header,
          struct ir_block *body, uint32_t step)
{
    u->stays = true;
    for (uint32_t i = 0; i < step; i++) {
        struct ir_block *next = i + 1 < step ? ir_block_after(body) : header;
        if (i > 0)
            unroll_advance(u, false);
        unroll_copy(u, body, next);
        struct ir_inst *added = ir_def(u->function, unroll_value(u, c->bound.counter.next->def));
        /* Still below the bound, so the sum did not wrap; the last may reach beyond it. */
        if (added && i + 1 < step && added->op == IR_OP_add)
            added->no_wrap |= c->bound.is_signed ? IR_NO_SIGNED_WRAP : IR_NO_UNSIGNED_WRAP;
        body = next;
    }
    unroll_advance(u, false); /* values at the end of the step */
    u->stays = false;
    return u->copies[u->loop->latch->id];
}

/* preheader -> header (enough left?) -> step -> header; header -> the old loop. */
static void
unroll_in_steps(struct unroller *u, const struct counter *c)
{
    struct ir_block *old = u->loop->header, *header = ir_block_after(u->at.preheader);
    uint32_t step = c->at_once;
    ir_id *starts = unroll_phi_args(u, u->at.enter);
    if (old->unroll > step)
        unroll_tell_missed(u, old, "in steps of fewer iterations");
    header->unroll = old->unroll = UNROLL_DISABLE; /* neither is tried again */
    unroll_begin(u);
    unroll_make_phis(u, header);
    ir_id *firsts = unroll_phi_values(u), counts = unroll_value(u, c->bound.counter.phi->def);
    struct ir_block *first = ir_block_after(header);
    struct ir_block *latch = copy_step(u, c, header, first, step);
    ir_id *ends = unroll_phi_values(u);
    struct ir_builder b = {u->function, header, NULL, old->last->loc};
    ir_id condition = ir_build2(&b, c->bound.is_signed ? IR_OP_slt : IR_OP_ult, IR_I1, counts,
                                last_start(u, c, step));
    /* Edges first, then the arguments of phis, which follow the order of edges.  The old loop
     * begins where the last step ended, or at the start if there was none. */
    ir_redirect(u->at.preheader, 0, header);
    ir_set_cbr(header, condition, first, old);
    unroll_set_phi_args(header, ir_pred_index(u->at.preheader, 0), starts);
    unroll_set_phi_args(header, ir_pred_index(latch, 0), ends);
    unroll_set_phi_args(old, ir_pred_index(header, 1), firsts);
    if (c->trips && c->trips % step == 0)
        ir_set_arg(old->last, 0, ir_const(u->function, IR_I1, u->exit_succ == 0));
    u->grown += u->size * step;
}

bool
unroll_steps(struct unroller *u)
{
    struct counter counter;
    if (LIMIT_MET(u->arena.guard, UNROLL_GROWTH, u->grown >= LIMIT_UNROLL_GROWTH) ||
        !steps_wanted(u, &counter))
        return false;
    unroll_in_steps(u, &counter);
    return true;
}

/* Two versions of a loop that loads from one object and stores to another, which may be the same for all that the
 * compiler knows: a test before it finds out whether they are.  In the version for objects that are apart, loads need
 * not wait for the stores of the iteration before, so that those of several iterations wait together.
 *
 *   for (i = 0; i < 32; i++) b[i] = f(a[i]);
 *   ->   if (a < b + 32 && b < a + 32) the loop; else the loop, of which accesses say that they are apart
 *
 * Loops in others stay as they are: what holds in one iteration of the outer loop need not hold of accesses in
 * another one.  So do those with barriers, atomic operations, private arrays, and several exits. */
#include "midend/pass.h"
#include "midend/loops/version.h"

#include "midend/analysis/memory_order.h"
#include "support/limit.h"

/* ---- what the loop accesses ---- */

static uint32_t
bytes_of(const struct ir_inst *access)
{
    return ir_type_bytes((enum ir_type)access->type) * access->memory.components;
}

static struct version_stream *
stream_of(struct versions *v, const struct memory_address *at)
{
    for (uint32_t i = 0; i < v->stream_count; i++)
        if (v->streams[i].at.object == at->object)
            return &v->streams[i];
    if (v->stream_count == VERSION_STREAMS)
        return NULL;
    v->streams[v->stream_count] = (struct version_stream){.at = *at};
    return &v->streams[v->stream_count++];
}

/* An access of memory that others see, through a parameter; false: the loop stays. */
static bool
look_at_access(struct versions *v, const struct ir_inst *access)
{
    struct memory_address at =
        memory_address_of(&v->objects, access->args[0].value, bytes_of(access));
    if (at.space == IR_SPACE_LOCAL || at.space == IR_SPACE_CONSTANT)
        return true;
    if (at.space != IR_SPACE_GLOBAL || !at.is_param || access->memory.version)
        return false;
    struct version_stream *stream = stream_of(v, &at);
    if (!stream)
        return false;
    *(access->op == IR_OP_load ? &stream->loads : &stream->stores) = true;
    stream->is_unknown |= !version_add_range(v, stream, access, bytes_of(access));
    return true;
}

/* May a test be of use: does one of the two store, and may they be one? */
static bool
may_meet(const struct versions *v, uint32_t i, uint32_t k)
{
    const struct version_stream *a = &v->streams[i], *b = &v->streams[k];
    return (a->stores || b->stores) && memory_objects_may_meet(&a->at, &b->at);
}

static bool
look_at_accesses(struct versions *v)
{
    v->stream_count = 0;
    vec_foreach (struct ir_block *, block, &v->u.blocks)
        ir_foreach_inst (inst, *block) {
            unsigned flags = ir_op_flags((enum ir_op)inst->op);
            bool is_access = inst->op == IR_OP_load || inst->op == IR_OP_store;
            if (is_access ? !ir_is_plain(&inst->memory) || !look_at_access(v, inst)
                          : flags & (IR_EFFECT | IR_WRITE | IR_CONVERGENT) && !(flags & IR_END))
                return false;
        }
    return true;
}

/* Are there loads that would not wait for stores, and can all that may meet be told apart? */
static bool
is_gain(const struct versions *v)
{
    bool gains = false;
    for (uint32_t i = 0; i < v->stream_count; i++)
        for (uint32_t k = i + 1; k < v->stream_count; k++) {
            const struct version_stream *a = &v->streams[i], *b = &v->streams[k];
            if (!may_meet(v, i, k))
                continue;
            if (a->is_unknown || b->is_unknown)
                return false;
            gains |= (a->loads && b->stores) || (a->stores && b->loads);
        }
    return gains;
}

static bool
find_loops(struct versions *v)
{
    struct unroller *u = &v->u;
    v->loop_count = 0;
    vec_foreach (struct ana_loop *, loop, &u->loops->all) {
        if (!ana_loop_contains(u->loop, *loop))
            continue;
        if (v->loop_count == VERSION_LOOPS ||
            !ana_induction(&v->loops[v->loop_count].at, u->function, u->loops, *loop))
            return false;
        v->loop_count++;
    }
    for (uint32_t i = 0; i < v->loop_count; i++)
        version_find_span(v, i);
    return v->loops[0].is_known && !(v->loops[0].is_constant && v->loops[0].span == 0);
}

static bool
is_wanted(struct versions *v)
{
    struct unroller *u = &v->u;
    if (u->loop->depth > 1 || u->loop->exit_count != 1 ||
        u->loop->header->unroll == UNROLL_DISABLE || !find_loops(v))
        return false;
    u->at = v->loops[0].at;
    unroll_measure(u);
    return u->gain == UNROLL_NOTHING &&
           !LIMIT_MET(u->arena.guard, VERSION_CODE, u->size > LIMIT_VERSION_CODE) &&
           look_at_accesses(v) && is_gain(v);
}

/* ---- the way out ---- */

/* Uses after the loop become those of phis in the block that the loop is left to. */
static void
pass_value(struct versions *v, struct ir_block *after, ir_id id)
{
    struct ir_function *f = v->u.function;
    struct ir_inst *phi = NULL;
    for (struct ir_use *use = ir_value(f, id)->uses, *next; use; use = next) {
        next = use->next;
        if (unroll_inside(&v->u, use->user->block) || use->user == phi)
            continue;
        if (!phi) {
            phi = ir_inst_new(f, IR_OP_phi, ir_type_of(f, id), 1, &id, 1);
            phi->loc = after->last->loc;
            ir_insert_before(after->first, phi);
            next = ir_value(f, id)->uses; /* the phi's own is among them now */
            continue;
        }
        ir_set_arg(use->user, (uint32_t)(use - use->user->args), phi->def);
    }
}

/* The block that the loop is left to, with nothing else before it. */
static struct ir_block *
make_exit(struct versions *v, struct ir_block **exiting)
{
    const struct unroller *u = &v->u;
    struct ir_block *after = NULL;
    vec_foreach (struct ir_block *const, block, &u->blocks)
        for (uint32_t i = 0; i < (*block)->succ_count; i++)
            if (!unroll_inside(u, (*block)->succs[i])) {
                *exiting = *block;
                after = ir_split_edge(*block, i);
            }
    return after;
}

static void
pass_values(struct versions *v, struct ir_block *after)
{
    const struct unroller *u = &v->u;
    vec_foreach (struct ir_block *const, block, &u->blocks)
        ir_foreach_inst (inst, *block)
            for (uint32_t k = 0; k < inst->def_count; k++)
                pass_value(v, after, inst->def + k);
}

static void
split_exit(struct ir_block *exiting, const struct ir_block *after)
{
    for (uint32_t i = 0; i < exiting->succ_count; i++)
        if (exiting->succs[i] == after) {
            ir_split_edge(exiting, i);
            return;
        }
}

/* ---- the two versions ---- */

/* Are all pairs of streams that may meet apart? */
static ir_id
build_test(struct versions *v, struct ir_builder *b)
{
    ir_id apart = ir_const(b->function, IR_I1, 1);
    for (uint32_t i = 0; i < v->stream_count; i++)
        for (uint32_t k = i + 1; k < v->stream_count; k++) {
            const struct version_stream *x = &v->streams[i], *y = &v->streams[k];
            for (uint32_t r = 0; may_meet(v, i, k) && r < x->range_count * y->range_count; r++)
                apart = ir_build2(b, IR_OP_and, IR_I1, apart,
                                  version_apart(v, b, &x->ranges[r / y->range_count],
                                                &y->ranges[r % y->range_count]));
        }
    return apart;
}

/* What the test said, in the loop that is for objects that are apart. */
static void
mark_accesses(struct versions *v)
{
    v->made++;
    vec_foreach (struct ir_block *const, block, &v->u.blocks)
        ir_foreach_inst (inst, *block) {
            if (inst->op != IR_OP_load && inst->op != IR_OP_store)
                continue;
            struct memory_address at = memory_address_of(&v->objects, inst->args[0].value, 1);
            if (at.space != IR_SPACE_GLOBAL)
                continue;
            inst->memory.version = (uint8_t)v->made;
            inst->memory.stream = (uint8_t)(1 + (stream_of(v, &at) - v->streams));
        }
}

/* preheader -> test -> a copy, which becomes the loop for objects that may be one; or the loop. */
static void
copy_loop(struct versions *v)
{
    struct unroller *u = &v->u;
    struct ir_block *header = u->loop->header, *test = u->at.preheader;
    ir_id *starts = unroll_phi_args(u, u->at.enter);
    struct ir_builder b = {u->function, test, test->last, header->last->loc};
    ir_id are_apart = build_test(v, &b);
    struct ir_block *apart = ir_split_edge(test, 0), *before = ir_block_after(u->loop->latch);
    struct ir_block *copy = ir_block_after(before);
    u->exiting = NULL;
    unroll_begin(u);
    unroll_make_phis(u, copy);
    unroll_copy(u, copy, copy);
    unroll_advance(u, false);
    ir_set_br(before, copy);
    unroll_set_phi_args(copy, ir_pred_index(before, 0), starts);
    unroll_set_phi_args(copy, ir_pred_index(u->copies[u->loop->latch->id], 0),
                        unroll_phi_values(u));
    copy->unroll = UNROLL_DISABLE;
    ir_set_cbr(test, are_apart, apart, before);
    mark_accesses(v);
}

static void
find_graph(struct versions *v)
{
    struct unroller *u = &v->u;
    u->dom = ana_dom(&u->arena, u->function);
    u->loops = ana_loops(&u->arena, u->function, u->dom);
    u->block_count = u->function->block_count;
    u->gains = map_new(&u->arena);
}

/* The exit's block must be known to the analysis, for copies have edges to it. */
static void
make_version(struct versions *v)
{
    struct unroller *u = &v->u;
    struct ir_block *header = u->loop->header, *exiting = NULL, *after = make_exit(v, &exiting);
    find_graph(v);
    u->loop = u->loops->of[header->id];
    find_loops(v);
    u->at = v->loops[0].at;
    unroll_measure(u);
    pass_values(v, after);
    copy_loop(v);
    split_exit(u->copies[exiting->id], after);
    split_exit(exiting, after);
}

static bool
version_one(struct versions *v)
{
    enum { MOST = UINT8_MAX }; /* numbers of versions */
    find_graph(v);
    vec_foreach (struct ana_loop *const, loop, &v->u.loops->all) {
        guard_poll(v->u.arena.guard);
        v->u.loop = *loop;
        if (v->made < MOST && is_wanted(v)) {
            make_version(v);
            return true;
        }
    }
    return false;
}

/* Most kernels have no loop that stores to memory that others see, or no loop. */
static bool
has_candidates(const struct ir_function *function)
{
    unsigned kinds = 0;
    if (!function->is_kernel)
        return false;
    for (const struct ir_block *block = function->entry; block && kinds < 7; block = block->next) {
        kinds |= block->preds.count > 1 ? 4 : 0;
        ir_foreach_inst (inst, block)
            if ((inst->op == IR_OP_load || inst->op == IR_OP_store) &&
                ir_type_of(function, inst->args[0].value) == IR_P_GLOBAL)
                kinds |= inst->op == IR_OP_load ? 1 : 2;
    }
    return kinds == 7;
}

bool
opt_versions(struct ir_function *function)
{
    struct versions v = {.u.function = function};
    if (!has_candidates(function))
        return false;
    arena_init_scratch(&v.u.arena, function->module->arena->allocator, function->module->guard);
    v.objects = memory_objects(&v.u.arena, function);
    while (version_one(&v))
        ;
    arena_free(&v.u.arena);
    return v.made > 0;
}

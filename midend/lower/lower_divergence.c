/* Values that cannot stay where they are when lanes part.
 *
 *   - A divergent i1 is a lane mask; masks have no phis and do not outlive the loop they are made
 *   in: in both cases an i32 replaces them.
 *   - A uniform value used after a loop that lanes leave in different iterations is copied for
 *     each lane where it is made (temporal divergence).
 *
 *   %3 = phi i1 [%1, b1], [%2, b2]   ->   %4 = phi i32 [zext %1], [zext %2]; %5 = ne %4, 0 */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/ir/ir_build.h"

struct lowering {
    struct ir_function *function;
    struct arena arena;
    struct ana_divergence *divergence;
    struct ana_loops *loops;
    bool *apart;        /* per block id of a header: ana_leaves_apart */
    struct map widened; /* i1 -> its i32 form, as id */
    bool changed;
};

static ir_id
get(const struct map *map, ir_id id)
{
    return (ir_id)(uintptr_t)map_get(map, id);
}

static void
put(struct map *map, ir_id id, ir_id value)
{
    map_put(map, id, (void *)(uintptr_t)value);
}

/* Values made by this pass: divergent unless said otherwise. */
static bool
is_divergent(const struct lowering *l, ir_id id, uint32_t count)
{
    return id >= count || l->divergence->divergent[id];
}

/* ---- phis ---- */

/* The i32 form of an i1 at the end of a block. */
static ir_id
widen_at_end(struct lowering *l, struct ir_block *block, ir_id id)
{
    struct ir_builder b = {l->function, block, block->last, block->last->loc};
    ir_id known = get(&l->widened, id);
    if (known)
        return known;
    if (ir_value(l->function, id)->kind == IR_VALUE_UNDEF)
        return ir_undef(l->function, IR_I32);
    return ir_build1(&b, IR_OP_zext, IR_I32, id);
}

static void
widen_phis(struct lowering *l)
{
    VEC(struct ir_inst *) phis = {0};
    struct ir_function *f = l->function;
    for (uint32_t i = 0; i < l->divergence->count; i++)
        for (struct ir_inst *phi = l->divergence->linear[i]->first; phi && phi->op == IR_OP_phi;
             phi = phi->next)
            if (phi->type == IR_I1 && l->divergence->divergent[phi->def])
                vec_push(&l->arena, &phis, phi);
    for (uint32_t i = 0; i < phis.count; i++) { /* phis first: they may refer to each other */
        struct ir_inst *phi = phis.at[i];
        ir_id *args = ARENA_ARRAY(&l->arena, phi->arg_count + 1, ir_id);
        for (uint32_t k = 0; k < phi->arg_count; k++)
            args[k] = ir_undef(f, IR_I32);
        struct ir_inst *wide = ir_inst_new(f, IR_OP_phi, IR_I32, 1, args, phi->arg_count);
        wide->loc = phi->loc;
        ir_insert_before(phi, wide);
        put(&l->widened, phi->def, wide->def);
    }
    for (uint32_t i = 0; i < phis.count; i++) {
        struct ir_inst *phi = phis.at[i];
        struct ir_inst *wide = ir_def(f, get(&l->widened, phi->def));
        for (uint32_t k = 0; k < phi->arg_count; k++)
            ir_set_arg(wide, k, widen_at_end(l, phi->block->preds.at[k], phi->args[k].value));
    }
    for (uint32_t i = 0; i < phis.count; i++) {
        struct ir_inst *phi = phis.at[i];
        struct ir_inst *after = ir_first_after_phis(phi->block);
        struct ir_builder b = {f, phi->block, after, phi->loc};
        ir_id wide = get(&l->widened, phi->def);
        ir_id narrow = ir_build2(&b, IR_OP_ne, IR_I1, wide, ir_const(f, IR_I32, 0));
        put(&l->widened, narrow, wide);
        ir_replace_uses(f, phi->def, narrow);
        ir_remove(phi);
        l->changed = true;
    }
}

/* ---- loops ---- */

/* The outermost loop around def that does not hold the user. */
static bool
leaves_loop(const struct lowering *l, const struct ir_block *def, const struct ir_block *user,
            bool *apart)
{
    bool leaves = false;
    *apart = false;
    for (const struct ana_loop *loop = l->loops->of[def->id]; loop; loop = loop->parent) {
        if (ana_loop_contains(loop, l->loops->of[user->id]))
            break;
        leaves = true;
        *apart |= l->apart[loop->header->id];
    }
    return leaves;
}

/* A phi has the place of its variable's declaration: what is done for it in each iteration does not. */
static struct ir_builder
builder_after(struct lowering *l, struct ir_inst *inst)
{
    bool is_phi = inst->op == IR_OP_phi;
    struct ir_inst *at = is_phi ? ir_first_after_phis(inst->block) : inst->next;
    return (struct ir_builder){l->function, inst->block, at, is_phi ? at->loc : inst->loc};
}

/* The replacement for the value outside of its loop; made once, right after its definition. */
struct outside {
    ir_id value; /* the copy; for an i1 its i32 form; 0: not made */
    bool copied;
};

static void
make_outside(struct lowering *l, struct ir_inst *inst, ir_id id, bool copy, struct outside *out)
{
    struct ir_builder b = builder_after(l, inst);
    enum ir_type type = ir_type_of(l->function, id);
    if (!out->value) {
        out->value = id;
        if (type == IR_I1) {
            ir_id known = get(&l->widened, id);
            out->value = known ? known : ir_build1(&b, IR_OP_zext, IR_I32, id);
        }
    }
    if (copy && !out->copied) {
        enum ir_type own = ir_type_of(l->function, out->value);
        struct ir_inst *widened = ir_def(l->function, out->value);
        b = builder_after(l, widened ? widened : inst);
        out->value = ir_build(&b, IR_OP_lane_copy, own, 1, &out->value, 1)->def;
        out->copied = true;
    }
}

static void
use_outside(struct lowering *l, struct ir_use *use, enum ir_type type, ir_id value)
{
    struct ir_inst *user = use->user;
    uint32_t index = (uint32_t)(use - user->args);
    if (type != IR_I1) {
        ir_set_arg(user, index, value);
        return;
    }
    if (user->op == IR_OP_zext && user->type == IR_I32) {
        ir_replace_uses(l->function, user->def, value);
        ir_remove(user);
        return;
    }
    struct ir_inst *at = user->op == IR_OP_phi ? user->block->preds.at[index]->last : user;
    struct ir_builder b = {l->function, at->block, at, user->loc};
    ir_set_arg(user, index,
               ir_build2(&b, IR_OP_ne, IR_I1, value, ir_const(l->function, IR_I32, 0)));
}

/* A phi's argument is read at the end of the predecessor, but it is the phi that outlives the
 * loop. */
static void
free_value(struct lowering *l, struct ir_inst *inst, ir_id id, uint32_t count)
{
    enum ir_type type = ir_type_of(l->function, id);
    bool divergent = is_divergent(l, id, count);
    struct outside out = {0};
    if (divergent && type != IR_I1)
        return;
    VEC(struct ir_use *) uses = {0};
    for (struct ir_use *use = ir_value(l->function, id)->uses; use; use = use->next) {
        bool apart;
        if (use->user->block != inst->block &&
            leaves_loop(l, inst->block, use->user->block, &apart) && (divergent || apart))
            vec_push(&l->arena, &uses, use);
    }
    if (!uses.count)
        return;
    make_outside(l, inst, id, !divergent, &out);
    for (uint32_t i = 0; i < uses.count; i++)
        use_outside(l, uses.at[i], type, out.value);
    l->changed = true;
}

static void
free_loop_values(struct lowering *l, uint32_t count)
{
    for (uint32_t i = 0; i < l->divergence->count; i++) {
        struct ir_block *block = l->divergence->linear[i];
        if (!l->loops->of[block->id])
            continue;
        ir_foreach_inst_safe (inst, block)
            for (uint32_t k = 0; k < inst->def_count; k++)
                free_value(l, inst, inst->def + k, count);
    }
}

bool
lower_divergence(struct ir_function *function)
{
    struct lowering l = {.function = function};
    arena_init_scratch(&l.arena, function->module->arena->allocator, function->module->guard);
    l.widened = map_new(&l.arena);
    l.divergence = ana_divergence(&l.arena, function);
    l.loops = ana_loops(&l.arena, function, ana_dom(&l.arena, function));
    l.apart = ARENA_ARRAY(&l.arena, function->block_count, bool);
    vec_foreach (struct ana_loop *, loop, &l.loops->all)
        l.apart[(*loop)->header->id] = ana_leaves_apart(l.divergence, l.loops, *loop);
    widen_phis(&l);
    uint32_t count = function->values.count;
    if (l.changed) /* the new values are divergent, too */
        l.divergence = ana_divergence(&l.arena, function);
    free_loop_values(&l, count);
    arena_free(&l.arena);
    return l.changed;
}

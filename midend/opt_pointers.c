/* Pointers instead of indices: where an innermost loop accesses global memory at an index that grows
 * with its counter, a pointer grows.  The sum of 64 bits is then one of a constant, and what several
 * iterations of a step access (unroll_steps.c) lies at constant offsets, side by side.
 *
 *   loop: %i = phi [%s, ..], [%i + 1, ..]; %p = ptradd %a, (shl (sext (add nsw %x, %i)), 2)
 *   ->    before: %q = ptradd %a, (shl (sext (add nsw %x, %s)), 2)
 *         loop: %p = phi [%q, ..], [ptradd %p, 4, ..]
 *
 * 64-bit addresses wrap like sums; sums of 32 bits must not, since they are extended.
 * (Allen, Cocke, Kennedy, "Reduction of operator strength", 1981.) */
#include "midend/pass.h"

#include "midend/analysis.h"
#include "midend/ir_build.h"

enum {
    MAX_POINTERS = 4, /* per loop: each takes two registers */
    MAX_PATH = 12
};

struct pointers {
    struct ir_function *function;
    struct arena arena;
    struct ana_dom *dom;
    struct ana_loops *loops;
    struct ana_loop *loop;
    struct ir_block *preheader;
    VEC(struct ir_block *) blocks; /* of the loop */
    uint32_t enter, back; /* indices of the preheader and the latch in the header's predecessors */
};

/* From the pointer down to the counter: the operations, and which argument of each comes next. */
struct path {
    struct ir_inst *at[MAX_PATH];
    uint32_t next[MAX_PATH];
    uint32_t count;
    const struct ir_inst *counter;
    uint64_t step;   /* bytes, times the factor */
    ir_id factor;    /* 0: none */
    enum ir_op wide; /* sext, zext: how the index becomes 64 bits; 0: it has them */
};

static bool
is_outside(const struct pointers *p, ir_id id)
{
    const struct ir_inst *def = ir_def(p->function, id);
    return !def || !ana_loop_contains(p->loop, p->loops->of[def->block->id]);
}

static bool
is_innermost(const struct pointers *p)
{
    vec_foreach (struct ana_loop *, loop, &p->loops->all)
        if ((*loop)->parent == p->loop)
            return false;
    return true;
}

/* In reverse post-order the header comes before all blocks that it dominates. */
static void
find_blocks(struct pointers *p)
{
    p->blocks.count = 0;
    for (uint32_t i = p->dom->number[p->loop->header->id]; p->blocks.count < p->loop->block_count;
         i++)
        if (ana_loop_contains(p->loop, p->loops->of[p->dom->order[i]->id]))
            vec_push(&p->arena, &p->blocks, p->dom->order[i]);
}

/* A loop that is also left from its middle, such as a search, often ends before a pointer pays. */
static bool
has_one_exit(const struct pointers *p)
{
    uint32_t exits = 0;
    vec_foreach (struct ir_block *const, block, &p->blocks)
        for (uint32_t k = 0; k < (*block)->succ_count; k++)
            exits += !ana_loop_contains(p->loop, p->loops->of[(*block)->succs[k]->id]);
    return exits == 1;
}

static bool
find_preheader(struct pointers *p)
{
    struct ir_block *header = p->loop->header;
    if (!p->loop->latch || header->preds.count != 2)
        return false;
    p->enter = header->preds.at[0] == p->loop->latch;
    p->back = 1 - p->enter;
    p->preheader = header->preds.at[p->enter];
    return p->preheader != p->loop->latch && p->preheader->succ_count == 1;
}

/* Sums and products of an index of 32 bits must be exact. */
static bool
is_exact(const struct path *path, const struct ir_inst *inst)
{
    uint8_t flag = path->wide == IR_OP_zext ? IR_NO_UNSIGNED_WRAP : IR_NO_SIGNED_WRAP;
    return inst->type == IR_I64 || inst->no_wrap & flag;
}

/* The loop goes on while the counter is below a bound, and it grows by one. */
static bool
is_below_bound(const struct pointers *p, const struct ir_inst *phi)
{
    const struct ir_inst *test = ir_def(p->function, p->loop->header->last->args[0].value);
    return test && test->op == IR_OP_ult && test->args[0].value == phi->def &&
           ana_loop_contains(p->loop, p->loops->of[p->loop->header->succs[0]->id]);
}

/* A phi of the header that grows by a constant. */
static bool
find_counter(const struct pointers *p, struct path *path, const struct ir_inst *phi)
{
    if (phi->op != IR_OP_phi || phi->block != p->loop->header)
        return false;
    const struct ir_inst *next = ir_def(p->function, phi->args[p->back].value);
    if (!next || next->op != IR_OP_add || next->args[0].value != phi->def ||
        !ir_is_const(p->function, next->args[1].value))
        return false;
    uint64_t by = ir_value(p->function, next->args[1].value)->bits;
    if (phi->type == IR_I32)
        by = (uint64_t)(int64_t)(int32_t)by;
    if (!is_exact(path, next) && !(path->wide == IR_OP_zext && by == 1 && is_below_bound(p, phi)))
        return false;
    path->step *= by;
    path->counter = phi;
    return true;
}

/* The argument that the counter comes through; the other one comes from outside the loop. */
static bool
choose(const struct pointers *p, const struct ir_inst *inst, uint32_t *next)
{
    for (*next = 0; *next < 2; (*next)++)
        if (is_outside(p, inst->args[1 - *next].value))
            return !is_outside(p, inst->args[*next].value);
    return false;
}

/* One operation on the way from the scaled offset to the counter. */
static bool
walk(const struct pointers *p, struct path *path, const struct ir_inst *inst, uint32_t *next)
{
    const struct ir_function *f = p->function;
    *next = 0;
    switch (inst->op) {
    case IR_OP_shl:
        if (inst->type != IR_I64 || !ir_is_const(f, inst->args[1].value))
            return false;
        path->step <<= ir_value(f, inst->args[1].value)->bits & 63;
        return true;
    case IR_OP_sext:
    case IR_OP_zext:
        path->wide = (enum ir_op)inst->op;
        return ir_type_of(f, inst->args[0].value) == IR_I32;
    case IR_OP_add:
        return is_exact(path, inst) && choose(p, inst, next);
    case IR_OP_mul:
        if (!is_exact(path, inst) || !choose(p, inst, next) || path->factor)
            return false;
        path->factor = inst->args[1 - *next].value;
        return true;
    default:
        return false;
    }
}

/* An object's place in a table is an index, which unrolling may know (unroll_copy.c). */
static bool
is_object(const struct pointers *p, ir_id id)
{
    const struct ir_inst *def = ir_def(p->function, id);
    return def && def->op == IR_OP_symbol;
}

/* A pointer into global memory that every iteration computes. */
static bool
find_path(const struct pointers *p, struct ir_inst *pointer, struct path *path)
{
    if (pointer->op != IR_OP_ptradd ||
        (pointer->type != IR_P_GLOBAL && pointer->type != IR_P_CONSTANT) ||
        !is_outside(p, pointer->args[0].value) || is_object(p, pointer->args[0].value) ||
        !ana_dominates(p->dom, pointer->block, p->loop->latch))
        return false;
    *path = (struct path){.step = 1, .count = 1, .at = {pointer}, .next = {1}};
    ir_id id = pointer->args[1].value;
    while (path->count < MAX_PATH) {
        struct ir_inst *inst = ir_def(p->function, id);
        if (!inst || is_outside(p, id))
            return false;
        if (inst->op == IR_OP_phi)
            return find_counter(p, path, inst);
        if (!walk(p, path, inst, &path->next[path->count]))
            return false;
        id = inst->args[path->next[path->count]].value;
        path->at[path->count++] = inst;
    }
    return false;
}

/* What the pointer is in the first iteration. */
static ir_id
build_start(const struct pointers *p, const struct path *path)
{
    ir_id id = path->counter->args[p->enter].value;
    for (uint32_t i = path->count; i-- > 0;) {
        ir_id args[2];
        for (uint32_t k = 0; k < path->at[i]->arg_count; k++)
            args[k] = path->at[i]->args[k].value;
        args[path->next[i]] = id;
        struct ir_inst *copy = ir_inst_clone(p->function, path->at[i], args);
        ir_insert_before(p->preheader->last, copy);
        id = copy->def;
    }
    return id;
}

static ir_id
build_step(const struct pointers *p, const struct path *path)
{
    struct ir_function *f = p->function;
    ir_id step = ir_const(f, IR_I64, path->step), factor = path->factor;
    struct ir_builder b = {f, p->preheader, p->preheader->last, path->at[0]->loc};
    if (!factor)
        return step;
    if (ir_type_of(f, factor) == IR_I32)
        factor = ir_build1(&b, path->wide, IR_I64, factor);
    return ir_build2(&b, IR_OP_mul, IR_I64, factor, step);
}

static void
replace(struct pointers *p, const struct path *path)
{
    struct ir_function *f = p->function;
    struct ir_inst *pointer = path->at[0];
    ir_id start = build_start(p, path), step = build_step(p, path), args[2] = {start, start};
    struct ir_inst *phi = ir_inst_new(f, IR_OP_phi, (enum ir_type)pointer->type, 1, args, 2);
    phi->loc = pointer->loc;
    ir_insert_before(p->loop->header->first, phi);
    struct ir_builder b = {f, p->loop->latch, p->loop->latch->last, pointer->loc};
    ir_set_arg(phi, p->back,
               ir_build2(&b, IR_OP_ptradd, (enum ir_type)pointer->type, phi->def, step));
    ir_replace_uses(f, pointer->def, phi->def);
    /* Unrolling counts what is left. */
    for (uint32_t i = 0; i < path->count && !ir_value(f, path->at[i]->def)->uses; i++)
        ir_remove(path->at[i]);
}

static bool
visit_loop(struct pointers *p)
{
    unsigned count = 0;
    if (!is_innermost(p) || !find_preheader(p))
        return false;
    find_blocks(p);
    if (!has_one_exit(p))
        return false;
    vec_foreach (struct ir_block *const, block, &p->blocks)
        for (struct ir_inst *inst = (*block)->first, *next; inst; inst = next) {
            struct path path;
            next = inst->next;
            if (count < MAX_POINTERS && find_path(p, inst, &path)) {
                replace(p, &path);
                count++;
            }
        }
    return count > 0;
}

bool
opt_pointers(struct ir_function *function)
{
    struct pointers p = {.function = function};
    bool changed = false;
    arena_init_scratch(&p.arena, function->module->arena->allocator, function->module->guard);
    p.dom = ana_dom(&p.arena, function);
    p.loops = ana_loops(&p.arena, function, p.dom);
    vec_foreach (struct ana_loop *, loop, &p.loops->all) {
        guard_poll(function->module->guard);
        p.loop = *loop;
        changed |= visit_loop(&p);
    }
    arena_free(&p.arena);
    return changed;
}

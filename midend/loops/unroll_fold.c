/* What is left of a loop once all of its iterations are copies: each is run with the constants that the one before
 * left.  What becomes a constant goes, and so do branches that constants decide, and what has been computed before
 * in any iteration: in
 *
 *   for (k = 0; k < 64; k++) { i = 2 * l + (k & 1); if (i + 1 < 64 && t[i] > t[i + 1]) .. }
 *
 * the indices and the first comparison are there twice, not 64 times.  Values have hashes instead of names ("value
 * numbering", Cocke and Schwartz, 1970): two that agree by chance make the estimate less by one. */
#include "midend/loops/unroll.h"

#include "midend/analysis/memory_order.h"
#include "midend/ir/ir_info.h"
#include "support/limit.h"

struct trial {
    struct unroller *u;
    ir_id *constants;     /* by value of the loop: what it is in this iteration; 0: none */
    uint64_t *numbers;    /* by value of the loop: of one that is no constant; 0: from outside */
    uint32_t *reached;    /* by block id: edges taken to it in this iteration */
    uint32_t open;        /* of these, those to blocks that have not been run yet */
    struct map computed;  /* numbers that every iteration passes */
    ir_space_set written; /* by anything in the loop */
    uint64_t fresh;
    uint64_t left;
};

static uint64_t
mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static ir_id
constant_of(const struct trial *t, ir_id id)
{
    return ir_is_const(t->u->function, id) ? id : t->constants[id];
}

static uint64_t
number_of(const struct trial *t, ir_id id)
{
    ir_id constant = constant_of(t, id);
    if (constant)
        return mix(ir_type_of(t->u->function, constant), ir_value(t->u->function, constant)->bits);
    return t->numbers[id] ? t->numbers[id] : mix(1, id);
}

static void
set_as(struct trial *t, ir_id id, ir_id other)
{
    uint64_t number = number_of(t, other);
    t->constants[id] = constant_of(t, other);
    t->numbers[id] = number;
}

static void
set_fresh(struct trial *t, const struct ir_inst *inst)
{
    for (uint32_t i = 0; i < inst->def_count; i++) {
        t->constants[inst->def + i] = 0;
        t->numbers[inst->def + i] = mix(2, ++t->fresh);
    }
}

/* The spaces whose contents may change while the loop runs. */
static ir_space_set
spaces_written(const struct unroller *u)
{
    ir_space_set written = 0;
    vec_foreach (struct ir_block *, block, &u->blocks)
        ir_foreach_inst (inst, *block) {
            struct ir_ordering ordering = ir_ordering_of(u->function, inst);
            if (ordering.access != IR_ACCESS_NONE && ordering.access != IR_ACCESS_LOAD)
                written |= ordering.spaces;
        }
    return written;
}

/* Does it compute the same from the same arguments? */
static bool
is_repeatable(const struct trial *t, const struct ir_inst *inst)
{
    if (inst->op == IR_OP_load)
        return ir_is_plain(&inst->memory) &&
               !(ir_ordering_of(t->u->function, inst).spaces & t->written);
    return ir_op_flags((enum ir_op)inst->op) & IR_PURE && inst->arg_count;
}

/* Divisions by what is no constant take more than others; a fence is a wait at most, a constant distance part of the
 * access. */
static uint32_t
size_of(const struct trial *t, const struct ir_inst *inst)
{
    enum { BY_VARIABLE = 3 };
    uint32_t size = unroll_lowered_size(inst);
    bool is_distance = inst->op == IR_OP_ptradd && constant_of(t, inst->args[1].value);
    if (inst->op == IR_OP_fence || is_distance || !unroll_is_code(t->u, inst))
        return 0;
    return size > 1 && inst->arg_count == 2 && !constant_of(t, inst->args[1].value)
               ? BY_VARIABLE * size
               : size;
}

static bool
folds(struct trial *t, const struct ir_inst *inst)
{
    ir_id args[4];
    uint64_t bits;
    ir_id test = inst->op == IR_OP_select ? constant_of(t, inst->args[0].value) : 0;
    if (test) {
        set_as(t, inst->def, inst->args[ir_value(t->u->function, test)->bits ? 1 : 2].value);
        return true;
    }
    if (inst->def_count != 1 || !inst->arg_count || inst->arg_count > 4)
        return false;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        if (!(args[i] = constant_of(t, inst->args[i].value)))
            return false;
    if (!ir_fold_values(t->u->function, (enum ir_op)inst->op, (enum ir_type)inst->type, args,
                        inst->arg_count, &bits))
        return false;
    t->constants[inst->def] = ir_const(t->u->function, (enum ir_type)inst->type, bits);
    return true;
}

static void
try_inst(struct trial *t, const struct ir_inst *inst, bool is_passed)
{
    if (folds(t, inst))
        return;
    if (!is_repeatable(t, inst)) {
        set_fresh(t, inst);
        t->left += size_of(t, inst);
        return;
    }
    uint64_t number = mix(inst->op, inst->type);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        number = mix(number, number_of(t, inst->args[i].value));
    for (uint32_t i = 0; i < inst->def_count; i++) {
        t->constants[inst->def + i] = 0;
        t->numbers[inst->def + i] = mix(number, i);
    }
    if (map_get(&t->computed, number))
        return;
    t->left += size_of(t, inst);
    if (is_passed)
        map_put(&t->computed, number, t);
}

/* Marks where the block's branch leads. */
static void
try_branch(struct trial *t, const struct ir_block *block)
{
    ir_id test = block->succ_count == 2 ? constant_of(t, block->last->args[0].value) : 0;
    t->left += block->succ_count == 2 && !test;
    for (uint32_t i = 0; i < block->succ_count; i++) {
        bool is_taken = !test || i == (ir_value(t->u->function, test)->bits ? 0 : 1);
        if (!is_taken || !unroll_inside(t->u, block->succs[i]))
            continue;
        t->reached[block->succs[i]->id]++;
        t->open++;
    }
}

/* One that a single branch reaches is what comes from there. */
static void
try_phi(struct trial *t, const struct ir_inst *phi)
{
    const struct ir_block *block = phi->block;
    uint32_t from = 0, count = 0;
    for (uint32_t i = 0; i < block->preds.count; i++)
        if (t->reached[block->preds.at[i]->id]) {
            from = i;
            count++;
        }
    if (count == 1)
        set_as(t, phi->def, phi->args[from].value);
    else
        set_fresh(t, phi);
}

static void
advance(struct trial *t, bool first)
{
    VEC(ir_id) constants = {0};
    VEC(uint64_t) numbers = {0};
    struct unroller *u = t->u;
    uint32_t index = first ? u->at.enter : u->at.back, k = 0;
    for (struct ir_inst *phi = u->loop->header->first; phi->op == IR_OP_phi; phi = phi->next) {
        vec_push(&u->arena, &constants, constant_of(t, phi->args[index].value));
        vec_push(&u->arena, &numbers, number_of(t, phi->args[index].value));
    }
    for (struct ir_inst *phi = u->loop->header->first; phi->op == IR_OP_phi; phi = phi->next, k++) {
        t->constants[phi->def] = constants.at[k];
        t->numbers[phi->def] = numbers.at[k];
    }
}

static void
try_iteration(struct trial *t, bool first)
{
    struct unroller *u = t->u;
    advance(t, first);
    vec_foreach (struct ir_block *, block, &u->blocks)
        t->reached[(*block)->id] = *block == u->loop->header;
    t->open = 1;
    vec_foreach (struct ir_block *, at, &u->blocks) {
        struct ir_block *block = *at;
        if (!t->reached[block->id])
            continue;
        t->open -= t->reached[block->id];
        bool is_passed = !t->open; /* whatever branch was taken leads here */
        for (struct ir_inst *inst = block->first; inst != block->last; inst = inst->next) {
            if (inst->op != IR_OP_phi)
                try_inst(t, inst, is_passed);
            else if (block != u->loop->header)
                try_phi(t, inst);
        }
        try_branch(t, block);
    }
}

uint64_t
unroll_left(struct unroller *u, uint32_t most)
{
    uint32_t count = u->function->values.count;
    uint64_t visited = (u->trips.count + 1) * u->size;
    if (!u->loop->is_innermost ||
        LIMIT_MET(u->arena.guard, UNROLL_TRIED, visited > LIMIT_UNROLL_TRIED))
        return UINT64_MAX;
    struct trial t = {.u = u,
                      .constants = ARENA_ARRAY(&u->arena, count, ir_id),
                      .numbers = ARENA_ARRAY(&u->arena, count, uint64_t),
                      .reached = ARENA_ARRAY(&u->arena, u->block_count, uint32_t),
                      .computed = map_new(&u->arena),
                      .written = spaces_written(u)};
    for (uint64_t i = 0; i < u->trips.count && t.left <= most; i++)
        try_iteration(&t, i == 0);
    return t.left;
}

/* Joins what selection leaves apart because it sees one instruction at a time.
 *
 *   - a value put together from the halves of another is that other value:
 *         %v3, %v4 = p_split_vector %v2:2;  %v5:2 = p_create_vector %v3, %v4   ->  %v2:2
 *   - copies of one constant or SGPR into VGPRs are made once a block, those of constants into SGPRs once
 *     for all blocks that the first one dominates, as long as there are not too many;
 *   - copies that are the same in every iteration of a loop are made before it, a few a loop. */
#include "backend-gcn/abi/budget.h"
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_build.h"
#include "backend-gcn/mir/mir_effects.h"
#include "support/map.h"
#include "support/limit.h"
#include "support/number.h"

struct combine {
    struct mir_function *function;
    struct arena *arena;
    uint32_t *replaced; /* temp -> temp that stands for it, 0: itself */
    bool changed;
};

/* Follows chains, which arise when a replacement is itself replaced later: %v5 -> %v2 -> %v1. */
static uint32_t
stands_for(const struct combine *combine, uint32_t temp)
{
    while (combine->replaced[temp])
        temp = combine->replaced[temp];
    return temp;
}

/* Only notes the replacement: rewrite renames all uses in one walk at the end. */
static void
replace(struct combine *combine, struct mir_inst *inst, uint32_t by)
{
    combine->replaced[inst->operands[0].temp] = by;
    /* If the value was read as a lane mask, its replacement must be marked as one too. */
    combine->function->temps.at[by].is_mask |=
        combine->function->temps.at[inst->operands[0].temp].is_mask;
    mir_remove(inst);
    combine->changed = true;
}

/* ---- vectors ---- */

/* inst is a p_create_vector.  Its first part leads to the split that it may undo; then all parts
 * must be the results of that split, in its order. */
static void
combine_vector(struct combine *combine, struct mir_inst *inst)
{
    const struct mir_operand *first = &inst->operands[1];
    if (first->kind != MIR_TEMP || first->is_fixed)
        return;
    const struct mir_inst *split =
        combine->function->temps.at[stands_for(combine, first->temp)].def;
    if (!split || split->op != MIR_P_SPLIT_VECTOR || split->def_count != inst->operand_count - 1u)
        return;
    const struct mir_operand *whole = &split->operands[split->def_count];
    for (unsigned i = 0; i < split->def_count; i++) {
        const struct mir_operand *part = &inst->operands[i + 1];
        if (part->kind != MIR_TEMP ||
            stands_for(combine, part->temp) != stands_for(combine, split->operands[i].temp))
            return;
    }
    /* Scalar halves put together in VGPRs are a copy that is needed. */
    if (whole->kind == MIR_TEMP && whole->reg_class == inst->operands[0].reg_class &&
        whole->dwords == inst->operands[0].dwords)
        replace(combine, inst, whole->temp);
}

/* ---- copies ---- */

/* Is it a copy whose source is a constant or an SGPR temp?  On SSA form such a source has the same
 * value wherever the copy is placed.  Selection makes them because an instruction reads one SGPR
 * and few constants. */
static bool
is_plain_copy(const struct mir_inst *inst)
{
    if (inst->op != MIR_P_COPY || inst->operands[0].kind != MIR_TEMP || inst->operands[0].is_fixed)
        return false;
    const struct mir_operand *source = &inst->operands[1];
    return source->kind == MIR_CONST ||
           (source->kind == MIR_TEMP && source->reg_class == MIR_SGPR && !source->is_fixed);
}

static bool
same_source(const struct mir_operand *a, const struct mir_operand *b)
{
    return a->kind == b->kind && a->dwords == b->dwords && a->temp == b->temp &&
           a->value == b->value;
}

struct shared_copy {
    const struct mir_inst *inst;
    uint32_t next;  /* index + 1 of another with the same key */
    bool is_shared; /* with another block */
};

/* Equal for equal copies; rarely for others. */
static uint64_t
key_of(const struct mir_inst *inst)
{
    const struct mir_operand *source = &inst->operands[1];
    uint64_t key = (uint64_t)source->value * 0x9E3779B97F4A7C15u + source->temp;
    return key * 4 + source->dwords * 2u + inst->operands[0].reg_class;
}

/* Keeps the first of equal copies in a block.  Sharing across blocks would occupy a VGPR for long to
 * save one move. */
static void
share_copies(struct combine *combine, struct mir_block *block)
{
    VEC(struct shared_copy) copies = {0};
    struct map last = map_new(combine->arena); /* key -> index + 1 */
    mir_foreach_inst_safe (inst, block) {
        if (!is_plain_copy(inst))
            continue;
        uint64_t key = key_of(inst);
        uint32_t first = (uint32_t)(uintptr_t)map_get(&last, key), at = first;
        for (; at; at = copies.at[at - 1].next) {
            const struct mir_inst *earlier = copies.at[at - 1].inst;
            if (earlier->operands[0].reg_class == inst->operands[0].reg_class &&
                same_source(&earlier->operands[1], &inst->operands[1]))
                break;
        }
        if (at) {
            replace(combine, inst, copies.at[at - 1].inst->operands[0].temp);
            continue;
        }
        vec_push(combine->arena, &copies, (struct shared_copy){inst, first, false});
        map_put(&last, key, (void *)(uintptr_t)copies.count);
    }
}

/* Constants that expressions of several blocks need, as polynomials of library functions do.  There are
 * more SGPRs than most kernels need, and a constant is made again rather than spilled. */
static void
share_constants(struct combine *combine)
{
    VEC(struct shared_copy) copies = {0};
    struct map last = map_new(combine->arena); /* key -> index + 1 */
    struct dominators *dominators = NULL;
    unsigned shared = 0;
    mir_foreach_block (block, combine->function) {
        mir_foreach_inst_safe (inst, block) {
            if (!is_plain_copy(inst) || inst->operands[0].reg_class != MIR_SGPR ||
                inst->operands[0].dwords != 1 || inst->operands[1].kind != MIR_CONST)
                continue;
            uint64_t key = key_of(inst);
            uint32_t first = (uint32_t)(uintptr_t)map_get(&last, key), at = first;
            if (at && !dominators)
                dominators = mir_dominators(combine->arena, combine->function, false);
            while (at && (!same_source(&copies.at[at - 1].inst->operands[1], &inst->operands[1]) ||
                          !mir_dominates(dominators, copies.at[at - 1].inst->block, block)))
                at = copies.at[at - 1].next;
            if (at && !LIMIT_MET(combine->function->guard, SHARED_CONSTANTS,
                                 shared == LIMIT_SHARED_CONSTANTS)) {
                shared += !copies.at[at - 1].is_shared;
                copies.at[at - 1].is_shared = true;
                replace(combine, inst, copies.at[at - 1].inst->operands[0].temp);
                continue;
            }
            vec_push(combine->arena, &copies, (struct shared_copy){inst, first, false});
            map_put(&last, key, (void *)(uintptr_t)copies.count);
        }
    }
}

static void
rewrite(struct combine *combine)
{
    mir_foreach_block (block, combine->function) {
        mir_foreach_inst (inst, block) {
            for (unsigned i = 0; i < inst->operand_count; i++) {
                struct mir_operand *operand = &inst->operands[i];
                if (operand->kind == MIR_TEMP)
                    operand->temp = stands_for(combine, operand->temp);
            }
        }
    }
}

/* ---- loops ---- */

struct loop {
    struct mir_block *header, *latch, *before;
};

/* Loops are contiguous in the layout, inner ones after the headers of outer ones. */
static bool
find_loop(struct mir_block *header, const uint32_t *position, struct loop *loop)
{
    unsigned ways_in = 0;
    *loop = (struct loop){.header = header};
    for (uint32_t i = 0; i < header->logical_preds.count; i++) {
        struct mir_block *pred = header->logical_preds.at[i];
        if (position[pred->id] < position[header->id]) {
            loop->before = pred;
            ways_in++;
        } else if (!loop->latch || position[pred->id] > position[loop->latch->id]) {
            loop->latch = pred;
        }
    }
    /* What stands in one of several ways in does not dominate the loop. */
    return ways_in == 1 && loop->latch && loop->before->logical_succ_count == 1;
}

/* Does the source exist before the loop?  A hoisted definition is already there. */
static bool
is_invariant(const struct combine *combine, const struct mir_operand *source,
             const uint32_t *position, const struct loop *loop)
{
    if (source->kind == MIR_CONST)
        return true;
    const struct mir_inst *def = combine->function->temps.at[source->temp].def;
    return def && def->block && position[def->block->id] < position[loop->header->id];
}

/* SGPRs for constants of a loop: what the most waves leave beside the kernel's other values.  A constant is made
 * again rather than spilled, so more than that costs no more than none. */
static unsigned
sgprs_for_constants(const struct gcn_target *target)
{
    enum { OTHER_VALUES = 32 }; /* tuned */
    unsigned room = left_of(budget_sgprs(target, target->max_waves), OTHER_VALUES);
    return smaller(LIMIT_LOOP_CONSTANT_SGPRS, larger(room, 16));
}

static void
hoist(struct combine *combine, const uint32_t *position, const struct loop *loop)
{
    /* The number of registers that hoisted copies of this loop may still take.  They hold them
     * while the loop runs, so hoisting everything would cause spills that cost more than the
     * moves. */
    unsigned left[] = {[MIR_SGPR] = sgprs_for_constants(combine->function->target),
                       [MIR_VGPR] = LIMIT_LOOP_CONSTANT_VGPRS};
    static const enum limit limits[] = {
        [MIR_SGPR] = LIMIT_ROW_LOOP_CONSTANT_SGPRS, [MIR_VGPR] = LIMIT_ROW_LOOP_CONSTANT_VGPRS};
    for (struct mir_block *block = loop->header; block; block = block->next) {
        mir_foreach_inst_safe (inst, block) {
            if (!is_plain_copy(inst) || !is_invariant(combine, &inst->operands[1], position, loop))
                continue;
            unsigned *room = &left[inst->operands[0].reg_class];
            if (limit_met(combine->function->guard, limits[inst->operands[0].reg_class],
                          *room < inst->operands[0].dwords))
                continue;
            *room -= inst->operands[0].dwords;
            /* Every lane of the loop came through the preheader, so EXEC has all of them there. */
            mir_remove(inst);
            mir_insert_before(loop->before->last, inst);
            combine->changed = true;
        }
        if (block == loop->latch)
            break;
    }
}

static void
hoist_all(struct combine *combine)
{
    struct mir_function *function = combine->function;
    uint32_t *position = ARENA_ARRAY(combine->arena, function->block_count, uint32_t), count = 0;
    mir_foreach_block (block, function)
        position[block->id] = count++;
    /* Inner loops first: copies hoisted out of them may leave the outer ones too. */
    for (struct mir_block *block = function->last_block; block; block = block->prev) {
        struct loop loop;
        if (block->is_loop_header && find_loop(block, position, &loop))
            hoist(combine, position, &loop);
    }
}

bool
opt_copies(struct mir_function *function, const struct backend_options *options)
{
    (void)options;
    struct combine combine = {.function = function, .arena = mir_pass_arena(function)};
    combine.replaced = ARENA_ARRAY(combine.arena, function->temps.count, uint32_t);
    mir_foreach_block (block, function) {
        mir_foreach_inst_safe (inst, block) {
            if (inst->op == MIR_P_CREATE_VECTOR)
                combine_vector(&combine, inst);
        }
    }
    /* Copies of one constant from several blocks of a loop meet before it, so they are shared
     * afterwards. */
    hoist_all(&combine);
    mir_foreach_block (block, function)
        share_copies(&combine, block);
    share_constants(&combine);
    rewrite(&combine);
    if (combine.changed)
        mir_remove_dead(function);
    return combine.changed;
}

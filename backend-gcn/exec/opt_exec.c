/* Tidies the EXEC arithmetic of empty blocks, after assignment, when it is known that no copies
 * came into them:
 *
 *     s_andn2_b64 m, exec, c               s_mov_b64 saved, exec
 *     s_and_saveexec_b64 saved, c    ->    s_andn2_b64 exec, exec, c
 *     s_mov_b64 exec, m                    ...
 *     ...
 *     s_mov_b64 exec, m2                   (nothing: the next line overwrites it)
 *     s_mov_b64 exec, saved
 *
 * A write of EXEC that is overwritten before anything depends on it, or after which the kernel
 * ends, is removed; a mask that then has only one use is computed in place. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_effects.h"
#include "support/limit.h"

#include <string.h>

enum { REGS = 128 }; /* SGPRs and VCC: codes of scalar sources */

struct set {
    uint64_t words[REGS / 64];
};

struct tidy {
    struct mir_function *function;
    struct set *live_in, *reads, *writes; /* by block id: scalar registers */
    bool changed;
};

/* ---- liveness of scalar registers: names tell nothing any more, phis have become copies ---- */

static void
set_range(struct set *set, const struct mir_operand *operand, bool value)
{
    bool scalar =
        (operand->kind == MIR_TEMP || operand->kind == MIR_FIXED) && operand->reg_class == MIR_SGPR;
    if (!scalar || operand->reg >= REGS)
        return;
    uint64_t ones = (UINT64_C(1) << operand->dwords) - 1; /* at most 16 */
    unsigned shift = operand->reg % 64;
    uint64_t range[REGS / 64 + 1] = {0};
    range[operand->reg / 64] = ones << shift;
    range[operand->reg / 64 + 1] = shift ? ones >> (64 - shift) : 0;
    for (unsigned w = 0; w < REGS / 64; w++)
        set->words[w] = value ? set->words[w] | range[w] : set->words[w] & ~range[w];
}

static void
step_back(const struct tidy *tidy, struct set *live, const struct mir_inst *inst)
{
    for (unsigned i = 0; i < inst->operand_count; i++) {
        if (mir_is_def(inst, i) && !mir_is_use(inst, i))
            set_range(live, &inst->operands[i], false);
    }
    for (unsigned i = 0; i < inst->operand_count; i++) {
        if (mir_is_use(inst, i))
            set_range(live, &inst->operands[i], true);
    }
    if (mir_effects(tidy->function->target, inst).reads & MIR_SET_VCC) {
        struct mir_operand vcc = mir_fixed(GCN_VCC_LO, 2);
        set_range(live, &vcc, true);
    }
}

static struct set
live_out(const struct tidy *tidy, const struct mir_block *block)
{
    struct set live = {{0}};
    for (unsigned k = 0; k < block->linear_succ_count; k++) {
        for (unsigned w = 0; w < REGS / 64; w++)
            live.words[w] |= tidy->live_in[block->linear_succs[k]->id].words[w];
    }
    return live;
}

/* What the block reads of what came into it, and what it overwrites. */
static void
summarize(struct tidy *tidy, const struct mir_block *block)
{
    struct set reads = {{0}}, writes = {{0}};
    guard_poll(tidy->function->guard);
    for (struct mir_inst *inst = block->last; inst; inst = inst->prev) {
        step_back(tidy, &reads, inst);
        for (unsigned i = 0; i < inst->operand_count; i++)
            if (mir_is_def(inst, i) && !mir_is_use(inst, i))
                set_range(&writes, &inst->operands[i], true);
    }
    tidy->reads[block->id] = reads;
    tidy->writes[block->id] = writes;
}

static void
find_live(struct tidy *tidy)
{
    mir_foreach_block (block, tidy->function)
        summarize(tidy, block);
    for (bool changed = true; changed;) {
        changed = false;
        for (struct mir_block *block = tidy->function->last_block; block; block = block->prev) {
            struct set live = live_out(tidy, block), *in = &tidy->live_in[block->id];
            guard_poll(tidy->function->guard);
            for (unsigned w = 0; w < REGS / 64; w++)
                live.words[w] = tidy->reads[block->id].words[w] |
                                (live.words[w] & ~tidy->writes[block->id].words[w]);
            changed |= memcmp(&live, in, sizeof live) != 0;
            *in = live;
        }
    }
}

/* May a register of the operand be read after the instruction? */
static bool
is_live_after(const struct tidy *tidy, const struct mir_inst *at, const struct mir_operand *operand)
{
    struct set live = live_out(tidy, at->block), wanted = {{0}};
    for (struct mir_inst *inst = at->block->last; inst != at; inst = inst->prev)
        step_back(tidy, &live, inst);
    set_range(&wanted, operand, true);
    return (live.words[0] & wanted.words[0]) | (live.words[1] & wanted.words[1]);
}

/* ---- the patterns ---- */

static bool
is_exec(const struct mir_operand *operand)
{
    return operand->kind == MIR_FIXED && operand->reg == GCN_EXEC_LO;
}

/* Does the instruction overwrite all of EXEC without reading it? */
static bool
overwrites_exec(const struct mir_inst *inst)
{
    return inst->op == GCN_s_mov_b64 && is_exec(&inst->operands[0]) && !is_exec(&inst->operands[1]);
}

/* Does the instruction write EXEC and nothing else that matters, except SCC? */
static bool
is_exec_arithmetic(const struct mir_inst *inst)
{
    return (inst->op == GCN_s_mov_b64 || inst->op == GCN_s_and_b64 || inst->op == GCN_s_andn2_b64 ||
            inst->op == GCN_s_or_b64) &&
           is_exec(&inst->operands[0]);
}

static bool
is_plain_jump(const struct mir_inst *inst)
{
    return inst->op == GCN_s_branch;
}

/* The instruction executed next, across jumps and block ends; NULL when there may be several. */
static struct mir_inst *
following(struct mir_inst *inst)
{
    struct mir_block *block = inst->block;
    inst = inst->next;
    for (unsigned steps = 0;; steps++) {
        struct guard *guard = block->function->guard;
        if (inst && !is_plain_jump(inst))
            return inst;
        if (block->linear_succ_count != 1 ||
            LIMIT_MET(guard, EXEC_BLOCKS, steps == LIMIT_EXEC_BLOCKS))
            return NULL;
        block = block->linear_succs[0];
        inst = block->first;
    }
}

static bool
reads_scc(const struct tidy *tidy, const struct mir_inst *inst)
{
    return mir_effects(tidy->function->target, inst).reads & MIR_SET_SCC;
}

/* Is EXEC overwritten, or the kernel over, before anything reads it or SCC? */
static bool
is_dead_exec_write(const struct tidy *tidy, struct mir_inst *inst)
{
    struct mir_inst *next = inst;
    unsigned steps = 0;
    for (; !LIMIT_MET(tidy->function->guard, EXEC_SEARCH, steps == LIMIT_EXEC_SEARCH); steps++) {
        next = following(next);
        if (!next)
            return false;
        if (overwrites_exec(next) || next->op == GCN_s_endpgm)
            return true;
        struct mir_effects effects = mir_effects(tidy->function->target, next);
        if (effects.reads & (MIR_SET_EXEC | MIR_SET_SCC) || effects.writes & MIR_SET_EXEC ||
            mir_is_branch(next))
            return false;
    }
    return false;
}

static void
drop(struct tidy *tidy, struct mir_inst *inst)
{
    mir_remove(inst);
    tidy->changed = true;
}

static void
replace(struct tidy *tidy, struct mir_inst *inst, enum gcn_op op,
        const struct mir_operand *operands, unsigned count)
{
    mir_insert_before(inst, mir_real(tidy->function, op, operands, count));
    drop(tidy, inst);
}

static void
drop_dead_writes(struct tidy *tidy)
{
    mir_foreach_block (block, tidy->function) {
        mir_foreach_inst_safe (inst, block) {
            guard_poll(tidy->function->guard);
            if (is_exec_arithmetic(inst) && is_dead_exec_write(tidy, inst)) {
                drop(tidy, inst);
            } else if (inst->op == GCN_s_and_saveexec_b64 && is_dead_exec_write(tidy, inst)) {
                struct mir_operand move[2] = {inst->operands[0], mir_fixed(GCN_EXEC_LO, 2)};
                replace(tidy, inst, GCN_s_mov_b64, move, 2);
            }
        }
    }
}

/* Removes masks that are no longer read; their SCC must be unread too, unless EXEC still changes. */
static void
drop_unused_masks(struct tidy *tidy)
{
    mir_foreach_block (block, tidy->function) {
        mir_foreach_inst_safe (inst, block) {
            guard_poll(tidy->function->guard);
            bool saves = inst->op == GCN_s_and_saveexec_b64;
            bool mask_op = inst->op == GCN_s_andn2_b64 || inst->op == GCN_s_and_b64 ||
                           inst->op == GCN_s_or_b64 || inst->op == GCN_s_mov_b64;
            if ((!mask_op && !saves) || inst->operands[0].kind != MIR_TEMP ||
                is_live_after(tidy, inst, &inst->operands[0]))
                continue;
            if (saves) {
                struct mir_operand exec = mir_fixed(GCN_EXEC_LO, 2);
                struct mir_operand and[3] = {exec, exec, inst->operands[1]};
                replace(tidy, inst, GCN_s_and_b64, and, 3);
            } else if (!mir_is_scc_live_after(tidy->function->target, inst)) {
                drop(tidy, inst);
            }
        }
    }
}

static bool
reads(const struct mir_inst *inst, const struct mir_operand *place)
{
    for (unsigned i = 0; i < inst->operand_count; i++) {
        if (mir_is_use(inst, i) && mir_operands_overlap(&inst->operands[i], place))
            return true;
    }
    return false;
}

/* exec = m where m = exec & ~c was computed just before, and EXEC has not changed since.  Unlike the
 * move, which the scheduler may put between a comparison and its reader, the operation writes SCC. */
static void
fuse_mask(struct tidy *tidy, struct mir_inst *move)
{
    const struct mir_operand *mask = &move->operands[1];
    if (mask->kind != MIR_TEMP || is_live_after(tidy, move, mask) ||
        mir_is_scc_live_after(tidy->function->target, move))
        return;
    struct mir_inst *def = move;
    struct mir_block *block = move->block;
    for (unsigned steps = 0;; steps++) {
        if (LIMIT_MET(tidy->function->guard, EXEC_MASKS, steps == LIMIT_EXEC_MASKS))
            return;
        def = def ? def->prev : block->last;
        if (!def) {
            if (block->linear_preds.count != 1 || block->linear_preds.at[0]->linear_succ_count != 1)
                return;
            block = block->linear_preds.at[0];
            continue;
        }
        if (def->op == GCN_s_swappc_b64) /* it may overwrite the condition */
            return;
        if (mir_writes_place(def, mask))
            break;
        if (mir_effects(tidy->function->target, def).writes & MIR_SET_EXEC || reads(def, mask))
            return;
    }
    if (!def || (def->op != GCN_s_andn2_b64 && def->op != GCN_s_and_b64) ||
        !is_exec(&def->operands[1]) || def->operands[0].reg != mask->reg)
        return;
    const struct mir_operand *condition = &def->operands[2];
    for (struct mir_inst *inst = following(def); inst && inst != move; inst = following(inst)) {
        if (mir_writes_place(inst, condition) || reads_scc(tidy, inst))
            return;
    }
    struct mir_operand operands[3] = {move->operands[0], move->operands[0], *condition};
    mir_insert_before(move, mir_real(tidy->function, def->op, operands, 3));
    mir_remove(move);
    mir_remove(def);
    tidy->changed = true;
}

static bool
has_exec_arithmetic(const struct mir_function *function)
{
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            if (is_exec_arithmetic(inst) || inst->op == GCN_s_and_saveexec_b64)
                return true;
        }
    }
    return false;
}

/*  exec = exec & c; m = m | exec; exec = t        ->  t = exec & c; m = m | t; exec = exec & ~c
 *  where t = exec & ~c, computed just before, is used for nothing else. */
static void
fuse_waiting(struct tidy *tidy, struct mir_inst *move)
{
    struct mir_inst *gather = move->prev, *narrow = gather ? gather->prev : NULL;
    struct mir_inst *keep = narrow ? narrow->prev : NULL;
    if (!keep || gather->op != GCN_s_or_b64 || !is_exec(&gather->operands[2]) ||
        narrow->op != GCN_s_and_b64 || !is_exec(&narrow->operands[0]) ||
        !is_exec(&narrow->operands[1]) || keep->op != GCN_s_andn2_b64 ||
        !is_exec(&keep->operands[1]) || move->operands[1].kind != MIR_TEMP ||
        keep->operands[0].reg != move->operands[1].reg ||
        keep->operands[2].reg != narrow->operands[2].reg ||
        keep->operands[2].kind != narrow->operands[2].kind || keep->operands[2].kind == MIR_CONST ||
        mir_operands_overlap(&gather->operands[0], &keep->operands[2]) ||
        mir_operands_overlap(&gather->operands[0], &keep->operands[0]) ||
        is_live_after(tidy, move, &move->operands[1]) ||
        mir_is_scc_live_after(tidy->function->target, move))
        return;
    struct mir_operand exec = narrow->operands[0], condition = narrow->operands[2];
    keep->op = GCN_s_and_b64;
    gather->operands[2] = move->operands[1];
    struct mir_operand operands[3] = {exec, exec, condition};
    mir_insert_before(move, mir_real(tidy->function, GCN_s_andn2_b64, operands, 3));
    mir_remove(move);
    mir_remove(narrow);
    tidy->changed = true;
}

bool
opt_exec(struct mir_function *function, const struct backend_options *options)
{
    struct tidy tidy = {.function = function};
    (void)options;
    if (!has_exec_arithmetic(function))
        return false;
    tidy.live_in = ARENA_ARRAY(mir_pass_arena(function), function->block_count, struct set);
    tidy.reads = ARENA_ARRAY(mir_pass_arena(function), function->block_count, struct set);
    tidy.writes = ARENA_ARRAY(mir_pass_arena(function), function->block_count, struct set);
    bool changed = false;
    do { /* each creates work for the other */
        tidy.changed = false;
        drop_dead_writes(&tidy);
        find_live(&tidy);
        drop_unused_masks(&tidy);
        changed |= tidy.changed;
    } while (tidy.changed);
    mir_foreach_block (block, function) {
        mir_foreach_inst_safe (inst, block) {
            if (overwrites_exec(inst))
                fuse_mask(&tidy, inst);
        }
    }
    if (tidy.changed)
        find_live(&tidy);
    mir_foreach_block (block, function) {
        mir_foreach_inst_safe (inst, block) {
            if (overwrites_exec(inst))
                fuse_waiting(&tidy, inst);
        }
    }
    return changed || tidy.changed;
}

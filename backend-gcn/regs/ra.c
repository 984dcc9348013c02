/* Register assignment on SSA form.
 *
 * Blocks are visited in layout order; each definition takes a free register of its class (Hack's
 * observation: on SSA form pressure within the file suffices).  Because of tuples and fixed
 * registers there may be no hole that fits: then values that live on move aside in a parallel copy
 * before the instruction.  A temp keeps its name when it moves.  Where predecessors of a block end
 * with different assignments, and for phis, a parallel copy at the end of each predecessor makes
 * them agree, so afterwards every phi operand is already in the register of its definition. */
#include "backend-gcn/regs/ra.h"
#include "backend-gcn/abi/budget.h"
#include "backend-gcn/abi/calls.h"
#include "backend-gcn/regs/spill.h"
#include "backend-gcn/mir/spill_slots.h"
#include "support/number.h"

#include <string.h>

static bool
ra_is_dead(const struct ra *ra, uint32_t temp)
{
    return !ra->used[temp];
}

static void
take(struct ra *ra, struct ra_file *file, uint32_t temp, unsigned reg)
{
    struct mir_temp *info = &ra->function->temps.at[temp];
    ra_occupy(file, reg, info->dwords, temp);
    ra->reg_of[temp] = (uint16_t)reg;
    if (info->reg == GCN_NO_REG)
        info->reg = (uint16_t)reg;
}

static void
release(struct ra *ra, struct ra_file *file, uint32_t temp)
{
    unsigned reg = ra->reg_of[temp];
    if (reg == GCN_NO_REG || file->owner[reg] != temp)
        return;
    ra_occupy(file, reg, ra->function->temps.at[temp].dwords, 0);
}

/* One class of one instruction's operands. */
struct step {
    struct ra *ra;
    struct mir_inst *inst;
    enum mir_class reg_class;
    bool early;         /* definitions must not share with dying uses */
    unsigned clobbered; /* enum mir_fixed_set: written, but not as a definition */
};

static bool
is_mine(const struct step *step, unsigned i)
{
    const struct mir_operand *operand = &step->inst->operands[i];
    return operand->kind == MIR_TEMP && operand->reg_class == step->reg_class;
}
static bool
is_my_use(const struct step *step, unsigned i)
{
    return is_mine(step, i) && mir_uses(step->inst, i) && !step->inst->operands[i].is_undef;
}
static bool
is_my_def(const struct step *step, unsigned i)
{
    return is_mine(step, i) && mir_defines(step->inst, i);
}

static bool
dies_here(const struct step *step, uint32_t temp)
{
    for (unsigned i = 0; i < step->inst->operand_count; i++)
        if (is_my_use(step, i) && step->inst->operands[i].temp == temp)
            return step->inst->operands[i].is_kill;
    return false;
}

/* ---- the common case: everything stays where it is ---- */

static bool
uses_are_easy(const struct step *step)
{
    const struct mir_inst *inst = step->inst;
    for (unsigned i = 0; i < inst->operand_count; i++) {
        if (!is_my_use(step, i))
            continue;
        const struct mir_operand *use = &inst->operands[i];
        if (step->ra->reg_of[use->temp] == GCN_NO_REG)
            ice(step->ra->function->guard, "ra: %%%u has no register in b%u (%s)", use->temp,
                inst->block->id, mir_op_name(inst->op));
        if (use->is_fixed && step->ra->reg_of[use->temp] != use->reg)
            return false;
        if (inst->tied == i + 1 && !use->is_kill)
            return false;
    }
    if (step->reg_class == MIR_SGPR && step->clobbered & MIR_SET_VCC)
        for (unsigned reg = GCN_VCC_LO; reg <= GCN_VCC_HI; reg++)
            if (step->ra->file.owner[reg] && !dies_here(step, step->ra->file.owner[reg]))
                return false;
    return true;
}

/* A free register for operand i, if possible not in the way of vectors and of what comes into the phi whose value is
 * copied. */
static unsigned
any_place(const struct step *step, const struct ra_file *file, unsigned i)
{
    struct ra *ra = step->ra;
    const struct mir_operand *def = &step->inst->operands[i];
    unsigned limit = ra->limit[step->reg_class], reg = GCN_NO_REG;
    if (ra_hands_on(ra, step->inst)) {
        const struct mir_operand *from = &step->inst->operands[1];
        struct ra_file apart = *file;
        ra_occupy(&apart, ra->reg_of[from->temp], from->dwords, RA_BLOCKED);
        reg = ra_find_lasting(ra, &apart, &ra->wanted, def->temp, limit);
    }
    if (reg == GCN_NO_REG)
        reg = ra_find_lasting(ra, file, &ra->wanted, def->temp, limit);
    return reg != GCN_NO_REG ? reg : ra_find_lasting(ra, file, NULL, def->temp, limit);
}

static unsigned
easy_place(const struct step *step, const struct ra_file *file, unsigned i)
{
    struct ra *ra = step->ra;
    const struct mir_inst *inst = step->inst;
    const struct mir_operand *def = &inst->operands[i];
    unsigned reg = GCN_NO_REG;
    if (def->is_fixed)
        return ra_is_free(file, def->reg, def->dwords) ? def->reg : (unsigned)GCN_NO_REG;
    if (i == mir_tied_def(inst) && !inst->operands[inst->tied - 1].is_undef) {
        reg = ra->reg_of[inst->operands[inst->tied - 1].temp];
        return ra_is_free(file, reg, def->dwords) ? reg : (unsigned)GCN_NO_REG;
    }
    reg = ra_hint(ra, file, inst, def->temp);
    return reg != GCN_NO_REG ? reg : any_place(step, file, i);
}

/* Places fixed and tied definitions first, then the rest in order. */
static bool
easy_defs(const struct step *step, struct ra_file *file, uint16_t *regs)
{
    const struct mir_inst *inst = step->inst;
    unsigned tied = mir_tied_def(inst);
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < inst->operand_count; i++) {
            if (!is_my_def(step, i) || (inst->operands[i].is_fixed || i == tied) != (pass == 0))
                continue;
            unsigned reg = easy_place(step, file, i);
            if (reg == GCN_NO_REG)
                return false;
            ra_occupy(file, reg, inst->operands[i].dwords, inst->operands[i].temp);
            regs[i] = (uint16_t)reg;
        }
    }
    return true;
}

/* What instructions do to the registers of the other class is another step. */
static void
copy_class(struct ra_file *to, const struct ra_file *from, enum mir_class reg_class)
{
    unsigned first = reg_class == MIR_VGPR ? GCN_VGPR0 : 0;
    memcpy(to->owner + first, from->owner + first, RA_REGS / 2 * sizeof *to->owner);
}

static bool
place_easily(const struct step *step)
{
    struct ra *ra = step->ra;
    struct mir_inst *inst = step->inst;
    if (!uses_are_easy(step))
        return false;
    struct ra_file after;
    copy_class(&after, &ra->file, step->reg_class);
    uint16_t *regs = ARENA_ARRAY(ra->arena, inst->operand_count + 1u, uint16_t);
    for (unsigned i = 0; i < inst->operand_count && !step->early; i++)
        if (is_my_use(step, i) && inst->operands[i].is_kill)
            release(ra, &after, inst->operands[i].temp);
    bool block_vcc = step->clobbered & MIR_SET_VCC && step->reg_class == MIR_SGPR;
    if (block_vcc)
        ra_occupy(&after, GCN_VCC_LO, 2, RA_BLOCKED);
    if (!easy_defs(step, &after, regs))
        return false;
    if (block_vcc)
        ra_occupy(&after, GCN_VCC_LO, 2, 0);
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (is_my_use(step, i))
            inst->operands[i].reg = ra->reg_of[inst->operands[i].temp];
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (is_my_use(step, i) && inst->operands[i].is_kill)
            release(ra, &after, inst->operands[i].temp);
    for (unsigned i = 0; i < inst->operand_count; i++) {
        if (!is_my_def(step, i))
            continue;
        inst->operands[i].reg = regs[i];
        take(ra, &after, inst->operands[i].temp, regs[i]);
        ra_hint_assigned(ra, inst->operands[i].temp, regs[i]);
    }
    copy_class(&ra->file, &after, step->reg_class);
    return true;
}

/* ---- rearranging ---- */

static void
add_item(struct ra *ra, ra_items *items, uint32_t before, uint32_t after, unsigned fixed)
{
    uint32_t temp = before ? before : after;
    const struct mir_temp *info = &ra->function->temps.at[temp];
    vec_push(ra->arena, items,
             (struct ra_item){.before = before,
                              .after = after,
                              .at = before ? ra->reg_of[before] : (uint16_t)GCN_NO_REG,
                              .fixed = (uint16_t)fixed,
                              .reg_class = info->reg_class,
                              .dwords = info->dwords});
}

/* Adds everything of the class that occupies registers now. */
static void
add_occupants(const struct step *step, ra_items *items)
{
    struct ra *ra = step->ra;
    unsigned first = step->reg_class == MIR_VGPR ? GCN_VGPR0 : 0;
    uint32_t last = 0;
    for (unsigned reg = first; reg < first + 256; reg++) {
        uint32_t temp = ra->file.owner[reg];
        if (!temp || temp == RA_BLOCKED || temp == last)
            continue;
        last = temp;
        bool dies = step->inst && dies_here(step, temp);
        add_item(ra, items, temp, dies ? 0 : temp, GCN_NO_REG);
    }
}

static struct ra_item *
item_of(ra_items *items, uint32_t temp)
{
    vec_foreach (struct ra_item, item, items)
        if (item->before == temp && !item->is_copy)
            return item;
    return NULL;
}

/* Does the instruction define other temps in registers of the use? */
static bool
is_overwritten(const struct step *step, const struct mir_operand *use)
{
    for (unsigned i = 0; i < step->inst->operand_count; i++) {
        const struct mir_operand *def = &step->inst->operands[i];
        if (is_my_def(step, i) && def->is_fixed && def->reg < use->reg + use->dwords &&
            use->reg < def->reg + def->dwords)
            return true;
    }
    return false;
}

/* Fixed uses: the first register pins the value, further ones are copies.  Sets copies[i] to the
 * item + 1 that operand i reads. */
static void
add_fixed_uses(const struct step *step, ra_items *items, uint32_t *copies)
{
    const struct mir_inst *inst = step->inst;
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *use = &inst->operands[i];
        if (!is_my_use(step, i) || !use->is_fixed)
            continue;
        struct ra_item *item = item_of(items, use->temp);
        bool stays = !item->after || (!step->early && !is_overwritten(step, use));
        if (item->fixed == GCN_NO_REG && stays) {
            item->fixed = use->reg;
        } else if (item->fixed != use->reg) {
            add_item(step->ra, items, use->temp, 0, use->reg);
            vec_last(items).is_copy = true;
            copies[i] = items->count;
        }
    }
}

static void
add_tied(const struct step *step, ra_items *items, uint32_t *copies)
{
    const struct mir_inst *inst = step->inst;
    unsigned def = mir_tied_def(inst);
    if (def == inst->operand_count || !is_my_def(step, def) || !is_my_use(step, inst->tied - 1u))
        return;
    const struct mir_operand *use = &inst->operands[inst->tied - 1];
    struct ra_item *item = item_of(items, use->temp);
    if (!item->after) {
        item->after = inst->operands[def].temp;
        return;
    }
    add_item(step->ra, items, use->temp, inst->operands[def].temp, GCN_NO_REG);
    vec_last(items).is_copy = true;
    copies[inst->tied - 1] = items->count;
}

static void
add_defs(const struct step *step, ra_items *items)
{
    const struct mir_inst *inst = step->inst;
    unsigned tied = mir_tied_def(inst);
    for (unsigned i = 0; i < inst->operand_count; i++) {
        if (!is_my_def(step, i) || (i == tied && is_my_use(step, inst->tied - 1u)))
            continue;
        const struct mir_operand *def = &inst->operands[i];
        add_item(step->ra, items, 0, def->temp, def->is_fixed ? def->reg : GCN_NO_REG);
        vec_last(items).both = step->early;
    }
}

static struct mir_operand
operand_in(const struct ra *ra, uint32_t temp, unsigned reg)
{
    struct mir_operand operand = mir_temp(ra->function, temp);
    operand.reg = (uint16_t)reg;
    return operand;
}

typedef VEC(struct mir_operand) operand_list;

/* Operands are defs, then uses; makes nothing when the list is empty. */
static struct mir_inst *
parallel_copy(struct ra *ra, const operand_list *defs, const operand_list *uses)
{
    operand_list all = {0};
    for (uint32_t i = 0; i < defs->count; i++)
        vec_push(ra->arena, &all, defs->at[i]);
    for (uint32_t i = 0; i < uses->count; i++)
        vec_push(ra->arena, &all, uses->at[i]);
    return mir_inst_new(ra->function, MIR_P_PARALLEL_COPY, all.at, all.count, defs->count);
}

static void
emit_moves(const struct step *step, const ra_items *items)
{
    struct ra *ra = step->ra;
    operand_list defs = {0}, uses = {0};
    for (uint32_t i = 0; i < items->count; i++) {
        const struct ra_item *item = &items->at[i];
        if (!item->before || item->reg == item->at)
            continue;
        vec_push(ra->arena, &defs, operand_in(ra, item->before, item->reg));
        vec_push(ra->arena, &uses, operand_in(ra, item->before, item->at));
    }
    if (defs.count)
        mir_insert_before(step->inst, parallel_copy(ra, &defs, &uses));
}

/* Sets the file and the operands as the solution says. */
static void
adopt(const struct step *step, const ra_items *items, const uint32_t *copies)
{
    struct ra *ra = step->ra;
    struct mir_inst *inst = step->inst;
    unsigned first = step->reg_class == MIR_VGPR ? GCN_VGPR0 : 0;
    memcpy(ra->file.owner + first, ra->empty.owner + first, 256 * sizeof *ra->file.owner);
    for (uint32_t i = 0; i < items->count; i++)
        if (items->at[i].before && !items->at[i].is_copy)
            ra->reg_of[items->at[i].before] = items->at[i].reg;
    for (unsigned i = 0; inst && i < inst->operand_count; i++)
        if (is_my_use(step, i))
            inst->operands[i].reg =
                copies[i] ? items->at[copies[i] - 1].reg : ra->reg_of[inst->operands[i].temp];
    for (uint32_t i = 0; i < items->count; i++) {
        const struct ra_item *item = &items->at[i];
        if (!item->after)
            continue;
        take(ra, &ra->file, item->after, item->reg);
        if (item->after != item->before)
            ra_hint_assigned(ra, item->after, item->reg);
    }
    for (unsigned i = 0; inst && i < inst->operand_count; i++)
        if (is_my_def(step, i))
            inst->operands[i].reg = ra->reg_of[inst->operands[i].temp];
}

static void
place_by_moving(const struct step *step)
{
    struct ra *ra = step->ra;
    ra_items items = {0};
    uint32_t *copies = ARENA_ARRAY(ra->arena, step->inst->operand_count + 1u, uint32_t);
    add_occupants(step, &items);
    add_fixed_uses(step, &items, copies);
    add_tied(step, &items, copies);
    add_defs(step, &items);
    ra_solve(ra, &items, step->reg_class == MIR_SGPR ? step->clobbered : 0);
    emit_moves(step, &items);
    adopt(step, &items, copies);
}

/* Fixed registers that the instruction writes other than by defining a temp. */
static unsigned
clobbers(const struct ra *ra, const struct mir_inst *inst)
{
    unsigned writes = mir_effects(ra->function->target, inst).writes;
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_defines(inst, i) && inst->operands[i].is_fixed)
            writes &= ~mir_fixed_set(inst->operands[i].reg);
    return writes;
}

static void
place_undef(struct mir_inst *inst)
{
    for (unsigned i = 0; i < inst->operand_count; i++) {
        struct mir_operand *use = &inst->operands[i];
        if (use->kind != MIR_TEMP || !use->is_undef || mir_is_def(inst, i))
            continue;
        use->reg = use->reg_class == MIR_VGPR ? GCN_VGPR0 : GCN_SGPR0;
        if (inst->tied == i + 1 && mir_tied_def(inst) < inst->operand_count)
            use->reg = inst->operands[mir_tied_def(inst)].reg;
    }
}

bool
ra_writes_early(const struct backend_options *options, const struct mir_inst *inst)
{
    return mir_early_clobber(inst) || (options && options->object.xnack &&
                                       (mir_format(inst) == GCN_SMEM || mir_is_vmem(inst)));
}

static bool
has_class(const struct mir_inst *inst, enum mir_class reg_class)
{
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (inst->operands[i].kind == MIR_TEMP && inst->operands[i].reg_class == reg_class)
            return true;
    return false;
}

static void
assign_inst(struct ra *ra, struct mir_inst *inst)
{
    bool early = ra_writes_early(ra->options, inst);
    struct step step = {ra, inst, MIR_SGPR, early, clobbers(ra, inst)};
    for (unsigned c = 0; c < 2; c++) {
        step.reg_class = (enum mir_class)c;
        if (!step.clobbered && !has_class(inst, step.reg_class))
            continue;
        if (!place_easily(&step))
            place_by_moving(&step);
    }
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_defines(inst, i) && ra_is_dead(ra, inst->operands[i].temp))
            release(ra, &ra->file, inst->operands[i].temp);
    place_undef(inst);
}

/* ---- blocks ---- */

/* Takes the registers of live-in temps from the end of the first predecessor that was visited. */
static void
enter_class(struct ra *ra, const struct mir_block *block, enum mir_class reg_class)
{
    struct mir_blocks preds = mir_preds(block, reg_class);
    const struct mir_block *from = NULL;
    for (unsigned i = 0; i < preds.count && !from; i++)
        if (ra->done[preds.at[i]->id])
            from = preds.at[i];
    if (!from)
        return;
    vec_foreach (struct ra_assignment, at, &ra->exit[from->id])
        if (ra->function->temps.at[at->temp].reg_class == reg_class &&
            sparse_has(&ra->live->in[block->id], at->temp))
            take(ra, &ra->file, at->temp, at->reg);
}

static bool
phi_is_class(const struct mir_inst *phi, enum mir_class reg_class)
{
    return (phi->op == MIR_P_PHI) == (reg_class == MIR_VGPR);
}

/* First those that stay where their operands are: the others would take these registers. */
static bool
phis_easily(struct ra *ra, struct mir_block *block, enum mir_class reg_class)
{
    struct ra_file file = ra->file;
    for (unsigned others = 0; others < 2; others++)
        for (struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next) {
            struct mir_operand *def = &phi->operands[0];
            if (!phi_is_class(phi, reg_class) || (others && def->reg != GCN_NO_REG))
                continue;
            unsigned reg = others
                               ? ra_find_lasting(ra, &file, NULL, def->temp, ra->limit[reg_class])
                               : ra_hint(ra, &file, NULL, def->temp);
            def->reg = (uint16_t)reg;
            if (reg != GCN_NO_REG)
                ra_occupy(&file, reg, def->dwords, def->temp);
            else if (others)
                return false;
        }
    for (struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next) {
        if (!phi_is_class(phi, reg_class))
            continue;
        take(ra, &ra->file, phi->operands[0].temp, phi->operands[0].reg);
        ra_hint_assigned(ra, phi->operands[0].temp, phi->operands[0].reg);
    }
    return true;
}

static void
phis_by_moving(struct ra *ra, struct mir_block *block, enum mir_class reg_class)
{
    struct step step = {ra, NULL, reg_class, false, 0};
    ra_items items = {0};
    add_occupants(&step, &items);
    for (struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next)
        if (phi_is_class(phi, reg_class))
            add_item(ra, &items, 0, phi->operands[0].temp, GCN_NO_REG);
    ra_solve(ra, &items, 0);
    adopt(&step, &items, NULL);
    for (struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next)
        if (phi_is_class(phi, reg_class))
            phi->operands[0].reg = ra->reg_of[phi->operands[0].temp];
}

static void
note_assignments(struct ra *ra, const struct sparse_set *set, ra_assignments *list)
{
    sparse_foreach (temp, set) {
        if (ra->reg_of[temp] == GCN_NO_REG || ra->file.owner[ra->reg_of[temp]] != temp)
            continue;
        vec_push(ra->arena, list, (struct ra_assignment){temp, ra->reg_of[temp]});
    }
}

static void
assign_block(struct ra *ra, struct mir_block *block)
{
    ra->file = ra->empty;
    ra->wanted = (struct ra_file){{0}};
    for (unsigned c = 0; c < 2; c++) {
        enter_class(ra, block, (enum mir_class)c);
        if (!phis_easily(ra, block, (enum mir_class)c))
            phis_by_moving(ra, block, (enum mir_class)c);
    }
    ra_hint_block(ra, block);
    note_assignments(ra, &ra->live->in[block->id], &ra->entry[block->id]);
    for (struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next)
        if (ra_is_dead(ra, phi->operands[0].temp))
            release(ra, &ra->file, phi->operands[0].temp);
    for (struct mir_inst *inst = mir_after_phis(block), *next; inst; inst = next) {
        next = inst->next;
        guard_poll(ra->function->guard);
        assign_inst(ra, inst);
    }
    note_assignments(ra, &ra->live->out[block->id], &ra->exit[block->id]);
    ra->done[block->id] = true;
}

/* ---- edges ---- */

/* Sets reg_of[] as it is at the end of the block. */
static void
load_exit(struct ra *ra, const struct mir_block *block)
{
    vec_foreach (struct ra_assignment, at, &ra->exit[block->id])
        ra->reg_of[at->temp] = at->reg;
}

static void
edge_phis(struct ra *ra, struct mir_block *block, unsigned pred, enum mir_class reg_class,
          operand_list *defs, operand_list *uses)
{
    for (struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next) {
        if (!phi_is_class(phi, reg_class))
            continue;
        struct mir_operand *use = &phi->operands[pred + 1];
        unsigned to = phi->operands[0].reg;
        use->reg = (uint16_t)to;
        if (use->is_undef || ra->reg_of[use->temp] == to)
            continue;
        vec_push(ra->arena, defs, operand_in(ra, use->temp, to));
        vec_push(ra->arena, uses, operand_in(ra, use->temp, ra->reg_of[use->temp]));
    }
}

static void
connect(struct ra *ra, struct mir_block *block, enum mir_class reg_class)
{
    struct mir_blocks preds = mir_preds(block, reg_class);
    for (unsigned i = 0; i < preds.count; i++) {
        operand_list defs = {0}, uses = {0};
        load_exit(ra, preds.at[i]);
        vec_foreach (struct ra_assignment, at, &ra->entry[block->id]) {
            if (ra->function->temps.at[at->temp].reg_class != reg_class ||
                ra->reg_of[at->temp] == at->reg)
                continue;
            vec_push(ra->arena, &defs, operand_in(ra, at->temp, at->reg));
            vec_push(ra->arena, &uses, operand_in(ra, at->temp, ra->reg_of[at->temp]));
        }
        edge_phis(ra, block, i, reg_class, &defs, &uses);
        if (!defs.count)
            continue;
        if (mir_succs(preds.at[i], reg_class).count > 1)
            ice(ra->function->guard, "ra: critical %s edge b%u -> b%u",
                reg_class == MIR_VGPR ? "logical" : "linear", preds.at[i]->id, block->id);
        mir_insert_at(preds.at[i], mir_block_end(preds.at[i], reg_class),
                      parallel_copy(ra, &defs, &uses));
    }
}

/* ---- the pass ---- */

static void
find_uses(struct ra *ra)
{
    mir_foreach_block (block, ra->function)
        mir_foreach_inst (inst, block)
            for (unsigned i = 0; i < inst->operand_count; i++)
                if (mir_uses(inst, i) && !inst->operands[i].is_undef)
                    ra->used[inst->operands[i].temp] = true;
}

static void
set_limits(struct ra *ra, unsigned spill_vgprs)
{
    struct mir_function *function = ra->function;
    const struct gcn_target *target = function->target;
    unsigned sgprs = gcn_most_sgprs(target);
    sgprs -= spill_scratch_sgprs(function);
    unsigned vgprs = gcn_most_vgprs(target);
    ra->hard_limit[MIR_SGPR] =
        smaller(sgprs, function->sgpr_cap ? function->sgpr_cap : sgprs) & ~1u;
    ra->hard_limit[MIR_VGPR] =
        smaller(vgprs, function->vgpr_cap ? function->vgpr_cap : vgprs) - spill_vgprs;
    ra->limit[MIR_SGPR] = smaller(function->sgpr_budget, ra->hard_limit[MIR_SGPR]);
    unsigned budget = function->vgpr_budget;
    ra->limit[MIR_VGPR] =
        smaller(budget > spill_vgprs ? budget - spill_vgprs : 1, ra->hard_limit[MIR_VGPR]);
}

/* What a call overwrites is in nobody's way before and after it. */
static bool
is_clobber(const struct ra *ra, const struct mir_inst *inst, unsigned i)
{
    return inst->op == MIR_P_CALL && inst->operands[i].kind == MIR_TEMP && i < inst->def_count &&
           !ra->used[inst->operands[i].temp];
}

/* Puts private arrays, the linear VGPRs of SGPR spills and the scratch SGPRs after everything assigned. */
static void
note_tops(struct ra *ra, bool spills)
{
    unsigned top[2] = {GCN_SGPR0, GCN_VGPR0}, own_top = GCN_VGPR0;
    mir_foreach_block (block, ra->function)
        mir_foreach_inst (inst, block)
            for (unsigned i = 0; i < inst->operand_count; i++) {
                const struct mir_operand *operand = &inst->operands[i];
                if ((operand->kind != MIR_TEMP && operand->kind != MIR_FIXED) ||
                    (operand->reg_class == MIR_SGPR &&
                     (operand->reg >= GCN_VCC_LO || is_clobber(ra, inst, i))))
                    continue;
                if (operand->reg + operand->dwords > top[operand->reg_class])
                    top[operand->reg_class] = operand->reg + operand->dwords;
                if (operand->reg_class == MIR_VGPR && !is_clobber(ra, inst, i))
                    own_top = (unsigned)larger(own_top, operand->reg + operand->dwords);
            }
    ra->function->scratch_sgpr = (uint16_t)((top[MIR_SGPR] + 1) & ~1u);
    if (ra->function->array_dwords)
        ra->function->array_vgpr = (uint16_t)top[MIR_VGPR];
    top[MIR_VGPR] += ra->function->array_dwords;
    if (spills && ra->function->calls)
        call_place_lanes(ra->function, top[MIR_VGPR], own_top + ra->function->array_dwords,
                         budget_hardware_vgprs(ra->function));
    else if (spills)
        ra->function->spill_vgpr = (uint16_t)top[MIR_VGPR];
}

/* Registers that belong to others: lanes, and what callers keep of scratch memory. */
static void
block_foreign(struct ra *ra)
{
    for (unsigned reg = GCN_VGPR0; ra->function->calls && reg < RA_REGS; reg++)
        if (call_has(&ra->function->calls->excluded, reg))
            ra->empty.owner[reg] = RA_BLOCKED;
    ra_occupy(&ra->empty, CALL_SCRATCH_RSRC, call_kept_sgprs(ra->function), RA_BLOCKED);
}

static void
ra_init(struct ra *ra, struct mir_function *function, const struct backend_options *options,
        struct arena *arena)
{
    *ra = (struct ra){.arena = arena, .function = function, .options = options};
    uint32_t temps = function->temps.count, blocks = function->block_count;
    ra->live = mir_live(arena, function);
    ra->reg_of = ARENA_ARRAY(arena, temps, uint16_t);
    for (uint32_t i = 0; i < temps; i++)
        ra->reg_of[i] = GCN_NO_REG;
    ra->used = ARENA_ARRAY(arena, temps, bool);
    ra->entry = ARENA_ARRAY(arena, blocks, ra_assignments);
    ra->exit = ARENA_ARRAY(arena, blocks, ra_assignments);
    ra->done = ARENA_ARRAY(arena, blocks, bool);
    find_uses(ra);
    ra_avoid_init(ra);
    ra_hints_init(ra);
}

bool
ra(struct mir_function *function, const struct backend_options *options)
{
    struct ra state;
    ra_init(&state, function, options, mir_pass_arena(function));
    unsigned spill_vgprs = spill_reserved_vgprs(function);
    set_limits(&state, spill_vgprs);
    block_foreign(&state);
    mir_foreach_block (block, function)
        assign_block(&state, block);
    for (unsigned c = 0; c < 2; c++)
        mir_foreach_block (block, function)
            connect(&state, block, (enum mir_class)c);
    note_tops(&state, spill_vgprs != 0);
    function->assigned = true;
    return true;
}

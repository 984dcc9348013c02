/* Preferences: phis and their operands, copies, vectors and their parts want the same registers;
 * short-lived lane masks want VCC, which makes short encodings. */
#include "backend-gcn/regs/ra.h"

/* Temps that a phi or copy connects form a group that remembers one register. */
struct ra_hint {
    uint32_t group;      /* union-find parent */
    uint16_t group_reg;  /* of the root: where a member went */
    uint32_t vector;     /* this temp is a part of it, 0: none */
    uint8_t vector_at;   /* at which dword */
    uint16_t vector_reg; /* of a vector: where its parts went */
    uint32_t part;       /* of a vector: what its first dwords become, 0: it is not split */
};

static uint32_t
group_of(struct ra *ra, uint32_t temp)
{
    while (ra->hints[temp].group != temp) {
        ra->hints[temp].group = ra->hints[ra->hints[temp].group].group;
        temp = ra->hints[temp].group;
    }
    return temp;
}

static void
join(struct ra *ra, const struct mir_operand *a, const struct mir_operand *b)
{
    if (a->kind != MIR_TEMP || b->kind != MIR_TEMP || a->reg_class != b->reg_class ||
        a->dwords != b->dwords)
        return;
    uint32_t x = group_of(ra, a->temp), y = group_of(ra, b->temp);
    ra->hints[y].group = x;
}

static void
note_fixed(struct ra *ra, const struct mir_operand *temp, const struct mir_operand *place)
{
    if (temp->kind == MIR_TEMP && temp->is_fixed)
        place = temp;
    if (temp->kind == MIR_TEMP && place->kind == MIR_FIXED &&
        mir_fixed_set(place->reg) == MIR_SET_VCC)
        ra->function->temps.at[temp->temp].hint = place->reg;
}

/* What ends in a copy that has its place, as arguments of calls do, had best be made there. */
static void
pass_hint(struct ra *ra, const struct mir_operand *copy, const struct mir_operand *source)
{
    const struct mir_temp *place = &ra->function->temps.at[copy->temp];
    if (source->kind != MIR_TEMP || !source->is_kill || source->dwords != copy->dwords ||
        source->reg_class != copy->reg_class)
        return;
    struct mir_temp *temp = &ra->function->temps.at[source->temp];
    if (temp->hint == GCN_NO_REG)
        temp->hint = place->hint;
}

static void
note_vector(struct ra *ra, const struct mir_inst *inst)
{
    unsigned at = 0;
    for (unsigned i = 1; i < inst->operand_count; i++) {
        const struct mir_operand *use = &inst->operands[i];
        if (use->kind == MIR_TEMP && use->reg_class == inst->operands[0].reg_class &&
            use->is_kill && !ra->hints[use->temp].vector) {
            ra->hints[use->temp].vector = inst->operands[0].temp;
            ra->hints[use->temp].vector_at = (uint8_t)at;
        }
        at += use->dwords;
    }
}

bool
ra_hands_on(const struct ra *ra, const struct mir_inst *inst)
{
    if (inst->op != MIR_P_COPY)
        return false;
    const struct mir_operand *to = &inst->operands[0], *from = &inst->operands[1];
    if (from->kind != MIR_TEMP || from->reg_class != to->reg_class)
        return false;
    const struct mir_inst *phi = ra->function->temps.at[from->temp].def;
    return phi && mir_is_phi(phi) && phi->block->is_loop_header &&
           inst->block->loop_depth >= phi->block->loop_depth;
}

/* What lives beside the phi needs another register, and other phis may take it over, too, which are to
 * be in registers of their own. */
static bool
lives_on(const struct ra *ra, const struct mir_inst *phi, const struct mir_operand *use)
{
    return use->kind == MIR_TEMP && sparse_has(&ra->live->in[phi->block->id], use->temp);
}

static void
note_inst(struct ra *ra, const struct mir_inst *inst)
{
    const struct mir_operand *operands = inst->operands;
    switch (inst->op) {
    case MIR_P_COPY:
        if (!ra_hands_on(ra, inst))
            join(ra, &operands[0], &operands[1]);
        note_fixed(ra, &operands[0], &operands[1]);
        note_fixed(ra, &operands[1], &operands[0]);
        return;
    case MIR_P_PARALLEL_COPY:
        for (unsigned i = 0; i < inst->def_count; i++) {
            join(ra, &operands[i], &operands[inst->def_count + i]);
            pass_hint(ra, &operands[i], &operands[inst->def_count + i]);
        }
        return;
    case MIR_P_PHI:
    case MIR_P_LINEAR_PHI:
        for (unsigned i = 1; i < inst->operand_count; i++)
            if (!operands[i].is_undef && !lives_on(ra, inst, &operands[i]))
                join(ra, &operands[0], &operands[i]);
        return;
    case MIR_P_CREATE_VECTOR:
        note_vector(ra, inst);
        return;
    case MIR_P_SPLIT_VECTOR:
        if (operands[inst->def_count].kind == MIR_TEMP && operands[inst->def_count].is_kill)
            ra->hints[operands[inst->def_count].temp].part = operands[0].temp;
        return;
    default:
        if (mir_tied_def(inst) < inst->operand_count)
            join(ra, &operands[mir_tied_def(inst)], &operands[inst->tied - 1]);
    }
}

/* A mask may sit in VCC when it is defined and dies in one block with no other access to VCC
 * between, and a vector instruction defines or reads it. */
struct vcc_scan {
    uint32_t *born; /* per temp: VCC touches before it + 1; 0: not in this block */
    uint32_t touches;
};

static void
scan_inst(struct ra *ra, struct vcc_scan *scan, const struct sparse_set *out,
          const struct mir_inst *inst)
{
    bool vector = mir_is_valu(inst);
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *operand = &inst->operands[i];
        if (!mir_uses(inst, i) || !scan->born[operand->temp])
            continue;
        bool clean = scan->born[operand->temp] == scan->touches + 1;
        if (!clean)
            scan->born[operand->temp] = 0;
        if (!clean || !operand->is_kill || sparse_has(out, operand->temp))
            continue;
        ra->vcc_ok[operand->temp] |=
            vector || mir_is_valu(ra->function->temps.at[operand->temp].def);
    }
    struct mir_effects effects = mir_effects(ra->function->target, inst);
    if ((effects.reads | effects.writes) & MIR_SET_VCC || inst->op == MIR_P_ASM ||
        inst->op == MIR_P_CALL)
        scan->touches++;
    for (unsigned i = 0; i < inst->operand_count; i++) {
        uint32_t temp = inst->operands[i].temp;
        if (mir_defines(inst, i) && !mir_is_phi(inst) && inst->op != MIR_P_START &&
            inst->operands[i].reg_class == MIR_SGPR && inst->operands[i].dwords == 2 &&
            (ra->function->temps.at[temp].is_mask || vector))
            scan->born[temp] = scan->touches + 1;
    }
}

/* Unread carries and masks go to VCC too, unless it holds something as a fixed register. */
static void
mark_dead_masks(struct ra *ra, const struct mir_block *block)
{
    bool live = false;
    for (const struct mir_inst *inst = block->last; inst; inst = inst->prev) {
        for (unsigned i = 0; mir_is_valu(inst) && i < inst->operand_count; i++)
            if (!live && mir_defines(inst, i) && !ra->used[inst->operands[i].temp] &&
                inst->operands[i].reg_class == MIR_SGPR && inst->operands[i].dwords == 2)
                ra->vcc_ok[inst->operands[i].temp] = true;
        struct mir_effects effects = mir_effects(ra->function->target, inst);
        live = (live && !(effects.writes & MIR_SET_VCC)) || effects.reads & MIR_SET_VCC;
    }
}

void
ra_hints_init(struct ra *ra)
{
    uint32_t temps = ra->function->temps.count;
    ra->hints = ARENA_ARRAY(ra->arena, temps, struct ra_hint);
    ra->vcc_ok = ARENA_ARRAY(ra->arena, temps, bool);
    for (uint32_t i = 0; i < temps; i++)
        ra->hints[i] = (struct ra_hint){i, GCN_NO_REG, 0, 0, GCN_NO_REG, 0};
    struct vcc_scan scan = {ARENA_ARRAY(ra->arena, temps, uint32_t), 0};
    mir_foreach_block (block, ra->function) {
        scan.touches++; /* no mask lives in VCC from one block to the next */
        mir_foreach_inst (inst, block) {
            note_inst(ra, inst);
            scan_inst(ra, &scan, &ra->live->out[block->id], inst);
        }
        mark_dead_masks(ra, block);
    }
}

static bool
usable(struct ra *ra, const struct ra_file *file, uint32_t temp, unsigned reg)
{
    const struct mir_temp *info = &ra->function->temps.at[temp];
    unsigned base = info->reg_class == MIR_VGPR ? GCN_VGPR0 : 0;
    if (reg == GCN_NO_REG || reg < base ||
        reg % mir_alignment(ra->function->target, info->reg_class, info->dwords))
        return false;
    return reg + info->dwords <= base + ra->limit[info->reg_class] &&
           ra_is_free(file, reg, info->dwords) && !ra_is_avoided(ra, temp, reg, info->dwords);
}

/* Sends the part of a vector to where the whole will find room. */
static void
want(struct ra *ra, uint32_t vector, unsigned reg)
{
    unsigned dwords = ra->function->temps.at[vector].dwords;
    for (unsigned i = 0; i < dwords; i++)
        if (!ra->wanted.owner[reg + i])
            ra->wanted.owner[reg + i] = vector;
}

/* Releases the wanted registers: the vector has been put together. */
static void
hint_fulfilled(struct ra *ra, uint32_t vector)
{
    unsigned reg = ra->hints[vector].vector_reg;
    unsigned dwords = ra->function->temps.at[vector].dwords;
    for (unsigned i = 0; reg + dwords <= RA_REGS && i < dwords; i++)
        if (ra->wanted.owner[reg + i] == vector)
            ra->wanted.owner[reg + i] = 0;
}

/* What goes round a loop had best be made where the loop begins with it, and what comes to where ways
 * meet, where other ways have put it. */
static void
want_for_phi(struct ra *ra, const struct mir_block *block, const struct mir_inst *phi,
             const struct mir_operand *use)
{
    const struct mir_operand *def = &phi->operands[0];
    unsigned reg = ra->done[phi->block->id] || phi->block == block
                       ? def->reg
                       : ra->hints[group_of(ra, def->temp)].group_reg;
    if (reg == GCN_NO_REG || use->kind != MIR_TEMP || use->is_undef ||
        ra->function->temps.at[use->temp].def->block != block ||
        ra->hints[use->temp].vector_reg != GCN_NO_REG)
        return;
    ra->hints[use->temp].vector_reg = (uint16_t)reg;
    want(ra, use->temp, reg);
}

void
ra_hint_block(struct ra *ra, const struct mir_block *block)
{
    for (unsigned c = 0; c < 2; c++) {
        struct mir_blocks succs = mir_succs(block, (enum mir_class)c);
        for (unsigned i = 0; i < succs.count; i++) {
            struct mir_block *succ = succs.at[i];
            struct mir_blocks preds = mir_preds(succ, (enum mir_class)c);
            unsigned pred = 0;
            while (preds.at[pred] != block)
                pred++;
            for (struct mir_inst *phi = succ->first; phi && mir_is_phi(phi); phi = phi->next)
                if ((phi->op == MIR_P_PHI) == (c == MIR_VGPR))
                    want_for_phi(ra, block, phi, &phi->operands[pred + 1]);
        }
    }
}

static unsigned
vector_hint(struct ra *ra, const struct ra_file *file, uint32_t temp)
{
    struct ra_hint *hint = &ra->hints[temp];
    struct ra_hint *whole = &ra->hints[hint->vector];
    const struct mir_temp *vector = &ra->function->temps.at[hint->vector];
    if (whole->vector_reg == GCN_NO_REG) {
        unsigned wish = ra->hints[group_of(ra, hint->vector)].group_reg;
        if (!usable(ra, file, hint->vector, wish))
            wish = ra_find(ra->function->target, file, &ra->wanted, vector->reg_class,
                           vector->dwords, ra->limit[vector->reg_class]);
        whole->vector_reg = (uint16_t)wish;
        if (wish != GCN_NO_REG)
            want(ra, hint->vector, wish);
    }
    return whole->vector_reg == GCN_NO_REG ? GCN_NO_REG : whole->vector_reg + hint->vector_at;
}

/* The register for a definition that takes over (a part of) an operand that dies here. */
static unsigned
inherited(struct ra *ra, const struct mir_inst *inst, uint32_t temp)
{
    unsigned at = 0;
    if (inst->op == MIR_P_SPLIT_VECTOR) {
        const struct mir_operand *use = &inst->operands[inst->def_count];
        for (unsigned i = 0; i < inst->def_count; i++) {
            if (inst->operands[i].temp == temp)
                return use->kind == MIR_TEMP ? ra->reg_of[use->temp] + at : GCN_NO_REG;
            at += inst->operands[i].dwords;
        }
    }
    if (inst->op == MIR_P_CREATE_VECTOR) {
        for (unsigned i = 1; i < inst->operand_count; i++) {
            const struct mir_operand *use = &inst->operands[i];
            if (use->kind == MIR_TEMP && use->is_kill &&
                use->reg_class == inst->operands[0].reg_class && ra->reg_of[use->temp] >= at)
                return ra->reg_of[use->temp] - at;
            at += use->dwords;
        }
    }
    return GCN_NO_REG;
}

unsigned
ra_hint(struct ra *ra, const struct ra_file *file, const struct mir_inst *inst, uint32_t temp)
{
    const struct mir_temp *info = &ra->function->temps.at[temp];
    if (ra->vcc_ok[temp] && ra_is_free(file, GCN_VCC_LO, 2))
        return GCN_VCC_LO;
    unsigned wishes[4] = {info->hint, ra->hints[group_of(ra, temp)].group_reg, GCN_NO_REG,
                          GCN_NO_REG};
    if (inst && inst->op == MIR_P_CREATE_VECTOR && ra->hints[temp].vector_reg != GCN_NO_REG &&
        usable(ra, file, temp, ra->hints[temp].vector_reg))
        return ra->hints[temp].vector_reg;
    if (inst)
        wishes[2] = inherited(ra, inst, temp);
    for (unsigned i = 0; i < 3; i++)
        if (usable(ra, file, temp, wishes[i]))
            return wishes[i];
    if (ra->hints[temp].part)
        wishes[3] = ra->hints[group_of(ra, ra->hints[temp].part)].group_reg;
    else if (ra->hints[temp].vector && info->dwords < 16)
        wishes[3] = vector_hint(ra, file, temp);
    return usable(ra, file, temp, wishes[3]) ? wishes[3] : GCN_NO_REG;
}

void
ra_hint_assigned(struct ra *ra, uint32_t temp, unsigned reg)
{
    struct ra_hint *root = &ra->hints[group_of(ra, temp)];
    if (reg == GCN_VCC_LO)
        return;
    unsigned dwords = ra->function->temps.at[temp].dwords;
    if (root->group_reg == GCN_NO_REG || ra_is_avoided(ra, temp, root->group_reg, dwords))
        root->group_reg = (uint16_t)reg;
    struct ra_hint *hint = &ra->hints[temp];
    if (hint->vector && ra->hints[hint->vector].vector_reg == GCN_NO_REG && reg >= hint->vector_at)
        ra->hints[hint->vector].vector_reg = (uint16_t)(reg - hint->vector_at);
    hint_fulfilled(ra, temp);
}

/* Where a block expects temps in registers (or phis in memory) and a predecessor ends differently,
 * code at the predecessor's end makes them agree.  Critical edges do not exist. */
#include "backend-gcn/regs/spill.h"

struct edge {
    struct spiller *s;
    struct mir_block *from, *to;
    unsigned pred;
    struct mir_inst *at; /* end of `from` */
};

static void
check_edge(const struct edge *edge)
{
    if (mir_succs(edge->from, edge->s->reg_class).count > 1)
        ice(edge->s->function->guard, "spill: critical edge b%u -> b%u", edge->from->id,
            edge->to->id);
}

static void
store_register(struct edge *edge, struct mir_operand value, uint32_t slot)
{
    check_edge(edge);
    edge->s->spills += value.dwords;
    mir_insert_at(edge->from, edge->at, spill_access(edge->s, MIR_P_SPILL, value, slot));
}

/* Slot to slot, a dword at a time through one register. */
static void
copy_slot(struct edge *edge, uint32_t from, uint32_t to, unsigned dwords)
{
    struct spiller *s = edge->s;
    check_edge(edge);
    for (unsigned k = 0; k < dwords; k++) {
        uint32_t temp = mir_temp_new(s->function, s->reg_class, 1);
        vec_push(s->arena, &s->variables, 0u);
        struct mir_operand value = mir_temp(s->function, temp);
        mir_insert_at(edge->from, edge->at, spill_access(s, MIR_P_RELOAD, value, from + k));
        mir_insert_at(edge->from, edge->at, spill_access(s, MIR_P_SPILL, value, to + k));
    }
    s->reloads += dwords;
    s->spills += dwords;
}

/* A constant operand of a phi in memory. */
static void
store_constant(struct edge *edge, uint32_t temp, uint32_t slot)
{
    struct spiller *s = edge->s;
    check_edge(edge);
    spill_reload(s, edge->from, edge->at, temp);
    store_register(edge, mir_temp(s->function, temp), slot);
}

static bool
feeds_other_phi(const struct spiller *s, const struct mir_block *block, const struct mir_inst *phi)
{
    uint32_t temp = phi->operands[0].temp;
    for (const struct mir_inst *other = block->first; other && mir_is_phi(other);
         other = other->next)
        for (unsigned i = 1;
             other != phi && other->op == spill_phi_op(s) && i < other->operand_count; i++)
            if (other->operands[i].temp == temp)
                return true;
    return false;
}

/* The slot that predecessors write: the phi's own, or a separate one where another phi of the block
 * still reads the old value on some edge. */
static uint32_t
incoming_slot(struct spiller *s, const struct mir_block *block, const struct mir_inst *phi,
              uint32_t *apart)
{
    uint32_t temp = phi->operands[0].temp, own = spill_slot(s, temp);
    if (!feeds_other_phi(s, block, phi))
        return own;
    uint32_t *next =
        s->reg_class == MIR_VGPR ? &s->function->vgpr_spill_slots : &s->function->sgpr_spill_slots;
    *apart = *next;
    *next += s->function->temps.at[temp].dwords;
    return *apart;
}

static bool
is_memory_phi(const struct spiller *s, const struct mir_inst *phi)
{
    return phi->op == spill_phi_op(s) && phi->operands[0].temp < s->temp_count &&
           s->memory_phi[phi->operands[0].temp];
}

static void
feed_memory_phi(struct edge *edge, const struct mir_operand *use, uint32_t slot)
{
    struct spiller *s = edge->s;
    if (use->is_undef)
        return;
    if (sparse_has(&s->exit[edge->from->id], use->temp)) {
        store_register(edge, mir_temp(s->function, use->temp), slot);
    } else if (s->remat[use->temp]) {
        store_constant(edge, use->temp, slot);
    } else {
        s->in_memory[use->temp] = true;
        if (spill_slot(s, use->temp) != slot)
            copy_slot(edge, spill_slot(s, use->temp), slot,
                      s->function->temps.at[use->temp].dwords);
    }
}

static void
reload_missing(struct edge *edge)
{
    struct spiller *s = edge->s;
    sparse_foreach (temp, &s->entry[edge->to->id]) {
        if (!sparse_has(&s->live->in[edge->to->id], temp) ||
            sparse_has(&s->exit[edge->from->id], temp))
            continue;
        check_edge(edge);
        spill_reload(s, edge->from, edge->at, temp);
        sparse_add(s->arena, &s->exit[edge->from->id], temp);
    }
    for (struct mir_inst *phi = edge->to->first; phi && mir_is_phi(phi); phi = phi->next) {
        const struct mir_operand *use = &phi->operands[edge->pred + 1];
        if (phi->op != spill_phi_op(s) || is_memory_phi(s, phi) || use->is_undef ||
            sparse_has(&s->exit[edge->from->id], use->temp))
            continue;
        check_edge(edge);
        spill_reload(s, edge->from, edge->at, use->temp);
        sparse_add(s->arena, &s->exit[edge->from->id], use->temp);
    }
}

/* At the block's start: copies from the separate slot to the phi's own. */
static void
settle_phi(struct spiller *s, struct mir_block *block, uint32_t apart, uint32_t temp)
{
    struct edge start = {
        .s = s, .from = block, .to = block, .at = mir_block_start(block, s->reg_class)};
    for (unsigned k = 0; k < s->function->temps.at[temp].dwords; k++) {
        uint32_t through = mir_temp_new(s->function, s->reg_class, 1);
        vec_push(s->arena, &s->variables, 0u);
        struct mir_operand value = mir_temp(s->function, through);
        mir_insert_at(block, start.at, spill_access(s, MIR_P_RELOAD, value, apart + k));
        mir_insert_at(block, start.at,
                      spill_access(s, MIR_P_SPILL, value, spill_slot(s, temp) + k));
    }
}

static void
join_block(struct spiller *s, struct mir_block *block)
{
    struct mir_blocks preds = mir_preds(block, s->reg_class);
    for (struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next) {
        if (!is_memory_phi(s, phi))
            continue;
        uint32_t apart = UINT32_MAX, slot = incoming_slot(s, block, phi, &apart);
        for (unsigned i = 0; i < preds.count; i++) {
            struct edge edge = {s, preds.at[i], block, i, mir_block_end(preds.at[i], s->reg_class)};
            feed_memory_phi(&edge, &phi->operands[i + 1], slot);
        }
        if (apart != UINT32_MAX)
            settle_phi(s, block, apart, phi->operands[0].temp);
    }
    for (unsigned i = 0; i < preds.count; i++) {
        struct edge edge = {s, preds.at[i], block, i, mir_block_end(preds.at[i], s->reg_class)};
        reload_missing(&edge);
    }
    mir_foreach_inst_safe (phi, block) {
        if (!mir_is_phi(phi))
            break;
        if (is_memory_phi(s, phi))
            mir_remove(phi);
    }
}

void
spill_edges(struct spiller *s)
{
    mir_foreach_block (block, s->function)
        if (mir_preds(block, s->reg_class).count > 1)
            join_block(s, block);
}

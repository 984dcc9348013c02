/* The walk: each block starts with a set of temps in registers, every use brings its temp in, and
 * when the limit is exceeded, the temp with the furthest next use is evicted (Belady). */
#include "backend-gcn/regs/spill.h"

#include <stdlib.h>
#include <string.h>

struct walk {
    struct spiller *s;
    struct mir_block *block;
    VEC(uint32_t) in; /* temps in registers: few, in no order */
    uint32_t *in_at;  /* per temp: its position there + 1, 0: not in a register */
    unsigned weight;
    uint32_t *next;        /* per temp: position of its next use in the block, SPILL_NEVER: none */
    uint32_t **next_after; /* per instruction position: per operand, the next use after it */
    uint32_t *exit;        /* per temp: cached exit distance + 1 of this block; 0: unknown */
    VEC(uint32_t) touched; /* temps whose next or exit is set */
    bool starting;         /* before s->ready */
};

static unsigned
weight_of(const struct spiller *s, uint32_t temp)
{
    return mir_weight(s->function, &s->function->temps.at[temp]);
}

static void
bring_in(struct walk *w, uint32_t temp)
{
    if (w->in_at[temp])
        return;
    vec_push(w->s->arena, &w->in, temp);
    w->in_at[temp] = w->in.count;
    w->weight += weight_of(w->s, temp);
}

static void
drop(struct walk *w, uint32_t temp)
{
    uint32_t at = w->in_at[temp];
    if (!at)
        return;
    uint32_t last = vec_pop(&w->in);
    w->in.at[at - 1] = last;
    w->in_at[last] = at;
    w->in_at[temp] = 0;
    w->weight -= weight_of(w->s, temp);
}

/* ---- next uses inside the block ---- */

static void
note_next(struct walk *w, uint32_t temp, uint32_t position)
{
    if (w->next[temp] == SPILL_NEVER && !w->exit[temp])
        vec_push(w->s->arena, &w->touched, temp);
    w->next[temp] = position;
}

static void
prepare_block(struct walk *w)
{
    vec_foreach (uint32_t, temp, &w->touched) {
        w->next[*temp] = SPILL_NEVER;
        w->exit[*temp] = 0;
    }
    w->touched.count = 0;
    uint32_t position = w->s->length[w->block->id];
    w->next_after = ARENA_ARRAY(w->s->arena, position + 1, uint32_t *);
    for (struct mir_inst *inst = w->block->last; inst; inst = inst->prev) {
        guard_poll(w->s->function->guard);
        position--;
        if (mir_is_phi(inst))
            continue;
        w->next_after[position] = ARENA_ARRAY(w->s->arena, inst->operand_count + 1u, uint32_t);
        for (unsigned i = 0; i < inst->operand_count; i++)
            if (inst->operands[i].kind == MIR_TEMP)
                w->next_after[position][i] = w->next[inst->operands[i].temp];
        for (unsigned i = 0; i < inst->operand_count; i++)
            if (mir_uses(inst, i) && !inst->operands[i].is_undef)
                note_next(w, inst->operands[i].temp, position);
    }
}

static uint32_t
distance(struct walk *w, uint32_t temp, uint32_t position)
{
    if (w->next[temp] != SPILL_NEVER)
        return w->next[temp] - position;
    if (!w->exit[temp]) {
        uint32_t exit = spill_exit_distance(w->s, w->block, temp);
        vec_push(w->s->arena, &w->touched, temp);
        w->exit[temp] = exit == SPILL_NEVER ? SPILL_NEVER : exit + 1;
    }
    if (w->exit[temp] == SPILL_NEVER)
        return SPILL_NEVER;
    return w->s->length[w->block->id] - position + w->exit[temp] - 1;
}

/* ---- eviction ---- */

static bool
is_protected(const struct walk *w, const struct mir_inst *inst, uint32_t temp)
{
    if (w->s->function->temps.at[temp].no_spill)
        return true;
    for (unsigned i = 0; inst && i < inst->operand_count; i++)
        if (inst->operands[i].kind == MIR_TEMP && inst->operands[i].temp == temp)
            return true;
    return false;
}

/* Evicts temps until `room` more fits; those that inst names stay. */
static void
make_room(struct walk *w, const struct mir_inst *inst, unsigned room, uint32_t position)
{
    unsigned limit = w->s->everything ? 0 : w->s->limit;
    while (!w->starting && w->weight + room > limit) {
        uint32_t victim = 0, furthest = 0;
        for (uint32_t i = 0; i < w->in.count; i++) {
            uint32_t temp = w->in.at[i];
            if (is_protected(w, inst, temp))
                continue;
            uint32_t here = distance(w, temp, position);
            /* Constants are rematerialised for less than a reload costs. */
            if (w->s->remat[temp] && here < SPILL_FAR)
                here += 64;
            if (!victim || here > furthest || (here == furthest && temp < victim)) {
                victim = temp;
                furthest = here;
            }
        }
        if (!victim)
            return; /* everything left is needed here */
        drop(w, victim);
    }
}

uint32_t
spill_slot(struct spiller *s, uint32_t temp)
{
    if (!s->slot[temp]) {
        uint32_t *next = s->reg_class == MIR_VGPR ? &s->function->vgpr_spill_slots
                                                  : &s->function->sgpr_spill_slots;
        s->slot[temp] = *next + 1;
        *next += s->function->temps.at[temp].dwords;
    }
    return s->slot[temp] - 1;
}

struct mir_inst *
spill_access(struct spiller *s, unsigned op, struct mir_operand value, uint32_t slot)
{
    struct mir_operand operands[3] = {value};
    unsigned count = 1;
    value.is_kill = value.is_fixed = false;
    operands[0] = value;
    if ((s->reg_class == MIR_VGPR || s->function->has_pages) && s->function->scratch_rsrc) {
        operands[count++] = mir_temp(s->function, s->function->scratch_rsrc);
        operands[count++] = mir_temp(s->function, s->function->scratch_offset);
    }
    struct mir_inst *inst =
        mir_inst_new(s->function, op, operands, count, op == MIR_P_RELOAD ? 1 : 0);
    inst->mods.imm = (int32_t)slot;
    inst->memory.is_scratch = true;
    inst->memory.size = (uint8_t)(value.dwords * 4);
    return inst;
}

static struct mir_inst *
rematerialise(struct spiller *s, uint32_t temp, struct mir_operand def)
{
    struct mir_inst *inst = mir_inst_clone(s->function, s->remat[temp]);
    inst->operands[0] = def;
    return inst;
}

void
spill_reload(struct spiller *s, struct mir_block *block, struct mir_inst *at, uint32_t temp)
{
    const struct mir_temp info = s->function->temps.at[temp];
    uint32_t again = mir_temp_new(s->function, (enum mir_class)info.reg_class, info.dwords);
    s->function->temps.at[again].is_mask = info.is_mask;
    vec_push(s->arena, &s->variables, temp);
    s->reloaded[temp] = true;
    struct mir_operand def = mir_temp(s->function, again);
    if (s->remat[temp]) {
        mir_insert_at(block, at, rematerialise(s, temp, def));
        return;
    }
    s->in_memory[temp] = true;
    s->reloads += info.dwords;
    mir_insert_at(block, at, spill_access(s, MIR_P_RELOAD, def, spill_slot(s, temp)));
}

/* ---- instructions ---- */

static unsigned
def_weight(const struct walk *w, const struct mir_inst *inst)
{
    unsigned weight = 0;
    for (unsigned i = 0; i < inst->operand_count; i++)
        if (mir_defines(inst, i) && spill_is_mine(w->s, inst->operands[i].temp))
            weight += weight_of(w->s, inst->operands[i].temp);
    if (inst->op == MIR_P_CALL)
        weight += mir_ending_arguments(inst, w->s->reg_class, NULL);
    return weight;
}

static void
walk_inst(struct walk *w, struct mir_inst *inst, uint32_t position)
{
    struct spiller *s = w->s;
    unsigned defs = def_weight(w, inst);
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *use = &inst->operands[i];
        if (!mir_uses(inst, i) || use->is_undef || !spill_is_mine(s, use->temp) ||
            w->in_at[use->temp])
            continue;
        spill_reload(s, w->block, inst, use->temp);
        bring_in(w, use->temp);
    }
    make_room(w, inst, mir_early_clobber(inst) ? defs : 0, position);
    for (unsigned i = 0; i < inst->operand_count; i++) {
        const struct mir_operand *use = &inst->operands[i];
        if (!mir_uses(inst, i) || use->is_undef || !spill_is_mine(s, use->temp))
            continue;
        w->next[use->temp] = w->next_after[position][i];
        if (use->is_kill)
            drop(w, use->temp);
    }
    if (defs)
        make_room(w, NULL, defs, position + 1);
    for (unsigned i = 0; i < inst->operand_count; i++) {
        uint32_t temp = inst->operands[i].temp;
        if (!mir_defines(inst, i) || !spill_is_mine(s, temp))
            continue;
        if (w->next[temp] != SPILL_NEVER || sparse_has(&s->live->out[w->block->id], temp))
            bring_in(w, temp);
    }
}

/* ---- block entries ---- */

struct candidate {
    uint32_t temp, distance, order; /* order: set by sorting */
};
typedef VEC(struct candidate) candidates;

static int
nearer_first(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

static void
sort_candidates(candidates *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        list->at[i].order = i;
    if (list->count)
        qsort(list->at, list->count, sizeof *list->at, nearer_first);
}

static bool
in_register_at_end(const struct spiller *s, const struct mir_block *pred, uint32_t temp)
{
    return sparse_has(&s->exit[pred->id], temp);
}

/* How many of the visited predecessors end with the value in a register? */
static unsigned
present(const struct spiller *s, struct mir_blocks preds, const struct mir_inst *phi, uint32_t temp)
{
    unsigned n = 0;
    for (unsigned i = 0; i < preds.count; i++) {
        const struct mir_operand *use = phi ? &phi->operands[i + 1] : NULL;
        if (s->done[preds.at[i]->id] &&
            ((use && use->is_undef) || in_register_at_end(s, preds.at[i], use ? use->temp : temp)))
            n++;
    }
    return n;
}

static uint32_t
phi_distance(struct walk *w, uint32_t temp)
{
    return distance(w, temp, 0);
}

static void
take_while_fits(struct walk *w, const candidates *list, unsigned limit)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (w->weight + weight_of(w->s, list->at[i].temp) <= limit ||
            w->s->function->temps.at[list->at[i].temp].no_spill)
            bring_in(w, list->at[i].temp);
}

/* The highest pressure in the loop of the header: contiguous in the layout. */
static unsigned
loop_pressure(const struct spiller *s, const struct mir_block *header)
{
    unsigned worst = 0;
    for (const struct mir_block *block = header; block && block->loop_depth >= header->loop_depth;
         block = block->next)
        if (s->pressure[block->id] > worst)
            worst = s->pressure[block->id];
    return worst;
}

/* Temps that the loop uses enter it in registers; those that only live through it do if there is
 * room even at its worst point. */
static void
enter_loop(struct walk *w, unsigned limit)
{
    struct spiller *s = w->s;
    candidates used = {0}, through = {0};
    unsigned through_weight = 0;
    for (struct mir_inst *phi = w->block->first; phi && mir_is_phi(phi); phi = phi->next)
        if (phi->op == spill_phi_op(s))
            vec_push(s->arena, &used,
                     (struct candidate){phi->operands[0].temp,
                                        phi_distance(w, phi->operands[0].temp), 0});
    vec_foreach (struct spill_distance, item, &s->at_entry[w->block->id]) {
        struct candidate candidate = {item->temp, item->distance, 0};
        if (s->remat[item->temp]) /* rematerialising it after the loop costs least */
            candidate.distance += SPILL_FAR;
        if (item->distance < SPILL_FAR) {
            vec_push(s->arena, &used, candidate);
        } else {
            vec_push(s->arena, &through, candidate);
            through_weight += weight_of(s, item->temp);
        }
    }
    sort_candidates(&used);
    sort_candidates(&through);
    take_while_fits(w, &used, limit);
    unsigned inside = loop_pressure(s, w->block);
    inside = inside > through_weight ? inside - through_weight : 0;
    unsigned room = limit > inside ? limit - inside : 0, taken = 0;
    for (uint32_t i = 0; i < through.count; i++) {
        unsigned weight = weight_of(s, through.at[i].temp);
        if ((taken + weight <= room && w->weight + weight <= limit) ||
            s->function->temps.at[through.at[i].temp].no_spill) {
            bring_in(w, through.at[i].temp);
            taken += weight;
        }
    }
}

/* Prefers temps that all predecessors have in registers, then those that some have. */
static void
enter_join(struct walk *w, struct mir_blocks preds, unsigned limit)
{
    struct spiller *s = w->s;
    candidates all = {0}, some = {0};
    for (struct mir_inst *phi = w->block->first; phi && mir_is_phi(phi); phi = phi->next) {
        if (phi->op != spill_phi_op(s))
            continue;
        uint32_t temp = phi->operands[0].temp;
        unsigned n = present(s, preds, phi, temp);
        struct candidate candidate = {temp, phi_distance(w, temp), 0};
        if (n == preds.count)
            vec_push(s->arena, &all, candidate);
        else
            vec_push(s->arena, &some, candidate);
    }
    vec_foreach (struct spill_distance, item, &s->at_entry[w->block->id]) {
        unsigned n = present(s, preds, NULL, item->temp);
        struct candidate candidate = {item->temp, item->distance, 0};
        if (n == preds.count)
            vec_push(s->arena, &all, candidate);
        else if (n)
            vec_push(s->arena, &some, candidate);
    }
    sort_candidates(&all);
    sort_candidates(&some);
    take_while_fits(w, &all, limit);
    take_while_fits(w, &some, limit);
}

static void
enter_block(struct walk *w)
{
    struct spiller *s = w->s;
    struct mir_blocks preds = mir_preds(w->block, s->reg_class);
    unsigned visited = 0;
    unsigned limit = s->everything ? 0 : s->limit;
    while (w->in.count)
        w->in_at[vec_pop(&w->in)] = 0;
    w->weight = 0;
    for (unsigned i = 0; i < preds.count; i++)
        visited += s->done[preds.at[i]->id];
    if (preds.count == 1 && visited == 1) {
        sparse_foreach (temp, &s->exit[preds.at[0]->id])
            if (sparse_has(&s->live->in[w->block->id], temp))
                bring_in(w, temp);
    } else if (visited < preds.count) {
        enter_loop(w, limit);
    } else if (preds.count) {
        enter_join(w, preds, limit);
    }
    for (struct mir_inst *phi = w->block->first; phi && mir_is_phi(phi); phi = phi->next)
        if (phi->op == spill_phi_op(s) && !w->in_at[phi->operands[0].temp])
            s->memory_phi[phi->operands[0].temp] = s->in_memory[phi->operands[0].temp] = true;
    vec_foreach (uint32_t, temp, &w->in)
        sparse_add(s->arena, &s->entry[w->block->id], *temp);
}

static void
walk_block(struct walk *w, struct mir_block *block)
{
    struct spiller *s = w->s;
    w->block = block;
    prepare_block(w);
    enter_block(w);
    uint32_t position = 0;
    w->starting = block == s->function->entry && s->ready;
    for (struct mir_inst *inst = block->first, *next; inst; inst = next, position++) {
        next = inst->next;
        guard_poll(w->s->function->guard);
        w->starting &= inst != s->ready;
        if (!mir_is_phi(inst))
            walk_inst(w, inst, position);
    }
    sparse_foreach (temp, &s->live->out[block->id])
        if (w->in_at[temp])
            sparse_append(s->arena, &s->exit[block->id], temp);
    s->done[block->id] = true;
}

/* The definition if it is one instruction without inputs, else NULL. */
static struct mir_inst *
cheap_definition(struct mir_inst *def)
{
    switch (def ? def->op : 0) {
    case GCN_v_mov_b32:
    case GCN_s_mov_b32:
    case GCN_s_mov_b64:
    case MIR_P_COPY:
        return def->operands[0].kind == MIR_TEMP && def->operands[1].kind == MIR_CONST &&
                       !def->mods.has_dpp && !def->mods.has_sdwa
                   ? def
                   : NULL;
    case GCN_s_movk_i32:
        return def;
    default:
        return NULL;
    }
}

static void
measure_pressure(struct spiller *s)
{
    s->pressure = ARENA_ARRAY(s->arena, s->function->block_count, uint32_t);
    struct bitset live = bitset_new(s->arena, s->temp_count);
    mir_foreach_block (block, s->function) {
        uint32_t now = 0, worst;
        sparse_foreach (temp, &s->live->out[block->id]) {
            bitset_add(&live, temp);
            now += spill_is_mine(s, temp) ? weight_of(s, temp) : 0;
        }
        worst = now;
        for (struct mir_inst *inst = block->last; inst; inst = inst->prev) {
            guard_poll(s->function->guard);
            for (unsigned i = 0; i < inst->operand_count; i++) {
                uint32_t temp = inst->operands[i].temp;
                if (!mir_defines(inst, i) || !spill_is_mine(s, temp) || !bitset_has(&live, temp))
                    continue;
                bitset_remove(&live, temp);
                now -= weight_of(s, temp);
            }
            for (unsigned i = 0; !mir_is_phi(inst) && i < inst->operand_count; i++) {
                uint32_t temp = inst->operands[i].temp;
                if (!mir_uses(inst, i) || inst->operands[i].is_undef || !spill_is_mine(s, temp) ||
                    bitset_has(&live, temp))
                    continue;
                bitset_add(&live, temp);
                now += weight_of(s, temp);
            }
            worst = now > worst ? now : worst;
        }
        s->pressure[block->id] = worst;
        sparse_foreach (temp, &s->live->out[block->id])
            bitset_remove(&live, temp);
        sparse_foreach (temp, &s->live->in[block->id])
            bitset_remove(&live, temp);
    }
}

/* Where the store of a definition goes: after it, or after all phis; the launch's registers are
 * stored only once scratch is set up. */
static struct mir_inst *
after_definition(struct spiller *s, struct mir_inst *def)
{
    if (mir_is_phi(def))
        return mir_block_start(def->block, s->reg_class);
    struct mir_inst *at = def->next;
    if (def->op != MIR_P_START || (s->reg_class == MIR_SGPR && !s->function->has_pages))
        return at;
    for (struct mir_inst *inst = at; inst; inst = inst->next) {
        bool ready = mir_effects(s->function->target, inst).writes & MIR_SET_FLAT_SCRATCH;
        for (unsigned i = 0; i < inst->operand_count; i++)
            ready |= mir_defines(inst, i) && inst->operands[i].temp &&
                     (inst->operands[i].temp == s->function->scratch_rsrc ||
                      inst->operands[i].temp == s->function->scratch_offset);
        if (ready)
            at = inst->next;
    }
    return at;
}

static void
store_definitions(struct spiller *s)
{
    for (uint32_t temp = 1; temp < s->temp_count; temp++) {
        if (!s->in_memory[temp] || s->memory_phi[temp] || !spill_is_mine(s, temp))
            continue;
        struct mir_inst *def = s->function->temps.at[temp].def;
        struct mir_block *block = def->block;
        s->spills += s->function->temps.at[temp].dwords;
        mir_insert_at(
            block, after_definition(s, def),
            spill_access(s, MIR_P_SPILL, mir_temp(s->function, temp), spill_slot(s, temp)));
    }
}

static void
find_definitions(struct spiller *s)
{
    mir_foreach_block (block, s->function)
        mir_foreach_inst (inst, block)
            for (unsigned i = 0; i < inst->operand_count; i++)
                if (mir_defines(inst, i))
                    s->function->temps.at[inst->operands[i].temp].def = inst;
    for (uint32_t temp = 1; temp < s->temp_count; temp++)
        if (spill_is_mine(s, temp))
            s->remat[temp] = cheap_definition(s->function->temps.at[temp].def);
}

void
spill_class(struct spiller *s)
{
    uint32_t blocks = s->function->block_count;
    s->temp_count = s->function->temps.count;
    s->entry = ARENA_ARRAY(s->arena, blocks, struct sparse_set);
    s->exit = ARENA_ARRAY(s->arena, blocks, struct sparse_set);
    s->done = ARENA_ARRAY(s->arena, blocks, bool);
    s->in_memory = ARENA_ARRAY(s->arena, s->temp_count, bool);
    s->memory_phi = ARENA_ARRAY(s->arena, s->temp_count, bool);
    s->reloaded = ARENA_ARRAY(s->arena, s->temp_count, bool);
    s->slot = ARENA_ARRAY(s->arena, s->temp_count, uint32_t);
    s->remat = ARENA_ARRAY(s->arena, s->temp_count, struct mir_inst *);
    find_definitions(s);
    struct mir_inst *start = s->function->entry->first;
    if (start && start->op == MIR_P_START)
        s->ready = after_definition(s, start);
    spill_measure(s);
    measure_pressure(s);
    struct walk walk = {.s = s, .in_at = ARENA_ARRAY(s->arena, s->temp_count, uint32_t)};
    walk.next = ARENA_ARRAY(s->arena, s->temp_count, uint32_t);
    walk.exit = ARENA_ARRAY(s->arena, s->temp_count, uint32_t);
    memset(walk.next, 0xFF, s->temp_count * sizeof *walk.next);
    mir_foreach_block (block, s->function)
        walk_block(&walk, block);
    spill_edges(s);
    store_definitions(s);
    spill_repair(s);
}

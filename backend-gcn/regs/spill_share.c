/* Spilled values that are never needed at the same time share slots.
 *
 * A slot's value lives from its spill to its last reload, along the graph of its class: diverging
 * lanes have scratch of their own, while scalars are in lanes of VGPRs for the whole wave.  Dwords
 * that one access touches stay together as a web; a web that is live where another is written gets
 * other slots, the lowest free ones in the order of appearance (greedy colouring).
 *
 *     p_spill %v7, slot 0;  ...  p_reload slot 0;  p_spill %v9, slot 1;  ...  p_reload slot 1
 *
 * needs slot 0 alone: the first value is not reloaded again after the second is spilled. */
#include "backend-gcn/regs/spill.h"
#include "support/limit.h"

struct share {
    struct arena *arena;
    struct mir_function *function;
    enum mir_class reg_class;
    uint32_t slots, webs;
    uint32_t *web_of; /* slot -> web */
    uint32_t *first;  /* web -> its first slot before, afterwards */
    uint32_t *now;
    uint32_t *dwords;     /* web -> length */
    struct bitset *live;  /* by block id: webs live at its start */
    struct bitset *apart; /* web -> webs that must be elsewhere */
};

static bool
is_access(const struct share *s, const struct mir_inst *inst)
{
    return (inst->op == MIR_P_SPILL || inst->op == MIR_P_RELOAD) &&
           inst->operands[0].reg_class == s->reg_class;
}

static uint32_t
web_at(const struct share *s, const struct mir_inst *inst)
{
    return s->web_of[inst->mods.imm];
}

/* joined[slot]: an access covers this slot and the one before.  A slot that is not joined begins a
 * web: with accesses of 2 dwords at 0 and 1 and of one at 3 the webs are 0..2 and 3. */
static void
find_webs(struct share *s)
{
    bool *joined = ARENA_ARRAY(s->arena, s->slots + 1, bool);
    mir_foreach_block (block, s->function) {
        mir_foreach_inst (inst, block) {
            for (unsigned k = 1; is_access(s, inst) && k < inst->operands[0].dwords; k++)
                joined[(uint32_t)inst->mods.imm + k] = true;
        }
    }
    s->web_of = ARENA_ARRAY(s->arena, s->slots + 1, uint32_t);
    s->first = ARENA_ARRAY(s->arena, s->slots + 1, uint32_t);
    s->dwords = ARENA_ARRAY(s->arena, s->slots + 1, uint32_t);
    for (uint32_t slot = 0; slot < s->slots; slot++) {
        if (!joined[slot])
            s->first[s->webs++] = slot;
        s->web_of[slot] = s->webs - 1;
        s->dwords[s->webs - 1]++;
    }
}

/* ---- liveness ---- */

static void
live_out(const struct share *s, const struct mir_block *block, struct bitset *live)
{
    struct mir_blocks succs = mir_succs(block, s->reg_class);
    bitset_clear(live);
    for (unsigned i = 0; i < succs.count; i++)
        bitset_union(live, &s->live[succs.at[i]->id]);
}

/* Steps upwards over one access: a reload makes its web live, a spill of the whole web ends that.
 * A spill of some dwords leaves the others as they were, so the web stays live. */
static void
step(const struct share *s, const struct mir_inst *inst, struct bitset *live)
{
    uint32_t web = web_at(s, inst);
    if (inst->op == MIR_P_RELOAD)
        bitset_add(live, web);
    else if (inst->operands[0].dwords == s->dwords[web])
        bitset_remove(live, web);
}

/* The usual backward problem: sets grow until nothing changes.  Blocks from the last to the first,
 * against the flow, so that most of a graph without loops is done in one iteration. */
static void
find_live(struct share *s)
{
    struct bitset live = bitset_new(s->arena, s->webs);
    s->live = ARENA_ARRAY(s->arena, s->function->block_count, struct bitset);
    mir_foreach_block (block, s->function)
        s->live[block->id] = bitset_new(s->arena, s->webs);
    for (bool changed = true; changed;) {
        changed = false;
        for (struct mir_block *block = s->function->last_block; block; block = block->prev) {
            guard_poll(s->function->guard);
            live_out(s, block, &live);
            for (struct mir_inst *inst = block->last; inst; inst = inst->prev)
                if (is_access(s, inst))
                    step(s, inst, &live);
            changed |= bitset_union(&s->live[block->id], &live);
        }
    }
}

/* ---- slots ---- */

/* Two webs conflict where one is written while the other is live (Chaitin): looking at spills is
 * enough because a web is live only after one.  This also makes each web conflict with itself,
 * which free_place ignores. */
static void
find_conflicts(struct share *s)
{
    struct bitset live = bitset_new(s->arena, s->webs);
    s->apart = ARENA_ARRAY(s->arena, s->webs, struct bitset);
    for (uint32_t web = 0; web < s->webs; web++)
        s->apart[web] = bitset_new(s->arena, s->webs);
    mir_foreach_block (block, s->function) {
        live_out(s, block, &live);
        for (struct mir_inst *inst = block->last; inst; inst = inst->prev) {
            if (!is_access(s, inst))
                continue;
            uint32_t web = web_at(s, inst);
            guard_poll(s->function->guard);
            if (inst->op == MIR_P_SPILL) {
                bitset_union(&s->apart[web], &live);
                bitset_foreach (other, &live)
                    bitset_add(&s->apart[other], web);
            }
            step(s, inst, &live);
        }
    }
}

/* The lowest slot at which the web fits between those that it conflicts with.  Webs with higher
 * numbers have no slots yet: they will avoid this one. */
static uint32_t
free_place(const struct share *s, uint32_t web, struct bitset *taken)
{
    bitset_clear(taken);
    bitset_foreach (other, &s->apart[web]) {
        for (uint32_t k = 0; other < web && k < s->dwords[other]; k++)
            bitset_add(taken, s->now[other] + k);
    }
    uint32_t place = 0;
    for (uint32_t k = 0; k < s->dwords[web];)
        if (bitset_has(taken, place + k)) { /* the web must start after this slot */
            place += k + 1;
            k = 0;
        } else {
            k++;
        }
    return place;
}

/* Returns how many slots are left in use. */
static uint32_t
place_webs(struct share *s)
{
    struct bitset taken = bitset_new(s->arena, s->slots + 1);
    uint32_t end = 0;
    s->now = ARENA_ARRAY(s->arena, s->webs, uint32_t);
    for (uint32_t web = 0; web < s->webs; web++) {
        guard_poll(s->function->guard);
        s->now[web] = free_place(s, web, &taken);
        if (s->now[web] + s->dwords[web] > end)
            end = s->now[web] + s->dwords[web];
    }
    return end;
}

void
spill_share(struct mir_function *function, enum mir_class reg_class)
{
    uint32_t *slots =
        reg_class == MIR_VGPR ? &function->vgpr_spill_slots : &function->sgpr_spill_slots;
    struct share s = {mir_pass_arena(function), function, reg_class, .slots = *slots};
    if (!s.slots)
        return;
    find_webs(&s);
    /* Their conflicts form a bit matrix of 2 MiB. */
    if (LIMIT_MET(function->guard, SPILL_WEBS, s.webs > LIMIT_SPILL_WEBS))
        return;
    find_live(&s);
    find_conflicts(&s);
    *slots = place_webs(&s);
    mir_foreach_block (block, function) {
        mir_foreach_inst (inst, block) {
            if (!is_access(&s, inst))
                continue;
            uint32_t web = web_at(&s, inst); /* the dword within the web stays */
            inst->mods.imm += (int32_t)s.now[web] - (int32_t)s.first[web];
        }
    }
}

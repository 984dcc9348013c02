/* What a loop hands from variable to variable, the last of them to be loaded for the next iteration, is handed on
 * before the load and not at the end of the iteration:
 *
 *     header: %v1 = p_phi %v11, %v2                header: %v1 = p_phi %v11, %v5
 *             %v2 = p_phi %v12, %v3                        %v2 = p_phi %v12, %v6
 *             %v3 = p_phi %v13, %v4                        %v3 = p_phi %v13, %v4
 *             ...                             ->           ...
 *                                                          %v5 = p_copy %v2
 *                                                          %v6 = p_copy %v3
 *             %v4 = global_load_dword ...                  %v4 = global_load_dword ...
 *
 * Each copy ends the life of its source, so the load may go to the register of its phi, where it has the time up
 * to its use in the next iteration to arrive.  At the end of the iteration it would have to arrive to be moved.  The same
 * holds for a phi that the iteration still uses after the load that replaces it: those uses read a copy.  What has
 * arrived at the end of the iteration in any case is moved there.
 *
 * The pass only copies, and a copy takes its source's place: it costs no register.  A phi that something reads
 * behind the load on another way, too, would live on, and stays as it is. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_build.h"
#include "backend-gcn/mir/mir_effects.h"

/* A phi of a loop's header. */
struct header_phi {
    struct mir_inst *phi;
    struct mir_inst *load; /* what the chain of phis that starts here ends with; NULL: no load */
    uint32_t next;         /* temp: what it is in the next iteration */
    const struct mir_block *latch;
    uint32_t length;   /* of the chain */
    bool is_live;      /* there are uses after the load ... */
    bool is_handed_on; /* ... by other phis */
    bool stays;        /* not all of them can read a copy */
};

struct phi_use {
    struct mir_inst *inst;
    uint32_t phi; /* index */
    unsigned operand;
};

struct rotations {
    struct arena *arena;
    struct mir_function *function;
    VEC(struct header_phi) phis;
    VEC(struct phi_use) uses;
    uint32_t *phi_of;          /* temp -> index + 1 */
    uint32_t *place;           /* of blocks, in the layout */
    uint32_t *phi_count;       /* by block */
    struct dominators *dom[2]; /* by class; NULL: not asked for yet */
    struct bitset behind;      /* blocks behind ... */
    const struct mir_block *behind_block, *behind_header;
    enum mir_class
        behind_class; /* ... that block in an iteration of that loop, on the graph of that class */
};

enum queue { NO_LOAD, VECTOR, LOCAL, SCALAR };

static enum queue
queue_of(const struct mir_inst *inst)
{
    if (mir_is_pseudo(inst))
        return NO_LOAD;
    enum gcn_cost cost = (enum gcn_cost)gcn_op_info[inst->op].cost;
    if (cost == GCN_COST_VMEM_LOAD)
        return VECTOR;
    if (cost == GCN_COST_SMEM)
        return SCALAR;
    return cost >= GCN_COST_LDS_2 && cost <= GCN_COST_LDS_10 ? LOCAL : NO_LOAD;
}

/* The load that the temp is, or is a part of; NULL: it is none. */
static struct mir_inst *
load_of(const struct rotations *r, uint32_t temp)
{
    struct mir_inst *def = r->function->temps.at[temp].def;
    if (def && def->op == MIR_P_SPLIT_VECTOR && mir_uses(def, def->def_count))
        def = r->function->temps.at[def->operands[def->def_count].temp].def;
    return def && queue_of(def) != NO_LOAD ? def : NULL;
}

static enum mir_class
class_of(const struct mir_inst *phi)
{
    return phi->op == MIR_P_PHI ? MIR_VGPR : MIR_SGPR;
}

/* ---- phis and chains ---- */

static void
add_phi(struct rotations *r, struct mir_inst *phi)
{
    struct mir_blocks preds = mir_preds(phi->block, class_of(phi));
    uint32_t header = r->place[phi->block->id];
    if (preds.count != 2)
        return;
    unsigned latch = r->place[preds.at[1]->id] >= header ? 1 : 0;
    const struct mir_operand *next = &phi->operands[latch + 1];
    if (r->place[preds.at[latch]->id] < header || !mir_uses(phi, latch + 1) || next->is_undef)
        return;
    vec_push(r->arena, &r->phis,
             (struct header_phi){.phi = phi, .next = next->temp, .latch = preds.at[latch]});
    r->phi_count[phi->block->id]++;
}

/* Follows the chain from the phi to a load of the same iteration. */
static void
find_chain(struct rotations *r, struct header_phi *start)
{
    const struct mir_block *header = start->phi->block;
    const struct header_phi *at = start;
    for (uint32_t length = 1; length <= r->phi_count[header->id]; length++) {
        uint32_t next = r->phi_of[at->next];
        if (!next) {
            struct mir_inst *load = load_of(r, at->next);
            if (load && load->block->loop_depth == header->loop_depth &&
                r->place[load->block->id] >= r->place[header->id]) {
                start->load = load;
                start->length = length;
            }
            return;
        }
        at = &r->phis.at[next - 1];
        if (at->phi->block != header || at->phi->op != start->phi->op)
            return;
    }
}

/* Is there something that is handed on? */
static bool
find_phis(struct rotations *r)
{
    uint32_t count = 0;
    bool any = false;
    r->place = ARENA_ARRAY(r->arena, r->function->block_count, uint32_t);
    r->phi_count = ARENA_ARRAY(r->arena, r->function->block_count, uint32_t);
    mir_foreach_block (block, r->function)
        r->place[block->id] = count++;
    mir_foreach_block (block, r->function)
        for (struct mir_inst *phi = block->first; phi && mir_is_phi(phi); phi = phi->next)
            if (block->is_loop_header)
                add_phi(r, phi);
    for (uint32_t i = 0; i < r->phis.count && !any; i++)
        any = load_of(r, r->phis.at[i].next) != NULL;
    if (!any)
        return false;
    r->phi_of = ARENA_ARRAY(r->arena, r->function->temps.count, uint32_t);
    for (uint32_t i = 0; i < r->phis.count; i++)
        r->phi_of[r->phis.at[i].phi->operands[0].temp] = i + 1;
    vec_foreach (struct header_phi, phi, &r->phis)
        find_chain(r, phi);
    return true;
}

/* ---- uses ---- */

/* Does the instruction wait for the load, or for one that was issued later and comes behind it? */
static bool
waits_for(const struct rotations *r, const struct mir_inst *inst, const struct mir_inst *load)
{
    enum queue queue = queue_of(load);
    if (inst->op == GCN_s_waitcnt) {
        unsigned vm, exp, lgkm;
        gcn_waitcnt_decode(r->function->target, (uint16_t)inst->mods.imm, &vm, &exp, &lgkm);
        return (queue == VECTOR ? vm : lgkm) == 0;
    }
    for (unsigned i = 0; inst->op != MIR_P_SPLIT_VECTOR && i < inst->operand_count; i++) {
        const struct mir_inst *other =
            mir_uses(inst, i) ? load_of(r, inst->operands[i].temp) : NULL;
        if (other && other->block == load->block && other->id >= load->id &&
            queue_of(other) == queue)
            return true;
    }
    return false;
}

/* Has what the chain ends with arrived at the end of the iteration in any case? */
static bool
has_arrived(const struct rotations *r, const struct header_phi *phi)
{
    for (const struct mir_inst *inst = phi->load->next; inst; inst = inst->next)
        if (waits_for(r, inst, phi->load))
            return true;
    const struct mir_inst *inst = phi->latch == phi->load->block ? NULL : phi->latch->first;
    for (; inst; inst = inst->next)
        if (!mir_is_phi(inst) && waits_for(r, inst, phi->load))
            return true;
    return false;
}

/* Are there stores behind the load, up to the end of the iteration?  They are counted with the loads; what has been
 * loaded before the first iteration cannot be waited for without them. */
static bool
has_stores(const struct header_phi *phi)
{
    const struct mir_block *block = phi->load->block;
    for (const struct mir_inst *inst = phi->load->next; block; inst = block ? block->first : NULL) {
        for (; inst; inst = inst->next)
            if (!mir_is_pseudo(inst) && gcn_op_info[inst->op].cost == GCN_COST_VMEM_STORE)
                return true;
        block = block == phi->latch ? NULL : block->next;
    }
    return false;
}

static bool
dominates_use(struct rotations *r, enum mir_class reg_class, const struct mir_block *at,
              const struct mir_block *use)
{
    if (!r->dom[reg_class])
        r->dom[reg_class] = mir_dominators(r->arena, r->function, reg_class == MIR_SGPR);
    return mir_dominates(r->dom[reg_class], at, use);
}

/* Where the operand is read; of a phi: at whose end. */
static const struct mir_block *
use_block(const struct mir_inst *inst, unsigned operand)
{
    return mir_is_phi(inst) ? mir_preds(inst->block, class_of(inst)).at[operand - 1] : inst->block;
}

/* Is the load that the phi is replaced by on every way to the use? */
static bool
is_behind(struct rotations *r, const struct header_phi *phi, const struct mir_inst *inst,
          unsigned operand)
{
    const struct mir_block *block = use_block(inst, operand);
    if (block == phi->load->block)
        return mir_is_phi(inst) || inst->id > phi->load->id;
    return dominates_use(r, class_of(phi->phi), phi->load->block, block);
}

static void
find_behind(struct rotations *r, const struct header_phi *phi)
{
    VEC(const struct mir_block *) work = {0};
    r->behind = bitset_new(r->arena, r->function->block_count);
    r->behind_block = phi->load->block;
    r->behind_header = phi->phi->block;
    r->behind_class = class_of(phi->phi);
    vec_push(r->arena, &work, phi->load->block);
    while (work.count) {
        struct mir_blocks succs = mir_succs(vec_pop(&work), r->behind_class);
        for (unsigned i = 0; i < succs.count; i++) {
            if (succs.at[i] == r->behind_header || bitset_has(&r->behind, succs.at[i]->id))
                continue;
            bitset_add(&r->behind, succs.at[i]->id);
            vec_push(r->arena, &work, succs.at[i]);
        }
    }
}

/* May the use, which other ways lead to, too, come behind the load in the same iteration? */
static bool
may_follow(struct rotations *r, const struct header_phi *phi, const struct mir_inst *inst,
           unsigned operand)
{
    if (r->behind_block != phi->load->block || r->behind_header != phi->phi->block ||
        r->behind_class != class_of(phi->phi))
        find_behind(r, phi);
    return bitset_has(&r->behind, use_block(inst, operand)->id);
}

static void
number_insts(struct rotations *r)
{
    uint32_t count = 0;
    mir_foreach_block (block, r->function)
        mir_foreach_inst (inst, block)
            inst->id = count++;
}

static void
note_use(struct rotations *r, struct mir_inst *inst, unsigned operand)
{
    if (!mir_uses(inst, operand) || inst->operands[operand].is_undef)
        return;
    uint32_t index = r->phi_of[inst->operands[operand].temp];
    struct header_phi *phi = index ? &r->phis.at[index - 1] : NULL;
    if (!phi || !phi->load)
        return;
    if (!is_behind(r, phi, inst, operand)) {
        phi->stays |= may_follow(r, phi, inst, operand);
        return;
    }
    vec_push(r->arena, &r->uses, (struct phi_use){inst, index - 1, operand});
    phi->is_live = true;
    phi->is_handed_on |= mir_is_phi(inst);
}

/* Does the phi keep its place, or one that the value comes from? */
static bool
chain_stays(const struct rotations *r, const struct header_phi *phi)
{
    for (uint32_t left = phi->length; left > 1 && !phi->stays; left--)
        phi = &r->phis.at[r->phi_of[phi->next] - 1];
    return phi->stays;
}

static void
find_uses(struct rotations *r)
{
    number_insts(r);
    vec_foreach (struct header_phi, phi, &r->phis)
        if (phi->load && has_arrived(r, phi))
            phi->load = NULL;
    mir_foreach_block (block, r->function)
        mir_foreach_inst (inst, block)
            for (unsigned i = 0; i < inst->operand_count; i++)
                note_use(r, inst, i);
    vec_foreach (struct header_phi, phi, &r->phis)
        if (phi->is_live &&
            (chain_stays(r, phi) || (!phi->is_handed_on && phi->length == 1 && has_stores(phi))))
            phi->is_live = false;
}

/* ---- copies ---- */

/* The copy's temp. */
static uint32_t
copy_before(struct rotations *r, const struct header_phi *phi)
{
    struct mir_operand def = phi->phi->operands[0];
    uint32_t temp = mir_temp_new(r->function, (enum mir_class)def.reg_class, def.dwords);
    r->function->temps.at[temp].is_mask = r->function->temps.at[def.temp].is_mask;
    struct mir_operand pair[2] = {mir_temp(r->function, temp), mir_temp(r->function, def.temp)};
    struct mir_inst *copy = mir_inst_new(r->function, MIR_P_COPY, pair, 2, 1), *at = phi->load;
    while (at->no_reorder && at->prev && !mir_is_phi(at->prev))
        at = at->prev;
    copy->loc = at->loc;
    r->function->temps.at[temp].def = copy;
    mir_insert_before(at, copy);
    return temp;
}

/* Longer chains come first: the copy of what the next phi holds takes the register that is left. */
static bool
make_copies(struct rotations *r)
{
    uint32_t longest = 0;
    uint32_t *copy_of = ARENA_ARRAY(r->arena, r->phis.count, uint32_t);
    vec_foreach (struct header_phi, phi, &r->phis)
        longest = phi->length > longest && phi->is_live ? phi->length : longest;
    for (uint32_t length = longest; length > 0; length--)
        for (uint32_t i = 0; i < r->phis.count; i++)
            if (r->phis.at[i].length == length && r->phis.at[i].is_live)
                copy_of[i] = copy_before(r, &r->phis.at[i]);
    vec_foreach (struct phi_use, use, &r->uses)
        if (copy_of[use->phi])
            use->inst->operands[use->operand].temp = copy_of[use->phi];
    return longest != 0;
}

bool
opt_rotations(struct mir_function *function, const struct backend_options *options)
{
    (void)options;
    struct rotations r = {.arena = mir_pass_arena(function), .function = function};
    if (!find_phis(&r))
        return false;
    find_uses(&r);
    return make_copies(&r);
}

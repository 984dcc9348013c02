/* Accesses through generic pointers where no instruction makes them (IR_LACKS_GENERIC): the upper half of
 * the address says where it leads, as the apertures of amd_queue_t have it (2017 guide, Address
 * Spaces; docs/abi.md).  Spaces of which the kernel makes no generic pointer are not asked for.
 *
 *   %2 = load i32 %1      ->   cbr (high half of %1 is the aperture of LDS), b1, b2
 *                              b1: a load of p.local    b2: a load of p.global
 *                              b3: phi */
#include "midend/pass.h"

#include "midend/ir/ir_build.h"

enum { GROUP_APERTURE = 0x40, PRIVATE_APERTURE = 0x44 }; /* high halves, in amd_queue_t */

struct lowering {
    struct ir_function *function;
    bool from_local, from_private; /* can generic pointers lead there? */
    ir_id local, private;          /* high halves of addresses there; 0: not loaded yet */
};

/* Pointers that come from elsewhere may lead anywhere. */
static void
find_sources(struct lowering *l)
{
    bool is_whole = l->function->is_kernel;
    ir_foreach_block (block, l->function)
        ir_foreach_inst (inst, block) {
            is_whole &= inst->op != IR_OP_call;
            if (inst->op != IR_OP_addrspacecast || inst->type != IR_P_GENERIC)
                continue;
            enum ir_type from = ir_type_of(l->function, inst->args[0].value);
            l->from_local |= from == IR_P_LOCAL;
            l->from_private |= from == IR_P_PRIVATE;
        }
    l->from_local |= !is_whole;
    l->from_private |= !is_whole;
}

static ir_id
aperture(struct lowering *l, ir_id *known, int64_t offset)
{
    if (!*known) {
        struct ir_inst *first = ir_first_after_phis(l->function->entry);
        struct ir_builder b = {l->function, l->function->entry, first, first->loc};
        ir_id queue = ir_build(&b, IR_OP_queue_ptr, IR_P_CONSTANT, 1, NULL, 0)->def;
        struct ir_inst *load = ir_build_load(&b, IR_I32, 1, ir_build_offset(&b, queue, offset), 4);
        load->memory.is_invariant = true;
        *known = load->def;
    }
    return *known;
}

static bool
is_generic_access(const struct ir_function *function, const struct ir_inst *inst)
{
    return (inst->op == IR_OP_load || inst->op == IR_OP_store || inst->op == IR_OP_atomic ||
            inst->op == IR_OP_cmpxchg) &&
           ir_type_of(function, inst->args[0].value) == IR_P_GENERIC;
}

/* The access in that space, in a block of its own that goes on at `rest`; its first result. */
static ir_id
access_in(struct lowering *l, struct ir_inst *inst, struct ir_block *block, struct ir_block *rest,
          enum ir_type space)
{
    struct ir_builder b = {l->function, block, NULL, inst->loc};
    ir_id pointer = inst->args[0].value;
    ir_id args[1 + 16];
    for (uint32_t i = 1; i < inst->arg_count; i++)
        args[i] = inst->args[i].value;
    if (space == IR_P_GLOBAL)
        args[0] = ir_build1(&b, IR_OP_addrspacecast, space, pointer);
    else
        args[0] =
            ir_build1(&b, IR_OP_inttoptr, space, ir_build1(&b, IR_OP_unpack_lo, IR_I32, pointer));
    struct ir_inst *access = ir_inst_clone(l->function, inst, args);
    ir_append(block, access);
    ir_build_br(&b, rest);
    return access->def;
}

/* Before `block` ends: goes to a new arm where the address has that high half, else to a new block,
 * which is returned. */
static struct ir_block *
test_space(struct lowering *l, struct ir_inst *inst, struct ir_block *block, ir_id high,
           ir_id wanted, struct ir_block **arm)
{
    struct ir_builder b = {l->function, block, NULL, inst->loc};
    ir_id here = ir_build2(&b, IR_OP_eq, IR_I1, high, wanted);
    struct ir_block *other = ir_block_after(block);
    *arm = ir_block_after(block);
    ir_build_cbr(&b, here, *arm, other);
    return other;
}

static void
join_results(struct lowering *l, struct ir_inst *inst, const ir_id *firsts, unsigned count)
{
    struct ir_block *rest = inst->block;
    for (uint32_t k = 0; k < inst->def_count; k++) {
        struct ir_builder b = {l->function, rest, rest->first, inst->loc};
        ir_id values[3];
        for (unsigned i = 0; i < count; i++)
            values[i] = firsts[i] + k;
        ir_id phi = ir_build(&b, IR_OP_phi, (enum ir_type)inst->type, 1, values, count)->def;
        ir_replace_uses(l->function, inst->def + k, phi);
    }
    ir_remove(inst);
}

static void
expand(struct lowering *l, struct ir_inst *inst)
{
    struct ir_builder b = {l->function, inst->block, inst, inst->loc};
    ir_id local = l->from_local ? aperture(l, &l->local, GROUP_APERTURE) : 0;
    ir_id private = l->from_private ? aperture(l, &l->private, PRIVATE_APERTURE) : 0;
    ir_id high = ir_build1(&b, IR_OP_unpack_hi, IR_I32, inst->args[0].value);
    struct ir_block *block = inst->block, *rest = ir_split_block(inst);
    struct ir_block *in_local = NULL, *in_private = NULL, *next = ir_block_after(block);
    ir_id firsts[3];
    unsigned count = 0;
    ir_set_br(block, next);
    if (local)
        next = test_space(l, inst, next, high, local, &in_local);
    if (private)
        next = test_space(l, inst, next, high, private, &in_private);
    if (in_local)
        firsts[count++] = access_in(l, inst, in_local, rest, IR_P_LOCAL);
    if (in_private)
        firsts[count++] = access_in(l, inst, in_private, rest, IR_P_PRIVATE);
    firsts[count++] = access_in(l, inst, next, rest, IR_P_GLOBAL);
    join_results(l, inst, firsts, count);
}

/* No other space is possible: no branch. */
static void
retype(struct lowering *l, struct ir_inst *inst)
{
    struct ir_builder b = {l->function, inst->block, inst, inst->loc};
    ir_set_arg(inst, 0, ir_build1(&b, IR_OP_addrspacecast, IR_P_GLOBAL, inst->args[0].value));
}

bool
lower_generic(struct ir_function *function)
{
    struct lowering l = {.function = function};
    bool changed = false;
    if (!(function->module->lacks & IR_LACKS_GENERIC))
        return false;
    find_sources(&l);
    ir_foreach_block (block, function)
        for (struct ir_inst *inst = block->first, *next; inst; inst = next) {
            next = inst->next;
            if (!is_generic_access(function, inst))
                continue;
            changed = true;
            if (l.from_local || l.from_private)
                expand(&l, inst);
            else
                retype(&l, inst);
            if (!next || next->block != block)
                break; /* the rest is in a new block, which comes later */
        }
    return changed;
}

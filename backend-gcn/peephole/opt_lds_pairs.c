/* Two accesses of LDS at constant distances from one address become one instruction, on SSA form
 * within a block:
 *
 *     %v2 = ds_read_b32 %v1 imm:4;  %v3 = ds_read_b32 %v1 imm:256
 *  -> %v4:2 = ds_read2_b32 %v1 imm:1 offset1:64;  %v2, %v3 = p_split_vector %v4:2
 *
 * Offsets count elements, or 64 elements (read2st64).  A read moves up to the one before it, a write
 * down to the one after it, unless something in between may touch the same bytes.  After LLVM's
 * SILoadStoreOptimizer. */
#include "backend-gcn/backend.h"
#include "backend-gcn/mir/mir_build.h"
#include "backend-gcn/mir/mir_effects.h"
#include "midend/analysis/memory_order.h"
#include "support/limit.h"

enum { FAR = 64, MAX_OFFSET = 255 }; /* fixed, by the instructions */

/* What is made of two: with offsets in elements, in 64 elements. */
static const struct pair_row {
    uint16_t one, two, two_far;
    uint8_t bytes;
    bool writes;
} rows[] = {
    {GCN_ds_read_b32, GCN_ds_read2_b32, GCN_ds_read2st64_b32, 4, false},
    {GCN_ds_read_b64, GCN_ds_read2_b64, GCN_ds_read2st64_b64, 8, false},
    {GCN_ds_write_b32, GCN_ds_write2_b32, GCN_ds_write2st64_b32, 4, true},
    {GCN_ds_write_b64, GCN_ds_write2_b64, GCN_ds_write2st64_b64, 8, true},
};

/* Table operands: the result of a read comes first. */
static const struct mir_operand *
address_of(const struct mir_inst *inst, const struct pair_row *row)
{
    return &inst->operands[row->writes ? 0 : 1];
}

static bool
is_temp(const struct mir_operand *operand)
{
    return operand->kind == MIR_TEMP && !operand->is_fixed;
}

/* The row of an access that may be joined with another one, or NULL. */
static const struct pair_row *
row_of(const struct mir_inst *inst)
{
    const struct mir_memory *memory = &inst->memory;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].one != inst->op)
            continue;
        bool plain = !memory->is_volatile && !memory->order && !memory->is_unaligned &&
                     !inst->no_reorder && !inst->mods.gds &&
                     memory->spaces == IR_SPACE_MASK(LOCAL) && inst->operand_count == 2;
        return plain && is_temp(&inst->operands[0]) && is_temp(&inst->operands[1]) ? &rows[i]
                                                                                   : NULL;
    }
    return NULL;
}

static bool
same_address(const struct mir_inst *a, const struct mir_inst *b, const struct pair_row *row)
{
    return address_of(a, row)->temp == address_of(b, row)->temp;
}

/* The operation for the two offsets, and what their unit is; 0: they do not fit. */
static unsigned
joint_op(const struct pair_row *row, unsigned first, unsigned second, unsigned *unit)
{
    *unit = row->bytes;
    if (first % row->bytes || second % row->bytes || first == second)
        return 0;
    if (first / *unit <= MAX_OFFSET && second / *unit <= MAX_OFFSET)
        return row->two;
    *unit = row->bytes * FAR;
    if (first % *unit || second % *unit || first / *unit > MAX_OFFSET ||
        second / *unit > MAX_OFFSET)
        return 0;
    return row->two_far;
}

/* May the two be in either order?  Both may be accesses that row_of knows, with one address. */
static bool
may_swap(const struct mir_inst *first, const struct mir_inst *second)
{
    struct ir_ordering a = mir_ordering(first), b = mir_ordering(second);
    const struct pair_row *x = row_of(first), *y = row_of(second);
    if (first->no_reorder || second->no_reorder)
        return false;
    if (a.access == IR_ACCESS_NONE || b.access == IR_ACCESS_NONE)
        return true;
    if (!ir_may_reorder(&a, &b))
        return false;
    if ((a.access == IR_ACCESS_LOAD && b.access == IR_ACCESS_LOAD) || !(a.spaces & b.spaces))
        return true;
    return x && y && address_of(first, x)->temp == address_of(second, y)->temp &&
           (first->mods.imm + x->bytes <= second->mods.imm ||
            second->mods.imm + y->bytes <= first->mods.imm);
}

/* Calls and inline assembly, which may do anything. */
static bool
is_wall(const struct mir_inst *inst)
{
    return inst->callee || inst->assembly || inst->op == MIR_P_CALL;
}

/* Could the second move up to the first, or for writes the first down to the second? */
static bool
may_meet(const struct mir_inst *first, const struct mir_inst *second, bool writes)
{
    for (const struct mir_inst *at = first->next; at != second; at = at->next)
        if (!(writes ? may_swap(first, at) : may_swap(at, second)))
            return false;
    return true;
}

static struct mir_inst *
partner_of(struct mir_inst *inst, const struct pair_row *row)
{
    unsigned unit, steps = 0;
    struct guard *guard = inst->block->function->guard;
    for (struct mir_inst *at = inst->next;
         at && !is_wall(at) && !LIMIT_MET(guard, LDS_PAIR_SEARCH, steps == LIMIT_LDS_PAIR_SEARCH);
         at = at->next, steps++) {
        if (at->op == inst->op && row_of(at) && same_address(inst, at, row) &&
            joint_op(row, (unsigned)inst->mods.imm, (unsigned)at->mods.imm, &unit))
            return may_meet(inst, at, row->writes) ? at : NULL;
    }
    return NULL;
}

/* Of one object, or not known: the scheduler asks no more of LDS. */
static uint32_t
joint_address(const struct mir_function *function, const struct mir_memory *a,
              const struct mir_memory *b)
{
    bool same = a->address && b->address &&
                function->addresses.at[a->address - 1].object ==
                    function->addresses.at[b->address - 1].object;
    return same ? a->address : 0;
}

static void
set_offsets(const struct mir_function *function, struct mir_inst *made, const struct mir_inst *low,
            const struct mir_inst *high, unsigned unit)
{
    made->memory = low->memory;
    made->memory.size = (uint8_t)(low->memory.size + high->memory.size);
    made->memory.address = joint_address(function, &low->memory, &high->memory);
    made->mods.imm = (int32_t)((unsigned)low->mods.imm / unit);
    made->mods.offset1 = (uint8_t)((unsigned)high->mods.imm / unit);
}

static void
join(struct mir_function *function, struct mir_inst *first, struct mir_inst *second,
     const struct pair_row *row)
{
    unsigned unit;
    struct mir_inst *place = row->writes ? second : first;
    struct mir_builder b = {function, place->block, place, place->loc};
    bool in_order = first->mods.imm < second->mods.imm;
    struct mir_inst *low = in_order ? first : second, *high = in_order ? second : first;
    unsigned op = joint_op(row, (unsigned)low->mods.imm, (unsigned)high->mods.imm, &unit);
    if (row->writes) {
        set_offsets(function,
                    mir_build(&b, op, 0, low->operands[0], low->operands[1], high->operands[1]),
                    low, high, unit);
    } else {
        struct mir_operand both = mir_new_vgpr(&b, row->bytes / 2);
        set_offsets(function, mir_build(&b, op, 1, both, low->operands[1]), low, high, unit);
        mir_build(&b, MIR_P_SPLIT_VECTOR, 2, low->operands[0], high->operands[0], both);
    }
    mir_remove(first);
    mir_remove(second);
}

bool
opt_lds_pairs(struct mir_function *function, const struct backend_options *options)
{
    bool changed = false;
    (void)options;
    mir_foreach_block (block, function) {
        for (struct mir_inst *inst = block->first, *next; inst; inst = next) {
            const struct pair_row *row = row_of(inst);
            struct mir_inst *partner = row ? partner_of(inst, row) : NULL;
            next = inst->next;
            if (!partner)
                continue;
            if (next == partner)
                next = partner->next;
            join(function, inst, partner, row);
            changed = true;
        }
    }
    return changed;
}

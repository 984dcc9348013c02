/* The constraints that memory orders put on one work-item's own operations (see memory_order.h).
 *
 * They speak of all memory that others can see, whichever space the order belongs to: an acquire on
 * local memory keeps later accesses of global memory after it.  Private memory is this lane's own,
 * constant memory does not change: nobody could tell when they are accessed. */
#include "midend/analysis/memory_order.h"

enum {
    SHARED = IR_SPACE_MASK(GENERIC) | IR_SPACE_MASK(GLOBAL) | IR_SPACE_MASK(LOCAL) |
             IR_SPACE_MASK(REGION),
    ORDERED = IR_SPACE_MASK(GENERIC) | IR_SPACE_MASK(GLOBAL) | IR_SPACE_MASK(LOCAL),
};

/* ---- what an operation is ---- */

static enum ir_order
stronger(enum ir_order order, enum ir_order failure)
{
    if (failure == IR_SEQ_CST || order == IR_SEQ_CST)
        return IR_SEQ_CST;
    if (failure != IR_ACQUIRE)
        return order;
    return order == IR_RELEASE || order == IR_ACQ_REL ? IR_ACQ_REL : IR_ACQUIRE;
}

enum ir_order
ir_order_of(enum ir_access access, const struct ir_memory *memory, ir_space_set spaces)
{
    enum ir_order order =
        stronger((enum ir_order)memory->order, (enum ir_order)memory->order_failure);
    if (!(spaces & ORDERED))
        return IR_NOT_ATOMIC;
#define TREATED(access_, order_, as)                                                               \
    if (access == IR_ACCESS_##access_ && order == IR_##order_)                                     \
        return IR_##as;
#include "midend/analysis/memory_order.def"
    return order;
}

struct ir_ordering
ir_plain_access(enum ir_access access, enum ir_space space)
{
    return (struct ir_ordering){.access = (uint8_t)access, .spaces = ir_space_bit(space)};
}

static struct ir_ordering
ordering(enum ir_access access, const struct ir_memory *memory, ir_space_set spaces)
{
    if (memory->is_invariant)
        spaces = IR_SPACE_MASK(CONSTANT);
    return (struct ir_ordering){(uint8_t)access, (uint8_t)ir_order_of(access, memory, spaces),
                                memory->scope, spaces};
}

static const struct ir_ordering everything = {IR_ACCESS_FENCE, IR_SEQ_CST, IR_SCOPE_SYSTEM,
                                              IR_SPACES_ALL};

struct ir_ordering
ir_ordering_of(const struct ir_function *function, const struct ir_inst *inst)
{
    unsigned flags = ir_op_flags((enum ir_op)inst->op);
    switch ((enum ir_op)inst->op) {
    case IR_OP_load:
    case IR_OP_store:
    case IR_OP_atomic:
    case IR_OP_cmpxchg: {
        enum ir_space space = ir_space_of(ir_type_of(function, inst->args[0].value));
        enum ir_access access = inst->op == IR_OP_load    ? IR_ACCESS_LOAD
                                : inst->op == IR_OP_store ? IR_ACCESS_STORE
                                                          : IR_ACCESS_RMW;
        return ordering(access, &inst->memory, ir_space_bit(space));
    }
    case IR_OP_fence:
        return ordering(IR_ACCESS_FENCE, &inst->memory, inst->memory.spaces);
    case IR_OP_image_read:
    case IR_OP_image_sample:
        return ir_plain_access(IR_ACCESS_LOAD, IR_SPACE_GLOBAL);
    case IR_OP_image_write:
        return ir_plain_access(IR_ACCESS_STORE, IR_SPACE_GLOBAL);
    case IR_OP_buffer_load:
        return ir_plain_access(IR_ACCESS_LOAD, IR_SPACE_GLOBAL);
    case IR_OP_buffer_store:
        return ir_plain_access(IR_ACCESS_STORE, IR_SPACE_GLOBAL);
    case IR_OP_buffer_atomic:
        return ir_plain_access(IR_ACCESS_RMW, IR_SPACE_GLOBAL);
    case IR_OP_memcpy:
    case IR_OP_memzero:
    case IR_OP_printf:
        return ir_plain_access(IR_ACCESS_RMW, IR_SPACE_GENERIC);
    case IR_OP_call:
        if (ir_inst_flags(inst) == IR_PURE)
            return (struct ir_ordering){0};
        return everything;
    case IR_OP_barrier:
    case IR_OP_asm:
        return everything;
    default:
        if (flags & (IR_READ | IR_WRITE))
            return everything;
        return (struct ir_ordering){0};
    }
}

/* ---- the constraints ---- */

static bool
acquires(const struct ir_ordering *o)
{
    return o->access != IR_ACCESS_STORE &&
           (o->order == IR_ACQUIRE || o->order == IR_ACQ_REL || o->order == IR_SEQ_CST);
}

static bool
releases(const struct ir_ordering *o)
{
    return o->access != IR_ACCESS_LOAD &&
           (o->order == IR_RELEASE || o->order == IR_ACQ_REL || o->order == IR_SEQ_CST);
}

/* Does the fence order this access, as the atomic operation that it makes synchronise?  Of whichever
 * scope: two fences synchronise where their own scopes include each other, those of the operations
 * between them do not count (OpenCL 2.0, 3.3.6.2).  So the flag may be of a narrower scope than the
 * fence, in the program (work_group, though the fence is for the device) or here: LDS operations are
 * of the work-group at most. */
static bool
is_paired(const struct ir_ordering *fence, const struct ir_ordering *access)
{
    return fence->access == IR_ACCESS_FENCE && access->order != IR_NOT_ATOMIC;
}

static bool
reads_atomically(const struct ir_ordering *o)
{
    return o->access == IR_ACCESS_LOAD || o->access == IR_ACCESS_RMW;
}

static bool
writes_atomically(const struct ir_ordering *o)
{
    return o->access == IR_ACCESS_STORE || o->access == IR_ACCESS_RMW;
}

bool
ir_may_reorder(const struct ir_ordering *first, const struct ir_ordering *second)
{
    if (!(first->spaces & SHARED) || !(second->spaces & SHARED))
        return true;
    if (acquires(first) || releases(second))
        return false;
    if (first->order == IR_SEQ_CST && second->order == IR_SEQ_CST)
        return false;
    if (acquires(second) && reads_atomically(first) && is_paired(second, first))
        return false;
    if (releases(first) && writes_atomically(second) && is_paired(first, second))
        return false;
    return true;
}

bool
ir_holds_later(const struct ir_ordering *ordering)
{
    return acquires(ordering) || ordering->order == IR_SEQ_CST ||
           (ordering->access == IR_ACCESS_FENCE && releases(ordering));
}

bool
ir_holds_earlier(const struct ir_ordering *ordering)
{
    return releases(ordering) || ordering->order == IR_SEQ_CST ||
           (ordering->access == IR_ACCESS_FENCE && acquires(ordering));
}

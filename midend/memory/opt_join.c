/* Neighbouring accesses are joined: loads of one block that lie side by side become one where the
 * first of them is, stores where the last one is.
 *
 *   %2 = load i32 %1; %4 = load i32 %1 + 4   ->   %5:2 = load i32 %1
 *
 * Their widths may differ: three bytes, four and one are two dwords.  In between, other accesses may
 * stand that cannot touch the same bytes.  Groups with one base are open until something stands in
 * the way, and are rewritten when they close (join_rewrite.c). */
#include "midend/pass.h"

#include "midend/memory/join.h"
#include "midend/analysis/memory_order.h"
#include "support/limit.h"

struct joining {
    struct ir_function *function;
    struct arena arena;
    struct memory_objects objects;
    struct join_group groups[LIMIT_JOIN_GROUPS];
    uint32_t group_count;
    VEC(struct memory_address) writes; /* of the block so far */
    bool changed;
};

static bool
takes_any_alignment(const struct ir_function *function, uint8_t space)
{
    unsigned lacks = function->module->lacks;
    if (space == IR_SPACE_GLOBAL || space == IR_SPACE_CONSTANT)
        return !(lacks & IR_LACKS_UNALIGNED_GLOBAL);
    return space == IR_SPACE_LOCAL && !(lacks & IR_LACKS_UNALIGNED_LOCAL);
}

static const struct join_member *
first_of(const struct join_group *group)
{
    return &group->members.at[0];
}

static bool
is_store(const struct join_group *group)
{
    return first_of(group)->inst->op == IR_OP_store;
}

/* Joined stores are made where the last one was: to loads that may yet move up to a group that began
 * between them, they are writes of now. */
static void
close(struct joining *j, uint32_t i)
{
    struct join_group group = j->groups[i];
    j->groups[i] = j->groups[--j->group_count];
    bool moves = is_store(&group) && group.members.count > 1;
    for (uint32_t k = 0; moves && k < group.members.count; k++)
        vec_push(&j->arena, &j->writes, group.members.at[k].address);
    j->changed |= join_rewrite(&j->arena, j->function, &group,
                               takes_any_alignment(j->function, first_of(&group)->address.space));
}

static void
close_all(struct joining *j)
{
    while (j->group_count)
        close(j, j->group_count - 1);
    j->writes.count = 0;
}

static bool
touches(const struct joining *j, const struct join_group *group, const struct memory_address *at)
{
    for (uint32_t i = 0; i < group->members.count; i++)
        if (memory_may_overlap(j->function, &group->members.at[i].address, at))
            return true;
    return false;
}

/* Stores must not move down over an access of their bytes. */
static void
close_stores(struct joining *j, const struct memory_address *at)
{
    for (uint32_t i = j->group_count; i-- > 0;)
        if (is_store(&j->groups[i]) && touches(j, &j->groups[i], at))
            close(j, i);
}

static void
record_write(struct joining *j, const struct memory_address *at)
{
    close_stores(j, at);
    if (LIMIT_MET(j->arena.guard, JOIN_WRITES, j->writes.count >= LIMIT_JOIN_WRITES))
        close_all(j);
    vec_push(&j->arena, &j->writes, *at);
}

/* Loads must not move up over a write of their bytes. */
static bool
was_written(const struct joining *j, const struct join_group *group,
            const struct memory_address *at)
{
    for (uint32_t i = group->writes; i < j->writes.count; i++)
        if (memory_may_overlap(j->function, &j->writes.at[i], at))
            return true;
    return false;
}

/* Closes groups whose members must not move over the operation. */
static void
hold(struct joining *j, const struct ir_inst *inst)
{
    struct ir_ordering by = ir_ordering_of(j->function, inst);
    for (uint32_t i = j->group_count; i-- > 0;) {
        bool stores = is_store(&j->groups[i]);
        struct ir_ordering own = ir_plain_access(stores ? IR_ACCESS_STORE : IR_ACCESS_LOAD,
                                                 first_of(&j->groups[i])->address.space);
        if (!(stores ? ir_may_reorder(&own, &by) : ir_may_reorder(&by, &own)))
            close(j, i);
    }
}

static bool
belongs(const struct join_group *group, const struct ir_inst *inst, const struct memory_address *at)
{
    const struct join_member *first = first_of(group);
    return first->inst->op == inst->op && first->address.base == at->base &&
           first->address.space == at->space &&
           first->inst->memory.is_invariant == inst->memory.is_invariant &&
           !LIMIT_MET(inst->block->function->module->guard, JOIN_MEMBERS,
                      group->members.count == LIMIT_JOIN_MEMBERS);
}

static void
add(struct joining *j, struct ir_inst *inst, const struct memory_address *at)
{
    struct join_member member = {*at, inst};
    for (uint32_t i = j->group_count; i-- > 0;) {
        struct join_group *group = &j->groups[i];
        if (!belongs(group, inst, at))
            continue;
        if (inst->op == IR_OP_load && was_written(j, group, at)) {
            close(j, i);
            break;
        }
        vec_push(&j->arena, &group->members, member);
        return;
    }
    if (LIMIT_MET(j->arena.guard, JOIN_GROUPS, j->group_count == LIMIT_JOIN_GROUPS))
        close(j, 0);
    struct join_group *group = &j->groups[j->group_count++];
    *group = (struct join_group){.writes = j->writes.count};
    vec_push(&j->arena, &group->members, member);
}

static void
visit_access(struct joining *j, struct ir_inst *inst)
{
    bool loads = inst->op == IR_OP_load, stores = inst->op == IR_OP_store;
    uint32_t size = ir_type_bytes((enum ir_type)inst->type);
    if (loads || stores)
        size *= inst->memory.components;
    struct memory_address at = memory_address_of(&j->objects, inst->args[0].value, size);
    at.is_atomic = !loads && !stores;
    memory_note_access(&at, inst);
    if (loads)
        close_stores(j, &at);
    else
        record_write(j, &at);
    if (!ir_is_plain(&inst->memory) || !(loads || stores))
        hold(j, inst);
    else if (at.space != IR_SPACE_PRIVATE && inst->type != IR_I1)
        add(j, inst, &at);
}

static void
visit(struct joining *j, struct ir_inst *inst)
{
    static const struct memory_address anywhere = {0};
    unsigned flags = ir_inst_flags(inst);
    switch ((enum ir_op)inst->op) {
    case IR_OP_load:
    case IR_OP_store:
    case IR_OP_atomic:
    case IR_OP_cmpxchg:
        visit_access(j, inst);
        return;
    case IR_OP_fence:
        hold(j, inst);
        return;
    case IR_OP_asm:
        close_all(j);
        return;
    default:
        if (flags & IR_PURE)
            return;
        if ((flags & (IR_READ | IR_WRITE)) == IR_READ)
            close_stores(j, &anywhere);
        else if (flags & (IR_WRITE | IR_CONVERGENT))
            close_all(j);
    }
}

bool
opt_join(struct ir_function *function)
{
    struct joining j = {.function = function};
    arena_init_scratch(&j.arena, function->module->arena->allocator, function->module->guard);
    j.objects = memory_objects(&j.arena, function);
    ir_foreach_block (block, function) {
        ir_foreach_inst_safe (inst, block)
            visit(&j, inst);
        close_all(&j);
    }
    arena_free(&j.arena);
    return j.changed;
}

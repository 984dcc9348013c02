/* The uses of a private object: its address followed through sums, phis and selects. */
#include "midend/memory/object_uses.h"
#include "support/limit.h"

static void
add_pointer(struct object_uses *uses, struct object_pointer pointer)
{
    if (map_get(&uses->index, pointer.id))
        return;
    vec_push(uses->arena, &uses->pointers, pointer);
    map_put(&uses->index, pointer.id, (void *)(uintptr_t)uses->pointers.count);
}

static bool
leads_into(const struct object_uses *uses, ir_id id)
{
    return map_get(&uses->index, id) || ir_value(uses->function, id)->kind == IR_VALUE_UNDEF;
}

static struct object_pointer
sum(const struct object_uses *uses, const struct object_pointer *from, const struct ir_inst *inst)
{
    ir_id by = inst->args[1].value;
    struct object_pointer pointer = {.id = inst->def};
    pointer.is_constant = from->is_constant && ir_is_const(uses->function, by);
    if (pointer.is_constant)
        pointer.bytes = from->bytes + (uint32_t)ir_value(uses->function, by)->bits;
    return pointer;
}

static bool
collect_use(struct object_uses *uses, uint32_t pointer, struct ir_inst *user, uint32_t arg)
{
    switch ((enum ir_op)user->op) {
    case IR_OP_ptradd:
        add_pointer(uses, sum(uses, &uses->pointers.at[pointer], user));
        return true;
    case IR_OP_phi:
    case IR_OP_select:
        add_pointer(uses, (struct object_pointer){.id = user->def});
        return true;
    case IR_OP_load:
    case IR_OP_store:
        if (arg != 0 || user->memory.is_volatile || user->memory.order != IR_NOT_ATOMIC)
            return false;
        break;
    case IR_OP_memcpy:
    case IR_OP_memzero:
        if (user->memory.is_volatile)
            return false;
        break;
    default:
        if (user->op < IR_OP_eq || user->op > IR_OP_uge)
            return false;
    }
    vec_push(uses->arena, &uses->accesses, (struct object_access){user, arg, pointer});
    return true;
}

/* Do all arguments of what merges pointers, or compares them, lead into the object? */
static bool
is_closed(const struct object_uses *uses)
{
    vec_foreach (struct object_pointer, pointer, &uses->pointers) {
        const struct ir_inst *inst = ir_def(uses->function, pointer->id);
        bool merges = inst->op == IR_OP_phi || inst->op == IR_OP_select;
        for (uint32_t i = inst->op == IR_OP_select; merges && i < inst->arg_count; i++)
            if (!leads_into(uses, inst->args[i].value))
                return false;
    }
    vec_foreach (struct object_access, access, &uses->accesses)
        if (access->inst->op >= IR_OP_eq && access->inst->op <= IR_OP_uge &&
            (!leads_into(uses, access->inst->args[0].value) ||
             !leads_into(uses, access->inst->args[1].value)))
            return false;
    return true;
}

bool
object_uses_collect(struct object_uses *uses, struct arena *arena, struct ir_function *function,
                    struct ir_inst *object)
{
    *uses = (struct object_uses){.function = function, .arena = arena, .object = object};
    uses->index = map_new(arena);
    add_pointer(uses, (struct object_pointer){.id = object->def, .is_constant = true});
    for (uint32_t i = 0; i < uses->pointers.count; i++) {
        if (LIMIT_MET(arena->guard, OBJECT_POINTERS, uses->pointers.count > LIMIT_OBJECT_POINTERS))
            return false;
        for (struct ir_use *use = ir_value(function, uses->pointers.at[i].id)->uses; use;
             use = use->next)
            if (!collect_use(uses, i, use->user, (uint32_t)(use - use->user->args)))
                return false;
    }
    return is_closed(uses);
}

static ir_id
sum_of(struct ir_builder *b, ir_id x, ir_id y)
{
    if (ir_is_const(b->function, x) && ir_value(b->function, x)->bits == 0)
        return y;
    return ir_build2(b, IR_OP_add, IR_I32, x, y);
}

static ir_id
offset_of_id(struct object_uses *uses, ir_id id)
{
    uintptr_t at = (uintptr_t)map_get(&uses->index, id);
    return at ? object_offset(uses, (uint32_t)at - 1) : ir_undef(uses->function, IR_I32);
}

/* The distance of a phi: made before its arguments, which may depend on it. */
static ir_id
offset_phi(struct object_uses *uses, uint32_t pointer, struct ir_inst *inst)
{
    struct ir_function *f = uses->function;
    ir_id *args = ARENA_ARRAY(uses->arena, inst->arg_count + 1u, ir_id);
    for (uint32_t i = 0; i < inst->arg_count; i++)
        args[i] = ir_undef(f, IR_I32);
    struct ir_inst *phi = ir_inst_new(f, IR_OP_phi, IR_I32, 1, args, inst->arg_count);
    phi->loc = inst->loc;
    ir_insert_before(inst, phi);
    uses->pointers.at[pointer].offset = phi->def;
    for (uint32_t i = 0; i < inst->arg_count; i++)
        ir_set_arg(phi, i, offset_of_id(uses, inst->args[i].value));
    return phi->def;
}

ir_id
object_offset(struct object_uses *uses, uint32_t pointer)
{
    const struct object_pointer *p = &uses->pointers.at[pointer];
    struct ir_inst *inst = ir_def(uses->function, p->id);
    if (p->offset)
        return p->offset;
    struct ir_builder b = {uses->function, inst->block, inst, inst->loc};
    ir_id offset;
    if (p->is_constant)
        offset = ir_const(uses->function, IR_I32, p->bytes);
    else if (inst->op == IR_OP_phi)
        offset = offset_phi(uses, pointer, inst);
    else if (inst->op == IR_OP_select)
        offset = ir_build3(&b, IR_OP_select, IR_I32, inst->args[0].value,
                           offset_of_id(uses, inst->args[1].value),
                           offset_of_id(uses, inst->args[2].value));
    else
        offset = sum_of(&b, offset_of_id(uses, inst->args[0].value), inst->args[1].value);
    return uses->pointers.at[pointer].offset = offset;
}

void
object_remove(struct object_uses *uses)
{
    struct ir_function *f = uses->function;
    vec_foreach (struct object_pointer, pointer, &uses->pointers) /* phis may use one another */
        ir_replace_uses(f, pointer->id, ir_undef(f, IR_P_PRIVATE));
    vec_foreach (struct object_pointer, pointer, &uses->pointers)
        ir_remove(ir_def(f, pointer->id));
}

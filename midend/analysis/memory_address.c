/* Objects, bases and offsets of accesses: memory_address.h. */
#include "midend/analysis/memory_address.h"
#include "support/limit.h"

/* Is the address used for anything but loads and stores there, perhaps at an offset? */
static bool
escapes(struct ir_function *function, ir_id pointer, unsigned depth)
{
    for (struct ir_use *use = ir_value(function, pointer)->uses; use; use = use->next) {
        const struct ir_inst *user = use->user;
        bool is_address = use == &user->args[0];
        if ((user->op == IR_OP_load || user->op == IR_OP_store) && is_address)
            continue;
        if (user->op != IR_OP_ptradd || !is_address ||
            LIMIT_MET(function->module->guard, ADDRESS_CHAIN, depth == LIMIT_ADDRESS_CHAIN) ||
            escapes(function, user->def, depth + 1))
            return true;
    }
    return false;
}

struct memory_objects
memory_objects(struct arena *arena, struct ir_function *function)
{
    uint32_t count = function->values.count;
    struct memory_objects objects = {function, ARENA_ARRAY(arena, count, bool), count};
    ir_foreach_inst (inst, function->entry)
        if (inst->op == IR_OP_alloca)
            objects.escapes[inst->def] = escapes(function, inst->def, 0);
    return objects;
}

/* Of a phi that only moves a pointer in a loop, as those of opt_addresses.c do, where the pointer comes
 * from; 0 if it is another one. */
static ir_id
start_of_moved(const struct ir_function *f, const struct ir_inst *phi)
{
    ir_id start = 0;
    for (uint32_t i = 0; i < phi->arg_count; i++) {
        ir_id id = phi->args[i].value;
        const struct ir_inst *inst = ir_def(f, id);
        for (unsigned k = 0; k < LIMIT_ADDRESS_CHAIN && inst && inst->op == IR_OP_ptradd; k++)
            inst = ir_def(f, inst->args[0].value);
        if (inst == phi)
            continue;
        if (start)
            return 0;
        start = id;
    }
    return start;
}

/* Constant offsets next to the access add up to its offset; the pointer before them is the base,
 * whose own chain is followed only to find the object. */
struct memory_address
memory_address_of(const struct memory_objects *objects, ir_id pointer, uint32_t size)
{
    struct ir_function *f = objects->function;
    struct memory_address at = {.base = pointer, .size = size};
    bool constant = true;
    at.space = (uint8_t)ir_space_of(ir_type_of(f, pointer));
    struct ir_inst *inst = ir_def(f, pointer);
    unsigned steps = 0;
    for (; inst && !LIMIT_MET(f->module->guard, ADDRESS_CHAIN, steps == LIMIT_ADDRESS_CHAIN);
         steps++) {
        ir_id start = inst->op == IR_OP_phi ? start_of_moved(f, inst) : 0;
        if (start) {
            constant = false;
            pointer = start;
            inst = ir_def(f, pointer);
            continue;
        }
        if (inst->op != IR_OP_ptradd)
            break;
        ir_id by = inst->args[1].value;
        constant &= ir_is_const(f, by);
        pointer = inst->args[0].value;
        if (constant) {
            uint64_t bits = ir_value(f, by)->bits;
            at.offset += ir_type_of(f, by) == IR_I32 ? (int32_t)bits : (int64_t)bits;
            at.base = pointer;
        }
        inst = ir_def(f, pointer);
    }
    if (inst && inst->op == IR_OP_alloca)
        at.object = pointer;
    if (inst && inst->op == IR_OP_symbol && inst->global)
        at.object = MEMORY_NAMED_OBJECT + inst->global->number;
    const struct ir_value *root = ir_value(f, pointer);
    if (root->kind == IR_VALUE_PARAM && f->kernel) {
        at.object = pointer;
        at.is_param = true;
        at.is_restrict = f->kernel->args[root->param].is_restrict;
    }
    at.is_private = inst && inst->op == IR_OP_alloca && inst->def < objects->count &&
                    !objects->escapes[inst->def];
    return at;
}

/* They are apart if their spaces or objects differ, or if one is private and the other has an unknown
 * object.  A kernel argument may point into any other object unless one of the two is restrict; a local one
 * does not, because it has LDS of its own. */
bool
memory_objects_may_meet(const struct memory_address *a, const struct memory_address *b)
{
    if (a->space != b->space && a->space != IR_SPACE_GENERIC && b->space != IR_SPACE_GENERIC)
        return false;
    if (a->object && b->object && a->object != b->object)
        return (a->is_param || b->is_param) && !a->is_restrict && !b->is_restrict &&
               a->space != IR_SPACE_LOCAL;
    if (a->object && a->object == b->object)
        return true;
    return !a->is_private && !b->is_private;
}

/* With one base the offsets decide. */
bool
memory_may_alias(const struct memory_address *a, const struct memory_address *b)
{
    if (a->base == b->base)
        return a->offset < b->offset + b->size && b->offset < a->offset + a->size;
    return memory_objects_may_meet(a, b);
}

bool
memory_initial_value(const struct ir_function *function, const struct memory_address *at,
                     uint32_t index, enum ir_type type, uint64_t *bits)
{
    const struct ir_inst *inst = ir_def(function, at->base);
    int64_t size = ir_type_bytes(type), begin = at->offset + index * size;
    if (!inst || inst->op != IR_OP_symbol || inst->global->space != IR_SPACE_CONSTANT ||
        !inst->global->bytes || inst->global->is_weak || begin < 0 ||
        begin + size > inst->global->size || ir_is_pointer(type))
        return false;
    for (uint32_t i = 0; i < inst->global->reloc_count; i++) {
        int64_t place = inst->global->relocs[i].offset;
        if (place < begin + size && begin < place + 8)
            return false;
    }
    *bits = 0;
    for (int64_t k = 0; k < size; k++)
        *bits |= (uint64_t)inst->global->bytes[begin + k] << k * 8;
    return true;
}

bool
memory_is_of_launch(const struct ir_function *function, ir_id pointer)
{
    const struct ir_inst *inst = ir_def(function, pointer);
    while (inst && inst->op == IR_OP_ptradd && ir_is_const(function, inst->args[1].value)) {
        pointer = inst->args[0].value;
        inst = ir_def(function, pointer);
    }
    const struct ir_value *root = ir_value(function, pointer);
    if (root->kind == IR_VALUE_PARAM)
        return function->kernel && function->kernel->args[root->param].kind == KERNEL_ARG_BY_VALUE;
    return inst && (inst->op == IR_OP_dispatch_ptr || inst->op == IR_OP_kernarg_ptr);
}

/* Follows the address of private objects for opt_slots. */
#include "midend/memory/slot_uses.h"

#include "midend/ir/ir_info.h"
#include "support/limit.h"

struct walk {
    struct slot_uses *uses; /* NULL: only asks whether the address is kept */
    struct arena *arena;
    struct ir_function *function;
    VEC(ir_id) pointers;
    struct map seen;
    bool plain, is_read;
    unsigned depth; /* of calls */
};

static bool is_kept(struct walk *w, ir_id pointer);

static void
add_pointer(struct walk *w, ir_id id)
{
    if (map_get(&w->seen, id))
        return;
    map_put(&w->seen, id, w);
    vec_push(w->arena, &w->pointers, id);
}

/* A callee may use the address while it runs; none is recursive, so this ends. */
static bool
callee_keeps(struct walk *w, const struct ir_inst *call, uint32_t arg)
{
    struct ir_function *callee = call->callee;
    if (!callee->entry || arg >= callee->param_count ||
        LIMIT_MET(w->arena->guard, OBJECT_CALLS, w->depth == LIMIT_OBJECT_CALLS))
        return true;
    struct walk inner = {.arena = w->arena, .function = callee, .depth = w->depth + 1};
    return is_kept(&inner, callee->params[arg]);
}

static void
add_event(struct walk *w, const struct ir_inst *inst, bool ends)
{
    struct slot_uses *uses = w->uses;
    if (!uses)
        return;
    uint32_t first = (uint32_t)(uintptr_t)map_get(&uses->at, MAP_KEY(inst));
    struct slot_event event = {uses->objects.count, ends, 0};
    vec_push(uses->arena, &uses->events, event);
    if (!first) {
        map_put(&uses->at, MAP_KEY(inst), (void *)(uintptr_t)uses->events.count);
        return;
    }
    while (uses->events.at[first - 1].next)
        first = uses->events.at[first - 1].next;
    uses->events.at[first - 1].next = uses->events.count;
}

static bool
ends_object(const struct walk *w, ir_id pointer, const struct ir_inst *zero)
{
    return zero->memory.is_undefined && pointer == w->pointers.at[0] &&
           ir_def(w->function, pointer) && ir_def(w->function, pointer)->size == zero->size;
}

/* False: the address may live on after the instruction. */
static bool
follow(struct walk *w, ir_id pointer, struct ir_inst *user, uint32_t arg)
{
    switch ((enum ir_op)user->op) {
    case IR_OP_phi:
    case IR_OP_select:
    case IR_OP_addrspacecast:
        w->plain = false;
        add_pointer(w, user->def);
        return true;
    case IR_OP_ptradd:
        add_pointer(w, user->def);
        return true;
    case IR_OP_memzero:
        w->is_read |= user->memory.is_volatile; /* it stays, and with it the object */
        add_event(w, user, ends_object(w, pointer, user));
        return true;
    case IR_OP_load:
    case IR_OP_memcpy:
        w->is_read |= user->op == IR_OP_load || arg == 1 || user->memory.is_volatile;
        add_event(w, user, false);
        return true;
    case IR_OP_store:
    case IR_OP_atomic:
    case IR_OP_cmpxchg:
        w->is_read |= user->op != IR_OP_store || user->memory.is_volatile;
        add_event(w, user, false);
        return arg == 0;
    case IR_OP_call:
        w->plain = false;
        w->is_read = true;
        add_event(w, user, false);
        return !callee_keeps(w, user, arg);
    default:
        return user->op >= IR_OP_eq && user->op <= IR_OP_uge;
    }
}

static bool
is_kept(struct walk *w, ir_id pointer)
{
    w->seen = map_new(w->arena);
    add_pointer(w, pointer);
    for (uint32_t i = 0; i < w->pointers.count; i++) {
        ir_id id = w->pointers.at[i];
        for (struct ir_use *use = ir_value(w->function, id)->uses; use; use = use->next)
            if (!follow(w, id, use->user, (uint32_t)(use - use->user->args)))
                return true;
        if (LIMIT_MET(w->arena->guard, OBJECT_POINTERS, i == LIMIT_OBJECT_POINTERS))
            return true;
    }
    return false;
}

void
slot_uses_add(struct slot_uses *uses, struct ir_inst *alloca)
{
    struct walk ask = {.arena = uses->arena, .function = uses->function};
    if (is_kept(&ask, alloca->def) || !ask.is_read)
        return;
    struct walk add = {
        .uses = uses, .arena = uses->arena, .function = uses->function, .plain = true};
    is_kept(&add, alloca->def);
    vec_push(uses->arena, &uses->objects, (struct slot_object){alloca, add.plain});
}

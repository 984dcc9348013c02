/* The graph of calls: a walk in depth from the roots, with a stack of its own. */
#include "midend/analysis/analysis.h"

struct visit {
    struct ir_function *function;
    struct ir_block *block; /* where the walk through the body is */
    struct ir_inst *next;
};

typedef VEC(struct visit) visit_stack;

static void
enter(struct ana_calls *calls, visit_stack *stack, struct ir_function *function)
{
    struct ana_callee *callee = ARENA_NEW(calls->arena, struct ana_callee);
    callee->function = function;
    map_put(&calls->callees, MAP_KEY(function), callee);
    vec_push(calls->arena, stack,
             (struct visit){function, function->entry, function->entry->first});
}

/* The next call in the body of the function on top, or NULL. */
static struct ir_inst *
next_call(struct visit *top)
{
    while (top->block) {
        while (top->next) {
            struct ir_inst *inst = top->next;
            top->next = inst->next;
            if (inst->op == IR_OP_call)
                return inst;
        }
        top->block = top->block->next;
        top->next = top->block ? top->block->first : NULL;
    }
    return NULL;
}

/* A function is placed when all that it calls are. */
static void
walk(struct ana_calls *calls, struct ir_function *root, bool with_sites)
{
    visit_stack stack = {0};
    if (!map_get(&calls->callees, MAP_KEY(root)))
        enter(calls, &stack, root);
    while (stack.count) {
        struct ir_inst *call = next_call(&vec_last(&stack));
        if (!call) {
            calls->order[calls->count++] = vec_pop(&stack).function;
            continue;
        }
        if (!call->callee->entry)
            continue;
        if (!map_get(&calls->callees, MAP_KEY(call->callee)))
            enter(calls, &stack, call->callee);
        if (with_sites)
            vec_push(calls->arena, &ana_calls_of(calls, call->callee)->sites, call);
    }
}

struct ana_calls *
ana_calls(struct arena *arena, struct ir_module *module,
          bool (*is_root)(const struct ir_function *function, const void *context),
          const void *context, bool with_sites)
{
    struct ana_calls *calls = ARENA_NEW(arena, struct ana_calls);
    uint32_t count = 0;
    for (struct ir_function *f = module->functions; f; f = f->next)
        count++;
    calls->arena = arena;
    calls->callees = map_new(arena);
    calls->order = ARENA_ARRAY(arena, count + 1u, struct ir_function *);
    for (struct ir_function *f = module->functions; f; f = f->next)
        if (f->entry && is_root(f, context))
            walk(calls, f, with_sites);
    return calls;
}

void
ana_calls_note(struct ana_calls *calls, const struct ir_function *caller)
{
    ir_foreach_block (block, caller)
        ir_foreach_inst (inst, block) {
            guard_poll(calls->arena->guard);
            struct ana_callee *callee =
                inst->op == IR_OP_call ? ana_calls_of(calls, inst->callee) : NULL;
            if (callee)
                vec_push(calls->arena, &callee->sites, inst);
        }
}

struct ana_callee *
ana_calls_of(const struct ana_calls *calls, const struct ir_function *function)
{
    return map_get(&calls->callees, MAP_KEY(function));
}

static bool
is_any(const struct ir_function *function, const void *context)
{
    (void)function;
    (void)context;
    return true;
}

struct ana_calls *
ana_calls_at_hand(struct arena *arena, struct ir_module *module)
{
    return module->calls ? module->calls : ana_calls(arena, module, is_any, NULL, true);
}

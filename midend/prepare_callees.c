/* Functions that are called several times are cleaned up once, before they are copied to each call:
 * what they call is inlined into them first, so a tree of calls costs the sum of its parts and not
 * their product.  The passes that clean are the pipeline `callee` of passes.def.
 *
 *   f calls g twice, h calls f twice   ->   g cleaned, copied twice; f cleaned, copied twice */
#include "midend/pass.h"

#include "midend/ir_build.h"

/* Instructions: a function that is larger with all its callees is left to inline_calls, which has a
 * bound. */
enum { MAX_EXPANDED_SIZE = 200000 };

struct callees {
    struct arena scratch;
    struct map calls; /* function -> how many calls of it there are */
    bool changed;
};

static void
count_calls(struct callees *callees, const struct ir_module *module)
{
    for (const struct ir_function *f = module->functions; f; f = f->next)
        ir_foreach_block (block, f)
            ir_foreach_inst (inst, block)
                if (inst->op == IR_OP_call) {
                    uint64_t key = MAP_KEY(inst->callee);
                    uintptr_t count = (uintptr_t)map_get(&callees->calls, key);
                    map_put(&callees->calls, key, (void *)(count + 1));
                }
}

/* Instructions of the function with everything that it calls. */
static uint32_t
expanded_size(const struct ir_function *function)
{
    uint64_t size = 0;
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            size += inst->op == IR_OP_call ? inst->callee->expanded_size + 1 : 1;
    return size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
}

/* Innermost first.  The library's functions are clean already. */
static void
prepare(struct callees *callees, struct ir_function *function)
{
    if (function->is_prepared || !function->entry)
        return;
    function->is_prepared = true;
    ir_foreach_block (block, function)
        ir_foreach_inst (inst, block)
            if (inst->op == IR_OP_call)
                prepare(callees, inst->callee);
    function->expanded_size = expanded_size(function);
    if (function->is_kernel || function->is_library ||
        function->expanded_size > MAX_EXPANDED_SIZE ||
        (uintptr_t)map_get(&callees->calls, MAP_KEY(function)) < 2)
        return;
    pass_run_callee(function);
    function->expanded_size = expanded_size(function);
    callees->changed = true;
}

bool
prepare_callees(struct ir_function *function)
{
    struct callees callees = {.changed = false};
    arena_init_scratch(&callees.scratch, function->module->arena->allocator,
                       function->module->guard);
    callees.calls = map_new(&callees.scratch);
    count_calls(&callees, function->module);
    prepare(&callees, function);
    arena_free(&callees.scratch);
    return callees.changed;
}

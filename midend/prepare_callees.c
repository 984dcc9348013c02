/* Functions that are called several times are cleaned up once, before they are copied to each call:
 * what they call is inlined into them first, so a tree of calls costs the sum of its parts and not
 * their product.  The passes that clean are the pipeline `callee` of passes.def.
 *
 *   f calls g twice, h calls f twice   ->   g cleaned, copied twice; f cleaned, copied twice */
#include "midend/pass.h"

#include "midend/analysis/analysis.h"
#include "midend/calls/inline_plan.h"
#include "support/limit.h"

/* What it calls is prepared.  One that is larger with all its callees is left to inline_calls, which has
 * a bound.  The library's functions are clean already. */
static bool
prepare(const struct ana_callee *callee)
{
    struct ir_function *function = callee->function;
    function->expanded_size = inline_expanded_size(function);
    if (function->is_kernel || function->is_library ||
        LIMIT_MET(function->module->guard, PREPARED_CODE,
                  function->expanded_size > LIMIT_PREPARED_CODE) ||
        (callee->sites.count < 2 && !function->is_noinline))
        return false;
    pass_run_callee(function);
    function->expanded_size = inline_expanded_size(function);
    return true;
}

bool
prepare_callees(struct ir_module *module)
{
    struct arena scratch;
    bool changed = false;
    arena_init_scratch(&scratch, module->arena->allocator, module->guard);
    const struct ana_calls *calls = ana_calls_at_hand(&scratch, module);
    for (uint32_t i = 0; i < calls->count; i++)
        changed |= prepare(ana_calls_of(calls, calls->order[i]));
    arena_free(&scratch);
    return changed;
}

/* Modelled cycles and all checks of instructions; with those of races, which hear of accesses, or
 * without. */
#include "runtime/sim/sets/sets.h"

static void
issue(struct sim_wave *wave, const struct sim_op *op)
{
    strict_check(wave, op);
    timing_issue(wave, op);
}

static bool
enter(struct sim_wave *wave, const struct sim_block *block)
{
    if (strict_must_check(wave, block))
        return false;
    run_count(wave, block);
    timing_issue_block(wave, block);
    if (wave->device->xnack)
        strict_clause_check(wave, block->steps[0].op);
    strict_hazard_pass(wave, block);
    return true;
}

void
sets_run_strict(struct sim_wave *wave, unsigned most)
{
    run_wave(wave, most, issue, enter);
}

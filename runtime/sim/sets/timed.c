/* Modelled cycles, nothing checked. */
#include "runtime/sim/sets/sets.h"

static bool
enter(struct sim_wave *wave, const struct sim_block *block)
{
    run_count(wave, block);
    timing_issue_block(wave, block);
    return true;
}

void
sets_run_timed(struct sim_wave *wave, unsigned most)
{
    run_wave(wave, most, timing_issue, enter);
}

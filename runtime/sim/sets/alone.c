/* The core alone, for --fast: where only speed counts. */
#include "runtime/sim/sets/sets.h"

static void
issue(struct sim_wave *wave, const struct sim_op *op)
{
    (void)op;
    wave->clock += FAST_CYCLES;
}

static bool
enter(struct sim_wave *wave, const struct sim_block *block)
{
    wave->device->stats.instructions += block->instructions;
    wave->clock += (uint64_t)block->instructions * FAST_CYCLES;
    return true;
}

void
sets_run_alone(struct sim_wave *wave, unsigned most)
{
    run_wave(wave, most, issue, enter);
}

/* The loop of a wave for one set of observers: as wave_run (dispatch/wave.c) does it for any, with what the
 * set's observers do called directly, and straight lines executed at once. */
#ifndef OCC_RUNTIME_SIM_SETS_RUN_H
#define OCC_RUNTIME_SIM_SETS_RUN_H

#include "runtime/sim/exec/block.h"
#include "runtime/sim/dispatch/dispatch.h"

/* What the set has to hear before an instruction, which names the registers that it really uses. */
typedef void run_issue_fn(struct sim_wave *wave, const struct sim_op *op);
/* The same before a block.  false: its instructions must be executed one by one, and nothing has
 * happened. */
typedef bool run_enter_fn(struct sim_wave *wave, const struct sim_block *block);

static inline __attribute__((always_inline)) bool
run_block(struct sim_wave *wave, const struct sim_block *block, run_enter_fn *enter)
{
    const struct sim_device *device = wave->device;
    uint64_t limit = device->options.max_instructions;
    if ((limit && device->stats.instructions + block->instructions > limit) || !enter(wave, block))
        return false;
    wave->pc = block->end;
    block_run_steps(wave, block);
    return true;
}

static inline __attribute__((always_inline)) void
run_wave(struct sim_wave *wave, unsigned most, run_issue_fn *issue, run_enter_fn *enter)
{
    if (wave->watched) { /* instructions are left out */
        wave_run(wave, most);
        return;
    }
    wave_look_at_clock(wave);
    for (unsigned i = 0; i < most && !wave->done && !wave->at_barrier; i++) {
        struct sim_op *op = sim_fetch(wave);
        const struct sim_block *block = wave->watched ? NULL : block_at(wave, op);
        if (block && run_block(wave, block, enter)) {
            i += block->instructions - 1u;
            continue;
        }
        if (wave->watched && wave_leaves_out(wave, op)) {
            wave->pc = op->pc + 4u * op->inst.words;
            continue;
        }
        wave_count(wave, op);
        if (sim_is_indexed(wave, op)) {
            const struct sim_op *real = indexed_op(wave, op);
            issue(wave, real);
            op->warned |= real->warned; /* once per place */
        } else {
            issue(wave, op);
        }
        wave->pc = op->pc + 4u * op->inst.words;
        op->exec(wave, op);
    }
    wave_end_turn(wave);
}

/* Counts the steps of a block, but for the lanes' operations. */
static inline void
run_count(struct sim_wave *wave, const struct sim_block *block)
{
    struct sim_stats *stats = &wave->device->stats;
    stats->instructions += block->count;
    stats->by_class[SIM_CLASS_VALU] += block->vector_count;
    stats->by_class[SIM_CLASS_SALU] += block->count - block->vector_count;
}

#endif

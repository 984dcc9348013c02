/* Modelled cycles: what the loops of sets and who tells of waits ask timing.c. */
#ifndef OCC_RUNTIME_SIM_TIMING_TIMING_H
#define OCC_RUNTIME_SIM_TIMING_TIMING_H

#include "runtime/sim/exec/block.h"

/* The instruction is issued: called for each that is executed, before its effects. */
void timing_issue(struct sim_wave *wave, const struct sim_op *op);
/* The same for all instructions of the block. */
void timing_issue_block(struct sim_wave *wave, const struct sim_block *block);
/* The cycles that such a wait would take now; UINT_MAX: of no wait for that counter. */
uint64_t timing_wait(const struct sim_wave *wave, unsigned vm, unsigned lgkm);

#endif

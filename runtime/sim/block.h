/* Straight lines of ALU instructions: block.c. */
#ifndef OCC_RUNTIME_SIM_BLOCK_H
#define OCC_RUNTIME_SIM_BLOCK_H

#include "runtime/sim/sim_internal.h"

enum { BLOCK_TAIL = 8 };

struct sim_block {
    const struct sim_op **ops;
    uint64_t end; /* the pc behind it */
    uint16_t count, valu_count;
    uint16_t tail_count;
    bool writes_exec;
    uint8_t sgpr_end, top_names; /* as struct sim_op has them, of all */
    uint32_t states;             /* wait states */
    uint32_t cycles, valu_cycles;
    uint32_t consumes; /* hazard classes, of what may meet producers before the block */
    struct sim_history tail[BLOCK_TAIL]; /* producers near the end, by their state in the block */
    uint64_t registers[SIM_REGISTER_WORDS]; /* read and written */
};

/* The block that begins with the instruction; NULL: there is none, or not yet. */
const struct sim_block *block_at(struct sim_wave *wave, struct sim_op *op);
/* Executes it.  false: its instructions must be executed one by one, and nothing has happened. */
bool block_run(struct sim_wave *wave, const struct sim_block *block);

/* ---- timing.c ---- */

/* What timing_issue does for all instructions of the block. */
void timing_issue_block(struct sim_wave *wave, const struct sim_block *block);

#endif

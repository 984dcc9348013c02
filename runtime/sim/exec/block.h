/* Straight lines of ALU instructions: block.c. */
#ifndef OCC_RUNTIME_SIM_EXEC_BLOCK_H
#define OCC_RUNTIME_SIM_EXEC_BLOCK_H

#include "runtime/sim/exec/valu.h"

/* A producer of hazards, by the wait state at which it was executed (strict/strict_hazard.c). */
struct sim_history {
    const struct sim_op *op;
    uint64_t state;
};

enum {
    BLOCK_TAIL = 8,
    FAST_CYCLES = 4, /* of every instruction, where nothing models them */
};

/* A source of a plain instruction. */
struct block_source {
    const uint32_t *lanes; /* a constant; NULL: a register */
    uint16_t reg;
    bool is_scalar;
    bool has_sign; /* (bits & keep) ^ turn */
    uint32_t keep, turn;
};

struct block_step {
    const struct sim_op *op;
    valu_fn *kernel;           /* of a plain instruction; NULL: op->exec does it, */
    valu_wide_fn *wide;        /* or this, of doubles */
    int16_t vdst, sdst, carry; /* registers; -1: none */
    uint16_t vectors; /* vector instructions up to it, since EXEC was written in the block */
    uint8_t source_count;
    bool is_temporary; /* the kernel must not write where the result goes */
    bool is_simple;    /* vector registers and constants go in, one register comes out */
    bool writes_exec;
    struct block_source source[3];
};

struct sim_block {
    struct block_step *steps;
    uint64_t end; /* the pc after it */
    uint16_t instructions;
    uint16_t count, vector_count; /* steps: where only speed counts, waits are none */
    uint16_t counted_vectors;     /* up to the last write of EXEC */
    uint16_t tail_count;
    uint64_t numbers[2]; /* as struct sim_op has them, of all */
    uint8_t top_names;
    /* Of the steps with a kernel: bits of MODE, registers are below. */
    uint8_t mode_bits, sgpr_limit;
    uint16_t vgpr_end;
    /* By the observers: wait states and cycles. */
    uint32_t states;
    uint32_t cycles, valu_cycles;
    uint64_t consumes; /* hazard classes, of what may meet producers before the block */
    struct sim_history tail[BLOCK_TAIL]; /* producers near the end, by their state in the block */
    uint64_t registers[SIM_REGISTER_WORDS]; /* read and written */
};

/* The block that begins with the instruction; NULL: there is none, or not yet. */
const struct sim_block *block_at(struct sim_wave *wave, struct sim_op *op);
/* Executes its steps.  What they count, but for the lanes' operations, and where they lead is the
 * caller's. */
void block_run_steps(struct sim_wave *wave, const struct sim_block *block);

#endif

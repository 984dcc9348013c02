/* What the two files of the scalar ALU share. */
#ifndef OCC_RUNTIME_SIM_EXEC_SALU_H
#define OCC_RUNTIME_SIM_EXEC_SALU_H

#include "runtime/sim/exec/exec.h"

struct salu {
    uint64_t a, b, d; /* sources (the old destination in b for s_cmov and s_bitset), result */
    bool scc;
    unsigned width; /* of the result */
};

/* Runs the operation's row: result, SCC and shadow; sa and sb are the shadow of a and b. */
void salu_run(struct sim_wave *wave, const struct sim_op *op, struct salu *x, uint64_t sa,
              uint64_t sb);
/* Faults when the registers are beyond the allocation. */
void salu_check_sgpr(struct sim_wave *wave, const struct sim_op *op, unsigned index,
                     unsigned dwords);
/* MODE.vskip: vector instructions are left out. */
void salu_set_vskip(struct sim_wave *wave, const struct sim_op *op, bool on);

#endif

/* Operands of one vector instruction on their way through fetch (valu_source.c), kernel and
 * write-back (valu.c). */
#ifndef OCC_RUNTIME_SIM_EXEC_VALU_SOURCE_H
#define OCC_RUNTIME_SIM_EXEC_VALU_SOURCE_H

#include "runtime/sim/exec/valu.h"

struct operands {
    struct valu x;
    uint64_t write; /* lanes to write */
    bool undefined; /* some source has shadow bits */
    uint64_t carry_shadow;
    uint32_t s[SIM_MAX_SOURCES][SIM_LANES];
    uint64_t q[SIM_MAX_SOURCES][SIM_LANES];
    uint32_t d[SIM_LANES];
    uint64_t dq[SIM_LANES];
    uint32_t wide[4][SIM_LANES];
};

/* Fetch source `index` of 32 bits and less, or of 64, with its modifiers, into all->x. */
void valu_fetch32(struct operands *all, struct sim_wave *wave, const struct sim_op *op,
                  unsigned index);
void valu_fetch64(struct operands *all, struct sim_wave *wave, const struct sim_op *op,
                  unsigned index);
/* Shadow of the result of each lane from those of the sources. */
void valu_result_shadow(struct operands *all, struct sim_wave *wave, const struct sim_op *op,
                        uint32_t result[SIM_LANES]);
void valu_result_shadow64(struct operands *all, struct sim_wave *wave, const struct sim_op *op,
                          uint64_t result[SIM_LANES]);

#endif

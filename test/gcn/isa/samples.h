/* Sample instructions of every row of the tables, the same on every run. */
#ifndef OCC_TEST_BACKEND_GCN_ISA_SAMPLES_H
#define OCC_TEST_BACKEND_GCN_ISA_SAMPLES_H

#include "gcn/isa/gcn_target.h"

/* Called for each sample that gcn_encode accepts, with its words. */
typedef void sample_fn(void *data, const struct gcn_target *target, const struct gcn_inst *inst,
                       const uint32_t *words);

/* Builds up to `per_form` samples of each form (short, long, SDWA, DPP) of the operation and
 * returns the forms for which there was none although the target has them. */
unsigned samples_of(const struct gcn_target *target, enum gcn_op op, unsigned per_form,
                    sample_fn *take, void *data);

#endif

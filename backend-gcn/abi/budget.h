/* How many registers a function may use.  Spilling chooses its budgets below these limits; selection asks what
 * room there is for arrays. */
#ifndef OCC_BACKEND_GCN_ABI_BUDGET_H
#define OCC_BACKEND_GCN_ABI_BUDGET_H

#include "backend-gcn/backend.h"

enum {
    BUDGET_VGPR_HEADROOM = 3, /* holes between tuples: tuned, as the next */
    BUDGET_SGPR_HEADROOM = 6,
    BUDGET_RSRC_SGPRS = 5, /* the buffer of scratch and the wave's offset */
    /* Safety: limits below are raised to what the widest instruction and the arguments of a launch need. */
    BUDGET_LEAST_VGPRS = 16,
    BUDGET_LEAST_SGPRS = 32,
    BUDGET_LEAST_LANES = 2,
    BUDGET_LEAST_AIM = 10, /* below it, only more would be spilled */
};

/* What each of so many waves per SIMD may have; SGPRs without VCC and its like. */
unsigned budget_vgprs(const struct gcn_target *target, unsigned waves);
unsigned budget_sgprs(const struct gcn_target *target, unsigned waves);

/* The waves that a SIMD can have at once: what the target allows, and where the work-groups of a kernel have LDS, as
 * many as LDS has room for. */
unsigned budget_waves(const struct mir_function *function);

/* The VGPRs that a function may use with so many waves, those of its private arrays left out, and the most waves with
 * which it may use so many.  vgpr_cap must be set. */
unsigned budget_of_waves(const struct mir_function *function, unsigned waves);
unsigned budget_waves_of(const struct mir_function *function, unsigned vgprs);

/* The VGPRs that a function may use at all: what the target, attributes, options and callers leave,
 * without those of its private arrays; the SGPRs, without those kept for lowering. */
unsigned budget_most_vgprs(const struct mir_function *function,
                           const struct backend_options *options);
unsigned budget_most_sgprs(const struct mir_function *function,
                           const struct backend_options *options);

/* What the hardware has for groups of its size, arrays included: more cannot be launched. */
unsigned budget_hardware_vgprs(const struct mir_function *function);

/* amdgpu_num_sgpr below BUDGET_LEAST_SGPRS is aimed at: assignment may take up to `most` where an instruction or the
 * start of the kernel needs them, and then backend.c says that the attribute allows fewer. */
unsigned budget_aimed_sgprs(const struct mir_function *function, unsigned most);

#endif

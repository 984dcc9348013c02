/* The state that a launch leaves in registers, as p_start defines it (AMDGPUUsage, Initial Kernel
 * Execution State). */
#ifndef OCC_BACKEND_GCN_ABI_KERNEL_START_H
#define OCC_BACKEND_GCN_ABI_KERNEL_START_H

#include "backend-gcn/mir/mir_build.h"

/* The temps of p_start in ABI order, 0: not asked for. */
struct kernel_start {
    uint32_t user[KERNEL_USER_SGPRS], workgroup_id[3], wave_offset, workitem_id[3];
};
/* SGPRs that each enum kernel_user_sgpr takes. */
extern const uint8_t kernel_user_dwords[KERNEL_USER_SGPRS];

/* Assigns the initial registers in ABI order and makes p_start of them at the top of the entry. */
void kernel_start_build(struct mir_function *function, const struct kernel_start *start);
/* Sets FLAT_SCRATCH where it is the wave's 64-bit address. */
void kernel_start_scratch_address(struct mir_builder *b, struct mir_operand init,
                                  struct mir_operand offset);
/* Sets FLAT_SCRATCH before GFX9: bytes per work-item, the wave's offset in units of 256 bytes. */
void kernel_start_scratch_size(struct mir_builder *b, struct mir_operand init,
                               struct mir_operand offset);
/* The kernel will access scratch although selection did not know it (VGPR spills): adds, once, the
 * fixed definitions of MIR_P_START and the set-up code (FLAT_SCRATCH on targets with scratch
 * instructions; elsewhere the temps scratch_rsrc and scratch_offset) on SSA form.  Does nothing when
 * selection has done it. */
void kernel_start_need_scratch(struct mir_function *function);

#endif

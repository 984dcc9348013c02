/* An interpreter of the IR: the oracle for lowering, the library and the mid-end's passes, apart
 * from the back end.  Slow and plain: one work-item after the other, each until it waits at a
 * barrier. */
#ifndef OCC_TEST_MIDEND_RUN_IR_RUN_H
#define OCC_TEST_MIDEND_RUN_IR_RUN_H

#include "midend/ir/ir.h"

struct ir_run_region {
    uint8_t *start;
    size_t size;
};

struct ir_machine {
    struct arena *arena;
    const struct ir_module *module;
    uint32_t dims, global[3], local[3];
    uint64_t offset[3];
    VEC(struct ir_run_region) regions; /* what generic, global and constant pointers may reach */
    uint8_t *lds;                      /* of the work-group at hand */
    size_t lds_size;
    uint8_t packet[64];         /* hsa_kernel_dispatch_packet_t */
    uint64_t steps, step_limit; /* instructions of one work-item */
    const char *error;          /* what went wrong, or NULL */
};

/* Memory that kernels may use, zeroed. */
uint8_t *ir_run_alloc(struct ir_machine *machine, size_t size);
/* Runs the kernel over the grid; kernarg is laid out as kernel->args say, local pointers hold the
 * size of the memory they get.  False with machine->error. */
bool ir_run_kernel(struct ir_machine *machine, struct ir_function *kernel, const uint8_t *kernarg,
                   size_t kernarg_size);

/* ir_run_op.c: the value of an operation without side effects; args are its operands' bits.
 * Returns false when the operation is not one of these. */
bool ir_run_op(const struct ir_function *function, const struct ir_inst *inst, const uint64_t *args,
               uint64_t *result);

#endif

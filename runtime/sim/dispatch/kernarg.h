/* What a launch's arguments are in its kernarg segment (AMDGPUUsage, Code Object Metadata). */
#ifndef OCC_RUNTIME_SIM_DISPATCH_KERNARG_H
#define OCC_RUNTIME_SIM_DISPATCH_KERNARG_H

#include "runtime/sim/dispatch/dispatch.h"

struct kernarg {
    struct sim_device *device; /* of the kernel's object */
    const struct sim_kernel *kernel;
    const struct sim_launch *launch; /* sizes are 1 in dimensions that it has not */
    uint8_t *bytes;                  /* the segment, kernel->kernarg_size of them */
    uint8_t *given;                  /* as many: set to 1 where an argument is; NULL: nobody asks */
    struct sim_gpu gpu;              /* that will run it */
    uint32_t lds;                    /* static and so far dynamic: kernarg_fill sets it */
};

/* Fills the segment but for its padding.  Unwinds if arguments do not fit the kernel. */
void kernarg_fill(struct kernarg *kernarg);

#endif

/* The kernels that start what kernels enqueue, one for each chip, as occ compiles them. */
#ifndef OCC_RUNTIME_ENQUEUE_SCHEDULER_H
#define OCC_RUNTIME_ENQUEUE_SCHEDULER_H

#include <stddef.h>

/* The code object with the one kernel `scheduler` for the chip of that name ("gfx900"), *size bytes, constant.
 * NULL: there is no such chip. */
const void *scheduler_object(const char *target, size_t *size);

#endif

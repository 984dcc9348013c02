/* Runs programs: compiled by libocc on the simulator, or by the OpenCL of the machine. */
#ifndef OCC_TEST_EXPRESSION_SIMULATE_H
#define OCC_TEST_EXPRESSION_SIMULATE_H

#include "program.h"

/* Compiles the text with switches ("-mcpu=gfx900 -O3") and runs the kernel e<seed> of each program;
 * outputs[i] takes program i's output.  Returns NULL or what went wrong, the caller's to free. */
char *simulate(const char *text, const char *switches, struct program *const *programs,
               unsigned count, uint8_t *const *outputs);
/* The same on the first OpenCL device (pocl), all programs as one kernel, in a process of its own;
 * *crashed: it ended that process. */
char *run_peer(const char *text, struct program *const *programs, unsigned count,
               uint8_t *const *outputs, bool *crashed);
#endif

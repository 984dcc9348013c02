/* What the files that tell of code share. */
#ifndef OCC_RUNTIME_SIM_TELL_TELL_H
#define OCC_RUNTIME_SIM_TELL_TELL_H

#include "runtime/sim/dispatch/dispatch.h"

/* ---- debug.c ---- */

/* The address in memory of a byte of the lane's private memory. */
uint64_t sim_private_place(const struct sim_wave *wave, unsigned lane, uint32_t address);

/* ---- disassemble.c ---- */

/* The instruction at a word of the code, of a branch with the offset of its target; what is none, as
 * a word.  *words: its size. */
const char *sim_disassemble(const struct sim_device *device, struct arena *arena,
                            const struct sim_code *code, size_t word, unsigned *words);

/* The address of the first instruction of a function, whose symbol may be a kernel's header. */
uint64_t sim_entry(struct sim_device *device, const struct sim_object *object,
                   const struct sim_function *function, bool *is_kernel);

#endif

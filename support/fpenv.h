/* The floating-point environment of who calls a library: rounding mode, flushing of denormals, traps, flags.
 *
 * A program may round upward, flush denormals (what -Ofast links does so before main) or have exceptions trap.
 * Constants are folded and kernels executed in the default environment all the same (OpenCL C 1.2, 7.1: round to
 * nearest even), and the program finds its own as it was.  So whoever is entered from outside calls fpenv_enter
 * first and fpenv_leave last; what it is given to call back it calls between fpenv_out and fpenv_in. */
#ifndef OCC_SUPPORT_FPENV_H
#define OCC_SUPPORT_FPENV_H

#if defined(__x86_64__)
#include <stdint.h>

struct fpenv {
    uint32_t mxcsr;           /* of SSE: control and flags */
    uint16_t control, status; /* of the x87 */
};
#else
#include <fenv.h>

struct fpenv {
    fenv_t host;
};
#endif

/* Notes the environment, and makes the default one current: to nearest, denormals are numbers, nothing
 * traps.  Some nanoseconds.  Flags that are set stay so if nothing else differs. */
void fpenv_enter(struct fpenv *caller);
/* Only notes it. */
void fpenv_get(struct fpenv *at);
/* Makes that one current again, with the flags that it had. */
void fpenv_leave(const struct fpenv *caller);
/* Before and after a call of what the caller has given: in the caller's environment, which is noted again
 * if `changes` is not NULL.  *own keeps ours meanwhile. */
void fpenv_out(struct fpenv *own, const struct fpenv *caller);
void fpenv_in(const struct fpenv *own, struct fpenv *changes);

#endif

/* Our own errors: running out of memory, a broken invariant, a cancelled or overrun compilation.
 *
 * The library never exits and never aborts.  Whoever enters it arms a guard with setjmp; anything
 * that cannot go on unwinds to that guard with ice() and becomes a status.  User errors are not
 * handled here: see diag.h. */
#ifndef OCC_SUPPORT_ICE_H
#define OCC_SUPPORT_ICE_H

#include <setjmp.h>

enum guard_status {
    GUARD_OK,
    GUARD_ICE,        /* a broken invariant: our bug */
    GUARD_MEMORY,     /* the allocator said no, or the memory limit is reached */
    GUARD_CANCELLED,  /* the host asked to stop, or the time limit is reached */
};

/* One protected call.  Fill by `if (setjmp(guard.target) == 0) { ... } else { guard.status ... }`. */
struct guard {
    jmp_buf target;
    enum guard_status status;
    const char *pass;  /* name of the pass that runs, or NULL; set by pass runners */
    char message[400]; /* what went wrong, NUL-terminated, without a newline */
};

/* Unwinds to the guard with GUARD_ICE and the formatted message. */
_Noreturn void ice(struct guard *guard, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Unwinds to the guard with the given status (GUARD_MEMORY or GUARD_CANCELLED). */
_Noreturn void guard_unwind(struct guard *guard, enum guard_status status, const char *message);

#endif

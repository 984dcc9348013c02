/* Our own errors: running out of memory, a broken invariant, a cancelled compilation.
 *
 * The library never exits and never aborts.  Whoever enters it arms a guard with setjmp; anything
 * that cannot go on unwinds to that guard with ice() and becomes a status.  User errors are not
 * handled here: see diag.h. */
#ifndef OCC_SUPPORT_ICE_H
#define OCC_SUPPORT_ICE_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

struct arena;
struct limit_notes;

enum guard_status {
    GUARD_OK,
    GUARD_ICE,       /* a broken invariant: our bug */
    GUARD_MEMORY,    /* the allocator said no */
    GUARD_CANCELLED, /* the host asked to stop */
    GUARD_DEADLINE,  /* the time that the host gave is over */
    GUARD_PROGRAM,   /* the program is wrong: the message is in the log (diag_fatal) */
};

/* What an unwind has to give back: lives on the stack of the function that holds the resource. */
struct cleanup {
    void (*release)(void *object);
    void *object;
    struct cleanup *newer, *older;
};

/* One protected call.  Zero it, then `if (setjmp(guard.target) == 0) { ... } else { guard.status
 * ... }`. */
struct guard {
    jmp_buf target;
    struct cleanup *cleanups; /* newest first: an unwind runs them */
    enum guard_status status;
    void (*poll)(struct guard *guard); /* NULL; or unwinds when it is time to stop */
    void *poll_data;
    struct arena
        *heir; /* when time is over, gets the memory of scratch arenas: giving much of it back
                           takes long; NULL: nobody */
    struct limit_notes *limits; /* where limits that are met are noted; NULL: nowhere (limit.h) */
    const char *pass;           /* name of the pass that runs, or NULL; set by pass runners */
    char message[400];          /* what went wrong, NUL-terminated, without a newline */
};

/* Called in all that may take more than a millisecond, between two steps of it: loops over the blocks of
 * a function do, by their macros.  guard may be NULL. */
static inline void
guard_poll(struct guard *guard)
{
    if (guard && guard->poll)
        guard->poll(guard);
}

/* The same in a walk along a list of small objects of an arena, where a poll at each would cost as much as the
 * step itself: polls about once in 16 KiB of objects. */
static inline bool
guard_poll_along(struct guard *guard, const void *object)
{
    if ((uintptr_t)object % 16384 < 128)
        guard_poll(guard);
    return true;
}

/* Unwinds to the guard with GUARD_ICE and the formatted message. */
_Noreturn void ice(struct guard *guard, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Unwinds to the guard with the given status, which is not GUARD_ICE. */
_Noreturn void guard_unwind(struct guard *guard, enum guard_status status, const char *message);

/* From now on an unwind calls release(object); the entry must stay where it is until guard_pop, in
 * any order.  The unwind pops the entry before it calls release, which must not unwind again. */
void guard_push(struct guard *guard, struct cleanup *entry, void (*release)(void *object),
                void *object);
/* Takes the entry away again; its object is the caller's to release. */
void guard_pop(struct guard *guard, struct cleanup *entry);

#endif

/* The functions that are exported, and the runtime's own beneath them. */
#include "test/hsa-check/check.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the runtime ---- */

struct real real;

/* hsa_signal_create and the like are all of their types, by the row of functions.def. */
static void
find(void *library, const char *name, void *place, size_t size)
{
    void *function = dlsym(library, name);
    if (!function) {
        fprintf(stderr, "hsa-check: %s\n", dlerror());
        _Exit(127);
    }
    memcpy(place, &function, size);
}

/* By its absolute path: its name is ours. */
__attribute__((constructor)) static void
load(void)
{
    const char *path = getenv("OCC_TEST_HSA_REAL");
    void *library = dlopen(path ? path : HSA_CHECK_REAL, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "hsa-check: %s\n", dlerror());
        _Exit(127);
    }
#define FUNCTION(R, N, B, E, TYPES, KINDS, PARAMETERS, NAMES, COUNT)                               \
    find(library, #N, &real.N, sizeof real.N);
#include "test/hsa-check/functions.def"
#undef FUNCTION
}

/* ---- before and after each call ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Is the thread in the runtime, or here?  The runtime's parts for images call exported functions by name, so that they
 * come here; what the runtime does is not looked at.  (RTLD_DEEPBIND would do, but for sanitizers.) */
static _Thread_local unsigned depth;

void
check_lock(void)
{
    depth++;
    pthread_mutex_lock(&lock);
}

void
check_unlock(void)
{
    pthread_mutex_unlock(&lock);
    depth--;
}

unsigned
check_leave(void)
{
    unsigned before = depth;
    depth = 0;
    return before;
}

void
check_return(unsigned before)
{
    depth = before;
}

void
none(struct call *call)
{
    (void)call;
}

bool
call_is_made(const struct call *call)
{
    return !call->told || !report_skips();
}

bool
call_begin(struct call *call)
{
    check_lock();
    report_count_call();
    if (machine_is_open(call)) {
        arguments_check(call);
        if (!call->told)
            call->function->before(call);
    }
    bool is_made = call_is_made(call);
    check_unlock();
    return is_made;
}

void
call_end(struct call *call)
{
    call->is_ok =
        call_is_made(call) && (!call->function->has_status || call->result == HSA_STATUS_SUCCESS ||
                               call->result == HSA_STATUS_INFO_BREAK);
    if (call->function->after == none)
        return;
    check_lock();
    if (!machine_is_over())
        call->function->after(call);
    check_unlock();
}

/* ---- the functions ---- */

/* hsa.h has no prototypes of them. */
hsa_status_t hsa_init(void);
hsa_status_t hsa_shut_down(void);

enum {
#define FUNCTION(R, N, B, E, TYPES, KINDS, PARAMETERS, NAMES, COUNT) INDEX_##N,
#include "test/hsa-check/functions.def"
#undef FUNCTION
};

#undef VOID_FUNCTION /* which was FUNCTION */
#define LIST(...) __VA_ARGS__
static const struct function functions[] = {
#define FUNCTION(R, N, B, E, TYPES, KINDS, PARAMETERS, NAMES, COUNT)                               \
    {#N, B, E, _Generic((R)0, hsa_status_t : true, default : false), {LIST KINDS}},
#define VOID_FUNCTION(R, N, B, E, TYPES, KINDS, PARAMETERS, NAMES, COUNT)                          \
    {#N, B, E, false, {LIST KINDS}},
#include "test/hsa-check/functions.def"
#undef FUNCTION
#undef VOID_FUNCTION
};

/* Arguments into words and back. */
#define TAKE(i, p) memcpy(&call.word[i], &p, sizeof p);
#define TAKE_0
#define TAKE_1     TAKE(0, p1)
#define TAKE_2     TAKE_1 TAKE(1, p2)
#define TAKE_3     TAKE_2 TAKE(2, p3)
#define TAKE_4     TAKE_3 TAKE(3, p4)
#define TAKE_5     TAKE_4 TAKE(4, p5)
#define TAKE_6     TAKE_5 TAKE(5, p6)
#define TAKE_7     TAKE_6 TAKE(6, p7)
#define TAKE_8     TAKE_7 TAKE(7, p8)
#define TAKE_A     TAKE_8 TAKE(8, p9) TAKE(9, pA)
#define GIVE(i, p) memcpy(&p, &call.word[i], sizeof p);
#define GIVE_0
#define GIVE_1 GIVE(0, p1)
#define GIVE_2 GIVE_1 GIVE(1, p2)
#define GIVE_3 GIVE_2 GIVE(2, p3)
#define GIVE_4 GIVE_3 GIVE(3, p4)
#define GIVE_5 GIVE_4 GIVE(4, p5)
#define GIVE_6 GIVE_5 GIVE(5, p6)
#define GIVE_7 GIVE_6 GIVE(6, p7)
#define GIVE_8 GIVE_7 GIVE(7, p8)
#define GIVE_A GIVE_8 GIVE(8, p9) GIVE(9, pA)

#define FUNCTION(R, N, B, E, TYPES, KINDS, PARAMETERS, NAMES, COUNT)                               \
    R N PARAMETERS                                                                                 \
    {                                                                                              \
        struct call call = {.function = &functions[INDEX_##N]};                                    \
        R result = (R)HSA_STATUS_ERROR_INVALID_ARGUMENT;                                           \
        if (depth)                                                                                 \
            return real.N NAMES;                                                                   \
        TAKE_##COUNT if (call_begin(&call))                                                        \
        {                                                                                          \
            GIVE_##COUNT depth++;                                                                  \
            result = real.N NAMES;                                                                 \
            depth--;                                                                               \
        }                                                                                          \
        memcpy(&call.result, &result, sizeof result);                                              \
        call_end(&call);                                                                           \
        return result;                                                                             \
    }
#define VOID_FUNCTION(R, N, B, E, TYPES, KINDS, PARAMETERS, NAMES, COUNT)                          \
    R N PARAMETERS                                                                                 \
    {                                                                                              \
        struct call call = {.function = &functions[INDEX_##N]};                                    \
        if (depth) {                                                                               \
            real.N NAMES;                                                                          \
            return;                                                                                \
        }                                                                                          \
        TAKE_##COUNT if (call_begin(&call))                                                        \
        {                                                                                          \
            GIVE_##COUNT depth++;                                                                  \
            real.N NAMES;                                                                          \
            depth--;                                                                               \
        }                                                                                          \
        call_end(&call);                                                                           \
    }
#include "test/hsa-check/functions.def"

/* To be preloaded into an OpenCL program: each function of the API that the loader exports is called in the hostile
 * environment, and so are, by that, the callbacks which it has given. */
#include "runtime/icd/entries.h"
#include "test/fpenv/hostile.h"

#include <dlfcn.h>
#include <stdlib.h>

/* Returns whatever the function is declared to: a cleanup runs when its value is there. */
struct around {
    struct fpenv before;
    const char *call;
};

static void
end(struct around *around)
{
    hostile_end(&around->before, around->call);
}

#define ENTRY(type, name, ...)                                                                     \
    __attribute__((visibility("default"))) type CL_API_CALL name(                                  \
        __VA_OPT__(ENTRY_PARAMETERS(__VA_ARGS__)))                                                 \
    {                                                                                              \
        static __typeof__(&name) real;                                                             \
        if (!__atomic_load_n(&real, __ATOMIC_ACQUIRE)) {                                           \
            __typeof__(&name) found = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                  \
            if (!found)                                                                            \
                abort();                                                                           \
            __atomic_store_n(&real, found, __ATOMIC_RELEASE);                                      \
        }                                                                                          \
        __attribute__((cleanup(end))) struct around around = {.call = #name};                      \
        hostile_begin(&around.before);                                                             \
        return real(__VA_OPT__(ENTRY_ARGUMENTS(__VA_ARGS__)));                                     \
    }
#include "runtime/icd/entries.def"

/* Callbacks of iterations: ours calls the program's, whose calls are looked at. */
#include "test/hsa-check/check.h"

#include <string.h>

/* The callback is argument INDEX, counted from 0, and its data the next. */
#define ITERATION(NAME, INDEX, HANDLE, TYPE)                                                       \
    static hsa_status_t NAME##_call(HANDLE handle, void *data)                                     \
    {                                                                                              \
        const struct call *call = data;                                                            \
        TYPE *callback;                                                                            \
        memcpy(&callback, &call->old[0], sizeof callback);                                         \
        unsigned before = check_leave();                                                           \
        hsa_status_t status = callback(handle, (void *)(uintptr_t)call->old[1]);                   \
        check_return(before);                                                                      \
        return status;                                                                             \
    }                                                                                              \
                                                                                                   \
    void NAME(struct call *call)                                                                   \
    {                                                                                              \
        TYPE *ours = NAME##_call;                                                                  \
        memcpy(call->old, &call->word[INDEX], sizeof call->old);                                   \
        memcpy(&call->word[INDEX], &ours, sizeof ours);                                            \
        call->word[INDEX + 1] = (uintptr_t)call;                                                   \
    }

ITERATION(iterate_agents, 0, hsa_agent_t, agent_callback)
ITERATION(iterate_caches, 1, hsa_cache_t, cache_callback)
ITERATION(iterate_regions, 1, hsa_region_t, region_callback)
ITERATION(iterate_pools, 1, hsa_amd_memory_pool_t, pool_callback)
ITERATION(iterate_isas, 1, hsa_isa_t, isa_callback)
ITERATION(iterate_wavefronts, 1, hsa_wavefront_t, wavefront_callback)

/* Those functions that fake_runtime.c has not: they fail. */
#define HSA_FUNCTION(name)                                                                         \
    int name(void);                                                                                \
    __attribute__((weak, visibility("default"))) int name(void)                                    \
    {                                                                                              \
        return 0x1000; /* HSA_STATUS_ERROR */                                                      \
    }
#include "runtime/hsa/runtime.def"

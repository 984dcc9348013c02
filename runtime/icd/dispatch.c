/* The table by which the loader calls, and the functions that it finds by name. */
#include "runtime/icd/entries.h"

#include <string.h>

#define GUARDED __attribute__((cleanup(icd_leave))) struct icd_entry entry

#define ENTRY(type, name, ...)                                                                     \
    static CL_API_ENTRY type CL_API_CALL entered_##name(__VA_OPT__(ENTRY_PARAMETERS(__VA_ARGS__))) \
    {                                                                                              \
        GUARDED;                                                                                   \
        icd_enter(&entry);                                                                         \
        return icd_##name(__VA_OPT__(ENTRY_ARGUMENTS(__VA_ARGS__)));                               \
    }
#include "runtime/icd/entries.def"
#include "runtime/icd/found.def"
#undef ENTRY

const struct _cl_icd_dispatch icd_dispatch = {
#define ENTRY(type, name, ...) .name = entered_##name,
#include "runtime/icd/entries.def"
#undef ENTRY
};

/* cl_khr_icd */
__attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL
clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms)
{
    return entered_clGetPlatformIDs(num_entries, platforms, num_platforms);
}

CL_API_ENTRY void *CL_API_CALL
icd_clGetExtensionFunctionAddress(const char *function_name)
{
    static const struct {
        const char *name;
        uintptr_t function;
    } rows[] = {
        {"clIcdGetPlatformIDsKHR", (uintptr_t)clIcdGetPlatformIDsKHR},
        {"clGetKernelSubGroupInfoKHR", (uintptr_t)entered_clGetKernelSubGroupInfoKHR},
#define ENTRY(type, name, ...) {#name, (uintptr_t)entered_##name},
#include "runtime/icd/found.def"
#undef ENTRY
    };
    for (unsigned i = 0; function_name && i < sizeof rows / sizeof *rows; i++)
        if (strcmp(function_name, rows[i].name) == 0)
            return (void *)rows[i].function;
    return NULL;
}

CL_API_ENTRY void *CL_API_CALL
icd_clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *function_name)
{
    return icd_is(platform, ICD_PLATFORM) ? icd_clGetExtensionFunctionAddress(function_name) : NULL;
}

/* The loader asks for these two by name. */
__attribute__((visibility("default"))) CL_API_ENTRY void *CL_API_CALL
clGetExtensionFunctionAddress(const char *function_name)
{
    return entered_clGetExtensionFunctionAddress(function_name);
}

__attribute__((visibility("default"))) CL_API_ENTRY cl_int CL_API_CALL
clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name, size_t param_value_size,
                  void *param_value, size_t *param_value_size_ret)
{
    return entered_clGetPlatformInfo(platform, param_name, param_value_size, param_value,
                                     param_value_size_ret);
}

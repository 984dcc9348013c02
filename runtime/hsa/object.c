/* Code objects: loaded, their kernels and variables. */
#include "runtime/hsa/gpu_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gpu_object {
    struct gpu *gpu;
    hsa_executable_t executable;
    hsa_code_object_reader_t reader;
    uint8_t *bytes; /* ROCr reads them as long as the executable lives */
};

static bool
define(struct gpu_object *object, const struct gpu_definition *definitions, unsigned count,
       char **why)
{
    const struct gpu_system *system = object->gpu->system;
    for (unsigned i = 0; i < count; i++) {
        hsa_status_t status = system->api.hsa_executable_agent_global_variable_define(
            object->executable, object->gpu->agent, definitions[i].name, definitions[i].address);
        if (status != HSA_STATUS_SUCCESS)
            return gpu_refuse_status(system, why, status, definitions[i].name);
    }
    return true;
}

static bool
load(struct gpu_object *object, size_t size, const struct gpu_definition *definitions,
     unsigned count, char **why)
{
    const struct gpu_system *system = object->gpu->system;
    const struct hsa_api *api = &system->api;
    hsa_profile_t profile = object->gpu->info.is_full_profile ? HSA_PROFILE_FULL : HSA_PROFILE_BASE;
    hsa_status_t status =
        api->hsa_code_object_reader_create_from_memory(object->bytes, size, &object->reader);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(system, why, status, "the code object cannot be read");
    status = api->hsa_executable_create_alt(profile, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL,
                                            &object->executable);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(system, why, status, "no executable");
    if (!define(object, definitions, count, why))
        return false;
    status = api->hsa_executable_load_agent_code_object(object->executable, object->gpu->agent,
                                                        object->reader, NULL, NULL);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(system, why, status, "the code object cannot be loaded");
    status = api->hsa_executable_freeze(object->executable, NULL);
    if (status != HSA_STATUS_SUCCESS)
        return gpu_refuse_status(system, why, status, "the code object cannot be linked");
    return true;
}

struct gpu_object *
gpu_object_load(struct gpu *gpu, const void *bytes, size_t size,
                const struct gpu_definition *definitions, unsigned count, char **why)
{
    *why = NULL;
    if (!gpu_is_ours(gpu->system, why))
        return NULL;
    struct gpu_object *object = calloc(1, sizeof *object);
    uint8_t *copy = malloc(size + 1);
    if (!object || !copy) {
        free(object);
        free(copy);
        return NULL;
    }
    memcpy(copy, bytes, size);
    object->gpu = gpu;
    object->bytes = copy;
    if (load(object, size, definitions, count, why))
        return object;
    gpu_object_unload(object);
    return NULL;
}

void
gpu_object_unload(struct gpu_object *object)
{
    if (!object)
        return;
    if (gpu_is_ours(object->gpu->system, NULL)) {
        const struct hsa_api *api = &object->gpu->system->api;
        if (object->executable.handle)
            api->hsa_executable_destroy(object->executable);
        if (object->reader.handle)
            api->hsa_code_object_reader_destroy(object->reader);
    }
    free(object->bytes);
    free(object);
}

/* ---- what it holds ---- */

static bool
find_symbol(const struct gpu_object *object, const char *name, hsa_symbol_kind_t kind,
            hsa_executable_symbol_t *symbol)
{
    const struct hsa_api *api = &object->gpu->system->api;
    hsa_symbol_kind_t found;
    return gpu_is_ours(object->gpu->system, NULL) &&
           api->hsa_executable_get_symbol_by_name(object->executable, name, &object->gpu->agent,
                                                  symbol) == HSA_STATUS_SUCCESS &&
           api->hsa_executable_symbol_get_info(*symbol, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &found) ==
               HSA_STATUS_SUCCESS &&
           found == kind;
}

/* Version 2 has kernels by their own names, later ones descriptors. */
static bool
find_kernel(const struct gpu_object *object, const char *name, hsa_executable_symbol_t *symbol)
{
    char *full;
    if (asprintf(&full, "%s.kd", name) < 0)
        return false;
    bool found = find_symbol(object, full, HSA_SYMBOL_KIND_KERNEL, symbol);
    free(full);
    return found || find_symbol(object, name, HSA_SYMBOL_KIND_KERNEL, symbol);
}

bool
gpu_object_kernel(const struct gpu_object *object, const char *name, struct gpu_kernel *kernel)
{
    const struct hsa_api *api = &object->gpu->system->api;
    hsa_executable_symbol_t symbol;
    if (!find_kernel(object, name, &symbol))
        return false;
    *kernel = (struct gpu_kernel){0};
    const struct {
        hsa_executable_symbol_info_t what;
        void *to;
    } questions[] = {
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &kernel->handle},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE, &kernel->kernarg_size},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_ALIGNMENT, &kernel->kernarg_align},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &kernel->group_size},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE, &kernel->private_size},
        {HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK, &kernel->has_dynamic_stack},
    };
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (api->hsa_executable_symbol_get_info(symbol, questions[i].what, questions[i].to) !=
            HSA_STATUS_SUCCESS)
            return false;
    return true;
}

bool
gpu_object_variable(const struct gpu_object *object, const char *name, void **address,
                    uint64_t *size)
{
    const struct hsa_api *api = &object->gpu->system->api;
    hsa_executable_symbol_t symbol;
    uint64_t where = 0;
    uint32_t bytes = 0;
    if (!find_symbol(object, name, HSA_SYMBOL_KIND_VARIABLE, &symbol) ||
        api->hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS,
                                            &where) != HSA_STATUS_SUCCESS ||
        api->hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE,
                                            &bytes) != HSA_STATUS_SUCCESS)
        return false;
    *address = (void *)(uintptr_t)where;
    *size = bytes;
    return true;
}

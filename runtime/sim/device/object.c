/* What a loaded object has, by name and by index. */
#include "runtime/sim/device/device.h"

#include <string.h>

const struct sim_kernel *
sim_find_kernel(const struct sim_object *object, const char *name)
{
    for (unsigned i = 0; i < object->kernel_count; i++)
        if (strcmp(object->kernels[i].name, name) == 0)
            return &object->kernels[i];
    return NULL;
}

const void *
sim_object_bytes(const struct sim_object *object, size_t *size)
{
    *size = object->size;
    return object->bytes;
}

unsigned
sim_kernel_count(const struct sim_object *object)
{
    return object->kernel_count;
}

const struct sim_kernel *
sim_kernel_at(const struct sim_object *object, unsigned index)
{
    return index < object->kernel_count ? &object->kernels[index] : NULL;
}

unsigned
sim_variable_count(const struct sim_object *object)
{
    return object->variables.count;
}

const struct sim_variable *
sim_variable_at(const struct sim_object *object, unsigned index)
{
    return index < object->variables.count ? &object->variables.at[index] : NULL;
}

const struct sim_variable *
sim_find_export(const struct sim_object *object, const char *name)
{
    vec_foreach (const struct sim_variable, variable, &object->exports)
        if (strcmp(variable->name, name) == 0)
            return variable;
    return NULL;
}

unsigned
sim_external_count(const struct sim_object *object)
{
    return object->externals.count;
}

const struct sim_external *
sim_external_at(const struct sim_object *object, unsigned index)
{
    return index < object->externals.count ? &object->externals.at[index] : NULL;
}

unsigned
sim_object_version(const struct sim_object *object)
{
    return object->version;
}

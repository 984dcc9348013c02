/* Objects: how they come and go, and what a loaded one has, by name and by index. */
#include "runtime/sim/device/load.h"

#include <string.h>

/* ---- how they come and go ---- */

struct sim_object *
object_new(struct sim_device *device)
{
    struct sim_object *object = device->free_objects;
    if (object)
        device->free_objects = object->next;
    else
        object = ARENA_NEW(&device->arena, struct sim_object);
    *object = (struct sim_object){.version = 0};
    arena_init(&object->arena, &device->allocator, &device->guard);
    return object;
}

/* Who asks later who stored there first must not find a name that is gone. */
static void
forget_kernel(struct sim_region *region, const char *name)
{
    if (region->first_undefined_kernel == name)
        region->first_undefined_kernel = "(unloaded)";
    if (region->undefined_store.kernel == name)
        region->undefined_store.kernel = NULL;
}

static void
forget_kernels(struct sim_device *device, const struct sim_object *object)
{
    vec_foreach (struct sim_region *, region, &device->regions)
        for (unsigned i = 0; i < object->kernel_count; i++)
            forget_kernel(*region, object->kernels[i].name);
}

/* It is memory again that the host stores code into; out of memory: none can be executed. */
static void
disown(struct sim_device *device, struct sim_region *region)
{
    region->image = false;
    region->writable_first = region->writable_end = 0;
    region->code = NULL;
    sim_make_executable(device, region->base);
}

void
object_free(struct sim_device *device, struct sim_object *object)
{
    forget_kernels(device, object);
    if (device->jobs)
        device->jobs->forget(device);
    if (object->is_adopted)
        disown(device, object->region);
    else if (object->region)
        sim_free(device, object->region->base);
    arena_free(&object->arena);
    object->next = device->free_objects;
    device->free_objects = object;
}

void
sim_unload(struct sim_device *device, struct sim_object *object)
{
    for (struct sim_object **link = &device->objects; *link; link = &(*link)->next)
        if (*link == object) {
            *link = object->next;
            OBSERVE(device, forget, device);
            object_free(device, object);
            return;
        }
}

/* ---- what they have ---- */

const struct sim_kernel *
sim_kernel_of(const struct sim_device *device, uint64_t descriptor)
{
    for (const struct sim_object *object = device->objects; object; object = object->next)
        for (unsigned i = 0; i < object->kernel_count; i++)
            if (object->kernels[i].descriptor == descriptor)
                return &object->kernels[i];
    return NULL;
}

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

/* Devices and errors: the public calls that are not about memory, objects or launches. */
#include "runtime/sim/device/load.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#include <stdio.h>
#include <string.h>

void
sim_device_free(struct sim_device *device)
{
    if (!device)
        return;
    while (device->objects)
        sim_unload(device, device->objects);
    if (device->jobs)
        device->jobs->free(device);
    OBSERVE(device, end_device, device);
    sim_memory_free(device);
    for (uint32_t i = 0; i < device->registers.count; i++)
        sim_host_release(device, device->registers.at[i]);
    arena_free(&device->arena);
    struct allocator allocator = device->host;
    allocator.release(allocator.data, device);
}

const char *
sim_message(const struct sim_device *device)
{
    return device->message;
}

enum sim_status
sim_fail(struct sim_device *device, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(device->message, sizeof device->message, format, args);
    va_end(args);
    return SIM_ERROR;
}

const struct gcn_target *
sim_device_target(const struct sim_device *device)
{
    return device->target;
}

enum sim_status
sim_device_set_target(struct sim_device *device, const struct gcn_target *target)
{
    if (device->target && device->target != target &&
        strcmp(device->target->like, target->like) != 0) {
        snprintf(device->message, sizeof device->message, "the device is a %s, not a %s",
                 device->target->name, target->name);
        return SIM_ERROR;
    }
    device->target = target;
    return SIM_OK;
}

const struct sim_stats *
sim_stats(const struct sim_device *device)
{
    return &device->stats;
}

void
sim_error(struct sim_device *device, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(device->message, sizeof device->message, format, args);
    va_end(args);
    device->status = SIM_ERROR;
    guard_unwind(&device->guard, GUARD_ICE, "");
}

void
sim_take_message(struct sim_device *device)
{
    if (device->guard.message[0])
        snprintf(device->message, sizeof device->message, "%s", device->guard.message);
}

const char *
sim_class_name(enum sim_class index)
{
    static const char *const names[SIM_CLASSES] = {
        [SIM_CLASS_SALU] = "salu",     [SIM_CLASS_VALU] = "valu", [SIM_CLASS_SMEM] = "smem",
        [SIM_CLASS_VMEM] = "vmem",     [SIM_CLASS_FLAT] = "flat", [SIM_CLASS_LDS] = "lds",
        [SIM_CLASS_BRANCH] = "branch", [SIM_CLASS_WAIT] = "wait", [SIM_CLASS_BARRIER] = "barrier",
        [SIM_CLASS_OTHER] = "other",
    };
    return names[index];
}

bool
sim_seed_parse(const char *text, uint64_t *seed)
{
    char *end;
    errno = 0;
    *seed = strtoull(text, &end, 0);
    return text[0] >= '0' && text[0] <= '9' && !*end && !errno;
}

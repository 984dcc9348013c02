/* Calls computed in the default floating-point environment, and what the host has given to be called, in its own
 * (support/fpenv.h).  A kernel's rounding is the mode of its wave, never the host's. */
#include "runtime/sim/device/load.h"

void
sim_begin_call(struct sim_device *device, struct fpenv *caller)
{
    fpenv_enter(caller);
    device->caller = caller;
}

void
sim_end_call(struct sim_device *device)
{
    const struct fpenv *caller = device->caller;
    device->caller = NULL;
    fpenv_leave(caller);
}

/* Threads of ours call back, too: so what a callback changes of its environment is not kept. */
void
sim_out(const struct sim_device *device, struct fpenv *own)
{
    if (device->caller)
        fpenv_out(own, device->caller);
}

void
sim_in(const struct sim_device *device, const struct fpenv *own)
{
    if (device->caller)
        fpenv_in(own, NULL);
}

static void *
alloc_outside(void *data, size_t size)
{
    struct sim_device *device = data;
    const struct allocator *host = &device->host;
    struct fpenv own;
    sim_out(device, &own);
    void *block = host->alloc(host->data, size);
    sim_in(device, &own);
    return block;
}

static void
release_outside(void *data, void *block)
{
    struct sim_device *device = data;
    const struct allocator *host = &device->host;
    SIM_CALL_BACK(device, host->release(host->data, block));
}

struct allocator
sim_host_allocator(struct sim_device *device)
{
    if (device->host.alloc == allocator_malloc.alloc) /* which does not compute */
        return device->host;
    return (struct allocator){alloc_outside, release_outside, device, NULL};
}

#include "driver/library/host.h"

void
host_enter(struct host *host, const struct allocator *allocator)
{
    host->allocator = *allocator;
    fpenv_enter(&host->caller);
    host->is_entered = true;
}

void
host_leave(struct host *host)
{
    host->is_entered = false;
    fpenv_leave(&host->caller);
}

static void *
alloc_outside(void *data, size_t size)
{
    struct host *host = data;
    struct fpenv own;
    if (!host->is_entered)
        return host->allocator.alloc(host->allocator.data, size);
    fpenv_out(&own, &host->caller);
    void *block = host->allocator.alloc(host->allocator.data, size);
    fpenv_in(&own, &host->caller);
    return block;
}

static void
release_outside(void *data, void *block)
{
    struct host *host = data;
    struct fpenv own;
    if (host->is_entered)
        fpenv_out(&own, &host->caller);
    host->allocator.release(host->allocator.data, block);
    if (host->is_entered)
        fpenv_in(&own, &host->caller);
}

struct allocator
host_allocator(struct host *host)
{
    if (host->allocator.alloc == allocator_malloc.alloc) /* which does not compute */
        return host->allocator;
    return (struct allocator){alloc_outside, release_outside, host, NULL};
}

bool
host_cancels(struct host *host, const struct occ_job *job)
{
    struct fpenv own;
    fpenv_out(&own, &host->caller);
    bool cancels = job->cancel(job->cancel_data);
    fpenv_in(&own, &host->caller);
    return cancels;
}

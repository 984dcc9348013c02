#include "driver/library/limits.h"

#include <stdalign.h>
#include <time.h>

/* Before each block that is counted. */
struct head {
    alignas(max_align_t) size_t size;
};

/* COARSE: some milliseconds off, but not a noticeable part of a compilation that polls a million times. */
static int64_t
now(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* ---- memory ---- */

static bool
is_too_much(struct limits *limits, size_t size)
{
    bool is = size > limits->job->memory_limit || limits->held > limits->job->memory_limit - size;
    limits->is_used_up |= is;
    return is;
}

static void *
alloc_counted(void *data, size_t size)
{
    struct limits *limits = data;
    if (size > SIZE_MAX - sizeof(struct head) || is_too_much(limits, size + sizeof(struct head)))
        return NULL;
    struct head *head = limits->under.alloc(limits->under.data, size + sizeof *head);
    if (!head)
        return NULL;
    head->size = size + sizeof *head;
    limits->held += head->size;
    return head + 1;
}

static void
release_counted(void *data, void *block)
{
    struct limits *limits = data;
    struct head *head = (struct head *)block - 1;
    limits->held -= head->size;
    limits->under.release(limits->under.data, head);
}

static bool
charge_counted(void *data, size_t size)
{
    return !is_too_much(data, size);
}

/* ---- time ---- */

static void
poll(struct guard *guard)
{
    const struct limits *limits = guard->poll_data;
    if (limits->job->cancel && host_cancels(limits->host, limits->job))
        guard_unwind(guard, GUARD_CANCELLED, "the compilation was cancelled");
    if (limits->end && now(CLOCK_MONOTONIC_COARSE) > limits->end)
        guard_unwind(guard, GUARD_DEADLINE, "the compilation takes too long");
}

void
limits_begin(struct limits *limits, const struct occ_job *job, struct host *host,
             struct allocator *allocator, struct guard *guard)
{
    *limits = (struct limits){.job = job, .host = host, .under = *allocator};
    if (job->deadline_ms)
        limits->end = now(CLOCK_MONOTONIC) + (int64_t)job->deadline_ms * 1000000;
    if (job->memory_limit)
        *allocator = (struct allocator){alloc_counted, release_counted, limits, charge_counted};
    if (job->cancel || job->deadline_ms) {
        guard->poll = poll;
        guard->poll_data = limits;
    }
}

enum occ_status
limits_status(const struct limits *limits, enum occ_status status)
{
    return status == OCC_MEMORY && limits->is_used_up ? OCC_MEMORY_LIMIT : status;
}

/* Commands under way on a real GPU.
 *
 * A command is given to the GPU while those that it waits for are still under way there: the packet processor, or the
 * copy engine, waits for their fences.  Only what depends on nothing but the GPU gets there (icd_event_may_follow), for
 * its queues are FIFOs.
 *
 * When a queue breaks, the command that broke it has failed, and those behind it, which never ran, land as lost: the
 * engine's thread runs them again, in order, on a new queue.  Another queue that waits for one of them stands still (gpu.h,
 * gpu_queue_break): once all has ended that is before that in it, it is abandoned, and what it has left is lost, too.
 *
 * A launch whose children may have run has not been lost: it has failed, for it cannot be run again.  That the queue of its
 * children is broken only its lane's thread sees, which breaks the lane's queue then.
 *
 * The copy engine is all queues' and must not stand still, nor wait for kernels that take long, nor can a copy be unmade that
 * was made too early: what a copy waits for in a queue is waited for on the host (hsa_may_follow). */
#include "runtime/icd/hsa/hsa_engine.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/queue.h"

#include <stdio.h>
#include <stdlib.h>

/* How often a lane's thread looks for what has ended that nobody asks for: at first, and after a while. */
static const cl_ulong MIN_PATIENCE = 1000000, MAX_PATIENCE = 16000000;

/* How long who waits may look again and again, in nanoseconds: less than being woken costs. */
static const uint64_t SHORT_WAIT = 200000;

/* ---- its queue without the lock ---- */

/* Gives the lock up, as nobody makes the lane another queue meanwhile. */
static struct gpu_queue *
pin(struct hsa_lane *lane)
{
    struct gpu_queue *queue = lane->queue;
    lane->pins++;
    pthread_mutex_unlock(&lane->engine->context->lock);
    return queue;
}

static void
unpin(struct hsa_lane *lane)
{
    pthread_mutex_lock(&lane->engine->context->lock);
    lane->pins--;
    icd_engine_try_again(lane->engine);
}

/* ---- what a lane's thread does ---- */

/* "still running after 2 s (OCC_SECONDS)"; NULL: that of children. */
static void
break_queue(struct icd_engine *engine, struct gpu_queue *queue)
{
    const struct settings *settings = &engine->device->platform->settings.common;
    char text[160];
    snprintf(text, sizeof text, "still running after %u s (%s)", settings->seconds,
             settings->seconds_name);
    if (queue)
        gpu_queue_break(queue, text);
    else
        hsa_children_break(engine, text);
}

/* The queue has a launch whose children will never be over, for one of them has failed. */
static void
break_parent(struct gpu_queue *queue, struct gpu_fence *children)
{
    gpu_queue_break(queue, gpu_fence_message(children));
}

/* Takes the flight out of the lane and lands its event.  Under the lock. */
static void
land(struct hsa_lane *lane, struct hsa_flight *flight, enum gpu_status status)
{
    if (status == GPU_LOST && hsa_has_run_in_part(flight))
        status = GPU_FAULT;
    if (flight->children)
        hsa_children_end(lane->engine, status == GPU_OVER);
    struct hsa_flight **link = &lane->first, *before = NULL;
    for (; *link != flight; link = &(*link)->next)
        before = *link;
    *link = flight->next;
    if (lane->last == flight)
        lane->last = before;
    flight->has_landed = true;
    flight->is_lost = status == GPU_LOST;
    lane->may_have_lost |= flight->is_lost;
    icd_engine_land(lane->engine, flight->event,
                    status == GPU_OVER   ? CL_COMPLETE
                    : status == GPU_LOST ? CL_QUEUED
                                         : CL_OUT_OF_RESOURCES,
                    lane->helpers);
}

/* Lands what is over; only the first is looked at where one ends after the other.  Under the lock. */
static bool
sweep(struct hsa_lane *lane)
{
    bool found = false;
    for (struct hsa_flight *flight = lane->first, *next; flight; flight = next) {
        enum gpu_status status = gpu_fence_status(flight->fence);
        next = flight->next;
        if (status != GPU_UNDER_WAY) {
            land(lane, flight, status);
            found = true;
        } else if (!lane->is_out_of_order) {
            break;
        }
    }
    return found;
}

/* The first one of the lane has taken too long, unless it waited for one that did, and was broken.  Under the lock. */
static void
give_up(struct hsa_lane *lane, cl_ulong begin)
{
    struct hsa_engine *hsa = hsa_of(lane->engine);
    if (hsa->freed > begin)
        return;
    hsa->freed = UINT64_MAX; /* nobody else does meanwhile */
    bool has_children = lane->first->children;
    struct gpu_queue *queue = pin(lane);
    if (has_children)
        break_queue(lane->engine, NULL);
    break_queue(lane->engine, queue);
    unpin(lane);
    hsa->freed = icd_clock();
}

/* How long it may still take: as long again if the GPU has been busy with one that was broken. */
static uint64_t
time_left(const struct hsa_lane *lane, cl_ulong begin)
{
    const struct settings *settings = &lane->engine->device->platform->settings.common;
    cl_ulong limit = settings->seconds * UINT64_C(1000000000), now = icd_clock();
    if (!limit || lane->first->is_copy) /* copies end by themselves */
        return UINT64_MAX;
    return now <= begin ? limit : now - begin < limit ? limit - (now - begin) : 0;
}

/* What one that it waits for has come to keeps it from ever beginning: that was lost, or failed. */
static bool
is_stopped_by(const struct _cl_event *event, const struct _cl_event *other)
{
    const struct hsa_flight *flight = other->flight;
    return hsa_has_failed(flight->fence) || other->begun > event->begun;
}

/* Does the lane stand still, at its first one?  All has ended that was before that.  *waits: it does not, but
 * waits for another lane yet. */
static bool
stands_still(const struct hsa_lane *lane, bool *waits)
{
    const struct _cl_event *event = lane->first->event;
    bool found = false;
    *waits = false;
    for (unsigned i = 0; !found && !lane->first->is_copy && i < event->wait_count; i++) {
        const struct hsa_flight *other = event->waits[i]->flight;
        bool is_here = other->lane == lane && !other->is_copy;
        found = !is_here && is_stopped_by(event, event->waits[i]);
        *waits |= !is_here && gpu_fence_status(other->fence) == GPU_UNDER_WAY;
    }
    return found;
}

/* The first one that is to land as soon as it is over, and that no thread waits for which will do that; NULL: nobody asks for
 * any. */
static const struct hsa_flight *
find_wanted(const struct hsa_lane *lane)
{
    const struct hsa_flight *flight = lane->first;
    while (flight && (!flight->event->is_wanted || flight->event->waiters))
        flight = flight->next;
    return flight;
}

/* Waits for that one, or for nothing but time, with the lock given up. */
static void
wait_for_wanted(struct hsa_lane *lane, const struct hsa_flight *wanted, uint64_t nanoseconds)
{
    pthread_mutex_t *lock = &lane->engine->context->lock;
    if (wanted) {
        struct gpu_fence *fence = gpu_fence_retain(wanted->fence);
        pthread_mutex_unlock(lock);
        gpu_fence_wait(fence, nanoseconds);
        gpu_fence_release(fence);
        pthread_mutex_lock(lock);
        return;
    }
    uint64_t end = icd_clock() + nanoseconds;
    struct timespec time = {(time_t)(end / 1000000000), (long)(end % 1000000000)};
    pthread_cond_timedwait(&lane->has_more, lock, &time);
}

/* Looks after what is under way, until something may have changed. */
static void
look_after(struct hsa_lane *lane, const struct gpu_fence **watched, cl_ulong *since)
{
    const struct hsa_engine *hsa = hsa_of(lane->engine);
    bool waits, stands = stands_still(lane, &waits);
    struct gpu_fence *children = lane->first->children;
    bool has_failed_child = children && hsa_has_failed(children);
    if ((stands || has_failed_child) && !gpu_queue_is_broken(lane->queue)) {
        children = has_failed_child ? gpu_fence_retain(children) : NULL;
        struct gpu_queue *queue = pin(lane);
        if (stands)
            gpu_queue_abandon(queue);
        else
            break_parent(queue, children);
        gpu_fence_release(children);
        unpin(lane);
        return;
    }
    if (*watched != lane->first->fence || waits) {
        *watched = lane->first->fence;
        *since = icd_clock();
    }
    cl_ulong begin = hsa->freed > *since ? hsa->freed : *since;
    uint64_t left = time_left(lane, begin);
    const struct hsa_flight *wanted = find_wanted(lane);
    bool is_only = wanted == lane->first && !lane->is_out_of_order && !waits && !children;
    uint64_t part = is_only || left < lane->patience ? left : lane->patience;
    wait_for_wanted(lane, wanted, part);
    if (lane->patience < MAX_PATIENCE)
        lane->patience *= 2;
    if (part == left && lane->first && lane->first->fence == *watched &&
        gpu_fence_status(lane->first->fence) == GPU_UNDER_WAY && !time_left(lane, begin))
        give_up(lane, begin);
}

/* Nothing is under way: soon something will be, more often than not, which needs nobody to be woken. */
static void
rest(struct hsa_lane *lane)
{
    pthread_mutex_t *lock = &lane->engine->context->lock;
    lane->patience = MIN_PATIENCE;
    wait_for_wanted(lane, NULL, MAX_PATIENCE);
    if (lane->first || lane->is_stopping)
        return;
    lane->is_asleep = true;
    pthread_cond_wait(&lane->has_more, lock);
    lane->is_asleep = false;
}

static void *
watch(void *data)
{
    struct hsa_lane *lane = data;
    pthread_mutex_t *lock = &lane->engine->context->lock;
    const struct gpu_fence *watched = NULL;
    cl_ulong since = 0;
    pthread_mutex_lock(lock);
    while (lane->first || !lane->is_stopping)
        if (!lane->first) {
            rest(lane);
        } else if (!sweep(lane)) {
            look_after(lane, &watched, &since);
        } else {
            lane->patience = MIN_PATIENCE;
            watched = NULL;
        }
    pthread_mutex_unlock(lock);
    return NULL;
}

/* ---- threads that wait ---- */

/* Puts a command into the lane's queue whose end wakes this thread, after those that wake nobody.  NULL: it is over, or that cannot
 * be done. */
static struct gpu_fence *
put_bell(struct hsa_lane *lane, const struct gpu_fence *fence)
{
    struct gpu_fence *bell = NULL;
    char *why = NULL;
    pthread_mutex_lock(&lane->engine->context->lock);
    struct gpu_queue *queue = pin(lane);
    if (gpu_fence_status(fence) == GPU_UNDER_WAY)
        bell = gpu_submit_barrier(queue, NULL, 0, &why);
    unpin(lane);
    pthread_mutex_unlock(&lane->engine->context->lock);
    free(why);
    return bell;
}

/* Waits for the flight, with the lock given up; for a moment only for the first one, if that ends before, so that what is left
 * to do for it is done meanwhile. */
static void
wait_for_flight(struct hsa_lane *lane, const struct hsa_flight *flight)
{
    pthread_mutex_t *lock = &lane->engine->context->lock;
    bool is_quiet = flight->is_quiet;
    struct gpu_fence *fence = gpu_fence_retain(flight->fence);
    struct gpu_fence *first =
        gpu_fence_retain(lane->is_out_of_order ? flight->fence : lane->first->fence);
    pthread_mutex_unlock(lock);
    if (gpu_fence_wait(first, SHORT_WAIT) == GPU_UNDER_WAY) {
        struct gpu_fence *bell = is_quiet ? put_bell(lane, fence) : NULL;
        if (bell)
            gpu_fence_wait(bell, UINT64_MAX);
        gpu_fence_release(bell);
        gpu_fence_wait(fence, UINT64_MAX);
    }
    gpu_fence_release(first);
    gpu_fence_release(fence);
    pthread_mutex_lock(lock);
}

bool
hsa_await(struct icd_engine *engine, struct _cl_event *event)
{
    const struct hsa_flight *flight = event->flight;
    (void)engine;
    if (!flight || flight->has_landed)
        return false;
    struct hsa_lane *lane = flight->lane;
    icd_retain(event);
    event->waiters++;
    lane->helpers++;
    if (!sweep(lane)) {
        wait_for_flight(lane, flight);
        sweep(lane);
    }
    lane->helpers--;
    event->waiters--;
    icd_event_release(event); /* the caller's queue or event keeps what this lets go of */
    return true;
}

void
hsa_attend(struct icd_engine *engine, struct _cl_event *event)
{
    const struct hsa_flight *flight = event->flight;
    (void)engine;
    if (!flight->has_landed)
        pthread_cond_signal(&flight->lane->has_more);
}

enum gpu_status
hsa_wait(struct icd_engine *engine, struct gpu_queue *queue, struct gpu_fence *fence,
         struct gpu_fence *children)
{
    const struct settings *settings = &engine->device->platform->settings.common;
    uint64_t left = settings->seconds ? settings->seconds * UINT64_C(1000000000) : UINT64_MAX;
    bool is_over = false;
    while (!is_over && left) {
        uint64_t part = children && left > MAX_PATIENCE ? MAX_PATIENCE : left;
        is_over = gpu_fence_wait(fence, part) != GPU_UNDER_WAY;
        if (!is_over && children && hsa_has_failed(children))
            break_parent(queue, children);
        left -= left == UINT64_MAX ? 0 : part;
    }
    if (!is_over && children)
        break_queue(engine, NULL);
    if (!is_over)
        break_queue(engine, queue);
    return gpu_fence_wait(fence, UINT64_MAX);
}

/* ---- lanes ---- */

struct gpu_queue *
hsa_new_queue(struct icd_engine *engine, struct hsa_kind kind)
{
    const struct _cl_device_id *device = engine->device;
    struct gpu_queue_options options = {.priority = kind.priority,
                                        .keeps_times = kind.keeps_times,
                                        .cu_mask = device->parent ? device->cu_mask : NULL,
                                        .cu_mask_words = ICD_CU_WORDS};
    char *why;
    struct gpu_queue *queue = gpu_queue_new(hsa_of(engine)->gpu, &options, &why);
    if (!queue)
        hsa_fails(engine, why);
    return queue;
}

static struct hsa_lane *
new_lane(struct icd_engine *engine, struct hsa_kind kind)
{
    struct hsa_engine *hsa = hsa_of(engine);
    struct hsa_lane *lane = calloc(1, sizeof *lane);
    if (!lane)
        return NULL;
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&lane->has_more, &clock);
    pthread_condattr_destroy(&clock);
    lane->engine = engine;
    lane->kind = kind;
    lane->queue = hsa_new_queue(engine, kind);
    if (!lane->queue || pthread_create(&lane->thread, NULL, watch, lane) != 0) {
        gpu_queue_free(lane->queue);
        pthread_cond_destroy(&lane->has_more);
        free(lane);
        return NULL;
    }
    lane->next = hsa->lanes;
    hsa->lanes = lane;
    hsa->lane_count++;
    return lane;
}

/* The one of that kind with the fewest users; NULL: there is none. */
static struct hsa_lane *
idlest(struct icd_engine *engine, struct hsa_kind kind, unsigned *users)
{
    struct hsa_lane *best = NULL;
    pthread_mutex_lock(&engine->context->lock);
    for (struct hsa_lane *lane = hsa_of(engine)->lanes; lane; lane = lane->next)
        if (lane->kind.priority == kind.priority && lane->kind.keeps_times == kind.keeps_times &&
            (!best || lane->users < best->users))
            best = lane;
    *users = best ? best->users : 0;
    pthread_mutex_unlock(&engine->context->lock);
    return best;
}

static struct hsa_kind
kind_of(const struct _cl_command_queue *queue)
{
    const struct _cl_platform_id *platform = queue->engine->device->platform;
    return (struct hsa_kind){
        .priority = queue->priority == CL_QUEUE_PRIORITY_HIGH_KHR  ? GPU_PRIORITY_HIGH
                    : queue->priority == CL_QUEUE_PRIORITY_LOW_KHR ? GPU_PRIORITY_LOW
                                                                   : GPU_PRIORITY_NORMAL,
        .keeps_times = queue->flags & CL_QUEUE_PROFILING_ENABLE || platform->report};
}

/* The queue's, or one for it: free, new, or shared if the GPU has no more. */
struct hsa_lane *
hsa_lane_of(struct icd_engine *engine, struct _cl_command_queue *queue)
{
    struct hsa_engine *hsa = hsa_of(engine);
    if (queue->lane)
        return queue->lane;
    struct hsa_kind kind = kind_of(queue);
    unsigned users;
    struct hsa_lane *lane = idlest(engine, kind, &users), *more = NULL;
    if (kind.keeps_times)
        gpu_system_keep_times(hsa->system);
    if (!lane || (users && hsa->lane_count < gpu_describe(hsa->gpu)->queues))
        more = new_lane(engine, kind);
    lane = more ? more : lane;
    if (!lane)
        return NULL;
    pthread_mutex_lock(&engine->context->lock);
    lane->is_out_of_order = lane->users || queue->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    lane->users++;
    queue->lane = lane;
    pthread_mutex_unlock(&engine->context->lock);
    return lane;
}

void
hsa_lane_free(struct icd_engine *engine, void *data)
{
    struct hsa_lane *lane = data;
    pthread_mutex_lock(&engine->context->lock);
    lane->users--;
    pthread_mutex_unlock(&engine->context->lock);
}

void
hsa_lanes_end(struct icd_engine *engine)
{
    struct hsa_engine *hsa = hsa_of(engine);
    while (hsa->lanes) {
        struct hsa_lane *lane = hsa->lanes;
        hsa->lanes = lane->next;
        pthread_mutex_lock(&engine->context->lock);
        lane->is_stopping = true;
        pthread_cond_signal(&lane->has_more);
        pthread_mutex_unlock(&engine->context->lock);
        pthread_join(lane->thread, NULL);
        gpu_queue_free(lane->queue);
        pthread_cond_destroy(&lane->has_more);
        free(lane);
    }
    gpu_queue_free(hsa->queue);
}

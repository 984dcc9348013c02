/* Command queues, and how commands get into them. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/order.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/queue.h"

#include <stdlib.h>

/* ---- queues ---- */

/* What the list of clCreateCommandQueueWithProperties asks for. */
struct wanted {
    cl_command_queue_properties flags;
    cl_queue_priority_khr priority; /* as this, 0: none */
    cl_queue_throttle_khr throttle;
    cl_uint size;
    bool has_size;
    bool is_hosts; /* only this function's list may ask for one on the device (OpenCL 3.0, 5.1) */
};

static cl_int
check_flags(cl_context context, const struct icd_engine *engine, const struct wanted *wanted)
{
    const cl_command_queue_properties known =
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    const cl_command_queue_properties named =
        known | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;
    bool has_hints = wanted->priority || wanted->throttle;
    return !icd_is(context, ICD_CONTEXT) ? CL_INVALID_CONTEXT
           : !engine                     ? CL_INVALID_DEVICE
           : wanted->flags & ~named      ? CL_INVALID_VALUE
           : wanted->flags & ~known && (wanted->is_hosts || !icd_has_device_queues(engine->device))
               ? CL_INVALID_QUEUE_PROPERTIES
           : wanted->flags & CL_QUEUE_ON_DEVICE && has_hints /* OpenCL 3.0, 5.1 */
               ? CL_INVALID_QUEUE_PROPERTIES
               : icd_device_queue_check(engine->device, wanted->flags,
                                        wanted->has_size ? wanted->size + !wanted->size : 0);
}

static struct _cl_command_queue *
new_queue(struct icd_engine *engine, const struct wanted *wanted, cl_int *error)
{
    struct _cl_command_queue *queue =
        icd_engine_begin(engine) ? icd_new(ICD_QUEUE, sizeof *queue) : NULL;
    if (!queue) {
        *error = CL_OUT_OF_HOST_MEMORY;
        return NULL;
    }
    icd_retain(engine->context);
    queue->context = engine->context;
    queue->engine = engine;
    queue->flags = wanted->flags;
    queue->priority = wanted->priority;
    queue->throttle = wanted->throttle;
    if (wanted->flags & CL_QUEUE_ON_DEVICE && !icd_device_queue_join(queue, wanted->size)) {
        icd_queue_release(queue);
        *error = CL_OUT_OF_RESOURCES; /* CL_DEVICE_MAX_ON_DEVICE_QUEUES is 1 */
        return NULL;
    }
    icd_order_queue(queue);
    return queue;
}

/* The default queue is there once: who asks for it again has it again. */
static struct _cl_command_queue *
make_queue(cl_context context, cl_device_id device, const struct wanted *wanted, bool *is_new,
           cl_int *error)
{
    struct icd_engine *engine =
        icd_is(context, ICD_CONTEXT) ? icd_context_engine(context, device) : NULL;
    *error = check_flags(context, engine, wanted);
    *is_new = false;
    if (*error != CL_SUCCESS)
        return NULL;
    struct _cl_command_queue *old =
        wanted->flags & CL_QUEUE_ON_DEVICE_DEFAULT ? icd_device_queue_default(engine) : NULL;
    if (old) {
        icd_retain_handle(old);
        return old;
    }
    *is_new = true;
    return new_queue(engine, wanted, error);
}

CL_API_ENTRY cl_command_queue CL_API_CALL
icd_clCreateCommandQueue(cl_context context, cl_device_id device,
                         cl_command_queue_properties properties, cl_int *errcode_ret)
{
    cl_int error;
    bool is_new;
    const struct wanted wanted = {.flags = properties, .is_hosts = true};
    struct _cl_command_queue *queue = make_queue(context, device, &wanted, &is_new, &error);
    return icd_result(queue, error, errcode_ret);
}

/* A priority or a throttle: both have the same three. */
static bool
is_known_hint(cl_queue_properties hint)
{
    _Static_assert(CL_QUEUE_PRIORITY_HIGH_KHR == CL_QUEUE_THROTTLE_HIGH_KHR &&
                       CL_QUEUE_PRIORITY_MED_KHR == CL_QUEUE_THROTTLE_MED_KHR &&
                       CL_QUEUE_PRIORITY_LOW_KHR == CL_QUEUE_THROTTLE_LOW_KHR,
                   "as cl_ext.h has them");
    return hint == CL_QUEUE_PRIORITY_HIGH_KHR || hint == CL_QUEUE_PRIORITY_MED_KHR ||
           hint == CL_QUEUE_PRIORITY_LOW_KHR;
}

static cl_int
read_properties(const cl_queue_properties *properties, struct wanted *wanted)
{
    bool has_flags = false;
    for (const cl_queue_properties *at = properties; at && *at; at += 2) {
        bool is_priority = at[0] == CL_QUEUE_PRIORITY_KHR && !wanted->priority;
        bool is_throttle = at[0] == CL_QUEUE_THROTTLE_KHR && !wanted->throttle;
        bool is_hint = is_priority || is_throttle;
        bool is_size = at[0] == CL_QUEUE_SIZE && !wanted->has_size;
        bool is_flags = at[0] == CL_QUEUE_PROPERTIES && !has_flags;
        if ((!is_hint && !is_size && !is_flags) || (is_hint && !is_known_hint(at[1])))
            return CL_INVALID_VALUE;
        if (is_priority)
            wanted->priority = (cl_queue_priority_khr)at[1];
        else if (is_throttle)
            wanted->throttle = (cl_queue_throttle_khr)at[1];
        else if (is_size)
            wanted->size = at[1] > UINT32_MAX ? UINT32_MAX : (cl_uint)at[1];
        else
            wanted->flags = at[1];
        wanted->has_size |= is_size;
        has_flags |= is_flags;
    }
    return CL_SUCCESS;
}

CL_API_ENTRY cl_command_queue CL_API_CALL
icd_clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                       const cl_queue_properties *properties, cl_int *errcode_ret)
{
    struct wanted wanted = {.flags = 0};
    bool is_new;
    cl_int error = read_properties(properties, &wanted);
    bool is_device = icd_is(device, ICD_DEVICE);
    if (error == CL_SUCCESS && wanted.has_size && is_device && !icd_has_device_queues(device))
        error = CL_INVALID_QUEUE_PROPERTIES;
    if (error != CL_SUCCESS)
        return icd_result(NULL, error, errcode_ret);
    struct _cl_command_queue *queue = make_queue(context, device, &wanted, &is_new, &error);
    if (queue && is_new)
        icd_properties_copy(&queue->properties, properties);
    return icd_result(queue, error, errcode_ret);
}

void
icd_queue_release(struct _cl_command_queue *queue)
{
    if (!icd_release(queue))
        return;
    struct _cl_context *context = queue->context;
    if (queue->lane)
        queue->engine->device->driver->lane_free(queue->engine, queue->lane);
    free(queue->properties.list);
    icd_order_release(queue->ordered);
    icd_free(queue);
    icd_context_release(context);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clRetainCommandQueue(cl_command_queue command_queue)
{
    if (!icd_is(command_queue, ICD_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    icd_retain_handle(command_queue);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clReleaseCommandQueue(cl_command_queue command_queue)
{
    if (!icd_is(command_queue, ICD_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    if (icd_drop_handle(command_queue))
        icd_device_queue_leave(command_queue);
    icd_queue_release(command_queue);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name,
                          size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    const struct _cl_command_queue *queue = command_queue;
    if (!icd_is(queue, ICD_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    switch (param_name) {
    case CL_QUEUE_CONTEXT:
        return ICD_INFO_VALUE(&info, cl_context, queue->context);
    case CL_QUEUE_DEVICE:
        return ICD_INFO_VALUE(&info, cl_device_id, queue->engine->device);
    case CL_QUEUE_REFERENCE_COUNT:
        return ICD_INFO_VALUE(&info, cl_uint, queue->object.handles);
    case CL_QUEUE_PROPERTIES:
        return ICD_INFO_VALUE(&info, cl_command_queue_properties, queue->flags);
    case CL_QUEUE_PROPERTIES_ARRAY:
        return icd_info_properties(&info, &queue->properties);
    case CL_QUEUE_SIZE:
        return queue->bytes ? ICD_INFO_VALUE(&info, cl_uint, queue->bytes)
                            : CL_INVALID_COMMAND_QUEUE;
    case CL_QUEUE_PRIORITY_KHR:
        return ICD_INFO_VALUE(&info, cl_queue_priority_khr,
                              queue->priority ? queue->priority : CL_QUEUE_PRIORITY_MED_KHR);
    case CL_QUEUE_THROTTLE_KHR:
        return ICD_INFO_VALUE(&info, cl_queue_throttle_khr,
                              queue->throttle ? queue->throttle : CL_QUEUE_THROTTLE_MED_KHR);
    case CL_QUEUE_DEVICE_DEFAULT:
        return ICD_INFO_VALUE(&info, cl_command_queue, icd_device_queue_default(queue->engine));
    default:
        return CL_INVALID_VALUE;
    }
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetCommandQueueProperty(cl_command_queue command_queue,
                              cl_command_queue_properties properties, cl_bool enable,
                              cl_command_queue_properties *old_properties)
{
    (void)properties;
    (void)enable;
    (void)old_properties;
    /* OpenCL 1.1 took it away */
    return icd_is(command_queue, ICD_QUEUE) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}

/* ---- enqueuing ---- */

/* One that the host puts commands into. */
static bool
is_hosts(const struct _cl_command_queue *queue)
{
    return icd_is(queue, ICD_QUEUE) && !(queue->flags & CL_QUEUE_ON_DEVICE);
}

cl_int
icd_enqueue_check(const struct icd_enqueue *call)
{
    if (!is_hosts(call->queue))
        return CL_INVALID_COMMAND_QUEUE;
    if (!icd_context_is_ours(call->queue->context))
        return CL_OUT_OF_RESOURCES; /* its locks may be held for ever */
    if (!call->waits != !call->wait_count)
        return CL_INVALID_EVENT_WAIT_LIST;
    for (cl_uint i = 0; i < call->wait_count; i++) {
        if (!icd_is(call->waits[i], ICD_EVENT))
            return CL_INVALID_EVENT_WAIT_LIST;
        if (call->waits[i]->context != call->queue->context)
            return CL_INVALID_CONTEXT;
    }
    return CL_SUCCESS;
}

/* The event waits for another one, unless that has come to its end; if it lists it, it fails with it.
 * false: no memory. */
static bool
wait_for(struct _cl_event *event, struct _cl_event *other, bool is_listed)
{
    if (!other || other == event)
        return true;
    if (other->status <= CL_COMPLETE) {
        if (other->status < 0 && is_listed)
            event->failure = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        return true;
    }
    if (other->dependent_count == other->dependent_room) {
        struct icd_dependent *more = icd_grow(other->dependents, other->first_dependents,
                                              &other->dependent_room, sizeof *more);
        if (!more)
            return false;
        other->dependents = more;
    }
    bool is_ahead = icd_event_may_follow(event, other) && icd_event_follow(event, other);
    other->dependents[other->dependent_count++] =
        (struct icd_dependent){event, is_listed, is_ahead};
    event->blockers += !is_ahead;
    if (!is_ahead)
        icd_event_want(other);
    return true;
}

/* All that the command must wait for. */
static bool
wait_for_all(struct _cl_event *event, const struct icd_enqueue *call)
{
    struct _cl_command_queue *queue = call->queue;
    bool good = true;
    for (cl_uint i = 0; i < call->wait_count; i++)
        good &= wait_for(event, call->waits[i], true);
    if (call->is_behind_all && queue->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        for (struct _cl_event *other = queue->pending; other; other = other->next_pending)
            good &= wait_for(event, other, false);
    else
        good &= wait_for(event, queue->tail, false);
    return good;
}

static struct _cl_event *
new_event(const struct icd_enqueue *call, struct icd_work *work)
{
    struct _cl_event *event = icd_event_new(call->queue->context);
    if (!event)
        return NULL;
    icd_retain(call->queue);
    event->queue = call->queue;
    event->type = call->type;
    event->work = work;
    event->is_unseen = !call->event && !call->is_blocking;
    icd_event_queue(event);
    return event;
}

/* Puts the event into its queue.  Under the lock; returns the reference that the queue held to the one
 * after which it was before. */
static struct _cl_event *
join_queue(struct _cl_event *event, const struct icd_enqueue *call, struct icd_callback **due)
{
    struct _cl_command_queue *queue = call->queue;
    struct _cl_event *old_tail = NULL;
    icd_order_join(event, call);
    if (!wait_for_all(event, call))
        event->failure = CL_OUT_OF_HOST_MEMORY;
    event->next_pending = queue->pending;
    event->pending_link = &queue->pending;
    if (queue->pending)
        queue->pending->pending_link = &event->next_pending;
    queue->pending = event;
    if (!(queue->flags & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) || call->is_barrier) {
        old_tail = queue->tail;
        queue->tail = event;
        icd_retain(event);
    }
    icd_retain(event); /* the engine's, until it ends */
    if (!event->blockers)
        icd_event_submit(event, due);
    return old_tail;
}

/* Has a command of the queue failed, so that a call that has waited must say so?  Under the lock. */
static bool
take_fault(struct _cl_command_queue *queue)
{
    bool has_fault = queue->has_fault;
    queue->has_fault = false;
    return has_fault;
}

cl_int
icd_enqueue(const struct icd_enqueue *call, struct icd_work *work)
{
    struct _cl_command_queue *queue = call->queue;
    struct _cl_event *event = new_event(call, work);
    struct icd_callback *due = NULL;
    if (!event) {
        if (work)
            work->free(work);
        return CL_OUT_OF_HOST_MEMORY;
    }
    pthread_mutex_lock(&queue->context->lock);
    bool takes = icd_engine_take(queue->engine, work, call->is_blocking);
    struct _cl_event *old_tail = join_queue(event, call, &due);
    if (takes)
        icd_engine_run_taken(queue->engine, event);
    if (call->is_blocking) {
        icd_await(queue, event);
        icd_order_seen(event);
    }
    cl_int error = !call->is_blocking  ? CL_SUCCESS
                   : event->status < 0 ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
                   : take_fault(queue) ? CL_OUT_OF_RESOURCES
                                       : CL_SUCCESS;
    pthread_mutex_unlock(&queue->context->lock);
    icd_run_callbacks(due);
    if (old_tail)
        icd_event_release(old_tail);
    if (call->event && error == CL_SUCCESS)
        *call->event = event;
    else
        icd_event_release(event);
    return error;
}

/* ---- markers, barriers, the end ---- */

CL_API_ENTRY cl_int CL_API_CALL
icd_clFlush(cl_command_queue command_queue)
{
    return is_hosts(command_queue) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clFinish(cl_command_queue command_queue)
{
    struct _cl_command_queue *queue = command_queue;
    if (!is_hosts(queue))
        return CL_INVALID_COMMAND_QUEUE;
    if (!icd_context_is_ours(queue->context))
        return CL_OUT_OF_RESOURCES;
    pthread_mutex_lock(&queue->context->lock);
    icd_await(queue, NULL);
    icd_order_seen_all(queue);
    bool has_fault = take_fault(queue);
    pthread_mutex_unlock(&queue->context->lock);
    return has_fault ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

/* What it waits for may be under way on the GPU, which then waits for the host. */
static cl_int
run_mark(struct icd_work *work, struct icd_engine *engine)
{
    const struct icd_driver *driver = engine->device->driver;
    (void)work;
    if (!engine->current->wait_count)
        return CL_COMPLETE;
    if (!icd_engine_lock(engine))
        return CL_OUT_OF_RESOURCES;
    cl_int status = icd_status_of(driver->mark(engine, engine->current));
    icd_engine_unlock(engine);
    return status;
}

static void
free_mark(struct icd_work *work)
{
    (void)work;
}

static cl_int
enqueue_mark(const struct icd_enqueue *call)
{
    static const struct icd_work mark = {run_mark, free_mark, ICD_MARKS_AHEAD};
    cl_int error = icd_enqueue_check(call);
    return error == CL_SUCCESS ? icd_enqueue(call, (struct icd_work *)(uintptr_t)&mark) : error;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                const cl_event *event_wait_list, cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_MARKER,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event,
                               .is_behind_all = !num_events_in_wait_list};
    return enqueue_mark(&call);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                 const cl_event *event_wait_list, cl_event *event)
{
    struct icd_enqueue call = {.queue = command_queue,
                               .type = CL_COMMAND_BARRIER,
                               .wait_count = num_events_in_wait_list,
                               .waits = event_wait_list,
                               .event = event,
                               .is_barrier = true,
                               .is_behind_all = !num_events_in_wait_list};
    return enqueue_mark(&call);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueMarker(cl_command_queue command_queue, cl_event *event)
{
    if (!event)
        return icd_is(command_queue, ICD_QUEUE) ? CL_INVALID_VALUE : CL_INVALID_COMMAND_QUEUE;
    return icd_clEnqueueMarkerWithWaitList(command_queue, 0, NULL, event);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueBarrier(cl_command_queue command_queue)
{
    return icd_clEnqueueBarrierWithWaitList(command_queue, 0, NULL, NULL);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                           const cl_event *event_list)
{
    if (icd_is(command_queue, ICD_QUEUE) && (!num_events || !event_list))
        return CL_INVALID_VALUE;
    cl_int error = icd_clEnqueueBarrierWithWaitList(command_queue, num_events, event_list, NULL);
    return error == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : error;
}

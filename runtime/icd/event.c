/* Events: their states, callbacks and times. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/order.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/queue.h"

#include <stdlib.h>
#include <time.h>

cl_ulong
icd_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (cl_ulong)time.tv_sec * 1000000000 + (cl_ulong)time.tv_nsec;
}

struct _cl_event *
icd_event_new(struct _cl_context *context)
{
    struct _cl_event *event = icd_new(ICD_EVENT, sizeof *event);
    if (!event)
        return NULL;
    icd_retain(context);
    event->context = context;
    event->dependents = event->first_dependents;
    event->waits = event->first_waits;
    event->dependent_room = event->wait_room = ICD_FEW;
    return event;
}

void
icd_event_release(struct _cl_event *event)
{
    if (!icd_release(event))
        return;
    struct _cl_context *context = event->context;
    struct _cl_command_queue *queue = event->queue;
    while (event->callbacks) {
        struct icd_callback *callback = event->callbacks;
        event->callbacks = callback->next;
        free(callback);
    }
    if (event->flight)
        queue->engine->device->driver->flight_free(event->flight);
    if (event->dependents != event->first_dependents)
        free(event->dependents);
    if (event->waits != event->first_waits)
        free(event->waits);
    icd_order_release(event->ordered);
    icd_free(event);
    if (queue)
        icd_queue_release(queue);
    icd_context_release(context);
}

/* ---- how they go on ---- */

/* Only a queue that keeps times tells them. */
static void
note_time(struct _cl_event *event, unsigned index)
{
    if (event->queue && event->queue->flags & CL_QUEUE_PROFILING_ENABLE)
        event->times[index] = icd_clock();
}

void
icd_event_note_end(struct _cl_event *event)
{
    note_time(event, 3);
}

void
icd_event_queue(struct _cl_event *event)
{
    event->status = CL_QUEUED;
    note_time(event, 0);
}

static void
call_back(struct icd_callback *callback, void *object)
{
    ICD_CALL_BACK(((void(CL_CALLBACK *)(cl_event, cl_int, void *))callback->function)(
        object, callback->when, callback->data));
}

/* Moves what waits for the status that the event has now, or for an earlier one, to the end of a list:
 * earlier states first. */
static void
take_callbacks(struct _cl_event *event, struct icd_callback **due)
{
    while (*due)
        due = &(*due)->next;
    if (event->callbacks)
        icd_order_seen(event);
    for (cl_int when = CL_SUBMITTED; when >= CL_COMPLETE && when >= event->status; when--)
        for (struct icd_callback **link = &event->callbacks; *link;) {
            struct icd_callback *callback = *link;
            if (callback->when != when) {
                link = &callback->next;
                continue;
            }
            *link = callback->next;
            *due = callback;
            due = &callback->next;
            callback->next = NULL;
            callback->event = event;
            callback->when = event->status < 0 ? event->status : when;
            icd_retain(event);
        }
}

void
icd_run_callbacks(struct icd_callback *due)
{
    while (due) {
        struct icd_callback *callback = due;
        due = callback->next;
        callback->call(callback, callback->event);
        icd_event_release(callback->event);
        free(callback);
    }
}

void
icd_event_start(struct _cl_event *event)
{
    struct icd_callback *due = NULL;
    pthread_mutex_lock(&event->context->lock);
    event->status = CL_RUNNING;
    note_time(event, 2);
    take_callbacks(event, &due);
    pthread_mutex_unlock(&event->context->lock);
    icd_run_callbacks(due);
}

void
icd_event_submit(struct _cl_event *event, struct icd_callback **due)
{
    event->status = CL_SUBMITTED;
    note_time(event, 1);
    take_callbacks(event, due);
    icd_engine_push(event->queue->engine, event);
}

/* One that it waited for has ended.  Under the lock. */
static void
let_go(const struct icd_dependent *dependent, cl_int status, struct icd_callback **due)
{
    struct _cl_event *event = dependent->event;
    if (status < 0 && dependent->is_listed)
        event->failure = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    if (!dependent->is_ahead && !--event->blockers)
        icd_event_submit(event, due);
}

bool
icd_event_may_follow(const struct _cl_event *event, const struct _cl_event *other)
{
    return other->flight && event->work && event->work->ahead != ICD_NEVER_AHEAD &&
           other->queue->engine == event->queue->engine &&
           event->queue->engine->device->driver->may_follow(event, other);
}

bool
icd_event_follow(struct _cl_event *event, struct _cl_event *other)
{
    if (event->wait_count == event->wait_room) {
        struct _cl_event **more =
            icd_grow(event->waits, event->first_waits, &event->wait_room, sizeof *more);
        if (!more)
            return false;
        event->waits = more;
    }
    event->waits[event->wait_count++] = other;
    icd_retain(other);
    return true;
}

void
icd_event_hand_over(struct _cl_event *event, void *flight, struct icd_callback **due)
{
    event->flight = flight;
    event->is_wanted = event->callbacks;
    for (unsigned i = 0; i < event->dependent_count; i++) {
        struct icd_dependent *dependent = &event->dependents[i];
        struct _cl_event *follower = dependent->event;
        bool goes_ahead = !dependent->is_ahead && icd_event_may_follow(follower, event) &&
                          icd_event_follow(follower, event);
        dependent->is_ahead |= goes_ahead;
        event->is_wanted |= !dependent->is_ahead;
        if (goes_ahead && !--follower->blockers)
            icd_event_submit(follower, due);
    }
    if (event->is_awaited || event->queue->is_awaited)
        pthread_cond_broadcast(&event->context->changed); /* by its flight from now on */
}

void
icd_event_want(struct _cl_event *event)
{
    if (event->is_wanted || event->status <= CL_COMPLETE || !event->queue)
        return;
    struct icd_engine *engine = event->queue->engine;
    event->is_wanted = true;
    if (event->flight) {
        engine->device->driver->attend(engine, event);
        pthread_cond_signal(&engine->has_more);
    }
}

/* Takes the event out of its queue.  true: that held it as the last one, which nobody needs to wait for
 * any more; its reference is the caller's. */
static bool
leave_queue(struct _cl_event *event)
{
    bool is_tail = event->queue->tail == event;
    if (event->pending_link)
        *event->pending_link = event->next_pending;
    if (event->next_pending)
        event->next_pending->pending_link = event->pending_link;
    event->next_pending = NULL;
    event->pending_link = NULL;
    if (is_tail)
        event->queue->tail = NULL;
    return is_tail;
}

void
icd_event_end(struct _cl_event *event, cl_int status)
{
    struct icd_work *work = event->work;
    icd_order_end(event, status);
    event->work = NULL;
    if (work)
        work->free(work);
    struct icd_callback *due = NULL;
    for (unsigned i = 0; i < event->wait_count; i++)
        icd_event_release(event->waits[i]);
    event->wait_count = 0;
    pthread_mutex_lock(&event->context->lock);
    event->status = status;
    if (!event->flight ||
        !event->queue->engine->device->driver->flight_times(event->flight, &event->times[2]))
        note_time(event, 4);
    if (!event->times[3])
        event->times[3] = event->times[4];
    take_callbacks(event, &due);
    for (unsigned i = 0; i < event->dependent_count; i++)
        let_go(&event->dependents[i], status, &due);
    event->dependent_count = 0;
    bool was_tail = event->queue && leave_queue(event);
    if (event->queue && status < 0 && status != event->failure)
        event->queue->has_fault = true;
    bool is_empty = event->queue && event->queue->is_awaited && !event->queue->pending;
    if (event->is_awaited || is_empty)
        pthread_cond_broadcast(&event->context->changed);
    pthread_mutex_unlock(&event->context->lock);
    icd_run_callbacks(due);
    if (was_tail)
        icd_event_release(event);
    icd_event_release(event);
}

/* The program hears of the event's failure: no later call need say so.  Under the lock. */
static void
tell_fault(struct _cl_event *event)
{
    if (event->queue)
        event->queue->has_fault = false;
}

/* ---- the API ---- */

CL_API_ENTRY cl_event CL_API_CALL
icd_clCreateUserEvent(cl_context context, cl_int *errcode_ret)
{
    if (!icd_is(context, ICD_CONTEXT))
        return icd_result(NULL, CL_INVALID_CONTEXT, errcode_ret);
    struct _cl_event *event = icd_event_new(context);
    if (!event)
        return icd_result(NULL, CL_OUT_OF_HOST_MEMORY, errcode_ret);
    event->type = CL_COMMAND_USER;
    event->status = CL_SUBMITTED;
    pthread_mutex_lock(&context->lock);
    icd_order_join(event, NULL);
    pthread_mutex_unlock(&context->lock);
    return icd_result(event, CL_SUCCESS, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetUserEventStatus(cl_event event, cl_int execution_status)
{
    if (!icd_is(event, ICD_EVENT) || event->queue)
        return CL_INVALID_EVENT;
    if (execution_status > CL_COMPLETE)
        return CL_INVALID_VALUE;
    if (atomic_exchange(&event->is_decided, true))
        return CL_INVALID_OPERATION;
    icd_retain(event);
    pthread_mutex_lock(&event->context->lock);
    icd_order_decide(event);
    pthread_mutex_unlock(&event->context->lock);
    icd_event_end(event, execution_status);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clRetainEvent(cl_event event)
{
    if (!icd_is(event, ICD_EVENT))
        return CL_INVALID_EVENT;
    icd_retain_handle(event);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clReleaseEvent(cl_event event)
{
    if (!icd_is(event, ICD_EVENT))
        return CL_INVALID_EVENT;
    icd_drop_handle(event);
    icd_event_release(event);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clWaitForEvents(cl_uint num_events, const cl_event *event_list)
{
    bool failed = false;
    if (!num_events || !event_list)
        return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < num_events; i++) {
        if (!icd_is(event_list[i], ICD_EVENT))
            return CL_INVALID_EVENT;
        if (event_list[i]->context != event_list[0]->context)
            return CL_INVALID_CONTEXT;
    }
    struct _cl_context *context = event_list[0]->context;
    if (!icd_context_is_ours(context))
        return CL_OUT_OF_RESOURCES;
    pthread_mutex_lock(&context->lock);
    for (cl_uint i = 0; i < num_events; i++) {
        icd_await(event_list[i]->queue, event_list[i]);
        icd_order_seen(event_list[i]);
        failed |= event_list[i]->status < 0;
        if (event_list[i]->status < 0)
            tell_fault(event_list[i]);
    }
    pthread_mutex_unlock(&context->lock);
    return failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                       void(CL_CALLBACK *pfn_notify)(cl_event, cl_int, void *), void *user_data)
{
    if (!icd_is(event, ICD_EVENT))
        return CL_INVALID_EVENT;
    bool is_known = command_exec_callback_type == CL_COMPLETE ||
                    command_exec_callback_type == CL_RUNNING ||
                    command_exec_callback_type == CL_SUBMITTED;
    if (!pfn_notify || !is_known)
        return CL_INVALID_VALUE;
    struct icd_callback *callback = malloc(sizeof *callback);
    if (!callback)
        return CL_OUT_OF_HOST_MEMORY;
    *callback = (struct icd_callback){.call = call_back,
                                      .function = (void (*)(void))pfn_notify,
                                      .data = user_data,
                                      .when = command_exec_callback_type};
    pthread_mutex_lock(&event->context->lock);
    struct icd_callback **end = &event->callbacks;
    while (*end)
        end = &(*end)->next;
    *end = callback;
    icd_event_want(event);
    struct icd_callback *due = NULL;
    take_callbacks(event, &due);
    pthread_mutex_unlock(&event->context->lock);
    icd_run_callbacks(due);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                   void *param_value, size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    if (!icd_is(event, ICD_EVENT))
        return CL_INVALID_EVENT;
    pthread_mutex_lock(&event->context->lock);
    cl_int status = event->status;
    if (param_name == CL_EVENT_COMMAND_EXECUTION_STATUS) {
        icd_event_want(event);
        icd_order_seen(event);
    }
    if (status < 0 && param_name == CL_EVENT_COMMAND_EXECUTION_STATUS)
        tell_fault(event);
    pthread_mutex_unlock(&event->context->lock);
    switch (param_name) {
    case CL_EVENT_COMMAND_QUEUE:
        return ICD_INFO_VALUE(&info, cl_command_queue, event->queue);
    case CL_EVENT_CONTEXT:
        return ICD_INFO_VALUE(&info, cl_context, event->context);
    case CL_EVENT_COMMAND_TYPE:
        return ICD_INFO_VALUE(&info, cl_command_type, event->type);
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return ICD_INFO_VALUE(&info, cl_int, status);
    case CL_EVENT_REFERENCE_COUNT:
        return ICD_INFO_VALUE(&info, cl_uint, event->object.handles);
    default:
        return CL_INVALID_VALUE;
    }
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name, size_t param_value_size,
                            void *param_value, size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    if (!icd_is(event, ICD_EVENT))
        return CL_INVALID_EVENT;
    pthread_mutex_lock(&event->context->lock);
    bool is_known = event->queue && event->queue->flags & CL_QUEUE_PROFILING_ENABLE &&
                    event->status == CL_COMPLETE;
    icd_order_seen(event);
    pthread_mutex_unlock(&event->context->lock);
    if (!is_known)
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    switch (param_name) {
    case CL_PROFILING_COMMAND_QUEUED:
        return ICD_INFO_VALUE(&info, cl_ulong, event->times[0]);
    case CL_PROFILING_COMMAND_SUBMIT:
        return ICD_INFO_VALUE(&info, cl_ulong, event->times[1]);
    case CL_PROFILING_COMMAND_START:
        return ICD_INFO_VALUE(&info, cl_ulong, event->times[2]);
    case CL_PROFILING_COMMAND_END:
        return ICD_INFO_VALUE(&info, cl_ulong, event->times[3]);
    case CL_PROFILING_COMMAND_COMPLETE:
        return ICD_INFO_VALUE(&info, cl_ulong, event->times[4]);
    default:
        return CL_INVALID_VALUE;
    }
}

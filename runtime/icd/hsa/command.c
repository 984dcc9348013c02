/* Commands on a real GPU: begun in a lane (lane.c), submitted by who makes them, waited for or under way, ended on the host. */
#include "runtime/icd/hsa/hsa_engine.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/program.h"
#include "runtime/icd/queue.h"
#include "runtime/report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- how it ended ---- */

bool
hsa_has_failed(const struct gpu_fence *fence)
{
    enum gpu_status status = gpu_fence_status(fence);
    return status == GPU_FAULT || status == GPU_LOST;
}

bool
hsa_has_run_in_part(const struct hsa_flight *flight)
{
    return flight->children && flight->begin && gpu_fence_status(flight->begin) != GPU_LOST;
}

/* What ROCr said of the fault: its own, or that of its kernel or its children.  NULL: nothing. */
static const char *
message_of(const struct hsa_flight *flight)
{
    const struct gpu_fence *fences[] = {flight->fence, flight->begin, flight->children};
    const char *message = NULL;
    for (unsigned i = 0; !message && i < sizeof fences / sizeof *fences; i++)
        message = fences[i] ? gpu_fence_message(fences[i]) : NULL;
    return message;
}

/* ---- making it ---- */

static struct gpu_queue *
own_queue(struct icd_engine *engine)
{
    struct hsa_engine *hsa = hsa_of(engine);
    if (hsa->queue && gpu_queue_is_broken(hsa->queue)) {
        gpu_queue_free(hsa->queue);
        hsa->queue = NULL;
    }
    if (!hsa->queue)
        hsa->queue = hsa_new_queue(engine, (struct hsa_kind){GPU_PRIORITY_NORMAL, false});
    return hsa->queue;
}

static bool
is_lost_in(const struct _cl_event *event, const struct hsa_lane *lane)
{
    const struct hsa_flight *flight = event->flight;
    return flight && flight->is_lost && flight->lane == lane;
}

/* Is there a lost command of the lane that has not been run again?  Under the lock. */
static bool
has_lost(struct hsa_lane *lane)
{
    bool found = false;
    if (!lane->may_have_lost)
        return false;
    const struct _cl_event *const lists[] = {lane->engine->landed, lane->engine->first,
                                             lane->engine->later};
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct _cl_event *event = lists[i]; event; event = event->next_ready)
            found |= is_lost_in(event, lane);
    lane->may_have_lost = found;
    return found;
}

/* Has it failed, which its followers have not been told yet, or been lost, and not been run again? */
static bool
is_open(const struct _cl_event *event)
{
    const struct hsa_flight *flight = event->flight;
    return event->status > CL_COMPLETE && hsa_has_failed(flight->fence);
}

static bool
has_open_wait(const struct _cl_event *event)
{
    bool found = false;
    for (unsigned i = 0; !found && i < event->wait_count; i++)
        found = is_open(event->waits[i]);
    return found;
}

/* Can the lane take the command?  New ones come after those that are run again.  A broken lane gets a new queue once
 * nothing of the old one is under way; ICD_BAD: there is none, and the message says why. */
static enum icd_outcome
make_usable(struct hsa_lane *lane, const struct _cl_event *event)
{
    bool is_rerun = event->flight;
    if (has_open_wait(event))
        return ICD_LATER;
    pthread_mutex_lock(&lane->engine->context->lock);
    bool is_free = is_rerun || !has_lost(lane), is_empty = !lane->first && !lane->pins;
    pthread_mutex_unlock(&lane->engine->context->lock);
    bool is_broken = gpu_queue_is_broken(lane->queue);
    if (!is_free || (is_broken && !is_empty))
        return ICD_LATER;
    if (!is_broken)
        return ICD_GOOD;
    struct gpu_queue *queue = hsa_new_queue(lane->engine, lane->kind);
    if (!queue)
        return ICD_BAD;
    gpu_queue_free(lane->queue);
    lane->queue = queue;
    return ICD_GOOD;
}

static bool
list_waits(struct hsa_command *command)
{
    const struct _cl_event *event = command->event;
    bool are_few = event->wait_count <= sizeof command->few / sizeof *command->few;
    command->waits = are_few ? command->few : malloc(event->wait_count * sizeof *command->waits);
    for (unsigned i = 0; command->waits && i < event->wait_count; i++) {
        struct hsa_flight *flight = event->waits[i]->flight;
        enum gpu_status status = gpu_fence_status(flight->fence);
        if (status == GPU_UNDER_WAY || is_open(event->waits[i])) /* then nothing is submitted */
            command->waits[command->wait_count++] = flight->fence;
    }
    return command->waits;
}

static void
free_waits(struct hsa_command *command)
{
    if (command->waits != command->few)
        free(command->waits);
}

enum icd_outcome
hsa_command_begin(struct icd_engine *engine, struct _cl_event *event, struct hsa_command *command)
{
    *command = (struct hsa_command){.engine = engine, .event = event};
    struct hsa_flight *flight = calloc(1, sizeof *flight);
    struct hsa_lane *lane = flight && event ? hsa_lane_of(engine, event->queue) : NULL;
    enum icd_outcome outcome = lane ? make_usable(lane, event) : ICD_GOOD;
    if (outcome != ICD_GOOD) {
        free(flight);
        return outcome;
    }
    command->flight = flight;
    command->queue = lane ? lane->queue : flight && !event ? own_queue(engine) : NULL;
    if (command->queue && (!event || list_waits(command))) {
        flight->lane = lane;
        flight->event = event;
        flight->is_quiet = event && event->is_unseen;
        return ICD_GOOD;
    }
    free(flight);
    if (!flight || command->queue)
        hsa_fails(engine, NULL);
    return ICD_BAD;
}

/* Lets go of what the flight holds until it has landed. */
static void
let_go(struct icd_engine *engine, struct hsa_flight *flight)
{
    struct hsa_engine *hsa = hsa_of(engine);
    hsa_unstage(flight);
    for (unsigned i = 0; i < HSA_PIECES && flight->locked[i]; i++) {
        gpu_unlock(hsa->system, flight->locked[i]);
        flight->locked[i] = NULL;
    }
    gpu_free(hsa->system, flight->printf_buffer);
    icd_code_release(flight->code);
    flight->printf_buffer = NULL;
    flight->code = NULL;
}

/* Tells the report of a launch that is over. */
static void
note(struct icd_engine *engine, const struct hsa_flight *flight, bool is_good)
{
    cl_ulong times[3];
    struct report_launch launched = {.name = flight->kernel,
                                     .sum = flight->sum,
                                     .work_items = flight->work_items,
                                     .is_good = is_good,
                                     .target = engine->device->target};
    if (hsa_flight_times(flight, times))
        launched.host_time = times[2] - times[0];
    report_note(engine->device->platform->report, NULL, &launched);
}

/* Does on the host what is left of a command that is over; false: the message says what went wrong. */
static bool
end_on_host(struct icd_engine *engine, struct hsa_flight *flight, bool is_good)
{
    if (flight->packed && is_good)
        hsa_pack((uint8_t *)(uintptr_t)flight->packed, &flight->to, flight->size, false);
    flight->packed = NULL;
    if (flight->kernel && !flight->is_lost)
        note(engine, flight, is_good);
    bool has_printed = !flight->printf_buffer || flight->is_lost || hsa_print(engine, flight);
    let_go(engine, flight);
    return has_printed;
}

static enum icd_outcome
wait_for(struct hsa_command *command, struct gpu_fence *fence)
{
    struct icd_engine *engine = command->engine;
    struct hsa_flight *flight = command->flight;
    enum gpu_status status = hsa_wait(engine, command->queue, fence, flight->children);
    bool has_ended = end_on_host(engine, flight, status == GPU_OVER);
    const char *message = message_of(flight);
    if (status != GPU_OVER)
        hsa_fails(engine, strdup(message ? message : "the GPU's queue broke"));
    return status == GPU_OVER && has_ended ? ICD_GOOD : ICD_BAD;
}

static void
take_off(struct hsa_command *command)
{
    struct hsa_flight *flight = command->flight;
    struct hsa_lane *lane = flight->lane;
    struct _cl_event *event = command->event;
    struct icd_callback *due = NULL;
    pthread_mutex_lock(&command->engine->context->lock);
    void *old = event->flight;
    icd_event_hand_over(event, flight, &due);
    if (lane->first)
        lane->last->next = flight;
    else
        lane->first = flight;
    lane->last = flight;
    if (flight->children)
        hsa_children_begin(command->engine, flight);
    event->is_wanted |=
        command->engine->landed || command->engine->later; /* they may wait for it */
    if (lane->is_asleep || event->is_wanted)
        pthread_cond_signal(&lane->has_more);
    pthread_mutex_unlock(&command->engine->context->lock);
    if (old)
        hsa_flight_free(old); /* lost: followers have the new one from now on */
    icd_run_callbacks(due);
}

enum icd_outcome
hsa_command_end(struct hsa_command *command, struct gpu_fence *fence, char *why)
{
    enum icd_outcome outcome = ICD_UNDER_WAY;
    struct hsa_flight *flight = command->flight;
    flight->fence = fence;
    if (fence && command->event) {
        free_waits(command);
        take_off(command);
        return ICD_UNDER_WAY;
    }
    bool is_broken = !fence && command->event && !hsa_has_run_in_part(flight) &&
                     (gpu_queue_is_broken(command->queue) || has_open_wait(command->event));
    if (fence)
        outcome = wait_for(command, fence);
    else
        outcome = is_broken ? ICD_LATER : ICD_BAD;
    if (flight->children)
        hsa_children_end(command->engine, outcome == ICD_GOOD);
    if (why && !is_broken)
        hsa_fails(command->engine, why);
    else
        free(why);
    return hsa_command_drop(command, outcome);
}

enum icd_outcome
hsa_command_drop(struct hsa_command *command, enum icd_outcome outcome)
{
    free_waits(command);
    let_go(command->engine, command->flight);
    hsa_flight_free(command->flight);
    return outcome;
}

bool
hsa_may_follow(const struct _cl_event *event, const struct _cl_event *other)
{
    const struct hsa_flight *flight = other->flight;
    return flight->is_copy || event->work->ahead != ICD_COPIES_AHEAD;
}

bool
hsa_settle(struct icd_engine *engine, struct _cl_event *event)
{
    (void)engine;
    for (unsigned i = 0; i < event->wait_count; i++) {
        const struct hsa_flight *flight = event->waits[i]->flight;
        gpu_fence_wait(flight->fence, UINT64_MAX);
    }
    return !has_open_wait(event);
}

bool
hsa_command_settle(struct hsa_command *command)
{
    if (!command->event)
        return true;
    bool good = hsa_settle(command->engine, command->event);
    command->event = NULL;
    command->flight->event = NULL;
    command->queue = own_queue(command->engine);
    command->wait_count = 0;
    return good && command->queue;
}

/* ---- when it has landed ---- */

/* NULL: it did not fail. */
static const char *
fault_of(const struct _cl_event *event)
{
    const char *message = message_of(event->flight);
    bool was_broken = event->landing < CL_COMPLETE && !message;
    return was_broken ? "its queue broke while its children ran" : message;
}

bool
hsa_flight_end(struct icd_engine *engine, struct _cl_event *event, char **complaint)
{
    struct hsa_flight *flight = event->flight;
    size_t size;
    pthread_mutex_lock(&engine->gpu_lock);
    bool is_good = event->landing == CL_COMPLETE && event->failure == CL_SUCCESS;
    bool good = end_on_host(engine, flight, is_good);
    const char *message = good ? fault_of(event) : hsa_of(engine)->message;
    FILE *out = message ? open_memstream(complaint, &size) : NULL;
    if (out) {
        fprintf(out, flight->kernel ? "kernel %s on %s: %s" : "%s%s: %s",
                flight->kernel ? flight->kernel : "", engine->device->processor, message);
        fclose(out);
    }
    pthread_mutex_unlock(&engine->gpu_lock);
    return good;
}

bool
hsa_flight_times(const void *data, cl_ulong times[3])
{
    const struct hsa_flight *flight = data;
    uint64_t first, last, of_first;
    if (!gpu_fence_times(flight->fence, &first, &last))
        return false;
    of_first = last;
    if (flight->begin && !gpu_fence_times(flight->begin, &first, &of_first))
        return false;
    times[0] = first;
    times[1] = flight->children ? of_first : last;
    times[2] = last;
    return true;
}

void
hsa_flight_free(void *data)
{
    struct hsa_flight *flight = data;
    gpu_fence_release(flight->fence);
    gpu_fence_release(flight->begin);
    gpu_fence_release(flight->children);
    free(flight);
}

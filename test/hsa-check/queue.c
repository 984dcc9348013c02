/* Queues: how they come and go, their indexes, their doorbells. */
#include "test/hsa-check/check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PACKET_BYTES = 64, MAX_AHEAD = 4 };

/* ---- what the runtime calls ---- */

/* A queue that had an error does nothing any more. */
static void
queue_error(hsa_status_t status, hsa_queue_t *source, void *data)
{
    struct queue_report *to = data;
    check_lock();
    struct object *queue = object_live(KIND_QUEUE, (uintptr_t)source);
    if (queue) {
        queue->queue.is_dead = true;
        work_drop(queue);
    }
    struct queue_report report = *to;
    check_unlock();
    report.callback(status, source, report.data);
}

/* ---- they come and go ---- */

void
queue_create(struct call *call)
{
    struct agent *agent = &object_live(KIND_AGENT, call->word[0])->agent;
    uint64_t size = call->word[1];
    if (!agent->is_gpu)
        misuse(call, "the agent takes no packets");
    else if (!size || size & (size - 1) || size > agent->max_queue)
        misuse(call, "%" PRIu64 " packets are no power of 2 from 1 to %u", size, agent->max_queue);
    else if (agent->queues >= agent->max_queues && !agent->is_told_queues) {
        agent->is_told_queues = true; /* it may be asked for more, and say no */
        warning(call, "the agent has %u queues, and at most %u", agent->queues, agent->max_queues);
    }
    if (!call->word[3])
        return;
    queue_callback *ours = queue_error;
    struct queue_report *report = calloc(1, sizeof *report);
    memcpy(&report->callback, &call->word[3], sizeof report->callback);
    report->data = call_pointer(call, 4);
    memcpy(&call->word[3], &ours, sizeof ours);
    call->word[4] = (uintptr_t)report;
    call->context = report;
}

void
queue_created(struct call *call)
{
    if (!call->is_ok) {
        free(call->context);
        return;
    }
    hsa_queue_t *queue = *(hsa_queue_t **)call_pointer(call, 7);
    struct object *object = object_new(KIND_QUEUE, (uintptr_t)queue);
    object->owner = object_live(KIND_AGENT, call->word[0]);
    object->owner->agent.queues++;
    object->queue.queue = queue;
    object->queue.report = call->context;
    object_new(KIND_SIGNAL, queue->doorbell_signal.handle)->signal.rings = object;
}

void
queue_destroy(struct call *call)
{
    struct object *queue = object_live(KIND_QUEUE, call->word[0]);
    work_sweep(call, NULL);
    const char *under_way = work_of(queue);
    if (under_way && !queue->queue.is_dead && !queue->owner->agent.is_faulted)
        misuse(call, "it has %s", under_way);
    if (!call_is_made(call))
        return;
    work_drop(queue);
    object_end(object_live(KIND_SIGNAL, queue->queue.queue->doorbell_signal.handle));
    queue->owner->agent.queues--;
    object_end(queue);
}

void
queue_inactivated(struct call *call)
{
    struct object *queue = object_live(KIND_QUEUE, call->word[0]);
    if (!call->is_ok || !queue)
        return;
    queue->queue.is_dead = true;
    work_drop(queue);
}

void
queue_cu_mask(struct call *call)
{
    if (call->word[1] % 32)
        misuse(call, "%" PRIu64 " bits are no multiple of 32", call->word[1]);
    else if (call->word[1] && !call->word[2])
        misuse(call, "there is no mask");
}

/* ---- indexes ---- */

/* The program may learn by it that packets are over. */
void
queue_read_index(struct call *call)
{
    struct object *queue = object_live(KIND_QUEUE, call->word[0]);
    if (!queue || !call_is_made(call) || queue->queue.seen == call->result)
        return;
    queue->queue.seen = call->result;
    work_sweep(call, NULL);
}

void
queue_store_read_index(struct call *call)
{
    misuse(call, "only the packet processor moves the read index of an agent's queue");
}

void
queue_store_write_index(struct call *call)
{
    const hsa_queue_t *queue = call_pointer(call, 0);
    uint64_t now = real.hsa_queue_load_write_index_relaxed(queue);
    if (call->word[1] < now)
        misuse(call, "the write index goes back from %" PRIu64 " to %" PRIu64, now, call->word[1]);
}

/* ---- doorbells ---- */

static unsigned
type_at(const hsa_queue_t *queue, uint64_t index)
{
    const uint8_t *slot =
        (const uint8_t *)queue->base_address + (index & (queue->size - 1)) * PACKET_BYTES;
    return __atomic_load_n((const uint16_t *)(const void *)slot, __ATOMIC_ACQUIRE) & 0xFF;
}

/* Packets that others had reserved, and not written, when a later doorbell rang. */
static void
look_at_late(struct call *call, struct object *object)
{
    struct queue *queue = &object->queue;
    size_t kept = 0;
    for (size_t i = 0; i < queue->late_count; i++) {
        uint64_t index = queue->late[i];
        if (real.hsa_queue_load_read_index_scacquire(queue->queue) > index)
            continue; /* it ran before it could be looked at */
        if (type_at(queue->queue, index) == HSA_PACKET_TYPE_INVALID)
            queue->late[kept++] = index;
        else
            packet_check(call, object, index);
    }
    queue->late_count = kept;
}

static void
add_late(struct queue *queue, uint64_t index)
{
    queue->late = realloc(queue->late, (queue->late_count + 1) * sizeof *queue->late);
    queue->late[queue->late_count++] = index;
}

/* A packet that is valid before anybody has reserved its slot. */
static void
look_ahead(struct call *call, const hsa_queue_t *queue)
{
    uint64_t write = real.hsa_queue_load_write_index_scacquire(queue);
    for (uint64_t index = write; index < write + MAX_AHEAD; index++) {
        if (index >= real.hsa_queue_load_read_index_scacquire(queue) + queue->size)
            return;
        unsigned type = type_at(queue, index);
        if (type > HSA_PACKET_TYPE_INVALID && type <= HSA_PACKET_TYPE_BARRIER_OR &&
            real.hsa_queue_load_write_index_scacquire(queue) <= index)
            misuse(call, "packet %" PRIu64 " is valid, and the write index is %" PRIu64, index,
                   real.hsa_queue_load_write_index_scacquire(queue));
    }
}

void
queue_ring(struct call *call, struct object *object, uint64_t value)
{
    struct queue *queue = &object->queue;
    uint64_t write = real.hsa_queue_load_write_index_scacquire(queue->queue);
    work_check_slots(call, object);
    if (queue->is_dead || value + 1 <= queue->next) {
        look_at_late(call, object);
        return;
    }
    if (value >= write) {
        misuse(call, "packet %" PRIu64 " is told of, and the write index is %" PRIu64, value,
               write);
        return;
    }
    look_at_late(call, object);
    for (uint64_t index = queue->next; index <= value; index++) {
        uint64_t read = real.hsa_queue_load_read_index_scacquire(queue->queue);
        if (index - read >= queue->queue->size && index >= read)
            misuse(call, "packet %" PRIu64 " lies in the slot of %" PRIu64 ", which has not begun",
                   index, index - queue->queue->size);
        else if (type_at(queue->queue, index) != HSA_PACKET_TYPE_INVALID)
            packet_check(call, object, index);
        else if (index < value)
            add_late(queue, index);
        else
            misuse(call, "packet %" PRIu64 " is told of, and not valid", index);
    }
    queue->next = value + 1;
    look_ahead(call, queue->queue);
}

/* What is under way: packets and copies, from when they are known until it is known that they are over.
 *
 * A command with a completion signal is over when that has been decremented for it; of several with one signal, the
 * first ones.  What stands in a queue before a packet with the barrier bit is over when that one has begun (the read
 * index is past it) or is over; a barrier packet when the read index is past it (HSA Platform System Architecture
 * Specification 1.2, 2.9).  What a program knows it learns by a call, or a callback, so that it is enough to look when
 * one gives a new value: sweeps. */
#include "test/hsa-check/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct work *first, *last; /* in the order in which they began */
static unsigned stamp;

/* ---- one command ---- */

struct work *
work_new(enum work_kind kind)
{
    struct work *work = calloc(1, sizeof *work);
    work->kind = kind;
    return work;
}

void
work_use(struct work *work, uint64_t what)
{
    for (unsigned i = 0; i < work->use_count; i++)
        if (work->uses[i] == what)
            return;
    if (work->use_count < MAX_USES)
        work->uses[work->use_count++] = what;
}

void
work_wait(struct work *work, struct object *signal)
{
    if (work->wait_count < MAX_WAITS)
        work->waits[work->wait_count++] = signal;
}

/* FNV-1a (Fowler, Noll, Vo), by words. */
uint64_t
work_sum(const void *bytes, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t at = 0; at < size; at += 8) {
        uint64_t word = 0;
        memcpy(&word, (const uint8_t *)bytes + at, size - at < 8 ? size - at : 8);
        sum = (sum ^ word) * UINT64_C(0x100000001b3);
    }
    return sum;
}

static int64_t
value_of(const struct object *signal)
{
    return real.hsa_signal_load_relaxed((hsa_signal_t){signal->handle});
}

bool
work_begin(struct call *call, struct work *work, unsigned told)
{
    struct object *signal = work->signal;
    if (signal) {
        work_sweep(call, NULL);
        int64_t value = signal->signal.pending ? signal->signal.expected : value_of(signal);
        signal->signal.expected = value;
        signal->signal.pending++;
        if (value < (int64_t)signal->signal.pending)
            misuse(call, "its completion signal is %" PRId64 " with %u commands to decrement it",
                   value, signal->signal.pending);
    }
    if (call->told > told) {
        if (signal)
            signal->signal.pending--;
        free(work);
        return false;
    }
    if (work->slot)
        work->slot_sum = work_sum(work->slot + 2, 62);
    if (work->kernarg)
        work->sum = work_sum(work->kernarg, work->kernarg_size);
    work->before = last;
    *(last ? &last->next : &first) = work;
    last = work;
    return true;
}

static void
unlink_work(struct work *work)
{
    *(work->before ? &work->before->next : &first) = work->next;
    *(work->next ? &work->next->before : &last) = work->before;
    free(work);
}

void
work_cancel(struct work *work)
{
    if (work->signal)
        work->signal->signal.pending--;
    unlink_work(work);
}

/* ---- what is over ---- */

/* How many of those that decrement a signal are over.  A copy that failed makes it negative. */
static void
look_at(struct object *object)
{
    struct signal *signal = &object->signal;
    if (signal->stamp == stamp || !object->is_live)
        return;
    int64_t value = value_of(object), ended = signal->expected - value;
    signal->stamp = stamp;
    signal->ended = ended <= 0                              ? 0
                    : value < 0 || ended >= signal->pending ? signal->pending
                                                            : (unsigned)ended;
}

static bool
is_passed(const struct work *work)
{
    return real.hsa_queue_load_read_index_relaxed(work->queue->queue.queue) > work->index;
}

/* By its own signal, or as a barrier packet. */
static void
note_ended(struct work *work)
{
    if (work->signal) {
        look_at(work->signal);
        if (work->signal->signal.ended > 0) {
            work->signal->signal.ended--;
            work->is_over = true;
        }
    }
    if (work->kind == WORK_BARRIER && !work->is_over && !work->signal)
        work->is_over = is_passed(work);
    if (work->queue)
        work->queue->queue.is_passed = false;
}

/* From the last to the first: is it before a barrier? */
static void
note_passed(struct work *work)
{
    if (!work->queue)
        return;
    if (work->queue->queue.is_passed)
        work->is_over = true;
    else if (work->has_barrier && (work->is_over || is_passed(work)))
        work->queue->queue.is_passed = true;
}

/* The slot of a packet that begins meanwhile may get another. */
void
work_check_slots(struct call *call, const struct object *queue)
{
    for (struct work *work = first; work; work = work->next)
        if (work->queue == queue && work->slot && work_sum(work->slot + 2, 62) != work->slot_sum &&
            !is_passed(work)) {
            misuse(call, "packet %" PRIu64 " was changed after it was released", work->index);
            work->slot = NULL;
        }
}

static void
finish(struct call *call, struct work *work, const struct object *waited)
{
    struct object *queue = work->queue;
    bool is_peeked = work->signal && work->signal->signal.is_peeked;
    if (work->kernarg && !is_peeked && work_sum(work->kernarg, work->kernarg_size) != work->sum)
        misuse(call,
               "kernel arguments at %p were changed while packet %" PRIu64 " of queue 0x%" PRIx64
               " was under way",
               work->kernarg, work->index, queue->handle);
    if (work->kind == WORK_DISPATCH && waited && work->signal == waited &&
        work->release != HSA_FENCE_SCOPE_SYSTEM && !queue->queue.is_told_scope) {
        queue->queue.is_told_scope = true;
        warning(call, "the host waits for packet %" PRIu64 ", which does not release to the system",
                work->index);
    }
    if (work->signal) {
        work->signal->signal.pending--;
        work->signal->signal.expected--;
    }
    unlink_work(work);
}

void
work_sweep(struct call *call, const struct object *waited)
{
    struct work *next;
    stamp++;
    for (struct work *work = first; work; work = work->next)
        note_ended(work);
    for (struct work *work = last; work; work = work->before)
        note_passed(work);
    for (struct work *work = first; work; work = next) {
        next = work->next;
        if (work->is_over)
            finish(call, work, waited);
    }
}

/* ---- what uses what ---- */

static const char *
name_of(const struct work *work)
{
    static char name[96];
    if (work->kind == WORK_COPY)
        return "a copy that is under way";
    snprintf(name, sizeof name, "packet %" PRIu64 " of queue 0x%" PRIx64 ", which is under way",
             work->index, work->queue->handle);
    return name;
}

const char *
work_uses(uint64_t what)
{
    for (const struct work *work = first; work; work = work->next)
        for (unsigned i = 0; i < work->use_count; i++)
            if (work->uses[i] == what)
                return name_of(work);
    return NULL;
}

void
work_stop_using(uint64_t what)
{
    for (struct work *work = first; work; work = work->next)
        for (unsigned i = 0; i < work->use_count; i++)
            if (work->uses[i] == what) {
                work->uses[i] = 0;
                work->kernarg = NULL; /* it may have been in it */
            }
}

const char *
work_completes(const struct object *signal)
{
    for (const struct work *work = first; work; work = work->next)
        if (work->signal == signal)
            return name_of(work);
    return NULL;
}

const char *
work_has_signal(const struct object *signal)
{
    for (const struct work *work = first; work; work = work->next)
        for (unsigned i = 0; i < work->wait_count; i++)
            if (work->waits[i] == signal)
                return name_of(work);
    return work_completes(signal);
}

void
work_forget_signal(const struct object *signal)
{
    for (struct work *work = first; work; work = work->next) {
        if (work->signal == signal)
            work->signal = NULL;
        for (unsigned i = 0; i < work->wait_count; i++)
            if (work->waits[i] == signal)
                work->waits[i] = NULL;
    }
}

const char *
work_runs(const struct object *executable)
{
    for (const struct work *work = first; work; work = work->next)
        if (work->executable == executable)
            return name_of(work);
    return NULL;
}

const char *
work_of(const struct object *queue)
{
    for (const struct work *work = first; work; work = work->next)
        if (work->queue == queue)
            return name_of(work);
    return NULL;
}

static void
drop(struct work *work)
{
    if (work->signal)
        work->signal->signal.pending--;
    unlink_work(work);
}

void
work_drop(const struct object *queue)
{
    struct work *next;
    for (struct work *work = first; work; work = next) {
        next = work->next;
        if (work->queue == queue)
            drop(work);
    }
}

void
work_drop_agent(const struct object *agent)
{
    struct work *next;
    for (struct work *work = first; work; work = next) {
        next = work->next;
        if (work->queue ? work->queue->owner == agent : work->agents >> agent->agent.index & 1)
            drop(work);
    }
}

void
work_forget(void)
{
    while (first)
        unlink_work(first);
}

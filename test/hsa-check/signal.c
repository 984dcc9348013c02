/* Signals: what is done with them, and what they tell of commands. */
#include "test/hsa-check/check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct object *
signal_of(const struct call *call)
{
    return object_live(KIND_SIGNAL, call->word[0]);
}

/* The program has got its value: by a call, or in a callback. */
static void
note_value(struct call *call, struct object *signal, int64_t value)
{
    if (!signal)
        return;
    if (value != signal->signal.seen) {
        signal->signal.seen = value;
        work_sweep(call, signal);
    }
}

/* ---- they come and go ---- */

static void
check_consumers(struct call *call)
{
    const hsa_agent_t *agents = call_pointer(call, 2);
    if (!call->word[1])
        return;
    if (!agents)
        misuse(call, "there is no list of the %" PRIu64 " agents", call->word[1]);
    else
        machine_mask(call, agents, call->word[1]);
    for (uint64_t i = 1; agents && i < call->word[1]; i++)
        for (uint64_t j = 0; j < i; j++)
            if (agents[i].handle == agents[j].handle)
                misuse(call, "an agent is listed twice");
}

void
signal_create(struct call *call)
{
    check_consumers(call);
}

void
amd_signal_create(struct call *call)
{
    check_consumers(call);
    if (call->word[3] & ~(uint64_t)(HSA_AMD_SIGNAL_AMD_GPU_ONLY | HSA_AMD_SIGNAL_IPC))
        misuse(call, "attributes 0x%" PRIx64 " are none", call->word[3]);
}

static void
created(struct call *call, unsigned argument)
{
    if (!call->is_ok)
        return;
    const hsa_signal_t *signal = call_pointer(call, argument);
    object_new(KIND_SIGNAL, signal->handle)->signal.seen = (int64_t)call->word[0];
}

void
signal_created(struct call *call)
{
    created(call, 3);
}

void
amd_signal_created(struct call *call)
{
    created(call, 4);
}

void
ipc_signal_attached(struct call *call)
{
    if (call->is_ok)
        object_new(KIND_SIGNAL, ((const hsa_signal_t *)call_pointer(call, 1))->handle);
}

void
signal_destroy(struct call *call)
{
    struct object *signal = signal_of(call);
    work_sweep(call, NULL);
    if (signal->signal.rings)
        misuse(call, "it is the doorbell of a queue");
    else if (work_has_signal(signal))
        misuse(call, "it belongs to %s", work_has_signal(signal));
    else if (signal->signal.waiters)
        misuse(call, "%u threads wait for it", signal->signal.waiters);
    else if (signal->signal.handlers)
        misuse(call, "%u handlers wait for it", signal->signal.handlers);
    if (!call_is_made(call))
        return;
    work_forget_signal(signal);
    object_end(signal);
}

/* ---- values ---- */

static void
check_doorbell(struct call *call, const struct object *signal)
{
    if (signal->signal.rings)
        misuse(call, "it is the doorbell of a queue, which can only be stored to");
}

void
signal_load(struct call *call)
{
    check_doorbell(call, signal_of(call));
}

void
signal_value(struct call *call)
{
    if (call_is_made(call))
        note_value(call, signal_of(call), (int64_t)call->result);
}

/* What is to decrement it counts on its value. */
static void
check_pending(struct call *call, const struct object *signal)
{
    if (signal->signal.pending)
        work_sweep(call, NULL);
    if (signal->signal.pending)
        misuse(call, "it is the completion signal of %s", work_completes(signal));
}

/* Of a doorbell: packets are handed over. */
void
signal_store(struct call *call)
{
    struct object *signal = signal_of(call);
    if (signal->signal.rings) {
        queue_ring(call, signal->signal.rings, call->word[1]);
        return;
    }
    check_pending(call, signal);
    signal->signal.seen = signal->signal.expected = (int64_t)call->word[1];
}

void
signal_change(struct call *call)
{
    struct object *signal = signal_of(call);
    check_doorbell(call, signal);
    check_pending(call, signal);
}

/* What is still to decrement it does so from its new value on. */
void
signal_changed(struct call *call)
{
    struct object *signal = signal_of(call);
    if (!call_is_made(call) || !signal)
        return;
    signal->signal.seen = real.hsa_signal_load_relaxed((hsa_signal_t){signal->handle});
    signal->signal.expected = signal->signal.seen;
}

void
signal_peek(struct call *call)
{
    if (call->is_ok)
        signal_of(call)->signal.is_peeked = true;
}

/* ---- waiting ---- */

void
signal_wait(struct call *call)
{
    struct object *signal = signal_of(call);
    check_doorbell(call, signal);
    signal->signal.waiters++;
    call->context = signal;
}

void
signal_waited(struct call *call)
{
    struct object *signal = signal_of(call);
    if (signal && signal == call->context)
        signal->signal.waiters--;
    if (call_is_made(call))
        note_value(call, signal, (int64_t)call->result);
}

static void
count_waiters(const struct call *call, int change)
{
    const hsa_signal_t *signals = call_pointer(call, 1);
    for (uint64_t i = 0; i < call->word[0]; i++) {
        struct object *signal = object_live(KIND_SIGNAL, signals[i].handle);
        if (signal)
            signal->signal.waiters += (unsigned)change;
    }
}

void
signal_wait_any(struct call *call)
{
    const hsa_signal_t *signals = call_pointer(call, 1);
    const hsa_signal_condition_t *conditions = call_pointer(call, 2);
    for (uint64_t i = 0; i < call->word[0]; i++) {
        object_wanted(call, "a listed ", KIND_SIGNAL, signals[i].handle);
        if ((unsigned)conditions[i] > HSA_SIGNAL_CONDITION_GTE)
            misuse(call, "condition %u is none", (unsigned)conditions[i]);
    }
    call->context = call; /* there are waiters */
    count_waiters(call, 1);
}

void
signal_wait_any_after(struct call *call)
{
    if (!call->context)
        return;
    count_waiters(call, -1);
    if (call->result >= call->word[0])
        return;
    struct object *signal =
        object_live(KIND_SIGNAL, ((hsa_signal_t *)call_pointer(call, 1))[call->result].handle);
    if (signal)
        note_value(call, signal, real.hsa_signal_load_relaxed((hsa_signal_t){signal->handle}));
}

/* ---- handlers ---- */

struct handler {
    hsa_amd_signal_handler function;
    void *argument;
    uint64_t signal;
};

static void
count_handler(const struct handler *handler, int change)
{
    struct object *signal = object_live(KIND_SIGNAL, handler->signal);
    if (signal)
        signal->signal.handlers += (unsigned)change;
}

/* While it runs it does not wait: it may destroy the signal, if it returns false. */
static bool
handle(hsa_signal_value_t value, void *data)
{
    static const struct function function = {.name = "hsa_amd_signal_async_handler"};
    struct handler *handler = data;
    struct call call = {.function = &function};
    check_lock();
    count_handler(handler, -1);
    note_value(&call, object_live(KIND_SIGNAL, handler->signal), value);
    check_unlock();
    bool again = handler->function(value, handler->argument);
    check_lock();
    if (again)
        count_handler(handler, 1);
    check_unlock();
    if (!again)
        free(handler);
    return again;
}

void
signal_handler(struct call *call)
{
    hsa_amd_signal_handler ours = handle;
    struct handler *handler = calloc(1, sizeof *handler);
    memcpy(&handler->function, &call->word[3], sizeof handler->function);
    handler->argument = call_pointer(call, 4);
    handler->signal = call->word[0];
    count_handler(handler, 1);
    check_doorbell(call, signal_of(call));
    memcpy(&call->word[3], &ours, sizeof ours);
    call->word[4] = (uintptr_t)handler;
    call->context = handler;
}

void
signal_handler_after(struct call *call)
{
    struct handler *handler = call->context;
    if (handler && !call->is_ok) {
        count_handler(handler, -1);
        free(handler);
    }
}

/* ---- times ---- */

static void
check_idle(struct call *call, uint64_t handle)
{
    struct object *signal = object_live(KIND_SIGNAL, handle);
    work_sweep(call, NULL);
    if (signal && signal->signal.pending)
        misuse(call, "signal 0x%" PRIx64 " belongs to %s", handle, work_has_signal(signal));
}

void
signal_idle(struct call *call)
{
    check_idle(call, call->word[0]);
}

void
signal_idle_second(struct call *call)
{
    check_idle(call, call->word[1]);
}

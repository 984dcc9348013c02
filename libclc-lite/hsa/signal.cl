/* Signal operations in kernels: AMDGPU Compute ABI 0.40, "Signal operations in kernel"; HSA Runtime Programmer's
 * Reference 1.0, 2.4.  Names, types and orders (C11's numbers) are those of ROCm-Device-Libs' ockl, which lacks
 * subtract's kin and wait: the names of these are in its manner.
 *
 * A signal of kind user is its value; who changes it tells whoever sleeps, by its mailbox and an interrupt.  Others are
 * the doorbell of a queue, and take stores only. */
#include "../hsa.h"

enum { RELAXED = 0, ACQUIRE = 2, RELEASE = 3, ACQ_REL = 4, SEQ_CST = 5, SYSTEM = 3 };

static global struct signal *
of(hsa_signal_t signal)
{
    return (global struct signal *)signal.handle;
}

/* An interrupt's number has 8 bits (the ABI's S_SENDMSG: M0 is the event's id). */
static void
wake(global struct signal *signal)
{
    enum { INTERRUPT = 1, EVENT_BITS = 255 };
    if (!signal->mailbox)
        return;
    uint event = signal->event;
    __occ_atomic_store(signal->mailbox, event, RELEASE, SYSTEM);
    __builtin_amdgcn_s_sendmsg(INTERRUPT, __occ_readfirstlane(event) & EVENT_BITS);
}

/* Orders are constants of an operation. */
#define LOAD_IN(order, pointer)                                                                    \
    ((order) == SEQ_CST      ? __occ_atomic_load(pointer, SEQ_CST, SYSTEM)                         \
     : (order) == RELAXED ? __occ_atomic_load(pointer, RELAXED, SYSTEM)                            \
                          : __occ_atomic_load(pointer, ACQUIRE, SYSTEM))

long
__ockl_hsa_signal_load(hsa_signal_t signal, int order)
{
    return LOAD_IN(order, (global long *)&of(signal)->value);
}

#define CHANGE(name, operation)                                                                    \
    long __ockl_hsa_signal_##name(hsa_signal_t signal, long value, int order)                      \
    {                                                                                              \
        global long *pointer = (global long *)&of(signal)->value;                                  \
        long old;                                                                                  \
        switch (order) {                                                                           \
        case RELAXED:                                                                              \
            old = __occ_atomic_##operation(pointer, value, RELAXED, SYSTEM);                       \
            break;                                                                                 \
        case RELEASE:                                                                              \
            old = __occ_atomic_##operation(pointer, value, RELEASE, SYSTEM);                       \
            break;                                                                                 \
        case ACQ_REL:                                                                              \
            old = __occ_atomic_##operation(pointer, value, ACQ_REL, SYSTEM);                       \
            break;                                                                                 \
        case SEQ_CST:                                                                              \
            old = __occ_atomic_##operation(pointer, value, SEQ_CST, SYSTEM);                       \
            break;                                                                                 \
        default:                                                                                   \
            old = __occ_atomic_##operation(pointer, value, ACQUIRE, SYSTEM);                       \
        }                                                                                          \
        wake(of(signal));                                                                          \
        return old;                                                                                \
    }
CHANGE(add, add)
CHANGE(subtract, sub)
CHANGE(min, min)
CHANGE(max, max)
CHANGE(and, and)
CHANGE(or, or)
CHANGE(xor, xor)
CHANGE(exchange, exchange)

long
__ockl_hsa_signal_increment(hsa_signal_t signal, int order)
{
    return __ockl_hsa_signal_add(signal, 1, order);
}

long
__ockl_hsa_signal_decrement(hsa_signal_t signal, int order)
{
    return __ockl_hsa_signal_subtract(signal, 1, order);
}

/* What was there: expected, if it was exchanged. */
long
__ockl_hsa_signal_cas(hsa_signal_t signal, long expected, long value, int order)
{
    global long *pointer = (global long *)&of(signal)->value;
    bool was;
    switch (order) {
    case RELAXED:
        was = __occ_atomic_compare_exchange(pointer, &expected, value, RELAXED, RELAXED, SYSTEM);
        break;
    case RELEASE:
        was = __occ_atomic_compare_exchange(pointer, &expected, value, RELEASE, RELAXED, SYSTEM);
        break;
    case ACQ_REL:
        was = __occ_atomic_compare_exchange(pointer, &expected, value, ACQ_REL, RELAXED, SYSTEM);
        break;
    case SEQ_CST:
        was = __occ_atomic_compare_exchange(pointer, &expected, value, SEQ_CST, RELAXED, SYSTEM);
        break;
    default:
        was = __occ_atomic_compare_exchange(pointer, &expected, value, ACQUIRE, RELAXED, SYSTEM);
    }
    if (was)
        wake(of(signal));
    return expected;
}

/* ---- doorbells ---- */

/* The packet processor of older chips cannot take a smaller number than the last one: stores go by a lock. */
static void
ring_legacy(global struct signal *signal, ulong index)
{
    global struct aql_queue *queue = signal->queue;
    uint open = 0;
    while (!__occ_atomic_compare_exchange(&queue->doorbell_lock, &open, 1u, ACQUIRE, RELAXED, SYSTEM)) {
        __builtin_amdgcn_s_sleep(1);
        open = 0;
    }
    ulong end = index + 1;
    if (end > __occ_atomic_load(&queue->max_doorbell, RELAXED, SYSTEM)) {
        __occ_atomic_store(&queue->max_doorbell, end, RELAXED, SYSTEM);
        uint place = (uint)end;
        if (__occ_doorbell_dwords()) /* of a ring that is there twice */
            place = (place & (2 * queue->size - 1)) * 16;
        __occ_atomic_store(signal->legacy_doorbell, place, RELEASE, SYSTEM);
    }
    __occ_atomic_store(&queue->doorbell_lock, 0u, RELEASE, SYSTEM);
}

void
__ockl_hsa_signal_store(hsa_signal_t handle, long value, int order)
{
    global struct signal *signal = of(handle);
    if (signal->kind == SIGNAL_DOORBELL) {
        __occ_atomic_store(signal->doorbell, (ulong)value, RELEASE, SYSTEM);
        return;
    }
    if (signal->kind == SIGNAL_LEGACY_DOORBELL) {
        ring_legacy(signal, (ulong)value);
        return;
    }
    if (order == SEQ_CST)
        __occ_atomic_store((global long *)&signal->value, value, SEQ_CST, SYSTEM);
    else if (order == RELAXED)
        __occ_atomic_store((global long *)&signal->value, value, RELAXED, SYSTEM);
    else
        __occ_atomic_store((global long *)&signal->value, value, RELEASE, SYSTEM);
    wake(signal);
}

/* ---- waiting ---- */

/* hsa_signal_condition_t */
static bool
is_met(int condition, long value, long wanted)
{
    switch (condition) {
    case 0:
        return value == wanted;
    case 1:
        return value != wanted;
    case 2:
        return value < wanted;
    default:
        return value >= wanted;
    }
}

/* The last value that was read, when the condition was met or `limit` ticks of s_memtime have gone by; ~0: no limit. */
long
__ockl_hsa_signal_wait(hsa_signal_t signal, int condition, long wanted, ulong limit, int order)
{
    ulong start = __builtin_readcyclecounter();
    for (;;) {
        long value = __ockl_hsa_signal_load(signal, order);
        if (is_met(condition, value, wanted) || __builtin_readcyclecounter() - start >= limit)
            return value;
        __builtin_amdgcn_s_sleep(1);
    }
}

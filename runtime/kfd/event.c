/* Events: what HSA's signals sleep on, and what faults are told by.
 *
 * An event has a mailbox of 8 bytes in memory that GPUs may write: who sets it from there stores its id and
 * raises an interrupt, which of a wave carries the low 8 bits of the id alone.  A mailbox that nobody has
 * written holds ~0.  (Linux, drivers/gpu/drm/amd/amdkfd/kfd_events.c.)
 *
 * An event that resets itself wakes all that wait when it is set, and stays set only if none did.  Two signals of
 * a queue share one, so the thread that handles one signal could take what another thread, which has looked at the
 * other signal and is about to wait, is to be woken by: a wait also ends at once if the event was set since the same
 * thread's last wait for it.  (Later drivers have that as an event's age: kfd_ioctl.h of Linux 6.5, last_event_age.) */
#include "runtime/kfd/kfd.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MESSAGE_BITS = 0xFF };
static const uint64_t UNWRITTEN = ~UINT64_C(0);

struct event {
    HsaEvent shown;                  /* the first member: what the program has */
    bool is_manual, is_set, is_gone; /* gone: the last that waits frees it */
    unsigned waiters;
    uint64_t *mailbox;
    uint64_t age; /* of events.clock, when it was set; 0: never */
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct event *at[KFD_EVENTS]; /* by id; 0 is none */
    unsigned next;
    uint64_t clock; /* counts settings of all events: ages are never used twice */
} events = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER, .next = 1};

/* By id, the age of the event at the end of this thread's last wait for it. */
static _Thread_local uint64_t seen[KFD_EVENTS];

static struct event *
event_of(HsaEvent *event)
{
    return (struct event *)(void *)event;
}

/* ---- mailboxes ---- */

uint64_t *
kfd_mailboxes(void)
{
    pthread_mutex_lock(&the_kfd.lock);
    struct kfd_memory *memory = the_kfd.mailboxes;
    pthread_mutex_unlock(&the_kfd.lock);
    if (memory)
        return memory->host;
    HsaMemFlags flags = {.ui32 = {.HostAccess = 1}};
    void *address = NULL;
    if (hsaKmtAllocMemory(0, KFD_EVENTS * sizeof(uint64_t), flags, &address) !=
            HSAKMT_STATUS_SUCCESS ||
        hsaKmtMapMemoryToGPU(address, 0, NULL) != HSAKMT_STATUS_SUCCESS)
        return NULL;
    pthread_mutex_lock(&the_kfd.lock);
    if (!the_kfd.mailboxes)
        the_kfd.mailboxes = kfd_memory_find(address);
    memory = the_kfd.mailboxes;
    pthread_mutex_unlock(&the_kfd.lock);
    if (memory->host != address)
        hsaKmtFreeMemory(address, 0);
    return memory->host;
}

/* ---- locked ---- */

static void
set(struct event *event)
{
    event->age = ++events.clock;
    event->is_set = event->is_manual || !event->waiters;
    pthread_cond_broadcast(&events.changed);
}

static unsigned
free_id(void)
{
    for (unsigned i = 1; i < KFD_EVENTS; i++) {
        unsigned id = 1 + (events.next - 1 + i - 1) % (KFD_EVENTS - 1);
        if (!events.at[id]) {
            events.next = id % (KFD_EVENTS - 1) + 1;
            return id;
        }
    }
    return 0;
}

static void
take_away(unsigned id)
{
    struct event *event = events.at[id];
    events.at[id] = NULL;
    event->is_gone = true;
    pthread_cond_broadcast(&events.changed);
    if (!event->waiters)
        free(event);
}

static void
end_wait(struct event *event, bool takes_it)
{
    event->waiters--;
    seen[event->shown.EventId] = event->age;
    if (takes_it && !event->is_manual)
        event->is_set = false;
    if (event->is_gone && !event->waiters)
        free(event);
}

/* ---- the interface ---- */

HSAKMT_STATUS
hsaKmtCreateEvent(HsaEventDescriptor *wanted, bool is_manual, bool is_set, HsaEvent **made)
{
    if (!kfd_is_open())
        return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
    uint64_t *mailboxes = kfd_mailboxes();
    struct event *event = calloc(1, sizeof *event);
    if (!wanted || !made || wanted->EventType >= HSA_EVENTTYPE_MAXID) {
        free(event);
        return HSAKMT_STATUS_INVALID_PARAMETER;
    }
    pthread_mutex_lock(&events.lock);
    unsigned id = event && mailboxes ? free_id() : 0;
    if (id) {
        events.at[id] = event;
        event->mailbox = &mailboxes[id];
        __atomic_store_n(event->mailbox, UNWRITTEN, __ATOMIC_RELAXED); /* engines store there */
        event->is_manual = is_manual;
        event->is_set = is_set;
        event->shown.EventId = id;
        event->shown.EventData.EventType = wanted->EventType;
        event->shown.EventData.HWData1 = id;
        event->shown.EventData.HWData2 = (uintptr_t)&mailboxes[id];
        event->shown.EventData.HWData3 = id;
        event->shown.EventData.EventData.SyncVar = wanted->SyncVar;
    }
    pthread_mutex_unlock(&events.lock);
    if (!id) {
        free(event);
        return HSAKMT_STATUS_NO_MEMORY;
    }
    *made = &event->shown;
    return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS
hsaKmtDestroyEvent(HsaEvent *event)
{
    if (!event)
        return HSAKMT_STATUS_INVALID_HANDLE;
    pthread_mutex_lock(&events.lock);
    bool is_known = event->EventId < KFD_EVENTS && events.at[event->EventId] == event_of(event);
    if (is_known)
        take_away(event->EventId);
    pthread_mutex_unlock(&events.lock);
    return is_known ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_INVALID_HANDLE;
}

HSAKMT_STATUS
hsaKmtSetEvent(HsaEvent *event)
{
    if (!event)
        return HSAKMT_STATUS_INVALID_HANDLE;
    pthread_mutex_lock(&events.lock);
    set(event_of(event));
    pthread_mutex_unlock(&events.lock);
    return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS
hsaKmtResetEvent(HsaEvent *event)
{
    if (!event)
        return HSAKMT_STATUS_INVALID_HANDLE;
    pthread_mutex_lock(&events.lock);
    event_of(event)->is_set = false;
    pthread_mutex_unlock(&events.lock);
    return HSAKMT_STATUS_SUCCESS;
}

HSAKMT_STATUS
hsaKmtQueryEventState(HsaEvent *event)
{
    return hsaKmtWaitOnEvent(event, HSA_EVENTTIMEOUT_IMMEDIATE);
}

HSAKMT_STATUS
hsaKmtWaitOnEvent(HsaEvent *event, HSAuint32 milliseconds)
{
    return event ? hsaKmtWaitOnMultipleEvents(&event, 1, true, milliseconds)
                 : HSAKMT_STATUS_INVALID_HANDLE;
}

/* ---- waiting ---- */

/* An event is set, or has been since it had that age. */
static bool
is_met(const struct event *event, uint64_t age)
{
    return event->is_set || event->is_gone || event->age > age;
}

static unsigned
count_met(HsaEvent *const *wanted, const uint64_t *ages, unsigned count)
{
    unsigned met = 0;
    for (unsigned i = 0; i < count; i++)
        met += is_met(event_of(wanted[i]), ages[i]);
    return met;
}

/* false: the time is over. */
static bool
sleep_until(const struct timespec *limit, bool is_limited)
{
    if (!is_limited)
        return pthread_cond_wait(&events.changed, &events.lock) == 0;
    return pthread_cond_timedwait(&events.changed, &events.lock, limit) == 0;
}

static struct timespec
after(uint32_t milliseconds)
{
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += milliseconds / 1000;
    limit.tv_nsec += milliseconds % 1000 * 1000000L;
    limit.tv_sec += limit.tv_nsec / 1000000000L;
    limit.tv_nsec %= 1000000000L;
    return limit;
}

HSAKMT_STATUS
hsaKmtWaitOnMultipleEvents(HsaEvent *wanted[], HSAuint32 count, bool all, HSAuint32 milliseconds)
{
    if (!wanted || !count)
        return HSAKMT_STATUS_INVALID_HANDLE;
    uint64_t *ages = malloc(count * sizeof *ages);
    if (!ages)
        return HSAKMT_STATUS_NO_MEMORY;
    struct timespec limit = after(milliseconds);
    bool is_limited = milliseconds != HSA_EVENTTIMEOUT_INFINITE, has_time = milliseconds;
    pthread_mutex_lock(&events.lock);
    for (unsigned i = 0; i < count; i++) {
        struct event *event = event_of(wanted[i]);
        ages[i] = event->is_manual ? event->age : seen[event->shown.EventId];
        event->waiters++;
    }
    unsigned needed = all ? count : 1;
    while (count_met(wanted, ages, count) < needed && has_time)
        has_time = sleep_until(&limit, is_limited);
    bool is_good = count_met(wanted, ages, count) >= needed;
    for (unsigned i = 0; i < count; i++)
        end_wait(event_of(wanted[i]), is_good);
    pthread_mutex_unlock(&events.lock);
    free(ages);
    return is_good ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_WAIT_TIMEOUT;
}

/* ---- GPUs ---- */

void
kfd_interrupt(uint32_t id)
{
    pthread_mutex_lock(&events.lock);
    if (id < KFD_EVENTS && events.at[id]) {
        __atomic_store_n(events.at[id]->mailbox, UNWRITTEN, __ATOMIC_RELAXED);
        set(events.at[id]);
    }
    pthread_mutex_unlock(&events.lock);
}

void
kfd_message(void *data, uint32_t message)
{
    (void)data;
    pthread_mutex_lock(&events.lock);
    for (unsigned id = message & MESSAGE_BITS; id < KFD_EVENTS; id += MESSAGE_BITS + 1) {
        if (!events.at[id] ||
            __atomic_load_n(events.at[id]->mailbox, __ATOMIC_ACQUIRE) == UNWRITTEN)
            continue;
        __atomic_store_n(events.at[id]->mailbox, UNWRITTEN, __ATOMIC_RELAXED);
        set(events.at[id]);
    }
    pthread_mutex_unlock(&events.lock);
}

void
kfd_memory_fault(uint32_t node, uint64_t address, bool is_read_only)
{
    pthread_mutex_lock(&events.lock);
    for (unsigned id = 1; id < KFD_EVENTS; id++) {
        struct event *event = events.at[id];
        if (!event || event->shown.EventData.EventType != HSA_EVENTTYPE_MEMORY)
            continue;
        HsaMemoryAccessFault *fault = &event->shown.EventData.EventData.MemoryAccessFault;
        *fault = (HsaMemoryAccessFault){.NodeId = node,
                                        .VirtualAddress = address & ~(uint64_t)(KFD_PAGE - 1),
                                        .Flags = HSA_EVENTID_MEMORY_FATAL_PROCESS};
        fault->Failure.NotPresent = !is_read_only;
        fault->Failure.ReadOnly = is_read_only;
        set(event);
    }
    pthread_mutex_unlock(&events.lock);
}

void
kfd_events_end(void)
{
    pthread_mutex_lock(&events.lock);
    for (unsigned id = 0; id < KFD_EVENTS; id++) {
        if (events.at[id])
            take_away(id);
    }
    pthread_mutex_unlock(&events.lock);
}

void
kfd_events_forget(void)
{
    memset(&events, 0, sizeof events);
    pthread_mutex_init(&events.lock, NULL);
    pthread_cond_init(&events.changed, NULL);
    events.next = 1;
}

/* Memory faults.  ROCr tells its handlers of the first one of a process, and listens no more (5.2.3,
 * Runtime::VMFaultHandler: a real GPU has stopped all queues of the process then).  Where a GPU goes on, as the
 * stand-in does, an event of our own by the kernel driver's library, if ROCr has it as a library, tells of later ones:
 * the driver sets all events of that kind. */
#include "runtime/hsa/gpu_private.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef OCC_HSAKMT
#include <hsakmt.h>
#endif

/* ROCr keeps handlers until it ends, which may be after the system: another user of the process may hold it. */
struct gpu_watch {
    pthread_mutex_t lock;
    struct gpu_system *system; /* NULL: closed */
#ifdef OCC_HSAKMT
    __typeof__(&hsaKmtDestroyEvent) destroy;
    __typeof__(&hsaKmtWaitOnEvent) wait;
    HsaEvent *event; /* NULL: there was no fault yet, or there is no such library */
    pthread_t thread;
#endif
};

/* ---- what is said ---- */

static const struct {
    uint32_t mask;
    const char *text;
} reasons[] = {
    {HSA_AMD_MEMORY_FAULT_PAGE_NOT_PRESENT, "which is not mapped"},
    {HSA_AMD_MEMORY_FAULT_READ_ONLY, "which may only be read"},
    {HSA_AMD_MEMORY_FAULT_NX, "which holds no code"},
    {HSA_AMD_MEMORY_FAULT_HOST_ONLY, "which is the host's alone"},
    {HSA_AMD_MEMORY_FAULT_DRAMECC, "which has an uncorrectable error (DRAM ECC)"},
    {HSA_AMD_MEMORY_FAULT_SRAMECC, "where SRAM has an uncorrectable error (ECC)"},
    {HSA_AMD_MEMORY_FAULT_HANG, "after which the GPU was reset"},
};

/* With the lock, of a system that is open. */
static void
take_fault(struct gpu_watch *watch, const hsa_amd_gpu_memory_fault_info_t *fault)
{
    char message[256];
    const char *reason = "which cannot be";
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (fault->fault_reason_mask & reasons[i].mask)
            reason = reasons[i].text;
    bool is_near = fault->fault_reason_mask & HSA_AMD_MEMORY_FAULT_IMPRECISE;
    snprintf(message, sizeof message, "memory fault: access %s 0x%" PRIx64 ", %s",
             is_near ? "near" : "in the page of", fault->virtual_address, reason);
    gpu_break_agent(watch->system, fault->agent, message);
}

/* ---- later faults ---- */

#ifdef OCC_HSAKMT

static const struct gpu *
find_node(const struct gpu_system *system, uint32_t node)
{
    for (unsigned i = 0; i < system->gpu_count; i++)
        if (system->gpus[i]->node == node)
            return system->gpus[i];
    return NULL;
}

static void
take_later(struct gpu_watch *watch, const HsaMemoryAccessFault *event)
{
    const HsaAccessAttributeFailure *failure = &event->Failure;
    hsa_amd_gpu_memory_fault_info_t fault = {.virtual_address = event->VirtualAddress};
    const struct {
        bool is_so;
        uint32_t mask;
    } flags[] = {
        {failure->NotPresent, HSA_AMD_MEMORY_FAULT_PAGE_NOT_PRESENT},
        {failure->ReadOnly, HSA_AMD_MEMORY_FAULT_READ_ONLY},
        {failure->NoExecute, HSA_AMD_MEMORY_FAULT_NX},
        {failure->GpuAccess, HSA_AMD_MEMORY_FAULT_HOST_ONLY},
        {failure->Imprecise, HSA_AMD_MEMORY_FAULT_IMPRECISE},
        {failure->ECC, HSA_AMD_MEMORY_FAULT_DRAMECC},
    };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        fault.fault_reason_mask |= flags[i].is_so ? flags[i].mask : 0;
    pthread_mutex_lock(&watch->lock);
    const struct gpu *gpu = watch->system ? find_node(watch->system, event->NodeId) : NULL;
    if (gpu) {
        fault.agent = gpu->agent;
        take_fault(watch, &fault);
    }
    pthread_mutex_unlock(&watch->lock);
}

static void *
listen(void *data)
{
    enum { SLICE = 50 }; /* milliseconds: it ends with the system */
    struct gpu_watch *watch = data;
    bool is_open;
    do {
        if (watch->wait(watch->event, SLICE) == HSAKMT_STATUS_SUCCESS)
            take_later(watch, &watch->event->EventData.EventData.MemoryAccessFault);
        pthread_mutex_lock(&watch->lock);
        is_open = watch->system != NULL;
        pthread_mutex_unlock(&watch->lock);
    } while (is_open);
    return NULL;
}

/* At the first fault, with the lock. */
static void
begin_listening(struct gpu_watch *watch)
{
    void *library = dlopen("libhsakmt.so.1", RTLD_NOW | RTLD_NOLOAD);
    if (watch->event || !library)
        return;
    __typeof__(&hsaKmtCreateEvent) create;
    *(void **)&create = dlsym(library, "hsaKmtCreateEvent");
    *(void **)&watch->destroy = dlsym(library, "hsaKmtDestroyEvent");
    *(void **)&watch->wait = dlsym(library, "hsaKmtWaitOnEvent");
    HsaEventDescriptor wanted = {.EventType = HSA_EVENTTYPE_MEMORY};
    if (!create || !watch->destroy || !watch->wait ||
        create(&wanted, false, false, &watch->event) != HSAKMT_STATUS_SUCCESS) {
        watch->event = NULL;
    } else if (pthread_create(&watch->thread, NULL, listen, watch) != 0) {
        watch->destroy(watch->event);
        watch->event = NULL;
    }
}

/* Without the lock; no fault is told any more. */
static void
end_listening(struct gpu_watch *watch)
{
    if (!watch->event)
        return;
    pthread_join(watch->thread, NULL);
    watch->destroy(watch->event);
    watch->event = NULL;
}

#else

static void
begin_listening(struct gpu_watch *watch)
{
    (void)watch;
}

static void
end_listening(struct gpu_watch *watch)
{
    (void)watch;
}

#endif

/* ---- the first ---- */

static hsa_status_t
on_event(const hsa_amd_event_t *event, void *data)
{
    struct gpu_watch *watch = data;
    if (event->event_type != HSA_AMD_GPU_MEMORY_FAULT_EVENT)
        return HSA_STATUS_ERROR;
    pthread_mutex_lock(&watch->lock);
    bool is_open = watch->system != NULL;
    if (is_open) {
        begin_listening(watch);
        take_fault(watch, &event->memory_fault);
    }
    pthread_mutex_unlock(&watch->lock);
    return is_open ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR; /* ERROR: ROCr aborts */
}

/* An old ROCr takes one handler a process: then faults are another's. */
void
gpu_watch_begin(struct gpu_system *system)
{
    struct gpu_watch *watch = calloc(1, sizeof *watch);
    if (!watch)
        return;
    pthread_mutex_init(&watch->lock, NULL);
    watch->system = system;
    if (system->api.hsa_amd_register_system_event_handler(on_event, watch) == HSA_STATUS_SUCCESS)
        system->watch = watch;
    else
        gpu_watch_free(watch);
}

void
gpu_watch_end(struct gpu_system *system)
{
    if (!system->watch)
        return;
    pthread_mutex_lock(&system->watch->lock);
    system->watch->system = NULL;
    pthread_mutex_unlock(&system->watch->lock);
    end_listening(system->watch);
}

void
gpu_watch_free(struct gpu_watch *watch)
{
    if (watch)
        pthread_mutex_destroy(&watch->lock);
    free(watch);
}

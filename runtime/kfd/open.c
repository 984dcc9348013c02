/* The driver is opened and closed; what a fork and the process's end do. */
#include "runtime/kfd/kfd.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INTERFACE_MAJOR = 1, INTERFACE_MINOR = 6 }; /* of Linux 5.18 */

struct kfd the_kfd = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Held while the driver is opened or closed, before all others: who opens it again finds all of the end done. */
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

void
kfd_tell(const char *format, ...)
{
    char text[8192];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "occ: %s\n", text); /* one call: lines of threads stay whole */
}

bool
kfd_is_open(void)
{
    pthread_mutex_lock(&the_kfd.lock);
    bool is_open = the_kfd.opened;
    pthread_mutex_unlock(&the_kfd.lock);
    return is_open;
}

/* HSA's runtime knows a part of the targets, and there is a card for each of those. */
static const struct gcn_target *
find_gpu(void *data, const char *name)
{
    (void)data;
    const struct gcn_target *target = gcn_find_target(name, strlen(name));
    return target && gcn_card_of(target) ? target : NULL;
}

static void
make_gpus(void)
{
    static const struct settings_reader reader = {find_gpu, NULL, "GPU that HSA's runtime knows",
                                                  "KFD_DEVICES", false};
    settings_read(&the_kfd.settings, &reader);
    if (!the_kfd.report)
        the_kfd.report = report_new(&the_kfd.settings, OCC_VERSION);
    if (!the_kfd.record)
        the_kfd.record = record_new(&the_kfd.settings);
    for (unsigned i = 0; i < the_kfd.settings.processor_count; i++) {
        struct kfd_gpu *gpu = &the_kfd.gpus[the_kfd.gpu_count++];
        gpu->node = the_kfd.gpu_count;
        gpu->target = the_kfd.settings.processors[i].target;
        gpu->card = gcn_card_of(gpu->target);
        pthread_mutex_init(&gpu->sim_lock, NULL);
        kfd_processor_begin(&gpu->compute, gpu, kfd_queue_step);
        kfd_processor_begin(&gpu->copies, gpu, kfd_sdma_step);
    }
}

static void
end(void)
{
    __atomic_store_n(&the_kfd.is_ending, true, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < the_kfd.gpu_count; i++)
        kfd_gpu_end(&the_kfd.gpus[i]);
    kfd_memory_end();
    kfd_events_end();
    the_kfd.gpu_count = 0;
    the_kfd.debug = NULL;
    __atomic_store_n(&the_kfd.is_ending, false, __ATOMIC_RELAXED);
}

/* The child has neither the threads nor the GPUs; it may open the driver again.  What the parent had stays as
 * it is, for nothing can be freed that a lock of another thread may guard. */
static void
forked(void)
{
    memset(&the_kfd, 0, sizeof the_kfd);
    pthread_mutex_init(&the_kfd.lock, NULL);
    pthread_mutex_init(&opening, NULL);
    kfd_memory_forget();
    kfd_events_forget();
}

static void
watch_forks(void)
{
    pthread_atfork(NULL, NULL, forked);
}

HSAKMT_STATUS
hsaKmtOpenKFD(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&opening);
    pthread_mutex_lock(&the_kfd.lock);
    if (the_kfd.opened++ == 0)
        make_gpus();
    bool is_first = the_kfd.opened == 1;
    pthread_mutex_unlock(&the_kfd.lock);
    pthread_mutex_unlock(&opening);
    return is_first ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_KERNEL_ALREADY_OPENED;
}

HSAKMT_STATUS
hsaKmtCloseKFD(void)
{
    pthread_mutex_lock(&opening);
    pthread_mutex_lock(&the_kfd.lock);
    unsigned before = the_kfd.opened;
    the_kfd.opened -= before != 0;
    pthread_mutex_unlock(&the_kfd.lock);
    if (before == 1)
        end();
    pthread_mutex_unlock(&opening);
    return before ? HSAKMT_STATUS_SUCCESS : HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
}

/* Small allocations would lie in one block, where what runs over the end of one finds the next.  HSA's runtime reads
 * this before it opens the driver, so it is said when this library is loaded. */
__attribute__((constructor)) static void
load(void)
{
    const char *check = getenv("OCC_CHECK");
    if (check && strcmp(check, "all") == 0)
        setenv("HSA_DISABLE_FRAGMENT_ALLOCATOR", "1", 0);
}

static void
stop(void)
{
    __atomic_store_n(&the_kfd.is_ending, true, __ATOMIC_RELAXED);
    for (unsigned i = 0; i < the_kfd.gpu_count; i++)
        kfd_gpu_stop(&the_kfd.gpus[i]);
}

/* A program ends that has not closed the driver: threads of its runtime may still wait for events, and use what
 * is here. */
__attribute__((destructor)) static void
unload(void)
{
    if (kfd_is_open())
        stop();
    if (the_kfd.report)
        report_write(the_kfd.report);
}

HSAKMT_STATUS
hsaKmtGetVersion(HsaVersionInfo *version)
{
    if (!kfd_is_open())
        return HSAKMT_STATUS_KERNEL_IO_CHANNEL_NOT_OPENED;
    *version = (HsaVersionInfo){INTERFACE_MAJOR, INTERFACE_MINOR};
    return HSAKMT_STATUS_SUCCESS;
}

/* Not supported, by which the runtime takes the protocol of queue_inactive_signal; what it has loaded it tells
 * debuggers all the same. */
HSAKMT_STATUS
hsaKmtRuntimeEnable(void *debug, bool wants_ttmp)
{
    (void)wants_ttmp;
    the_kfd.debug = debug;
    return HSAKMT_STATUS_NOT_SUPPORTED;
}

HSAKMT_STATUS
hsaKmtRuntimeDisable(void)
{
    the_kfd.debug = NULL;
    return HSAKMT_STATUS_NOT_SUPPORTED;
}

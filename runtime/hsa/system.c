/* ROCr: loaded, opened and closed. */
#include "runtime/hsa/gpu_private.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char library[] = "libhsa-runtime64.so.1";

/* ---- messages ---- */

bool
gpu_refuse(char **why, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(why, format, arguments) < 0)
        *why = NULL;
    va_end(arguments);
    return false;
}

bool
gpu_refuse_status(const struct gpu_system *system, char **why, hsa_status_t status,
                  const char *what)
{
    const char *text = NULL;
    if (system->api.hsa_status_string(status, &text) != HSA_STATUS_SUCCESS || !text)
        return gpu_refuse(why, "%s: HSA status 0x%x", what, (unsigned)status);
    return gpu_refuse(why, "%s: %s", what, text);
}

/* A child of fork has none of ROCr's threads, and locks as they were. */
bool
gpu_is_ours(const struct gpu_system *system, char **why)
{
    bool is_process = process_mark_is_ours(&system->process);
    if (is_process && !__atomic_load_n(&system->is_abandoned, __ATOMIC_ACQUIRE))
        return true;
    if (why)
        gpu_refuse(why, is_process ? "ROCr has ended with the process"
                                   : "ROCr was opened before a fork: the child cannot use it");
    return false;
}

/* ---- opening ---- */

/* The library stays loaded: what it has left in other threads would fall with it. */
static bool
load(struct gpu_system *system, char **why)
{
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle)
        return gpu_refuse(why, "no ROCr: %s", dlerror());
#define HSA_FUNCTION(name)                                                                         \
    *(void **)&system->api.name = dlsym(handle, #name);                                            \
    if (!system->api.name)                                                                         \
        return gpu_refuse(why, "%s is too old: it has no %s", library, #name);
#include "runtime/hsa/runtime.def"
#undef HSA_FUNCTION
    struct link_map *map;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || !realpath(map->l_name, system->name))
        snprintf(system->name, sizeof system->name, "%s", library);
    return true;
}

/* hsa_init: what else than "out of resources" can be said of a machine without GPUs? */
static bool
refuse_init(struct gpu_system *system, char **why, hsa_status_t status)
{
    static const char device[] = "/dev/kfd";
    int file = open(device, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return gpu_refuse(why, "no GPU: %s: %s", device,
                          errno == EACCES ? "you may not use it; are you in the group \"render\"?"
                                          : strerror(errno));
    close(file);
    return gpu_refuse_status(system, why, status, "ROCr cannot start");
}

static void
find_name(struct gpu_system *system)
{
    uint16_t major = 0, minor = 0;
    char path[sizeof system->name];
    system->api.hsa_system_get_info(HSA_SYSTEM_INFO_VERSION_MAJOR, &major);
    system->api.hsa_system_get_info(HSA_SYSTEM_INFO_VERSION_MINOR, &minor);
    memcpy(path, system->name, sizeof path);
    snprintf(system->name, sizeof system->name, "ROCr %u.%u (%.480s)", major, minor, path);
}

static void
find_clocks(struct gpu_system *system)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    system->api.hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &system->ticks);
    system->api.hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY, &system->tick_frequency);
    system->nanoseconds = (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void
find_images(struct gpu_system *system)
{
    system->has_images =
        system->api.hsa_system_get_major_extension_table(
            HSA_EXTENSION_IMAGES, 1, sizeof system->images, &system->images) == HSA_STATUS_SUCCESS;
}

static bool
begin(struct gpu_system *system, char **why)
{
    hsa_status_t status = system->api.hsa_init();
    if (status != HSA_STATUS_SUCCESS)
        return refuse_init(system, why, status);
    find_name(system);
    find_clocks(system);
    find_images(system);
    if (gpu_agents_find(system, why)) {
        gpu_watch_begin(system);
        return true;
    }
    gpu_agents_free(system);
    system->api.hsa_shut_down();
    return false;
}

/* The process that has ROCr, as far as it was opened here; 0: none. */
static pid_t opener;

struct gpu_system *
gpu_system_open(char **why)
{
    pid_t process = getpid(), before = __atomic_load_n(&opener, __ATOMIC_ACQUIRE);
    *why = NULL;
    if (before && before != process) {
        gpu_refuse(why, "ROCr was opened before a fork: the child cannot use it");
        return NULL;
    }
    struct gpu_system *system = calloc(1, sizeof *system);
    if (!system)
        return NULL;
    process_mark_begin(&system->process);
    system->serial = 1;
    pthread_mutex_init(&system->queues_lock, NULL);
    pthread_mutex_init(&system->pool_lock, NULL);
    if (load(system, why) && begin(system, why)) {
        __atomic_store_n(&opener, process, __ATOMIC_RELEASE);
        return system;
    }
    process_mark_end(&system->process);
    free(system);
    return NULL;
}

/* ROCr may live on for others of the process. */
static bool
is_down(const struct gpu_system *system)
{
    uint16_t major;
    return system->api.hsa_system_get_info(HSA_SYSTEM_INFO_VERSION_MAJOR, &major) ==
           HSA_STATUS_ERROR_NOT_INITIALIZED;
}

void
gpu_system_close(struct gpu_system *system)
{
    if (!system)
        return;
    if (gpu_is_ours(system, NULL)) {
        gpu_watch_end(system);
        gpu_agents_free(system);
        gpu_signals_free(system);
        system->api.hsa_shut_down();
        if (is_down(system)) {
            gpu_watch_free(system->watch);
            __atomic_store_n(&opener, 0, __ATOMIC_RELEASE);
        }
        pthread_mutex_destroy(&system->queues_lock);
        pthread_mutex_destroy(&system->pool_lock);
    }
    process_mark_end(&system->process);
    free(system);
}

void
gpu_system_abandon(struct gpu_system *system)
{
    __atomic_store_n(&system->is_abandoned, true, __ATOMIC_RELEASE);
}

const char *
gpu_system_name(const struct gpu_system *system)
{
    return system->name;
}

void
gpu_system_keep_times(struct gpu_system *system)
{
    if (gpu_is_ours(system, NULL) &&
        !__atomic_load_n(&system->keeps_copy_times, __ATOMIC_ACQUIRE) &&
        system->api.hsa_amd_profiling_async_copy_enable(true) == HSA_STATUS_SUCCESS)
        __atomic_store_n(&system->keeps_copy_times, true, __ATOMIC_RELEASE);
}

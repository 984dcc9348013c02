/* Ends of commands: a fence has one of ROCr's signals until it is over, and its state beside it.
 *
 * Signals that can sleep are few (4,096 a process: amdkfd, KFD_SIGNAL_EVENT_LIMIT), so they come from a pool, as do quiet ones,
 * which nobody can sleep for.  One is free again when neither its fence nor a command that waits for it refers to it. */
#include "runtime/hsa/gpu_private.h"

#include <hsa/amd_hsa_signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Of those that can sleep, and of quiet ones, which cost memory alone. */
static const unsigned max_signals[] = {2048, 32768};

/* Values of signals; a command that ends makes 0 of 1. */
enum { UNDER_WAY = 1, HELD = 2 };

static const uint64_t second = 1000000000;

/* How long who waits for a quiet signal looks without a pause, and the longest pause, in nanoseconds. */
static const uint64_t QUIET_SPIN = 200000, MAX_PAUSE = 1000000;

/* ---- signals ---- */

static struct gpu_signal *
signal_create(struct gpu_system *system, bool is_quiet)
{
    struct gpu_signals *signals = &system->signals[is_quiet];
    struct gpu_signal *signal = calloc(1, sizeof *signal);
    if (!signal)
        return NULL;
    if (system->api.hsa_amd_signal_create(UNDER_WAY, 0, NULL,
                                          is_quiet ? HSA_AMD_SIGNAL_AMD_GPU_ONLY : 0,
                                          &signal->handle) != HSA_STATUS_SUCCESS) {
        free(signal);
        return NULL;
    }
    signal->system = system;
    signal->is_quiet = is_quiet;
    signal->next = signals->all;
    signals->all = signal;
    signals->count++;
    return signal;
}

/* With pool_lock. */
static struct gpu_signal *
signal_take(struct gpu_system *system, bool is_quiet)
{
    struct gpu_signals *signals = &system->signals[is_quiet];
    struct gpu_signal *signal = signals->pool;
    if (!signal)
        return signals->count < max_signals[is_quiet] ? signal_create(system, is_quiet) : NULL;
    signals->pool = signal->next_free;
    system->api.hsa_signal_store_relaxed(signal->handle, UNDER_WAY);
    return signal;
}

/* A quiet one where no other is left.  Waits while all are in use: what uses them ends by itself.  NULL: ROCr has none at all. */
static struct gpu_signal *
signal_acquire(struct gpu_system *system, bool is_quiet)
{
    for (;;) {
        pthread_mutex_lock(&system->pool_lock);
        struct gpu_signal *signal = signal_take(system, is_quiet);
        if (!signal)
            signal = signal_take(system, true);
        bool is_vain = !signal && !system->signals[is_quiet].count;
        pthread_mutex_unlock(&system->pool_lock);
        if (signal)
            signal->references = 1;
        if (signal || is_vain)
            return signal;
        gpu_settle_all(system);
        gpu_sleep(100000);
    }
}

static struct gpu_signal *
signal_retain(struct gpu_signal *signal)
{
    __atomic_fetch_add(&signal->references, 1, __ATOMIC_RELAXED);
    return signal;
}

void
gpu_signal_release(struct gpu_signal *signal)
{
    if (__atomic_sub_fetch(&signal->references, 1, __ATOMIC_ACQ_REL) || signal->is_spoiled)
        return;
    struct gpu_system *system = signal->system;
    struct gpu_signals *signals = &system->signals[signal->is_quiet];
    pthread_mutex_lock(&system->pool_lock);
    signal->next_free = signals->pool;
    signals->pool = signal;
    pthread_mutex_unlock(&system->pool_lock);
}

void
gpu_signals_free(struct gpu_system *system)
{
    for (unsigned kind = 0; kind < 2; kind++)
        for (struct gpu_signal *signal = system->signals[kind].all, *next; signal; signal = next) {
            next = signal->next;
            system->api.hsa_signal_destroy(signal->handle);
            free(signal);
        }
}

/* A handle is the address of an amd_signal_t (amd_hsa_signal.h): what the GPU did before is then seen by checkers of
 * races, too, which do not see into ROCr. */
bool
gpu_signal_has_ended(const struct gpu_signal *signal)
{
    const amd_signal_t *shared = (const amd_signal_t *)(uintptr_t)signal->handle.handle;
    return __atomic_load_n(&shared->value, __ATOMIC_ACQUIRE) == 0;
}

/* ---- fences ---- */

struct gpu_fence *
gpu_fence_new(struct gpu *gpu, uint64_t queue, bool is_quiet, bool keeps_times)
{
    struct gpu_fence *fence = calloc(1, sizeof *fence);
    if (!fence)
        return NULL;
    fence->signal = signal_acquire(gpu->system, is_quiet);
    if (!fence->signal) {
        free(fence);
        return NULL;
    }
    fence->system = gpu->system;
    fence->gpu = gpu;
    fence->references = 1;
    fence->queue = queue;
    fence->is_quiet = fence->signal->is_quiet;
    fence->keeps_times = keeps_times;
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&fence->changed, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&fence->lock, NULL);
    return fence;
}

struct gpu_fence *
gpu_fence_retain(struct gpu_fence *fence)
{
    __atomic_fetch_add(&fence->references, 1, __ATOMIC_RELAXED);
    return fence;
}

void
gpu_fence_release(struct gpu_fence *fence)
{
    if (!fence || __atomic_sub_fetch(&fence->references, 1, __ATOMIC_ACQ_REL))
        return;
    if (fence->signal)
        gpu_signal_release(fence->signal);
    pthread_cond_destroy(&fence->changed);
    pthread_mutex_destroy(&fence->lock);
    free(fence->message);
    free(fence);
}

/* HSA's time as CLOCK_MONOTONIC. */
static uint64_t
to_nanoseconds(const struct gpu_system *system, uint64_t ticks)
{
    double passed = (double)(int64_t)(ticks - system->ticks) * 1e9 / (double)system->tick_frequency;
    return system->nanoseconds + (uint64_t)(int64_t)passed;
}

/* The signal has them, until it is another command's. */
static void
take_times(struct gpu_fence *fence)
{
    const struct hsa_api *api = &fence->system->api;
    hsa_signal_t signal = fence->signal->handle;
    hsa_amd_profiling_dispatch_time_t kernel = {0};
    hsa_amd_profiling_async_copy_time_t copy = {0};
    hsa_status_t status =
        fence->queue ? api->hsa_amd_profiling_get_dispatch_time(fence->gpu->agent, signal, &kernel)
                     : api->hsa_amd_profiling_get_async_copy_time(signal, &copy);
    uint64_t start = fence->queue ? kernel.start : copy.start;
    uint64_t end = fence->queue ? kernel.end : copy.end;
    fence->has_times = status == HSA_STATUS_SUCCESS && start && end;
    fence->start = to_nanoseconds(fence->system, start);
    fence->end = to_nanoseconds(fence->system, end);
}

/* With its lock. */
static void
end_locked(struct gpu_fence *fence, enum gpu_status status)
{
    struct gpu_signal *signal = fence->signal;
    if (status == GPU_OVER && fence->keeps_times)
        take_times(fence);
    fence->signal = NULL;
    __atomic_store_n(&fence->status, status, __ATOMIC_RELEASE);
    /* Threads wait for it to change; what waits for it to be 0 stands still. */
    if (status != GPU_OVER)
        fence->system->api.hsa_signal_store_screlease(signal->handle, HELD);
    pthread_cond_broadcast(&fence->changed);
    gpu_signal_release(signal);
}

void
gpu_fence_end(struct gpu_fence *fence, enum gpu_status status, const char *message)
{
    pthread_mutex_lock(&fence->lock);
    if (fence->signal && gpu_signal_has_ended(fence->signal))
        end_locked(fence, GPU_OVER);
    if (fence->signal) {
        fence->message = status == GPU_FAULT && message ? strdup(message) : NULL;
        end_locked(fence, status);
    }
    pthread_mutex_unlock(&fence->lock);
}

enum gpu_status
gpu_fence_status(const struct gpu_fence *constant)
{
    struct gpu_fence *fence = (struct gpu_fence *)(uintptr_t)constant; /* notes what it sees */
    enum gpu_status status = __atomic_load_n(&fence->status, __ATOMIC_ACQUIRE);
    if (status == GPU_UNDER_WAY && __atomic_load_n(&fence->system->is_abandoned, __ATOMIC_ACQUIRE))
        return GPU_LOST;
    if (status != GPU_UNDER_WAY)
        return status;
    if (!gpu_is_ours(fence->system, NULL))
        return GPU_LOST;
    pthread_mutex_lock(&fence->lock);
    if (fence->signal && gpu_signal_has_ended(fence->signal))
        end_locked(fence, GPU_OVER);
    pthread_mutex_unlock(&fence->lock);
    return __atomic_load_n(&fence->status, __ATOMIC_ACQUIRE);
}

struct gpu_signal *
gpu_fence_signal(struct gpu_fence *fence, bool *never_ran)
{
    pthread_mutex_lock(&fence->lock);
    if (fence->signal && gpu_signal_has_ended(fence->signal))
        end_locked(fence, GPU_OVER);
    struct gpu_signal *signal = fence->signal ? signal_retain(fence->signal) : NULL;
    *never_ran |= !signal && fence->status != GPU_OVER;
    pthread_mutex_unlock(&fence->lock);
    return signal;
}

/* ---- waiting ---- */

uint64_t
gpu_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * second + (uint64_t)time.tv_nsec;
}

void
gpu_sleep(uint64_t nanoseconds)
{
    struct timespec time = {.tv_sec = (time_t)(nanoseconds / second),
                            .tv_nsec = (long)(nanoseconds % second)};
    nanosleep(&time, NULL);
}

/* In ROCr, without the lock; it is held before and after. */
static void
wait_for_signal(struct gpu_fence *fence, uint64_t nanoseconds)
{
    const struct gpu_system *system = fence->system;
    struct gpu_signal *signal = signal_retain(fence->signal);
    double ticks = (double)nanoseconds * 1e-9 * (double)system->tick_frequency;
    uint64_t timeout = nanoseconds == UINT64_MAX ? UINT64_MAX : (uint64_t)ticks;
    fence->has_waiter = true;
    pthread_mutex_unlock(&fence->lock);
    system->api.hsa_signal_wait_scacquire(signal->handle, HSA_SIGNAL_CONDITION_NE, UNDER_WAY,
                                          timeout, HSA_WAIT_STATE_BLOCKED);
    pthread_mutex_lock(&fence->lock);
    fence->has_waiter = false;
    pthread_cond_broadcast(&fence->changed);
    gpu_signal_release(signal);
}

/* Until so many nanoseconds after the begin of the wait: at once at first, then the later the longer it takes. */
static void
look_again(struct gpu_fence *fence, uint64_t passed, uint64_t left)
{
    if (passed < QUIET_SPIN)
        return;
    uint64_t pause = passed / 16 < MAX_PAUSE ? passed / 16 : MAX_PAUSE;
    pthread_mutex_unlock(&fence->lock);
    gpu_sleep(pause < left ? pause : left);
    pthread_mutex_lock(&fence->lock);
}

static void
wait_for_waiter(struct gpu_fence *fence, uint64_t end)
{
    if (end == UINT64_MAX) {
        pthread_cond_wait(&fence->changed, &fence->lock);
        return;
    }
    struct timespec time = {.tv_sec = (time_t)(end / second), .tv_nsec = (long)(end % second)};
    pthread_cond_timedwait(&fence->changed, &fence->lock, &time);
}

enum gpu_status
gpu_fence_wait(struct gpu_fence *fence, uint64_t nanoseconds)
{
    enum gpu_status status = gpu_fence_status(fence);
    if (status != GPU_UNDER_WAY || !nanoseconds)
        return status;
    uint64_t begin = gpu_now(), at = begin;
    uint64_t end = nanoseconds > UINT64_MAX - begin ? UINT64_MAX : begin + nanoseconds;
    pthread_mutex_lock(&fence->lock);
    while (fence->signal && at < end) {
        if (gpu_signal_has_ended(fence->signal))
            end_locked(fence, GPU_OVER);
        else if (fence->is_quiet)
            look_again(fence, at - begin, end - at);
        else if (fence->has_waiter)
            wait_for_waiter(fence, end);
        else
            wait_for_signal(fence, end == UINT64_MAX ? UINT64_MAX : end - at);
        at = gpu_now();
    }
    pthread_mutex_unlock(&fence->lock);
    return gpu_fence_status(fence);
}

/* ---- what it ended with ---- */

const char *
gpu_fence_message(const struct gpu_fence *fence)
{
    static const char none[] = "a fault that nothing more is known of";
    if (gpu_fence_status(fence) != GPU_FAULT)
        return NULL;
    return fence->message ? fence->message : none;
}

bool
gpu_fence_times(const struct gpu_fence *fence, uint64_t *start, uint64_t *end)
{
    if (gpu_fence_status(fence) != GPU_OVER || !fence->has_times)
        return false;
    *start = fence->start;
    *end = fence->end;
    return true;
}

/* ---- commands ---- */

struct gpu_command *
gpu_command_new(struct gpu_fence *fence, struct gpu_fence *const *waits, unsigned wait_count,
                uint64_t skip, char **why)
{
    struct gpu_command *command = malloc(sizeof *command + wait_count * sizeof *command->waits);
    if (!command)
        return NULL;
    *command = (struct gpu_command){.fence = gpu_fence_retain(fence)};
    bool never_ran = false;
    for (unsigned i = 0; i < wait_count; i++) {
        struct gpu_signal *signal =
            skip && waits[i]->queue == skip ? NULL : gpu_fence_signal(waits[i], &never_ran);
        if (signal)
            command->waits[command->wait_count++] = signal;
    }
    if (never_ran) {
        gpu_command_free(command);
        gpu_refuse(why, "what it waits for never ran");
        return NULL;
    }
    return command;
}

void
gpu_command_free(struct gpu_command *command)
{
    for (unsigned i = 0; i < command->wait_count; i++)
        gpu_signal_release(command->waits[i]);
    gpu_fence_release(command->fence);
    if (command->chunk)
        command->chunk->live--;
    free(command);
}

void
gpu_commands_retire(struct gpu_command **list, struct gpu_command ***last)
{
    while (*list && gpu_fence_status((*list)->fence) != GPU_UNDER_WAY) {
        struct gpu_command *command = *list;
        *list = command->next;
        if (!*list)
            *last = list;
        gpu_command_free(command);
    }
}

void
gpu_commands_settle(struct gpu_command *list)
{
    for (; list; list = list->next)
        gpu_fence_status(list->fence);
}

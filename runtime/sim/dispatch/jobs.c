/* A dispatch on several cores of the host.  Each has a device of its own for what running changes, that
 * is decoded instructions, statistics, the fault; they share memory.  Work-groups are taken in order, and
 * all that come before one that fails run to their end, so that the first failure is that of one core.
 * The cores and what they have decoded stay with the device for the next dispatch. */
#include "runtime/sim/dispatch/jobs.h"

#include <pthread.h>

enum { MAX_JOBS = 256 };

struct worker;

struct sim_jobs {
    struct sim_jobs_calls calls;
    pthread_mutex_t lock; /* of the allocator, callbacks, atomics of memory, and what is below */
    struct sim_device *device;
    uint64_t next, total;
    uint64_t failed;            /* the first work-group that did; `total`: none */
    pthread_mutex_t state_lock; /* of the rest */
    pthread_cond_t changed;
    uint64_t dispatches; /* that have begun */
    unsigned count,
        busy; /* cores that share this one; those whose threads have not come to its end */
    bool is_stopping;
    struct worker *workers[MAX_JOBS]; /* NULL: not needed yet */
};

struct worker {
    struct sim_device device;
    struct allocator allocator;
    struct sim_jobs *jobs;
    struct schedule schedule;
    struct arena arena; /* of the dispatch; the device's has what was decoded */
    unsigned number;
    uint64_t index; /* of the work-group that runs */
    bool holds_lock, has_failed;
    bool has_thread; /* the first one runs on that of the launch */
    pthread_t thread;
};

/* ---- what they share ---- */

static void *
alloc_alone(void *data, size_t size)
{
    struct worker *worker = data;
    const struct allocator *allocator = &worker->jobs->device->allocator;
    pthread_mutex_lock(&worker->jobs->lock);
    void *block = allocator->alloc(allocator->data, size);
    pthread_mutex_unlock(&worker->jobs->lock);
    return block;
}

static void
release_alone(void *data, void *block)
{
    struct worker *worker = data;
    const struct allocator *allocator = &worker->jobs->device->allocator;
    pthread_mutex_lock(&worker->jobs->lock);
    allocator->release(allocator->data, block);
    pthread_mutex_unlock(&worker->jobs->lock);
}

static void
interrupt_alone(void *data, uint32_t event)
{
    struct worker *worker = data;
    const struct sim_options *options = &worker->jobs->device->options;
    pthread_mutex_lock(&worker->jobs->lock);
    options->interrupt(options->data, event);
    pthread_mutex_unlock(&worker->jobs->lock);
}

bool
jobs_take(struct sim_device *device, uint64_t *index)
{
    struct worker *worker = (struct worker *)(void *)device;
    struct sim_jobs *jobs = worker->jobs;
    *index = worker->index = __atomic_fetch_add(&jobs->next, 1, __ATOMIC_RELAXED);
    return *index < __atomic_load_n(&jobs->failed, __ATOMIC_RELAXED);
}

/* One core at a time: atomics of global memory. */
static void
exec_alone(struct sim_wave *wave, const struct sim_op *op)
{
    struct worker *worker = (struct worker *)(void *)wave->device;
    pthread_mutex_lock(&worker->jobs->lock);
    worker->holds_lock = true; /* a fault unwinds */
    op->exec_alone(wave, op);
    worker->holds_lock = false;
    pthread_mutex_unlock(&worker->jobs->lock);
}

/* ---- may it be done ---- */

/* Global data share and wave sync are one for all. */
static bool
has_gds(struct sim_device *device, struct sim_code *code)
{
    if (code->gds_known)
        return code->has_gds;
    for (size_t word = code->first; word < code->words;) {
        struct gcn_inst inst;
        bool good = gcn_decode(device->target, code->text + word, code->words - word, &inst);
        const struct gcn_op_info *info = &gcn_op_info[good ? inst.op : 0];
        code->has_gds |= good && info->format == GCN_DS && inst.gds;
        word += good ? inst.words : 1;
    }
    code->gds_known = true;
    return code->has_gds;
}

/* Of memory that the host may store code into, as the runtime's rings of commands are, only what has the kernel or
 * an object. */
static bool
may_run(const struct sim_device *device, const struct sim_region *region)
{
    const struct sim_object *object = device->objects;
    while (object && !(object->is_adopted && object->region == region))
        object = object->next;
    return region->code &&
           (object || !region->owns_code || device->dispatch->entry - region->base < region->size);
}

unsigned
jobs_count(struct sim_device *device, uint64_t groups)
{
    const struct sim_options *options = &device->options;
    unsigned count = options->jobs < MAX_JOBS ? options->jobs : MAX_JOBS;
    bool is_seen = observers_want_one_core(device) || options->removed || device->on_start ||
                   device->on_end || device->trap_base;
    if (count <= 1 || groups <= 1 || options->schedule != SIM_SCHEDULE_ORDER || is_seen ||
        device->kernel->object->formats.count)
        return 1;
    for (uint32_t i = 0; i < device->regions.count; i++)
        if (may_run(device, device->regions.at[i]) && has_gds(device, device->regions.at[i]->code))
            return 1;
    return groups < count ? (unsigned)groups : count;
}

/* ---- the run ---- */

static void
warn_alone(void *data, const char *line)
{
    struct worker *worker = data;
    struct sim_jobs *jobs = worker->jobs;
    const struct sim_options *options = &jobs->device->options;
    pthread_mutex_lock(&jobs->lock);
    if (options->warn)
        options->warn(options->data, line);
    pthread_mutex_unlock(&jobs->lock);
}

static void
work(struct worker *worker)
{
    struct sim_jobs *jobs = worker->jobs;
    if (setjmp(worker->device.guard.target) == 0) {
        schedule_run_in_order(&worker->schedule);
        return;
    }
    if (!worker->holds_lock)
        pthread_mutex_lock(&jobs->lock);
    worker->has_failed = true;
    if (worker->index < jobs->failed)
        __atomic_store_n(&jobs->failed, worker->index, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&jobs->lock);
}

/* A thread: waits for dispatches that want it. */
static void *
serve(void *data)
{
    struct worker *worker = data;
    struct sim_jobs *jobs = worker->jobs;
    uint64_t seen = 0;
    pthread_mutex_lock(&jobs->state_lock);
    for (;;) {
        while (!jobs->is_stopping && (jobs->dispatches == seen || worker->number >= jobs->count))
            pthread_cond_wait(&jobs->changed, &jobs->state_lock);
        if (jobs->is_stopping)
            break;
        seen = jobs->dispatches;
        pthread_mutex_unlock(&jobs->state_lock);
        work(worker);
        pthread_mutex_lock(&jobs->state_lock);
        if (--jobs->busy == 0)
            pthread_cond_broadcast(&jobs->changed);
    }
    pthread_mutex_unlock(&jobs->state_lock);
    return NULL;
}

static struct worker *
worker_at(struct sim_jobs *jobs, unsigned number)
{
    struct worker *worker = jobs->workers[number];
    if (worker)
        return worker;
    worker = sim_host_alloc(jobs->device, sizeof *worker);
    memset(worker, 0, sizeof *worker);
    worker->jobs = jobs;
    worker->number = number;
    worker->allocator = (struct allocator){alloc_alone, release_alone, worker, NULL};
    arena_init(&worker->device.arena, &worker->allocator, &worker->device.guard);
    return jobs->workers[number] = worker;
}

/* The work-group at that place of the schedule becomes the worker's. */
static void
begin(struct worker *worker, const struct schedule *s)
{
    struct sim_device *device = &worker->device;
    struct sim_jobs *jobs = worker->jobs;
    struct sim_group *group = &s->groups[worker->number];
    struct arena decoded = device->arena;
    struct sim_code *codes = device->codes;
    *device = *jobs->device;
    device->arena = decoded;
    device->codes = codes;
    worker->index = jobs->total;
    worker->holds_lock = worker->has_failed = false;
    device->is_worker = true;
    device->exec_alone = exec_alone;
    device->allocator = worker->allocator;
    device->guard = (struct guard){.message = ""};
    memset(&device->stats, 0, sizeof device->stats);
    memset(device->counted, 0, sizeof device->counted);
    device->options.data = worker;
    device->options.warn = warn_alone;
    if (device->options.interrupt)
        device->options.interrupt = interrupt_alone;
    arena_init(&worker->arena, &worker->allocator, &device->guard);
    worker->schedule = *s;
    worker->schedule.device = group->device = device;
    worker->schedule.arena = group->arena = &worker->arena;
    worker->schedule.groups = group;
    worker->schedule.group_count = 1;
    for (unsigned i = 0; i < group->wave_count; i++)
        group->waves[i].device = device;
}

static void
add_stats(struct sim_stats *to, const struct sim_stats *from)
{
    to->instructions += from->instructions;
    for (unsigned i = 0; i < SIM_CLASSES; i++)
        to->by_class[i] += from->by_class[i];
    to->lane_ops += from->lane_ops;
    to->loads += from->loads;
    to->stores += from->stores;
    to->atomics += from->atomics;
    to->bytes_read += from->bytes_read;
    to->bytes_written += from->bytes_written;
    to->lds_conflict_cycles += from->lds_conflict_cycles;
    to->groups += from->groups;
    to->waves += from->waves;
    to->cycles += from->cycles;
    to->busy_valu += from->busy_valu;
    to->busy_salu += from->busy_salu;
    to->busy_lds += from->busy_lds;
    to->busy_vmem += from->busy_vmem;
    to->latency = from->latency > to->latency ? from->latency : to->latency;
    to->warnings += from->warnings;
}

/* What the worker failed with becomes the device's. */
static enum guard_status
take_failure(struct sim_device *device, struct worker *worker)
{
    sim_take_message(&worker->device);
    memcpy(device->message, worker->device.message, sizeof device->message);
    device->status = worker->device.status;
    sim_blame(device, worker->device.cause, worker->device.cause_address);
    return worker->device.guard.status;
}

/* Runs the dispatch on the calling thread and those that there are, or can be made. */
static void
share(struct sim_jobs *jobs, unsigned count)
{
    unsigned threads = 0;
    for (unsigned i = 1; i < count; i++) {
        struct worker *worker = jobs->workers[i];
        if (!worker->has_thread)
            worker->has_thread = pthread_create(&worker->thread, NULL, serve, worker) == 0;
        if (!worker->has_thread)
            break;
        threads++;
    }
    pthread_mutex_lock(&jobs->state_lock);
    jobs->count = threads + 1;
    jobs->busy = threads;
    jobs->dispatches++;
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->state_lock);
    work(jobs->workers[0]);
    pthread_mutex_lock(&jobs->state_lock);
    while (jobs->busy)
        pthread_cond_wait(&jobs->changed, &jobs->state_lock);
    pthread_mutex_unlock(&jobs->state_lock);
}

/* ---- with the device ---- */

static struct sim_jobs *
of_device(const struct sim_device *device)
{
    return (struct sim_jobs *)(void *)device->jobs;
}

/* Code goes: forgets what the cores have decoded.  No launch runs. */
static void
forget_jobs(struct sim_device *device)
{
    for (unsigned i = 0; i < MAX_JOBS && of_device(device)->workers[i]; i++) {
        arena_free(&of_device(device)->workers[i]->device.arena);
        of_device(device)->workers[i]->device.codes = NULL;
    }
}

/* Ends the threads and frees what is theirs. */
static void
free_jobs(struct sim_device *device)
{
    struct sim_jobs *jobs = of_device(device);
    pthread_mutex_lock(&jobs->state_lock);
    jobs->is_stopping = true;
    pthread_cond_broadcast(&jobs->changed);
    pthread_mutex_unlock(&jobs->state_lock);
    forget_jobs(device);
    for (unsigned i = 0; i < MAX_JOBS && jobs->workers[i]; i++) {
        if (jobs->workers[i]->has_thread)
            pthread_join(jobs->workers[i]->thread, NULL);
        sim_host_release(device, jobs->workers[i]);
    }
    pthread_cond_destroy(&jobs->changed);
    pthread_mutex_destroy(&jobs->state_lock);
    pthread_mutex_destroy(&jobs->lock);
    sim_host_release(device, jobs);
    device->jobs = NULL;
}

static struct sim_jobs *
jobs_of(struct sim_device *device)
{
    if (device->jobs)
        return of_device(device);
    struct sim_jobs *jobs = sim_host_alloc(device, sizeof *jobs);
    memset(jobs, 0, sizeof *jobs);
    jobs->device = device;
    jobs->calls = (struct sim_jobs_calls){forget_jobs, free_jobs};
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_mutex_init(&jobs->state_lock, NULL);
    pthread_cond_init(&jobs->changed, NULL);
    device->jobs = &jobs->calls;
    return jobs;
}

void
jobs_run(struct schedule *s, unsigned count)
{
    struct sim_device *device = s->device;
    struct sim_jobs *jobs = jobs_of(device);
    enum guard_status status = GUARD_ICE;
    uint64_t turns = device->turns; /* of one core, that it looks at the clock in time */
    bool has_failed = false;
    jobs->next = 0;
    jobs->total = jobs->failed = s->total;
    for (unsigned i = 0; i < count; i++)
        worker_at(jobs, i);
    for (unsigned i = 0; i < count; i++)
        begin(jobs->workers[i], s);
    share(jobs, count);
    for (unsigned i = 0; i < count; i++) {
        struct worker *worker = jobs->workers[i];
        add_stats(&device->stats, &worker->device.stats);
        if (worker->device.turns > turns)
            turns = worker->device.turns;
        for (unsigned k = 0; k < SIM_OBSERVERS; k++)
            device->counted[k] += worker->device.counted[k];
        if (worker->has_failed && worker->index == jobs->failed) {
            status = take_failure(device, worker);
            has_failed = true;
        }
    }
    device->turns = turns;
    for (unsigned i = 0; i < count; i++)
        arena_free(&jobs->workers[i]->arena);
    if (has_failed)
        guard_unwind(&device->guard, status, "");
}

/* A dispatch on several cores of the host.  Each has a device of its own for what running changes, that
 * is decoded instructions, statistics, the fault; they share memory.  Work-groups are taken in order, and
 * all that come before one that fails run to their end, so that the first failure is that of one core. */
#include "runtime/sim/jobs.h"

#include <pthread.h>

struct sim_jobs {
    pthread_mutex_t lock; /* of the allocator, callbacks, atomics of memory, and what is below */
    struct sim_device *device;
    uint64_t next, total;
    uint64_t failed;      /* the first work-group that did; `total`: none */
    VEC(uint64_t) warned; /* places */
};

struct worker {
    struct sim_device device;
    struct allocator allocator;
    struct sim_jobs *jobs;
    struct schedule schedule;
    unsigned waves;
    uint64_t index; /* of the work-group that runs */
    bool holds_lock, has_failed;
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

struct sim_code *
jobs_code(struct sim_device *device, struct sim_code *code)
{
    for (struct sim_code *own = device->codes; own; own = own->next)
        if (own->original == code)
            return own;
    struct sim_code *own = ARENA_NEW(&device->arena, struct sim_code);
    *own = *code;
    own->arena = &device->arena;
    own->ops = ARENA_ARRAY(&device->arena, code->words - code->first, struct sim_op *);
    own->original = code;
    own->next = device->codes;
    device->codes = own;
    return own;
}

void
jobs_exec_alone(struct sim_wave *wave, const struct sim_op *op)
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

unsigned
jobs_count(struct sim_device *device, uint64_t groups)
{
    const struct sim_options *options = &device->options;
    unsigned count = options->jobs < SIM_MAX_JOBS ? options->jobs : SIM_MAX_JOBS;
    bool is_seen = sim_is_watched(device) || device->on_start || device->on_end ||
                   device->trap_base || device->order;
    if (count <= 1 || groups <= 1 || options->schedule != SIM_SCHEDULE_ORDER || is_seen ||
        device->kernel->object->formats.count)
        return 1;
    for (uint32_t i = 0; i < device->regions.count; i++)
        if (device->regions.at[i]->code && has_gds(device, device->regions.at[i]->code))
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

static void *
work(void *data)
{
    struct worker *worker = data;
    struct sim_jobs *jobs = worker->jobs;
    struct schedule *s = &worker->schedule;
    if (setjmp(worker->device.guard.target) == 0) {
        schedule_new_group(s, s->groups, worker->waves);
        schedule_run_in_order(s);
        return NULL;
    }
    if (!worker->holds_lock)
        pthread_mutex_lock(&jobs->lock);
    worker->has_failed = true;
    if (worker->index < jobs->failed)
        __atomic_store_n(&jobs->failed, worker->index, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}

static void
begin(struct worker *worker, struct sim_jobs *jobs, const struct schedule *s, unsigned index,
      unsigned waves)
{
    struct sim_device *device = &worker->device;
    *device = *jobs->device;
    worker->jobs = jobs;
    worker->allocator = (struct allocator){alloc_alone, release_alone, worker, NULL};
    worker->index = jobs->total;
    worker->waves = waves;
    device->is_worker = true;
    device->allocator = worker->allocator;
    device->guard = (struct guard){.message = ""};
    memset(&device->stats, 0, sizeof device->stats);
    device->options.data = worker;
    device->options.warn = warn_alone;
    if (device->options.interrupt)
        device->options.interrupt = interrupt_alone;
    device->codes = NULL;
    arena_init(&device->arena, &worker->allocator, &device->guard);
    worker->schedule = *s;
    worker->schedule.device = device;
    worker->schedule.arena = &device->arena;
    worker->schedule.groups = &s->groups[index];
    worker->schedule.group_count = 1;
    worker->schedule.first_group = index;
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
    return worker->device.guard.status;
}

void
jobs_run(struct schedule *s, unsigned count, unsigned waves)
{
    struct sim_device *device = s->device;
    struct sim_jobs jobs = {.device = device, .total = s->total, .failed = s->total};
    struct worker *workers = ARENA_ARRAY(s->arena, count, struct worker);
    enum guard_status status = GUARD_ICE;
    unsigned started = 1;
    bool has_failed = false;
    pthread_mutex_init(&jobs.lock, NULL);
    for (unsigned i = 0; i < count; i++)
        begin(&workers[i], &jobs, s, i, waves);
    while (started < count &&
           pthread_create(&workers[started].thread, NULL, work, &workers[started]) == 0)
        started++;
    work(&workers[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    for (unsigned i = 0; i < count; i++) {
        add_stats(&device->stats, &workers[i].device.stats);
        if (workers[i].has_failed && workers[i].index == jobs.failed) {
            status = take_failure(device, &workers[i]);
            has_failed = true;
        }
    }
    for (unsigned i = 0; i < count; i++)
        arena_free(&workers[i].device.arena);
    pthread_mutex_destroy(&jobs.lock);
    if (has_failed)
        guard_unwind(&device->guard, status, "");
}

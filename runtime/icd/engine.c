/* Engines: a GPU each, and the thread that executes what its queues hold. */
#include "runtime/icd/context.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/program.h"
#include "runtime/icd/queue.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* ---- memory that is released while the GPU works ---- */

void
icd_pages_release(struct icd_pages *pages)
{
    if (!pages || atomic_fetch_sub(&pages->references, 1) != 1)
        return;
    if (pages->bytes && pages->sharer)
        pages->sharer->driver->unshare(pages->sharer, pages->bytes);
    else if (pages->bytes)
        munmap(pages->bytes, pages->size);
    if (pages->undefined)
        munmap(pages->undefined, pages->undefined_size);
    free(pages);
}

/* The GPU is locked. */
static void
free_rest(struct icd_engine *engine, const struct icd_rest *rest)
{
    const struct icd_driver *driver = engine->device->driver;
    void (*const functions[])(struct icd_engine *, uint64_t) = {
        [ICD_REST_MEMORY] = driver->unmap,
        [ICD_REST_IMAGE] = driver->image_free,
        [ICD_REST_SAMPLER] = driver->sampler_free,
    };
    functions[rest->kind](engine, rest->address);
    icd_pages_release(rest->pages);
}

static void
free_rests(struct icd_engine *engine)
{
    if (!engine->rests)
        return;
    pthread_mutex_lock(&engine->unused_lock);
    struct icd_rest *rest = engine->rests, *next;
    engine->rests = NULL;
    pthread_mutex_unlock(&engine->unused_lock);
    for (; rest; rest = next) {
        next = rest->next;
        free_rest(engine, rest);
        free(rest);
    }
}

void
icd_engine_free(struct icd_engine *engine, const struct icd_rest *rest, bool may_wait)
{
    if (!icd_context_is_ours(engine->context))
        return;
    if (rest->pages)
        atomic_fetch_add(&rest->pages->references, 1);
    struct icd_rest *later = may_wait ? malloc(sizeof *later) : NULL;
    if (!later || pthread_mutex_trylock(&engine->gpu_lock) == 0) {
        if (!later)
            pthread_mutex_lock(&engine->gpu_lock);
        free_rest(engine, rest);
        pthread_mutex_unlock(&engine->gpu_lock);
        free(later);
        return;
    }
    *later = *rest;
    pthread_mutex_lock(&engine->unused_lock);
    later->next = engine->rests;
    engine->rests = later;
    pthread_mutex_unlock(&engine->unused_lock);
}

/* ---- the GPU ---- */

bool
icd_engine_lock(struct icd_engine *engine)
{
    pthread_mutex_lock(&engine->gpu_lock);
    if (engine->gpu) {
        free_rests(engine);
        icd_code_unload_unused(engine);
    } else if (!engine->device->driver->open(engine)) {
        pthread_mutex_unlock(&engine->gpu_lock);
        return false;
    }
    return true;
}

void
icd_engine_unlock(struct icd_engine *engine)
{
    pthread_mutex_unlock(&engine->gpu_lock);
}

/* ---- threads that are done with a command ---- */

/* Who waits for a command may go on, and the process end, before the engine's thread has let go of what the
 * command held, or has even destroyed a context by that.  A process that ends waits for this. */
static void
begin_ending(struct _cl_platform_id *platform)
{
    pthread_mutex_lock(&platform->ending_lock);
    platform->endings++;
    pthread_mutex_unlock(&platform->ending_lock);
}

/* is_over: the thread returns.  Each such thread joins the one before it, the process the last. */
static void
end_ending(struct _cl_platform_id *platform, bool is_over)
{
    pthread_mutex_lock(&platform->ending_lock);
    bool joins = is_over && platform->has_ended;
    pthread_t before = platform->ended;
    if (is_over) {
        platform->ended = pthread_self();
        platform->has_ended = true;
    }
    platform->endings--;
    pthread_cond_broadcast(&platform->has_fewer_endings);
    pthread_mutex_unlock(&platform->ending_lock);
    if (joins)
        pthread_join(before, NULL);
}

void
icd_endings_wait(struct _cl_platform_id *platform)
{
    struct timespec limit;
    if (getpid() != platform->process) /* a fork has no threads but its own */
        return;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec++;
    pthread_mutex_lock(&platform->ending_lock);
    int error = 0;
    while (platform->endings && error == 0)
        error =
            pthread_cond_timedwait(&platform->has_fewer_endings, &platform->ending_lock, &limit);
    bool joins = platform->has_ended;
    pthread_t last = platform->ended;
    platform->has_ended = false;
    pthread_mutex_unlock(&platform->ending_lock);
    if (joins)
        pthread_join(last, NULL);
}

/* ---- commands ---- */

static cl_int
run(struct icd_engine *engine, struct _cl_event *event)
{
    struct icd_work *work = event->work;
    if (event->failure != CL_SUCCESS)
        return event->failure;
    icd_event_start(event);
    if (!work || !work->run)
        return CL_COMPLETE;
    engine->current = event;
    cl_int status = work->run(work, engine);
    engine->current = NULL;
    return status;
}

cl_int
icd_status_of(enum icd_outcome outcome)
{
    static const cl_int statuses[] = {[ICD_GOOD] = CL_COMPLETE,
                                      [ICD_BAD] = CL_OUT_OF_RESOURCES,
                                      [ICD_LATER] = CL_QUEUED,
                                      [ICD_UNDER_WAY] = CL_RUNNING};
    return statuses[outcome];
}

bool
icd_engine_settle(struct icd_engine *engine)
{
    struct _cl_event *event = engine->current;
    return !event || !event->wait_count || engine->device->driver->settle(engine, event);
}

/* Must one that has landed be run again? */
static bool
is_lost(const struct _cl_event *event)
{
    return !event->is_over && event->landing == CL_QUEUED;
}

/* What is left of a command that is over. */
static cl_int
finish(struct icd_engine *engine, struct _cl_event *event, bool is_again)
{
    char *complaint = NULL;
    cl_int status = event->landing;
    if (event->is_over)
        return event->failure != CL_SUCCESS ? event->failure : status;
    if (!engine->device->driver->flight_end(engine, event, &complaint) && status == CL_COMPLETE)
        status = CL_OUT_OF_RESOURCES;
    if (is_again)
        status = run(engine, event);
    else if (complaint)
        icd_context_tell(engine->context, complaint);
    free(complaint);
    return event->failure != CL_SUCCESS && status <= CL_COMPLETE ? event->failure : status;
}

/* Ends the event; true: the context is gone, and the thread returns. */
static bool
end(struct icd_engine *engine, struct _cl_event *event, cl_int status)
{
    struct _cl_context *context = engine->context;
    struct _cl_platform_id *platform = engine->device->platform;
    if (!pthread_equal(engine->thread, pthread_self())) {
        icd_event_end(event, status);
        return false;
    }
    begin_ending(platform);
    icd_event_end(event, status);
    bool is_over = engine->destroys_context;
    if (is_over)
        icd_context_destroy(context);
    end_ending(platform, is_over);
    return is_over;
}

/* Has all ended that it went ahead of? */
static bool
is_first(const struct _cl_event *event)
{
    bool all = true;
    for (unsigned i = 0; all && i < event->wait_count; i++)
        all = event->waits[i]->status <= CL_COMPLETE;
    return all;
}

/* May a thread of the program's finish what has landed?  It runs nothing again, and calls nothing back. */
static bool
may_be_helped(const struct _cl_event *event)
{
    return !event->is_wanted && !is_lost(event);
}

/* Takes the first event that has landed after all that it went ahead of has ended; NULL: there is none. */
static struct _cl_event *
take_landed(struct icd_engine *engine, bool is_helper)
{
    for (struct _cl_event **link = &engine->landed, *before = NULL; *link;
         before = *link, link = &(*link)->next_ready) {
        struct _cl_event *event = *link;
        if (!is_first(event))
            continue;
        if (is_helper && !may_be_helped(event))
            return NULL;
        *link = event->next_ready;
        if (engine->last_landed == event)
            engine->last_landed = before;
        return event;
    }
    return NULL;
}

static struct _cl_event *
take_ready(struct icd_engine *engine)
{
    struct _cl_event *event = engine->first;
    if (event)
        engine->first = event->next_ready;
    return event;
}

static void
append(struct _cl_event **first, struct _cl_event **last, struct _cl_event *event)
{
    event->next_ready = NULL;
    if (*first)
        (*last)->next_ready = event;
    else
        *first = event;
    *last = event;
}

/* Something has happened: what the driver could not take is ready again, before all else. */
static void
try_again(struct icd_engine *engine)
{
    engine->tries_again = true;
    if (!engine->later)
        return;
    engine->last_later->next_ready = engine->first;
    if (!engine->first)
        engine->last = engine->last_later;
    engine->first = engine->later;
    engine->later = NULL;
}

/* The event's command has been run, or finished; true: the context is gone, and the thread, which is the engine's,
 * returns. */
static bool
put_back(struct icd_engine *engine, struct _cl_event *event, cl_int status)
{
    event->is_over = status <= CL_COMPLETE;
    bool is_early = event->is_over && !is_first(event);
    if (event->is_over && !is_early && end(engine, event, status))
        return true; /* with the turn, which is nobody's any more */
    pthread_mutex_lock(&engine->context->lock);
    if (status == CL_QUEUED) {
        append(&engine->later, &engine->last_later, event);
        if (engine->tries_again) /* since the driver looked */
            try_again(engine);
    } else if (is_early) { /* as one that fails at once: who waits for it counts on those, too */
        icd_engine_land(engine, event, status, false);
    } else {
        try_again(engine);
    }
    pthread_mutex_unlock(&engine->context->lock);
    return false;
}

/* ---- turns ---- */

/* One command, with the turn; true as put_back.  Under the lock, which is given up meanwhile. */
static bool
serve_one(struct icd_engine *engine, struct _cl_event *event, bool has_landed)
{
    bool is_again = has_landed && is_lost(event);
    engine->is_served = true;
    engine->tries_again = false;
    if (is_again ||
        !has_landed) /* failing at once, too: what waits for its first run never begins */
        event->begun = ++engine->begun;
    pthread_mutex_unlock(&engine->context->lock);
    cl_int status = has_landed ? finish(engine, event, is_again) : run(engine, event);
    if (put_back(engine, event, status))
        return true;
    pthread_mutex_lock(&engine->context->lock);
    engine->is_served = false;
    return false;
}

static void
serve(struct icd_engine *engine)
{
    struct _cl_context *context = engine->context;
    pthread_mutex_lock(&context->lock);
    for (;;) {
        struct _cl_event *landed = engine->is_served ? NULL : take_landed(engine, false);
        struct _cl_event *event = landed || engine->is_served ? landed : take_ready(engine);
        if (event && serve_one(engine, event, landed))
            return;
        if (event)
            continue;
        if (engine->is_stopping)
            break;
        pthread_cond_wait(&engine->has_more, &context->lock);
    }
    pthread_mutex_unlock(&context->lock);
}

/* Somebody else does what there is to do. */
static void
leave(struct icd_engine *engine)
{
    if (!engine->is_served && (engine->first || engine->landed))
        pthread_cond_signal(&engine->has_more);
}

void
icd_engine_try_again(struct icd_engine *engine)
{
    try_again(engine);
    leave(engine);
}

/* Does a command in a thread that waits for that event, which holds the context; false: there is none for it. */
static bool
help(struct icd_engine *engine, const struct _cl_event *awaited)
{
    if (engine->is_served)
        return false;
    struct _cl_event *landed = take_landed(engine, true), *first = engine->first;
    bool is_prompt =
        first && first->work && (first == awaited || first->work->ahead == ICD_LAUNCHES_AHEAD);
    struct _cl_event *event = landed ? landed : is_prompt ? take_ready(engine) : NULL;
    if (event)
        serve_one(engine, event, landed);
    return event;
}

bool
icd_engine_take(struct icd_engine *engine, const struct icd_work *work, bool is_blocking)
{
    bool is_idle = !engine->is_served && !engine->first && !engine->landed && !engine->later;
    bool is_prompt = work && (is_blocking || work->ahead == ICD_LAUNCHES_AHEAD);
    bool takes =
        engine->device->driver->await && is_idle && is_prompt && !engine->device->platform->record;
    engine->is_served |= takes;
    return takes;
}

void
icd_engine_run_taken(struct icd_engine *engine, struct _cl_event *event)
{
    if (engine->first == event)
        serve_one(engine, take_ready(engine), false);
    engine->is_served = false;
    leave(engine);
}

static bool
is_over(const struct _cl_command_queue *queue, const struct _cl_event *event)
{
    return event ? event->status <= CL_COMPLETE : !queue->pending;
}

void
icd_await(struct _cl_command_queue *queue, struct _cl_event *event)
{
    struct icd_engine *engine = queue ? queue->engine : NULL;
    bool helps = engine && engine->device->driver->await;
    if (event)
        event->is_awaited = true;
    else
        queue->is_awaited = true;
    while (!is_over(queue, event)) {
        struct _cl_event *awaited = event ? event : queue->pending;
        if (helps && help(engine, awaited))
            continue;
        if (helps)
            leave(engine);
        if (!helps || !engine->device->driver->await(engine, awaited))
            pthread_cond_wait(&(queue ? queue->context : event->context)->changed,
                              &(queue ? queue->context : event->context)->lock);
    }
    if (helps)
        leave(engine);
}

/* ---- the thread ---- */

static void *
work(void *data)
{
    struct icd_engine *engine = data;
    struct fpenv environment = engine->environment; /* which may go before the thread does */
    icd_environment_begin(&environment);
    serve(engine);
    icd_environment_end(&environment);
    return NULL;
}

bool
icd_engine_begin(struct icd_engine *engine)
{
    pthread_mutex_lock(&engine->context->lock);
    if (!engine->has_thread) {
        icd_environment_inherit(&engine->environment);
        engine->has_thread = pthread_create(&engine->thread, NULL, work, engine) == 0;
    }
    pthread_mutex_unlock(&engine->context->lock);
    return engine->has_thread;
}

void
icd_engine_push(struct icd_engine *engine, struct _cl_event *event)
{
    append(&engine->first, &engine->last, event);
    if (!engine->is_served)
        pthread_cond_signal(&engine->has_more);
}

void
icd_engine_land(struct icd_engine *engine, struct _cl_event *event, cl_int status, bool is_helped)
{
    event->landing = status;
    append(&engine->landed, &engine->last_landed, event);
    try_again(engine);
    if (!engine->is_served && (!is_helped || event->is_wanted || engine->first))
        pthread_cond_signal(&engine->has_more);
}

static void
stop(struct icd_engine *engine)
{
    engine->is_stopping = true;
    pthread_cond_signal(&engine->has_more);
}

void
icd_engines_end(struct _cl_context *context)
{
    pthread_mutex_lock(&context->lock);
    for (unsigned i = 0; i < context->engine_count; i++)
        stop(&context->engines[i]);
    pthread_mutex_unlock(&context->lock);
    for (unsigned i = 0; i < context->engine_count; i++) {
        struct icd_engine *engine = &context->engines[i];
        if (engine->has_thread && !pthread_equal(engine->thread, pthread_self()))
            pthread_join(engine->thread, NULL);
        if (engine->gpu)
            free_rests(engine);
        icd_code_unload_unused(engine);
        if (engine->gpu)
            engine->device->driver->close(engine);
        sim_device_free(engine->reader);
    }
}

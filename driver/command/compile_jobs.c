#include "driver/command/compile_jobs.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>

enum { MAX_THREADS = 64 };

struct pool {
    const occ_compiler *compiler;
    struct compile_task *tasks;
    unsigned count;
    pthread_mutex_t lock; /* of next and of the tasks' is_done */
    pthread_cond_t changed;
    unsigned next;
};

/* Reads and compiles the task's input. */
static void
compile_task(const occ_compiler *compiler, struct compile_task *task)
{
    task->job = *task->common;
    task->status = OCC_USAGE;
    if (!input_read(task->path, &task->file)) {
        task->read_error = errno;
        return;
    }
    task->job.name = strcmp(task->path, "-") == 0 ? "<stdin>" : task->path;
    task->job.source = task->file.text;
    task->job.length = task->file.length;
    task->status = occ_compile(compiler, &task->job, &task->result);
}

/* Takes a task and does it; false: there is none left. */
static bool
do_one(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct compile_task *task = pool->next < pool->count ? &pool->tasks[pool->next++] : NULL;
    pthread_mutex_unlock(&pool->lock);
    if (!task)
        return false;
    compile_task(pool->compiler, task);
    pthread_mutex_lock(&pool->lock);
    task->is_done = true;
    pthread_cond_signal(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    return true;
}

static void *
work(void *data)
{
    while (do_one(data))
        ;
    return NULL;
}

/* This thread compiles, too, as long as there is something left. */
static void
wait_for(struct pool *pool, const struct compile_task *task)
{
    pthread_mutex_lock(&pool->lock);
    while (!task->is_done) {
        pthread_mutex_unlock(&pool->lock);
        bool has_worked = do_one(pool);
        pthread_mutex_lock(&pool->lock);
        while (!has_worked && !task->is_done)
            pthread_cond_wait(&pool->changed, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
}

void
compile_tasks(const occ_compiler *compiler, struct compile_task *tasks, unsigned count,
              unsigned threads, void (*finish)(void *data, struct compile_task *task), void *data)
{
    struct pool pool = {.compiler = compiler, .tasks = tasks, .count = count};
    pthread_t others[MAX_THREADS];
    unsigned started = 0;
    pthread_mutex_init(&pool.lock, NULL);
    pthread_cond_init(&pool.changed, NULL);
    while (started + 1 < threads && started < MAX_THREADS && started + 1 < count &&
           pthread_create(&others[started], NULL, work, &pool) == 0)
        started++;
    for (unsigned i = 0; i < count; i++) {
        wait_for(&pool, &tasks[i]);
        finish(data, &tasks[i]);
    }
    for (unsigned i = 0; i < started; i++)
        pthread_join(others[i], NULL);
    pthread_cond_destroy(&pool.changed);
    pthread_mutex_destroy(&pool.lock);
}

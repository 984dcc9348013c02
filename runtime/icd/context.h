/* Contexts and their engines.
 *
 * A context has a lock; under it are the states of its events and queues.  Each device of a context has an engine: a
 * simulated GPU, or a real one, and a thread that executes commands on it. */
#ifndef OCC_RUNTIME_ICD_CONTEXT_H
#define OCC_RUNTIME_ICD_CONTEXT_H

#include "runtime/icd/device.h"
#include "runtime/icd/icd.h"
#include "support/process.h"

#include <pthread.h>

/* cl_khr_initialize_memory; Debian 12's headers have the property alone. */
#ifndef CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR
#define CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR   (1 << 0)
#define CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR (1 << 1)
#endif

/* ---- contexts and engines ---- */

struct icd_engine {
    struct _cl_context *context;
    struct _cl_device_id *device;
    unsigned index; /* in the context */
    pthread_t thread;
    struct fpenv environment; /* in which its thread calls back */
    bool has_thread, is_stopping;
    bool
        destroys_context; /* its thread was the last one to let go, and does that when it is free */
    bool is_served;       /* a thread has its turn: under the context's lock */
    struct _cl_event *first, *last;         /* ready: the same */
    pthread_cond_t has_more;                /* there is something for its thread to do */
    struct _cl_event *landed, *last_landed; /* whose commands are over: the same */
    struct _cl_event *later, *last_later;   /* ready, but the driver cannot take them: the same */
    bool tries_again;                       /* something has happened since the turn began */
    /* Of who has the turn. */
    struct _cl_event *current; /* whose command it runs; NULL: none */
    uint64_t begun;            /* commands that it has run */
    pthread_mutex_t gpu_lock;  /* held by who uses the GPU */
    void *gpu;                 /* of the device's driver; NULL: nobody has needed it yet */
    void *device_memory;       /* the driver's, of the queue on the device; NULL: not yet */
    struct _cl_command_queue
        *device_queue; /* the default one; NULL: none.  Under the context's lock */
    pthread_mutex_t
        unused_lock; /* of the lists, which are atomic so that who finds nothing needs no lock */
    struct icd_code *_Atomic unused; /* what nobody holds, to be unloaded when the GPU is free */
    pthread_mutex_t reader_lock;     /* held for moments */
    struct sim_device *reader;      /* tells what objects hold while the GPU works; NULL: not yet */
    struct icd_rest *_Atomic rests; /* the same of memory */
};

struct icd_callback {
    struct icd_callback *next;
    void (*call)(struct icd_callback *callback, void *object);
    void (*function)(void);
    void *data;
    cl_int when;             /* of events: the status that is waited for; then the one that came */
    struct _cl_event *event; /* whose it is, once it is due; a reference */
};

struct _cl_context {
    struct icd_object object;
    cl_context_properties *properties; /* as given; NULL: none */
    size_t property_bytes;
    cl_bitfield
        zeroes; /* CL_CONTEXT_MEMORY_INITIALIZE_: memory that begins with zeros in its programs */
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *);
    void *notify_data;
    struct process_mark process; /* which has its threads */
    pthread_mutex_t lock;
    pthread_cond_t changed;  /* what is awaited has come to its end */
    struct icd_order *order; /* order.c; NULL: nobody asks */
    bool has_copies;         /* a GPU may have memory that is not the host's */
    struct icd_engine engines[ICD_DEVICES];
    unsigned engine_count;
    struct icd_callback *destructors;
    pthread_mutex_t svm_lock;
    struct _cl_mem *svm; /* allocations, by next_svm */
    pthread_mutex_t programs_lock;
    struct _cl_program
        *programs; /* that others may find, by next_program; each one's lock is taken under this */
};

void icd_context_release(struct _cl_context *context);
/* Is it of this process?  A fork has none of the threads that execute commands: nothing of such a context is waited for,
 * nor freed. */
bool icd_context_is_ours(const struct _cl_context *context);
/* Bytes of one allocation at most: of the device of it that has the fewest. */
uint64_t icd_allocation_bytes(const struct _cl_context *context);
/* Of a context that nobody holds. */
void icd_context_destroy(struct _cl_context *context);
/* Adds a callback to a list of those that are called when an object of the context goes, the last one
 * first. */
cl_int icd_add_destructor(struct _cl_context *context, struct icd_callback **list,
                          void (*call)(struct icd_callback *, void *), void (*function)(void),
                          void *data);
/* NULL: the device is not the context's. */
struct icd_engine *icd_context_engine(struct _cl_context *context, cl_device_id device);
/* Tells the program what went wrong: on the standard error output, and by its callback. */
void icd_context_tell(struct _cl_context *context, const char *text);

/* Locks the engine's GPU, which exists then; false: no memory, nothing is locked. */
bool icd_engine_lock(struct icd_engine *engine);
void icd_engine_unlock(struct icd_engine *engine);
/* Makes the engine's thread, if it has none.  false: there is none to be had. */
bool icd_engine_begin(struct icd_engine *engine);
/* Waits for the threads that let go of what commands held, a second at most: a callback of the program may
 * be what takes longer, or what ends the process. */
void icd_endings_wait(struct _cl_platform_id *platform);
/* Bytes of memory that was released, until no GPU has them any more. */
struct icd_pages {
    atomic_uint references;
    uint8_t *bytes; /* NULL: the program's own */
    size_t size;
    struct _cl_device_id *sharer; /* as of the memory */
    uint8_t *undefined;           /* as of the memory; NULL: none */
    size_t undefined_size;
};

/* What memory that was released has left on a GPU. */
enum icd_rest_kind { ICD_REST_MEMORY, ICD_REST_IMAGE, ICD_REST_SAMPLER };
struct icd_rest {
    struct icd_rest *next;
    uint64_t address; /* or a handle */
    enum icd_rest_kind kind;
    struct icd_pages *pages; /* NULL: none need be kept */
};

/* Frees it on the engine's GPU, now or, while that works, before its next launch.  Bytes that are the
 * program's (no pages) may be gone then, so it waits if it must. */
void icd_engine_free(struct icd_engine *engine, const struct icd_rest *rest, bool may_wait);
void icd_pages_release(struct icd_pages *pages); /* NULL is allowed */
/* What that makes of its event. */
cl_int icd_status_of(enum icd_outcome outcome);
/* In the engine's thread: waits until all is over that the current event has gone ahead of, so that the host may do its
 * part.  false: some of it must be run again before. */
bool icd_engine_settle(struct icd_engine *engine);
/* Gives an event whose wait is over to the engine's thread.  Under the context's lock. */
void icd_engine_push(struct icd_engine *engine, struct _cl_event *event);
/* Ends the threads, but the caller's own, and frees the GPUs. */
void icd_engines_end(struct _cl_context *context);

#endif

/* What the files of the ICD share: its objects, and how commands are executed.
 *
 * Every handle that a program holds points to a struct icd_object, whose first member is the table by
 * which the loader calls.  A context has a lock; under it are the states of its events and queues.  Each
 * device of a context has an engine: a simulated GPU, and a thread that executes commands on it. */
#ifndef OCC_RUNTIME_ICD_ICD_H
#define OCC_RUNTIME_ICD_ICD_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS

#include "driver/occ.h"
#include "runtime/cache/cache.h"
#include "runtime/icd/device.h"
#include "runtime/report/report.h"
#include "runtime/settings/settings.h"
#include "runtime/sim/sim.h"
#include "support/fpenv.h"
#include "support/process.h"

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    ICD_DEVICES = SETTINGS_DEVICES, /* of the platform */
    ICD_WORK_GROUP = 256,
    ICD_SUB_GROUP = 64,
    ICD_PACKET = 1024,          /* bytes of a pipe's */
    ICD_PRINTF_BYTES = 1 << 20, /* of a launch's buffer */
    ICD_FEW = 2,                /* most events have no more of anything */
    ICD_SVM_GAP = 8192, /* bytes after an allocation of shared memory, which nothing may use */
};
static const uint64_t ICD_GLOBAL_BYTES = UINT64_C(4) << 30, ICD_ALLOCATION_BYTES = 1 << 30;

/* ---- the program's floating-point environment (environment.c) ---- */

struct icd_entry {
    struct fpenv caller;
    bool is_outermost; /* the program has called, not another function of the API */
};
/* What each function of the API begins and ends with: dispatch.c sees to it.  A thread may be in several. */
void icd_enter(struct icd_entry *entry);
void icd_leave(struct icd_entry *entry);

struct icd_callout {
    struct fpenv own, *caller;
};
void icd_out(struct icd_callout *callout);
void icd_in(struct icd_callout *callout);
/* A call of a function that the program has given: in its environment, in which it may call the API again. */
#define ICD_CALL_BACK(call)                                                                        \
    do {                                                                                           \
        struct icd_callout callout;                                                                \
        icd_out(&callout);                                                                         \
        call;                                                                                      \
        icd_in(&callout);                                                                          \
    } while (0)

/* A thread of ours calls back in the environment that it would have if the program had made it: who makes the
 * thread notes that, the thread begins and ends with it. */
void icd_environment_inherit(struct fpenv *thread);
void icd_environment_begin(struct fpenv *thread);
void icd_environment_end(const struct fpenv *thread);

/* ---- objects (object.c) ---- */

enum icd_kind {
    ICD_FREED, /* what lies where a handle pointed to is often this */
    ICD_PLATFORM = 0x0CC1CD01,
    ICD_DEVICE,
    ICD_CONTEXT,
    ICD_QUEUE,
    ICD_MEMORY,
    ICD_SAMPLER,
    ICD_PROGRAM,
    ICD_KERNEL,
    ICD_EVENT,
};

struct icd_object {
    const struct _cl_icd_dispatch *dispatch;
    _Atomic uint32_t kind;
    _Atomic uint32_t references;
    _Atomic uint32_t
        handles; /* references that are the program's, as CL_..._REFERENCE_COUNT says */
};

/* A zeroed object of that many bytes with one reference; NULL: no memory. */
void *icd_new(enum icd_kind kind, size_t bytes);
/* Is the handle one of such an object? */
bool icd_is(const void *handle, enum icd_kind kind);
void icd_retain(void *object);
/* What clRetain... and clRelease... do.  icd_drop_handle only counts: was that the program's last one?
 * The reference is released after it. */
void icd_retain_handle(void *object);
bool icd_drop_handle(void *object);
/* Was that the last reference?  Then the caller frees what belongs to it, and icd_free's it. */
bool icd_release(void *object);
void icd_free(void *object);

extern const struct _cl_icd_dispatch icd_dispatch;

/* What goes into *errcode_ret, which may be NULL, and the handle or NULL. */
/* Room for more than *room elements of so many bytes, in place of the list, which may be the first room that its object
 * has itself; NULL: no memory. */
void *icd_grow(void *list, const void *first, unsigned *room, size_t bytes);
void *icd_result(void *handle, cl_int error, cl_int *errcode_ret);

/* ---- queries (info.c) ---- */

/* Where a clGet*Info function puts its answer. */
struct icd_info {
    size_t capacity;
    void *value;    /* may be NULL */
    size_t *needed; /* may be NULL */
};
cl_int icd_info(const struct icd_info *info, const void *value, size_t size);
/* The text with its NUL; NULL: "". */
cl_int icd_info_text(const struct icd_info *info, const char *text);
cl_int icd_info_words(const struct icd_info *info, const char *words); /* NULL: no memory */
#define ICD_INFO_VALUE(info, type, value) icd_info(info, &(type){value}, sizeof(type))

/* Properties as a program gave them, to be asked for: pairs and a 0. */
struct icd_properties {
    cl_properties *list; /* NULL: none were given */
    size_t bytes;
};
/* false: no memory. */
bool icd_properties_copy(struct icd_properties *to, const cl_properties *from);
cl_int icd_info_properties(const struct icd_info *info, const struct icd_properties *properties);

/* ---- settings (settings.c) ---- */

/* What the environment says (docs/icd.md). */
struct icd_settings {
    struct settings common;
    unsigned compute_units; /* OCC_ICD_COMPUTE_UNITS */
    bool is_amd;            /* OCC_ICD_VENDOR=amd */
    bool is_verbose;        /* OCC_ICD_VERBOSE=1 */
    bool is_version_3;      /* OCC_ICD_VERSION=3.0 */
};
void icd_settings_read(struct icd_settings *settings, const occ_compiler *compiler);

/* ---- platform and devices ---- */

/* Texels: of each side of 1D and 2D images; of 3D ones; layers; of 1D buffers.  Levels; 1: it has no mipmaps. */
struct icd_image_limits {
    size_t side, depth, layers, buffer, levels;
};
/* Of the largest side that any device has. */
enum { ICD_LEVELS = 15 };

/* What queries tell of it. */
struct icd_hardware {
    const char *board;          /* as it is sold */
    unsigned clock, cache_line; /* MHz; bytes */
    uint64_t cache;             /* bytes */
    uint32_t chip;              /* of PCI; 0: it is on no bus */
    cl_device_pci_bus_info_khr bus;
};

enum { ICD_CU_WORDS = 8 };

struct _cl_device_id {
    struct icd_object object;
    struct _cl_platform_id *platform;
    const struct icd_driver *driver;
    const struct gcn_target *target;
    const char *processor; /* what libocc compiles for */
    struct gpu *gpu;       /* of hsa/; NULL: it is simulated */
    struct icd_hardware hardware;
    /* Of a sub-device (sub_device.c). */
    struct _cl_device_id *parent;            /* a reference; NULL: it is none */
    cl_device_partition_property *partition; /* as it was asked for */
    size_t partition_bytes;
    unsigned first_unit;
    uint32_t cu_mask[ICD_CU_WORDS]; /* its compute units */
    uint64_t global_bytes, allocation_bytes;
    struct icd_image_limits images;
    unsigned alignment; /* of sub-buffers: bytes */
    unsigned compute_units;
    _Atomic uint64_t used; /* bytes of global memory that contexts have */
    /* What the compiler says of it, with blanks between; NULL: nobody has asked. */
    char *features;   /* of OpenCL C 3.0 */
    char *extensions; /* listed, and seen by programs */
    char *hides;      /* the option that hides others */
};

struct _cl_platform_id {
    struct icd_object object;
    struct icd_settings settings;
    struct _cl_device_id devices[ICD_DEVICES];
    unsigned device_count;
    occ_compiler *compiler;
    pthread_mutex_t lock;      /* of the next, and of such lists of devices */
    char *extensions;          /* of all devices, with blanks between; NULL: nobody has asked */
    atomic_ullong svm_hint;    /* where shared memory may lie that the host has put elsewhere */
    struct gpu_system *gpus;   /* of hsa/; NULL: none */
    atomic_bool has_no_gpus;   /* any more: the process ends */
    struct report *report;     /* NULL: nobody wants one */
    struct icd_record *record; /* the same */
    struct cache *cache;       /* of built programs; NULL: none */
    pid_t process;
    pthread_mutex_t ending_lock; /* of those below: engine.c */
    pthread_cond_t has_fewer_endings;
    unsigned endings; /* threads that let go of what a command held */
    pthread_t ended;  /* the last one that has destroyed its own context, not joined yet */
    bool has_ended;
};

/* The one platform, made when it is first asked for; NULL: no memory. */
struct _cl_platform_id *icd_platform(void);
/* Its devices, which are looked for when somebody first asks for them. */
unsigned icd_platform_devices(struct _cl_platform_id *platform);
/* extension.c; NULL: no memory.  "cl_khr_icd ...": what a device lists, what all have. */
const char *icd_device_extensions(struct _cl_device_id *device);
const char *icd_platform_extensions(struct _cl_platform_id *platform);
/* The option of builds that takes away the macros of extensions that the device does not list; may be "". */
const char *icd_hiding_option(struct _cl_device_id *device);
/* Macros of an empty program that begin so, in the caller's memory: words with blanks between. */
char *icd_macros(struct _cl_device_id *device, const char *options, const char *start);
/* Is the name, of that length, one of the words? */
bool icd_has_word(const char *words, const char *name, size_t length);
cl_version icd_extension_version(const char *name, size_t length);
/* References to a sub-device; others need none. */
void icd_retain_device(struct _cl_device_id *device);
void icd_release_device(struct _cl_device_id *device);
/* One more, with nothing but its object; NULL: there are too many. */
struct _cl_device_id *icd_device_add(struct _cl_platform_id *platform);

/* ---- what OpenCL 3.0 asks beside 1.2 (version.c) ---- */

bool icd_is_version_3(const struct _cl_context *context);
/* "OpenCL 3.0 occ": what OpenCL itself, and what OpenCL C, a program gets if it asks for none. */
const char *icd_version_text(const struct icd_settings *settings);
const char *icd_language_text(void);
/* Those of clGetDeviceInfo's and clGetPlatformInfo's names that 1.2 has not; CL_INVALID_VALUE: it is none
 * of them, or the platform is 1.2. */
cl_int icd_device_info_3(struct _cl_device_id *device, cl_device_info name,
                         const struct icd_info *info);
/* Those of cl_khr_device_uuid (uuid.c); CL_INVALID_VALUE: it is none of them. */
cl_int icd_uuid_info(const struct _cl_device_id *device, cl_device_info name,
                     const struct icd_info *info);
cl_int icd_platform_info_3(struct _cl_platform_id *platform, cl_platform_info name,
                           const struct icd_info *info);

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
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *);
    void *notify_data;
    struct process_mark process; /* which has its threads */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* what is awaited has come to its end */
    bool has_copies;        /* a GPU may have memory that is not the host's */
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

/* ---- queues and events ---- */

struct _cl_command_queue {
    struct icd_object object;
    struct _cl_context *context;
    struct icd_engine *engine;
    cl_queue_priority_khr priority; /* 0: none was asked for */
    void *lane; /* the driver's, of the engine's thread until the queue goes; NULL: none yet */
    cl_command_queue_properties flags;
    cl_uint bytes; /* of one on the device */
    struct icd_properties properties;
    /* Under the context's lock; references. */
    struct _cl_event
        *tail; /* in order: the last command; else the last barrier; NULL: it has ended */
    struct _cl_event *pending; /* commands that have not come to their end, by next_pending */
    bool has_fault;  /* a command has failed by itself, and no call that waits has told so yet */
    bool is_awaited; /* somebody waits until nothing is pending */
};

void icd_queue_release(struct _cl_command_queue *queue);

/* ---- queues on the device (device_queue.c) ---- */

enum {
    ICD_QUEUE_LEAST = 16 << 10,
    ICD_QUEUE_USUAL = 128 << 10,
    ICD_QUEUE_MOST = 8 << 20,
    ICD_QUEUE_EVENTS = 1024
};
/* Does the platform's version, and the device's driver, have them? */
bool icd_has_device_queues(const struct _cl_device_id *device);
/* Of the properties of any queue; size: 0: none was asked for. */
cl_int icd_device_queue_check(const struct _cl_device_id *device, cl_command_queue_properties flags,
                              cl_uint size);
/* The device's in its context, without a reference; NULL: none. */
struct _cl_command_queue *icd_device_queue_default(struct icd_engine *engine);
/* A new queue becomes that.  false: there is one. */
bool icd_device_queue_join(struct _cl_command_queue *queue, cl_uint size);
void icd_device_queue_leave(struct _cl_command_queue *queue);

/* What a command does.  Makers embed it as their first member. */
struct icd_work {
    /* The status with which the event ends: CL_COMPLETE or an error; CL_RUNNING: the driver has it under way;
     * CL_QUEUED: it cannot take it now, and nothing is done.  NULL: nothing is to be done. */
    cl_int (*run)(struct icd_work *work, struct icd_engine *engine);
    void (*free)(struct icd_work *work); /* lets go of all that it holds, and of itself */
    /* May it be run while commands that it waits for are under way on its engine (device.h, may_follow)?  A copy, a marker, a
     * launch. */
    enum icd_ahead { ICD_NEVER_AHEAD, ICD_COPIES_AHEAD, ICD_MARKS_AHEAD, ICD_LAUNCHES_AHEAD } ahead;
};

/* An event that waits for another one. */
struct icd_dependent {
    struct _cl_event *event;
    bool is_listed; /* it fails with it; else only its order asks for that */
    bool is_ahead;  /* it has gone ahead: the driver keeps the order */
};

struct _cl_event {
    struct icd_object object;
    struct _cl_context *context;
    struct _cl_command_queue *queue; /* NULL: a user event */
    cl_command_type type;
    /* Under the context's lock. */
    cl_int status;          /* as clGetEventInfo has it */
    cl_ulong times[4];      /* nanoseconds: queued, submitted, started, ended */
    unsigned blockers;      /* events that it waits for */
    cl_int failure;         /* one of them has failed: the status to end with */
    cl_int landing;         /* with which its command was over */
    bool is_awaited;        /* somebody waits for its end */
    bool is_unseen;         /* the program has no handle of it, and the call did not wait */
    unsigned waiters;       /* of those, who land its command themselves */
    bool is_wanted;         /* who does not wait for it is to hear of its end at once */
    bool is_over;           /* nothing of it is left to be done, of the engine's thread */
    atomic_bool is_decided; /* of a user event: its status has been set */
    struct icd_dependent *dependents;
    unsigned dependent_count, dependent_room;
    struct icd_dependent first_dependents[ICD_FEW]; /* if they are no more */
    struct icd_callback *callbacks;
    struct icd_work *work;
    uint64_t begun; /* by the engine's count of commands: when it was run last */
    void *flight;   /* the driver's, of a command that is, or was, under way; NULL: it never was */
    struct _cl_event *
        *waits; /* those that it has gone ahead of, with references: the driver keeps the order */
    unsigned wait_count, wait_room;
    struct _cl_event *first_waits[ICD_FEW];
    struct _cl_event *next_ready, *next_pending;
    struct _cl_event *
        *pending_link; /* what points to it in the list of pending; NULL: it is in none */
};

/* A call of a clEnqueue function: where, and what it waits for. */
struct icd_enqueue {
    cl_command_queue queue;
    cl_command_type type;
    cl_uint wait_count;
    const cl_event *waits;
    cl_event *event; /* what the caller gets; may be NULL */
    bool is_blocking;
    bool is_barrier;    /* later commands wait for it */
    bool is_behind_all; /* it waits for all before it */
};

/* Are queue and events what they must be? */
cl_int icd_enqueue_check(const struct icd_enqueue *call);
/* Enqueues work, which is freed in any case, even after an error; NULL: a marker. */
cl_int icd_enqueue(const struct icd_enqueue *call, struct icd_work *work);
/* Makes an event whose wait is over one that its engine has.  Under the context's lock; the callbacks that
 * are due then are added to the list, which the caller runs without the lock. */
void icd_event_submit(struct _cl_event *event, struct icd_callback **due);
void icd_run_callbacks(struct icd_callback *due);
/* Ends the event.  Calls its callbacks; so not under the context's lock. */
void icd_event_end(struct _cl_event *event, cl_int status);
void icd_event_start(struct _cl_event *event);
/* Without a queue, command or status; NULL: no memory. */
struct _cl_event *icd_event_new(struct _cl_context *context);
/* It begins. */
void icd_event_queue(struct _cl_event *event);
/* Has the event a command that may be given to the GPU while the other one is under way there?  Under the lock. */
bool icd_event_may_follow(const struct _cl_event *event, const struct _cl_event *other);
/* Notes that it does so; false: no memory.  Under the lock. */
bool icd_event_follow(struct _cl_event *event, struct _cl_event *other);
/* The driver has the event's command under way, which `flight` says: those that may follow it go ahead.  As
 * icd_event_submit. */
void icd_event_hand_over(struct _cl_event *event, void *flight, struct icd_callback **due);
/* The command is over: the engine's thread ends the event with that status; CL_QUEUED: it never ran, and is run again.
 * is_helped: a thread that waits will look.  Under the context's lock. */
void icd_engine_land(struct icd_engine *engine, struct _cl_event *event, cl_int status,
                     bool is_helped);
/* What the driver could not take may be tried again.  Under the lock. */
void icd_engine_try_again(struct icd_engine *engine);
/* A thread of the program's that is about to enqueue the work may run it itself, if the engine is idle and that is soon
 * done: it has the turn then, until icd_engine_run_taken.  Under the lock, as these. */
bool icd_engine_take(struct icd_engine *engine, const struct icd_work *work, bool is_blocking);
void icd_engine_run_taken(struct icd_engine *engine, struct _cl_event *event);
/* Waits until the event has come to its end; NULL: all of the queue.  The queue of a user event is NULL. */
void icd_await(struct _cl_command_queue *queue, struct _cl_event *event);
/* Who does not wait for the event needs to hear of its end.  Under the lock. */
void icd_event_want(struct _cl_event *event);
void icd_event_release(struct _cl_event *event);
cl_ulong icd_clock(void);

/* ---- memory ---- */

/* A pointer that a map gave, until it is unmapped: each holds its memory, which the program may release before. */
struct icd_mapped {
    struct icd_mapped *next;
    uint8_t *at;
    size_t size;
    bool changes; /* the host may write there */
};

/* Where the bytes of a buffer are current: in the host's memory, which GPUs may use as it is, or on GPUs that have
 * bytes of their own. */
struct icd_copies {
    pthread_mutex_t lock;
    bool has_bytes; /* somebody has written some */
    bool on_host;
    bool is_separate[ICD_DEVICES]; /* the engine's GPU has bytes of its own */
    bool on_gpu[ICD_DEVICES];      /* which are current */
};

struct _cl_mem {
    struct icd_object object;
    struct _cl_context *context;
    cl_mem_object_type type;
    cl_mem_flags flags;
    size_t size;
    void *host_pointer; /* the program's, of CL_MEM_USE_HOST_PTR */
    uint8_t *bytes;     /* what it holds */
    bool owns_bytes;
    bool
        is_constant; /* the process itself may not write some of its bytes: they are the program's */
    bool is_reserved;   /* its size is counted to the devices */
    uint8_t *undefined; /* as many: 1 bits are uninitialised (undefined.c); NULL: not looked at */
    struct icd_stored *stored; /* under the context's lock; NULL: nothing to be told */
    size_t gap;                /* bytes after those that are taken too */
    bool is_svm; /* an allocation of shared memory, not an object: it holds no context */
    struct _cl_device_id *sharer; /* whose driver has given its bytes; NULL: they are pages */
    struct _cl_mem *next_svm;
    struct _cl_mem *shared;  /* the allocation that holds its bytes, a reference; NULL: none does */
    cl_uint packet, packets; /* of a pipe: bytes of one, how many */
    struct icd_properties properties;
    struct _cl_mem *parent; /* of a sub-buffer, or an image that is made of it; a reference */
    size_t origin;
    uint64_t address[ICD_DEVICES]; /* on each engine's GPU, under its lock; 0: not mapped there */
    struct icd_copies copies;      /* of a buffer that is no part of another */
    struct icd_mapped *mapped;     /* under the context's lock */
    struct icd_callback *destructors; /* the last one first, under the context's lock */
    struct icd_image *image;          /* NULL: a buffer */
};

/* Of the context, which it holds unless it is shared memory, all zero but that; NULL: no memory. */
struct _cl_mem *icd_memory_new(struct _cl_context *context, cl_mem_object_type type, bool is_svm);
void icd_memory_release(struct _cl_mem *memory);
/* May the process itself not write some of those bytes? */
bool icd_is_constant(const void *at, size_t size);
/* May a command write it?  false: its bytes are the program's, which may not either; that is told. */
bool icd_memory_is_writable(const struct _cl_mem *memory);
/* Counts the memory's size to each device of its context until it is released; false: one has not so much
 * left. */
bool icd_memory_reserve(struct _cl_mem *memory);
/* Zeroed bytes, taken when they are touched, with a gap after them that cannot be; NULL: no memory. */
uint8_t *icd_take_pages(size_t size, size_t gap);
/* The address on the engine's locked GPU; 0: it has no room (the message says so).  A sub-buffer has one
 * of its own, so that accesses beside it are found, though these bytes are those of its parent. */
uint64_t icd_memory_address(struct _cl_mem *memory, struct icd_engine *engine);
/* A sub-buffer's address as a part of its parent. */
uint64_t icd_memory_address_in_parent(struct _cl_mem *memory, struct icd_engine *engine);

/* ---- where a buffer's bytes are (memory_data.c): no engine is locked ---- */

/* What holds its bytes: itself, a parent, shared memory. */
struct _cl_mem *icd_memory_root(struct _cl_mem *memory);
/* Makes those bytes of the host's current; false: no memory, or the GPU is lost. */
bool icd_memory_to_host(struct _cl_mem *memory, const uint8_t *at, size_t size);
/* All of it, and the host has it from then on, too. */
bool icd_memory_all_to_host(struct _cl_mem *memory);
/* The host has written them: so must be GPUs' that are current. */
bool icd_memory_written(struct _cl_mem *memory, const uint8_t *at, size_t size);
/* Makes all that the engine's GPU has of it current, and the only ones if they will be changed.  The status of a command
 * that needs it: CL_COMPLETE, or an error, which the program has been told: no room there, or the GPU is lost. */
cl_int icd_memory_to_gpu(struct _cl_mem *memory, struct icd_engine *engine, bool changes);
/* The bytes of it for a command on the engine, which are current there then; pitches are the caller's. */
cl_int icd_memory_place(struct _cl_mem *memory, uint8_t *at, struct icd_engine *engine,
                        bool changes, struct icd_place *place);

/* ---- */

/* Is it a buffer of that context? */
cl_int icd_buffer_check(const struct _cl_mem *memory, const struct _cl_context *context);
bool icd_map_flags_are_good(cl_map_flags flags);
/* Notes the pointer and enqueues its map; NULL: *error says why, and nothing is noted.  The work is freed
 * in any case. */
void *icd_enqueue_map(const struct icd_enqueue *call, struct _cl_mem *memory,
                      const struct icd_mapped *mapped, struct icd_work *work, cl_int *error);
/* The work of a buffer's map; NULL: no memory. */
struct icd_work *icd_map_work(struct _cl_mem *memory, uint8_t *at, size_t size, cl_map_flags flags);
/* Flags of memory: known ones, that do not exclude each other. */
bool icd_mem_flags_are_good(cl_mem_flags flags);
/* What host_ptr must be for them. */
cl_int icd_host_pointer_check(cl_mem_flags flags, const void *host);
/* The flags of a part of memory that has others: its own, or those where it has none; 0: it asks for
 * more. */
cl_mem_flags icd_flags_inherit(cl_mem_flags flags, cl_mem_flags of);

/* Shared virtual memory (svm.c): the allocation that holds the address; NULL: there is none. */
struct _cl_mem *icd_svm_find(struct _cl_context *context, const void *pointer);
/* The same with a reference. */
struct _cl_mem *icd_svm_retain(struct _cl_context *context, const void *pointer);
/* Maps all allocations to the engine's locked GPU; false: it has no room (the message says so). */
bool icd_svm_map(struct icd_engine *engine);

/* ---- uninitialised bytes of buffers (sim/undefined.c): only with OCC_ICD_CHECK=all ---- */

struct icd_argument;
/* Begins to look, at memory with context, size and bytes; false: no memory. */
bool icd_undefined_begin(struct _cl_mem *memory, bool is_written);
/* The host, or a command, has written these bytes of the memory. */
void icd_undefined_clear(const struct _cl_mem *memory, const uint8_t *at, size_t size);
/* Notes what a launch with those arguments has stored; its GPU is locked. */
void icd_undefined_note(struct icd_engine *engine, const struct icd_argument *arguments,
                        unsigned count);
/* Tells if the bytes, which the host gets, are stored and uninitialised. */
void icd_undefined_read(struct _cl_mem *memory, const uint8_t *at, size_t size);

/* The bytes are mapped. */
void icd_undefined_map(struct _cl_mem *memory, const uint8_t *at, size_t size, cl_map_flags flags);

/* Rows of bytes, and slices of rows, on one side of a transfer. */
struct icd_side {
    struct _cl_mem *memory; /* NULL: the host's memory */
    uint8_t *bytes;         /* the first one moved */
    size_t row, slice;      /* pitches in bytes */
};
/* What a transfer does to uninitialised bytes. */
void icd_undefined_move(const struct icd_side *to, const struct icd_side *from,
                        const size_t size[3]);
/* Moves bytes, rows and slices (transfer.c). */
cl_int icd_enqueue_transfer(const struct icd_enqueue *call, const struct icd_side *to,
                            const struct icd_side *from, const size_t size[3]);
/* Repeats the pattern; CL_INVALID_VALUE: it does not fit. */
cl_int icd_enqueue_fill(const struct icd_enqueue *call, struct _cl_mem *memory, size_t offset,
                        size_t size, const void *pattern, size_t pattern_size);

/* ---- images (image.c, image_shape.c, image_data.c) and samplers ---- */

/* A level of a mipmap, in the host's memory. */
struct icd_level {
    size_t offset;     /* of its first texel */
    size_t size[3];    /* as regions count them: width, height or layers, depth or layers */
    size_t row, slice; /* bytes from one to the next */
};

/* What makes a struct _cl_mem an image.  Its texels lie in the host's memory, at the pitches below, and
 * on each GPU that uses it: some of these copies are current. */
struct icd_image {
    cl_image_format format;
    cl_image_desc desc; /* sizes that the type has not are 0, as queries want them */
    struct sim_image_info info;
    size_t texel;                       /* bytes */
    struct icd_level level[ICD_LEVELS]; /* info.levels of them */
    pthread_mutex_t
        lock;        /* of the rest, which of a buffer's image nobody needs: there is one copy */
    bool has_texels; /* the host has written some, or a GPU may have */
    bool on_host;    /* that copy is current */
    bool on_gpu[ICD_DEVICES]; /* the engine's is */
    uint64_t handles
        [ICD_DEVICES]; /* 0: there is none; under the lock of the image whose texels it has */
};

/* A part of a level, in texels, rows and slices, or layers, as regions count them. */
struct icd_part {
    unsigned level;
    size_t origin[3], size[3];
};

bool icd_is_image_type(cl_mem_object_type type);
enum sim_geometry icd_image_geometry(cl_mem_object_type type);
/* Has every device of the context images of several levels? */
bool icd_has_mipmaps(const struct _cl_context *context);
/* Fills in the sizes of an image whose format is known, and its memory's; host: the program's memory; NULL: none. */
cl_int icd_image_shape(struct _cl_mem *memory, const cl_image_desc *desc, const void *host);
bool icd_image_has_slices(const struct _cl_mem *image);
/* The part that a command's origin and region name: the origin names the level, too, after the numbers that the type
 * counts.  CL_INVALID_VALUE, CL_INVALID_MIP_LEVEL: there is none such. */
cl_int icd_image_part(const struct _cl_mem *memory, const size_t *origin, const size_t *region,
                      struct icd_part *part);
/* All of a level. */
struct icd_part icd_image_level(const struct icd_image *image, unsigned level);
/* Where a texel lies in the host's memory. */
uint8_t *icd_image_at(const struct _cl_mem *memory, unsigned level, const size_t origin[3]);
/* Adds the simulator's format to an image's geometry; an error: OpenCL, or a device of the context, has no such
 * images that kernels may use as the flags say. */
cl_int icd_image_format(const struct _cl_context *context, cl_mem_flags flags,
                        const cl_image_format *format, struct sim_image_info *info);

/* The buffer whose bytes its texels are; NULL: they are its own, or another image's that has its own. */
struct _cl_mem *icd_image_buffer(struct _cl_mem *memory);
/* Makes the host's copy current, and the only one if it will be changed; false: no memory. */
bool icd_image_to_host(struct _cl_mem *memory, bool changes);
/* Makes the part of the host's copy current; false: no memory. */
bool icd_image_part_to_host(struct _cl_mem *memory, const struct icd_part *part);
/* The host has written that part of its copy: so must be those of the GPUs that are current.  false: no
 * memory. */
bool icd_image_part_written(struct _cl_mem *memory, const struct icd_part *part);
/* As icd_image_to_host for the engine's copy; its GPU is not locked.  The handle, or 0: no room. */
uint64_t icd_image_to_gpu(struct _cl_mem *memory, struct icd_engine *engine, bool changes);
/* The host's copy without the gaps of its pitches, level by level, and how many bytes that takes. */
size_t icd_image_packed_bytes(const struct _cl_mem *memory);
void icd_image_pack(const struct _cl_mem *memory, uint8_t *packed);
/* Frees what the GPUs hold. */
void icd_image_free(struct _cl_mem *memory);

struct _cl_sampler {
    struct icd_object object;
    struct _cl_context *context;
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter, mip_filter; /* mip_filter: of no use where there are no mipmaps */
    cl_float min_lod, max_lod;         /* the same */
    struct icd_properties properties;
    uint64_t handles[ICD_DEVICES]; /* on each engine's GPU, under its lock; 0: not made there */
};

struct sim_sampler_info icd_sampler_modes(const struct _cl_sampler *sampler);
/* The handle on the engine's locked GPU; 0: no room. */
uint64_t icd_sampler_handle(struct _cl_sampler *sampler, struct icd_engine *engine);
void icd_sampler_release(struct _cl_sampler *sampler);

/* ---- programs and kernels ---- */

/* An object for an engine's GPU (code.c): builds and kernels hold it. */
struct icd_code {
    atomic_uint references;
    struct icd_engine *engine;
    struct sim_object *object; /* of the reader: whose kernels they are that others ask */
    void *on_gpu; /* the driver's, under the GPU's lock; NULL: nothing of it has been launched */
    struct icd_code *
        *definers;    /* of its externals, by their index: references; NULL: none, it is weak */
    bool is_complete; /* they have been found, or there are no externals */
    uint8_t *bytes;
    size_t size;
    uint64_t sum;          /* of its bytes */
    size_t variable_bytes; /* of program scope */
    bool is_uniform;       /* its build was promised that work-groups are of one size */
    struct icd_code *next_unused;
};

/* Reads it, without the GPU; NULL: why not stands in *message, which is the caller's to free, or there is no memory.
 * It is not complete if it has externals. */
struct icd_code *icd_code_load(struct icd_engine *engine, const uint8_t *bytes, size_t size,
                               char **message);
struct icd_code *icd_code_retain(struct icd_code *code); /* NULL stays NULL */
void icd_code_release(struct icd_code *code);            /* NULL is allowed */
/* The locked GPU gets it if it has not; false: it has no room (the message says so). */
bool icd_code_to_gpu(struct icd_code *code);
/* Unloads what nobody holds.  Who calls has locked the GPU. */
void icd_code_unload_unused(struct icd_engine *engine);

/* ---- variables of other programs (external.c) ---- */

/* Finds what the program's new code does not define in the other programs of its context that are built for the
 * engine, and makes it complete.  false: *message, the caller's to free, names what cannot be found; NULL: no
 * memory. */
bool icd_externals_find(struct _cl_program *program, struct icd_code *code, char **message);
/* Others find the program's variables, until it is released. */
void icd_program_publish(struct _cl_program *program);
void icd_program_withdraw(struct _cl_program *program);

struct icd_build {
    cl_build_status status;
    char *options;    /* NULL: none */
    char *log;        /* NULL: empty */
    char *attributes; /* as of struct icd_compiled; NULL: a binary */
    bool has_argument_info;
    bool is_uniform; /* -cl-uniform-work-group-size, also of a unit in it */
    uint8_t *binary;
    size_t binary_size;
    cl_program_binary_type type;
    struct icd_code *code; /* on the engine's GPU; NULL: not loaded */
};

struct _cl_program {
    struct icd_object object;
    struct _cl_context *context;
    struct _cl_program *next_program;  /* of the context, under its lock of programs */
    struct _cl_program **program_link; /* what points to it in that list; NULL: it is not in it */
    char *source;                      /* NULL: made from binaries */
    bool is_linked;                    /* by clLinkProgram: it cannot be built again */
    bool has_device[ICD_DEVICES];
    pthread_mutex_t lock;                 /* of the rest */
    struct icd_build builds[ICD_DEVICES]; /* by engine */
    bool is_building;
    unsigned kernels; /* that are attached */
};

void icd_program_release(struct _cl_program *program);
/* Has the build kernels to ask for?  A binary has none before it is built (OpenCL 1.2, 5.7.1): programs ask by
 * clCreateKernel whether it is. */
bool icd_is_built(const struct icd_build *build);
/* One that has, any; NULL: there is none.  Under the program's lock. */
const struct icd_build *icd_program_built(const struct _cl_program *program);

/* What libocc is asked (compile.c). */
struct icd_question {
    enum occ_action action;
    const char *source;               /* of OCC_BUILD, OCC_COMPILE */
    const char *options;              /* the program's; NULL: none */
    bool preprocesses, lists_macros;  /* no program is made, but text: -E, -E -dM */
    const struct occ_header *headers; /* of OCC_COMPILE */
    unsigned header_count;
    const struct occ_unit *units; /* of OCC_LINK */
    unsigned unit_count;
};

/* What it says. */
struct icd_compiled {
    enum occ_status status;
    char *log;
    uint8_t *binary; /* NULL: none */
    size_t size;
    char *attributes; /* of each kernel: its name, a blank, what the source says of it, a newline */
};
/* Fills *made, whose parts are the caller's to free; false: no memory. */
bool icd_compile(struct _cl_device_id *device, const struct icd_question *question,
                 struct icd_compiled *made);

/* ---- built programs, kept on disk (compile_cache.c; docs/icd.md, "Cache") ---- */

enum { ICD_CACHE_MILLISECONDS = 20 }; /* what is built in less is not kept */

/* By the environment, of which is told what cannot be; NULL: none. */
struct cache *icd_cache_new(void);
/* What was made of such a job before, as icd_compile leaves it; false: nothing is known. */
bool icd_cache_find(const struct cache *cache, const struct occ_job *job,
                    struct icd_compiled *made);
/* Keeps it, if the job ended well; begun: by CLOCK_REALTIME. */
void icd_cache_store(const struct cache *cache, const struct occ_job *job,
                     const struct icd_compiled *made, const occ_result *result,
                     const struct timespec *begun);

/* Are they options of a build?  *log, the caller's to free, says what is wrong, or warns; NULL: no memory. */
bool icd_options_are_good(struct _cl_device_id *device, const char *options, char **log);

/* Narrows the bytes of a bundle to the object for that device; others stay. */
void icd_unbundle(const struct _cl_device_id *device, const unsigned char **bytes, size_t *size);
/* What the bytes are, CL_PROGRAM_BINARY_TYPE_NONE: nothing for that device. */
cl_program_binary_type icd_binary_type(const struct _cl_device_id *device, const uint8_t *bytes,
                                       size_t size);

struct icd_argument {
    bool is_set;
    size_t size;
    uint8_t *bytes;         /* by value or an address; NULL: of local memory, or an object */
    struct _cl_mem *memory; /* buffer or image; NULL: a null pointer */
    struct _cl_sampler *sampler;
    struct _cl_command_queue *queue; /* on the device */
};

struct _cl_kernel {
    struct icd_object object;
    struct _cl_program *program;
    const struct sim_kernel *made[ICD_DEVICES]; /* by engine; NULL: not built for it */
    struct icd_code *codes[ICD_DEVICES];        /* that hold those */
    const struct sim_kernel *any;               /* one of them */
    unsigned argument_count;                    /* explicit ones */
    struct icd_argument *arguments;             /* under the context's lock */
};

/* Is it one for the host, and not what has become of a block? */
static inline bool
icd_kernel_is_listed(const struct sim_kernel *kernel)
{
    return !*kernel->notes.runtime_handle;
}
/* How many of those the object has. */
unsigned icd_kernel_count(const struct sim_object *object);
/* The metadata of an explicit argument. */
const struct sim_arg_info *icd_kernel_argument(const struct _cl_kernel *kernel, unsigned index);
/* As it was built for the device, which may be NULL if there is but one; NULL: for none. */
const struct sim_kernel *icd_kernel_on(const struct _cl_kernel *kernel, cl_device_id device);
/* LDS of a work-group, with what the arguments that are set ask for. */
uint64_t icd_kernel_local_bytes(const struct _cl_kernel *kernel, const struct sim_kernel *made);
/* Sets it; the argument's bytes become the kernel's. */
void icd_kernel_set_argument(struct _cl_kernel *kernel, unsigned index,
                             const struct icd_argument *argument);
void icd_kernel_release(struct _cl_kernel *kernel);

/* What kernels print goes to standard output (launch.c). */
void icd_print(void *data, const char *text, size_t length);
/* It has been printed. */
void icd_printed(const char *kernel, const struct sim_printf_report *report);

#endif

/* What the files of runtime/hsa share.
 *
 * Locks, in the order in which a thread may take them: system's `queues_lock`, a queue's or a GPU's `lock`, a fence's,
 * the system's `pool_lock`.  ROCr calls back in a thread of its own, which may take all of them: who has one never
 * waits for ROCr. */
#ifndef OCC_RUNTIME_HSA_GPU_PRIVATE_H
#define OCC_RUNTIME_HSA_GPU_PRIVATE_H

#include "runtime/hsa/gpu.h"
#include "support/process.h"

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_image.h>
#include <pthread.h>
#include <sys/types.h>

/* ROCr's functions by their names. */
struct hsa_api {
#define HSA_FUNCTION(name) __typeof__(&name) name;
#include "runtime/hsa/runtime.def"
#undef HSA_FUNCTION
};

enum { MAX_AGENTS = 64, NAME_ROOM = 128 };

/* ---- system.c ---- */

struct gpu_watch; /* what the handler of memory faults knows of the system */

struct gpu_system {
    struct hsa_api api;
    hsa_ext_images_1_pfn_t images;
    bool has_images;
    struct process_mark process; /* that opened it: no other may call ROCr by it */
    bool is_abandoned;           /* atomic */
    char name[512];
    hsa_agent_t host;
    hsa_amd_memory_pool_t host_pool, kernarg_pool; /* fine-grained */
    struct gpu *gpus[MAX_AGENTS];
    unsigned gpu_count;
    hsa_agent_t agents[MAX_AGENTS]; /* all GPUs, the refused ones too */
    unsigned agent_count;
    char *refused[MAX_AGENTS];
    unsigned refused_count;
    struct gpu_watch *watch;
    bool keeps_copy_times;
    /* HSA's clock and CLOCK_MONOTONIC at one moment. */
    uint64_t ticks, tick_frequency, nanoseconds;
    pthread_mutex_t queues_lock; /* of the list, and of what is in it */
    struct gpu_queue *queues;
    pthread_mutex_t pool_lock;
    struct gpu_signals {
        struct gpu_signal *pool, *all; /* pool: those that are free */
        unsigned count;
    } signals[2];    /* that interrupt; that do not */
    uint64_t serial; /* of the next queue */
};

/* A message as *why; false, so that callers can return it. */
bool gpu_refuse(char **why, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same: "WHAT: " and what ROCr says of the status. */
bool gpu_refuse_status(const struct gpu_system *system, char **why, hsa_status_t status,
                       const char *what);
/* Only the process that opened it may go on, until it abandons it: false. */
bool gpu_is_ours(const struct gpu_system *system, char **why);

/* ---- fault.c ---- */

/* From here on memory faults break the GPU's queues, in place of the process. */
void gpu_watch_begin(struct gpu_system *system);
/* No fault reaches the system any more. */
void gpu_watch_end(struct gpu_system *system);
/* Once ROCr is down, which may call it until then.  NULL is allowed. */
void gpu_watch_free(struct gpu_watch *watch);

/* ---- agent.c ---- */

struct gpu {
    struct gpu_system *system;
    hsa_agent_t agent;
    hsa_amd_memory_pool_t pool;
    bool has_pool; /* else its memory is the host's */
    struct gpu_info info;
    uint32_t queue_size; /* packets, at most */
    uint32_t node;       /* of the kernel driver */
    pthread_mutex_t lock;
    struct gpu_command *copies, **last_copy; /* under way, in their order */
    void *empty;                             /* memory of the host for copies of nothing */
    struct gpu_image *images;
    /* A memory fault: of real GPUs the kernel driver then stops all queues of the process for good. */
    bool has_faulted, has_no_copies; /* atomic; no copies: those under way then did not end */
    bool has_tried[4];               /* since: each direction of copies */
    char fault[256];
};

/* All agents become GPUs or reasons. */
bool gpu_agents_find(struct gpu_system *system, char **why);
void gpu_agents_free(struct gpu_system *system);

/* ---- fence.c ---- */

/* One of ROCr's signals, from the pool and back to it.  While a fence, a packet or a copy refers to it, its value
 * only goes from 1 to 0, or to 2 if what it is of never ran. */
struct gpu_signal {
    hsa_signal_t handle;
    struct gpu_system *system;
    unsigned references;
    bool is_quiet;   /* its end interrupts nobody */
    bool is_spoiled; /* somebody may still write to it: never again of use */
    struct gpu_signal *next_free, *next;
};

struct gpu_fence {
    struct gpu_system *system;
    struct gpu *gpu;
    unsigned references;
    enum gpu_status status; /* atomic; under way: see its signal */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool has_waiter;           /* in ROCr: of several, all but one would spin */
    struct gpu_signal *signal; /* NULL once it is over */
    uint64_t queue;            /* its serial; 0: a copy */
    bool is_quiet, keeps_times, has_times;
    uint64_t start, end;
    char *message;
};

/* Under way, with a reference for the caller; NULL: no memory.  is_quiet: struct gpu_launch. */
struct gpu_fence *gpu_fence_new(struct gpu *gpu, uint64_t queue, bool is_quiet, bool keeps_times);
/* It ends so, if it has not ended before, and who waits wakes. */
void gpu_fence_end(struct gpu_fence *fence, enum gpu_status status, const char *message);
/* Its signal, with a reference; NULL: it is over.  *never_ran becomes true if it ended without having run. */
struct gpu_signal *gpu_fence_signal(struct gpu_fence *fence, bool *never_ran);
bool gpu_signal_has_ended(const struct gpu_signal *signal);
void gpu_signal_release(struct gpu_signal *signal);
void gpu_signals_free(struct gpu_system *system);

/* What has been handed to ROCr, in a list until it is over. */
struct gpu_command {
    struct gpu_command *next;
    struct gpu_fence *fence;
    uint64_t packet; /* index of its last one */
    struct kernarg_chunk *chunk;
    unsigned wait_count;
    struct gpu_signal *waits[]; /* kept until it is over: packets name them */
};

/* With the signals of those fences that are not over; without, if skip is not 0, those of the queue of that serial.
 * Its fence has a reference of its own.  NULL: *why, if one of the others never ran. */
struct gpu_command *gpu_command_new(struct gpu_fence *fence, struct gpu_fence *const *waits,
                                    unsigned wait_count, uint64_t skip, char **why);
void gpu_command_free(struct gpu_command *command);
/* Takes those that are over from the list's begin, and frees them. */
void gpu_commands_retire(struct gpu_command **list, struct gpu_command ***last);
/* Notes of all of a list whether they are over, so that signals become free. */
void gpu_commands_settle(struct gpu_command *list);

/* ---- queue.c ---- */

struct kernarg_chunk {
    struct kernarg_chunk *next;
    uint8_t *memory;
    size_t size, used;
    unsigned live; /* commands whose arguments are in it */
};

enum queue_state { QUEUE_GOOD, QUEUE_BREAKING, QUEUE_BROKEN };

struct gpu_queue {
    struct gpu_queue *next;
    struct gpu *gpu;
    hsa_queue_t *hsa;
    uint64_t serial;
    bool keeps_times;
    pthread_mutex_t lock;
    pthread_cond_t broken;
    enum queue_state state; /* atomic */
    uint64_t write;         /* index of the next packet */
    struct gpu_command *commands, **last;
    struct kernarg_chunk *chunks;
};

/* Why queues break. */
enum gpu_break {
    GPU_BREAK_QUEUE,  /* the packet at the read index, or a kernel of it, is to blame */
    GPU_BREAK_MEMORY, /* whose fault it is nobody says: what has not begun is not */
    GPU_BREAK_NOBODY  /* nothing of it has begun */
};
/* Nanoseconds of CLOCK_MONOTONIC. */
uint64_t gpu_now(void);
void gpu_sleep(uint64_t nanoseconds);
/* A GPU that had a fault may be of no more use: false, *why. */
bool gpu_refuse_lost(struct gpu *gpu, char **why);
void gpu_queue_break_by(struct gpu_queue *queue, enum gpu_break by, const char *message);
/* Every queue of the agent, and its copies. */
void gpu_break_agent(struct gpu_system *system, hsa_agent_t agent, const char *message);
/* Notes what is over of all queues and copies. */
void gpu_settle_all(struct gpu_system *system);

/* ---- memory.c ---- */

bool gpu_is_own_memory(const struct gpu *gpu, const void *address);

/* ---- copy.c ---- */

/* After a fault: those that do not end are faults, or lost. */
void gpu_copies_break(struct gpu *gpu);

#endif

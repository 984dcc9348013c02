/* What the files of this folder share: an engine on a real GPU, and its commands under way.
 *
 * Each command queue has a lane: a queue of the GPU, what is under way there, in order, and a thread that looks after it.
 * What is started for no event (struct icd_driver) goes to a queue of the engine's own, and is waited for. */
#ifndef OCC_RUNTIME_ICD_HSA_HSA_ENGINE_H
#define OCC_RUNTIME_ICD_HSA_HSA_ENGINE_H

#include "runtime/hsa/gpu.h"
#include "runtime/icd/context.h"

enum { HSA_STAGING = 1 << 20, HSA_PIECES = 4, HSA_MESSAGE = 512 };

/* Memory that the driver has given an address for. */
struct hsa_mapping {
    struct hsa_mapping *next;
    void *address;
    enum { HSA_OWN, HSA_LOCKED, HSA_SHARED } kind;
    void *host; /* of what is locked */
};

enum hsa_blit { HSA_MOVE, HSA_MOVE_ALIGNED, HSA_FILL, HSA_BLITS };

/* HSA_STAGING bytes that the host and the GPU see, of which commands under way hold parts. */
struct hsa_chunk {
    struct hsa_chunk *next;
    uint8_t *bytes;
    size_t used;
    unsigned parts;
};

/* What queues of the GPU differ in. */
struct hsa_kind {
    enum gpu_priority priority;
    bool keeps_times;
};

struct hsa_lane {
    struct hsa_lane *next;
    struct icd_engine *engine;
    unsigned users; /* command queues */
    struct hsa_kind kind;
    struct gpu_queue *queue; /* broken ones are replaced when nothing of them is left */
    pthread_t thread;
    bool is_out_of_order;
    /* Under the context's lock. */
    pthread_cond_t has_more;         /* by CLOCK_MONOTONIC */
    bool is_stopping, is_asleep;     /* its thread waits until something is under way */
    unsigned helpers;                /* threads that wait for commands of it themselves */
    unsigned pins;                   /* threads that use its queue without the lock: it stays */
    struct hsa_flight *first, *last; /* under way */
    bool may_have_lost;              /* some have landed without having run */
    cl_ulong patience;               /* how long nobody looks, in nanoseconds */
};

/* A command under way, or over: an event's `flight`. */
struct hsa_flight {
    struct gpu_fence *fence;
    struct hsa_lane *lane;
    struct _cl_event *event;
    struct hsa_flight *next; /* of the lane */
    bool is_lost, has_landed;
    bool is_quiet; /* its end wakes nobody (gpu.h) */
    bool is_copy;  /* of the copy engine: not lost when the lane's queue breaks */
    /* What it holds until it has landed; NULL or 0: nothing. */
    struct hsa_chunk *staging;
    void *locked[HSA_PIECES];   /* of the host's memory */
    struct gpu_fence *begin;    /* of its first piece, if it has several */
    struct gpu_fence *children; /* of a launch that may enqueue: all that has been has run */
    uint32_t *printf_buffer;    /* with the object whose records it has */
    struct icd_code *code;
    const char *kernel;       /* of the event's command; NULL: it is no launch */
    uint64_t sum, work_items; /* of the launch's object; of it */
    /* Rows that go from the staging memory to the host's when it has landed. */
    const uint8_t *packed;
    struct icd_place to;
    size_t size[3];
};

/* struct icd_engine's `gpu`. */
struct hsa_engine {
    struct gpu_system *system;
    struct gpu *gpu;
    struct gpu_queue *queue; /* of what is waited for; NULL: none yet */
    struct hsa_mapping *mappings;
    struct hsa_chunk *chunks; /* the first one is in use */
    struct hsa_lane *lanes;
    unsigned lane_count;
    cl_ulong freed; /* when a queue was last broken that took too long: under the context's lock */
    struct gpu_object *blits;
    struct gpu_kernel blit[HSA_BLITS];
    char message[HSA_MESSAGE];
};

static inline struct hsa_engine *
hsa_of(const struct icd_engine *engine)
{
    return engine->gpu;
}

/* Notes the text, which it frees, for `message`; always false. */
bool hsa_fails(struct icd_engine *engine, char *why);

/* ---- commands (command.c) ---- */

/* A command that is being made: where it goes, and what must be over before it. */
struct hsa_command {
    struct icd_engine *engine;
    struct _cl_event *event; /* NULL: it is waited for */
    struct hsa_flight *flight;
    struct gpu_queue *queue;
    struct gpu_fence **waits, *few[8]; /* few: where they are, if that is enough */
    unsigned wait_count;
};

/* ICD_GOOD: it can be made, and ends with hsa_command_end; else it is as icd_driver's functions return it. */
enum icd_outcome hsa_command_begin(struct icd_engine *engine, struct _cl_event *event,
                                   struct hsa_command *command);
/* It has been submitted, and is waited for, or under way with what its flight holds; fence NULL: it has not, and `why`,
 * or the message if that is NULL too, says why not. */
enum icd_outcome hsa_command_end(struct hsa_command *command, struct gpu_fence *fence, char *why);
/* Waits until all is over that the command's event has gone ahead of, so that the host may do its part: false if not.
 * The command has no event then. */
bool hsa_command_settle(struct hsa_command *command);
/* It cannot be made after all. */
enum icd_outcome hsa_command_drop(struct hsa_command *command, enum icd_outcome outcome);

/* Has it ended as a fault, or as lost? */
bool hsa_has_failed(const struct gpu_fence *fence);
/* May children of its launch have run, which must not run twice?  It is not under way. */
bool hsa_has_run_in_part(const struct hsa_flight *flight);
bool hsa_may_follow(const struct _cl_event *event, const struct _cl_event *other);
bool hsa_settle(struct icd_engine *engine, struct _cl_event *event);
bool hsa_flight_end(struct icd_engine *engine, struct _cl_event *event, char **complaint);
bool hsa_flight_times(const void *flight, cl_ulong times[3]);
void hsa_flight_free(void *flight);

/* ---- lanes (lane.c) ---- */

/* A queue of the GPU for the engine's device; NULL: the message says why. */
struct gpu_queue *hsa_new_queue(struct icd_engine *engine, struct hsa_kind kind);
/* The command queue's lane, or one for it; NULL: there is none, and the message says why, or there is no memory. */
struct hsa_lane *hsa_lane_of(struct icd_engine *engine, struct _cl_command_queue *queue);
/* Waits for a fence of the queue as long as a command may take, and breaks the queue then. */
enum gpu_status hsa_wait(struct icd_engine *engine, struct gpu_queue *queue,
                         struct gpu_fence *fence, struct gpu_fence *children);
bool hsa_await(struct icd_engine *engine, struct _cl_event *event);
void hsa_attend(struct icd_engine *engine, struct _cl_event *event);
void hsa_lane_free(struct icd_engine *engine, void *lane);
void hsa_lanes_end(struct icd_engine *engine);

/* ---- memory.c ---- */

uint64_t hsa_map(struct icd_engine *engine, struct _cl_mem *memory, bool *is_separate);
void hsa_unmap(struct icd_engine *engine, uint64_t address);
void hsa_memory_end(struct icd_engine *engine);
/* Bytes that both see, at most HSA_STAGING, which the flight holds; NULL: the message says why. */
uint8_t *hsa_stage(struct icd_engine *engine, struct hsa_flight *flight, size_t size);
/* Lets go of the flight's. */
void hsa_unstage(struct hsa_flight *flight);

/* ---- move.c ---- */

enum icd_outcome hsa_move(struct icd_engine *engine, struct _cl_event *event,
                          const struct icd_place *to, const struct icd_place *from,
                          const size_t size[3]);
enum icd_outcome hsa_fill(struct icd_engine *engine, struct _cl_event *event, uint64_t address,
                          size_t size, const void *pattern, size_t pattern_size);
enum icd_outcome hsa_mark(struct icd_engine *engine, struct _cl_event *event);
/* Between rows of the host, and the same without gaps. */
void hsa_pack(uint8_t *packed, const struct icd_place *host, const size_t size[3], bool to_packed);

/* ---- blit.c: kernels that move and fill; NULL: *why, or the message, says why ---- */

/* Compiles the driver's own kernels, of those names, unless the object is there.  false: the message says why. */
bool hsa_own_kernels(struct icd_engine *engine, const char *text, const char *const *names,
                     unsigned count, struct gpu_object **object, struct gpu_kernel *kernels);

/* Rows of bytes between places that the GPU sees. */
struct gpu_fence *hsa_blit_move(const struct hsa_command *command, const struct icd_place *to,
                                const struct icd_place *from, const size_t size[3], char **why);
/* pattern: where the GPU sees it. */
struct gpu_fence *hsa_blit_fill(const struct hsa_command *command, uint64_t address, size_t size,
                                const void *pattern, size_t pattern_size, char **why);

/* ---- launch.c ---- */

bool hsa_load(struct icd_engine *engine, struct icd_code *code);
void hsa_unload(struct icd_engine *engine, struct icd_code *code);
bool hsa_read_variable(struct icd_engine *engine, const struct icd_code *code, const char *name,
                       unsigned index, void *bytes, size_t size);
enum icd_outcome hsa_launch(struct icd_engine *engine, struct _cl_event *event,
                            const struct icd_launch *launch, char **complaint);
/* ---- device_queue.c: what kernels enqueue ---- */

enum icd_outcome hsa_device_queue(struct icd_engine *engine, cl_uint bytes, uint64_t *address);
/* The slot of the launch that hsa_device_queue was called for. */
uint64_t hsa_host_slot(const struct icd_engine *engine);
/* A launch with all that it enqueues; NULL: *why, or the message, says why. */
struct gpu_fence *hsa_submit_parent(const struct hsa_command *command, struct gpu_launch *launch,
                                    char **why);
/* The flight, of a launch that may enqueue, is under way, or over.  Under the context's lock. */
void hsa_children_begin(struct icd_engine *engine, struct hsa_flight *flight);
void hsa_children_end(struct icd_engine *engine, bool is_good);
/* Nothing of that will run any more. */
void hsa_children_break(struct icd_engine *engine, const char *message);
void hsa_device_queue_end(struct icd_engine *engine);

/* Prints what the flight's kernel has printed, if it prints.  false: the message says why not. */
bool hsa_print(struct icd_engine *engine, struct hsa_flight *flight);

#endif

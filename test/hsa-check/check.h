/* The checker between a program and HSA's runtime: what its parts share.
 *
 * Every function of functions.def is exported; its entry (entry.c) calls call_begin, the runtime's own function, and
 * call_end.  One lock is held in both, never while the runtime works: it calls back. */
#ifndef OCC_TEST_HSA_CHECK_H
#define OCC_TEST_HSA_CHECK_H

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_image.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- functions ---- */

typedef hsa_status_t agent_callback(hsa_agent_t, void *);
typedef hsa_status_t cache_callback(hsa_cache_t, void *);
typedef hsa_status_t region_callback(hsa_region_t, void *);
typedef hsa_status_t pool_callback(hsa_amd_memory_pool_t, void *);
typedef hsa_status_t isa_callback(hsa_isa_t, void *);
typedef hsa_status_t wavefront_callback(hsa_wavefront_t, void *);
typedef hsa_status_t symbol_callback(hsa_executable_t, hsa_executable_symbol_t, void *);
typedef hsa_status_t agent_symbol_callback(hsa_executable_t, hsa_agent_t, hsa_executable_symbol_t,
                                           void *);
typedef hsa_status_t code_symbol_callback(hsa_code_object_t, hsa_code_symbol_t, void *);
typedef hsa_status_t serialize_callback(size_t, hsa_callback_data_t, void **);
typedef void queue_callback(hsa_status_t, hsa_queue_t *, void *);
typedef void function_callback(void *);
typedef void *allocator(size_t);

/* What a parameter may be; argument.c has the rule of each. */
enum kind {
    KIND_ANY,
    KIND_NON_NULL, /* a pointer */
    KIND_NULL,     /* reserved: NULL or 0 */
    KIND_NON_ZERO, /* a size */
    KIND_AGENT,    /* live objects */
    KIND_POOL,
    KIND_REGION,
    KIND_SIGNAL,
    KIND_QUEUE,
    KIND_READER,
    KIND_EXECUTABLE,
    KIND_SYMBOL,
    KIND_IMAGE,
    KIND_SAMPLER,
    KIND_KERNEL,    /* no parameter is one: of packets */
    KIND_CONDITION, /* values of an enum */
    KIND_WAIT_STATE,
    KIND_PROFILE,
    KIND_ROUNDING,
    KIND_EXECUTABLE_STATE,
    KIND_PERMISSION,
    KIND_PRIORITY,
    KIND_QUEUE_TYPE,
    KIND_DIRECTION,
    KIND_GEOMETRY,
    KIND_LAYOUT,
    KINDS
};

#define PAIR(kind, type) KIND_##kind, type
#define ANY(type)        PAIR(ANY, type)
#define PTR(type)        PAIR(NON_NULL, type)
#define ZERO(type)       PAIR(NULL, type)
#define SIZE             PAIR(NON_ZERO, size_t)
#define SIZE_OF(type)    PAIR(NON_ZERO, type)
#define AGENT            PAIR(AGENT, hsa_agent_t)
#define POOL             PAIR(POOL, hsa_amd_memory_pool_t)
#define REGION           PAIR(REGION, hsa_region_t)
#define SIGNAL           PAIR(SIGNAL, hsa_signal_t)
#define QUEUE            PAIR(QUEUE, hsa_queue_t *)
#define QUEUE_IN         PAIR(QUEUE, const hsa_queue_t *)
#define READER           PAIR(READER, hsa_code_object_reader_t)
#define EXECUTABLE       PAIR(EXECUTABLE, hsa_executable_t)
#define SYMBOL           PAIR(SYMBOL, hsa_executable_symbol_t)
#define IMAGE            PAIR(IMAGE, hsa_ext_image_t)
#define SAMPLER          PAIR(SAMPLER, hsa_ext_sampler_t)
#define CONDITION        PAIR(CONDITION, hsa_signal_condition_t)
#define WAIT_STATE       PAIR(WAIT_STATE, hsa_wait_state_t)
#define PROFILE          PAIR(PROFILE, hsa_profile_t)
#define ROUNDING         PAIR(ROUNDING, hsa_default_float_rounding_mode_t)
#define STATE            PAIR(EXECUTABLE_STATE, hsa_executable_state_t)
#define PERMISSION       PAIR(PERMISSION, hsa_access_permission_t)
#define PRIORITY         PAIR(PRIORITY, hsa_amd_queue_priority_t)
#define QUEUE_TYPE       PAIR(QUEUE_TYPE, hsa_queue_type32_t)
#define DIRECTION        PAIR(DIRECTION, hsa_amd_copy_direction_t)
#define GEOMETRY         PAIR(GEOMETRY, hsa_ext_image_geometry_t)
#define LAYOUT           PAIR(LAYOUT, hsa_ext_image_data_layout_t)

/* A row of functions.def: F2(result, name, hook before, hook after, two parameters); V2: no result.  It becomes
 * FUNCTION(result, name, hooks, types, kinds, parameters p1 .., their names, how many), or VOID_FUNCTION. */
#define F0(...)                 F0_(__VA_ARGS__)
#define F1(...)                 F1_(__VA_ARGS__)
#define F2(...)                 F2_(__VA_ARGS__)
#define F3(...)                 F3_(__VA_ARGS__)
#define F4(...)                 F4_(__VA_ARGS__)
#define F5(...)                 F5_(__VA_ARGS__)
#define F6(...)                 F6_(__VA_ARGS__)
#define F7(...)                 F7_(__VA_ARGS__)
#define F8(...)                 F8_(__VA_ARGS__)
#define FA(...)                 FA_(__VA_ARGS__)
#define V2(...)                 V2_(__VA_ARGS__)
#define F0_(R, N, B, E)         FUNCTION(R, N, B, E, (void), (KIND_ANY), (void), (), 0)
#define F1_(R, N, B, E, K1, T1) FUNCTION(R, N, B, E, (T1), (K1), (T1 p1), (p1), 1)
#define F2_(R, N, B, E, K1, T1, K2, T2)                                                            \
    FUNCTION(R, N, B, E, (T1, T2), (K1, K2), (T1 p1, T2 p2), (p1, p2), 2)
#define F3_(R, N, B, E, K1, T1, K2, T2, K3, T3)                                                    \
    FUNCTION(R, N, B, E, (T1, T2, T3), (K1, K2, K3), (T1 p1, T2 p2, T3 p3), (p1, p2, p3), 3)
#define F4_(R, N, B, E, K1, T1, K2, T2, K3, T3, K4, T4)                                            \
    FUNCTION(R, N, B, E, (T1, T2, T3, T4), (K1, K2, K3, K4), (T1 p1, T2 p2, T3 p3, T4 p4),         \
             (p1, p2, p3, p4), 4)
#define F5_(R, N, B, E, K1, T1, K2, T2, K3, T3, K4, T4, K5, T5)                                    \
    FUNCTION(R, N, B, E, (T1, T2, T3, T4, T5), (K1, K2, K3, K4, K5),                               \
             (T1 p1, T2 p2, T3 p3, T4 p4, T5 p5), (p1, p2, p3, p4, p5), 5)
#define F6_(R, N, B, E, K1, T1, K2, T2, K3, T3, K4, T4, K5, T5, K6, T6)                            \
    FUNCTION(R, N, B, E, (T1, T2, T3, T4, T5, T6), (K1, K2, K3, K4, K5, K6),                       \
             (T1 p1, T2 p2, T3 p3, T4 p4, T5 p5, T6 p6), (p1, p2, p3, p4, p5, p6), 6)
#define F7_(R, N, B, E, K1, T1, K2, T2, K3, T3, K4, T4, K5, T5, K6, T6, K7, T7)                    \
    FUNCTION(R, N, B, E, (T1, T2, T3, T4, T5, T6, T7), (K1, K2, K3, K4, K5, K6, K7),               \
             (T1 p1, T2 p2, T3 p3, T4 p4, T5 p5, T6 p6, T7 p7), (p1, p2, p3, p4, p5, p6, p7), 7)
#define F8_(R, N, B, E, K1, T1, K2, T2, K3, T3, K4, T4, K5, T5, K6, T6, K7, T7, K8, T8)            \
    FUNCTION(R, N, B, E, (T1, T2, T3, T4, T5, T6, T7, T8), (K1, K2, K3, K4, K5, K6, K7, K8),       \
             (T1 p1, T2 p2, T3 p3, T4 p4, T5 p5, T6 p6, T7 p7, T8 p8),                             \
             (p1, p2, p3, p4, p5, p6, p7, p8), 8)
#define FA_(R, N, B, E, K1, T1, K2, T2, K3, T3, K4, T4, K5, T5, K6, T6, K7, T7, K8, T8, K9, T9,    \
            KA, TA)                                                                                \
    FUNCTION(R, N, B, E, (T1, T2, T3, T4, T5, T6, T7, T8, T9, TA),                                 \
             (K1, K2, K3, K4, K5, K6, K7, K8, K9, KA),                                             \
             (T1 p1, T2 p2, T3 p3, T4 p4, T5 p5, T6 p6, T7 p7, T8 p8, T9 p9, TA pA),               \
             (p1, p2, p3, p4, p5, p6, p7, p8, p9, pA), A)
#define V2_(R, N, B, E, K1, T1, K2, T2)                                                            \
    VOID_FUNCTION(R, N, B, E, (T1, T2), (K1, K2), (T1 p1, T2 p2), (p1, p2), 2)

/* The runtime's own functions, by their names; loaded before anything of it is called. */
struct real {
#define FUNCTION(R, N, B, E, TYPES, KINDS, PARAMETERS, NAMES, COUNT) R(*N) TYPES;
#define VOID_FUNCTION                                                FUNCTION
#include "test/hsa-check/functions.def"
#undef FUNCTION
};
extern struct real real;

/* ---- calls ---- */

enum { MAX_WORDS = 10 };

struct call {
    const struct function *function;
    uint64_t word[MAX_WORDS]; /* arguments, zero-extended; a hook before may change them */
    uint64_t result;
    bool is_ok;      /* the runtime's function has not failed */
    unsigned told;   /* misuses of this call */
    void *context;   /* of a callback that is replaced: a hook's, from before to after */
    uint64_t old[2]; /* the program's callback and its argument */
};

typedef void hook(struct call *call);

struct function {
    const char *name;
    hook *before, *after;
    bool has_status;
    unsigned char kinds[MAX_WORDS];
};

/* false: the call is not to be made, and fails. */
bool call_begin(struct call *call);
/* Will it be? */
bool call_is_made(const struct call *call);
void call_end(struct call *call);

static inline void *
call_pointer(const struct call *call, unsigned index)
{
    return (void *)(uintptr_t)call->word[index];
}

void check_lock(void);
void check_unlock(void);
/* Around a callback of the program's: its calls are looked at. */
unsigned check_leave(void);
void check_return(unsigned before);

/* ---- what is told (report.c) ---- */

/* "hsa-check: FUNCTION: ..."; call NULL: of no call. */
void misuse(struct call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* One that is not counted. */
void warning(struct call *call, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "hsa-check: ...", which is neither. */
void report_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void report_count_call(void);
bool report_skips(void); /* calls that are misuse are not made */

/* ---- objects ---- */

struct signal {
    int64_t expected; /* its value if none of what is pending were over */
    int64_t seen;     /* last value that the program got or stored */
    unsigned pending, waiters, handlers;
    bool is_peeked;        /* the program can read its value by a pointer */
    struct object *rings;  /* it is that queue's doorbell */
    unsigned stamp, ended; /* of a sweep (work.c) */
};

struct queue_report {
    queue_callback *callback;
    void *data;
};

struct queue {
    hsa_queue_t *queue;
    uint64_t next; /* of the packets before all were looked at, but those in `late` */
    struct queue_report *report;
    uint64_t seen;  /* read index, as the program got it last */
    uint64_t *late; /* packets that were not written yet when a later one was told of */
    size_t late_count;
    bool is_dead;       /* broken or inactivated */
    bool is_told_scope; /* of a release that the host does not see */
    bool is_passed;     /* of a sweep */
};

struct reader {
    const void *bytes; /* NULL: of a file */
    size_t size;
    uint64_t sum;
};

struct executable {
    hsa_profile_t profile;
    bool is_frozen;
    struct object **readers;
    size_t reader_count;
};

struct kernel {
    uint64_t agent;
    uint32_t kernarg_size, kernarg_align, group, private;
};

enum { MAX_AGENTS = 32 };

struct agent {
    unsigned index; /* bit of masks */
    bool is_gpu, is_faulted;
    hsa_profile_t profile;
    uint32_t max_queue, max_queues, max_group, max_lds;
    uint16_t max_group_dim[3];
    uint32_t max_grid;
    unsigned queues;     /* live */
    bool is_told_queues; /* that they are too many */
};

struct pool {
    bool may_allocate, is_kernarg, is_host;
    uint32_t allowed, never; /* agents, by default */
};

struct object {
    struct object *next;
    enum kind kind;
    bool is_live;
    uint64_t handle;
    struct object *owner; /* executable of a symbol or kernel; agent of a queue, image or sampler */
    uint64_t memory;      /* of an image: start of its memory */
    hsa_dim3_t extent;    /* of an image */
    union {
        struct signal signal;
        struct queue queue;
        struct reader reader;
        struct executable executable;
        struct kernel kernel;
        struct agent agent;
        struct pool pool;
    };
};

struct object *object_new(enum kind kind, uint64_t handle);
/* Live or destroyed; NULL: never given. */
struct object *object_find(enum kind kind, uint64_t handle);
struct object *object_live(enum kind kind, uint64_t handle);
void object_end(struct object *object);
/* Of all live objects of that kind. */
void object_each(enum kind kind, void (*visit)(struct object *object, void *data), void *data);
/* Tells of what still lives, and forgets all. */
void objects_forget(struct call *call);
const char *object_name(enum kind kind);
/* Tells what is wrong with such a handle, if it is not live; "" or "completion " and the like before. */
struct object *object_wanted(struct call *call, const char *what, enum kind kind, uint64_t handle);

/* By kinds (argument.c). */
void arguments_check(struct call *call);

/* ---- the machine (machine.c) ---- */

/* Between hsa_init and the last hsa_shut_down?  Tells if not; hsa_init and what needs none may always. */
bool machine_is_open(struct call *call);
/* The end of the process, and whether that has come: nothing is looked at any more. */
void machine_end(void);
bool machine_is_over(void);
/* Masks of agents in a list; tells of wrong ones. */
uint32_t machine_mask(struct call *call, const hsa_agent_t *agents, uint64_t count);
uint32_t machine_hosts(void);
/* GPUs of a mask have faulted, or will: what they have under way may never end.  Those that have. */
void machine_fault(uint32_t agents);
uint32_t machine_faulted(void);

/* ---- memory (memory.c) ---- */

struct range {
    uintptr_t start, size;
    uintptr_t host;      /* locked: where the program sees it; else 0 */
    uint32_t agents;     /* that may use it, by masks */
    const char *freer;   /* who may free it */
    struct object *pool; /* or region; NULL: locked */
};

/* Live memory that has that byte as GPUs see it, or NULL. */
struct range *range_of(uintptr_t address);
/* Locked memory that has it where the program sees it, or NULL. */
struct range *lock_of(uintptr_t address);
bool range_is_readable(const struct range *range); /* by the host */
/* Memory that the runtime has beside: of executables and queues. */
bool memory_is_runtimes(uintptr_t address, uint64_t size);
size_t memory_count(void);
void memory_forget(struct call *call);

/* ---- what is under way (work.c) ---- */

enum work_kind { WORK_DISPATCH, WORK_BARRIER, WORK_COPY };
enum { MAX_WAITS = 32, MAX_USES = 128 };

struct work {
    struct work *next, *before;
    enum work_kind kind;
    struct object *queue; /* NULL: a copy */
    uint32_t agents;      /* of a copy */
    uint64_t index;
    bool has_barrier, is_over;
    unsigned release; /* scope */
    struct object *signal, *waits[MAX_WAITS];
    unsigned wait_count;
    struct object *executable;
    const void *kernarg;
    size_t kernarg_size;
    uint64_t sum;
    const uint8_t *slot;     /* in the ring */
    uint64_t slot_sum;       /* without its header */
    uint64_t uses[MAX_USES]; /* starts of memory, handles of images and samplers */
    unsigned use_count;
};

/* A sum of bytes. */
uint64_t work_sum(const void *bytes, size_t size);
struct work *work_new(enum work_kind kind);
/* From now on it counts.  Its completion signal's value is looked at: it has to be larger than 0.  false: it is wrong,
 * more having been told of the call than before, so that nobody knows how it ends; it is freed, and no more told of. */
bool work_begin(struct call *call, struct work *work, unsigned told);
/* It did not begin. */
void work_cancel(struct work *work);
/* It uses memory that starts there, or an image or sampler; it waits for a signal. */
void work_use(struct work *work, uint64_t what);
void work_wait(struct work *work, struct object *signal);
/* Packets of a queue that have not begun are as they were released. */
void work_check_slots(struct call *call, const struct object *queue);
/* Finds what is over; waited: the signal whose value the program has just got, or NULL. */
void work_sweep(struct call *call, const struct object *waited);
/* What of it is under way, as a text; NULL: nothing.  Sweep before. */
const char *work_uses(uint64_t what);
const char *work_completes(const struct object *signal);
const char *work_has_signal(const struct object *signal);
const char *work_runs(const struct object *executable);
const char *work_of(const struct object *queue);
/* It goes, whatever used it. */
void work_stop_using(uint64_t what);
void work_forget_signal(const struct object *signal);
/* What a queue has will not end. */
void work_drop(const struct object *queue);
void work_drop_agent(const struct object *agent);
void work_forget(void);

/* ---- packets (queue.c, packet.c) ---- */

/* A doorbell is stored to. */
void queue_ring(struct call *call, struct object *queue, uint64_t value);

/* A packet has been found in a ring. */
void packet_check(struct call *call, struct object *queue, uint64_t index);

/* ---- hooks, which functions.def names; `none` does nothing ---- */

#define FUNCTION(R, N, B, E, TYPES, KINDS, PARAMETERS, NAMES, COUNT) hook B, E;
#include "test/hsa-check/functions.def"
#undef FUNCTION

#endif

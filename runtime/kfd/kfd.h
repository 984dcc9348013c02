/* What the files of this room share: the process's view of a kernel driver whose GPUs are simulated.
 *
 * Structures and constants are those of the driver's user-mode library (hsakmt.h, ROCT-Thunk-Interface 5.2.3);
 * amd_queue_t and amd_signal_t those that HSA's runtime puts into shared memory (AMDGPU Compute ABI).
 *
 * Locks, in the order in which they may be held: memory.c's of changes, a GPU's `sim_lock` (its simulator, while a packet runs),
 * `the_kfd.lock` (all tables), the lock of events (event.c). */
#ifndef OCC_RUNTIME_KFD_KFD_H
#define OCC_RUNTIME_KFD_KFD_H

#include "gcn/card/card.h"
#include "runtime/record/record.h"
#include "runtime/report/report.h"
#include "runtime/settings/settings.h"
#include "runtime/sim/sim.h"

#include <hsakmt.h>
#include <pthread.h>
#include <stdatomic.h>

enum {
    KFD_GPUS = SETTINGS_DEVICES,
    KFD_PAGE = 4096,
    KFD_EVENTS = 4096,
    KFD_DOORBELLS =
        1024, /* queues of a GPU: all are in one block, by which trap handlers find a queue */
};

struct kfd_gpu;
struct kfd_queue;

/* ---- memory ---- */

enum kfd_kind { KFD_ALLOCATED, KFD_REGISTERED, KFD_SCRATCH };

/* An allocation, or memory of the program that was registered.  Lives until it is in no table and on no GPU. */
struct kfd_memory {
    enum kfd_kind kind;
    uint64_t base, size; /* where GPUs find it, whole pages */
    uint8_t *bytes;      /* where the simulator does; may be elsewhere */
    void *host;          /* where the program does; NULL: nowhere */
    void *registered;    /* what the program registered, from anywhere in a page on */
    uint64_t registered_size;
    void *reserved; /* addresses that nobody else gets: base with a page on each side */
    size_t reserved_size;
    uint8_t *undefined; /* bits that nobody has written: as many bytes; NULL: not looked at */
    uint32_t node;
    HsaMemFlags flags;
    unsigned registrations; /* of KFD_REGISTERED: each is taken back */
    void *user_data;
    uint32_t mapped[KFD_GPUS]; /* nodes of GPUs that may use it */
    unsigned mapped_count;
    atomic_uint references;
};

/* Addresses for memory, from base on if that is not 0, and no pages yet; NULL: there are none. */
struct kfd_memory *kfd_pages_new(enum kfd_kind kind, uint32_t node, uint64_t base, uint64_t size,
                                 HsaMemFlags flags);
/* Its pages, for host and GPUs as its flags say, with what is known of undefined bits.  false: no memory. */
bool kfd_pages_commit(struct kfd_memory *memory);
uint64_t kfd_round(uint64_t size, uint64_t unit); /* up */
void kfd_memory_release(struct kfd_memory *memory);
/* What has the address, as GPUs see it, or of registered memory as the program does; the_kfd.lock is held. */
struct kfd_memory *kfd_memory_find(const void *pointer);
bool kfd_memory_is_mapped(const struct kfd_memory *memory, uint32_t node); /* the same */
/* What that GPU finds at the address; NULL: nothing.  The lock is held. */
struct kfd_memory *kfd_memory_on(const struct kfd_gpu *gpu, uint64_t address);
/* Of one that HSA memory functions have given: on that GPU, too. */
HSAKMT_STATUS kfd_mapped_on(void *address, uint32_t node);
/* Those that the GPU may use and no code is in, with references, the first *named of which have one of the
 * addresses in them.  NULL: there are none, or no memory. */
struct kfd_memory **kfd_memory_list(uint32_t node, const uint64_t *addresses, unsigned count,
                                    unsigned *listed, unsigned *named);
/* All that is in the table goes.  No GPU works any more. */
void kfd_memory_end(void);
/* In a child of a fork: threads of the parent change nothing here. */
void kfd_memory_forget(void);

/* ---- GPUs ---- */

/* Takes the packets of some queues of a GPU, one after the other, in a thread of its own. */
struct kfd_processor {
    struct kfd_gpu *gpu;
    /* Does what can be done of a queue's first packet.  false: nothing. */
    bool (*step)(struct kfd_queue *queue);
    pthread_t thread;
    bool has_thread;
    bool stop;                /* the running packet is to end: atomic */
    struct kfd_queue *queues; /* the rest by the_kfd.lock */
    struct kfd_queue *running;
    uint64_t turns;         /* how often `running` has become NULL */
    pthread_cond_t changed; /* so it has */
};

void kfd_processor_begin(struct kfd_processor *processor, struct kfd_gpu *gpu,
                         bool (*step)(struct kfd_queue *queue));
/* Waits until what it does now is done; the_kfd.lock is held. */
void kfd_processor_settle(struct kfd_processor *processor);
/* Ends its thread, and the packet that runs; the_kfd.is_ending is set. */
void kfd_processor_stop(struct kfd_processor *processor);
/* That, and its queues go. */
void kfd_processor_end(struct kfd_processor *processor);

/* What a GPU is to do with its memory before its next packet. */
struct kfd_request {
    struct kfd_request *next;
    struct kfd_memory *memory;
    bool is_map;
};

struct kfd_gpu {
    uint32_t node;
    const struct gcn_target *target;
    const struct gcn_card *card;
    pthread_mutex_t sim_lock;
    struct sim_device *sim; /* NULL until a queue or memory needs it */
    uint8_t *doorbells;     /* KFD_DOORBELLS of 8 bytes */
    struct kfd_processor compute, copies;
    struct kfd_request *requests; /* the newest first; by the_kfd.lock */
    uint64_t used;                /* bytes of its memory */
    uint64_t last_nameless;       /* kernel object that no loaded object has */
};

/* The GPU of a node; NULL: it has none. */
struct kfd_gpu *kfd_gpu_of(uint32_t node);
/* Maps or unmaps now, or before the GPU's next packet if one runs. */
HSAKMT_STATUS kfd_gpu_map(struct kfd_gpu *gpu, struct kfd_memory *memory, bool is_map);
/* With its sim_lock held: does what is asked for. */
void kfd_gpu_catch_up(struct kfd_gpu *gpu);
/* Ends its threads, and the packets that run; the_kfd.is_ending is set. */
void kfd_gpu_stop(struct kfd_gpu *gpu);
/* That, and its simulator goes. */
void kfd_gpu_end(struct kfd_gpu *gpu);

/* ---- queues ---- */

enum kfd_queue_state {
    KFD_QUEUE_RUNS,
    KFD_QUEUE_WAITS, /* for the runtime to answer: queue_inactive_signal becomes 0 */
    KFD_QUEUE_DEAD,  /* a packet failed */
};

struct kfd_queue {
    struct kfd_queue *next;
    struct kfd_processor *processor;
    struct kfd_gpu *gpu;
    HSA_QUEUEID id;
    HSA_QUEUE_TYPE type;
    unsigned doorbell; /* index */
    enum kfd_queue_state state;
    unsigned percentage; /* 0: it is suspended */
    bool is_going;       /* it is being destroyed */
    /* Of compute: */
    uint64_t address; /* of its amd_queue_t */
    uint64_t end;     /* the index after the last packet that it was told of */
    /* Of copies: */
    uint64_t ring, ring_size;
    uint64_t position;    /* in the ring, of the next packet */
    uint64_t read, write; /* what the program has as Queue_read_ptr and Queue_write_ptr */
};

/* The memory that the program stores to. */
void *kfd_doorbell_of(const struct kfd_queue *queue);
/* The step of compute, and of copies. */
bool kfd_queue_step(struct kfd_queue *queue);
bool kfd_sdma_step(struct kfd_queue *queue);

/* ---- events ---- */

/* Where mailboxes are; NULL: no memory. */
uint64_t *kfd_mailboxes(void);
/* An interrupt of a packet processor, with the whole id of an event, or of a wave: its low bits. */
void kfd_interrupt(uint32_t event);
void kfd_message(void *data, uint32_t event);
/* All that wait for faults of memory are told. */
void kfd_memory_fault(uint32_t node, uint64_t address, bool is_read_only);
void kfd_events_end(void);
/* In a child of a fork, where nobody waits: they are left. */
void kfd_events_forget(void);

/* ---- the process ---- */

struct kfd {
    pthread_mutex_t lock;
    unsigned opened;
    bool is_ending; /* atomic */
    struct settings settings;
    struct report *report; /* NULL: nobody wants one */
    struct record *record; /* the same */
    struct kfd_gpu gpus[KFD_GPUS];
    unsigned gpu_count;
    struct kfd_memory **memory; /* by ascending base */
    size_t memory_count, memory_room;
    HSA_QUEUEID last_queue;
    const void
        *debug; /* struct r_debug of the runtime: what it has loaded; NULL: it tells nobody */
    struct kfd_memory *mailboxes;
};

extern struct kfd the_kfd;

/* Has hsaKmtOpenKFD been called, in this process? */
bool kfd_is_open(void);
/* A line on standard error. */
void kfd_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif

/* Real GPUs, driven by HSA's runtime (ROCr): what there is, memory, code, queues, launches, copies, images.
 *
 * libhsa-runtime64.so.1 is loaded when it is first asked for; nothing needs it before.  Functions of it that are
 * used stand in runtime.def.  Any thread may call, also several at once, unless a comment says otherwise.  Nothing
 * here exits, aborts or prints; the only state of the process is ROCr's own (HSA Runtime Programmer's Reference
 * Manual 1.2, 2.1: hsa_init counts).  "Addresses" are those that GPUs use; a text *why is the caller's to free, and
 * NULL if there was no memory for it. */
#ifndef OCC_RUNTIME_HSA_GPU_H
#define OCC_RUNTIME_HSA_GPU_H

#include "gcn/isa/gcn_target.h"
#include "runtime/sim/sim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gpu_system; /* ROCr, and what it found */
struct gpu;        /* an agent with its memory; lives as long as the system */
struct gpu_queue;
struct gpu_fence;  /* the end of a command: counted references */
struct gpu_object; /* a loaded code object */

/* ---- what there is ---- */

/* NULL: *why says why there is no ROCr, or that it found no GPU at all.  Each success is closed once. */
struct gpu_system *gpu_system_open(char **why);
/* Waits for copies under way.  Objects, queues, images and memory are freed before; fences that are over may live on.
 * NULL is allowed.  In a child of fork each call here fails, and nothing of the parent's is touched. */
void gpu_system_close(struct gpu_system *system);
/* For who ends the process while others may yet call: nothing reaches ROCr from here on, calls fail or do nothing, and
 * what is under way is lost. */
void gpu_system_abandon(struct gpu_system *system);
/* "ROCr 1.1 (/usr/lib/.../libhsa-runtime64.so.1.5.0)": lives as long as the system. */
const char *gpu_system_name(const struct gpu_system *system);

/* Those that occ has a target for, in ROCr's order. */
unsigned gpu_count(const struct gpu_system *system);
struct gpu *gpu_at(const struct gpu_system *system, unsigned index);
/* GPUs that cannot be used: "gfx1030: occ has no target for it".  NULL: there is none of that index any more. */
const char *gpu_refused_at(const struct gpu_system *system, unsigned index);

struct gpu_info {
    const struct gcn_target *target;
    char processor
        [64]; /* as -mcpu= takes it, with the features that the agent's ISA names: "gfx900:xnack-" */
    char name[64];                 /* as it is sold: "Radeon RX Vega"; the chip if nobody says */
    char uuid[24];                 /* "GPU-..."; "": none */
    unsigned compute_units, simds; /* simds: of a compute unit */
    unsigned clock;                /* MHz, at most */
    unsigned queues;               /* at once, at most */
    unsigned cache_line;           /* bytes */
    uint64_t cache;                /* bytes of the largest */
    uint64_t memory, allocation;   /* bytes of its own; of one allocation at most */
    uint32_t chip, domain, bdf;    /* of PCI: device id; bus << 8 | device << 3 | function */
    bool is_full_profile;          /* HSA_PROFILE_FULL */
    bool has_images;
    /* texels: width of 1D; of 1D buffers; sides of 2D; of 3D; layers of arrays */
    uint32_t width_1d, width_buffer, size_2d[2], size_3d[3], layers;
    bool has_coherent_atomics; /* 64-bit ones reach the host's memory over the link */
};
const struct gpu_info *gpu_describe(const struct gpu *gpu);

/* ---- memory ---- */

enum gpu_memory {
    GPU_MEMORY_OWN, /* the GPU's, coarse-grained: the host never touches it; other GPUs do not see it */
    GPU_MEMORY_HOST,    /* the host's, fine-grained: the host and all GPUs see it at one address */
    GPU_MEMORY_KERNARG, /* the same, for arguments */
};
/* At least size bytes, aligned to a page; NULL: there is no room. */
void *gpu_alloc(struct gpu *gpu, enum gpu_memory kind, size_t size);
void gpu_free(struct gpu_system *system, void *memory); /* NULL is allowed */
/* Lets all GPUs see the program's own memory; where they see it, or NULL: they cannot (memory that may only be read,
 * a file's).  Each success is undone once, by the same host address. */
void *gpu_lock(struct gpu_system *system, void *host, size_t size);
void gpu_unlock(struct gpu_system *system, void *host);

/* ---- commands under way ---- */

enum gpu_status {
    GPU_UNDER_WAY,
    GPU_OVER,  /* it ended well */
    GPU_FAULT, /* it broke its queue, or had begun when that broke: gpu_fence_message */
    GPU_LOST,  /* the queue broke before it, so it never ran; it may be submitted to another one */
};
/* A memory fault names a GPU and no queue: all of its queues break, what they had begun is a fault each, and so are
 * copies that do not end within some seconds.  Real GPUs do nothing more for the process then: gpu_queue_new and
 * gpu_copy try whether they do, for a second at most, and say if not. */
enum gpu_status gpu_fence_status(const struct gpu_fence *fence);
/* Waits up to so many nanoseconds, UINT64_MAX: for ever.  Wakes when the queue breaks. */
enum gpu_status gpu_fence_wait(struct gpu_fence *fence, uint64_t nanoseconds);
/* What ROCr said of a fault: "memory fault: access in the page of 0x..., which is not mapped", "an illegal
 * instruction", "a trap".  It lives as long as the fence; NULL: it is no fault. */
const char *gpu_fence_message(const struct gpu_fence *fence);
/* When the command began and ended on the GPU, in nanoseconds of CLOCK_MONOTONIC.  false: it is not over, or its
 * queue (of copies: the system) was not asked to keep times. */
bool gpu_fence_times(const struct gpu_fence *fence, uint64_t *start, uint64_t *end);
struct gpu_fence *gpu_fence_retain(struct gpu_fence *fence);
void gpu_fence_release(struct gpu_fence *fence); /* NULL is allowed; a command under way goes on */

/* Copies between two ranges that do not overlap, each GPU_MEMORY_OWN of the GPU, GPU_MEMORY_HOST or locked, once all
 * the fences are over.  Who gives one that is not yet sure to end blocks the GPU's copies.  NULL: *why. */
struct gpu_fence *gpu_copy(struct gpu *gpu, void *to, const void *from, size_t size,
                           struct gpu_fence *const *waits, unsigned wait_count, char **why);
/* Keep times of copies?  At first: no. */
void gpu_system_keep_times(struct gpu_system *system);

/* ---- code ---- */

/* An address for a name that the object leaves undefined. */
struct gpu_definition {
    const char *name;
    void *address;
};
/* Is it a whole code object for that very GPU, as far as its header says?  false: *why, with the names of both. */
bool gpu_object_fits(const struct gpu *gpu, const void *bytes, size_t size, char **why);
/* A code object of version 2 to 5 for that very GPU; bytes are copied.  NULL: *why. */
struct gpu_object *gpu_object_load(struct gpu *gpu, const void *bytes, size_t size,
                                   const struct gpu_definition *definitions, unsigned count,
                                   char **why);
/* Nothing of it runs any more. */
void gpu_object_unload(struct gpu_object *object); /* NULL is allowed */

struct gpu_kernel {
    uint64_t handle; /* of AQL packets: the descriptor's address */
    uint32_t kernarg_size, kernarg_align;
    uint32_t group_size, private_size; /* LDS of a work-group, scratch of a work-item: bytes */
    bool has_dynamic_stack;
};
/* By the name of the source ("f", not "f.kd").  false: there is none. */
bool gpu_object_kernel(struct gpu_object *object, const char *name, struct gpu_kernel *kernel);
/* A variable that the object exports.  false: there is none of that name. */
bool gpu_object_variable(const struct gpu_object *object, const char *name, void **address,
                         uint64_t *size);

/* ---- queues and launches ---- */

enum gpu_priority { GPU_PRIORITY_LOW, GPU_PRIORITY_NORMAL, GPU_PRIORITY_HIGH };
struct gpu_queue_options {
    enum gpu_priority priority;
    bool keeps_times;
    const uint32_t *cu_mask; /* a bit for each compute unit that it may use; NULL: all */
    unsigned cu_mask_words;
};
/* NULL: *why. */
struct gpu_queue *gpu_queue_new(struct gpu *gpu, const struct gpu_queue_options *options,
                                char **why);
/* Waits for what is under way, unless the queue is broken. */
void gpu_queue_free(struct gpu_queue *queue); /* NULL is allowed */
/* No command of it will run any more: those under way are lost, but the first, which is a fault by that message.  As when
 * it breaks by itself, other queues that wait for one of them stand still there for good, until they are abandoned. */
void gpu_queue_break(struct gpu_queue *queue, const char *message);
/* It breaks, and all that is under way is lost: for a queue that stands still, whose first command has not begun. */
void gpu_queue_abandon(struct gpu_queue *queue);
bool gpu_queue_is_broken(const struct gpu_queue *queue);
/* Where its amd_queue_t is (hidden arguments), and bits 63:32 of the apertures of LDS and scratch (GFX7 on: in
 * amd_queue_t). */
uint64_t gpu_queue_address(const struct gpu_queue *queue);
void gpu_queue_apertures(const struct gpu_queue *queue, uint32_t *shared, uint32_t *private);

struct gpu_launch {
    const struct gpu_kernel *kernel;
    unsigned dims;                /* 1 to 3 */
    uint32_t global[3], local[3]; /* work-items; 1 in dimensions that it has not */
    const void
        *arguments;      /* kernel->kernarg_size bytes, copied to a ring of the queue that grows */
    uint32_t group_size; /* LDS: static and dynamic, bytes */
    uint32_t private_size; /* 0: the kernel's */
    bool is_unordered;     /* it may begin before those submitted before it have ended */
    bool
        is_quiet; /* its end interrupts nobody: cheap, but who waits for it looks again and again */
};
/* Begins after all the fences are over (those of this queue need no packet if it is ordered), and, unless it is
 * unordered, after what was submitted before it.  System scope on acquire and release.  Waits while the queue is full.
 * Several threads may submit to one queue.  NULL: *why; a broken queue has one. */
struct gpu_fence *gpu_submit(struct gpu_queue *queue, const struct gpu_launch *launch,
                             struct gpu_fence *const *waits, unsigned wait_count, char **why);
/* A command that the host does not submit: kernels put packets into the queue, and the last of them stores 0 to the
 * signal, which *signal becomes (hsa_signal_t).  If the queue breaks before, it is a fault. */
struct gpu_fence *gpu_expect(struct gpu_queue *queue, uint64_t *signal, char **why);
/* The index of the packet that goes into the queue next, by whomever. */
uint64_t gpu_queue_write_index(const struct gpu_queue *queue);
/* A command that does nothing. */
struct gpu_fence *gpu_submit_barrier(struct gpu_queue *queue, struct gpu_fence *const *waits,
                                     unsigned wait_count, char **why);

/* ---- images and samplers (hsa_ext_image.h) ---- */

/* Has the GPU such images for kernels to read, to write; both: for one kernel to do both (read_write)? */
bool gpu_image_exists(struct gpu *gpu, enum sim_geometry geometry, enum sim_channel_order order,
                      enum sim_channel_type type, bool reads, bool writes);
/* An image with memory of its own, opaque layout; *handle is what a kernel's argument holds.  false: *why. */
bool gpu_image_new(struct gpu *gpu, const struct sim_image_info *info, uint64_t *handle,
                   char **why);
/* One of texels that are there: a 1D buffer, or 2D rows of info->pitch texels (0: of its width), which begin at
 * multiples of SIM_IMAGE_ALIGNMENT bytes. */
bool gpu_image_map(struct gpu *gpu, const struct sim_image_info *info, void *texels,
                   uint64_t *handle, char **why);
/* One of another one's texels in another channel order of as many components, which goes before that one. */
bool gpu_image_view(struct gpu *gpu, uint64_t image, enum sim_channel_order order, uint64_t *handle,
                    char **why);
void gpu_image_free(struct gpu *gpu, uint64_t handle); /* 0 is allowed */
/* Copies texels between the image and host memory without gaps, which need not be locked; returns when that is done.
 * No command that uses the image is under way.  false: *why. */
bool gpu_image_write(struct gpu *gpu, uint64_t handle, const struct sim_image_box *box,
                     const void *texels, char **why);
bool gpu_image_read(struct gpu *gpu, uint64_t handle, const struct sim_image_box *box, void *texels,
                    char **why);
bool gpu_sampler_new(struct gpu *gpu, const struct sim_sampler_info *info, uint64_t *handle,
                     char **why);
void gpu_sampler_free(struct gpu *gpu, uint64_t handle); /* 0 is allowed */

#endif

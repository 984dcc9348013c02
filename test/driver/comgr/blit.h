/* Kernels that AMD's OpenCL and HIP runtimes compile for themselves, run on the simulator: what these files share.
 * Each function of the device library that they call is held to a computation on the host. */
#ifndef OCC_TEST_DRIVER_COMGR_BLIT_H
#define OCC_TEST_DRIVER_COMGR_BLIT_H

#include "runtime/sim/sim.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ARGUMENTS = 12 };

/* A program on a device, and the launch that is being prepared. */
struct blit {
    struct sim_device *device;
    struct sim_object *object;
    const char *prefix; /* of the kernels' names */
    bool has_bodies;    /* copyBuffer and fillBufferAligned call no library: ROCm 6.2 */
    bool has_size;      /* streamOpsWrite is told the size of the word: before 6.2 */
    bool quiet;         /* failures are expected */
    bool is_peer;       /* another compiler's, with AMD's device library */
    const char *what;   /* target, release and version, for messages */
    struct sim_arg arguments[MAX_ARGUMENTS];
    uint8_t bytes[MAX_ARGUMENTS][32];
    unsigned count;
    unsigned cases, failures;
};

void blit_fail(struct blit *blit, const char *kernel, const char *why);
/* Is the kernel in this release? */
bool blit_has(const struct blit *blit, const char *kernel);
/* Adds an argument; a vector is passed as an array. */
void blit_bytes(struct blit *blit, const void *bytes, size_t size);
void blit_u32(struct blit *blit, uint32_t value);
void blit_u64(struct blit *blit, uint64_t value);
#define BLIT_VECTOR(blit, T, ...) blit_bytes(blit, (T[4]){__VA_ARGS__}, 4 * sizeof(T))
/* Runs it over at least size[] work-items, as ROCclr's KernelBlitManager does: groups of 256, 16 x 16 or 8 x 8 x 4,
 * by dims; and counts a case.  The arguments are gone then. */
bool blit_run(struct blit *blit, const char *kernel, unsigned dims, const uint32_t size[3]);
/* The same in groups of `group` work-items, which divides the size. */
bool blit_run_groups(struct blit *blit, const char *kernel, uint32_t size, uint32_t group);

/* Memory of `size` bytes that begins `skip` bytes after a multiple of 256, filled with a pattern of its own; *copy:
 * what is in it, the caller's.  Freed by blit_drop. */
struct blit_buffer {
    uint64_t address, allocation;
    uint8_t *copy;
    size_t size;
};
struct blit_buffer blit_buffer(struct blit *blit, size_t size, unsigned skip);
/* Does the device hold what is in the copy? */
void blit_compare(struct blit *blit, const char *kernel, const struct blit_buffer *buffer);
void blit_drop(struct blit *blit, struct blit_buffer *buffer);

void blit_check_buffers(struct blit *blit);
void blit_check_images(struct blit *blit);
void blit_check_queues(struct blit *blit);

#endif

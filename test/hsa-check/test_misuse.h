/* test_misuse: each kind of misuse once, and the line that must tell of it. */
#ifndef OCC_TEST_HSA_CHECK_TEST_MISUSE_H
#define OCC_TEST_HSA_CHECK_TEST_MISUSE_H

#include "test/kfd/hsa_host.h"

#include <hsa/hsa_ext_image.h>

/* Two GPUs, a program for the first, and memory: made once. */
struct bench {
    struct machine machine;
    const struct gpu *gpu, *other;
    struct program program;
    struct kernel put;           /* (global uint *a, uint n) */
    struct kernel note;          /* (global uint *a, ulong n) */
    struct kernel wide;          /* that has local and private memory */
    uint32_t *words;             /* of the host, WORDS_BYTES */
    uint8_t *device;             /* of the first GPU, WORDS_BYTES */
    uint8_t *foreign;            /* of the second GPU, which the first may not use */
    uint8_t *locked;             /* of malloc, locked; GPUs see it elsewhere */
    hsa_amd_memory_pool_t group; /* of which nothing may be allocated */
    hsa_signal_t never;          /* no signal */
};
enum { WORDS_BYTES = 8192 };
extern struct bench bench;

/* A misuse: what makes it, and a part of the lines that tell of it, all of them.  What it begins it ends. */
struct misuse {
    const char *name, *says;
    void (*make)(void);
};
/* Are there lines, and do all say that? */
void misuse_expect(const char *name, const char *says);
void misuse_run(const struct misuse *misuses, unsigned count);
#define RUN(misuses) misuse_run(misuses, sizeof(misuses) / sizeof *(misuses))

void misuse_arguments(void);
void misuse_memory(void);
void misuse_packets(void);
void misuse_life(void);

/* A queue on which a dispatch of `put` waits for a gate that the host opens. */
struct held {
    hsa_queue_t *queue;
    hsa_signal_t gate, done;
    void *arguments;
};
struct held held_begin(void);
/* Of `note`, with a number. */
struct held held_begin_with(uint64_t number);
void held_end(struct held *held);

#endif

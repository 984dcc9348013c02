/* What the programs that use HSA's interface share: GPUs with their memory, programs compiled by libocc, queues
 * and launches.  Errors end the test that called. */
#ifndef OCC_TEST_KFD_HSA_HOST_H
#define OCC_TEST_KFD_HSA_HOST_H

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MAX_GPUS = 4, NAME_BYTES = 64 };

struct gpu {
    hsa_agent_t agent;
    char name[NAME_BYTES];
    hsa_amd_memory_pool_t local; /* of its own memory */
};

struct machine {
    hsa_agent_t host;
    hsa_amd_memory_pool_t kernargs, fine; /* the host's */
    struct gpu gpu[MAX_GPUS];
    unsigned gpu_count;
};

/* hsa_init, and what there is. */
struct machine machine_begin(void);
void machine_end(struct machine *machine);
/* Memory of the host that all GPUs see. */
void *machine_memory(const struct machine *machine, size_t size);

struct program {
    hsa_executable_t executable;
    hsa_code_object_reader_t reader;
    uint8_t *bytes; /* the object */
    unsigned version;
};

/* An object of `source` as libocc makes it with -g; its bytes are the caller's. */
uint8_t *program_compile(const struct gpu *gpu, const char *source, unsigned version, size_t *size);
/* Loads an object; its bytes become the program's. */
struct program program_load(const struct gpu *gpu, uint8_t *bytes, size_t size, unsigned version);
struct program program_make(const struct gpu *gpu, const char *source, unsigned version);
void program_end(struct program *program);

struct kernel {
    uint64_t object;
    uint32_t private_bytes, group_bytes, kernarg_bytes;
    unsigned version;
};

struct kernel program_kernel(const struct program *program, const struct gpu *gpu,
                             const char *name);

typedef void report_function(hsa_status_t status, hsa_queue_t *queue, void *data);

/* report NULL: an error ends the process. */
hsa_queue_t *queue_make(const struct gpu *gpu, unsigned packets, report_function *report,
                        void *data);
/* A slot of the queue, zero but for its header, to be filled; waits while it is full. */
void *queue_slot(hsa_queue_t *queue, uint64_t *index);
/* The packet in that slot is whole. */
void queue_release(hsa_queue_t *queue, uint64_t index, uint16_t header);

struct launch {
    const struct kernel *kernel;
    const void *arguments;
    size_t size; /* bytes of them, at most 64 */
    uint32_t items;
    uint16_t group; /* 0: 64, or all */
    bool barrier;
    uint32_t group_bytes;   /* beside the kernel's own */
    uint32_t private_bytes; /* 0: the kernel's own */
    hsa_signal_t signal;    /* 0: none */
};

/* One dimension; returns memory for the arguments, to be freed once it has run. */
void *queue_launch(const struct machine *machine, hsa_queue_t *queue, const struct launch *launch);
/* That, with a signal of its own, and waits. */
void queue_run(const struct machine *machine, hsa_queue_t *queue, const struct kernel *kernel,
               const void *arguments, size_t size, uint32_t items);
/* A barrier packet that waits for count signals. */
void queue_barrier(hsa_queue_t *queue, bool all, const hsa_signal_t *signals, unsigned count,
                   hsa_signal_t completion);

hsa_signal_t signal_make(int64_t value);
/* Until it is 0; fails after ten seconds. */
void signal_wait(hsa_signal_t signal);
#define assert_ok(call) assert_int_equal((call), HSA_STATUS_SUCCESS)

#endif

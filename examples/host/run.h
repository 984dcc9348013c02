/* What a host program does around a kernel, on the simulator: buffers, launches, results. */
#ifndef OCC_EXAMPLES_RUN_H
#define OCC_EXAMPLES_RUN_H

#include "runtime/sim/sim.h"

#include <stdbool.h>
#include <stdint.h>

enum { RUN_KERNELS = 8 }; /* most that one case launches */

/* What one kernel of the case took: sums and largest values over its launches. */
struct run_kernel {
    const char *name;
    unsigned launches;
    uint64_t cycles, instructions;
    unsigned vgprs, sgprs, lds_bytes;
};

struct run {
    struct sim_device *device;
    struct sim_object *object;
    struct run_kernel kernels[RUN_KERNELS]; /* in the order of their first launches */
    unsigned kernel_count;
    const char *picture; /* where a case may leave a picture, or NULL */
    uint32_t random;     /* state of run_random */
    char message[4096];  /* why the case failed */
    bool fault;          /* the simulator stopped the kernel */
};

struct run_case {
    const char *name;               /* of the case and of its .cl file */
    bool (*check)(struct run *run); /* runs the kernels; true: every result is right */
};

/* A buffer with a copy of size bytes (zeros for NULL); its address. */
uint64_t run_buffer(struct run *run, const void *bytes, size_t size);
/* Copies a buffer back; false, with a message, when the simulator objects. */
bool run_read(struct run *run, uint64_t buffer, void *bytes, size_t size);

#define ARG(value)       ((struct sim_arg){.bytes = &(value), .size = sizeof(value)})
#define ARG_LOCAL(bytes) ((struct sim_arg){.local = true, .size = bytes})

/* Launches on a grid of x (by y) work-items in groups of lx (by ly). */
bool run_launch(struct run *run, const char *kernel, const uint32_t global[2],
                const uint32_t local[2], const struct sim_arg *args, unsigned count);
#define LAUNCH(run, kernel, gx, gy, lx, ly, ...)                                                   \
    run_launch(run, kernel, (uint32_t[]){gx, gy}, (uint32_t[]){lx, ly},                            \
               (struct sim_arg[]){__VA_ARGS__},                                                    \
               sizeof((struct sim_arg[]){__VA_ARGS__}) / sizeof(struct sim_arg))

/* Fails the case with a message; always false. */
bool run_fail(struct run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A number that is the same on every run (xorshift32, G. Marsaglia 2003). */
uint32_t run_random(struct run *run);
float run_random_float(struct run *run, float low, float high);
/* |got - want| <= relative * |want| + absolute, else a message with the place. */
bool run_near(struct run *run, const char *what, size_t at, double got, double want,
              double relative, double absolute);

extern const struct run_case example_cases[]; /* ends with a NULL name */
extern const struct run_case e2e_cases[];

#endif

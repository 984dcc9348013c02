/* One launch with images, run by an OpenCL of the host and by the simulator on clang's objects. */
#ifndef OCC_TEST_RUNTIME_SIM_IMAGES_JUDGE_H
#define OCC_TEST_RUNTIME_SIM_IMAGES_JUDGE_H

#include "runtime/sim/sim.h"

enum { MAX_ARGS = 64, MAX_NAME = 128 };

enum arg_kind { ARG_VALUE, ARG_BUFFER, ARG_LOCAL, ARG_IMAGE, ARG_SAMPLER };

/* What a buffer's elements or an image's channels are, for comparing. */
enum element { ELEMENT_BYTES, ELEMENT_INT, ELEMENT_FLOAT };

struct arg {
    enum arg_kind kind;
    enum element element;
    struct sim_image_info image;
    struct sim_sampler_info sampler;
    uint8_t *bytes; /* contents: of a buffer, an image, a value */
    uint64_t size;  /* bytes; of local memory too */
};

struct launch {
    char kernel[MAX_NAME];
    unsigned dims;
    size_t global[3], local[3];
    struct arg args[MAX_ARGS];
    unsigned arg_count;
};

/* Both replace the contents of buffers and images by what the launch left there, and give NULL or
 * what went wrong (text that lives until the next call). */
const char *host_open(const char *path, const char *options);
const char *host_run(struct launch *launch);
const char *simulator_open(const char *object);
const char *simulator_run(struct launch *launch);
/* How images of launches from now on lie: 0 linear, then each set of tiled layouts (tile.h).  False: the
 * object's target has no such. */
bool simulator_lay_out(unsigned number);
/* Of the object that is open; NULL: it has no such kernel. */
const struct sim_kernel *simulator_kernel(const char *name);

#endif

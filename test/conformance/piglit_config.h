/* The comment block of a piglit OpenCL program test: what to build, launch and expect.
 * Format: as read from the tests themselves (piglit, tests/cl/program). */
#ifndef OCC_TEST_CONFORMANCE_PIGLIT_CONFIG_H
#define OCC_TEST_CONFORMANCE_PIGLIT_CONFIG_H

#include "support/vec.h"

#include <stdbool.h>

enum piglit_kind { PIGLIT_INT, PIGLIT_UINT, PIGLIT_FLOAT };

struct piglit_type {
    enum piglit_kind kind;
    unsigned size;       /* bytes of a component */
    unsigned components; /* 1, 2, 3, 4, 8, 16; three take the room of four */
};

/* The words after an image or a sampler, as they are written; NULL: not given. */
struct piglit_words {
    const char *shape, *order, *channel; /* "2d", "RGBA", "UNORM_INT8" */
    const char *addressing, *filter;     /* "CLAMP_TO_EDGE", "NEAREST" */
    uint32_t width, height, depth;       /* 0: not given */
    bool normalized;
};

struct piglit_arg {
    unsigned index;
    bool is_output, is_buffer, is_local, is_null, is_image, is_sampler;
    struct piglit_words words;
    struct piglit_type type;
    unsigned count; /* of buffers: elements */
    uint8_t *bytes; /* contents or expectation */
    size_t size;
    double tolerance; /* floats: absolute, or in units in the last place */
    bool is_ulps;
};

struct piglit_test {
    const char *name, *kernel;
    unsigned dims;
    uint32_t global[3], local[3]; /* local[0] == 0: any */
    uint64_t offset[3];
    bool expect_fail;
    VEC(struct piglit_arg) args;
};

struct piglit_program {
    const char *name, *source_file, *options;
    unsigned version_min; /* clc_version_min: 10, 11, 12 ...; 0: any */
    bool expect_build_fail, needs_images;
    const char *extensions; /* require_device_extensions */
    const char *device_regex;
    VEC(struct piglit_test) tests;
    const char *unsupported; /* a key or type that is not understood, or NULL */
};

/* Reads the configuration in text; the program's strings live in the arena. */
void piglit_read(struct piglit_program *program, struct arena *arena, const char *text);
/* Is a float or double result near enough to the expected one? */
bool piglit_close(const struct piglit_arg *expected, double got, double want);

#endif

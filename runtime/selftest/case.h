/* Programs that say what they must compute: OpenCL C with launches and expected values in comments, as
 * docs/selftest.md describes. */
#ifndef OCC_RUNTIME_SELFTEST_CASE_H
#define OCC_RUNTIME_SELFTEST_CASE_H

#include "runtime/machine/machine.h"
#include "support/vec.h"

#include <stdbool.h>

enum value_kind { VALUE_INT, VALUE_UINT, VALUE_FLOAT };

struct value_type {
    enum value_kind kind;
    unsigned size; /* bytes */
};

/* What a place of a buffer must hold after the launch. */
struct expectation {
    unsigned line;
    size_t at; /* byte offset */
    struct value_type type;
    bool any; /* any value will do */
    uint64_t bits;
    double tolerance; /* of floats: absolute, or in units in the last place */
    bool is_ulps;
};

enum case_arg_kind { ARG_BUFFER, ARG_VALUE, ARG_LOCAL, ARG_NULL, ARG_IMAGE, ARG_SAMPLER };

struct case_arg {
    enum case_arg_kind kind;
    const char *name;
    struct value_type type; /* of a component; of structures: a byte */
    unsigned components;    /* three take the room of four; of an image: those in memory */
    uint8_t *bytes;         /* contents before the launch; of an image: level after level */
    size_t size;            /* in bytes; of local memory too */
    VEC(struct expectation) expected;
    struct sim_image_info image;
    struct sim_sampler_info sampler;
};

/* "vgprs <= 24": of the kernel's resources or metadata. */
struct case_check {
    unsigned line;
    const char *field, *relation;
    uint64_t value;
};

struct case_launch {
    unsigned line;
    const char *kernel;
    unsigned dims;
    uint32_t global[3], local[3];
    uint64_t offset[3];
    VEC(struct case_arg) args;
    VEC(struct case_check) checks;
};

/* A text that the assembly (-S) has, or does not have. */
struct case_text {
    unsigned line;
    const char *text;
    bool absent;
};

struct case_program {
    VEC(const char *) options;
    const char *targets; /* those of these words only; NULL: all */
    const char *xfail;   /* the reason, or NULL */
    VEC(struct case_launch) launches;
    VEC(struct case_text) texts;
    const char *error; /* the program's comments are wrong: "12: ...", or NULL */
};

/* case_image.c.  One word of an image's or a sampler's argument; false: it means nothing there. */
bool case_image_word(struct case_arg *arg, const char *word);
bool case_sampler_word(struct case_arg *arg, const char *word);
/* Sets type, components and size by the image's words; false: no such image. */
bool case_image_finish(struct case_arg *arg);
/* Makes the image with its contents and sets the handle. */
enum sim_status case_image_new(struct machine *machine, const struct case_arg *arg,
                               uint64_t *handle);
/* What the image holds, in the layout of arg->bytes. */
enum sim_status case_image_read(struct machine *machine, const struct case_arg *arg,
                                uint64_t handle, uint8_t *bytes);

/* Reads the comments of text; everything lives in the arena. */
void case_read(struct case_program *program, struct arena *arena, const char *text);

#endif

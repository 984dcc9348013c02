/* Runs the front end and sema over a text, for tests. */
#ifndef OCC_TEST_SEMA_HARNESS_H
#define OCC_TEST_SEMA_HARNESS_H

#include "frontend/frontend.h"
#include "sema/sema.h"

struct harness {
    struct guard guard;
    struct arena arena;
    struct diag diag;
    struct frontend frontend;
    struct sema sema;
    struct translation_unit *unit;
    bool ok;
};

/* What to compile and as what; zero means OpenCL C 1.2 with everything. */
struct harness_input {
    const char *name, *text;
    size_t length;
    uint16_t cl_version;
    bool is_library, no_fp64, has_fp16, keep_warnings;
    const char *extension; /* one change of -cl-ext: "-cl_khr_fp16" */
    bool all_features;     /* those that do not execute yet, too */
    bool no_features;      /* none of the optional ones */
    const struct pp_option *pp;
    uint32_t pp_count;
    const char *const *include_paths;
    uint32_t include_path_count;
    const char *switches[8]; /* "all": as -Wall; up to the first NULL */
};

/* False when it unwound with an internal error; errors of the program are in h->diag, h->ok. */
bool harness_run(struct harness *h, const struct harness_input *input);
void harness_free(struct harness *h);
/* The whole file, NUL-terminated, from malloc; NULL if it cannot be read. */
char *harness_read(const char *path, size_t *length);

/* Holds the invariants of frontend/ast.h's head comment; appends what is broken to out. */
uint32_t typed_validate(struct strbuf *out, const struct translation_unit *unit);

#endif

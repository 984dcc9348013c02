/* The kinds of faults of a program that -fsanitize= asks for: sets of bits. */
#ifndef OCC_SUPPORT_SANITIZE_H
#define OCC_SUPPORT_SANITIZE_H

enum sanitize_kind {
#define SANITIZE(name, spelling, what) SANITIZE_KIND_##name,
#include "support/sanitize.def"
    SANITIZE_KINDS
};

enum sanitize_set {
#define SANITIZE(name, spelling, what) SANITIZE_##name = 1 << SANITIZE_KIND_##name,
#include "support/sanitize.def"
    SANITIZE_OPENCL = (1 << SANITIZE_KINDS) - 1, /* the group of all */
    SANITIZE_RECOVER = SANITIZE_OPENCL
                       << SANITIZE_KINDS, /* not kinds, a bit for each: what is told of it ends no
                                                              launch */
};

#endif

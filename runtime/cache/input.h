/* Files that an entry depends on. */
#ifndef OCC_RUNTIME_CACHE_INPUT_H
#define OCC_RUNTIME_CACHE_INPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include <sys/types.h>

/* What an entry says of one.  No member is padded: states are compared as bytes. */
struct cache_state {
    uint64_t is_there; /* 0: no regular file, and the rest is 0 */
    uint64_t size, sum[2];
    uint64_t twin; /* 1 + index of an earlier input that is the same file: #pragma once knows that;
                      0: none */
};

struct cache_look {
    struct cache_state state;
    dev_t device;
    ino_t inode;
    struct timespec changed;
};

/* Looks at the file of looks[index], after those before it.  false: it is there, but cannot be
 * read. */
bool cache_look_at(struct cache_look *looks, unsigned index, const char *path);

#endif

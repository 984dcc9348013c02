/* What was made once, kept on disk for the next process that asks: values under keys, in files of
 * one folder.
 *
 * Key and value are lists of parts, which are bytes.  An entry may depend on files: it holds as
 * long as they have the contents that they had, or are not there.  An entry that is damaged, torn,
 * of another version of the format or not the user's own is none.  Any number of processes and
 * threads may use a folder, and be killed while they do.  Nothing here is told: what cannot be kept
 * is made again. */
#ifndef OCC_RUNTIME_CACHE_CACHE_H
#define OCC_RUNTIME_CACHE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum { CACHE_DEFAULT_MEGABYTES = 256, CACHE_MAX_MEGABYTES = 1 << 20 };

struct cache; /* does not change */

struct cache_part {
    const void *bytes; /* may be NULL if size is 0 */
    size_t size;
};

/* A key, or a value. */
struct cache_parts {
    const struct cache_part *at;
    unsigned count;
};

/* A file that the value was made from, or that was looked for. */
struct cache_input {
    const char *path; /* from the working folder of who asks */
    bool is_there;    /* a file, maybe by a symbolic link */
};

/* By the environment (settings.c): NULL if it wants none, if it names no place, or if there is no
 * memory. *wrong: what OCC_CACHE_SIZE says, if that is no number of megabytes, and the default was
 * taken; else NULL. */
struct cache *cache_new_by_environment(const char **wrong);
/* In a folder, which is made, with the one that it lies in, when something is stored; bytes: what
 * all files may have together, about. */
struct cache *cache_new(const char *folder, uint64_t bytes);
void cache_free(struct cache *cache); /* NULL is allowed */

/* Finds the value of a key: count parts, which are malloc's with a NUL after each, the caller's to
 * free.  false: it is not there.  No cache has nothing. */
bool cache_find(const struct cache *cache, struct cache_parts key, struct cache_part *value,
                unsigned count);

struct cache_entry {
    struct cache_parts key, value;
    const struct cache_input *inputs;
    unsigned input_count;
    struct timespec begun; /* CLOCK_REALTIME before the making began: inputs that have changed
                              since, or just before, are not known to be what it was made from */
};
/* Keeps it, if it can be. */
void cache_store(const struct cache *cache, const struct cache_entry *entry);

#endif

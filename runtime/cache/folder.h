/* The folder of a cache and its files, which only rename(2) puts there. */
#ifndef OCC_RUNTIME_CACHE_FOLDER_H
#define OCC_RUNTIME_CACHE_FOLDER_H

#include "runtime/cache/cache.h"
#include "support/sum.h"

#include <limits.h>

struct cache {
    uint64_t bytes;        /* that all files may have together */
    char folder[PATH_MAX]; /* from the root */
};

enum { CACHE_NAME = 33 };

/* The name of the entry of a key. */
void cache_name(char name[CACHE_NAME], unsigned __int128 sum);

/* All bytes of a file, malloc's; NULL: it is not there, is not the user's own, or cannot be read.
 */
uint8_t *cache_read(const struct cache *cache, const char *name, size_t *size);
/* It was of use: it goes later than those that were not. */
void cache_touch(const struct cache *cache, const char *name);
void cache_remove(const struct cache *cache, const char *name);
/* Puts a file in the place of what has that name, and takes others away if there are too many. */
void cache_write(const struct cache *cache, const char *name, const void *bytes, size_t size);

/* ---- trim.c ---- */

/* Removes the entries that were of use longest ago, so that all have room again, and what killed
 * processes have left. Only names that a cache gives are looked at. */
void cache_trim(int folder, uint64_t bytes);
/* What files that are not finished are called: another each time. */
void cache_temporary_name(char name[CACHE_NAME + 4]);

#endif

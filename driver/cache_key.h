/* Keys for who keeps results: occ_cache_key. */
#ifndef OCC_DRIVER_CACHE_KEY_H
#define OCC_DRIVER_CACHE_KEY_H

#include "driver/occ.h"

/* The key of a job whose source is the preprocessed text, with all of its options as words. */
void cache_key(const struct occ_job *job, const char *const *options, unsigned option_count,
               const char *text, size_t length, char key[OCC_KEY_SIZE]);

/* A sum of the library's sources (build_id.cmake). */
extern const char occ_build_id[];

#endif

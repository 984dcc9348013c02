/* Keys for who keeps results: occ_cache_key. */
#ifndef OCC_DRIVER_LIBRARY_CACHE_KEY_H
#define OCC_DRIVER_LIBRARY_CACHE_KEY_H

#include "driver/options/options.h"

/* Does the result depend on where the tokens are: places in units, in debug information and in remarks, lines and
 * comments of text? */
bool cache_key_has_places(const struct occ_job *job, const struct options *options);
/* The key of a job with these options.  text: its source preprocessed, with line markers if places count, or of
 * assembly the object; nothing for OCC_LINK.  Polls the arena's guard. */
void cache_key(struct arena *arena, const struct occ_job *job, const struct options *options,
               const char *text, size_t length, char key[OCC_KEY_SIZE]);

/* A sum of the library's sources (build_id.cmake). */
extern const char occ_build_id[];

#endif

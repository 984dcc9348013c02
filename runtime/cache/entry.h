/* An entry as bytes:
 *
 *   magic  sum of all after it   key parts   inputs   value parts   the parts: size, bytes
 *   8      16                    8           8        8
 *
 * An input is two parts, its path with a NUL and its struct cache_state. */
#ifndef OCC_RUNTIME_CACHE_ENTRY_H
#define OCC_RUNTIME_CACHE_ENTRY_H

#include "runtime/cache/cache.h"
#include "runtime/cache/input.h"

/* malloc's; NULL: no memory.  looks: of its inputs. */
uint8_t *cache_pack(const struct cache_entry *entry, const struct cache_look *looks, size_t *size);

enum cache_verdict {
    CACHE_HIT,
    CACHE_OTHER,  /* another key, or inputs that have changed */
    CACHE_DAMAGED /* or of another version */
};
/* Copies the value, as cache_find; no memory is a miss. */
enum cache_verdict cache_unpack(const uint8_t *bytes, size_t size, struct cache_parts key,
                                struct cache_part *value, unsigned count);

#endif

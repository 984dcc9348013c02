/* Dense sets of small numbers: bit n of word n / 64. */
#ifndef OCC_SUPPORT_BITSET_H
#define OCC_SUPPORT_BITSET_H

#include "support/arena.h"

#include <stdbool.h>
#include <string.h>

struct bitset {
    uint64_t *words;
    uint32_t size; /* in bits */
};

/* How many words the set takes. */
static inline uint32_t
bitset_words(const struct bitset *set)
{
    return (set->size + 63) / 64;
}

/* An empty set for the numbers 0 .. size-1. */
static inline struct bitset
bitset_new(struct arena *arena, uint32_t size)
{
    return (struct bitset){ARENA_ARRAY(arena, ((size_t)size + 63) / 64, uint64_t), size};
}

/* Members: n must be below size. */
static inline bool
bitset_has(const struct bitset *set, uint32_t n)
{
    return set->words[n / 64] >> (n % 64) & 1;
}

static inline void
bitset_add(struct bitset *set, uint32_t n)
{
    set->words[n / 64] |= UINT64_C(1) << (n % 64);
}

static inline void
bitset_remove(struct bitset *set, uint32_t n)
{
    set->words[n / 64] &= ~(UINT64_C(1) << (n % 64));
}

/* Takes all members out. */
static inline void
bitset_clear(struct bitset *set)
{
    memset(set->words, 0, bitset_words(set) * sizeof *set->words);
}

/* Both have the same size. */
static inline void
bitset_copy(struct bitset *to, const struct bitset *from)
{
    memcpy(to->words, from->words, bitset_words(to) * sizeof *to->words);
}

/* to |= from; returns whether to changed.  Both have the same size. */
static inline bool
bitset_union(struct bitset *to, const struct bitset *from)
{
    uint64_t changed = 0;
    for (uint32_t i = 0; i < bitset_words(to); i++) {
        changed |= from->words[i] & ~to->words[i];
        to->words[i] |= from->words[i];
    }
    return changed != 0;
}

/* The smallest member that is >= from, or UINT32_MAX. */
static inline uint32_t
bitset_next(const struct bitset *set, uint32_t from)
{
    for (uint32_t i = from / 64; i < bitset_words(set); i++) {
        uint64_t word = set->words[i];
        if (i == from / 64)
            word &= ~UINT64_C(0) << (from % 64);
        if (word)
            return i * 64 + (uint32_t)__builtin_ctzll(word);
    }
    return UINT32_MAX;
}

/* n runs over the members, upwards; a member that is taken out meanwhile is passed over. */
#define bitset_foreach(n, set)                                                                     \
    for (uint32_t n = bitset_next(set, 0); n != UINT32_MAX; n = bitset_next(set, n + 1))

#endif

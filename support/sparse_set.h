/* Sets of numbers that come in clumps: the words of a bitset that are not empty, in order.
 *
 * With one set of live values per block, memory grows with what is live, not with the product of
 * blocks and values.  A lookup is a binary search; a union is a merge. */
#ifndef OCC_SUPPORT_SPARSE_SET_H
#define OCC_SUPPORT_SPARSE_SET_H

#include "support/vec.h"

struct sparse_word {
    uint32_t at;   /* number / 64 */
    uint64_t bits; /* never 0 */
};

/* All zero: the empty set. */
struct sparse_set {
    VEC(struct sparse_word) words;
};

/* Index of the first word at or after `at`; the count of words when there is none. */
static inline uint32_t
sparse_find(const struct sparse_set *set, uint32_t at)
{
    uint32_t low = 0, high = set->words.count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (set->words.at[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Is n a member? */
static inline bool
sparse_has(const struct sparse_set *set, uint32_t n)
{
    uint32_t i = sparse_find(set, n / 64);
    return i < set->words.count && set->words.at[i].at == n / 64 &&
           (set->words.at[i].bits >> (n % 64) & 1);
}

/* Adds a number that is no smaller than any member; returns whether it is new. */
static inline bool
sparse_append(struct arena *arena, struct sparse_set *set, uint32_t n)
{
    uint64_t bit = UINT64_C(1) << (n % 64);
    if (!set->words.count || vec_last(&set->words).at != n / 64) {
        vec_push(arena, &set->words, (struct sparse_word){n / 64, bit});
        return true;
    }
    bool is_new = !(vec_last(&set->words).bits & bit);
    vec_last(&set->words).bits |= bit;
    return is_new;
}

/* Returns whether n is new. */
bool sparse_add(struct arena *arena, struct sparse_set *set, uint32_t n);
/* Takes n out, if it is there. */
void sparse_remove(struct sparse_set *set, uint32_t n);
/* to = from. */
void sparse_copy(struct arena *arena, struct sparse_set *to, const struct sparse_set *from);
/* to |= from; returns whether to changed. */
bool sparse_union(struct arena *arena, struct sparse_set *to, const struct sparse_set *from);
/* The smallest member that is >= from, or UINT32_MAX. */
uint32_t sparse_next(const struct sparse_set *set, uint32_t from);

/* Takes all members out; the memory is kept for new ones. */
static inline void
sparse_clear(struct sparse_set *set)
{
    set->words.count = 0;
}

/* How many members there are. */
static inline uint32_t
sparse_count(const struct sparse_set *set)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->words.count; i++)
        count += (uint32_t)__builtin_popcountll(set->words.at[i].bits);
    return count;
}

/* As sparse_next, from word `*at` on, where it leaves the index of the member's word. */
static inline uint32_t
sparse_step(const struct sparse_set *set, uint32_t from, uint32_t *at)
{
    for (; *at < set->words.count; ++*at) {
        const struct sparse_word *word = &set->words.at[*at];
        uint64_t bits = word->bits;
        if (word->at == from / 64)
            bits &= ~UINT64_C(0) << (from % 64);
        if (bits && word->at >= from / 64)
            return word->at * 64 + (uint32_t)__builtin_ctzll(bits);
    }
    return UINT32_MAX;
}

/* The set must not change meanwhile. */
#define sparse_foreach(n, set)                                                                     \
    for (uint32_t n##_at = 0, n = sparse_step(set, 0, &n##_at); n != UINT32_MAX;                   \
         n = sparse_step(set, n + 1, &n##_at))

#endif

#include "support/sparse_set.h"

#include <string.h>

bool
sparse_add(struct arena *arena, struct sparse_set *set, uint32_t n)
{
    uint32_t i = sparse_find(set, n / 64);
    uint64_t bit = UINT64_C(1) << (n % 64);
    if (i < set->words.count && set->words.at[i].at == n / 64) {
        bool is_new = !(set->words.at[i].bits & bit);
        set->words.at[i].bits |= bit;
        return is_new;
    }
    vec_push(arena, &set->words, (struct sparse_word){0, 0});
    memmove(&set->words.at[i + 1], &set->words.at[i],
            (set->words.count - 1 - i) * sizeof *set->words.at);
    set->words.at[i] = (struct sparse_word){n / 64, bit};
    return true;
}

void
sparse_remove(struct sparse_set *set, uint32_t n)
{
    uint32_t i = sparse_find(set, n / 64);
    if (i == set->words.count || set->words.at[i].at != n / 64)
        return;
    set->words.at[i].bits &= ~(UINT64_C(1) << (n % 64));
    if (set->words.at[i].bits)
        return;
    set->words.count--;
    memmove(&set->words.at[i], &set->words.at[i + 1],
            (set->words.count - i) * sizeof *set->words.at);
}

void
sparse_copy(struct arena *arena, struct sparse_set *to, const struct sparse_set *from)
{
    if (to == from)
        return;
    to->words.count = 0;
    if (!from->words.count)
        return;
    vec_extend(arena, &to->words, from->words.count);
    memcpy(to->words.at, from->words.at, from->words.count * sizeof *from->words.at);
}

/* How many words of `from` are missing in the set. */
static uint32_t
missing_words(const struct sparse_set *to, const struct sparse_set *from)
{
    uint32_t missing = 0, i = 0;
    for (uint32_t k = 0; k < from->words.count; k++) {
        while (i < to->words.count && to->words.at[i].at < from->words.at[k].at)
            i++;
        missing += i == to->words.count || to->words.at[i].at != from->words.at[k].at;
    }
    return missing;
}

/* Merges from the back, so that nothing is moved twice. */
bool
sparse_union(struct arena *arena, struct sparse_set *to, const struct sparse_set *from)
{
    uint32_t missing = missing_words(to, from), i = to->words.count, k = from->words.count;
    bool changed = missing != 0;
    if (missing)
        vec_extend(arena, &to->words, missing);
    /* once k is 0, what is left of `to` is in its place already */
    for (uint32_t place = i + missing; k > 0;) {
        const struct sparse_word *more = &from->words.at[k - 1];
        struct sparse_word *old = i ? &to->words.at[i - 1] : NULL;
        if (old && old->at > more->at) {
            to->words.at[--place] = *old;
            i--;
        } else if (old && old->at == more->at) {
            changed |= (more->bits & ~old->bits) != 0;
            to->words.at[--place] = (struct sparse_word){old->at, old->bits | more->bits};
            i--;
            k--;
        } else {
            to->words.at[--place] = *more;
            k--;
        }
    }
    return changed;
}

uint32_t
sparse_next(const struct sparse_set *set, uint32_t from)
{
    uint32_t i = sparse_find(set, from / 64);
    if (i < set->words.count && set->words.at[i].at == from / 64) {
        uint64_t bits = set->words.at[i].bits & ~UINT64_C(0) << (from % 64);
        if (bits)
            return from / 64 * 64 + (uint32_t)__builtin_ctzll(bits);
        i++;
    }
    if (i == set->words.count)
        return UINT32_MAX;
    return set->words.at[i].at * 64 + (uint32_t)__builtin_ctzll(set->words.at[i].bits);
}

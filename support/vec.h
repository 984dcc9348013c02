/* A growing array in an arena: VEC(int) numbers = {0}; vec_push(arena, &numbers, 7); numbers.at[0].
 *
 * Growth copies to a new place in the arena, so keep indices, not pointers, across a push. */
#ifndef OCC_SUPPORT_VEC_H
#define OCC_SUPPORT_VEC_H

#include "support/arena.h"

#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *at;                                                                                  \
        uint32_t count, capacity;                                                                  \
    }

/* Appends one value. */
#define vec_push(arena, vec, ...)                                                                  \
    ((vec)->count < (vec)->capacity ? (void)0                                                      \
                                    : vec_reserve_(arena, (void **)&(vec)->at, &(vec)->count,      \
                                                   &(vec)->capacity, sizeof *(vec)->at, 1),        \
     (vec)->at[(vec)->count++] = (__VA_ARGS__))

/* Makes room for n more and counts them in; the new places are zeroed. */
#define vec_extend(arena, vec, n)                                                                  \
    vec_extend_(arena, (void **)&(vec)->at, &(vec)->count, &(vec)->capacity, sizeof *(vec)->at, n)

/* The last value, taken off or not: there must be one. */
#define vec_pop(vec)              ((vec)->at[--(vec)->count])
#define vec_last(vec)             ((vec)->at[(vec)->count - 1])
#define vec_foreach(type, p, vec) for (type *p = (vec)->at; p && p < (vec)->at + (vec)->count; p++)

/* What the macros above call: room for `more` values after *count; nobody has set them. */
void vec_reserve_(struct arena *arena, void **at, const uint32_t *count, uint32_t *capacity,
                  size_t size, uint32_t more);
/* The same, zeroed and counted in. */
void vec_extend_(struct arena *arena, void **at, uint32_t *count, uint32_t *capacity, size_t size,
                 uint32_t more);

#endif

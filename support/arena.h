/* Bump allocation with three lifetimes by convention: program, function, pass.
 *
 * Nothing is freed alone; arena_free gives everything back at once.  Running out of memory unwinds
 * to the arena's guard, so no caller checks for NULL. */
#ifndef OCC_SUPPORT_ARENA_H
#define OCC_SUPPORT_ARENA_H

#include "support/ice.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdarg.h>

/* The host's allocator.  alloc returns NULL when it has nothing; release takes what alloc gave. */
struct allocator {
    void *(*alloc)(void *data, size_t size);
    void (*release)(void *data, void *block);
    void *data;
    /* NULL, or counts memory that a library takes elsewhere as if it were taken here and given back at
     * once; false: that would be too much. */
    bool (*charge)(void *data, size_t size);
};

extern const struct allocator allocator_malloc; /* malloc and free */

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__ /* it sees only chunks: what follows an object is poisoned */
#define ARENA_IS_CHECKED 1
#else
#define ARENA_IS_CHECKED 0
#endif

struct arena_chunk;

struct arena {
    char *next, *limit; /* free part of the newest chunk */
    struct arena_chunk *chunks;
    size_t total; /* bytes held from the allocator */
    const struct allocator *allocator;
    struct guard *guard;
    bool scratch;           /* made by arena_init_scratch */
    struct cleanup cleanup; /* of a scratch arena that holds memory */
};

/* Makes an empty arena; allocator NULL means malloc.  No memory is taken until the first use. */
void arena_init(struct arena *arena, const struct allocator *allocator, struct guard *guard);
/* The same for an arena that lives on the stack and ends with its function: if the guard unwinds
 * before arena_free, the unwinding frees it.  It must not be copied or moved. */
void arena_init_scratch(struct arena *arena, const struct allocator *allocator,
                        struct guard *guard);
/* Gives everything back to the allocator; the arena may be used again. */
void arena_free(struct arena *arena);

/* Other libraries are about to take at most so many bytes of malloc's: unwinds if that is too much. */
void arena_charge(struct arena *arena, size_t size);

/* size bytes, zeroed, aligned for any object.  Never NULL. */
void *arena_alloc(struct arena *arena, size_t size);
/* The same, not zeroed: for text that is written at once. */
void *arena_alloc_raw(struct arena *arena, size_t size);
/* memcpy, with polls in between if it is much. */
void arena_copy(struct arena *arena, void *to, const void *from, size_t size);
/* count * size bytes, zeroed; the product is checked. */
void *arena_array(struct arena *arena, size_t count, size_t size);
/* A NUL-terminated copy of length bytes of text. */
char *arena_strndup(struct arena *arena, const char *text, size_t length);
/* The same of NUL-terminated text, and of what printf would write. */
char *arena_strdup(struct arena *arena, const char *text);
char *arena_printf(struct arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *arena, const char *format, va_list args);

#define ARENA_NEW(arena, type)          ((type *)arena_new(arena, sizeof(type)))
#define ARENA_ARRAY(arena, count, type) ((type *)arena_array(arena, count, sizeof(type)))

/* arena_alloc for a size that the compiler knows: most objects are small and made here, in line, by
 * a few stores.  With AddressSanitizer all go through arena_alloc, which sets them apart. */
typedef long long arena_zero __attribute__((vector_size(16), may_alias));

static inline void *
arena_new(struct arena *arena, size_t size)
{
    enum { ALIGN = sizeof(arena_zero), MAX_SIZE = 8 * ALIGN };
    size_t taken = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    char *object = arena->next;
    if (ARENA_IS_CHECKED || size - 1 >= MAX_SIZE || taken > (size_t)(arena->limit - object))
        return arena_alloc(arena, size);
    arena->next = object + taken;
#define ARENA_CLEAR(n)                                                                             \
    (taken > (n)*ALIGN ? (void)(((arena_zero *)object)[n] = (arena_zero){0}) : (void)0)
    ARENA_CLEAR(0), ARENA_CLEAR(1), ARENA_CLEAR(2), ARENA_CLEAR(3);
    ARENA_CLEAR(4), ARENA_CLEAR(5), ARENA_CLEAR(6), ARENA_CLEAR(7);
#undef ARENA_CLEAR
    return object;
}

#endif

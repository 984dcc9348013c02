#include "support/arena.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if ARENA_IS_CHECKED
#include <sanitizer/asan_interface.h>
enum { RED_ZONE = 32 };
#else
enum { RED_ZONE = 0 };
#define ASAN_POISON_MEMORY_REGION(start, size)   ((void)(start), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#endif

enum { CHUNK_SIZE = 64 * 1024 };
enum { PIECE = 512 * 1024, CHUNKS = 32 }; /* what is done between two polls */

struct arena_chunk {
    struct arena_chunk *previous;
    alignas(max_align_t) char bytes[];
};

static void *
malloc_alloc(void *data, size_t size)
{
    (void)data;
    return malloc(size);
}

static void
malloc_release(void *data, void *block)
{
    (void)data;
    free(block);
}

const struct allocator allocator_malloc = {malloc_alloc, malloc_release, NULL, NULL};

void
arena_init(struct arena *arena, const struct allocator *allocator, struct guard *guard)
{
    *arena = (struct arena){.allocator = allocator ? allocator : &allocator_malloc, .guard = guard};
}

void
arena_init_scratch(struct arena *arena, const struct allocator *allocator, struct guard *guard)
{
    arena_init(arena, allocator, guard);
    arena->scratch = guard != NULL;
}

static void
release_newest(struct arena *arena)
{
    struct arena_chunk *chunk = arena->chunks;
    arena->chunks = chunk->previous;
    arena->allocator->release(arena->allocator->data, chunk);
}

void
arena_free(struct arena *arena)
{
    bool scratch = arena->scratch, is_noted = scratch && arena->chunks;
    for (unsigned count = 0; arena->chunks; count++) {
        if (scratch && count % CHUNKS == CHUNKS - 1)
            guard_poll(arena->guard);
        release_newest(arena);
    }
    if (is_noted)
        guard_pop(arena->guard, &arena->cleanup);
    arena_init(arena, arena->allocator, arena->guard);
    arena->scratch = scratch;
}

/* false: the memory is to be given back at once. */
static bool
leave_to_heir(struct arena *arena)
{
    struct guard *guard = arena->guard;
    struct arena *heir = guard->heir;
    bool is_late = guard->status == GUARD_CANCELLED || guard->status == GUARD_DEADLINE;
    if (!is_late || !heir || heir->allocator != arena->allocator || !arena->chunks)
        return false;
    struct arena_chunk *oldest = arena->chunks;
    while (oldest->previous)
        oldest = oldest->previous;
    oldest->previous = heir->chunks;
    heir->chunks = arena->chunks;
    arena->chunks = NULL;
    return true;
}

static void
release_scratch(void *object)
{
    struct arena *arena = object;
    if (!leave_to_heir(arena))
        while (arena->chunks)
            release_newest(arena);
}

void
arena_charge(struct arena *arena, size_t size)
{
    const struct allocator *allocator = arena->allocator;
    if (allocator->charge && !allocator->charge(allocator->data, size))
        guard_unwind(arena->guard, GUARD_MEMORY, "out of memory");
}

static void *
grow(struct arena *arena, size_t size)
{
    guard_poll(arena->guard);
    if (size > SIZE_MAX / 2 - CHUNK_SIZE)
        guard_unwind(arena->guard, GUARD_MEMORY, "out of memory");
    size_t room = size > CHUNK_SIZE / 4 ? size : CHUNK_SIZE;
    size_t bytes = sizeof(struct arena_chunk) + room;
    struct arena_chunk *chunk = arena->allocator->alloc(arena->allocator->data, bytes);
    if (!chunk)
        guard_unwind(arena->guard, GUARD_MEMORY, "out of memory");
    if (arena->scratch && !arena->chunks)
        guard_push(arena->guard, &arena->cleanup, release_scratch, arena);
    chunk->previous = arena->chunks;
    arena->chunks = chunk;
    arena->total += bytes;
    if (room == CHUNK_SIZE) { /* a big object gets a chunk of its own and leaves the open one */
        arena->next = chunk->bytes + size;
        arena->limit = chunk->bytes + room;
    }
    ASAN_POISON_MEMORY_REGION(chunk->bytes, room);
    return chunk->bytes;
}

void *
arena_alloc_raw(struct arena *arena, size_t size)
{
    const size_t align = alignof(max_align_t);
    if (size > SIZE_MAX - align - RED_ZONE)
        guard_unwind(arena->guard, GUARD_MEMORY, "out of memory");
    size_t taken = ((size + align - 1) & ~(align - 1)) + RED_ZONE;
    void *object = arena->next;
    if (taken > (size_t)(arena->limit - arena->next) || !arena->next)
        object = grow(arena, taken);
    else
        arena->next += taken;
    ASAN_UNPOISON_MEMORY_REGION(object, size);
    return object;
}

void *
arena_alloc(struct arena *arena, size_t size)
{
    char *object = arena_alloc_raw(arena, size);
    size_t done = 0;
    for (; size - done > PIECE; done += PIECE) {
        memset(object + done, 0, PIECE);
        guard_poll(arena->guard);
    }
    memset(object + done, 0, size - done);
    return object;
}

void
arena_copy(struct arena *arena, void *to, const void *from, size_t size)
{
    size_t done = 0;
    for (; size - done > PIECE; done += PIECE) {
        memcpy((char *)to + done, (const char *)from + done, PIECE);
        guard_poll(arena->guard);
    }
    if (size)
        memcpy((char *)to + done, (const char *)from + done, size - done);
}

void *
arena_array(struct arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        guard_unwind(arena->guard, GUARD_MEMORY, "out of memory");
    return arena_alloc(arena, count * size);
}

char *
arena_strndup(struct arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc_raw(arena, length + 1);
    arena_copy(arena, copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *
arena_strdup(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text, strlen(text));
}

char *
arena_vprintf(struct arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        ice(arena->guard, "bad format string: %s", format);
    char *text = arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, args);
    return text;
}

char *
arena_printf(struct arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

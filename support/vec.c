#include "support/vec.h"

#include <string.h>

void
vec_reserve_(struct arena *arena, void **at, const uint32_t *count, uint32_t *capacity, size_t size,
             uint32_t more)
{
    if (more <= *capacity - *count)
        return;
    if (more > UINT32_MAX / 2 - *count)
        guard_unwind(arena->guard, GUARD_MEMORY, "out of memory");
    uint32_t room = *capacity ? *capacity * 2 : 8;
    while (room < *count + more)
        room *= 2;
    if (room > SIZE_MAX / size)
        guard_unwind(arena->guard, GUARD_MEMORY, "out of memory");
    void *bigger = arena_alloc_raw(arena, room * size);
    arena_copy(arena, bigger, *at, *count * size);
    *at = bigger;
    *capacity = room;
}

void
vec_extend_(struct arena *arena, void **at, uint32_t *count, uint32_t *capacity, size_t size,
            uint32_t more)
{
    vec_reserve_(arena, at, count, capacity, size, more);
    if (more)
        memset((char *)*at + *count * size, 0, more * size);
    *count += more;
}

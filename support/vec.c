#include "support/vec.h"

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
    void *bigger = arena_array(arena, room, size);
    arena_copy(arena, bigger, *at, *count * size);
    *at = bigger;
    *capacity = room;
}

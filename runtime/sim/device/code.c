/* Executable words of an object, and the places of what is decoded of them. */
#include "runtime/sim/device/load.h"

void
sim_code_new(struct arena *arena, struct sim_region *region, uint64_t first, uint64_t end)
{
    struct sim_code *code = ARENA_NEW(arena, struct sim_code);
    code->arena = arena;
    code->base = region->base;
    code->first = first / 4;
    code->words = end / 4;
    code->text = (const uint32_t *)(const void *)region->bytes;
    if (code->words > code->first)
        code->ops = ARENA_ARRAY(arena, code->words - code->first, struct sim_op *);
    region->code = code;
}

/* A core's own copy of decoded instructions (dispatch/jobs.c). */
static struct sim_code *
own_copy(struct sim_device *device, struct sim_code *code)
{
    for (struct sim_code *own = device->codes; own; own = own->next)
        if (own->original == code)
            return own;
    struct sim_code *own = ARENA_NEW(&device->arena, struct sim_code);
    *own = *code;
    own->arena = &device->arena;
    own->ops = ARENA_ARRAY(&device->arena, code->words - code->first, struct sim_op *);
    own->original = code;
    own->next = device->codes;
    device->codes = own;
    return own;
}

struct sim_code *
sim_code_of(struct sim_device *device, const struct sim_region *region)
{
    return region->code && device->is_worker ? own_copy(device, region->code) : region->code;
}

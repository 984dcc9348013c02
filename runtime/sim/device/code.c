/* Executable words of an object, or of memory that the host stores code into, and the places of what is
 * decoded of them. */
#include "runtime/sim/device/load.h"

static void
begin(struct sim_code *code, struct arena *arena, const struct sim_region *region, uint64_t first,
      uint64_t end)
{
    *code = (struct sim_code){.arena = arena,
                              .base = region->base,
                              .first = first / 4,
                              .words = end / 4,
                              .text = (const uint32_t *)(const void *)region->bytes};
    if (code->words > code->first)
        code->ops = ARENA_ARRAY(arena, code->words - code->first, struct sim_op *);
}

void
sim_code_new(struct arena *arena, struct sim_region *region, uint64_t first, uint64_t end)
{
    struct sim_code *code = ARENA_NEW(arena, struct sim_code);
    begin(code, arena, region, first, end);
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

/* ---- code that the host stores ---- */

/* With what is decoded of it, which goes when the host has stored anew. */
struct host_code {
    struct sim_code code;
    struct arena arena;
};

void
sim_code_release(struct sim_device *device, struct sim_region *region)
{
    if (!region->owns_code)
        return;
    struct host_code *own = (struct host_code *)(void *)region->code;
    arena_free(&own->arena);
    sim_host_release(device, own);
    region->owns_code = false;
    region->code = NULL;
}

enum sim_status
sim_make_executable(struct sim_device *device, uint64_t address)
{
    struct sim_region *region = sim_region_at(device, address, 4);
    if (setjmp(device->guard.target) != 0) {
        sim_take_message(device);
        return SIM_ERROR;
    }
    if (!region)
        sim_error(device, "no memory is at 0x%llx", (unsigned long long)address);
    if (region->code)
        return SIM_OK;
    struct host_code *own = sim_host_alloc(device, sizeof *own);
    arena_init(&own->arena, &device->allocator, &device->guard);
    region->code = &own->code;
    region->owns_code = true;
    begin(&own->code, &own->arena, region, 0, region->size);
    own->code.sramecc = device->target && device->target->sramecc_supported;
    return SIM_OK;
}

bool
sim_is_executable(struct sim_device *device, uint64_t address)
{
    const struct sim_region *region = sim_region_at(device, address, 4);
    return region && region->base == address && region->owns_code;
}

/* What is decoded of an adopted object stays in its arena until that ends. */
static void
decode_anew(struct sim_device *device)
{
    for (struct sim_object *object = device->objects; object; object = object->next) {
        struct sim_code *code = object->is_adopted ? object->region->code : NULL;
        if (code && code->ops)
            memset(code->ops, 0, (code->words - code->first) * sizeof *code->ops);
    }
}

void
sim_invalidate_code(struct sim_device *device)
{
    if (device->jobs)
        device->jobs->forget(device);
    OBSERVE(device, forget, device);
    decode_anew(device);
    vec_foreach (struct sim_region *, at, &device->regions) {
        struct sim_region *region = *at;
        if (!region->owns_code)
            continue;
        sim_code_release(device, region);
        sim_make_executable(device, region->base);
    }
}

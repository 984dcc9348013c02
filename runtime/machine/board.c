#include "runtime/machine/board.h"

#include "runtime/hsa/gpu.h"
#include "support/vec.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAGING = 1 << 20 }; /* bytes that are copied at once */
#define SECOND UINT64_C(1000000000)
/* A copy that takes so long will never end. */
#define MAX_COPY (60 * SECOND)

enum thing_kind { THING_FREED, THING_MEMORY, THING_IMAGE, THING_SAMPLER };

/* What was made, by its address or handle. */
struct thing {
    enum thing_kind kind;
    uint64_t address, size;
};

struct board {
    struct arena things_arena;
    struct gpu_system *system;
    struct gpu *gpu;
    struct sim_device *device; /* reads objects */
    uint32_t max_seconds;      /* of a launch; 0: no limit */
    struct gpu_queue *queue;   /* NULL: none yet */
    struct gpu_object *object; /* the last that was loaded */
    void *staging;             /* the host's memory, through which all copies go */
    VEC(struct thing) things;
    char message[1024];
};

static enum sim_status fail(struct board *board, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static enum sim_status
fail(struct board *board, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(board->message, sizeof board->message, format, args);
    va_end(args);
    return SIM_ERROR;
}

/* With a text of gpu.h, which is freed. */
static enum sim_status
fail_why(struct board *board, const char *what, char *why)
{
    fail(board, "%s%s%s", what, *what ? ": " : "", why ? why : "out of memory");
    free(why);
    return SIM_ERROR;
}

/* ---- the GPU ---- */

/* "2: gfx900, gfx803" */
static const char *
gpu_names(struct arena *arena, const struct gpu_system *system)
{
    struct strbuf text = strbuf_new(arena);
    strbuf_printf(&text, "%u", gpu_count(system));
    for (unsigned i = 0; i < gpu_count(system); i++)
        strbuf_printf(&text, "%s %s", i ? "," : ":", gpu_describe(gpu_at(system, i))->processor);
    return text.text;
}

struct board *
board_new(struct arena *arena, unsigned index, struct sim_device *device, uint32_t max_seconds,
          const char **why)
{
    char *text = NULL;
    struct gpu_system *system = gpu_system_open(&text);
    *why = system ? NULL : arena_strdup(arena, text ? text : "out of memory");
    free(text);
    if (system && index >= gpu_count(system)) {
        const char *refused = gpu_count(system) ? NULL : gpu_refused_at(system, 0);
        *why = refused ? arena_strdup(arena, refused)
                       : arena_printf(arena, "there is no GPU %u; there are %s", index,
                                      gpu_names(arena, system));
    }
    if (*why) {
        gpu_system_close(system);
        return NULL;
    }
    struct board *board = ARENA_NEW(arena, struct board);
    *board = (struct board){.system = system,
                            .gpu = gpu_at(system, index),
                            .device = device,
                            .max_seconds = max_seconds};
    arena_init(&board->things_arena, NULL, arena->guard);
    sim_device_set_target(device, gpu_describe(board->gpu)->target);
    return board;
}

static void
free_thing(struct board *board, struct thing *thing)
{
    if (thing->kind == THING_MEMORY)
        gpu_free(board->system, (void *)(uintptr_t)thing->address);
    else if (thing->kind == THING_IMAGE)
        gpu_image_free(board->gpu, thing->address);
    else if (thing->kind == THING_SAMPLER)
        gpu_sampler_free(board->gpu, thing->address);
    thing->kind = THING_FREED;
}

/* A kernel that never ends holds its queue and its memory until the program ends: no freeing of either waits for
 * it, since the queue is broken by then. */
static void
free_things(struct board *board)
{
    if (board->queue && gpu_queue_is_broken(board->queue)) {
        gpu_queue_free(board->queue);
        board->queue = NULL;
    }
    gpu_object_unload(board->object);
    board->object = NULL;
    vec_foreach (struct thing, thing, &board->things)
        free_thing(board, thing);
    board->things.at = NULL;
    board->things.count = board->things.capacity = 0;
    arena_free(&board->things_arena);
}

void
board_reset(struct board *board, struct sim_device *device)
{
    free_things(board);
    board->device = device;
    if (device)
        sim_device_set_target(device, gpu_describe(board->gpu)->target);
}

void
board_free(struct board *board)
{
    gpu_queue_free(board->queue);
    board->queue = NULL;
    free_things(board);
    gpu_free(board->system, board->staging);
    gpu_system_close(board->system);
}

const char *
board_message(const struct board *board)
{
    return board->message;
}

const char *
board_processor(const struct board *board)
{
    return gpu_describe(board->gpu)->processor;
}

bool
board_has_image(const struct board *board, const struct sim_image_info *info)
{
    return gpu_describe(board->gpu)->has_images && info->levels <= 1 && info->samples <= 1 &&
           gpu_image_exists(board->gpu, info->geometry, info->order, info->type, true, false);
}

void
board_describe(const struct board *board, struct strbuf *out)
{
    const struct gpu_info *info = gpu_describe(board->gpu);
    strbuf_printf(out,
                  "device       %s (%s, PCI device %04x), %u compute units, %u MHz, %llu MiB\n",
                  info->name, info->processor, info->chip, info->compute_units, info->clock,
                  (unsigned long long)(info->memory >> 20));
    const char *runtime = gpu_system_name(board->system), *path = strstr(runtime, " (");
    strbuf_printf(out, "runtime      %.*s\n", path ? (int)(path - runtime) : (int)strlen(runtime),
                  runtime); /* without its path */
}

/* ---- memory ---- */

static void
keep(struct board *board, enum thing_kind kind, uint64_t address, uint64_t size)
{
    vec_push(&board->things_arena, &board->things, (struct thing){kind, address, size});
}

static uint64_t
alloc(struct board *board, enum gpu_memory kind, uint64_t size)
{
    uint64_t address = (uintptr_t)gpu_alloc(board->gpu, kind, size ? size : 1);
    if (address)
        keep(board, THING_MEMORY, address, size);
    else
        fail(board, "the GPU has no room for %llu bytes", (unsigned long long)size);
    return address;
}

/* size is at most STAGING. */
static enum sim_status
copy(struct board *board, void *to, const void *from, size_t size)
{
    char *why = NULL;
    struct gpu_fence *fence = gpu_copy(board->gpu, to, from, size, NULL, 0, &why);
    if (!fence)
        return fail_why(board, "a copy", why);
    enum gpu_status status = gpu_fence_wait(fence, MAX_COPY);
    if (status == GPU_UNDER_WAY)
        fail(board, "a copy of %zu bytes does not end", size);
    else if (status != GPU_OVER)
        fail(board, "a copy: %s",
             gpu_fence_message(fence) ? gpu_fence_message(fence) : "the GPU is lost");
    gpu_fence_release(fence);
    return status == GPU_OVER ? SIM_OK : SIM_ERROR;
}

/* Copies to the GPU (bytes NULL: zeroes), or from it, piece by piece. */
static enum sim_status
move(struct board *board, uint64_t address, void *bytes, uint64_t size, bool is_write)
{
    if (!board->staging)
        board->staging = gpu_alloc(board->gpu, GPU_MEMORY_HOST, STAGING);
    if (!board->staging)
        return fail(board, "the host has no room for copies");
    enum sim_status status = SIM_OK;
    for (uint64_t at = 0; at < size && status == SIM_OK; at += STAGING) {
        size_t part = size - at < STAGING ? size - at : STAGING;
        void *there = (void *)(uintptr_t)(address + at);
        if (is_write && bytes)
            memcpy(board->staging, (uint8_t *)bytes + at, part);
        else if (is_write)
            memset(board->staging, 0, part);
        status = is_write ? copy(board, there, board->staging, part)
                          : copy(board, board->staging, there, part);
        if (!is_write && status == SIM_OK)
            memcpy((uint8_t *)bytes + at, board->staging, part);
    }
    return status;
}

uint64_t
board_alloc(struct board *board, uint64_t size, bool is_zeroed)
{
    uint64_t address = alloc(board, GPU_MEMORY_OWN, size);
    if (!address || !is_zeroed)
        return address;
    return move(board, address, NULL, size, true) == SIM_OK ? address : 0;
}

static struct thing *
find_thing(struct board *board, uint64_t address)
{
    vec_foreach (struct thing, thing, &board->things)
        if (thing->address == address && thing->kind != THING_FREED)
            return thing;
    return NULL;
}

void
board_free_memory(struct board *board, uint64_t address)
{
    struct thing *thing = find_thing(board, address);
    if (thing)
        free_thing(board, thing);
}

enum sim_status
board_write(struct board *board, uint64_t address, const void *bytes, uint64_t size)
{
    return move(board, address, (void *)(uintptr_t)bytes, size, true);
}

enum sim_status
board_read(struct board *board, uint64_t address, void *bytes, uint64_t size)
{
    return move(board, address, bytes, size, false);
}

/* ---- images ---- */

enum sim_status
board_image_new(struct board *board, const struct sim_image_info *info, uint64_t *handle)
{
    char *why = NULL;
    if (info->levels > 1)
        return fail(board, "ROCr has no images of several levels");
    if (!gpu_image_new(board->gpu, info, handle, &why))
        return fail_why(board, "", why);
    keep(board, THING_IMAGE, *handle, 0);
    return SIM_OK;
}

enum sim_status
board_image_write(struct board *board, uint64_t handle, const struct sim_image_box *box,
                  const void *texels)
{
    char *why = NULL;
    return gpu_image_write(board->gpu, handle, box, texels, &why)
               ? SIM_OK
               : fail_why(board, "writing to an image", why);
}

enum sim_status
board_image_read(struct board *board, uint64_t handle, const struct sim_image_box *box,
                 void *texels)
{
    char *why = NULL;
    return gpu_image_read(board->gpu, handle, box, texels, &why)
               ? SIM_OK
               : fail_why(board, "reading an image", why);
}

enum sim_status
board_sampler_new(struct board *board, const struct sim_sampler_info *info, uint64_t *handle)
{
    char *why = NULL;
    if (!gpu_sampler_new(board->gpu, info, handle, &why))
        return fail_why(board, "", why);
    keep(board, THING_SAMPLER, *handle, 0);
    return SIM_OK;
}

/* ---- objects and launches ---- */

enum sim_status
board_load(struct board *board, const void *bytes, size_t size,
           const struct sim_externals *externals, struct sim_object **object)
{
    char *why = NULL;
    if (sim_load_with(board->device, bytes, size, externals, object) != SIM_OK)
        return fail(board, "%s", sim_message(board->device));
    unsigned count = sim_external_count(*object), defined = 0;
    struct gpu_definition *definitions =
        ARENA_ARRAY(&board->things_arena, count + 1, struct gpu_definition);
    for (unsigned i = 0; externals && i < count; i++) {
        uint64_t address = 0;
        const char *name = sim_external_at(*object, i)->name;
        if (externals->find(externals->data, name, &address))
            definitions[defined++] = (struct gpu_definition){name, (void *)(uintptr_t)address};
    }
    gpu_object_unload(board->object);
    board->object = gpu_object_load(board->gpu, bytes, size, definitions, defined, &why);
    if (board->object)
        return SIM_OK;
    *object = NULL;
    return fail_why(board, "", why);
}

bool
board_variable(struct board *board, const char *name, uint64_t *address, uint64_t *size)
{
    void *found = NULL;
    bool is_there = board->object && gpu_object_variable(board->object, name, &found, size);
    *address = (uintptr_t)found;
    return is_there;
}

static enum sim_status
wait_for(struct board *board, struct gpu_fence *fence)
{
    uint64_t limit = board->max_seconds ? board->max_seconds * SECOND : UINT64_MAX;
    enum gpu_status status = gpu_fence_wait(fence, limit);
    if (status == GPU_OVER)
        return SIM_OK;
    if (status == GPU_UNDER_WAY) {
        fail(board, "the kernel has not ended after %u seconds", board->max_seconds);
        gpu_queue_break(board->queue, board->message);
        return SIM_ERROR;
    }
    const char *message = gpu_fence_message(fence);
    fail(board, "%s", message ? message : "the queue is lost");
    return status == GPU_FAULT ? SIM_FAULT : SIM_ERROR;
}

static enum sim_status
submit(struct board *board, const struct sim_launch *launch, const struct gpu_launch *packet)
{
    char *why = NULL;
    struct gpu_launch whole = *packet;
    whole.dims = launch->dims;
    for (unsigned d = 0; d < 3; d++) {
        whole.global[d] = d < launch->dims ? launch->global[d] : 1;
        whole.local[d] = d < launch->dims ? launch->local[d] : 1;
    }
    struct gpu_fence *fence = gpu_submit(board->queue, &whole, NULL, 0, &why);
    if (!fence)
        return fail_why(board, "", why);
    enum sim_status status = wait_for(board, fence);
    gpu_fence_release(fence);
    return status;
}

/* One that is not broken. */
static bool
has_queue(struct board *board)
{
    char *why = NULL;
    const struct gpu_queue_options options = {.priority = GPU_PRIORITY_NORMAL};
    if (board->queue && !gpu_queue_is_broken(board->queue))
        return true;
    gpu_queue_free(board->queue);
    board->queue = gpu_queue_new(board->gpu, &options, &why);
    if (!board->queue)
        fail_why(board, "", why);
    return board->queue != NULL;
}

enum sim_status
board_launch(struct board *board, const struct sim_kernel *kernel, const struct sim_launch *launch)
{
    struct gpu_kernel code;
    struct sim_gpu gpu = {0};
    if (!has_queue(board))
        return SIM_ERROR;
    if (!gpu_object_kernel(board->object, kernel->name, &code))
        return fail(board, "ROCr finds no kernel %s in the object", kernel->name);
    gpu.queue = gpu_queue_address(board->queue);
    gpu_queue_apertures(board->queue, &gpu.shared_base, &gpu.private_base);
    /* The loader may see more than the metadata say. */
    size_t size =
        kernel->kernarg_size > code.kernarg_size ? kernel->kernarg_size : code.kernarg_size;
    struct sim_arguments arguments = {.bytes = arena_alloc(&board->things_arena, size + 1)};
    if (sim_write_arguments(board->device, kernel, launch, &gpu, &arguments) != SIM_OK)
        return fail(board, "%s", sim_message(board->device));
    struct gpu_launch packet = {.kernel = &code,
                                .arguments = arguments.bytes,
                                .group_size = arguments.group_size,
                                .private_size = arguments.private_size};
    return submit(board, launch, &packet);
}

/* ---- printf ---- */

uint64_t
board_printf_new(struct board *board, uint32_t size)
{
    uint64_t address = alloc(board, GPU_MEMORY_HOST, size);
    uint32_t *header = (void *)(uintptr_t)address;
    if (!header)
        return 0;
    header[0] = 0;
    header[1] = size;
    return address;
}

enum sim_status
board_printf_flush(struct board *board, const struct sim_object *object, uint64_t buffer,
                   void (*text)(void *data, const char *text, size_t length), void *data,
                   struct sim_printf_report *report)
{
    const struct thing *thing = find_thing(board, buffer);
    if (!thing)
        return fail(board, "no printf buffer is there");
    enum sim_status status = sim_printf_flush_host(board->device, object, (void *)(uintptr_t)buffer,
                                                   (uint32_t)thing->size, text, data, report);
    if (status != SIM_OK)
        fail(board, "%s", sim_message(board->device));
    return status;
}

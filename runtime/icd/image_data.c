/* Where the texels of an image are: on the host, and on GPUs that use it. */
#include "runtime/icd/context.h"
#include "runtime/icd/image.h"
#include "runtime/icd/memory.h"
#include "runtime/icd/platform.h"

#include <stdlib.h>
#include <string.h>

/* The image whose texels it has: itself, or the one that it is made of. */
static struct _cl_mem *
texels_of(struct _cl_mem *memory)
{
    while (memory->parent && memory->parent->image)
        memory = memory->parent;
    return memory;
}

struct _cl_mem *
icd_image_buffer(struct _cl_mem *memory)
{
    return texels_of(memory)->parent;
}

/* Moves texels between the host's memory, with its pitches, and rows without gaps. */
static void
move(const struct _cl_mem *memory, const struct icd_part *part, uint8_t *packed, bool to_packed)
{
    size_t row = part->size[0] * memory->image->texel;
    for (size_t z = 0; z < part->size[2]; z++)
        for (size_t y = 0; y < part->size[1]; y++, packed += row) {
            uint8_t *bytes = icd_image_at(
                memory, part->level,
                (size_t[3]){part->origin[0], part->origin[1] + y, part->origin[2] + z});
            memcpy(to_packed ? packed : bytes, to_packed ? bytes : packed, row);
        }
}

static size_t
packed_bytes(const struct icd_image *image, const struct icd_part *part)
{
    return part->size[0] * part->size[1] * part->size[2] * image->texel;
}

size_t
icd_image_packed_bytes(const struct _cl_mem *memory)
{
    size_t size = 0;
    for (unsigned i = 0; i < memory->image->info.levels; i++) {
        struct icd_part level = icd_image_level(memory->image, i);
        size += packed_bytes(memory->image, &level);
    }
    return size;
}

void
icd_image_pack(const struct _cl_mem *memory, uint8_t *packed)
{
    for (unsigned i = 0; i < memory->image->info.levels; i++) {
        struct icd_part level = icd_image_level(memory->image, i);
        move(memory, &level, packed, true);
        packed += packed_bytes(memory->image, &level);
    }
}

/* As the simulator counts: rows of a 1D array are its layers. */
static struct sim_image_box
box_of(const struct icd_image *image, const struct icd_part *part)
{
    bool has_rows = image->info.geometry != SIM_GEOMETRY_1D_ARRAY;
    unsigned slices = has_rows ? 2 : 1;
    return (struct sim_image_box){.level = part->level,
                                  .x = (uint32_t)part->origin[0],
                                  .y = has_rows ? (uint32_t)part->origin[1] : 0,
                                  .z = (uint32_t)part->origin[slices],
                                  .width = (uint32_t)part->size[0],
                                  .height = has_rows ? (uint32_t)part->size[1] : 1,
                                  .depth = (uint32_t)part->size[slices]};
}

/* ---- copies, under the image's lock; engines' GPUs are not locked ---- */

/* Between the host's memory and the GPU's image. */
static bool
copy(struct _cl_mem *memory, struct icd_engine *engine, const struct icd_part *part, bool to_gpu)
{
    struct icd_image *image = memory->image;
    struct sim_image_box box = box_of(image, part);
    uint64_t handle = image->handles[engine->index];
    uint8_t *packed = malloc(packed_bytes(image, part));
    bool good = packed;
    if (good && to_gpu)
        move(memory, part, packed, true);
    good = good && icd_engine_lock(engine);
    if (good) {
        const struct icd_driver *driver = engine->device->driver;
        good = to_gpu ? driver->image_write(engine, handle, &box, packed)
                      : driver->image_read(engine, handle, &box, packed);
        icd_engine_unlock(engine);
    }
    if (good && !to_gpu)
        move(memory, part, packed, false);
    free(packed);
    return good;
}

/* All levels. */
static bool
copy_all(struct _cl_mem *memory, struct icd_engine *engine, bool to_gpu)
{
    bool good = true;
    for (unsigned i = 0; good && i < memory->image->info.levels; i++) {
        struct icd_part level = icd_image_level(memory->image, i);
        good = copy(memory, engine, &level, to_gpu);
    }
    return good;
}

/* With texels of its own, which are uninitialised; with a buffer's, where they are; or with another image's, which is
 * there. */
static bool
make_image(struct _cl_mem *memory, struct icd_engine *engine)
{
    struct icd_image *image = memory->image;
    struct _cl_mem *parent = memory->parent;
    uint64_t *handle = &image->handles[engine->index];
    const struct icd_driver *driver = engine->device->driver;
    if (!parent)
        return driver->image_new(engine, &image->info, handle);
    if (parent->image)
        return driver->image_view(engine, texels_of(memory)->image->handles[engine->index],
                                  image->info.order, handle);
    uint64_t texels = icd_memory_address(parent, engine);
    return texels && driver->image_map(engine, &image->info, texels, handle);
}

/* The same, if the engine has none yet. */
static bool
make_on_gpu(struct _cl_mem *memory, struct icd_engine *engine)
{
    if (memory->image->handles[engine->index])
        return true;
    if (!icd_engine_lock(engine))
        return false;
    bool good = make_image(memory, engine);
    icd_engine_unlock(engine);
    return good;
}

static bool
upload(struct _cl_mem *memory, struct icd_engine *engine)
{
    return make_on_gpu(memory, engine) &&
           (memory->parent || !memory->image->has_texels || copy_all(memory, engine, true));
}

/* Brings the part, NULL: all of it, from a GPU that has it, unless the host has it. */
static bool
fetch(struct _cl_mem *memory, const struct icd_part *part)
{
    struct icd_image *image = memory->image;
    bool good = image->on_host;
    for (unsigned i = 0; !good && i < memory->context->engine_count; i++) {
        struct icd_engine *engine = &memory->context->engines[i];
        if (image->on_gpu[i])
            good = part ? copy(memory, engine, part, false) : copy_all(memory, engine, false);
    }
    return good;
}

static bool
fetch_all(struct _cl_mem *memory)
{
    struct icd_image *image = memory->image;
    bool was_there = image->on_host;
    image->on_host = fetch(memory, NULL);
    image->has_texels |= image->on_host && !was_there;
    return image->on_host;
}

/* ---- what commands ask for ---- */

bool
icd_image_to_host(struct _cl_mem *memory, bool changes)
{
    memory = texels_of(memory);
    struct icd_image *image = memory->image;
    if (memory->parent && !icd_memory_to_host(memory, memory->bytes, memory->size))
        return false;
    pthread_mutex_lock(&image->lock);
    bool good = fetch_all(memory);
    if (good && changes) {
        memset(image->on_gpu, 0, sizeof image->on_gpu);
        image->has_texels = true;
        if (memory->parent)
            icd_undefined_clear(memory, memory->bytes, memory->size);
    }
    pthread_mutex_unlock(&image->lock);
    return good;
}

bool
icd_image_part_to_host(struct _cl_mem *memory, const struct icd_part *part)
{
    memory = texels_of(memory);
    if (memory->parent && !icd_memory_to_host(memory, memory->bytes, memory->size))
        return false;
    pthread_mutex_lock(&memory->image->lock);
    bool good = fetch(memory, part);
    pthread_mutex_unlock(&memory->image->lock);
    return good;
}

/* The host has written that part of a buffer's texels. */
static bool
rows_written(struct _cl_mem *memory, const struct icd_part *part)
{
    bool good = true;
    for (size_t y = 0; good && y < part->size[1]; y++)
        good = icd_memory_written(
            memory,
            icd_image_at(memory, part->level, (size_t[3]){part->origin[0], part->origin[1] + y, 0}),
            part->size[0] * memory->image->texel);
    return good;
}

bool
icd_image_part_written(struct _cl_mem *memory, const struct icd_part *part)
{
    memory = texels_of(memory);
    struct icd_image *image = memory->image;
    bool good = !memory->parent || rows_written(memory, part);
    pthread_mutex_lock(&image->lock);
    for (unsigned i = 0; i < memory->context->engine_count; i++)
        if (image->on_gpu[i] && !memory->parent)
            good &= copy(memory, &memory->context->engines[i], part, true);
    image->has_texels = true;
    pthread_mutex_unlock(&image->lock);
    return good;
}

/* Of an image that has texels, or a buffer's; under its lock. */
static bool
make_current(struct _cl_mem *memory, struct icd_engine *engine, bool changes)
{
    struct icd_image *image = memory->image;
    bool *is_current = &image->on_gpu[engine->index];
    if (!*is_current && fetch_all(memory))
        *is_current = upload(memory, engine);
    bool good = *is_current;
    if (good && changes && !memory->parent) {
        image->on_host = false;
        for (unsigned i = 0; i < ICD_DEVICES; i++)
            image->on_gpu[i] = i == engine->index;
    }
    return good;
}

uint64_t
icd_image_to_gpu(struct _cl_mem *memory, struct icd_engine *engine, bool changes)
{
    struct _cl_mem *texels = texels_of(memory);
    if ((changes && !icd_memory_is_writable(memory)) ||
        (texels->parent && icd_memory_to_gpu(texels, engine, changes) != CL_COMPLETE))
        return 0;
    pthread_mutex_lock(&texels->image->lock);
    bool good = make_current(texels, engine, changes) && make_on_gpu(memory, engine);
    pthread_mutex_unlock(&texels->image->lock);
    return good ? memory->image->handles[engine->index] : 0;
}

void
icd_image_free(struct _cl_mem *memory)
{
    struct icd_image *image = memory->image;
    for (unsigned i = 0; i < memory->context->engine_count; i++) {
        struct icd_rest rest = {.address = image->handles[i], .kind = ICD_REST_IMAGE};
        if (rest.address)
            icd_engine_free(&memory->context->engines[i], &rest, true);
    }
    pthread_mutex_destroy(&image->lock);
    free(image);
}

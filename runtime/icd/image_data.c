/* Where the texels of an image are: on the host, and on GPUs that use it. */
#include "runtime/icd/icd.h"

#include <stdlib.h>
#include <string.h>

uint8_t *
icd_image_at(const struct _cl_mem *memory, const size_t origin[3])
{
    const struct icd_image *image = memory->image;
    return memory->bytes + origin[0] * image->texel + origin[1] * image->row +
           origin[2] * image->slice;
}

static struct icd_part
whole(const struct icd_image *image)
{
    return (struct icd_part){.size = {image->size[0], image->size[1], image->size[2]}};
}

/* Moves texels between the host's memory, with its pitches, and rows without gaps. */
static void
move(const struct _cl_mem *memory, const struct icd_part *part, uint8_t *packed, bool to_packed)
{
    size_t row = part->size[0] * memory->image->texel;
    for (size_t z = 0; z < part->size[2]; z++)
        for (size_t y = 0; y < part->size[1]; y++, packed += row) {
            uint8_t *bytes = icd_image_at(
                memory, (size_t[3]){part->origin[0], part->origin[1] + y, part->origin[2] + z});
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
    struct icd_part all = whole(memory->image);
    return packed_bytes(memory->image, &all);
}

void
icd_image_pack(const struct _cl_mem *memory, uint8_t *packed)
{
    struct icd_part all = whole(memory->image);
    move(memory, &all, packed, true);
}

/* As the simulator counts: rows of a 1D array are its layers. */
static struct sim_image_box
box_of(const struct icd_image *image, const struct icd_part *part)
{
    bool has_rows = image->info.geometry != SIM_GEOMETRY_1D_ARRAY;
    unsigned slices = has_rows ? 2 : 1;
    return (struct sim_image_box){.x = (uint32_t)part->origin[0],
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

/* Makes the engine's image, if it has none; texels that nobody has written are uninitialised there.  A
 * buffer's are where they are. */
static bool
make_on_gpu(struct _cl_mem *memory, struct icd_engine *engine)
{
    struct icd_image *image = memory->image;
    uint64_t *handle = &image->handles[engine->index];
    if (*handle)
        return true;
    if (!icd_engine_lock(engine))
        return false;
    const struct icd_driver *driver = engine->device->driver;
    uint64_t texels = memory->parent ? icd_memory_address(memory->parent, engine) : 0;
    bool good = memory->parent ? texels && driver->image_map(engine, &image->info, texels, handle)
                               : driver->image_new(engine, &image->info, handle);
    icd_engine_unlock(engine);
    return good;
}

static bool
upload(struct _cl_mem *memory, struct icd_engine *engine)
{
    struct icd_part all = whole(memory->image);
    return make_on_gpu(memory, engine) &&
           (memory->parent || !memory->image->has_texels || copy(memory, engine, &all, true));
}

/* Brings the part from a GPU that has it, unless the host has it. */
static bool
fetch(struct _cl_mem *memory, const struct icd_part *part)
{
    struct icd_image *image = memory->image;
    bool good = image->on_host;
    for (unsigned i = 0; !good && i < memory->context->engine_count; i++)
        if (image->on_gpu[i])
            good = copy(memory, &memory->context->engines[i], part, false);
    return good;
}

static bool
fetch_all(struct _cl_mem *memory)
{
    struct icd_image *image = memory->image;
    struct icd_part all = whole(image);
    bool was_there = image->on_host;
    image->on_host = fetch(memory, &all);
    image->has_texels |= image->on_host && !was_there;
    return image->on_host;
}

/* ---- what commands ask for ---- */

bool
icd_image_to_host(struct _cl_mem *memory, bool changes)
{
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
            memory, icd_image_at(memory, (size_t[3]){part->origin[0], part->origin[1] + y, 0}),
            part->size[0] * memory->image->texel);
    return good;
}

bool
icd_image_part_written(struct _cl_mem *memory, const struct icd_part *part)
{
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

uint64_t
icd_image_to_gpu(struct _cl_mem *memory, struct icd_engine *engine, bool changes)
{
    struct icd_image *image = memory->image;
    bool *is_current = &image->on_gpu[engine->index];
    if ((changes && !icd_memory_is_writable(memory)) ||
        (memory->parent && icd_memory_to_gpu(memory, engine, changes) != CL_COMPLETE))
        return 0;
    pthread_mutex_lock(&image->lock);
    if (!*is_current && fetch_all(memory))
        *is_current = upload(memory, engine);
    uint64_t handle = *is_current ? image->handles[engine->index] : 0;
    if (handle && changes && !memory->parent) {
        image->on_host = false;
        for (unsigned i = 0; i < ICD_DEVICES; i++)
            image->on_gpu[i] = i == engine->index;
    }
    pthread_mutex_unlock(&image->lock);
    return handle;
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

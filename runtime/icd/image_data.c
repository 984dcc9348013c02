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

/* Moves all texels between the host's memory, with its pitches, and rows without gaps. */
static void
move(const struct _cl_mem *memory, uint8_t *packed, bool to_packed)
{
    const struct icd_image *image = memory->image;
    size_t row = image->size[0] * image->texel;
    for (size_t z = 0; z < image->size[2]; z++)
        for (size_t y = 0; y < image->size[1]; y++, packed += row) {
            uint8_t *bytes = icd_image_at(memory, (size_t[3]){0, y, z});
            memcpy(to_packed ? packed : bytes, to_packed ? bytes : packed, row);
        }
}

size_t
icd_image_packed_bytes(const struct _cl_mem *memory)
{
    const struct icd_image *image = memory->image;
    return image->size[0] * image->size[1] * image->size[2] * image->texel;
}

void
icd_image_pack(const struct _cl_mem *memory, uint8_t *packed)
{
    move(memory, packed, true);
}

static struct sim_image_box
whole(const struct icd_image *image)
{
    const struct sim_image_info *info = &image->info;
    return (struct sim_image_box){
        .width = info->width, .height = info->height, .depth = info->depth * info->layers};
}

/* The engine's GPU is locked.  Texels that nobody has written are uninitialised there. */
static bool
upload(struct _cl_mem *memory, struct icd_engine *engine)
{
    struct icd_image *image = memory->image;
    uint64_t *handle = &image->handles[engine->index];
    struct sim_image_box box = whole(image);
    if (!image->has_texels)
        return *handle || sim_image_new(engine->sim, &image->info, handle) == SIM_OK;
    uint8_t *packed = malloc(icd_image_packed_bytes(memory));
    bool good = packed && (*handle || sim_image_new(engine->sim, &image->info, handle) == SIM_OK);
    if (good) {
        move(memory, packed, true);
        good = sim_image_write(engine->sim, *handle, &box, packed) == SIM_OK;
    }
    free(packed);
    return good;
}

static bool
download(struct _cl_mem *memory, struct icd_engine *engine)
{
    struct icd_image *image = memory->image;
    struct sim_image_box box = whole(image);
    uint8_t *packed = malloc(icd_image_packed_bytes(memory));
    if (!packed)
        return false;
    pthread_mutex_lock(&engine->sim_lock);
    /* what a kernel has left undefined is copied all the same */
    sim_image_read(engine->sim, image->handles[engine->index], &box, packed);
    pthread_mutex_unlock(&engine->sim_lock);
    move(memory, packed, false);
    image->has_texels = true;
    if (memory->parent)
        icd_undefined_clear(memory->parent, memory->bytes, memory->size);
    free(packed);
    return true;
}

/* Under the image's lock. */
static bool
fetch(struct _cl_mem *memory)
{
    struct icd_image *image = memory->image;
    for (unsigned i = 0; !image->on_host && i < memory->context->engine_count; i++)
        if (image->on_gpu[i])
            image->on_host = download(memory, &memory->context->engines[i]);
    return image->on_host;
}

bool
icd_image_to_host(struct _cl_mem *memory, bool changes)
{
    struct icd_image *image = memory->image;
    pthread_mutex_lock(&image->lock);
    bool good = fetch(memory);
    if (good && changes) {
        memset(image->on_gpu, 0, sizeof image->on_gpu);
        image->has_texels = true;
    }
    pthread_mutex_unlock(&image->lock);
    return good;
}

uint64_t
icd_image_to_gpu(struct _cl_mem *memory, struct icd_engine *engine, bool changes)
{
    struct icd_image *image = memory->image;
    bool *is_current = &image->on_gpu[engine->index];
    pthread_mutex_lock(&image->lock);
    /* a buffer's image has whatever the buffer has now */
    if (memory->parent)
        *is_current = false;
    if (!*is_current && fetch(memory) && icd_engine_lock(engine)) {
        *is_current = upload(memory, engine);
        icd_engine_unlock(engine);
    }
    uint64_t handle = *is_current ? image->handles[engine->index] : 0;
    if (handle && changes) {
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
        struct icd_rest rest = {.address = image->handles[i], .is_image = true};
        if (rest.address)
            icd_engine_free(&memory->context->engines[i], &rest, true);
    }
    pthread_mutex_destroy(&image->lock);
    free(image);
}

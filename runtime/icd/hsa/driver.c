/* Real GPUs as devices: ../device.h on HSA's runtime. */
#include "runtime/icd/hsa/hsa_engine.h"
#include "runtime/icd/platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
hsa_fails(struct icd_engine *engine, char *why)
{
    snprintf(hsa_of(engine)->message, HSA_MESSAGE, "%s: %s", engine->device->processor,
             why ? why : "out of memory");
    free(why);
    return false;
}

static bool
open_gpu(struct icd_engine *engine)
{
    struct hsa_engine *hsa = calloc(1, sizeof *hsa);
    if (!hsa)
        return false;
    hsa->system = engine->device->platform->gpus;
    hsa->gpu = engine->device->gpu;
    engine->gpu = hsa;
    return true;
}

static void
close_gpu(struct icd_engine *engine)
{
    struct hsa_engine *hsa = hsa_of(engine);
    hsa_lanes_end(engine);
    hsa_device_queue_end(engine);
    gpu_object_unload(hsa->blits);
    hsa_memory_end(engine);
    free(hsa);
    engine->gpu = NULL;
}

static const char *
message(const struct icd_engine *engine)
{
    return hsa_of(engine)->message;
}

static bool
takes(const struct _cl_device_id *device, const void *bytes, size_t size, char **why)
{
    return gpu_object_fits(device->gpu, bytes, size, why);
}

/* ---- images ---- */

static bool
image_exists(const struct _cl_device_id *device, enum sim_geometry geometry,
             enum sim_channel_order order, enum sim_channel_type type, bool reads, bool writes)
{
    return gpu_image_exists(device->gpu, geometry, order, type, reads, writes);
}

static bool
told(struct icd_engine *engine, bool good, char *why)
{
    return good || hsa_fails(engine, why);
}

static bool
image_new(struct icd_engine *engine, const struct sim_image_info *info, uint64_t *handle)
{
    char *why = NULL;
    bool good = gpu_image_new(hsa_of(engine)->gpu, info, handle, &why);
    return told(engine, good, why);
}

static bool
image_map(struct icd_engine *engine, const struct sim_image_info *info, uint64_t texels,
          uint64_t *handle)
{
    char *why = NULL;
    bool good = gpu_image_map(hsa_of(engine)->gpu, info, (void *)(uintptr_t)texels, handle, &why);
    return told(engine, good, why);
}

static bool
image_view(struct icd_engine *engine, uint64_t image, enum sim_channel_order order,
           uint64_t *handle)
{
    char *why = NULL;
    bool good = gpu_image_view(hsa_of(engine)->gpu, image, order, handle, &why);
    return told(engine, good, why);
}

static void
image_free(struct icd_engine *engine, uint64_t handle)
{
    gpu_image_free(hsa_of(engine)->gpu, handle);
}

static bool
image_write(struct icd_engine *engine, uint64_t handle, const struct sim_image_box *box,
            const void *texels)
{
    char *why = NULL;
    bool good = gpu_image_write(hsa_of(engine)->gpu, handle, box, texels, &why);
    return told(engine, good, why);
}

static bool
image_read(struct icd_engine *engine, uint64_t handle, const struct sim_image_box *box,
           void *texels)
{
    char *why = NULL;
    bool good = gpu_image_read(hsa_of(engine)->gpu, handle, box, texels, &why);
    return told(engine, good, why);
}

static bool
sampler_new(struct icd_engine *engine, const struct sim_sampler_info *info, uint64_t *handle)
{
    char *why = NULL;
    bool good = gpu_sampler_new(hsa_of(engine)->gpu, info, handle, &why);
    return told(engine, good, why);
}

static void
sampler_free(struct icd_engine *engine, uint64_t handle)
{
    gpu_sampler_free(hsa_of(engine)->gpu, handle);
}

/* ---- shared memory ---- */

static uint8_t *
share(struct _cl_device_id *device, size_t size)
{
    return gpu_alloc(device->gpu, GPU_MEMORY_HOST, size);
}

static void
unshare(struct _cl_device_id *device, uint8_t *bytes)
{
    gpu_free(device->platform->gpus, bytes);
}

const struct icd_driver icd_hsa_driver = {
    .open = open_gpu,
    .close = close_gpu,
    .message = message,
    .map = hsa_map,
    .unmap = hsa_unmap,
    .move = hsa_move,
    .fill = hsa_fill,
    .mark = hsa_mark,
    /* version 2 cannot say which features a chip has on: ROCr refuses it on gfx906 and gfx801 */
    .option = "-mcode-object-version=4",
    .takes = takes,
    .load = hsa_load,
    .unload = hsa_unload,
    .read_variable = hsa_read_variable,
    .device_queue = hsa_device_queue,
    .launch = hsa_launch,
    .await = hsa_await,
    .attend = hsa_attend,
    .may_follow = hsa_may_follow,
    .settle = hsa_settle,
    .flight_end = hsa_flight_end,
    .flight_times = hsa_flight_times,
    .flight_free = hsa_flight_free,
    .lane_free = hsa_lane_free,
    .image_exists = image_exists,
    .image_new = image_new,
    .image_map = image_map,
    .image_view = image_view,
    .image_free = image_free,
    .image_write = image_write,
    .image_read = image_read,
    .sampler_new = sampler_new,
    .sampler_free = sampler_free,
    .share = share,
    .unshare = unshare,
};

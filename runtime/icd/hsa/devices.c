/* The real GPUs that there are, as devices of the platform. */
#include "runtime/icd/hsa/hsa_engine.h"
#include "runtime/icd/platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
tell(const struct _cl_platform_id *platform, bool is_wanted, const char *text)
{
    if (is_wanted || platform->settings.is_verbose)
        fprintf(stderr, "occ: %s\n", text);
}

static size_t
smallest(size_t one, size_t other)
{
    return one < other ? one : other;
}

/* HSA's limit of one allocation is all that the card has, of which something is always taken: by code, queues, a desktop.
 * Programs ask for as much as they are told that they may. */
static uint64_t
allocation_of(const struct gpu_info *info)
{
    uint64_t most = info->memory / 8 * 7;
    return info->allocation < most ? info->allocation : most;
}

static void
add_gpu(struct _cl_platform_id *platform, struct gpu *gpu)
{
    const struct gpu_info *info = gpu_describe(gpu);
    for (unsigned i = 0; i < platform->device_count; i++)
        if (platform->devices[i].gpu == gpu)
            return;
    struct _cl_device_id *device = icd_device_add(platform);
    if (!device)
        return;
    device->driver = &icd_hsa_driver;
    device->gpu = gpu;
    device->target = info->target;
    device->processor = info->processor;
    device->global_bytes = info->memory;
    device->allocation_bytes = allocation_of(info);
    const unsigned given = platform->settings.compute_units;
    device->compute_units = given && given < info->compute_units ? given : info->compute_units;
    device->hardware = (struct icd_hardware){
        .board = info->name,
        .clock = info->clock,
        .cache_line = info->cache_line,
        .cache = info->cache,
        .chip = info->chip,
        .bus = {info->domain, info->bdf >> 8, info->bdf >> 3 & 31, info->bdf & 7},
    };
    device->alignment = 128; /* a long16's; images of buffers ask for SIM_IMAGE_ALIGNMENT */
    device->images = (struct icd_image_limits){
        .side = smallest(info->width_1d, smallest(info->size_2d[0], info->size_2d[1])),
        .depth = smallest(info->size_3d[0], smallest(info->size_3d[1], info->size_3d[2])),
        .layers = info->layers,
        .buffer = info->width_buffer,
        .levels = 1};
}

/* Those that the entry of the settings names. */
static void
add_gpus(struct _cl_platform_id *platform, const struct settings_processor *wanted)
{
    char text[128];
    unsigned count = gpu_count(platform->gpus);
    if (wanted->gpu != SETTINGS_ALL_GPUS && wanted->gpu >= count) {
        snprintf(text, sizeof text, "'%s': there is no such GPU (%u can be used)", wanted->name,
                 count);
        tell(platform, true, text);
    }
    for (unsigned i = 0; i < count; i++)
        if (wanted->gpu == SETTINGS_ALL_GPUS || wanted->gpu == i)
            add_gpu(platform, gpu_at(platform->gpus, i));
}

void
icd_hsa_add_devices(struct _cl_platform_id *platform)
{
    static const struct settings_processor all = {.name = "gpu", .gpu = SETTINGS_ALL_GPUS};
    const struct settings *settings = &platform->settings.common;
    const struct settings_processor *wanted[SETTINGS_DEVICES];
    unsigned count = 0;
    char *why = NULL;
    for (unsigned i = 0; i < settings->processor_count; i++)
        if (!settings->processors[i].target)
            wanted[count++] = &settings->processors[i];
    bool is_asked = count;
    /* who has asked for nothing pays for a look at the driver alone */
    if (settings->is_default && access("/dev/kfd", R_OK | W_OK) == 0)
        wanted[count++] = &all;
    if (!count)
        return tell(platform, false,
                    settings->is_default ? "no real GPU: there is no /dev/kfd that can be opened"
                                         : "no real GPU: none is asked for");
    platform->gpus = gpu_system_open(&why);
    if (!platform->gpus) {
        tell(platform, is_asked, why ? why : "out of memory");
        free(why);
        return;
    }
    for (unsigned i = 0; gpu_refused_at(platform->gpus, i); i++)
        tell(platform, false, gpu_refused_at(platform->gpus, i));
    for (unsigned i = 0; i < count; i++)
        add_gpus(platform, wanted[i]);
}

void
icd_hsa_abandon(struct _cl_platform_id *platform)
{
    gpu_system_abandon(platform->gpus);
}

/* The platform, made once: the only state that is not a context's. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/record.h"
#include "runtime/report/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct _cl_platform_id *the_platform;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void
make_platform(void)
{
    struct _cl_platform_id *platform = icd_new(ICD_PLATFORM, sizeof *platform);
    if (!platform)
        return;
    pthread_mutex_init(&platform->lock, NULL);
    pthread_mutex_init(&platform->ending_lock, NULL);
    pthread_cond_init(&platform->has_fewer_endings, NULL);
    platform->process = getpid();
    atomic_init(&platform->svm_hint, 2 * SIM_SHARED_FIRST);
    platform->compiler = occ_compiler_create(NULL);
    if (!platform->compiler) {
        icd_free(platform);
        return;
    }
    icd_settings_read(&platform->settings, platform->compiler);
    platform->report = report_new(&platform->settings.common, occ_version());
    platform->record = icd_record_new(&platform->settings.common);
    platform->cache = icd_cache_new();
    the_platform = platform;
}

struct _cl_device_id *
icd_device_add(struct _cl_platform_id *platform)
{
    if (platform->device_count == ICD_DEVICES)
        return NULL;
    struct _cl_device_id *device = &platform->devices[platform->device_count++];
    device->object.dispatch = &icd_dispatch;
    device->object.kind = ICD_DEVICE;
    device->object.references = 1;
    device->platform = platform;
    return device;
}

static void
add_simulated(struct _cl_platform_id *platform, const struct settings_processor *processor)
{
    struct _cl_device_id *device = icd_device_add(platform);
    if (!device)
        return;
    device->driver = &icd_sim_driver;
    device->target = processor->target;
    device->processor = processor->name;
    device->global_bytes = ICD_GLOBAL_BYTES;
    device->allocation_bytes = ICD_ALLOCATION_BYTES;
    const struct icd_settings *settings = &platform->settings;
    device->compute_units =
        settings->compute_units ? settings->compute_units : settings->common.cores;
    device->alignment = 128; /* a long16's */
    /* programs have them in OpenCL C 2.0 and later */
    bool has_levels =
        platform->settings.is_version_3 && gcn_has_op(device->target, GCN_image_sample_l);
    device->hardware = (struct icd_hardware){
        .board = processor->target->name, .clock = 1000, .cache_line = 64, .cache = 16384};
    device->images = (struct icd_image_limits){.side = 16384,
                                               .depth = 2048,
                                               .layers = 2048,
                                               .buffer = 1 << 26,
                                               .levels = has_levels ? ICD_LEVELS : 1};
}

/* ROCr's own variables go when the process ends, before those of a program that was there first, which may release its
 * objects only then. */
static void
end_gpus(void)
{
    icd_endings_wait(the_platform);
    atomic_store(&the_platform->has_no_gpus, true);
    icd_hsa_abandon(the_platform);
}

static void
find_devices(void)
{
    static const struct settings_processor otherwise = {.name = "gfx900"};
    struct _cl_platform_id *platform = the_platform;
    const struct settings *settings = &platform->settings.common;
    icd_hsa_add_devices(platform);
    if (platform->gpus)
        atexit(end_gpus); /* it is called before what ROCr has registered when it was loaded */
    bool has_real = platform->device_count;
    for (unsigned i = 0; i < settings->processor_count; i++)
        if (settings->processors[i].target && !(settings->is_default && has_real))
            add_simulated(platform, &settings->processors[i]);
    if (platform->device_count)
        return;
    if (!settings->is_default) /* what is wrong with each has been told */
        fputs("occ: no device that was asked for is there; gfx900 is taken, simulated\n", stderr);
    struct settings_processor simulated = otherwise;
    simulated.target = gcn_find_target("gfx900", 6);
    platform->settings.common.processors[0] = simulated;
    add_simulated(platform, &platform->settings.common.processors[0]);
}

unsigned
icd_platform_devices(struct _cl_platform_id *platform)
{
    static pthread_once_t once_devices = PTHREAD_ONCE_INIT;
    pthread_once(&once_devices, find_devices);
    return platform->device_count;
}

/* When the process ends; a thread may still execute commands. */
__attribute__((destructor)) static void
end_process(void)
{
    struct icd_entry entry;
    icd_enter(&entry);
    if (the_platform)
        icd_endings_wait(the_platform);
    if (the_platform && the_platform->report)
        report_write(the_platform->report);
    if (the_platform)
        icd_api_end(the_platform);
    icd_leave(&entry);
}

struct _cl_platform_id *
icd_platform(void)
{
    pthread_once(&once, make_platform);
    return the_platform;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms)
{
    struct _cl_platform_id *platform = icd_platform();
    if ((!platforms && !num_platforms) || (platforms && !num_entries))
        return CL_INVALID_VALUE;
    if (!platform)
        return CL_OUT_OF_HOST_MEMORY;
    if (platforms)
        platforms[0] = platform;
    if (num_platforms)
        *num_platforms = 1;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name, size_t param_value_size,
                      void *param_value, size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    platform = platform ? platform : icd_platform();
    if (!icd_is(platform, ICD_PLATFORM))
        return CL_INVALID_PLATFORM;
    switch (param_name) {
    case CL_PLATFORM_PROFILE:
        return icd_info_text(&info, "FULL_PROFILE");
    case CL_PLATFORM_VERSION:
        return icd_info_text(&info, icd_version_text(&platform->settings));
    case CL_PLATFORM_NAME:
        return icd_info_text(
            &info, platform->settings.is_amd ? "AMD Accelerated Parallel Processing" : "occ");
    case CL_PLATFORM_VENDOR:
        return icd_info_text(&info,
                             platform->settings.is_amd ? "Advanced Micro Devices, Inc." : "occ");
    case CL_PLATFORM_EXTENSIONS:
        return icd_info_words(&info, icd_platform_extensions(platform));
    case CL_PLATFORM_ICD_SUFFIX_KHR:
        return icd_info_text(&info, "OCC");
    default:
        return icd_platform_info_3(platform, param_name, &info);
    }
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clUnloadPlatformCompiler(cl_platform_id platform)
{
    return icd_is(platform, ICD_PLATFORM) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clUnloadCompiler(void)
{
    return CL_SUCCESS;
}

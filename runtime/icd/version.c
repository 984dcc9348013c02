/* What OpenCL 3.0 asks beside 1.2: versions as numbers, the features of OpenCL C, sub-groups, timers.
 * Which features there are, the compiler says. */
#include "runtime/icd/context.h"
#include "runtime/icd/entries.h"
#include "runtime/icd/platform.h"
#include "runtime/icd/program.h"
#include "runtime/icd/queue.h"

#include <CL/cl_ext.h>

#include <stdio.h>
#include <string.h>

/* cl_khr_kernel_clock and cl_ext_float_atomics, which CL/cl_ext.h lacks before 2024 and 2023 */
#ifndef CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR
typedef cl_bitfield cl_device_kernel_clock_capabilities_khr;
#define CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR     0x1076
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR     (1 << 0)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR (1 << 1)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR  (1 << 2)
#endif
#ifndef CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT
typedef cl_bitfield cl_device_fp_atomic_capabilities_ext;
#define CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT 0x4231
#define CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT 0x4232
#define CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT   0x4233
#define CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT   (1 << 0)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT          (1 << 1)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT      (1 << 2)
#define CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT    (1 << 16)
#define CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT           (1 << 17)
#define CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT       (1 << 18)
#endif

enum { MAX_NAMES = 128 };

bool
icd_is_version_3(const struct _cl_context *context)
{
    return context->engines[0].device->platform->settings.is_version_3;
}

const char *
icd_version_text(const struct icd_settings *settings)
{
    return settings->is_version_3 ? "OpenCL 3.0 occ" : "OpenCL 1.2 occ";
}

const char *
icd_language_text(void)
{
    return "OpenCL C 1.2 occ";
}

/* ---- names with versions ---- */

static void
name_it(cl_name_version *to, const char *name, size_t length, cl_version version)
{
    length =
        length < CL_NAME_VERSION_MAX_NAME_SIZE - 1 ? length : CL_NAME_VERSION_MAX_NAME_SIZE - 1;
    *to = (cl_name_version){.version = version};
    memcpy(to->name, name, length);
}

/* Words with blanks between, of one version; 0: of extensions, each its own.  words: NULL if there is no memory. */
static cl_int
info_words(const struct icd_info *info, const char *words, cl_version version)
{
    cl_name_version names[MAX_NAMES];
    unsigned count = 0;
    if (!words)
        return CL_OUT_OF_HOST_MEMORY;
    for (size_t length; *words && count < MAX_NAMES; words += length + (words[length] == ' ')) {
        length = strcspn(words, " ");
        name_it(&names[count++], words, length,
                version ? version : icd_extension_version(words, length));
    }
    return icd_info(info, names, count * sizeof *names);
}

static cl_int
info_languages(const struct icd_info *info)
{
    static const unsigned versions[][2] = {{1, 0}, {1, 1}, {1, 2}, {2, 0}, {3, 0}};
    cl_name_version names[sizeof versions / sizeof *versions];
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
        name_it(&names[i], "OpenCL C", 8, CL_MAKE_VERSION(versions[i][0], versions[i][1], 0));
    return icd_info(info, names, sizeof names);
}

/* ---- features ---- */

/* The macros of features that a program of OpenCL C 3.0 sees, as words; NULL: no memory. */
static const char *
features_of(struct _cl_device_id *device)
{
    while (device->parent)
        device = device->parent;
    pthread_mutex_lock(&device->platform->lock);
    if (!device->features)
        device->features = icd_macros(device, "-cl-std=CL3.0", "__opencl_c_");
    pthread_mutex_unlock(&device->platform->lock);
    return device->features;
}

static bool
has_feature(const char *features, const char *name)
{
    return icd_has_word(features, name, strlen(name));
}

static cl_device_atomic_capabilities
atomic_capabilities(const char *features)
{
    static const struct {
        const char *name;
        cl_device_atomic_capabilities means;
    } rows[] = {{"__opencl_c_atomic_order_acq_rel", CL_DEVICE_ATOMIC_ORDER_ACQ_REL},
                {"__opencl_c_atomic_order_seq_cst", CL_DEVICE_ATOMIC_ORDER_SEQ_CST},
                {"__opencl_c_atomic_scope_device", CL_DEVICE_ATOMIC_SCOPE_DEVICE},
                {"__opencl_c_atomic_scope_all_devices", CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES}};
    cl_device_atomic_capabilities all =
        CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        all |= has_feature(features, rows[i].name) ? rows[i].means : 0;
    return all;
}

static cl_device_kernel_clock_capabilities_khr
clocks(const char *features)
{
    return (has_feature(features, "__opencl_c_kernel_clock_scope_device")
                ? CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR
                : 0) |
           CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR | CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR;
}

/* cl_ext_float_atomics: of the type whose features begin so.  Loads, stores and exchanges of float and double
 * are OpenCL C 2.0's. */
static cl_device_fp_atomic_capabilities_ext
float_atomics(const char *features, const char *type)
{
    static const struct {
        const char *end;
        cl_device_fp_atomic_capabilities_ext means;
    } rows[] = {{"_global_atomic_load_store", CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT},
                {"_global_atomic_add", CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT},
                {"_global_atomic_min_max", CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT},
                {"_local_atomic_load_store", CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT},
                {"_local_atomic_add", CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT},
                {"_local_atomic_min_max", CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT}};
    cl_device_fp_atomic_capabilities_ext all = 0;
    if (strcmp(type, "fp16") != 0)
        all = CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[80];
        snprintf(name, sizeof name, "__opencl_c_ext_%s%s", type, rows[i].end);
        all |= has_feature(features, name) ? rows[i].means : 0;
    }
    return all;
}

/* ---- devices and the platform ---- */

/* The extension that has the query; NULL: none. */
static const char *
extension_of(cl_device_info name)
{
    static const struct {
        cl_device_info name;
        const char *extension;
    } rows[] = {{CL_DEVICE_NUMERIC_VERSION, "cl_khr_extended_versioning"},
                {CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR, "cl_khr_extended_versioning"},
                {CL_DEVICE_EXTENSIONS_WITH_VERSION, "cl_khr_extended_versioning"},
                {CL_DEVICE_ILS_WITH_VERSION, "cl_khr_extended_versioning"},
                {CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, "cl_khr_extended_versioning"},
                {CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR, "cl_khr_kernel_clock"},
                {CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT, "cl_ext_float_atomics"},
                {CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT, "cl_ext_float_atomics"},
                {CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT, "cl_ext_float_atomics"},
                {CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, "cl_khr_integer_dot_product"},
                {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR,
                 "cl_khr_integer_dot_product"},
                {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR,
                 "cl_khr_integer_dot_product"}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].name == name)
            return rows[i].extension;
    return NULL;
}

static cl_version
platform_version(const struct icd_settings *settings)
{
    return settings->is_version_3 ? CL_MAKE_VERSION(3, 0, 0) : CL_MAKE_VERSION(1, 2, 0);
}

static cl_int
extension_info(struct _cl_device_id *device, const char *features, cl_device_info name,
               const struct icd_info *info)
{
    const cl_device_integer_dot_product_acceleration_properties_khr none = {0};
    switch (name) {
    case CL_DEVICE_NUMERIC_VERSION:
        return ICD_INFO_VALUE(info, cl_version, platform_version(&device->platform->settings));
    case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR: /* as icd_language_text */
        return ICD_INFO_VALUE(info, cl_version, CL_MAKE_VERSION(1, 2, 0));
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
        return info_words(info, icd_device_extensions(device), 0);
    case CL_DEVICE_ILS_WITH_VERSION:
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
        return icd_info(info, NULL, 0);
    case CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR:
        return ICD_INFO_VALUE(info, cl_device_kernel_clock_capabilities_khr, clocks(features));
#define FLOAT_ATOMICS(name, type)                                                                  \
    case CL_DEVICE_##name##_FP_ATOMIC_CAPABILITIES_EXT:                                            \
        return ICD_INFO_VALUE(info, cl_device_fp_atomic_capabilities_ext,                          \
                              float_atomics(features, type));
        FLOAT_ATOMICS(HALF, "fp16")
        FLOAT_ATOMICS(SINGLE, "fp32")
        FLOAT_ATOMICS(DOUBLE, "fp64")
    case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR:
        return ICD_INFO_VALUE(info, cl_device_integer_dot_product_capabilities_khr,
                              CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
                                  CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR);
    case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR:
    case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR:
        return icd_info(info, &none, sizeof none);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int
icd_device_info_3(struct _cl_device_id *device, cl_device_info name, const struct icd_info *info)
{
    struct _cl_platform_id *platform = device->platform;
    const char *extension = extension_of(name);
    bool is_there = extension
                        ? icd_has_word(icd_device_extensions(device), extension, strlen(extension))
                        : platform->settings.is_version_3;
    if (!is_there)
        return CL_INVALID_VALUE;
    const char *features = features_of(device);
    if (!features)
        return CL_OUT_OF_HOST_MEMORY;
    if (extension)
        return extension_info(device, features, name, info);
    switch (name) {
#define QUERY_3(name, type, value)                                                                 \
    case CL_DEVICE_##name:                                                                         \
        return ICD_INFO_VALUE(info, type, value);
#define FEATURE(name, macro)                                                                       \
    case CL_DEVICE_##name:                                                                         \
        return ICD_INFO_VALUE(info, cl_bool, has_feature(features, macro));
#include "runtime/icd/device.def"
#undef QUERY_3
#undef FEATURE
    case CL_DEVICE_IL_VERSION:
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
        return icd_info_text(info, "");
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
        return info_languages(info);
    case CL_DEVICE_OPENCL_C_FEATURES:
        return info_words(info, features, CL_MAKE_VERSION(3, 0, 0));
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
        return ICD_INFO_VALUE(info, cl_device_atomic_capabilities, atomic_capabilities(features));
    case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
        return ICD_INFO_VALUE(info, cl_device_atomic_capabilities,
                              atomic_capabilities(features) | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int
icd_platform_info_3(struct _cl_platform_id *platform, cl_platform_info name,
                    const struct icd_info *info)
{
    switch (name) {
    case CL_PLATFORM_NUMERIC_VERSION: /* cl_khr_extended_versioning, as the next */
        return ICD_INFO_VALUE(info, cl_version, platform_version(&platform->settings));
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
        return info_words(info, icd_platform_extensions(platform), 0);
    case CL_PLATFORM_HOST_TIMER_RESOLUTION:
        return platform->settings.is_version_3 ? ICD_INFO_VALUE(info, cl_ulong, 1)
                                               : CL_INVALID_VALUE;
    default:
        return CL_INVALID_VALUE;
    }
}

/* The simulated GPU has the host's clock. */
CL_API_ENTRY cl_int CL_API_CALL
icd_clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                            cl_ulong *host_timestamp)
{
    if (!icd_is(device, ICD_DEVICE))
        return CL_INVALID_DEVICE;
    if (!device->platform->settings.is_version_3)
        return CL_INVALID_OPERATION;
    if (!device_timestamp || !host_timestamp)
        return CL_INVALID_VALUE;
    *device_timestamp = *host_timestamp = icd_clock();
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp)
{
    cl_ulong same;
    return host_timestamp || !icd_is(device, ICD_DEVICE)
               ? icd_clGetDeviceAndHostTimer(device, &same, host_timestamp)
               : CL_INVALID_VALUE;
}

/* ---- sub-groups: waves (OpenCL 3.0, table 39) ---- */

/* Sizes of a work-group, as many dimensions as `bytes` has; their product, 0: there are none. */
static size_t
items_of(const void *input, size_t bytes)
{
    size_t sizes[3] = {1, 1, 1};
    if (!input || !bytes || bytes > sizeof sizes || bytes % sizeof *sizes)
        return 0;
    memcpy(sizes, input, bytes);
    return sizes[0] * sizes[1] * sizes[2];
}

/* The kernel's work-group, or one in one dimension, that has as many sub-groups; nothing: none has. */
static cl_int
info_local_size(const struct icd_info *info, const void *input, size_t bytes,
                const struct sim_kernel *kernel)
{
    const uint32_t *required = kernel->required_size;
    size_t items = (size_t)required[0] * required[1] * required[2];
    size_t most = kernel->max_size ? kernel->max_size : ICD_WORK_GROUP;
    size_t count = 0, sizes[3] = {0, 0, 0};
    if (!input || bytes != sizeof count)
        return CL_INVALID_VALUE;
    memcpy(&count, input, sizeof count);
    size_t dims = info->value ? info->capacity / sizeof *sizes : 3;
    if (dims < 1 || dims > 3 || (info->value && info->capacity % sizeof *sizes))
        return CL_INVALID_VALUE;
    if (count && items && (items + ICD_SUB_GROUP - 1) / ICD_SUB_GROUP == count) {
        for (unsigned d = 0; d < 3; d++)
            sizes[d] = required[d];
    } else if (count && !items && count <= most / ICD_SUB_GROUP) {
        sizes[0] = count * ICD_SUB_GROUP;
        sizes[1] = sizes[2] = 1;
    }
    return icd_info(info, sizes, dims * sizeof *sizes);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
                            cl_kernel_sub_group_info param_name, size_t input_value_size,
                            const void *input_value, size_t param_value_size, void *param_value,
                            size_t *param_value_size_ret)
{
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    if (!icd_is(kernel, ICD_KERNEL))
        return CL_INVALID_KERNEL;
    const struct sim_kernel *made = icd_kernel_on(kernel, device);
    if (!made)
        return CL_INVALID_DEVICE;
    if (!icd_is_version_3(kernel->program->context))
        return CL_INVALID_OPERATION;
    size_t most = made->max_size ? made->max_size : ICD_WORK_GROUP;
    size_t items = items_of(input_value, input_value_size);
    switch (param_name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
        return items ? ICD_INFO_VALUE(&info, size_t, items < ICD_SUB_GROUP ? items : ICD_SUB_GROUP)
                     : CL_INVALID_VALUE;
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
        return items ? ICD_INFO_VALUE(&info, size_t, (items + ICD_SUB_GROUP - 1) / ICD_SUB_GROUP)
                     : CL_INVALID_VALUE;
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
        return info_local_size(&info, input_value, input_value_size, made);
    case CL_KERNEL_MAX_NUM_SUB_GROUPS:
        return ICD_INFO_VALUE(&info, size_t, (most + ICD_SUB_GROUP - 1) / ICD_SUB_GROUP);
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS:
        return ICD_INFO_VALUE(&info, size_t, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

/* Devices: one for each GPU, real or simulated.  They live as long as the platform. */
#include "runtime/icd/entries.h"
#include "runtime/icd/platform.h"

#include <stdio.h>

#ifndef CL_DEVICE_MAX_REAL_TIME_COMPUTE_QUEUES_AMD /* clinfo asks; Khronos's header lacks them */
#define CL_DEVICE_MAX_REAL_TIME_COMPUTE_QUEUES_AMD 0x404D
#define CL_DEVICE_MAX_REAL_TIME_COMPUTE_UNITS_AMD  0x404E
#endif

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                   cl_device_id *devices, cl_uint *num_devices)
{
    const cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                 CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    platform = platform ? platform : icd_platform();
    if (!icd_is(platform, ICD_PLATFORM))
        return CL_INVALID_PLATFORM;
    if (device_type != CL_DEVICE_TYPE_ALL && (!device_type || device_type & ~known))
        return CL_INVALID_DEVICE_TYPE;
    if ((!devices && !num_devices) || (devices && !num_entries))
        return CL_INVALID_VALUE;
    bool is_wanted = device_type == CL_DEVICE_TYPE_ALL || device_type & CL_DEVICE_TYPE_GPU;
    unsigned there = icd_platform_devices(platform);
    unsigned count = is_wanted ? there : device_type & CL_DEVICE_TYPE_DEFAULT ? 1 : 0;
    if (num_devices)
        *num_devices = count;
    for (unsigned i = 0; devices && i < count && i < num_entries; i++)
        devices[i] = &platform->devices[i];
    return count ? CL_SUCCESS : CL_DEVICE_NOT_FOUND;
}

/* cl_amd_device_attribute_query; there is no bus that a simulated device is on. */
static cl_int
info_amd(const struct _cl_device_id *device, cl_device_info name, const struct icd_info *info)
{
    const cl_device_pci_bus_info_khr *bus = &device->hardware.bus;
    const cl_device_topology_amd topology = {.pcie = {.type = CL_DEVICE_TOPOLOGY_TYPE_PCIE_AMD,
                                                      .bus = (cl_char)bus->pci_bus,
                                                      .device = (cl_char)bus->pci_device,
                                                      .function = (cl_char)bus->pci_function}};
    const uint64_t left = device->global_bytes - device->used, most = device->allocation_bytes;
    const size_t free_memory[2] = {left / 1024, (left < most ? left : most) / 1024};
    switch (name) {
#define QUERY_AMD(name, type, value)                                                               \
    case CL_DEVICE_##name##_AMD:                                                                   \
        return ICD_INFO_VALUE(info, type, value);
#include "runtime/icd/device.def"
#undef QUERY_AMD
    case CL_DEVICE_TOPOLOGY_AMD:
        return icd_info(info, &topology, sizeof topology);
    case CL_DEVICE_BOARD_NAME_AMD:
        return icd_info_text(info, device->hardware.board);
    case CL_DEVICE_GLOBAL_FREE_MEMORY_AMD:
        return icd_info(info, free_memory, sizeof free_memory);
    default:
        return CL_INVALID_VALUE;
    }
}

/* Who keeps binaries takes another one for another compiler (pyopencl does): the first digits of the build, which the
 * keys of our own cache have whole, follow the numbers that programs read. */
static cl_int
driver_version(const struct icd_info *info)
{
    enum { DIGITS = 12 };
    char text[64];
    snprintf(text, sizeof text, "%s (%.*s)", occ_version(), DIGITS, occ_build());
    return icd_info_text(info, text);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                    void *param_value, size_t *param_value_size_ret)
{
    static const size_t sizes[3] = {ICD_WORK_GROUP, ICD_WORK_GROUP, ICD_WORK_GROUP};
    static const cl_device_partition_property partitions[] = {CL_DEVICE_PARTITION_EQUALLY,
                                                              CL_DEVICE_PARTITION_BY_COUNTS};
    struct icd_info info = {param_value_size, param_value, param_value_size_ret};
    if (!icd_is(device, ICD_DEVICE))
        return CL_INVALID_DEVICE;
    const struct gcn_target *target = device->target;
    struct _cl_platform_id *platform = device->platform;
    const struct icd_settings *settings = &platform->settings;
    switch (param_name) {
#define QUERY(name, type, value)                                                                   \
    case CL_DEVICE_##name:                                                                         \
        return ICD_INFO_VALUE(&info, type, value);
#include "runtime/icd/device.def"
#undef QUERY
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
        return icd_info(&info, sizes, sizeof sizes);
    case CL_DEVICE_PARTITION_PROPERTIES:
        return device->gpu ? icd_info(&info, partitions, sizeof partitions)
                           : ICD_INFO_VALUE(&info, cl_device_partition_property, 0);
    case CL_DEVICE_PARTITION_TYPE:
        return icd_info(&info, device->partition, device->partition_bytes);
    case CL_DEVICE_BUILT_IN_KERNELS:
        return icd_info_text(&info, "");
    case CL_DEVICE_NAME:
        return icd_info_text(&info, target->name);
    case CL_DEVICE_VENDOR:
        return icd_info_text(&info, settings->is_amd ? "Advanced Micro Devices, Inc." : "occ");
    case CL_DRIVER_VERSION:
        return driver_version(&info);
    case CL_DEVICE_PROFILE:
        return icd_info_text(&info, "FULL_PROFILE");
    case CL_DEVICE_VERSION:
        return icd_info_text(&info, icd_version_text(settings));
    case CL_DEVICE_OPENCL_C_VERSION:
        return icd_info_text(&info, icd_language_text());
    case CL_DEVICE_EXTENSIONS:
        return icd_info_words(&info, icd_device_extensions(device));
    case CL_DEVICE_PCI_BUS_INFO_KHR:
        return device->gpu ? icd_info(&info, &device->hardware.bus, sizeof device->hardware.bus)
                           : CL_INVALID_VALUE;
    default:
        if (settings->is_amd && info_amd(device, param_name, &info) == CL_SUCCESS)
            return CL_SUCCESS;
        if (param_name >= CL_DEVICE_UUID_KHR && param_name <= CL_DEVICE_NODE_MASK_KHR)
            return icd_uuid_info(device, param_name, &info);
        return icd_device_info_3(device, param_name, &info);
    }
}

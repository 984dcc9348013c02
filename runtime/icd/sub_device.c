/* Sub-devices: some of a real GPU's compute units (OpenCL 1.2, 4.3).  A simulated GPU has none to give. */
#include "runtime/icd/entries.h"
#include "runtime/icd/platform.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PARTS = 256 };

/* Of each part its compute units. */
struct partition {
    unsigned count, units[MAX_PARTS];
};

static void
split_equally(const struct _cl_device_id *device, size_t units, struct partition *partition)
{
    for (size_t left = device->compute_units; units && left >= units; left -= units)
        if (partition->count < MAX_PARTS)
            partition->units[partition->count++] = (unsigned)units;
}

/* An error as OpenCL 1.2, 4.3, has them. */
static cl_int
split(const struct _cl_device_id *device, const cl_device_partition_property *properties,
      struct partition *partition)
{
    size_t all = 0, count = 0;
    if (!properties || !device->gpu)
        return CL_INVALID_VALUE;
    if (properties[0] == CL_DEVICE_PARTITION_EQUALLY) {
        if (properties[1] <= 0 || properties[2])
            return CL_INVALID_VALUE;
        split_equally(device, (size_t)properties[1], partition);
        return partition->count ? CL_SUCCESS : CL_DEVICE_PARTITION_FAILED;
    }
    if (properties[0] != CL_DEVICE_PARTITION_BY_COUNTS)
        return CL_INVALID_VALUE;
    const cl_device_partition_property *at = properties + 1;
    for (; *at != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; at++, count++) {
        if (*at <= 0 || count == MAX_PARTS)
            return CL_INVALID_DEVICE_PARTITION_COUNT;
        partition->units[count] = (unsigned)*at;
        all += (size_t)*at;
    }
    partition->count = (unsigned)count;
    return at[1]                                   ? CL_INVALID_VALUE
           : !count || all > device->compute_units ? CL_INVALID_DEVICE_PARTITION_COUNT
                                                   : CL_SUCCESS;
}

/* The list as it was given, with its end. */
static cl_device_partition_property *
copy_list(const cl_device_partition_property *properties, size_t *bytes)
{
    size_t count = 1;
    bool is_by_counts = properties[0] == CL_DEVICE_PARTITION_BY_COUNTS;
    while (properties[count])
        count++;
    count += is_by_counts ? 2 : 1; /* the list's own end is 0, too */
    *bytes = count * sizeof *properties;
    cl_device_partition_property *copy = malloc(*bytes);
    return copy ? memcpy(copy, properties, *bytes) : NULL;
}

/* Of the parent's compute units those from `first` on, where it has them itself.  NULL: no memory. */
static struct _cl_device_id *
make(struct _cl_device_id *parent, const cl_device_partition_property *properties, unsigned first,
     unsigned units)
{
    struct _cl_device_id *device = icd_new(ICD_DEVICE, sizeof *device);
    if (!device)
        return NULL;
    device->partition = copy_list(properties, &device->partition_bytes);
    if (!device->partition) {
        icd_free(device);
        return NULL;
    }
    device->parent = parent;
    device->platform = parent->platform;
    device->driver = parent->driver;
    device->target = parent->target;
    device->processor = parent->processor;
    device->gpu = parent->gpu;
    device->hardware = parent->hardware;
    device->global_bytes = parent->global_bytes;
    device->allocation_bytes = parent->allocation_bytes;
    device->images = parent->images;
    device->alignment = parent->alignment;
    device->compute_units = units;
    device->first_unit = parent->first_unit + first;
    for (unsigned i = 0; i < units; i++) {
        unsigned unit = device->first_unit + i;
        device->cu_mask[unit / 32] |= UINT32_C(1) << unit % 32;
    }
    icd_retain_device(parent);
    return device;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clCreateSubDevices(cl_device_id in_device,
                       const cl_device_partition_property *partition_properties,
                       cl_uint num_entries, cl_device_id *out_devices, cl_uint *num_devices)
{
    struct partition partition = {.count = 0};
    if (!icd_is(in_device, ICD_DEVICE))
        return CL_INVALID_DEVICE;
    cl_int error = split(in_device, partition_properties, &partition);
    if (error == CL_SUCCESS &&
        ((!out_devices && !num_devices) || (out_devices && num_entries < partition.count)))
        error = CL_INVALID_VALUE;
    unsigned made = 0, first = 0;
    for (; error == CL_SUCCESS && out_devices && made < partition.count; made++) {
        out_devices[made] = make(in_device, partition_properties, first, partition.units[made]);
        first += partition.units[made];
        if (!out_devices[made])
            break;
    }
    if (error == CL_SUCCESS && out_devices && made < partition.count) {
        while (made)
            icd_release_device(out_devices[--made]);
        error = CL_OUT_OF_HOST_MEMORY;
    }
    if (error == CL_SUCCESS && num_devices)
        *num_devices = partition.count;
    return error;
}

/* ---- references: the platform's own devices have none to count ---- */

void
icd_retain_device(struct _cl_device_id *device)
{
    if (device->parent)
        icd_retain(device);
}

void
icd_release_device(struct _cl_device_id *device)
{
    struct _cl_device_id *parent = device->parent;
    if (!parent || !icd_release(device))
        return;
    free(device->partition);
    icd_free(device);
    icd_release_device(parent);
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clRetainDevice(cl_device_id device)
{
    if (!icd_is(device, ICD_DEVICE))
        return CL_INVALID_DEVICE;
    if (device->parent)
        icd_retain_handle(device);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
icd_clReleaseDevice(cl_device_id device)
{
    if (!icd_is(device, ICD_DEVICE))
        return CL_INVALID_DEVICE;
    if (device->parent)
        icd_drop_handle(device);
    icd_release_device(device);
    return CL_SUCCESS;
}

/* cl_khr_device_uuid: which device, and which driver, this is, also to another process. */
#include "runtime/icd/platform.h"

#include <stdio.h>
#include <string.h>

/* 16 bytes of the text: FNV-1a of 64 bits, twice, from two beginnings; of version 8, as RFC 9562 has numbers of
 * one's own making. */
static void
make(const char *text, cl_uchar uuid[CL_UUID_SIZE_KHR])
{
    static const uint64_t beginnings[2] = {UINT64_C(0xCBF29CE484222325),
                                           UINT64_C(0x84222325CBF29CE4)};
    for (unsigned half = 0; half < 2; half++) {
        uint64_t hash = beginnings[half];
        for (const char *at = text; *at; at++)
            hash = (hash ^ (uint8_t)*at) * UINT64_C(0x100000001B3);
        memcpy(uuid + 8 * half, &hash, sizeof hash);
    }
    uuid[6] = (cl_uchar)((uuid[6] & 0x0F) | 0x80);
    uuid[8] = (cl_uchar)((uuid[8] & 0x3F) | 0x80);
}

/* A card is where it is plugged in; a simulated device is its processor, and the how many of those; a part of one, its
 * compute units. */
static void
make_device(const struct _cl_device_id *device, cl_uchar uuid[CL_UUID_SIZE_KHR])
{
    const struct _cl_device_id *whole = device;
    const struct _cl_platform_id *platform = device->platform;
    char text[256];
    unsigned before = 0;
    while (whole->parent)
        whole = whole->parent;
    const cl_device_pci_bus_info_khr *bus = &whole->hardware.bus;
    for (const struct _cl_device_id *other = platform->devices; other < whole; other++)
        before += !other->gpu && strcmp(other->processor, whole->processor) == 0;
    int length = whole->gpu ? snprintf(text, sizeof text, "pci %x:%x:%x.%x %x", bus->pci_domain,
                                       bus->pci_bus, bus->pci_device, bus->pci_function,
                                       whole->hardware.chip)
                            : snprintf(text, sizeof text, "sim %s %u", whole->processor, before);
    if (device != whole)
        snprintf(text + length, sizeof text - (size_t)length, " from %u, %u", device->first_unit,
                 device->compute_units);
    make(text, uuid);
}

cl_int
icd_uuid_info(const struct _cl_device_id *device, cl_device_info name, const struct icd_info *info)
{
    cl_uchar uuid[CL_UUID_SIZE_KHR], luid[CL_LUID_SIZE_KHR] = {0};
    switch (name) {
    case CL_DEVICE_UUID_KHR:
        make_device(device, uuid);
        return icd_info(info, uuid, sizeof uuid);
    case CL_DRIVER_UUID_KHR:
        make(occ_build(), uuid);
        return icd_info(info, uuid, sizeof uuid);
    case CL_DEVICE_LUID_VALID_KHR: /* they are Windows's */
        return ICD_INFO_VALUE(info, cl_bool, CL_FALSE);
    case CL_DEVICE_LUID_KHR:
        return icd_info(info, luid, sizeof luid);
    case CL_DEVICE_NODE_MASK_KHR:
        return ICD_INFO_VALUE(info, cl_uint, 0);
    default:
        return CL_INVALID_VALUE;
    }
}

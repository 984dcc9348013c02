/* The platform, its devices and settings. */
#ifndef OCC_RUNTIME_ICD_PLATFORM_H
#define OCC_RUNTIME_ICD_PLATFORM_H

#include "driver/occ.h"
#include "runtime/icd/icd.h"

#include <pthread.h>
#include <sys/types.h>

/* ---- settings (settings.c) ---- */

/* What the environment says (docs/icd.md). */
struct icd_settings {
    struct settings common;
    unsigned compute_units; /* OCC_ICD_COMPUTE_UNITS; 0: it says nothing */
    bool is_amd;            /* OCC_ICD_VENDOR=amd */
    bool is_verbose;        /* OCC_ICD_VERBOSE=1 */
    bool is_version_3;      /* not OCC_ICD_VERSION=1.2 */
};
void icd_settings_read(struct icd_settings *settings, const occ_compiler *compiler);

/* ---- platform and devices ---- */

/* Texels: of each side of 1D and 2D images; of 3D ones; layers; of 1D buffers.  Levels; 1: it has no mipmaps. */
struct icd_image_limits {
    size_t side, depth, layers, buffer, levels;
};
/* Of the largest side that any device has. */
enum { ICD_LEVELS = 15 };

/* What queries tell of it. */
struct icd_hardware {
    const char *board;          /* as it is sold */
    unsigned clock, cache_line; /* MHz; bytes */
    uint64_t cache;             /* bytes */
    uint32_t chip;              /* of PCI; 0: it is on no bus */
    cl_device_pci_bus_info_khr bus;
};

enum { ICD_CU_WORDS = 8 };

struct _cl_device_id {
    struct icd_object object;
    struct _cl_platform_id *platform;
    const struct icd_driver *driver;
    const struct gcn_target *target;
    const char *processor; /* what libocc compiles for */
    struct gpu *gpu;       /* of hsa/; NULL: it is simulated */
    struct icd_hardware hardware;
    /* Of a sub-device (sub_device.c). */
    struct _cl_device_id *parent;            /* a reference; NULL: it is none */
    cl_device_partition_property *partition; /* as it was asked for */
    size_t partition_bytes;
    unsigned first_unit;
    uint32_t cu_mask[ICD_CU_WORDS]; /* its compute units */
    uint64_t global_bytes, allocation_bytes;
    struct icd_image_limits images;
    unsigned alignment; /* of sub-buffers: bytes */
    unsigned compute_units;
    _Atomic uint64_t used; /* bytes of global memory that contexts have */
    /* What the compiler says of it, with blanks between; NULL: nobody has asked. */
    char *features;   /* of OpenCL C 3.0 */
    char *extensions; /* listed, and seen by programs */
    char *hides;      /* the option that hides others */
};

struct _cl_platform_id {
    struct icd_object object;
    struct icd_settings settings;
    struct _cl_device_id devices[ICD_DEVICES];
    unsigned device_count;
    occ_compiler *compiler;
    pthread_mutex_t lock;      /* of the next, and of such lists of devices */
    char *extensions;          /* of all devices, with blanks between; NULL: nobody has asked */
    atomic_ullong svm_hint;    /* where shared memory may lie that the host has put elsewhere */
    struct gpu_system *gpus;   /* of hsa/; NULL: none */
    atomic_bool has_no_gpus;   /* any more: the process ends */
    struct report *report;     /* NULL: nobody wants one */
    struct icd_record *record; /* the same */
    struct cache *cache;       /* of built programs; NULL: none */
    pid_t process;
    pthread_mutex_t ending_lock; /* of those below: engine.c */
    pthread_cond_t has_fewer_endings;
    unsigned endings; /* threads that let go of what a command held */
    pthread_t ended;  /* the last one that has destroyed its own context, not joined yet */
    bool has_ended;
    atomic_uint live
        [ICD_KINDS]; /* objects of which the program has references, if they are counted: api.c */
};

/* api.c: tells of those that are left. */
void icd_api_end(struct _cl_platform_id *platform);

/* The one platform, made when it is first asked for; NULL: no memory. */
struct _cl_platform_id *icd_platform(void);
/* Its devices, which are looked for when somebody first asks for them. */
unsigned icd_platform_devices(struct _cl_platform_id *platform);
/* extension.c; NULL: no memory.  "cl_khr_icd ...": what a device lists, what all have. */
const char *icd_device_extensions(struct _cl_device_id *device);
const char *icd_platform_extensions(struct _cl_platform_id *platform);
/* The option of builds that takes away the macros of extensions that the device does not list; may be "". */
const char *icd_hiding_option(struct _cl_device_id *device);
/* Macros of an empty program that begin so, in the caller's memory: words with blanks between. */
char *icd_macros(struct _cl_device_id *device, const char *options, const char *start);
/* Is the name, of that length, one of the words? */
bool icd_has_word(const char *words, const char *name, size_t length);
cl_version icd_extension_version(const char *name, size_t length);
/* References to a sub-device; others need none. */
void icd_retain_device(struct _cl_device_id *device);
void icd_release_device(struct _cl_device_id *device);
/* One more, with nothing but its object; NULL: there are too many. */
struct _cl_device_id *icd_device_add(struct _cl_platform_id *platform);

/* ---- what OpenCL 3.0 asks beside 1.2 (version.c) ---- */

bool icd_is_version_3(const struct _cl_context *context);
/* "OpenCL 3.0 occ": what OpenCL itself, and what OpenCL C, a program gets if it asks for none. */
const char *icd_version_text(const struct icd_settings *settings);
const char *icd_language_text(void);
/* Those of clGetDeviceInfo's and clGetPlatformInfo's names that 1.2 has not; CL_INVALID_VALUE: it is none
 * of them, or the platform is 1.2. */
cl_int icd_device_info_3(struct _cl_device_id *device, cl_device_info name,
                         const struct icd_info *info);
/* Those of cl_khr_device_uuid (uuid.c); CL_INVALID_VALUE: it is none of them. */
cl_int icd_uuid_info(const struct _cl_device_id *device, cl_device_info name,
                     const struct icd_info *info);
cl_int icd_platform_info_3(struct _cl_platform_id *platform, cl_platform_info name,
                           const struct icd_info *info);

#endif

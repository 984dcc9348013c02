/* What the files of this room share: loading an object, giving all back. */
#ifndef OCC_RUNTIME_SIM_DEVICE_LOAD_H
#define OCC_RUNTIME_SIM_DEVICE_LOAD_H

#include "runtime/sim/device/device.h"

/* ---- loader.c, metadata.c ---- */

struct sim_metadata_kernel {
    const char *name, *symbol;
    uint32_t kernarg_size, kernarg_align, group_size, private_size;
    uint32_t required_size[3], max_size;
    uint32_t language[2];
    bool uniform;
    struct sim_kernel_notes notes;
    VEC(struct sim_arg_info) args;
};

struct sim_metadata {
    VEC(struct sim_metadata_kernel) kernels;
    VEC(const char *) formats; /* rows of Printf */
};

/* Both return NULL, or what is wrong with the text. */
const char *metadata_parse_yaml(struct arena *arena, const char *text, size_t size,
                                struct sim_metadata *metadata);
const char *metadata_parse_msgpack(struct arena *arena, const char *bytes, size_t size,
                                   struct sim_metadata *metadata);

/* ---- checks.c ---- */

/* Reads the list of points in the code; text: where in the image its offsets count from. */
void checks_read(struct sim_device *device, struct sim_object *object, struct sim_code *code,
                 const char *bytes, size_t size, uint64_t text);

/* ---- object.c ---- */

struct sim_object *object_new(struct sim_device *device); /* empty, and in no list yet */
void object_free(struct sim_device *device, struct sim_object *object);

/* ---- code.c, memory.c ---- */

/* The bytes [first, end) of the region may be executed. */
void sim_code_new(struct arena *arena, struct sim_region *region, uint64_t first, uint64_t end);
/* The region owns its code, if so: that goes. */
void sim_code_release(struct sim_device *device, struct sim_region *region);
/* All that there is goes back. */
void sim_memory_free(struct sim_device *device);

/* ---- host.c ---- */

/* The device's `host`, called in its environment. */
struct allocator sim_host_allocator(struct sim_device *device);

/* ---- value.c ---- */

/* The type of an argument by value from its name in OpenCL C or its ValueType; size: bytes. */
struct sim_value value_parse(const char *type_name, const char *value_type, uint32_t size);

/* ---- printf_format.c ---- */

/* Adds a row of the metadata's Printf; an error when it is broken. */
void printf_add_format(struct sim_device *device, struct arena *arena, struct sim_object *object,
                       const char *row);

#endif

/* Images and samplers. */
#ifndef OCC_RUNTIME_ICD_IMAGE_H
#define OCC_RUNTIME_ICD_IMAGE_H

#include "runtime/icd/icd.h"
#include "runtime/icd/platform.h"
#include "runtime/sim/sim.h"

#include <pthread.h>

struct icd_engine;

/* ---- images (image.c, image_shape.c, image_data.c) and samplers ---- */

/* A level of a mipmap, in the host's memory. */
struct icd_level {
    size_t offset;     /* of its first texel */
    size_t size[3];    /* as regions count them: width, height or layers, depth or layers */
    size_t row, slice; /* bytes from one to the next */
};

/* What makes a struct _cl_mem an image.  Its texels lie in the host's memory, at the pitches below, and
 * on each GPU that uses it: some of these copies are current. */
struct icd_image {
    cl_image_format format;
    cl_image_desc desc; /* sizes that the type has not are 0, as queries want them */
    struct sim_image_info info;
    size_t texel;                       /* bytes */
    struct icd_level level[ICD_LEVELS]; /* info.levels of them */
    pthread_mutex_t
        lock;        /* of the rest, which of a buffer's image nobody needs: there is one copy */
    bool has_texels; /* the host has written some, or a GPU may have */
    bool on_host;    /* that copy is current */
    bool on_gpu[ICD_DEVICES]; /* the engine's is */
    uint64_t handles
        [ICD_DEVICES]; /* 0: there is none; under the lock of the image whose texels it has */
};

/* A part of a level, in texels, rows and slices, or layers, as regions count them. */
struct icd_part {
    unsigned level;
    size_t origin[3], size[3];
};

bool icd_is_image_type(cl_mem_object_type type);
enum sim_geometry icd_image_geometry(cl_mem_object_type type);
/* Has every device of the context images of several levels? */
bool icd_has_mipmaps(const struct _cl_context *context);
/* Fills in the sizes of an image whose format is known, and its memory's; host: the program's memory; NULL: none. */
cl_int icd_image_shape(struct _cl_mem *memory, const cl_image_desc *desc, const void *host);
bool icd_image_has_slices(const struct _cl_mem *image);
/* The part that a command's origin and region name: the origin names the level, too, after the numbers that the type
 * counts.  CL_INVALID_VALUE, CL_INVALID_MIP_LEVEL: there is none such. */
cl_int icd_image_part(const struct _cl_mem *memory, const size_t *origin, const size_t *region,
                      struct icd_part *part);
/* All of a level. */
struct icd_part icd_image_level(const struct icd_image *image, unsigned level);
/* Where a texel lies in the host's memory. */
uint8_t *icd_image_at(const struct _cl_mem *memory, unsigned level, const size_t origin[3]);
/* Adds the simulator's format to an image's geometry; an error: OpenCL, or a device of the context, has no such
 * images that kernels may use as the flags say. */
cl_int icd_image_format(const struct _cl_context *context, cl_mem_flags flags,
                        const cl_image_format *format, struct sim_image_info *info);

/* The buffer whose bytes its texels are; NULL: they are its own, or another image's that has its own. */
struct _cl_mem *icd_image_buffer(struct _cl_mem *memory);
/* Makes the host's copy current, and the only one if it will be changed; false: no memory. */
bool icd_image_to_host(struct _cl_mem *memory, bool changes);
/* Makes the part of the host's copy current; false: no memory. */
bool icd_image_part_to_host(struct _cl_mem *memory, const struct icd_part *part);
/* The host has written that part of its copy: so must be those of the GPUs that are current.  false: no
 * memory. */
bool icd_image_part_written(struct _cl_mem *memory, const struct icd_part *part);
/* As icd_image_to_host for the engine's copy; its GPU is not locked.  The handle, or 0: no room. */
uint64_t icd_image_to_gpu(struct _cl_mem *memory, struct icd_engine *engine, bool changes);
/* The host's copy without the gaps of its pitches, level by level, and how many bytes that takes. */
size_t icd_image_packed_bytes(const struct _cl_mem *memory);
void icd_image_pack(const struct _cl_mem *memory, uint8_t *packed);
/* Frees what the GPUs hold. */
void icd_image_free(struct _cl_mem *memory);

struct _cl_sampler {
    struct icd_object object;
    struct _cl_context *context;
    cl_bool normalized;
    cl_addressing_mode addressing;
    cl_filter_mode filter, mip_filter; /* mip_filter: of no use where there are no mipmaps */
    cl_float min_lod, max_lod;         /* the same */
    struct icd_properties properties;
    uint64_t handles[ICD_DEVICES]; /* on each engine's GPU, under its lock; 0: not made there */
};

struct sim_sampler_info icd_sampler_modes(const struct _cl_sampler *sampler);
/* The handle on the engine's locked GPU; 0: no room. */
uint64_t icd_sampler_handle(struct _cl_sampler *sampler, struct icd_engine *engine);
void icd_sampler_release(struct _cl_sampler *sampler);

#endif

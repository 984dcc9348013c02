/* What a T# says of an image: its type, its format, and where each texel lies in memory. */
#ifndef OCC_RUNTIME_SIM_IMAGE_IMAGE_H
#define OCC_RUNTIME_SIM_IMAGE_IMAGE_H

#include "runtime/sim/format/descriptor.h"
#include "runtime/sim/format/format.h"
#include "runtime/sim/image/tiling.h"

enum { SIM_IMAGE_LEVELS = 16, SIM_IMAGE_WHY = 100 /* bytes of a message */ };

/* One mipmap level; sizes in texels, the rest in bytes. */
struct sim_image_level {
    uint32_t width, height, depth; /* 1 where the image has no such dimension */
    uint32_t pitch;                /* texels from the start of a row to that of the next */
    uint64_t offset;               /* of its first texel from the base of the image */
    uint64_t slice;                /* from a layer, or a slice of a 3D image, to the next; its bytes
                                      where blocks are several slices deep */
};

/* A T#, decoded.  Levels and layers count from those that the view begins with. */
struct sim_image {
    enum sim_image_type type;
    unsigned dims;   /* dimensions of a layer: 1, 2 or 3; 2 for a cube, whose faces are layers */
    bool layered;    /* an array or a cube */
    uint32_t layers; /* 1 unless layered */
    uint32_t samples, sample_slices; /* of each texel; from one to the next, in slices */
    uint32_t first_layer, first_level, levels;
    struct sim_format format;
    uint64_t base;     /* address of level 0, layer 0: of its first block */
    uint64_t bytes;    /* of all levels and layers up to the last of the view */
    double min_lod;    /* least level of detail, counted from level 0 */
    uint8_t select[4]; /* enum sim_dst_sel */
    struct sim_tiling tiling;
    struct sim_image_level level[SIM_IMAGE_LEVELS]; /* by absolute number */
};

/* The least pitch (texels) that a linear image of the width may have whose layers or slices have
 * `height` rows: rows are a multiple of 64 bytes (GFX9: 256), and where there are several layers,
 * slices or levels, each takes a multiple of 256 bytes (AMD's AddrLib, linear aligned). */
uint32_t sim_image_pitch(const struct gcn_target *target, unsigned texel_bytes, uint32_t width,
                         uint32_t height, bool several);

/* Decodes a T#; r128: only its first four words are there.  False: the hardware, or this simulator,
 * has no image for it, and `why` says so. */
bool sim_image_decode(const struct gcn_target *target, const uint32_t *t, bool r128,
                      struct sim_image *image, char why[SIM_IMAGE_WHY]);

/* The address of a texel that exists; z: the layer, or the slice of a 3D image; level absolute. */
uint64_t sim_texel_address(const struct sim_image *image, unsigned level, uint32_t x, uint32_t y,
                           uint32_t z);

#endif

/* What the files that execute image instructions share. */
#ifndef OCC_RUNTIME_SIM_IMAGE_MIMG_H
#define OCC_RUNTIME_SIM_IMAGE_MIMG_H

#include "runtime/sim/image/image.h"
#include "runtime/sim/exec/exec.h"

enum { MIMG_LINES = 4096, MIMG_AXES = 3, MIMG_TAPS = 24, MIMG_ADDRESS = 16 };

/* One texel, or the result of a filter: its components and their shadows (1: uninitialised). */
struct mimg_texel {
    uint32_t value[4], shadow[4];
};

/* Which of its parts the address of an instruction has, and where: in dwords from its first VGPR.
 * AMD's ISA manuals, "Image Address": offset, bias, reference, derivatives, coordinates and layer,
 * then level of detail or its lower bound.  With a16 what follows the reference has 16 bits, two to
 * a register; the derivatives of each direction, and the coordinates, begin with a new one. */
struct mimg_address {
    unsigned dwords;             /* of all of it */
    int offset, bias, reference; /* -1: absent */
    int derivatives;             /* the first, or -1 */
    unsigned coordinates;        /* the first */
    int layer, level, sample;    /* index among the coordinates, or -1: level, lod or bound */
    unsigned axes;               /* coordinates without the layer */
    bool a16;
};

/* The sampler as the execution wants it. */
struct mimg_sampler {
    uint8_t clamp[MIMG_AXES]; /* enum sim_clamp */
    uint8_t compare;          /* enum sim_compare */
    uint8_t mode;             /* enum sim_filter_mode */
    uint8_t mip;              /* enum sim_mip_filter */
    uint8_t border;           /* enum sim_border */
    bool magnify_linear, minify_linear;
    uint8_t z_filter;
    bool unnormalized, truncate, faces_apart;
    double min_lod, max_lod, bias;
};

/* An image instruction in execution. */
struct mimg {
    struct sim_wave *wave;
    const struct sim_op *op;
    struct sim_image image;
    struct mimg_sampler sampler;
    struct mimg_address address;
    /* The registers of the address: results may overwrite them. */
    uint32_t part[MIMG_ADDRESS][SIM_LANES], part_shadow[MIMG_ADDRESS][SIM_LANES];
    unsigned data;             /* first VGPR of data or result */
    unsigned lines;            /* cache lines touched */
    uint64_t bytes;            /* of memory read or written */
    uint64_t slot[MIMG_LINES]; /* their numbers, hashed; 0: none */
};

/* ---- address.c ---- */

/* Places the parts of the address, of which the image decides how many coordinates there are. */
void mimg_place_address(struct mimg *m);
/* Part `index` of those that begin at dword `dword`, of 16 bits with a16; faults when it is
 * uninitialised. */
uint32_t mimg_integer(const struct mimg *m, unsigned lane, unsigned dword, unsigned index);
/* The bits of `mask` of a part that always has a register of its own. */
uint32_t mimg_dword(const struct mimg *m, unsigned lane, unsigned dword, uint32_t mask);
/* mimg_integer as a number. */
double mimg_float(const struct mimg *m, unsigned lane, unsigned dword, unsigned index);

/* ---- texel.c ---- */

/* One texel in memory format, `image->format.data->bytes` bytes, to or from an address; counts the
 * lines touched.  Faults outside of every allocation. */
void mimg_read(struct mimg *m, unsigned lane, uint64_t address, unsigned size, uint8_t *bytes,
               uint8_t *shadow);
void mimg_write(struct mimg *m, unsigned lane, uint64_t address, unsigned size,
                const uint8_t *bytes, const uint8_t *shadow);
/* The components of a texel that exists, before DST_SEL. */
struct mimg_texel mimg_fetch(struct mimg *m, unsigned lane, unsigned level, uint32_t x, uint32_t y,
                             uint32_t z);
/* What the instruction gives of a texel, by DST_SEL; and the texel that gives this: components that
 * nothing selects are 0. */
struct mimg_texel mimg_select(const struct sim_image *image, const struct mimg_texel *texel);
struct mimg_texel mimg_unselect(const struct sim_image *image, const struct mimg_texel *data);
/* Writes those of four components that dmask names to the data registers, as d16 says, and the
 * status of tfe. */
void mimg_return(struct mimg *m, unsigned lane, const struct mimg_texel *result, unsigned dmask,
                 bool is_float);

/* ---- cube.c ---- */

/* The face of a cube on which a texel lies that may be beyond one edge of the given face, and the
 * texel there; size: of a face's edge. */
unsigned mimg_next_face(unsigned face, int32_t size, int32_t *x, int32_t *y);

/* ---- lod.c ---- */

/* The level of detail of a lane with all biases; derivatives are looked at only where the level
 * decides something, and fault when they need a lane that is not active. */
double mimg_unbound_lod(const struct mimg *m, unsigned lane);
/* The same between the bounds of sampler, image and instruction, in steps of 1/256. */
double mimg_bound_lod(const struct mimg *m, unsigned lane, double lod);

/* ---- sample.c ---- */

/* Reads the S#. */
void mimg_read_sampler(struct mimg *m, const uint32_t words[SIM_S_WORDS]);
/* image_sample*, image_gather4*, image_get_lod of one lane. */
void mimg_sample(struct mimg *m, unsigned lane);

#endif

/* Tiled layouts: which byte of a block a texel is.  An image is rows of blocks, which follow each other
 * in memory; the place within a block is an equation of bits (tiling.def). */
#ifndef OCC_RUNTIME_SIM_IMAGE_TILING_H
#define OCC_RUNTIME_SIM_IMAGE_TILING_H

#include "gcn/card/card.h"

#include <stdbool.h>
#include <stddef.h>

enum { SIM_TILING_AXIS = 16 /* bits of a coordinate */ };

struct sim_tiling {
    /* log2 of a block: texels, texels, slices, bytes; bytes 0: the image is linear. */
    uint8_t width, height, depth, bytes;
    uint8_t texel; /* log2 of a texel's bytes */
    /* Which bits of the address each bit of the coordinates flips, x first, then y and z; and the set of
     * those that flip any. */
    uint32_t flips[3 * SIM_TILING_AXIS];
    uint64_t used;
    uint32_t swizzle; /* flips bits of each address: low bits of the base that a T# gives */
    /* GFX7, GFX8: each slice flips the bits of the bank with a number of its own. */
    uint8_t bank_bits, bank_first, bank_step, bank_start;
};

/* The layout that a T# names by the number of a tile mode (GFX7, GFX8) or swizzle mode (GFX9); texel_bytes:
 * of one texel.  False: the simulator does not have it, and why[length] says so.  type: enum
 * sim_image_type. */
bool sim_tiling_find(const struct gcn_target *target, unsigned number, unsigned type,
                     unsigned texel_bytes, struct sim_tiling *tiling, char *why, size_t length);

/* Takes those low bits of the address of a surface that are no address but flip pipe and bank.  False:
 * others are set, too. */
bool sim_tiling_swizzle(struct sim_tiling *tiling, uint64_t *base);

/* Where a texel lies; pitch and rows: of a slice, in texels, whole blocks.  Bytes from the first. */
uint64_t sim_tiling_offset(const struct sim_tiling *tiling, uint32_t pitch, uint32_t rows,
                           uint32_t x, uint32_t y, uint32_t z);

#endif

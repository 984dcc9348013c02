/* Tiled images: another descriptor over other memory, behind the same handle. */
#include "tile.h"

#include "runtime/sim/image/image.h"

#include <stdio.h>

enum { TILE_MODE = 14, SETS = 4, STEP = 1 << 24 /* a multiple of every block */ };

unsigned
tile_sets(const struct sim_device *device)
{
    const struct gcn_card *card = gcn_card_of(sim_device_target(device));
    return !card ? 0 : card->tiles ? 1 : SETS;
}

/* 0: the image stays linear. */
static unsigned
tiling_of(const struct gcn_target *target, unsigned type, unsigned set)
{
    static const uint8_t planes[SETS] = {22, 26, 22, 26}, volumes[SETS] = {20, 24, 22, 26};
    if (!sim_field_exists(target, SIM_T_MAX_MIP))
        return TILE_MODE;
    return type == SIM_IMAGE_3D                                 ? volumes[set]
           : type == SIM_IMAGE_2D || type == SIM_IMAGE_2D_ARRAY ? planes[set]
                                                                : 0;
}

bool
tile_image(struct sim_device *device, uint64_t handle, unsigned set)
{
    const struct gcn_target *target = sim_device_target(device);
    uint32_t t[SIM_T_WORDS];
    struct sim_image image;
    char why[SIM_IMAGE_WHY];
    if (sim_read(device, handle, t, sizeof t) != SIM_OK)
        return false;
    unsigned type = (unsigned)sim_field_get(target, t, SIM_T_TYPE);
    unsigned tiling = sim_field_get(target, t, SIM_V_TYPE) ? tiling_of(target, type, set) : 0;
    uint64_t pitch = sim_field_get(target, t, SIM_T_WIDTH) / 256 * 256 + 255, at = SIM_SHARED_FIRST;
    if (!tiling)
        return true;
    sim_free(device, sim_field_get(target, t, SIM_T_BASE) << 8);
    sim_field_set(target, t, SIM_T_BASE, 0);
    sim_field_set(target, t, SIM_T_TILING, tiling);
    sim_field_set(target, t, SIM_T_PITCH, pitch);
    if (!sim_image_decode(target, t, false, &image, why)) {
        printf("%s\n", why);
        return false;
    }
    while (!sim_alloc_at(device, at, image.bytes))
        at += STEP;
    sim_field_set(target, t, SIM_T_BASE, at >> 8);
    return sim_write(device, handle, t, sizeof t) == SIM_OK;
}

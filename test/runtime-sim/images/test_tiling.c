/* Tiled images: each layout of each card puts every texel of whole blocks somewhere else and leaves no
 * byte over.
 *
 *   image-tiling              checks that, for all cards, modes and sizes of texels
 *   image-tiling --addresses  reads lines "TARGET TILING TYPE BYTES WIDTH HEIGHT DEPTH PITCH LOW X Y Z" (LOW:
 *                             added to the base; all but TARGET decimal) and prints where the texel lies,
 *                             in bytes from the base without LOW (for tiling.py) */
#include "runtime/sim/image/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXELS = 5, BASE_SHIFT = 40 };

/* Formats of unsigned integers of 1, 2, 4, 8 and 16 bytes. */
static const uint8_t formats[TEXELS] = {1, 2, 4, 11, 14};

/* What a card's runtime lays out by each number: tile mode 14, or the swizzle modes.  (1D images of GFX7 and
 * GFX8 are the first rows of 2D ones.) */
static const struct {
    bool modes;
    uint8_t tiling;
    enum sim_image_type type;
} layouts[] = {
    {false, 14, SIM_IMAGE_2D},      {false, 14, SIM_IMAGE_2D_ARRAY}, {false, 14, SIM_IMAGE_3D},
    {true, 22, SIM_IMAGE_2D},       {true, 22, SIM_IMAGE_2D_ARRAY},  {true, 26, SIM_IMAGE_2D},
    {true, 26, SIM_IMAGE_2D_ARRAY}, {true, 20, SIM_IMAGE_3D},        {true, 22, SIM_IMAGE_3D},
    {true, 24, SIM_IMAGE_3D},       {true, 26, SIM_IMAGE_3D},
};

static unsigned passed, failed;

struct surface {
    const struct gcn_target *target;
    unsigned tiling, type, bytes, width, height, depth, pitch;
    uint64_t low;
};

static const char *
decode(const struct surface *surface, struct sim_image *image)
{
    static char why[SIM_IMAGE_WHY];
    const struct gcn_target *target = surface->target;
    uint32_t t[SIM_T_WORDS] = {0};
    unsigned size = 0, last = surface->type >= SIM_IMAGE_CUBE ? surface->depth - 1 : 0;
    while (size < TEXELS - 1 && 1u << size < surface->bytes)
        size++;
#define SET(field, value) sim_field_set(target, t, SIM_T_##field, value)
    bool fits = SET(BASE, ((UINT64_C(1) << BASE_SHIFT) + surface->low) >> 8) &&
                SET(TYPE, surface->type) && SET(WIDTH, surface->width - 1) &&
                SET(HEIGHT, surface->height - 1) && SET(DEPTH, surface->depth - 1) &&
                SET(PITCH, surface->pitch - 1) && SET(TILING, surface->tiling) &&
                SET(DATA_FORMAT, formats[size]) && SET(NUM_FORMAT, 4);
    if (sim_field_exists(target, SIM_T_LAST_ARRAY))
        fits = fits && SET(LAST_ARRAY, last);
#undef SET
    if (!fits)
        return "a field does not fit";
    return sim_image_decode(target, t, false, image, why) ? NULL : why;
}

/* ---- every byte once ---- */

static const char *
cover(const struct surface *surface, const struct sim_image *image)
{
    uint64_t texels = image->bytes / surface->bytes;
    if (image->bytes !=
        (uint64_t)surface->pitch * surface->height * surface->depth * surface->bytes)
        return "blocks have room for other texels";
    uint8_t *taken = calloc(texels, 1);
    const char *why = taken ? NULL : "no memory";
    for (uint32_t z = 0; z < surface->depth && !why; z++)
        for (uint32_t y = 0; y < surface->height && !why; y++)
            for (uint32_t x = 0; x < surface->width && !why; x++) {
                uint64_t at = sim_texel_address(image, 0, x, y, z) - image->base;
                if (at % surface->bytes || at / surface->bytes >= texels)
                    why = "a texel lies outside";
                else if (taken[at / surface->bytes]++)
                    why = "two texels lie in one place";
            }
    free(taken);
    return why;
}

/* Two blocks beside each other, and two layers or slices of blocks. */
static void
check(const struct gcn_target *target, unsigned tiling, enum sim_image_type type, unsigned bytes)
{
    struct surface surface = {target, tiling, type, bytes, 512, 1, 1, 512, 0};
    struct sim_image image;
    const char *why = decode(&surface, &image);
    if (!why) {
        surface.width = surface.pitch = 2u << image.tiling.width;
        surface.height = 1u << image.tiling.height;
        surface.depth = type == SIM_IMAGE_2D ? 1 : 2u << image.tiling.depth;
        why = decode(&surface, &image);
    }
    if (!why)
        why = cover(&surface, &image);
    passed += !why;
    failed += why != NULL;
    if (why)
        printf("%s: tiling %u, type %u, texels of %u bytes: %s\n", target->name, tiling, type,
               bytes, why);
}

static void
check_all(void)
{
    for (unsigned i = 0; i < gcn_target_count; i++) {
        const struct gcn_card *card = gcn_card_of(&gcn_targets[i]);
        for (size_t k = 0; card && k < sizeof layouts / sizeof *layouts; k++)
            for (unsigned size = 0; size < TEXELS && layouts[k].modes == !card->tiles; size++)
                check(&gcn_targets[i], layouts[k].tiling, layouts[k].type, 1u << size);
    }
    printf("%u passed, %u failed\n", passed, failed);
}

/* ---- addresses ---- */

static bool
answer(const char *line)
{
    char name[16];
    struct surface s;
    struct sim_image image;
    unsigned low, x, y, z;
    if (sscanf(line, "%15s %u %u %u %u %u %u %u %u %u %u %u", name, &s.tiling, &s.type, &s.bytes,
               &s.width, &s.height, &s.depth, &s.pitch, &low, &x, &y, &z) != 12)
        return false;
    s.low = low;
    s.target = gcn_find_target(name, strlen(name));
    const char *why = s.target ? decode(&s, &image) : "no such target";
    if (why)
        printf("%s\n", why);
    else
        printf("%llx\n", (unsigned long long)(sim_texel_address(&image, 0, x, y, z) -
                                              (UINT64_C(1) << BASE_SHIFT)));
    return true;
}

int
main(int argc, char **argv)
{
    char line[256];
    if (argc > 1 && strcmp(argv[1], "--addresses") == 0) {
        while (fgets(line, sizeof line, stdin))
            if (!answer(line))
                return 2;
        return 0;
    }
    check_all();
    return failed != 0;
}

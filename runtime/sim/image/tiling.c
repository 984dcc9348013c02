/* Tiled layouts of GFX7 to GFX9: equations from the tables, the card's address registers and the size of
 * a texel.  Written from the descriptions that tiling.def names. */
#include "runtime/sim/image/tiling.h"
#include "runtime/sim/format/descriptor.h"
#include "support/number.h"

#include <stdio.h>
#include <string.h>

enum {
    AXIS_BITS = SIM_TILING_AXIS,
    INTERLEAVE = 8, /* log2 of the bytes before the address names another pipe: of all cards */
    BLOCK = 20,     /* bits of the address of a byte in a block, at most */
    NATURAL = 32,   /* bits of an address before any XOR: a block's and those folded into it */
    MAX_BANKS = 4,  /* log2, so bits, as MAX_PIPES is */
    MAX_PIPES = 4,
    GFX9 = 9,
};
_Static_assert(BLOCK >= 4 + 6 + 2 + MAX_BANKS + MAX_PIPES, "the largest macro tile");

#define X(n) (UINT64_C(1) << (n))
#define Y(n) (UINT64_C(1) << (AXIS_BITS + (n)))
#define Z(n) (UINT64_C(1) << (2 * AXIS_BITS + (n)))

static const uint64_t axes[] = {
    UINT64_C(0xFFFF),
    UINT64_C(0xFFFF) << AXIS_BITS,
    UINT64_C(0xFFFF) << (2 * AXIS_BITS),
};

enum { TEXELS = 5 /* sizes: 1, 2, 4, 8, 16 bytes */, ORDERED = 10 };

enum order { ORDER_NONE, ORDER_D, ORDER_S, ORDER_Z, ORDER_THIN, ORDERS };

static const uint64_t orders[ORDERS][TEXELS][ORDERED] = {
#define ORDER(order, texel, ...) [ORDER_##order][texel] = {__VA_ARGS__},
#include "runtime/sim/image/tiling.def"
};

static const struct swizzle {
    const char *name;
    uint8_t block, plane, volume; /* enum order */
} swizzles[] = {
#define SWIZZLE(number, name, block, plane, volume)                                                \
    [number] = {name, block, ORDER_##plane, ORDER_##volume},
#include "runtime/sim/image/tiling.def"
};

static const char *const array_modes[] = {
#define ARRAY_MODE(number, name) [number] = name,
#include "runtime/sim/image/tiling.def"
};

static const char *const micro_tiles[8] = {
#define MICRO_TILES(number, name) [number] = name,
#include "runtime/sim/image/tiling.def"
};

static const struct pipes {
    uint8_t config, count;
    uint64_t bit[MAX_PIPES];
} pipes[] = {
#define PIPES(config, count, ...) {config, count, {__VA_ARGS__}},
#include "runtime/sim/image/tiling.def"
};

static const uint64_t banks[MAX_BANKS + 1][MAX_BANKS] = {
#define BANKS(count, ...) [count] = {__VA_ARGS__},
#include "runtime/sim/image/tiling.def"
};

#define REFUSE(...) (snprintf(why, length, __VA_ARGS__), false)

static unsigned
field(uint32_t word, unsigned first, unsigned count)
{
    return word >> first & ((1u << count) - 1);
}

static unsigned
count_axis(const uint64_t *bits, unsigned count, unsigned axis)
{
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++)
        found += (bits[i] & axes[axis]) != 0;
    return found;
}

/* From what makes each bit of the address to what each bit of a coordinate does. */
static void
set_bits(struct sim_tiling *tiling, const uint64_t *bits, unsigned count)
{
    tiling->bytes = (uint8_t)count;
    for (unsigned i = 0; i < count; i++) {
        tiling->used |= bits[i];
        for (uint64_t rest = bits[i]; rest; rest &= rest - 1)
            tiling->flips[__builtin_ctzll(rest)] |= UINT32_C(1) << i;
    }
}

/* The part of a block that has an order of its own; gives how many bits of the address it fills. */
static unsigned
begin(uint64_t *bits, enum order order, unsigned texel)
{
    unsigned count = texel;
    memset(bits, 0, texel * sizeof *bits);
    for (unsigned i = 0; i < ORDERED && orders[order][texel][i]; i++)
        bits[count++] = orders[order][texel][i];
    return count;
}

/* ---- GFX9 ---- */

/* Beyond its first part a block takes the next bit of one coordinate after the other: thin ones y on
 * even bits of the address and x on odd ones, thick ones x, z, y by threes. */
static void
extend(uint64_t *bits, unsigned count, bool thick)
{
    static const uint8_t thin_axes[] = {1, 0}, thick_axes[] = {0, 2, 1};
    unsigned next[] = {count_axis(bits, count, 0), count_axis(bits, count, 1),
                       count_axis(bits, count, 2)};
    for (; count < NATURAL; count++) {
        unsigned axis = thick ? thick_axes[count % 3] : thin_axes[count % 2];
        bits[count] = X(axis * AXIS_BITS + next[axis]++);
    }
}

/* XORs `count` bits from `first` on with those above them, of these the highest with the first: of a thin
 * block as many and bits of the slice, of a thick one twice as many. */
static void
fold(uint64_t *bits, const uint64_t *natural, unsigned first, unsigned count, unsigned slice_bits,
     bool thick)
{
    for (unsigned i = 0; i < count; i++) {
        uint64_t *bit = &bits[first + i];
        if (thick)
            *bit ^= natural[first + 3 * count - 1 - 2 * i] ^ natural[first + 3 * count - 2 - 2 * i];
        else
            *bit ^= natural[first + 2 * count - 1 - i] ^ Z(slice_bits + count - 1 - i);
    }
}

/* GB_ADDR_CONFIG of GFX9: pipes of an engine, engines and banks, all as log2. */
static void
swizzle_blocks(const struct gcn_card *card, unsigned block, enum order order,
               struct sim_tiling *tiling)
{
    uint64_t natural[NATURAL], bits[BLOCK];
    uint32_t config = card->gb_addr_config;
    bool thick = order == ORDER_Z;
    unsigned pipe_bits =
        (unsigned)smaller(field(config, 0, 3) + field(config, 19, 2), block - INTERLEAVE);
    unsigned bank_bits = (unsigned)smaller(field(config, 12, 3), block - INTERLEAVE - pipe_bits);
    extend(natural, begin(natural, order, tiling->texel), thick);
    memcpy(bits, natural, block * sizeof *natural);
    fold(bits, natural, INTERLEAVE, pipe_bits, 0, thick);
    fold(bits, natural, INTERLEAVE + pipe_bits, bank_bits, pipe_bits, thick);
    set_bits(tiling, bits, block);
    tiling->width = (uint8_t)count_axis(natural, block, 0);
    tiling->height = (uint8_t)count_axis(natural, block, 1);
    tiling->depth = (uint8_t)count_axis(natural, block, 2);
    tiling->swizzle = ((UINT32_C(1) << (pipe_bits + bank_bits)) - 1) << INTERLEAVE;
}

static bool
find_swizzle(const struct gcn_card *card, unsigned number, unsigned type, struct sim_tiling *tiling,
             char *why, size_t length)
{
    const struct swizzle *swizzle = &swizzles[number];
    enum order order = type == SIM_IMAGE_2D || type == SIM_IMAGE_2D_ARRAY ? swizzle->plane
                       : type == SIM_IMAGE_3D                             ? swizzle->volume
                                                                          : ORDER_NONE;
    if (!order)
        return REFUSE("swizzle mode %u (%s) of a T# of type %u is not supported", number,
                      swizzle->name, type);
    swizzle_blocks(card, swizzle->block, order, tiling);
    return true;
}

/* ---- GFX7, GFX8 ---- */

enum { MODE_2D_THIN1 = 4, MICRO_THIN = 1, TILE = 3 /* log2 of its 8 texels */ };

static uint64_t
scale(uint64_t bit, unsigned x, unsigned y)
{
    return (bit & axes[0]) << x | (bit & axes[1]) << y;
}

/* A macro tile: tiles of 8 x 8 texels, whose bytes go to pipes and banks by coordinates; those of one bank
 * are a column.  The address: 256 bytes, the pipe, the bank, the rest.  False: the columns lie beside each
 * other, have less than 256 bytes or far more, which is so on no card. */
static bool
macro_tiles(const struct pipes *pipe, uint32_t macrotile, struct sim_tiling *tiling)
{
    uint64_t natural[NATURAL], bits[BLOCK];
    unsigned bank_width = field(macrotile, 0, 2), bank_height = field(macrotile, 2, 2);
    unsigned aspect = field(macrotile, 4, 2), bank_bits = field(macrotile, 6, 2) + 1;
    unsigned count = begin(natural, ORDER_THIN, tiling->texel), at = INTERLEAVE;
    for (unsigned i = 0; i < bank_height; i++)
        natural[count++] = Y(TILE + i);
    if (bank_width || count < INTERLEAVE || count + pipe->count + bank_bits > BLOCK)
        return false;
    memcpy(bits, natural, INTERLEAVE * sizeof *natural);
    for (unsigned i = 0; i < pipe->count; i++)
        bits[at++] = pipe->bit[i];
    tiling->bank_first = (uint8_t)at;
    for (unsigned i = 0; i < bank_bits; i++)
        bits[at++] = scale(banks[bank_bits][i], TILE + pipe->count, TILE + bank_height);
    tiling->swizzle = (UINT32_C(1) << at) - (1 << INTERLEAVE);
    memcpy(bits + at, natural + INTERLEAVE, (count - INTERLEAVE) * sizeof *natural);
    set_bits(tiling, bits, at + count - INTERLEAVE);
    tiling->width = (uint8_t)(TILE + pipe->count + aspect);
    tiling->height = (uint8_t)(TILE + bank_height + bank_bits - aspect);
    tiling->bank_bits = (uint8_t)bank_bits;
    tiling->bank_step = (uint8_t)((1u << bank_bits) / 2 - 1);
    return true;
}

/* A tile larger than a row of memory would be split among slices. */
static bool
is_split(const struct gcn_card *card, const struct sim_tiling *tiling)
{
    return 1024u << field(card->gb_addr_config, 28, 2) < 64u << tiling->texel;
}

static bool
find_tile_mode(const struct gcn_card *card, unsigned number, unsigned type,
               struct sim_tiling *tiling, char *why, size_t length)
{
    uint32_t mode = card->tiles->tile[number];
    unsigned array_mode = field(mode, 2, 4), micro = field(mode, 22, 3);
    const struct pipes *pipe = pipes, *end = pipes + sizeof pipes / sizeof *pipes;
    while (pipe < end && pipe->config != field(mode, 6, 5))
        pipe++;
    if (array_mode != MODE_2D_THIN1 || micro != MICRO_THIN || pipe == end || type == SIM_IMAGE_CUBE)
        return REFUSE("tiling index %u (%s, %s) of a T# of type %u is not supported", number,
                      array_modes[array_mode], micro_tiles[micro], type);
    if (is_split(card, tiling) || !macro_tiles(pipe, card->tiles->macrotile[tiling->texel], tiling))
        return REFUSE("tiling index %u has no such layout for texels of %u bytes", number,
                      1u << tiling->texel);
    return true;
}

/* ---- either ---- */

bool
sim_tiling_find(const struct gcn_target *target, unsigned number, unsigned type,
                unsigned texel_bytes, struct sim_tiling *tiling, char *why, size_t length)
{
    const struct gcn_card *card = gcn_card_of(target);
    bool modes = target->generation >= GFX9;
    memset(tiling, 0, sizeof *tiling);
    if (!card)
        return REFUSE("%s %u of the T# is not supported: of %s no card is known",
                      modes ? "swizzle mode" : "tiling index", number, target->name);
    if (texel_bytes & (texel_bytes - 1))
        return REFUSE("texels of %u bytes cannot be tiled", texel_bytes);
    tiling->texel = (uint8_t)__builtin_ctz(texel_bytes);
    return modes ? find_swizzle(card, number, type, tiling, why, length)
                 : find_tile_mode(card, number, type, tiling, why, length);
}

bool
sim_tiling_swizzle(struct sim_tiling *tiling, uint64_t *base)
{
    uint32_t flips = tiling->swizzle, bank = (1u << tiling->bank_bits) - 1;
    uint32_t low = (uint32_t)(*base & ((UINT64_C(1) << tiling->bytes) - 1));
    *base -= low;
    tiling->bank_start = (uint8_t)(low >> tiling->bank_first & bank);
    tiling->swizzle = low & ~(bank << tiling->bank_first);
    return (low & ~flips) == 0;
}

uint64_t
sim_tiling_offset(const struct sim_tiling *tiling, uint32_t pitch, uint32_t rows, uint32_t x,
                  uint32_t y, uint32_t z)
{
    uint64_t at = x | (uint64_t)y << AXIS_BITS | (uint64_t)z << (2 * AXIS_BITS), block;
    uint32_t offset = tiling->swizzle;
    for (at &= tiling->used; at; at &= at - 1)
        offset ^= tiling->flips[__builtin_ctzll(at)];
    offset ^= ((tiling->bank_start + tiling->bank_step * z) & ((1u << tiling->bank_bits) - 1))
              << tiling->bank_first;
    block = (uint64_t)(z >> tiling->depth) * (rows >> tiling->height) + (y >> tiling->height);
    block = block * (pitch >> tiling->width) + (x >> tiling->width);
    return (block << tiling->bytes) + offset;
}

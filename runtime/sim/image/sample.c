/* Sampling: from coordinates to texels and their weights, and from these to a result.
 *
 * OpenCL 1.2, 8.2 ("Addressing and Filter Modes") has the formulas; AMD's ISA manuals and the
 * register descriptions what the hardware adds: mipmaps, lower bounds, offsets, comparison, borders.
 * Coordinates have 8 bits of fraction, as the hardware has them: weights of linear filters too, and so that a coordinate just
 * below an edge names the texel above it unless TRUNC_COORD is set.  AMD's device libraries rely on
 * that: for nearest filters they give floor(s * width) / width. */
#include "runtime/sim/image/mimg.h"
#include "runtime/sim/exec/valu.h"

#include <math.h>

enum { CUBE_FACES = 6, FRACTION = 256 /* steps of a weight */ };

/* The texels of one axis that take part. */
struct axis {
    unsigned count;
    int32_t at[2];
    double weight[2];
};

/* At most 24: of two levels four texels, each of which may be a cube's corner, or eight. */
struct taps {
    unsigned count;
    struct mimg_texel texel[MIMG_TAPS];
    double weight[MIMG_TAPS];
};

/* ---- sampler ---- */

static double
signed_field(uint64_t value, unsigned bits, unsigned fraction)
{
    int64_t sign = INT64_C(1) << (bits - 1);
    return (double)(((int64_t)value ^ sign) - sign) / (1 << fraction);
}

static bool
is_linear(unsigned xy_filter)
{
    return xy_filter == SIM_XY_LINEAR || xy_filter == SIM_XY_ANISO_LINEAR;
}

void
mimg_read_sampler(struct mimg *m, const uint32_t words[SIM_S_WORDS])
{
    const struct gcn_target *target = m->wave->device->target;
#define GET(field) ((uint8_t)sim_field_get(target, words, SIM_S_##field))
    m->sampler = (struct mimg_sampler){
        .clamp = {GET(CLAMP_X), GET(CLAMP_Y), GET(CLAMP_Z)},
        .compare = GET(COMPARE),
        .mode = GET(FILTER_MODE),
        .mip = GET(MIP_FILTER),
        .border = GET(BORDER_COLOR),
        .magnify_linear = is_linear(GET(MAG_FILTER)),
        .minify_linear = is_linear(GET(MIN_FILTER)),
        .z_filter = GET(Z_FILTER),
        .unnormalized = GET(UNNORMALIZED) || m->op->inst.unorm,
        .truncate = GET(TRUNC_COORD),
        .faces_apart = GET(DISABLE_CUBE_WRAP),
        .min_lod = (double)sim_field_get(target, words, SIM_S_MIN_LOD) / FRACTION,
        .max_lod = (double)sim_field_get(target, words, SIM_S_MAX_LOD) / FRACTION,
        .bias = signed_field(sim_field_get(target, words, SIM_S_LOD_BIAS), 14, 8) +
                signed_field(sim_field_get(target, words, SIM_S_LOD_BIAS_SEC), 6, 4),
    };
#undef GET
    if (m->sampler.mode > SIM_FILTER_MAX)
        sim_fault(m->wave, m->op, -1, "the S# has filter mode %u", m->sampler.mode);
}

/* ---- coordinates ---- */

struct point {
    float at[MIMG_AXES];   /* as the instruction has them, without those of the layer */
    int offset[MIMG_AXES]; /* texels */
    uint32_t layer;
};

static struct point
read_point(const struct mimg *m, unsigned lane)
{
    const struct mimg_address *address = &m->address;
    struct point point = {{0}, {0}, 0};
    for (unsigned k = 0; k < address->axes; k++) {
        point.at[k] = (float)mimg_float(m, lane, address->coordinates, k);
        /* The coordinates of a cube's faces come from v_cubesc and v_cubetc plus 1.5. */
        if (m->image.type == SIM_IMAGE_CUBE)
            point.at[k] -= 1;
        if (isnan(point.at[k]))
            point.at[k] = 0;
    }
    for (unsigned k = 0; address->offset >= 0 && k < address->axes; k++) {
        uint32_t bits = mimg_dword(m, lane, (unsigned)address->offset, 0x3Fu << 8 * k) >> 8 * k;
        point.offset[k] = (int)(bits ^ 0x20) - 0x20;
    }
    if (m->image.layered && address->layer >= 0) {
        double layer = rint(mimg_float(m, lane, address->coordinates, (unsigned)address->layer));
        if (m->image.type == SIM_IMAGE_CUBE && layer > 0) /* eight numbers for each cube */
            layer = floor(layer / 8) * CUBE_FACES + fmin(fmod(layer, 8), CUBE_FACES - 1);
        double last = m->image.layers - 1;
        point.layer = (uint32_t)(layer > last ? last : layer > 0 ? layer : 0);
    }
    return point;
}

/* Whole texels below a coordinate in texels, and what remains; both in steps of 1/256. */
static int32_t
split(const struct mimg_sampler *sampler, double u, bool linear, double *fraction)
{
    bool exact = !linear && sampler->truncate;
    double fixed = exact ? u : rint((linear ? u - 0.5 : u) * FRACTION) / FRACTION;
    *fraction = linear ? fixed - floor(fixed) : 0;
    return (int32_t)floor(fixed);
}

/* The coordinate in texels of a period or, where the mode has none, near the image. */
static double
reduce(unsigned clamp, double u, double size)
{
    double period = clamp == SIM_CLAMP_WRAP ? size : 2 * size;
    bool half = clamp == SIM_CLAMP_HALF_BORDER || clamp == SIM_CLAMP_MIRROR_ONCE_HALF_BORDER;
    double low = clamp == SIM_CLAMP_HALF_BORDER ? 0 : half ? -size : -size - 2;
    double high = half ? size : size + 2;
    if (clamp == SIM_CLAMP_WRAP || clamp == SIM_CLAMP_MIRROR) {
        double rest = isfinite(u) ? fmod(u, period) : 0; /* exact, however large u is */
        return rest < 0 ? rest + period : rest;
    }
    return u < low ? low : u > high ? high : u;
}

static int32_t
limit(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* The texel that a number beyond the edge names; -1 and `size` are the border. */
static int32_t
place_texel(unsigned clamp, bool linear, int32_t at, int32_t size)
{
    switch (clamp) {
    case SIM_CLAMP_WRAP:
        return (at + size) % size;
    case SIM_CLAMP_MIRROR:
        at = (at + 2 * size) % (2 * size);
        return at < size ? at : 2 * size - 1 - at;
    case SIM_CLAMP_MIRROR_ONCE_LAST_TEXEL:
    case SIM_CLAMP_MIRROR_ONCE_HALF_BORDER:
    case SIM_CLAMP_MIRROR_ONCE_BORDER:
        at = at < 0 ? -1 - at : at;
        break;
    default:
        break;
    }
    bool border = clamp == SIM_CLAMP_BORDER || clamp == SIM_CLAMP_MIRROR_ONCE_BORDER;
    bool half = clamp == SIM_CLAMP_HALF_BORDER || clamp == SIM_CLAMP_MIRROR_ONCE_HALF_BORDER;
    return border || (half && linear) ? limit(at, -1, size) : limit(at, 0, size - 1);
}

static struct axis
address_axis(const struct mimg_sampler *sampler, unsigned clamp, float at, int offset,
             uint32_t size, bool linear)
{
    double u = (double)at * (sampler->unnormalized ? 1 : size) + offset, fraction;
    int32_t first = split(sampler, reduce(clamp, u, size), linear, &fraction);
    struct axis axis = {.count = linear ? 2 : 1, .weight = {1 - fraction, fraction}};
    for (unsigned k = 0; k < axis.count; k++)
        axis.at[k] = place_texel(clamp, linear, first + (int32_t)k, (int32_t)size);
    return axis;
}

/* ---- texels ---- */

static struct mimg_texel
border_texel(const struct mimg *m)
{
    uint32_t one = sim_format_one(&m->image.format);
    struct mimg_texel texel = {{0}, {0}};
    if (m->sampler.border == SIM_BORDER_REGISTER)
        sim_fault(m->wave, m->op, -1, "border colours from a table are not supported");
    for (unsigned k = 0; k < 4; k++)
        if (m->sampler.border == SIM_BORDER_1111 ||
            (m->sampler.border == SIM_BORDER_0001 && k == 3))
            texel.value[k] = one;
    return texel;
}

static bool
passes(unsigned compare, double reference, double texel)
{
    switch (compare) {
    case SIM_COMPARE_NEVER:
        return false;
    case SIM_COMPARE_LESS:
        return reference < texel;
    case SIM_COMPARE_EQUAL:
        return reference == texel;
    case SIM_COMPARE_LESS_EQUAL:
        return reference <= texel;
    case SIM_COMPARE_GREATER:
        return reference > texel;
    case SIM_COMPARE_NOT_EQUAL:
        return reference != texel;
    case SIM_COMPARE_GREATER_EQUAL:
        return reference >= texel;
    default:
        return true;
    }
}

/* Depth comparison: the first component becomes 1 or 0.  References are clamped like the texels of
 * normalised formats. */
static void
compare_texel(const struct mimg *m, unsigned lane, struct mimg_texel *texel)
{
    float reference = as_f32(mimg_dword(m, lane, (unsigned)m->address.reference, UINT32_MAX));
    if (m->image.format.number == SIM_NUMBER_UNORM)
        reference = reference > 1 ? 1 : reference > 0 ? reference : 0;
    bool pass = passes(m->sampler.compare, (double)reference, (double)as_f32(texel->value[0]));
    texel->value[0] = pass ? f32_bits(1) : 0;
    texel->shadow[0] = texel->shadow[0] ? UINT32_MAX : 0;
}

static struct mimg_texel
texel_at(struct mimg *m, unsigned lane, unsigned level, int32_t x, int32_t y, int32_t z)
{
    const struct sim_image_level *size = &m->image.level[level];
    uint32_t depth = m->image.layered ? m->image.layers : size->depth;
    if (m->image.type == SIM_IMAGE_CUBE) {
        unsigned face = (unsigned)z % CUBE_FACES;
        z += (int32_t)mimg_next_face(face, (int32_t)size->width, &x, &y) - (int32_t)face;
    }
    bool inside = x >= 0 && y >= 0 && z >= 0 && (uint32_t)x < size->width &&
                  (uint32_t)y < size->height && (uint32_t)z < depth;
    struct mimg_texel texel =
        inside ? mimg_fetch(m, lane, level, (uint32_t)x, (uint32_t)y, (uint32_t)z)
               : border_texel(m);
    if (m->address.reference >= 0)
        compare_texel(m, lane, &texel);
    return texel;
}

/* The axes of a level; those that the image lacks name texel 0, the third of a layered one the
 * layer. */
static void
address_level(const struct mimg *m, const struct point *point, unsigned level, bool linear,
              struct axis axis[MIMG_AXES])
{
    const struct sim_image_level *size = &m->image.level[level];
    const uint32_t sizes[MIMG_AXES] = {size->width, size->height, size->depth};
    const struct mimg_sampler *sampler = &m->sampler;
    for (unsigned k = 0; k < MIMG_AXES; k++) {
        bool along = linear;
        if (k == 2 && sampler->z_filter != SIM_MIP_NONE)
            along = sampler->z_filter == SIM_MIP_LINEAR && m->image.format.is_float;
        unsigned clamp = sampler->clamp[k];
        if (m->image.type == SIM_IMAGE_CUBE) /* the next face begins where the border would */
            clamp = linear && !sampler->faces_apart ? SIM_CLAMP_BORDER : SIM_CLAMP_LAST_TEXEL;
        axis[k] = (struct axis){.count = 1, .weight = {1}};
        if (k < m->address.axes)
            axis[k] = address_axis(sampler, clamp, point->at[k], point->offset[k], sizes[k], along);
        else if (k == 2)
            axis[k].at[0] = (int32_t)point->layer;
    }
}

static bool
is_beyond(int32_t at, uint32_t size)
{
    return at < 0 || (uint32_t)at >= size;
}

/* A texel of the filter.  At the corners of a cube three texels meet: each counts a third. */
static void
add_tap(struct mimg *m, unsigned lane, unsigned level, const int32_t at[MIMG_AXES], double weight,
        struct taps *taps)
{
    const struct sim_image_level *size = &m->image.level[level];
    bool corner = m->image.type == SIM_IMAGE_CUBE && is_beyond(at[0], size->width) &&
                  is_beyond(at[1], size->height);
    int32_t x = limit(at[0], 0, (int32_t)size->width - 1);
    int32_t y = limit(at[1], 0, (int32_t)size->height - 1);
    const int32_t meet[3][2] = {{x, y}, {at[0], y}, {x, at[1]}};
    for (unsigned k = 0; weight != 0 && k < (corner ? 3 : 1); k++) {
        taps->weight[taps->count] = corner ? weight / 3 : weight;
        taps->texel[taps->count++] = texel_at(m, lane, level, corner ? meet[k][0] : at[0],
                                              corner ? meet[k][1] : at[1], at[2]);
    }
}

static void
add_level(struct mimg *m, unsigned lane, const struct point *point, unsigned level, bool linear,
          double weight, struct taps *taps)
{
    struct axis axis[MIMG_AXES];
    address_level(m, point, level, linear, axis);
    for (unsigned z = 0; z < axis[2].count; z++)
        for (unsigned y = 0; y < axis[1].count; y++)
            for (unsigned x = 0; x < axis[0].count; x++) {
                const int32_t at[MIMG_AXES] = {axis[0].at[x], axis[1].at[y], axis[2].at[z]};
                double product = axis[0].weight[x] * axis[1].weight[y] * axis[2].weight[z];
                add_tap(m, lane, level, at, weight * product, taps);
            }
}

/* ---- filter ---- */

static double
combine_component(const struct taps *taps, unsigned component, unsigned mode)
{
    double result = 0;
    for (unsigned i = 0; i < taps->count; i++) {
        double value = (double)as_f32(taps->texel[i].value[component]);
        if (mode == SIM_FILTER_BLEND)
            result += taps->weight[i] * value;
        else if (i == 0 || (mode == SIM_FILTER_MIN ? value < result : value > result))
            result = value;
    }
    return result;
}

/* One texel stays as it is, to the bit; of several one undefined bit makes a component undefined. */
static struct mimg_texel
combine(const struct mimg *m, const struct taps *taps)
{
    struct mimg_texel result = taps->texel[0];
    for (unsigned k = 0; k < 4 && taps->count > 1; k++) {
        uint32_t shadow = 0;
        for (unsigned i = 0; i < taps->count; i++)
            shadow |= taps->texel[i].shadow[k];
        result.value[k] = f32_bits((float)combine_component(taps, k, m->sampler.mode));
        result.shadow[k] = shadow ? UINT32_MAX : 0;
    }
    return result;
}

/* ---- the instructions ---- */

static void
sample_levels(struct mimg *m, unsigned lane, const struct point *point, double lod,
              struct taps *taps)
{
    /* Integers are never blended. */
    bool linear = m->image.format.is_float &&
                  (lod > 0 ? m->sampler.minify_linear : m->sampler.magnify_linear);
    double last = m->image.levels - 1, level = lod > last ? last : lod > 0 ? lod : 0;
    unsigned first = m->image.first_level;
    if (m->sampler.mip == SIM_MIP_NONE)
        level = 0;
    if (m->sampler.mip != SIM_MIP_LINEAR)
        level = floor(level + 0.5);
    double fraction = level - floor(level);
    add_level(m, lane, point, first + (unsigned)level, linear, 1 - fraction, taps);
    if (fraction > 0)
        add_level(m, lane, point, first + (unsigned)level + 1, linear, fraction, taps);
}

/* The component that dmask names first, of the four texels that a linear filter would take: lower
 * left, lower right, upper right, upper left.  A gathered row goes on from the left one. */
static void
gather(struct mimg *m, unsigned lane, const struct point *point, double lod)
{
    static const uint8_t x_of[4] = {0, 1, 1, 0}, y_of[4] = {1, 1, 0, 0};
    bool row = m->op->image & IMAGE_GATHER_ROW;
    unsigned component = (unsigned)__builtin_ctz(m->op->inst.dmask);
    double last = m->image.levels - 1, clamped = lod > last ? last : lod > 0 ? lod : 0;
    unsigned level = m->image.first_level +
                     (m->sampler.mip == SIM_MIP_NONE ? 0 : (unsigned)floor(clamped + 0.5));
    struct mimg_texel result = {{0}, {0}};
    struct point at = *point;
    struct axis axis[MIMG_AXES];
    for (unsigned k = 0; k < 4; k++) {
        at.offset[0] = point->offset[0] + (row ? (int)k : 0);
        address_level(m, &at, level, true, axis);
        unsigned x = row ? 0 : x_of[k], y = row ? 0 : y_of[k];
        struct mimg_texel texel = texel_at(m, lane, level, axis[0].at[axis[0].count > x ? x : 0],
                                           axis[1].at[axis[1].count > y ? y : 0], axis[2].at[0]);
        texel = mimg_select(&m->image, &texel);
        result.value[k] = texel.value[component];
        result.shadow[k] = texel.shadow[component];
    }
    mimg_return(m, lane, &result, 15, m->image.format.is_float);
}

/* First the level as it is sampled, then as it was computed. */
static void
return_lod(struct mimg *m, unsigned lane, double unbound, double lod)
{
    double last = m->image.levels - 1;
    struct mimg_texel result = {{0}, {0}};
    result.value[0] = f32_bits((float)(lod > last ? last : lod > 0 ? lod : 0));
    result.value[1] = f32_bits((float)unbound);
    mimg_return(m, lane, &result, m->op->inst.dmask, true);
}

void
mimg_sample(struct mimg *m, unsigned lane)
{
    struct point point = read_point(m, lane);
    double unbound = mimg_unbound_lod(m, lane), lod = mimg_bound_lod(m, lane, unbound);
    if (m->op->image & IMAGE_GET_LOD) {
        return_lod(m, lane, unbound, lod);
    } else if (m->op->image & IMAGE_GATHER) {
        gather(m, lane, &point, lod);
    } else {
        struct taps taps;
        taps.count = 0;
        sample_levels(m, lane, &point, lod, &taps);
        struct mimg_texel result = combine(m, &taps);
        result = mimg_select(&m->image, &result);
        mimg_return(m, lane, &result, m->op->inst.dmask, m->image.format.is_float);
    }
}

/* The level of detail: from the instruction, from derivatives, or from the quad that the lane is in
 * (AMD's ISA manuals, "Image Sample Instructions"; the formulas are those of the Vulkan
 * specification, "Texel Scale Factors and Level of Detail", with one sample). */
#include "runtime/sim/image/mimg.h"

#include <math.h>

enum { QUAD = 4, FRACTION = 256 /* steps of a level */ };

/* Square of the length, in texels, of a step between two lanes or of a given derivative. */
static double
step_length(const struct mimg *m, const double step[MIMG_AXES])
{
    const struct sim_image_level *size = &m->image.level[m->image.first_level];
    const double sizes[MIMG_AXES] = {size->width, size->height, size->depth};
    double sum = 0;
    for (unsigned k = 0; k < m->address.axes; k++) {
        double length = step[k] * (m->sampler.unnormalized ? 1 : sizes[k]);
        sum += length * length;
    }
    return sum;
}

/* The difference between a lane of the quad and its first one; such lanes must be active. */
static void
quad_step(const struct mimg *m, unsigned lane, unsigned other, double step[MIMG_AXES])
{
    unsigned first = lane / QUAD * QUAD;
    uint64_t needed = UINT64_C(1) << first | UINT64_C(1) << (first + other);
    if (m->wave->device->strict && (sim_exec(m->wave) & needed) != needed)
        sim_fault(m->wave, m->op, (int)lane,
                  "the level of detail depends on lane %u, which is not active",
                  first + (sim_exec(m->wave) >> first & 1 ? other : 0));
    for (unsigned k = 0; k < m->address.axes; k++)
        step[k] = mimg_float(m, first + other, m->address.coordinates, k) -
                  mimg_float(m, first, m->address.coordinates, k);
}

static double
lod_of_derivatives(const struct mimg *m, unsigned lane)
{
    const struct mimg_address *address = &m->address;
    double step[2][MIMG_AXES] = {{0}};
    unsigned per_direction = address->a16 ? (address->axes + 1) / 2 : address->axes;
    for (unsigned direction = 0; direction < 2; direction++) {
        if (address->derivatives < 0) {
            quad_step(m, lane, direction + 1, step[direction]);
            continue;
        }
        unsigned first = (unsigned)address->derivatives + direction * per_direction;
        for (unsigned k = 0; k < address->axes; k++)
            step[direction][k] = mimg_float(m, lane, first, k);
    }
    double across = step_length(m, step[0]), down = step_length(m, step[1]);
    return 0.5 * log2(across > down ? across : down);
}

/* Does the level of detail decide anything?  With one level and one filter it does not. */
static bool
lod_matters(const struct mimg *m)
{
    const struct mimg_sampler *sampler = &m->sampler;
    bool one_level = m->image.levels == 1 || sampler->mip == SIM_MIP_NONE;
    return m->op->image & IMAGE_GET_LOD || !one_level ||
           sampler->magnify_linear != sampler->minify_linear;
}

/* gfx90a has no image_sample_lz and no other levels: image_sample stands for it. */
double
mimg_unbound_lod(const struct mimg *m, unsigned lane)
{
    unsigned flags = m->op->image;
    const struct mimg_address *address = &m->address;
    double lod = 0, bias = m->sampler.bias;
    if (flags & IMAGE_LOD)
        lod = mimg_float(m, lane, address->coordinates, (unsigned)address->level);
    else if (!(flags & IMAGE_LOD_ZERO) && lod_matters(m))
        lod = lod_of_derivatives(m, lane);
    if (flags & IMAGE_BIAS)
        bias += mimg_float(m, lane, (unsigned)address->bias, 0);
    return lod + bias;
}

double
mimg_bound_lod(const struct mimg *m, unsigned lane, double lod)
{
    const struct mimg_address *address = &m->address;
    double low = m->sampler.min_lod, high = m->sampler.max_lod, bound;
    double image = m->image.min_lod - m->image.first_level;
    if (m->op->image & IMAGE_LOD_BOUND) {
        bound = mimg_float(m, lane, address->coordinates, (unsigned)address->level);
        low = bound > low ? bound : low;
    }
    low = image > low ? image : low;
    lod = !(lod > low) ? low : lod > high ? high : lod;
    return floor(lod * FRACTION + 0.5) / FRACTION;
}

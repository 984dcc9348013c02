/* Beyond the edge of a cube's face lies the next face: which texel a filter finds there.
 *
 * Faces are numbered and oriented as v_cubeid, v_cubesc and v_cubetc have them (CLRX GcnInstrsVop3,
 * AMD's ISA manuals): with x, y, z the direction and M its greatest component,
 *
 *     face    M     s     t
 *     0      +x    -z    -y
 *     1      -x    +z    -y
 *     2      +y    +x    +z
 *     3      -y    +x    -z
 *     4      +z    +x    -y
 *     5      -z    -x    -y
 */
#include "runtime/sim/image/mimg.h"

#include <math.h>

enum { FACES = 6 };

/* The axis of M, s and t (0: x), and their signs. */
struct face {
    uint8_t axis[3];
    int8_t sign[3];
};

static const struct face faces[FACES] = {
    {{0, 2, 1}, {1, -1, -1}}, {{0, 2, 1}, {-1, 1, -1}}, {{1, 0, 2}, {1, 1, 1}},
    {{1, 0, 2}, {-1, 1, -1}}, {{2, 0, 1}, {1, 1, -1}},  {{2, 0, 1}, {-1, -1, -1}},
};

static int32_t
texel_of(double s, int32_t size)
{
    int32_t at = (int32_t)floor((s + 1) / 2 * size);
    return at < 0 ? 0 : at >= size ? size - 1 : at;
}

/* The face whose M is that of the direction: of several, the one that s or t had left. */
static unsigned
face_of(unsigned axis, double value)
{
    for (unsigned i = 0; i < FACES; i++)
        if (faces[i].axis[0] == axis && (faces[i].sign[0] > 0) == (value > 0))
            return i;
    return 0;
}

unsigned
mimg_next_face(unsigned face, int32_t size, int32_t *x, int32_t *y)
{
    double part[3] = {1, (2.0 * *x + 1) / size - 1, (2.0 * *y + 1) / size - 1}, direction[3];
    unsigned out = fabs(part[1]) > 1 ? 1 : 2;
    if (fabs(part[out]) <= 1)
        return face;
    /* The edge folds what lies beyond it down the side of the cube. */
    part[0] = 2 - fabs(part[out]);
    part[out] = part[out] > 0 ? 1 : -1;
    for (unsigned k = 0; k < 3; k++)
        direction[faces[face].axis[k]] = faces[face].sign[k] * part[k];
    unsigned axis = faces[face].axis[out], next = face_of(axis, direction[axis]);
    const struct face *to = &faces[next];
    *x = texel_of(to->sign[1] * direction[to->axis[1]], size);
    *y = texel_of(to->sign[2] * direction[to->axis[2]], size);
    return next;
}

/* Accuracy of the float functions against OpenCL's bounds, on the host. */
#include "host.h"

#include "libclc-lite/library.h"

#include "libclc-lite/math/exp.cl"
#include "libclc-lite/math/log.cl"
#include "libclc-lite/math/pow.cl"
#include "libclc-lite/math/root.cl"
#include "libclc-lite/math/hyperbolic.cl"
#include "libclc-lite/math/atan.cl"
#include "libclc-lite/math/sin.cl"
#include "libclc-lite/math/remainder.cl"

#include "libclc-lite/math/erf.cl"
#undef LGAMMA_R
#include "libclc-lite/math/gamma.cl"
#undef isnan
#undef isinf
#undef isfinite

#define REAL           float
#define DIGITS         24   /* of the mantissa */
#define LEAST_EXPONENT -125 /* of a normal number, as frexp counts */
#define NEARLY_LARGEST 0x1.fffffcp127f
#define SPECIALS                                                                                   \
    0, -0.0f, 1, -1, 0.5f, -0.5f, 2, __builtin_inff(), -__builtin_inff(), 1e-40f, -1e-40f,         \
        0x1p-126f, 88.72f, -87.5f, -103, 0.9999999f, 1.0000001f, 1e-8f, 1e38f, -3
enum { COUNT = 200000 };

static ulong random_bits(void);

/* Any bits; or of size 1, 10 or 100. */
static float
random_real(int i)
{
    uint bits = (uint)random_bits();
    return i & 1 ? as_float(bits) : (float)((int)bits * 0x1p-31 * (i & 2 ? 1 : i & 4 ? 10 : 100));
}

#include "accuracy.h"

int
main(void)
{
    check_lgamma(64);
    return check_all();
}

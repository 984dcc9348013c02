/* Accuracy of the double functions against OpenCL's bounds, on the host. */
#include "host.h"

#include "libclc-lite/library.h"

OVERLOAD float pow(float, float); /* makes the name overloaded before double's is seen */

#include "libclc-lite/math/exp64.cl"
#include "libclc-lite/math/log64.cl"
#include "libclc-lite/math/pow64.cl"
#include "libclc-lite/math/root64.cl"
#include "libclc-lite/math/hyperbolic64.cl"
#include "libclc-lite/math/atan64.cl"
#include "libclc-lite/math/sin64.cl"
#include "libclc-lite/math/remainder.cl"
#include "libclc-lite/math/erf64.cl"
#include "libclc-lite/math/gamma64.cl"
#undef isnan
#undef isinf
#undef isfinite

#define REAL           double
#define DIGITS         53
#define LEAST_EXPONENT -1021
#define NEARLY_LARGEST 0x1.fffffffffffffp1023
#define SPECIALS                                                                                   \
    0, -0.0, 1, -1, 0.5, -0.5, 2, __builtin_inf(), -__builtin_inf(), 1e-310, -1e-310, 0x1p-1022,   \
        709.78, -745.1, -708.5, 0.9999999, 1.0000001, 1e-8, 1e300, -3
enum { COUNT = 60000 };

static ulong random_bits(void);

static double
random_real(int i)
{
    ulong bits = random_bits();
    return i & 1 ? as_double(bits) : (double)(long)bits * 0x1p-63 * (i & 2 ? 1 : i & 4 ? 10 : 100);
}

#include "accuracy.h"

int
main(void)
{
    check_lgamma(64);
    return check_all();
}

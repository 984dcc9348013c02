/* Functions of a line or two that are the same for float and double. */

#define SIMPLE(real, NAN_, HALF_BELOW)                                                             \
    OVERLOAD real fdim(real x, real y)                                                             \
    {                                                                                              \
        real r = x > y ? x - y : (real)0;                                                          \
        return isnan(x) || isnan(y) ? NAN_ : r;                                                    \
    }                                                                                              \
    OVERLOAD real maxmag(real x, real y)                                                           \
    {                                                                                              \
        real a = fabs(x), b = fabs(y);                                                             \
        return a > b ? x : b > a ? y : fmax(x, y);                                                 \
    }                                                                                              \
    OVERLOAD real minmag(real x, real y)                                                           \
    {                                                                                              \
        real a = fabs(x), b = fabs(y);                                                             \
        return a < b ? x : b < a ? y : fmin(x, y);                                                 \
    }                                                                                              \
    OVERLOAD real round(real x) /* halfway away from zero */                                       \
    {                                                                                              \
        real t = trunc(x);                                                                         \
        real up = fabs(x - t) >= (real)0.5 ? (real)1 : (real)0;                                    \
        return copysign(t + copysign(up, x), x);                                                   \
    }

SIMPLE(float, NAN_F32, 0x1.fffffep-2f)
SIMPLE(double, NAN_F64, 0x1.fffffffffffffp-2)

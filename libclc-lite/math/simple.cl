/* Functions of a line or two that are the same for float and double. */

#define SIMPLE(real)                                                                               \
    OVERLOAD real fdim(real x, real y)                                                             \
    {                                                                                              \
        return x <= y ? (real)0 : x - y; /* NaN is not */                                          \
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

SIMPLE(float)
SIMPLE(double)

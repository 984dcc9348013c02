/* Taking floats apart and together: frexp, modf, fract, ilogb, logb, nextafter, nan. */

#define PARTS(real, NAN_, INF_)                                                                    \
    OVERLOAD real frexp(real x, int *exponent)                                                     \
    {                                                                                              \
        *exponent = __occ_frexp_exp(x);                                                            \
        return __occ_frexp_mant(x);                                                                \
    }                                                                                              \
    OVERLOAD real modf(real x, real *whole)                                                        \
    {                                                                                              \
        real t = trunc(x);                                                                         \
        *whole = t;                                                                                \
        return copysign(isinf(x) ? (real)0 : x - t, x);                                            \
    }                                                                                              \
    OVERLOAD real fract(real x, real *whole)                                                       \
    {                                                                                              \
        real f = floor(x);                                                                         \
        *whole = f;                                                                                \
        return __occ_fclass(x, ZERO | INFINITE) ? copysign((real)0, x) : __occ_ffract(x);          \
    }                                                                                              \
    OVERLOAD int ilogb(real x)                                                                     \
    {                                                                                              \
        int e = __occ_frexp_exp(x) - 1;                                                            \
        e = isnan(x) || isinf(x) ? 0x7fffffff : e; /* FP_ILOGBNAN */                               \
        return x == 0 ? (int)0x80000000 : e;                                                       \
    }                                                                                              \
    OVERLOAD real logb(real x)                                                                     \
    {                                                                                              \
        real e = (real)(__occ_frexp_exp(x) - 1);                                                   \
        e = isnan(x) ? x : e;                                                                      \
        e = isinf(x) ? INF_ : e;                                                                   \
        return x == 0 ? -INF_ : e;                                                                 \
    }

PARTS(float, NAN_F32, INF_F32)
PARTS(double, NAN_F64, INF_F64)

OVERLOAD float
nextafter(float x, float y)
{
    int a = (int)as_uint(x), b = (int)as_uint(y); /* sign and magnitude ... */
    int low = (int)0x80000000u, below = a < 0;
    a = a < 0 ? low - a : a; /* ... to an order like the numbers' */
    b = b < 0 ? low - b : b;
    int n = a == b ? a : a < b ? a + 1 : a - 1;
    n = n < 0 || (n == 0 && below) ? low - n : n; /* from below to -0 */
    float r = a == b ? y : as_float((uint)n);     /* as bits: flushed, all denormals are equal */
    return isnan(x) || isnan(y) ? NAN_F32 : r;
}

/* Denormals of double are never flushed: it compares numbers. */
OVERLOAD double
nextafter(double x, double y)
{
    long step = (x < y) == (x > 0.0) ? 1 : -1; /* away from zero, or to it */
    double r = as_double(as_ulong(x) + (ulong)step);
    r = x == 0.0 ? copysign(0x1p-1074, y) : r;
    r = x == y ? y : r;
    return isnan(x) || isnan(y) ? NAN_F64 : r;
}

OVERLOAD float
nan(uint code)
{
    return as_float(0x7fc00000u | (code & 0x3fffffu));
}

OVERLOAD double
nan(ulong code)
{
    return as_double(0x7ff8000000000000ul | (code & 0x7fffffffffffful));
}

/* The functions of half, computed in float and rounded once more: the float results' errors are far
 * below half a place of half. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define UNARY(name) OVERLOAD half name(half x) { return (half)name((float)x); }
#define BINARY(name) OVERLOAD half name(half x, half y) { return (half)name((float)x, (float)y); }
#define WITH_INT(name) OVERLOAD half name(half x, int n) { return (half)name((float)x, n); }

UNARY(acos) UNARY(acosh) UNARY(acospi) UNARY(asin) UNARY(asinh) UNARY(asinpi) UNARY(atan)
UNARY(atanh) UNARY(atanpi) UNARY(cbrt) UNARY(cos) UNARY(cosh) UNARY(cospi) UNARY(exp) UNARY(exp2)
UNARY(exp10) UNARY(expm1) UNARY(log) UNARY(log2) UNARY(log10) UNARY(log1p) UNARY(logb) UNARY(round)
UNARY(rsqrt) UNARY(sin) UNARY(sinh) UNARY(sinpi) UNARY(tan) UNARY(tanh) UNARY(tanpi)
UNARY(degrees) UNARY(radians) UNARY(sign)
BINARY(atan2) BINARY(atan2pi) BINARY(fdim) BINARY(fmod) BINARY(hypot) BINARY(maxmag) BINARY(minmag)
BINARY(pow) BINARY(powr) BINARY(remainder) BINARY(step)
WITH_INT(pown) WITH_INT(rootn)

OVERLOAD half clamp(half x, half low, half high) { return fmin(fmax(x, low), high); }
OVERLOAD half mix(half x, half y, half a) { return fma(y - x, a, x); }
OVERLOAD half
smoothstep(half low, half high, half x)
{
    return (half)smoothstep((float)low, (float)high, (float)x);
}
OVERLOAD int ilogb(half x) { return ilogb((float)x); }

OVERLOAD half
nextafter(half x, half y)
{
    short a = as_short(x), b = as_short(y), low = (short)0x8000;
    a = a < 0 ? low - a : a;
    b = b < 0 ? low - b : b;
    short n = a == b ? a : a < b ? a + 1 : a - 1;
    n = n < 0 ? low - n : n;
    half r = x == y ? y : as_half(n);
    return isnan(x) || isnan(y) ? as_half((short)0x7e00) : r;
}

#define POINTERS(space)                                                                            \
    OVERLOAD half frexp(half x, space int *exponent)                                               \
    {                                                                                              \
        *exponent = __occ_frexp_exp(x);                                                            \
        return __occ_frexp_mant(x);                                                                \
    }                                                                                              \
    OVERLOAD half modf(half x, space half *whole)                                                  \
    {                                                                                              \
        half t = trunc(x);                                                                         \
        *whole = t;                                                                                \
        return copysign(isinf(x) ? (half)0 : x - t, x);                                            \
    }                                                                                              \
    OVERLOAD half sincos(half x, space half *cosine)                                               \
    {                                                                                              \
        *cosine = (half)cos((float)x);                                                             \
        return (half)sin((float)x);                                                                \
    }
POINTERS(__global)
POINTERS(__local)
POINTERS(__private)

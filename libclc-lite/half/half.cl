/* The functions of half, computed in float and rounded once more: the float results' errors are far
 * below half an ulp of half. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define UNARY(name)                                                                                \
    OVERLOAD half name(half x)                                                                     \
    {                                                                                              \
        return (half)name((float)x);                                                               \
    }
#define BINARY(name)                                                                               \
    OVERLOAD half name(half x, half y)                                                             \
    {                                                                                              \
        return (half)name((float)x, (float)y);                                                     \
    }
#define WITH_INT(name)                                                                             \
    OVERLOAD half name(half x, int n)                                                              \
    {                                                                                              \
        return (half)name((float)x, n);                                                            \
    }

/* clang-format off */
UNARY(acos) UNARY(acosh) UNARY(acospi) UNARY(asin) UNARY(asinh) UNARY(asinpi) UNARY(atanh)
UNARY(atanpi) UNARY(cbrt) UNARY(cosh) UNARY(cospi) UNARY(expm1) UNARY(log1p) UNARY(logb)
UNARY(round) UNARY(rsqrt) UNARY(sinh) UNARY(sinpi) UNARY(tanpi) UNARY(erf) UNARY(erfc)
UNARY(lgamma) UNARY(tgamma) UNARY(degrees) UNARY(radians) UNARY(sign) BINARY(atan2)
BINARY(atan2pi) BINARY(fdim) BINARY(fmod) BINARY(hypot) BINARY(maxmag) BINARY(minmag) BINARY(pow)
BINARY(powr) BINARY(remainder) BINARY(step) WITH_INT(pown) WITH_INT(rootn)
/* clang-format on */

OVERLOAD half
clamp(half x, half low, half high)
{
    return min(max(x, low), high);
}
OVERLOAD half
mix(half x, half y, half a)
{
    return fma(y - x, a, x);
}
OVERLOAD half
smoothstep(half low, half high, half x)
{
    return (half)smoothstep((float)low, (float)high, (float)x);
}
OVERLOAD int
ilogb(half x)
{
    return ilogb((float)x);
}

OVERLOAD half
nextafter(half x, half y)
{
    short a = as_short(x), b = as_short(y), low = (short)0x8000, below = a < 0;
    a = a < 0 ? low - a : a;
    b = b < 0 ? low - b : b;
    short n = a == b ? a : a < b ? a + 1 : a - 1;
    n = n < 0 || (n == 0 && below) ? low - n : n; /* from below to -0 */
    half r = a == b ? y : as_half(n);
    return isnan(x) || isnan(y) ? as_half((short)0x7e00) : r;
}

OVERLOAD half
nan(ushort code)
{
    return as_half((ushort)(0x7e00 | (code & 0x1ff)));
}

OVERLOAD half
frexp(half x, int *exponent)
{
    *exponent = __occ_frexp_exp(x);
    return __occ_frexp_mant(x);
}
OVERLOAD half
modf(half x, half *whole)
{
    half t = trunc(x);
    *whole = t;
    return copysign(isinf(x) ? (half)0 : x - t, x);
}
OVERLOAD half
lgamma_r(half x, int *sign)
{
    return (half)lgamma_r((float)x, sign);
}
OVERLOAD half
fract(half x, half *whole)
{
    half f = floor(x);
    *whole = f;
    half r = min(x - f, as_half((short)0x3bff));
    r = __occ_fclass(x, ZERO | INFINITE) ? copysign((half)0, x) : r;
    return isnan(x) ? x : r;
}
OVERLOAD half
remquo(half x, half y, int *quotient)
{
    return (half)remquo((float)x, (float)y, quotient);
}

/* Squares of half neither overflow nor vanish in float. */
#define GEOMETRIC(vector, wide, to_wide, to_half)                                                  \
    OVERLOAD half length(vector a)                                                                 \
    {                                                                                              \
        return (half)length(to_wide(a));                                                           \
    }                                                                                              \
    OVERLOAD half distance(vector a, vector b)                                                     \
    {                                                                                              \
        return (half)length(to_wide(a) - to_wide(b));                                              \
    }                                                                                              \
    OVERLOAD vector normalize(vector a)                                                            \
    {                                                                                              \
        return to_half(normalize(to_wide(a)));                                                     \
    }
GEOMETRIC(half, float, (float), (half))
GEOMETRIC(half2, float2, convert_float2, convert_half2)
GEOMETRIC(half3, float3, convert_float3, convert_half3)
GEOMETRIC(half4, float4, convert_float4, convert_half4)

OVERLOAD half3
cross(half3 a, half3 b)
{
    return convert_half3(cross(convert_float3(a), convert_float3(b)));
}

OVERLOAD half4
cross(half4 a, half4 b)
{
    return convert_half4(cross(convert_float4(a), convert_float4(b)));
}

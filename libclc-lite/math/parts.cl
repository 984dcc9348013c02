/* Taking floats apart and together: frexp, modf, fract, ilogb, logb, nextafter, nan. */

#define PARTS(real, integer, unsigned_, mantissa_bits, bias, sign_bit, as_real, as_bits,           \
              BELOW_ONE, NAN_, INF_)                                                               \
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
        real r = min(x - f, BELOW_ONE);                                                            \
        r = __occ_fclass(x, ZERO | INFINITE) ? copysign((real)0, x) : r;                           \
        return isnan(x) ? x : r;                                                                   \
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
    }                                                                                              \
    OVERLOAD real nextafter(real x, real y)                                                        \
    {                                                                                              \
        integer a = (integer)as_bits(x), b = (integer)as_bits(y); /* sign and magnitude ... */     \
        integer low = (integer)sign_bit, below = a < 0;                                            \
        a = a < 0 ? low - a : a; /* ... to an order like the numbers' */                           \
        b = b < 0 ? low - b : b;                                                                   \
        integer n = a == b ? a : a < b ? a + 1 : a - 1;                                            \
        n = n < 0 || (n == 0 && below) ? low - n : n; /* from below to -0 */                       \
        real r = a == b ? y : as_real((unsigned_)n); /* as bits: not all denormals are equal */    \
        return isnan(x) || isnan(y) ? NAN_ : r;                                                    \
    }

PARTS(float, int, uint, 23, 127, 0x80000000u, as_float, as_uint, 0x1.fffffep-1f, NAN_F32, INF_F32)
PARTS(double, long, ulong, 52, 1023, 0x8000000000000000ul, as_double, as_ulong,
      0x1.fffffffffffffp-1, NAN_F64, INF_F64)

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

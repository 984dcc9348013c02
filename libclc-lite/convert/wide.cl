/* Conversions between integers of 128 bits and floating types, which the lowering calls by name. */

/* To the nearest: of the number moved up until its first bit is set, 64 bits and whether any of the rest is set say all
 * that rounding to 53 bits or fewer asks for.  A power of two brings it back, exactly, or beyond the type's range. */
#define TO_FLOAT(real, r, as_real, bits, bias, fraction)                                           \
    real __occ_convert_##r##_u128(unsigned long long x)                                            \
    {                                                                                              \
        ulong high = (ulong)(x >> 64), low = (ulong)x;                                             \
        if (high == 0)                                                                             \
            return (real)low;                                                                      \
        uint zeros = (uint)clz(high);                                                              \
        x <<= zeros;                                                                               \
        high = (ulong)(x >> 64) | ((ulong)x != 0);                                                 \
        return (real)high * as_real((bits)(bias + 64 - zeros) << fraction);                        \
    }                                                                                              \
    real __occ_convert_##r##_i128(long long x)                                                     \
    {                                                                                              \
        unsigned long long negated = 0 - (unsigned long long)x;                                    \
        return x < 0 ? -__occ_convert_##r##_u128(negated)                                          \
                     : __occ_convert_##r##_u128((unsigned long long)x);                            \
    }
TO_FLOAT(float, f32, as_float, uint, 127u, 23)
TO_FLOAT(double, f64, as_double, ulong, 1023u, 52)

/* Toward zero; below 0 that is 0.  The upper half takes the first bits of x, and what it leaves is exact. */
#define FROM_FLOAT(real, r, scale, scaled_back)                                                    \
    unsigned long long __occ_convert_u128_##r(real x)                                              \
    {                                                                                              \
        ulong high = (ulong)(x * scale), low = (ulong)fma((real)high, scaled_back, x);             \
        return (unsigned long long)high << 64 | low;                                               \
    }                                                                                              \
    long long __occ_convert_i128_##r(real x)                                                       \
    {                                                                                              \
        long long result = (long long)__occ_convert_u128_##r(fabs(x));                             \
        return x < 0 ? -result : result;                                                           \
    }
FROM_FLOAT(float, f32, 0x1p-64f, -0x1p64f)
FROM_FLOAT(double, f64, 0x1p-64, -0x1p64)

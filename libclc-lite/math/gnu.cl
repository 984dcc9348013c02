/* Floating-point functions behind clang's general builtins that OpenCL does not have. */

#define GNU(real, as_bits)                                                                         \
    OVERLOAD long __occ_lrint(real x)                                                              \
    {                                                                                              \
        return (long)rint(x);                                                                      \
    }                                                                                              \
    OVERLOAD long __occ_lround(real x)                                                             \
    {                                                                                              \
        return (long)round(x);                                                                     \
    }                                                                                              \
    OVERLOAD real __occ_scalbln(real x, long n) /* beyond this all is zero or infinite */          \
    {                                                                                              \
        return ldexp(x, (int)clamp(n, -10000L, 10000L));                                           \
    }                                                                                              \
    OVERLOAD int __occ_isinf_sign(real x)                                                          \
    {                                                                                              \
        return !isinf(x) ? 0 : x < 0 ? -1 : 1;                                                     \
    }                                                                                              \
    OVERLOAD int __occ_fpclassify(int nan, int infinite, int normal, int subnormal, int zero,      \
                                  real x)                                                          \
    {                                                                                              \
        return isnan(x)               ? nan                                                        \
               : isinf(x)             ? infinite                                                   \
               : isnormal(x)          ? normal                                                     \
               : as_bits(x) << 1 == 0 ? zero                                                       \
                                      : subnormal;                                                 \
    }
GNU(float, as_uint)
GNU(double, as_ulong)

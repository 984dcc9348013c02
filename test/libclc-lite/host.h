/* Makes the scalar functions of libclc-lite compile as C on the host (clang, for overloadable), so
 * that their accuracy can be measured against the host's long double.  The C library is declared by
 * hand: <math.h> would claim the names that the library defines. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

int printf(const char *format, ...);

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

/* Addresses of three spaces must be three types for overloading. */
#define __global
#define __local   __attribute__((address_space(3)))
#define __private __attribute__((address_space(5)))

#define HOST __attribute__((overloadable)) static inline
#define COPY_BITS(to, name, from)                                                                  \
    HOST to name(from x)                                                                           \
    {                                                                                              \
        to r;                                                                                      \
        memcpy(&r, &x, sizeof r);                                                                  \
        return r;                                                                                  \
    }
COPY_BITS(float, as_float, uint)
COPY_BITS(float, as_float, int)
COPY_BITS(uint, as_uint, float)
COPY_BITS(int, as_int, float)
COPY_BITS(double, as_double, ulong)
COPY_BITS(double, as_double, long)
COPY_BITS(ulong, as_ulong, double)
COPY_BITS(long, as_long, double)

#define HOST1(name)                                                                                \
    HOST float name(float x)                                                                       \
    {                                                                                              \
        return __builtin_##name##f(x);                                                             \
    }                                                                                              \
    HOST double name(double x)                                                                     \
    {                                                                                              \
        return __builtin_##name(x);                                                                \
    }
#define HOST2(name)                                                                                \
    HOST float name(float x, float y)                                                              \
    {                                                                                              \
        return __builtin_##name##f(x, y);                                                          \
    }                                                                                              \
    HOST double name(double x, double y)                                                           \
    {                                                                                              \
        return __builtin_##name(x, y);                                                             \
    }
HOST1(fabs)
HOST1(floor)
HOST1(ceil)
HOST1(trunc)
HOST1(rint)
HOST1(sqrt)
HOST2(fmin)
HOST2(fmax)
HOST2(copysign)
#define max(a, b)              fmax(a, b)
#define min(a, b)              fmin(a, b)
#define __occ_fcanonicalize(x) (x)
HOST float
fma(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}
HOST double
fma(double a, double b, double c)
{
    return __builtin_fma(a, b, c);
}
HOST float
ldexp(float x, int n)
{
    return __builtin_ldexpf(x, n);
}
HOST double
ldexp(double x, int n)
{
    return __builtin_ldexp(x, n);
}
HOST int
convert_int_sat(double x)
{
    return x != x ? 0 : x >= 0x1p31 ? INT32_MAX : x <= -0x1p31 ? INT32_MIN : (int)x;
}
HOST uint
clz(uint x)
{
    return x ? (uint)__builtin_clz(x) : 32;
}
HOST ulong
clz(ulong x)
{
    return x ? (ulong)__builtin_clzl(x) : 64;
}
#define signbit(x)  (__builtin_signbit(x) != 0)
#define isnan(x)    __builtin_isnan(x)
#define isinf(x)    __builtin_isinf(x)
#define isfinite(x) __builtin_isfinite(x)

/* The hardware's approximations.  With WORST as far from the truth as AMD's manuals allow, 1 ULP for
 * float and 2^-23 for double (gcnsim's valu_rounding.c has the sources); else right to the last
 * place and about 2^-32. */
#ifdef WORST
static float
hardware(double exact, int representable_is_exact)
{
    float near = (float)exact, infinity = __builtin_inff();
    if (exact != exact || near == 0 || near - near != 0 || exact == 1)
        return near;
    if (near == exact && representable_is_exact)
        return near;
    if (near == exact) /* either side, but always the same for the same number */
        return __builtin_nextafterf(near, as_uint(near) * 2654435761u >> 31 ? infinity : -infinity);
    return __builtin_nextafterf(near, near < exact ? infinity : -infinity);
}
#else
static float
hardware(double exact, int representable_is_exact)
{
    (void)representable_is_exact;
    return (float)exact;
}
#endif

HOST float
__occ_hw_exp2(float x)
{
    return hardware(__builtin_exp2((double)x), 0);
}
HOST float
__occ_hw_log2(float x)
{
    return hardware(__builtin_log2((double)x), 0);
}
HOST float
__occ_hw_rcp(float x)
{
    return hardware(1.0 / (double)x, 1);
}
HOST float
__occ_hw_sqrt(float x)
{
    return hardware(__builtin_sqrt((double)x), 0);
}
HOST int
__occ_f32_denormals(void)
{
    return 1;
}
HOST float
__occ_hw_rsq(float x)
{
    return hardware(1.0 / __builtin_sqrt((double)x), 0);
}
HOST double
__occ_hw_rcp(double x)
{
#ifdef WORST
    return 1.0 / x * (as_ulong(x) >> 40 & 1 ? 1 + 0x1p-23 : 1 - 0x1p-23);
#else
    return 1.0 / x - 1.0 / x == 0 ? as_double(as_ulong(1.0 / x) & ~0xffffful) : 1.0 / x;
#endif
}
HOST double
__occ_hw_rsq(double x)
{
#ifdef WORST
    return 1.0 / __builtin_sqrt(x) * (as_ulong(x) >> 40 & 1 ? 1 + 0x1p-23 : 1 - 0x1p-23);
#else
    return as_double(as_ulong(1.0 / __builtin_sqrt(x)) & ~0xffffful);
#endif
}

HOST float
__occ_frexp_mant(float x)
{
    int e;
    return __builtin_frexpf(x, &e);
}
HOST double
__occ_frexp_mant(double x)
{
    int e;
    return __builtin_frexp(x, &e);
}
HOST int
__occ_frexp_exp(float x)
{
    int e = 0;
    if (isfinite(x))
        __builtin_frexpf(x, &e);
    return e;
}
HOST int
__occ_frexp_exp(double x)
{
    int e = 0;
    if (isfinite(x))
        __builtin_frexp(x, &e);
    return e;
}

/* v_trig_preop_f64: 53 bits of 2/pi from the place that the exponent and the segment choose. */
static const ulong two_over_pi[20] = {
    0xa2f9836e4e441529ul, 0xfc2757d1f534ddc0ul, 0xdb6295993c439041ul, 0xfe5163abdebbc561ul,
    0xb7246e3a424dd2e0ul, 0x06492eea09d1921cul, 0xfe1deb1cb129a73eul, 0xe88235f52ebb4484ul,
    0xe99c7026b45f7e41ul, 0x3991d639835339f4ul, 0x9c845f8bbdf9283bul, 0x1ff897ffde05980ful,
    0xef2f118b5a0a6d1ful, 0x6d367ecf27cb09b7ul, 0x4f463f669e5fea2dul, 0x7527bac7ebe5f17bul,
    0x3d0739f78a5292eaul, 0x6bfb5fb11f8d5d08ul, 0x56033046fc7b0000ul,
};
HOST double
__occ_trig_preop(double x, int segment)
{
    int exponent = (int)(as_ulong(x) >> 52 & 0x7ff), shift = segment * 53;
    ulong bits = 0;
    if (exponent > 1077)
        shift += exponent - 1077;
    for (int i = shift; i < shift + 53; i++)
        bits = bits << 1 | (i < 1201 ? two_over_pi[i >> 6] >> (63 - (i & 63)) & 1 : 0);
    return ldexp((double)bits, -53 - shift + (exponent >= 1968 ? 128 : 0));
}

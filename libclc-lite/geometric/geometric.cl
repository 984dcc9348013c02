/* 6.12.5 for float and double, 1 to 4 components; dot is lowered in place
 * (midend/gen/gen_special_vector.c). */

#define DOT1(a, b) (a * b)
#define DOT2(a, b) fma(a.y, b.y, a.x *b.x)
#define DOT3(a, b) fma(a.z, b.z, fma(a.y, b.y, a.x *b.x))
#define DOT4(a, b) fma(a.w, b.w, fma(a.z, b.z, fma(a.y, b.y, a.x *b.x)))

/* The squares must neither overflow nor vanish: scale by a power of two when the exponent of the
 * largest component leaves the middle half of the range, so far that the largest finite number and
 * the least denormal one come into it. */
#define LARGEST2(a) max(fabs(a.x), fabs(a.y))
#define LARGEST3(a) max(LARGEST2(a), fabs(a.z))
#define LARGEST4(a) max(max(fabs(a.x), fabs(a.y)), max(fabs(a.z), fabs(a.w)))

/* NaN stays. */
#define INFINITY_OR_ZERO(real, x)  (isinf(x) ? copysign((real)1, x) : (real)0 * x)
#define INFINITIES2(vector, real, a)                                                               \
    ((vector)(INFINITY_OR_ZERO(real, a.x), INFINITY_OR_ZERO(real, a.y)))
#define INFINITIES3(vector, real, a)                                                               \
    ((vector)(INFINITY_OR_ZERO(real, a.x), INFINITY_OR_ZERO(real, a.y),                            \
              INFINITY_OR_ZERO(real, a.z)))
#define INFINITIES4(vector, real, a)                                                               \
    ((vector)(INFINITY_OR_ZERO(real, a.x), INFINITY_OR_ZERO(real, a.y),                            \
              INFINITY_OR_ZERO(real, a.z), INFINITY_OR_ZERO(real, a.w)))

#define LENGTHS(real, vector, n, INFINITE, BIG, SMALL, UP, DOWN)                                   \
    OVERLOAD real length(vector a)                                                                 \
    {                                                                                              \
        real most = LARGEST##n(a);                                                                 \
        real scale = most > BIG ? DOWN : most < SMALL ? UP : (real)1;                              \
        real back = most > BIG ? UP : most < SMALL ? DOWN : (real)1;                               \
        a *= scale;                                                                                \
        return sqrt(DOT##n(a, a)) * back;                                                          \
    }                                                                                              \
    OVERLOAD real distance(vector a, vector b)                                                     \
    {                                                                                              \
        return length(a - b);                                                                      \
    }                                                                                              \
    OVERLOAD vector normalize(vector a)                                                            \
    {                                                                                              \
        real most = LARGEST##n(a);                                                                 \
        if (!(most >= SMALL && most <= BIG)) {                                                     \
            if (most == INFINITE) /* 7.5.1: infinities become ones, all else zero */               \
                a = INFINITIES##n(vector, real, a);                                                \
            else                                                                                   \
                a *= most > BIG ? DOWN : UP;                                                       \
            if (DOT##n(a, a) == 0)                                                                 \
                return a;                                                                          \
        }                                                                                          \
        return a * rsqrt(DOT##n(a, a));                                                            \
    }

#define FAST(vector, n)                                                                            \
    OVERLOAD float fast_length(vector a)                                                           \
    {                                                                                              \
        return half_sqrt(DOT##n(a, a));                                                            \
    }                                                                                              \
    OVERLOAD float fast_distance(vector a, vector b)                                               \
    {                                                                                              \
        return fast_length(a - b);                                                                 \
    }                                                                                              \
    OVERLOAD vector fast_normalize(vector a)                                                       \
    {                                                                                              \
        float d = DOT##n(a, a);                                                                    \
        return d == 0 ? a : a * half_rsqrt(d);                                                     \
    }

#define FLOATS(vector, n)                                                                          \
    LENGTHS(float, vector, n, INF_F32, 0x1p62f, 0x1p-50f, 0x1p100f, 0x1p-100f) FAST(vector, n)
#define DOUBLES(vector, n)                                                                         \
    LENGTHS(double, vector, n, INF_F64, 0x1p500, 0x1p-450, 0x1p700, 0x1p-700)

/* Of one component: its size and sign */
#define SCALARS(real)                                                                              \
    OVERLOAD real length(real a)                                                                   \
    {                                                                                              \
        return fabs(a);                                                                            \
    }                                                                                              \
    OVERLOAD real distance(real a, real b)                                                         \
    {                                                                                              \
        return fabs(a - b);                                                                        \
    }                                                                                              \
    OVERLOAD real normalize(real a)                                                                \
    {                                                                                              \
        return fabs(a) > 0 ? copysign((real)1, a) : __occ_fcanonicalize(a);                        \
    }

SCALARS(float)
SCALARS(double)
FAST(float, 1)
FLOATS(float2, 2)
FLOATS(float3, 3)
FLOATS(float4, 4)
DOUBLES(double2, 2)
DOUBLES(double3, 3)
DOUBLES(double4, 4)

#define CROSS(vector3, vector4, real)                                                              \
    OVERLOAD vector3 cross(vector3 a, vector3 b)                                                   \
    {                                                                                              \
        return (vector3)(fma(a.y, b.z, -(a.z * b.y)), fma(a.z, b.x, -(a.x * b.z)),                 \
                         fma(a.x, b.y, -(a.y * b.x)));                                             \
    }                                                                                              \
    OVERLOAD vector4 cross(vector4 a, vector4 b)                                                   \
    {                                                                                              \
        return (vector4)(fma(a.y, b.z, -(a.z * b.y)), fma(a.z, b.x, -(a.x * b.z)),                 \
                         fma(a.x, b.y, -(a.y * b.x)), (real)0);                                    \
    }
CROSS(float3, float4, float)
CROSS(double3, double4, double)

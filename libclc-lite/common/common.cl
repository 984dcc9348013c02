/* 6.12.4: clamp, degrees, mix, radians, step, smoothstep, sign. */

#define COMMON(real, DEGREES, RADIANS)                                                             \
    OVERLOAD real clamp(real x, real low, real high)                                               \
    {                                                                                              \
        return min(max(x, low), high);                                                             \
    }                                                                                              \
    OVERLOAD real degrees(real x)                                                                  \
    {                                                                                              \
        return x * DEGREES;                                                                        \
    }                                                                                              \
    OVERLOAD real radians(real x)                                                                  \
    {                                                                                              \
        return x * RADIANS;                                                                        \
    }                                                                                              \
    OVERLOAD real mix(real x, real y, real a)                                                      \
    {                                                                                              \
        return fma(y - x, a, x);                                                                   \
    }                                                                                              \
    OVERLOAD real step(real edge, real x)                                                          \
    {                                                                                              \
        return x < edge ? (real)0 : (real)1;                                                       \
    }                                                                                              \
    OVERLOAD real smoothstep(real low, real high, real x)                                          \
    {                                                                                              \
        real t = clamp((x - low) / (high - low), (real)0, (real)1);                                \
        return t * t * ((real)3 - (real)2 * t);                                                    \
    }                                                                                              \
    OVERLOAD real sign(real x)                                                                     \
    {                                                                                              \
        real r = copysign(islessgreater(x, (real)0) ? (real)1 : (real)0, x);                       \
        return isnan(x) ? (real)0 : r; /* +0, whatever the NaN's sign */                           \
    }

COMMON(float, 0x1.ca5dc2p+5f, 0x1.1df46ap-6f)
COMMON(double, 0x1.ca5dc1a63c1f8p+5, 0x1.1df46a2529d39p-6)

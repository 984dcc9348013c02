/* fmod, remainder, remquo: exact, by long division of the significands, several bits per step. */

#define REMAINDER(real, integer, unsigned_, mantissa_bits, bias, step, word_bits, sign_bit,        \
                  as_real, as_bits, NAN_)                                                          \
    struct division_##real {                                                                       \
        unsigned_ rest; /* |x| = (quotient * |y| + rest), rest in units of 2^exponent */           \
        uint quotient;  /* low bits */                                                             \
        int exponent;                                                                              \
        unsigned_ divisor;                                                                         \
    };                                                                                             \
    static int unpack_##real(unsigned_ bits, unsigned_ *mantissa)                                  \
    {                                                                                              \
        int exponent = (int)(bits >> mantissa_bits);                                               \
        unsigned_ m = bits & (((unsigned_)1 << mantissa_bits) - 1);                                \
        if (exponent == 0) {                                                                       \
            int shift = (int)clz(m) - (word_bits - 1 - mantissa_bits);                             \
            *mantissa = m << shift;                                                                \
            return 1 - shift;                                                                      \
        }                                                                                          \
        *mantissa = m | (unsigned_)1 << mantissa_bits;                                             \
        return exponent;                                                                           \
    }                                                                                              \
    static real pack_##real(unsigned_ m, int exponent)                                             \
    {                                                                                              \
        if (m == 0)                                                                                \
            return 0;                                                                              \
        int shift = (int)clz(m) - (word_bits - 1 - mantissa_bits);                                 \
        m <<= shift;                                                                               \
        exponent -= shift;                                                                         \
        if (exponent <= 0)                                                                         \
            return as_real(m >> (1 - exponent));                                                   \
        return as_real((m & (((unsigned_)1 << mantissa_bits) - 1)) | (unsigned_)exponent           \
                                                                         << mantissa_bits);        \
    }                                                                                              \
    static struct division_##real divide_##real(unsigned_ x, unsigned_ y)                          \
    {                                                                                              \
        struct division_##real d;                                                                  \
        unsigned_ m;                                                                               \
        int more = unpack_##real(x, &m);                                                           \
        d.exponent = unpack_##real(y, &d.divisor);                                                 \
        more -= d.exponent;                                                                        \
        d.quotient = 0;                                                                            \
        if (more < 0) {                                                                            \
            d.rest = x;                                                                            \
            return d;                                                                              \
        }                                                                                          \
        d.quotient = (uint)(m / d.divisor);                                                        \
        d.rest = m % d.divisor;                                                                    \
        while (more > 0) {                                                                         \
            int now = more < step ? more : step;                                                   \
            m = d.rest << now;                                                                     \
            d.quotient = d.quotient << now | (uint)(m / d.divisor);                                \
            d.rest = m % d.divisor;                                                                \
            more -= now;                                                                           \
        }                                                                                          \
        return d;                                                                                  \
    }                                                                                              \
    OVERLOAD real fmod(real x, real y)                                                             \
    {                                                                                              \
        unsigned_ bx = as_bits(x) & ~sign_bit, by = as_bits(y) & ~sign_bit;                        \
        if (by == 0 || !isfinite(x) || isnan(y))                                                   \
            return NAN_;                                                                           \
        if (bx < by || bx == 0)                                                                    \
            return x;                                                                              \
        struct division_##real d = divide_##real(bx, by);                                          \
        return copysign(pack_##real(d.rest, d.exponent), x);                                       \
    }                                                                                              \
    static real nearest_##real(real x, real y, int *quotient)                                      \
    {                                                                                              \
        unsigned_ bx = as_bits(x) & ~sign_bit, by = as_bits(y) & ~sign_bit;                        \
        *quotient = 0;                                                                             \
        if (by == 0 || !isfinite(x) || isnan(y))                                                   \
            return NAN_;                                                                           \
        if (isinf(y) || bx == 0)                                                                   \
            return x;                                                                              \
        real a = as_real(bx), b = as_real(by), r = a;                                              \
        uint q = 0;                                                                                \
        if (bx >= by) {                                                                            \
            struct division_##real d = divide_##real(bx, by);                                      \
            q = d.quotient;                                                                        \
            r = pack_##real(d.rest, d.exponent);                                                   \
        }                                                                                          \
        real other = b - r; /* exact where it decides */                                           \
        if (r > other || (r == other && (q & 1))) {                                                \
            r = -other;                                                                            \
            q++;                                                                                   \
        }                                                                                          \
        bool negative = as_bits(x) >> (word_bits - 1) != 0;                                        \
        int low = (int)(q & 0x7fu);                                                                \
        *quotient = negative != (as_bits(y) >> (word_bits - 1) != 0) ? -low : low;                 \
        r = r == 0 ? copysign(r, (real)1) : r;                                                     \
        return negative ? -r : r;                                                                  \
    }                                                                                              \
    OVERLOAD real remainder(real x, real y)                                                        \
    {                                                                                              \
        int quotient;                                                                              \
        return nearest_##real(x, y, &quotient);                                                    \
    }                                                                                              \
    OVERLOAD real remquo(real x, real y, int *quotient)                                            \
    {                                                                                              \
        int q;                                                                                     \
        real r = nearest_##real(x, y, &q);                                                         \
        *quotient = q;                                                                             \
        return r;                                                                                  \
    }

REMAINDER(float, int, uint, 23, 127, 8, 32, 0x80000000u, as_float, as_uint, NAN_F32)
REMAINDER(double, long, ulong, 52, 1023, 11, 64, 0x8000000000000000ul, as_double, as_ulong, NAN_F64)

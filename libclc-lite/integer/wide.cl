/* Quotients and remainders of 128 bits, which the lowering calls by name: schoolbook division by single bits, as many
 * as the quotient may have; by the narrower operation where both operands fit that.  By 0: anything. */

typedef unsigned long long wide;

static uint
leading_zeros(wide x)
{
    ulong high = (ulong)(x >> 64);
    return (uint)(high ? clz(high) : 64 + clz((ulong)x));
}

static wide
divide(wide a, wide b, wide *rest)
{
    wide quotient = 0;
    if ((ulong)((a | b) >> 64) == 0) {
        ulong low = (ulong)a / (ulong)b;
        *rest = (ulong)a - low * (ulong)b;
        return low;
    }
    for (int step = (int)leading_zeros(b) - (int)leading_zeros(a); step >= 0; step--) {
        wide part = b << step;
        quotient <<= 1;
        if (a >= part) {
            a -= part;
            quotient |= 1;
        }
    }
    *rest = a;
    return quotient;
}

static wide
magnitude(long long x)
{
    return x < 0 ? 0 - (wide)x : (wide)x;
}

wide
__occ_udiv128(wide a, wide b)
{
    wide rest;
    return divide(a, b, &rest);
}

wide
__occ_urem128(wide a, wide b)
{
    wide rest;
    divide(a, b, &rest);
    return rest;
}

long long
__occ_sdiv128(long long a, long long b)
{
    wide rest, quotient = divide(magnitude(a), magnitude(b), &rest);
    return (long long)((a ^ b) < 0 ? 0 - quotient : quotient);
}

long long
__occ_srem128(long long a, long long b)
{
    wide rest;
    divide(magnitude(a), magnitude(b), &rest);
    return (long long)(a < 0 ? 0 - rest : rest);
}

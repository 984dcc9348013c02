// 64-bit integers: products, quotients, shifts by variable amounts, comparisons, conversions.
ulong
power_mod(ulong base, ulong exponent, ulong modulus)
{
    ulong result = 1;
    base %= modulus;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = result * base % modulus;
        base = base * base % modulus;
    }
    return result;
}

__kernel void
int64(__global const long *a, __global const long *b, __global long *out, uint n)
{
    uint id = get_global_id(0);
    if (id >= n)
        return;
    long x = a[id], y = b[id];
    ulong ux = x, uy = y;
    __global long *o = out + id * 16;
    o[0] = x + y;
    o[1] = x - y;
    o[2] = x * y;
    o[3] = y ? x / (y == -1 ? 1 : y) : 0;
    o[4] = y ? x % (y == -1 ? 1 : y) : 0;
    o[5] = uy ? (long)(ux / uy) : 0;
    o[6] = uy ? (long)(ux % uy) : 0;
    o[7] = x << (y & 63);
    o[8] = x >> (y & 63);
    o[9] = (long)(ux >> (uy & 63));
    o[10] = (x < y) + 2 * (ux < uy) + 4 * (x == y) + 8 * (x >= y);
    o[11] = (long)power_mod(ux, uy & 1023, 4294967291u);
    o[12] = (long)((ulong)max(x, y) - (ulong)min(x, y));
    o[13] = (int)x * (long)(int)y;
    o[14] = (long)mul_hi(ux, uy);
    o[15] = (long)(popcount(ux) + clz(uy) * 100ul) + (x & ~y | x ^ y);
}

/* 6.12.3, the functions that are not a single operation; all eight integer types. */

#define INTEGER(type, unsigned_, bits, is_signed)                                                  \
    OVERLOAD unsigned_ abs(type x)                                                                 \
    {                                                                                              \
        return (unsigned_)(is_signed && x < 0 ? -x : x);                                           \
    }                                                                                              \
    OVERLOAD unsigned_ abs_diff(type x, type y)                                                    \
    {                                                                                              \
        if (bits < 32)                                                                             \
            return (unsigned_)(max(x, y) - min(x, y));                                             \
        return (unsigned_)(x > y ? (unsigned_)x - (unsigned_)y : (unsigned_)y - (unsigned_)x);     \
    }                                                                                              \
    OVERLOAD type hadd(type x, type y) /* x + y = 2 (x & y) + (x ^ y) */                           \
    {                                                                                              \
        if (bits == 8)                                                                             \
            return (type)(((int)x + (int)y) >> 1);                                                 \
        return (type)((x & y) + ((type)(x ^ y) >> 1));                                             \
    }                                                                                              \
    OVERLOAD type rhadd(type x, type y)                                                            \
    {                                                                                              \
        return (type)((x | y) - ((type)(x ^ y) >> 1));                                             \
    }                                                                                              \
    OVERLOAD type rotate(type x, type n)                                                           \
    {                                                                                              \
        uint left = (uint)n & (bits - 1), right = (bits - left) & (bits - 1);                      \
        return (type)((unsigned_)x << left | (unsigned_)x >> right);                               \
    }                                                                                              \
    OVERLOAD type clamp(type x, type low, type high)                                               \
    {                                                                                              \
        return min(max(x, low), high);                                                             \
    }                                                                                              \
    OVERLOAD type mad_hi(type a, type b, type c)                                                   \
    {                                                                                              \
        return (type)((unsigned_)mul_hi(a, b) + (unsigned_)c);                                     \
    }
FOR_INTEGERS(INTEGER)

#define CLAMP(type, low, high) (type)(min(max(value, low), high))
OVERLOAD char
mad_sat(char a, char b, char c)
{
    int value = (int)a * b + c;
    return CLAMP(char, -128, 127);
}
OVERLOAD uchar
mad_sat(uchar a, uchar b, uchar c)
{
    uint value = (uint)a * b + c;
    return (uchar)min(value, 255u);
}
OVERLOAD short
mad_sat(short a, short b, short c)
{
    int value = (int)a * b + c;
    return CLAMP(short, -32768, 32767);
}
OVERLOAD ushort
mad_sat(ushort a, ushort b, ushort c)
{
    uint value = (uint)a * b; /* at most 2^32 - 2^17 + 1, so adding c cannot wrap */
    return (ushort)min(value + c, 65535u);
}
OVERLOAD int
mad_sat(int a, int b, int c)
{
    long value = (long)a * b + c;
    return CLAMP(int, -0x80000000L, 0x7fffffffL);
}
OVERLOAD uint
mad_sat(uint a, uint b, uint c)
{
    ulong value = (ulong)a * b + c;
    return (uint)min(value, 0xfffffffful);
}
OVERLOAD long
mad_sat(long a, long b, long c)
{
    ulong low = (ulong)a * (ulong)b, sum = low + (ulong)c;
    long high = mul_hi(a, b) + (c >> 63) + (sum < low);
    bool fits = high == (long)sum >> 63;
    long bound = high < 0 ? (long)0x8000000000000000ul : 0x7fffffffffffffffL;
    return fits ? (long)sum : bound;
}
OVERLOAD ulong
mad_sat(ulong a, ulong b, ulong c)
{
    ulong low = a * b, sum = low + c;
    return mul_hi(a, b) + (sum < low) ? 0xfffffffffffffffful : sum;
}

#define UPSAMPLE(wide, high_type, low_type, bits)                                                  \
    OVERLOAD wide upsample(high_type high, low_type low)                                           \
    {                                                                                              \
        return (wide)((wide)((wide)high << bits) | low);                                           \
    }
UPSAMPLE(short, char, uchar, 8)
UPSAMPLE(ushort, uchar, uchar, 8)
UPSAMPLE(int, short, ushort, 16)
UPSAMPLE(uint, ushort, ushort, 16)
UPSAMPLE(long, int, uint, 32)
UPSAMPLE(ulong, uint, uint, 32)

OVERLOAD int
mad24(int a, int b, int c)
{
    return mul24(a, b) + c;
}
OVERLOAD uint
mad24(uint a, uint b, uint c)
{
    return mul24(a, b) + c;
}

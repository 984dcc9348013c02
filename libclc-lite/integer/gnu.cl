/* Integer functions behind clang's general builtins that are not one operation. */

#define GNU(type, signed_, bits)                                                                   \
    OVERLOAD int __occ_ffs(type x)                                                                 \
    {                                                                                              \
        return x ? (int)__occ_ctz(x) + 1 : 0;                                                      \
    }                                                                                              \
    OVERLOAD int __occ_parity(type x)                                                              \
    {                                                                                              \
        return (int)__occ_popcount(x) & 1;                                                         \
    }                                                                                              \
    OVERLOAD int __occ_clrsb(type x) /* bits below the sign that repeat it */                      \
    {                                                                                              \
        return (int)__occ_clz((type)(x ^ (type)((signed_)x >> (bits - 1)))) - 1;                   \
    }
GNU(uint, int, 32)
GNU(ulong, long, 64)

OVERLOAD ushort
__occ_bswap(ushort x)
{
    return (ushort)(x << 8 | x >> 8);
}
OVERLOAD uint
__occ_bswap(uint x)
{
    return __occ_perm(0u, x, 0x00010203u);
}
OVERLOAD ulong
__occ_bswap(ulong x)
{
    return (ulong)__occ_bswap((uint)x) << 32 | __occ_bswap((uint)(x >> 32));
}

#define ROTATE(type)                                                                               \
    OVERLOAD type __occ_rotateright(type x, type n)                                                \
    {                                                                                              \
        return rotate(x, (type)-n);                                                                \
    }
ROTATE(uchar)
ROTATE(ushort)
ROTATE(uint)
ROTATE(ulong)

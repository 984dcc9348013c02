/* cl_amd_media_ops and cl_amd_media_ops2. */

OVERLOAD uint
amd_bitalign(uint a, uint b, uint c)
{
    return __occ_fshr(a, b, c & 31u);
}
OVERLOAD uint
amd_bytealign(uint a, uint b, uint c)
{
    return __occ_fshr(a, b, (c & 3u) * 8u);
}
OVERLOAD uint
amd_sad(uint a, uint b, uint c)
{
    return __occ_sad_u8(a, b, c);
}
OVERLOAD uint
amd_sadhi(uint a, uint b, uint c)
{
    return (__occ_sad_u8(a, b, 0u) << 16) + c;
}
OVERLOAD uint
amd_sadd(uint a, uint b, uint c)
{
    return (a > b ? a - b : b - a) + c;
}
OVERLOAD uint
amd_bfm(uint width, uint offset)
{
    return ((1u << (width & 31u)) - 1u) << (offset & 31u);
}

OVERLOAD uint
amd_lerp(uint a, uint b, uint c) /* per byte: (a + b + (c & 1)) / 2 */
{
    uint result = 0u;
    for (uint i = 0u; i < 32u; i += 8u)
        result |= ((((a >> i & 255u) + (b >> i & 255u) + (c >> i & 1u)) >> 1) & 255u) << i;
    return result;
}

OVERLOAD uint
amd_sadw(uint a, uint b, uint c)
{
    uint al = a & 0xffffu, bl = b & 0xffffu, ah = a >> 16, bh = b >> 16;
    return (al > bl ? al - bl : bl - al) + (ah > bh ? ah - bh : bh - ah) + c;
}

OVERLOAD uint
amd_msad(uint a, uint b, uint c) /* bytes where b is 0 do not count */
{
    for (uint i = 0u; i < 32u; i += 8u) {
        uint x = a >> i & 255u, y = b >> i & 255u;
        c += y == 0u ? 0u : x > y ? x - y : y - x;
    }
    return c;
}

/* Four windows of src0, a byte apart, each against src1; sums of 16 bits. */
#define QSAD(name, sad)                                                                            \
    OVERLOAD ulong name(ulong a, uint b, ulong c)                                                  \
    {                                                                                              \
        ulong result = 0ul;                                                                        \
        for (uint i = 0u; i < 4u; i++)                                                             \
            result |= (ulong)(sad((uint)(a >> (8u * i)), b, (uint)(c >> (16u * i)) & 0xffffu) &    \
                              0xffffu)                                                             \
                      << (16u * i);                                                                \
        return result;                                                                             \
    }
QSAD(amd_qsad, amd_sad)
QSAD(amd_mqsad, amd_msad)

OVERLOAD uint
amd_bfe(uint x, uint offset, uint width)
{
    return __occ_ubfe(x, offset, width);
}
OVERLOAD int
amd_bfe(int x, uint offset, uint width)
{
    return __occ_sbfe(x, offset, width);
}

#define THREE(type)                                                                                \
    OVERLOAD type amd_min3(type a, type b, type c)                                                 \
    {                                                                                              \
        return min(a, min(b, c));                                                                  \
    }                                                                                              \
    OVERLOAD type amd_max3(type a, type b, type c)                                                 \
    {                                                                                              \
        return max(a, max(b, c));                                                                  \
    }                                                                                              \
    OVERLOAD type amd_median3(type a, type b, type c)                                              \
    {                                                                                              \
        return max(min(a, b), min(max(a, b), c));                                                  \
    }
THREE(int)
THREE(uint)
THREE(float)

OVERLOAD uint
amd_pack(float4 v)
{
    uint4 b = convert_uint4_sat_rte(clamp(v, 0.0f, 255.0f));
    return b.x | b.y << 8 | b.z << 16 | b.w << 24;
}

OVERLOAD uint
amd_sad4(uint4 a, uint4 b, uint c)
{
    return __occ_sad_u8(a.x, b.x,
                        __occ_sad_u8(a.y, b.y, __occ_sad_u8(a.z, b.z, __occ_sad_u8(a.w, b.w, c))));
}

#define UNPACK(n, T, F)                                                                            \
    OVERLOAD F amd_unpack##n(T x)                                                                  \
    {                                                                                              \
        return (F)(float)((x >> (8 * n)) & 255u);                                                  \
    }
UNPACK(0, uint, float)
UNPACK(1, uint, float)
UNPACK(2, uint, float)
UNPACK(3, uint, float)

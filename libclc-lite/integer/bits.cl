/* cl_khr_extended_bit_ops (OpenCL C 3.0, 6.15.3.1).  The machine takes a width modulo 32: a field of a whole number is
 * dealt with apart.  With offset + count above the width of the type the results are undefined. */

/* Numbers of up to 32 bits. */
#define NARROW(type, unsigned_, signed_, bits)                                                     \
    OVERLOAD type bitfield_insert(type base, type insert, uint offset, uint count)                 \
    {                                                                                              \
        uint mask = bits == 32 && count == 32 ? ~0u : __occ_bfm(count, offset);                    \
        return (type)__occ_bfi(mask, (uint)insert << offset, (uint)base);                          \
    }                                                                                              \
    OVERLOAD unsigned_ bitfield_extract_unsigned(type base, uint offset, uint count)               \
    {                                                                                              \
        uint field = __occ_ubfe((uint)base, offset, count);                                        \
        return (unsigned_)(bits == 32 && count == 32 ? (uint)base : field);                        \
    }                                                                                              \
    OVERLOAD signed_ bitfield_extract_signed(type base, uint offset, uint count)                   \
    {                                                                                              \
        int field = __occ_sbfe((int)base, offset, count);                                          \
        return (signed_)(bits == 32 && count == 32 ? (int)base : field);                           \
    }
NARROW(char, uchar, char, 8)
NARROW(uchar, uchar, char, 8)
NARROW(short, ushort, short, 16)
NARROW(ushort, ushort, short, 16)
NARROW(int, uint, int, 32)
NARROW(uint, uint, int, 32)

/* Bits of b where the mask has ones, of a elsewhere. */
static ulong
select_bits(ulong mask, ulong b, ulong a)
{
    uint low = __occ_bfi((uint)mask, (uint)b, (uint)a);
    uint high = __occ_bfi((uint)(mask >> 32), (uint)(b >> 32), (uint)(a >> 32));
    return (ulong)high << 32 | low;
}

/* Shifts count modulo 64, so that nothing is left out where count is 0. */
#define WIDE(type)                                                                                 \
    OVERLOAD type bitfield_insert(type base, type insert, uint offset, uint count)                 \
    {                                                                                              \
        ulong mask = count ? ~0ul >> (64 - count) << offset : 0;                                   \
        return (type)select_bits(mask, (ulong)insert << offset, (ulong)base);                      \
    }                                                                                              \
    OVERLOAD ulong bitfield_extract_unsigned(type base, uint offset, uint count)                   \
    {                                                                                              \
        return count ? (ulong)base << (64 - count - offset) >> (64 - count) : 0;                   \
    }                                                                                              \
    OVERLOAD long bitfield_extract_signed(type base, uint offset, uint count)                      \
    {                                                                                              \
        return count ? (long)base << (64 - count - offset) >> (64 - count) : 0;                    \
    }
WIDE(long)
WIDE(ulong)

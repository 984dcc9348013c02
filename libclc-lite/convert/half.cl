/* Conversions to half with a rounding mode other than the default: as in convert.cl. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

/* The next half up and down; x is not that infinity, because nothing lies beyond it.  On the bits
 * alone: GFX7 converts halves, but does not compute with them. */
static half
above(half x)
{
    short bits = as_short(x);
    bool is_zero = (bits & 0x7fff) == 0;
    return as_half((short)(is_zero ? 1 : bits > 0 ? bits + 1 : bits - 1));
}

static half
below(half x)
{
    return as_half((short)(as_short(above(as_half((short)(as_short(x) ^ 0x8000)))) ^ 0x8000));
}

#define FROM_REAL(s, source)                                                                       \
    half __occ_convert_f16_rtp_##s(source x)                                                       \
    {                                                                                              \
        half y = (half)x;                                                                          \
        return (source)y < x ? above(y) : y;                                                       \
    }                                                                                              \
    half __occ_convert_f16_rtn_##s(source x)                                                       \
    {                                                                                              \
        half y = (half)x;                                                                          \
        return (source)y > x ? below(y) : y;                                                       \
    }                                                                                              \
    half __occ_convert_f16_rtz_##s(source x)                                                       \
    {                                                                                              \
        half y = (half)x;                                                                          \
        return as_half((short)(as_short(y) - (fabs((source)y) > fabs(x))));                        \
    }
FROM_REAL(f32, float)
FROM_REAL(f64, double)

/* Values that float cannot hold are far beyond half's range: rounding toward zero first does not
 * change the result. */
#define FROM_INTEGER(s, source)                                                                    \
    half __occ_convert_f16_rtp_##s(source x)                                                       \
    {                                                                                              \
        return __occ_convert_f16_rtp_f32(convert_float_rtz(x));                                    \
    }                                                                                              \
    half __occ_convert_f16_rtn_##s(source x)                                                       \
    {                                                                                              \
        return __occ_convert_f16_rtn_f32(convert_float_rtz(x));                                    \
    }                                                                                              \
    half __occ_convert_f16_rtz_##s(source x)                                                       \
    {                                                                                              \
        return __occ_convert_f16_rtz_f32(convert_float_rtz(x));                                    \
    }
FROM_INTEGER(i32, int)
FROM_INTEGER(u32, uint)
FROM_INTEGER(i64, long)
FROM_INTEGER(u64, ulong)

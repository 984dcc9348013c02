// odd: vectors of bytes and shorts, saturation, bits

// run 64 64 buf:1024*u8=random,1 buf:1024*u8=random,2 buf:1024*u8
kernel void add16(global const uchar16 *a, global const uchar16 *b, global uchar16 *c)
{
    int i = get_global_id(0);
    c[i] = a[i] + b[i];
}

// run 64 64 buf:1024*u8=random,3 buf:1024*u8=random,4 buf:1024*u8
kernel void add_saturated(global const uchar16 *a, global const uchar16 *b, global uchar16 *c)
{
    int i = get_global_id(0);
    c[i] = add_sat(a[i], b[i]);
}

// run 64 64 buf:1024*u8=random,5 buf:1024*u8=random,6 buf:1024*u8
kernel void average(global const uchar16 *a, global const uchar16 *b, global uchar16 *c)
{
    int i = get_global_id(0);
    c[i] = rhadd(a[i], b[i]);
}

// run 64 64 buf:1024*i8=random,7 buf:1024*i8=random,8 buf:1024*i8
kernel void clamp_bytes(global const char16 *a, global const char16 *b, global char16 *c)
{
    int i = get_global_id(0);
    c[i] = clamp(a[i], (char16)-50, (char16)50) - min(a[i], b[i]);
}

// run 64 64 buf:1024*u8=random,9 buf:64*u32
kernel void sum_of_differences(global const uchar *a, global uint *out)
{
    int i = get_global_id(0);
    uint sum = 0;
    for (int k = 0; k < 8; k++)
        sum += abs_diff((int)a[i * 8 + k], (int)a[(i * 8 + k + 512) & 1023]);
    out[i] = sum;
}

// run 64 64 buf:1024*u16=random,10 buf:1024*u16=random,11 buf:1024*u16
kernel void madd_shorts(global const ushort16 *a, global const ushort16 *b, global ushort16 *c)
{
    int i = get_global_id(0);
    c[i] = a[i] * b[i] + (ushort16)7;
}

// run 64 64 buf:512*i16=random,12 buf:512*i16=random,13 buf:512*i16
kernel void q15(global const short8 *a, global const short8 *b, global short8 *c)
{
    int i = get_global_id(0);
    c[i] = convert_short8_sat(convert_int8(a[i]) * convert_int8(b[i]) >> 15);
}

// run 64 64 buf:1024*f32=random,14 buf:1024*u8 f32:300.0
kernel void quantise(global const float16 *a, global uchar16 *b, float s)
{
    int i = get_global_id(0);
    b[i] = convert_uchar16_sat_rte(a[i] * s - 20.0f);
}

// run 64 64 buf:1024*u8=random,15 buf:1024*u8=random,16 buf:1024*u8
kernel void masked(global const uchar16 *a, global const uchar16 *b, global uchar16 *c)
{
    int i = get_global_id(0);
    c[i] = select(a[i], b[i], a[i] > b[i]) & (uchar16)0xf7;
}

// run 64 64 buf:1024*u8=random,17 buf:1024*u8
kernel void mirror(global const uchar16 *a, global uchar16 *b)
{
    int i = get_global_id(0);
    b[i] = a[i].sfedcba9876543210 >> (uchar)1;
}

// run 64 64 buf:256*u8=random,18 buf:256*u8=random,19 buf:256*u8
kernel void plain_saturation(global const uchar *a, global const uchar *b, global uchar *c)
{
    int i = get_global_id(0) * 4;
    for (int k = 0; k < 4; k++) {
        int v = a[i + k] * 3 / 2 - b[i + k];
        c[i + k] = v < 0 ? 0 : v > 255 ? 255 : v;
    }
}

// run 64 64 buf:64*u32=random,20 buf:64*u32
kernel void fields(global const uint *a, global uint *b)
{
    uint v = a[get_global_id(0)];
    uint sign = v >> 31, exponent = (v >> 23) & 255, mantissa = v & 0x7fffff;
    b[get_global_id(0)] = sign << 31 | ((exponent + 3) & 255) << 23 | (mantissa >> 1 | 0x400000);
}

// run 64 64 buf:1024*u8=random,21 buf:768*u8
kernel void rgba_to_rgb(global const uchar4 *a, global uchar *b)
{
    int i = get_global_id(0) * 4;
    for (int k = 0; k < 4; k++)
        vstore3(a[i + k].xyz, i + k, b);
}

// run 64 64 buf:512*u8=random,22 buf:1024*u8
kernel void nibbles(global const uchar8 *a, global uchar16 *b)
{
    uchar8 v = a[get_global_id(0)], h = v >> (uchar8)4, l = v & (uchar8)15;
    uchar16 r;
    r.even = h + (uchar8)48 + select((uchar8)0, (uchar8)39, h > (uchar8)9);
    r.odd = l + (uchar8)48 + select((uchar8)0, (uchar8)39, l > (uchar8)9);
    b[get_global_id(0)] = r;
}

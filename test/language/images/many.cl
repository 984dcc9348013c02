// More images than their descriptors have room in registers.
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
// kernel: test global=4
// arg: image a 2 R SIGNED_INT32 = 1 2
// arg: image b 2 R SIGNED_INT32 = 3 4
// arg: image c 2 R SIGNED_INT32 = 5 6
// arg: image d 2 R SIGNED_INT32 = 7 8
// arg: image e 2 R SIGNED_INT32 = 9 10
// arg: image f 2 R SIGNED_INT32 = 11 12
// arg: image g 2 R SIGNED_INT32 = 13 14
// arg: image h 2 R SIGNED_INT32 = 15 16
// arg: image o 4 R SIGNED_INT32
// arg: image p 4 R SIGNED_INT32
// arg: sampler unnormalized clamp_to_edge nearest
// arg: int n = 3
kernel void
test(read_only image1d_t a, read_only image1d_t b, read_only image1d_t c, read_only image1d_t d,
     read_only image1d_t e, read_only image1d_t f, read_only image1d_t g, read_only image1d_t h,
     write_only image1d_t o, write_only image1d_t p, sampler_t s, int n)
{
    int x = get_global_id(0), sum = 0, other = 0;
    for (int i = 0; i < n; i++) {
        sum += read_imagei(a, edge, i).x + read_imagei(b, s, i).x + read_imagei(c, i & 1).x;
        if (x > i)
            sum += read_imagei(d, edge, i).x + read_imagei(e, s, i).x;
        else
            other += read_imagei(f, edge, x).x + read_imagei(g, s, x).x + read_imagei(h, edge, i).x;
        other += read_imagei(a, edge, x).x;
    }
    write_imagei(o, x, (int4)(sum));
    write_imagei(p, 3 - x, (int4)(other));
}
// Each turn: a + b + c = 9, 12, and 2 + 4 + 5 = 11; d + e = 16, 18, 18; f + g = 24, 26 from lane 1 on;
// h = 15, 16, 16; a = 1, 2 from lane 1 on.
// expect: o[0] = 32 48 66 84
// expect: p[0] = 6 48 90 122

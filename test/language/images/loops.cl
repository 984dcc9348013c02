// Reads in loops and branches: descriptors are loaded once, in front of them.
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
// kernel: test global=8
// arg: image a 8 R SIGNED_INT32 = 1 2 4 8 16 32 64 128
// arg: image b 8 R SIGNED_INT32 = 100 200 300 400 500 600 700 800
// arg: int n = 3
// arg: int r[8]
kernel void
test(read_only image1d_t a, read_only image1d_t b, int n, global int *r)
{
    int x = get_global_id(0), sum = 0;
    for (int i = -n; i <= n; i++) {
        if (x & 1)
            sum += read_imagei(a, edge, x + i).x;
        else if (i >= 0)
            sum += read_imagei(b, x ^ i).x;
    }
    r[x] = sum;
}
// expect: r[0] = 1000 33 1000 127 2600 380 2600 624

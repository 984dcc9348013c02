// Functions of kernels with few VGPRs: arguments and results that do not fit go through memory.
__attribute__((noinline)) long16
scaled(long16 a, long16 b, int k)
{
    return a * k - b;
}

__attribute__((noinline)) int
many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int m, int n,
     int o, int p, int q, int r, int s, int t, int u, int v, int w, int x, int y, int z)
{
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10 + k * 11 + l * 12 +
           m * 13 + n * 14 + o * 15 + p * 16 + q * 17 + r * 18 + s * 19 + t * 20 + u * 21 + v * 22 +
           w * 23 + x * 24 + y * 25 + z * 26;
}

__attribute__((noinline)) int
twice(int a, int b)
{
    int x = many(a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b);
    int y = many(b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a);
    return x * 1000 + y;
}

// kernel: test global=4
// arg: long r[8]
// arg: int in[20] = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19
__attribute__((amdgpu_waves_per_eu(10))) kernel void
test(global long *r, global const int *in)
{
    int i = get_global_id(0);
    long16 a = convert_long16(vload16(0, in + i)), b = convert_long16(vload16(0, in));
    long16 c = scaled(a, b, i + 1);
    c = scaled(c, a, 2);
    r[i] = c.s0 + c.s7 * 100 + c.sf * 10000;
    r[4 + i] = twice(in[i], in[i + 1]);
}
// check: occupancy >= 8
// expect: r[0] = -150700 181003 553110 965621 182169 533520 884871 1236222

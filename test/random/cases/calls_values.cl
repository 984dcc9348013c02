// Structures, vectors, narrow numbers, pointers to each memory and out-parameters of functions
// that stay called.
#define NI __attribute__((noinline))
typedef struct {
    uint w[40];
} big; /* 160 bytes: over 32 dwords */
typedef struct {
    ulong a[24];
    uchar b[7];
} big2;
typedef struct {
    char c;
    short s[3];
    float f;
    uchar3 v;
    bool t;
} odd;
typedef struct {
    uint len;
    uchar data[16];
} buf;

NI big
make_big(uint seed)
{
    big b;
    for (int i = 0; i < 40; i++)
        b.w[i] = seed * (i + 1) ^ (seed >> (i & 15));
    return b;
}
NI big
mix_big(big a, big b, int k)
{
    for (int i = 0; i < 40; i++)
        a.w[i] += b.w[(i + k) % 40];
    return a;
}
NI big2
make_big2(ulong s)
{
    big2 b;
    for (int i = 0; i < 24; i++)
        b.a[i] = s + i * 0x123456789UL;
    for (int i = 0; i < 7; i++)
        b.b[i] = s >> i;
    return b;
}
kernel void k1(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    big a = make_big((uint)in[g]), b = make_big(n + g);
    big c = mix_big(a, b, g & 7);
    big d = mix_big(c, a, n);
    for (int i = 0; i < 20; i++)
        o[i] = c.w[i * 2] | (ulong)d.w[i * 2 + 1] << 32;
    big2 e = make_big2(in[g + 3]);
    ulong s = 0;
    for (int i = 0; i < 24; i++)
        s = s * 31 + e.a[i];
    for (int i = 0; i < 7; i++)
        s = s * 33 + e.b[i];
    o[20] = s;
}
NI odd
make_odd(uint x)
{
    odd o = {(char)x,
             {(short)(x >> 3), (short)(x >> 7), (short)(x >> 11)},
             (float)(x & 1023) * 0.5f,
             (uchar3)(x, x >> 8, x >> 16),
             x & 4};
    return o;
}
NI odd
twist(odd a, uint i)
{
    a.c += a.s[i % 3];
    a.s[(i + 1) % 3] = a.v.y;
    a.v = a.v.zxy;
    a.f = -a.f;
    a.t = !a.t;
    return a;
}
kernel void k2(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    odd a = make_odd((uint)in[g]);
    for (uint i = 0; i < (g & 7) + 1; i++)
        a = twist(a, i);
    o[0] = (ulong)(long)a.c;
    o[1] = (ulong)(long)a.s[0];
    o[2] = (ulong)(long)a.s[1];
    o[3] = (ulong)(long)a.s[2];
    o[4] = as_uint(a.f);
    o[5] = a.v.x | a.v.y << 8 | a.v.z << 16;
    o[6] = a.t;
}
NI void
put(buf *b, uchar c)
{
    if (b->len < 16)
        b->data[b->len++] = c;
}
NI void
put4(buf *b, uint v)
{
    for (int i = 0; i < 4; i++)
        put(b, (uchar)(v >> (8 * i)));
}
NI uint
sum(const buf *b)
{
    uint s = b->len;
    for (uint i = 0; i < b->len; i++)
        s = s * 131 + b->data[i];
    return s;
}
kernel void k3(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    buf b;
    b.len = 0;
    for (int i = 0; i < 16; i++)
        b.data[i] = 0;
    put(&b, g);
    put4(&b, (uint)in[g]);
    if (g & 1)
        put4(&b, (uint)in[g + 1]);
    if (g & 2)
        put4(&b, n);
    put4(&b, 0x01020304);
    o[0] = sum(&b);
    o[1] = b.len;
}
NI uint3
v3(uint3 a, ushort3 b, char3 c)
{
    return a * convert_uint3(b) + convert_uint3(as_uchar3(c));
}
NI float3
cr(float3 a, float3 b)
{
    return a.yzx * b.zxy - a.zxy * b.yzx;
}
kernel void k4(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    ulong x = in[g];
    uint3 r = v3((uint3)(x, x >> 8, n), (ushort3)(x >> 3, x >> 5, g), (char3)(x, x >> 1, x >> 2));
    o[0] = r.x;
    o[1] = r.y;
    o[2] = r.z;
    float3 f = cr((float3)(g, n, (float)(x & 255)), (float3)(1, 2, (float)(g & 3)));
    o[3] = as_uint(f.x);
    o[4] = as_uint(f.y);
    o[5] = as_uint(f.z);
}
NI long
lng(char a, uchar b, short c, ushort d, int e, uint f, long gg, ulong h, bool t)
{
    return a + b * 2 + c * 3 + d * 5 + (t ? e * 7 : f * 11) + (gg >> (h & 63)) + (long)(h >> 1);
}
kernel void k5(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    ulong x = in[g];
    o[0] = lng(x, x, x, x, x, x, x, x, x & 16);
    o[1] = lng(n, g, n, g, n, g, n, g, n == 5);
    o[2] = lng(-1, 255, -32768, 65535, 0x80000000, -1, -1L, 0, 2);
}
NI int
gen_sum(global const ulong *p, int k)
{
    return (int)(p[k] + p[k + 1]);
}
NI int
con_sum(constant int *p, int k)
{
    return p[k] * 3 + p[k ^ 1];
}
constant int tab[8] = {1, -2, 3, -4, 5, -6, 7, -8};
NI int
loc_sum(local int *p, int k)
{
    return p[k] - p[95 - k];
}
NI int
pri_sum(int *p, int k)
{
    p[k & 3] ^= 9;
    return p[0] + p[1] * 2 + p[2] * 3 + p[3] * 4;
}
kernel void k6(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    local int l[96];
    int lid = get_local_id(0);
    l[lid] = (int)in[g];
    barrier(CLK_LOCAL_MEM_FENCE);
    int p[4] = {g, n, lid, 7};
    o[0] = (uint)gen_sum(in, g);
    o[1] = (uint)con_sum(tab, g & 7);
    o[2] = (uint)loc_sum(l, lid);
    o[3] = (uint)pri_sum(p, g);
    o[4] = p[0] ^ p[1] ^ p[2] ^ p[3];
    o[5] = (uint)(con_sum(tab, 3) + gen_sum(in + 5, n));
}
NI void
outp(int a, int b, int *q, int *r, ulong *s)
{
    *q = a + b;
    *r = a * b;
    *s += (ulong)(uint)*q << 32 | (uint)*r;
}
kernel void k7(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    int q, r;
    ulong s = 0;
    int arr[6];
    for (int i = 0; i < 6; i++)
        arr[i] = i;
    for (int i = 0; i < 3; i++) {
        outp((int)in[g + i], i, &arr[i], &arr[5 - i], &s);
    }
    outp(n, g, &q, &r, &s);
    outp(q, r, &r, &q, &s);
    o[0] = s;
    for (int i = 0; i < 6; i++)
        o[1 + i] = (uint)arr[i];
    o[7] = (uint)q;
    o[8] = (uint)r;
    outp(3, 4, &q, &q, &s);
    o[9] = (uint)q;
    o[10] = s;
}
// expect k1 bec061f3f3cf0c86
// expect k2 4328bf3fa1e3498e
// expect k3 543dd39a1ffc7ee1
// expect k4 eb05be58e49516fc
// expect k5 494077631df1e38b
// expect k6 14a2c085e69fa462
// expect k7 7e1b6c9fa3e1c7c7

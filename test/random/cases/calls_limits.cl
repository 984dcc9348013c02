// Functions that stay called: work-group sizes, few registers, many arguments, carry chains,
// loops that calls decide.
#define NI __attribute__((noinline))
NI uint
sizes(uint d)
{
    return get_local_size(d) * 100 + get_num_groups(d) * 10 + get_global_size(d);
}
NI uint
sync(local uint *l)
{
    uint i = get_local_id(0);
    l[i] = i * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint r = l[get_local_size(0) - 1 - i];
    barrier(CLK_LOCAL_MEM_FENCE);
    return r;
}
__attribute__((reqd_work_group_size(96, 1, 1))) kernel void k1(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    local uint l[96];
    size_t g = get_global_id(0);
    out[g * 32] = sizes(0) + sizes(1);
    out[g * 32 + 1] = sync(l);
}
kernel void k2(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    local uint l[200];
    size_t g = get_global_id(0);
    out[g * 32] = sizes(0) + sizes(n & 1);
    out[g * 32 + 1] = sync(l + 40);
}
__attribute__((amdgpu_waves_per_eu(8, 10))) kernel void k3(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    local uint l[96];
    size_t g = get_global_id(0);
    out[g * 32] = sizes(0) + sizes(n & 1);
    out[g * 32 + 1] = sync(l);
}
NI uint
many(uint a, uint b, uint c, uint d, uint e, uint f, uint g, uint h, uint i, uint j, uint k, uint l,
     uint m, uint nn, uint o, uint p, uint q, uint r, uint s, uint t, uint u, uint v, uint w,
     uint x, uint y, uint z, ulong aa, ulong bb, ulong cc, ulong dd, ulong ee, ulong ff)
{
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9 + j * 10 + k * 11 +
           l * 12 + m * 13 + nn * 14 + o * 15 + p * 16 + q * 17 + r * 18 + s * 19 + t * 20 +
           u * 21 + v * 22 + w * 23 + x * 24 + y * 25 + z * 26 +
           (uint)(aa + bb * 3 + cc * 5 + dd * 7 + ee * 9 + ff * 11 >> 7);
}
NI uint
many2(uint a, uint b, uint c, uint d, uint e, uint f, uint g, uint h, uint i, uint j, uint k,
      uint l, uint m, uint nn, uint o, uint p, uint q, uint r, uint s, uint t, uint u, uint v,
      uint w, uint x, uint y, uint z, ulong aa, ulong bb, ulong cc, ulong dd, ulong ee, ulong ff)
{
    uint x1 = many(b, a, d, c, f, e, h, g, j, i, l, k, nn, m, p, o, r, q, t, s, v, u, x, w, z, y,
                   bb, aa, dd, cc, ff, ee);
    return x1 * many(a, a, b, b, c, c, d, d, e, e, f, f, g, g, h, h, i, i, j, j, k, k, l, l, m, m,
                     aa, aa, bb, bb, cc, dd) +
           z + y + x + (uint)ff;
}
#define A(k) (uint) in[g + k]
__attribute__((amdgpu_waves_per_eu(10, 10))) kernel void k4(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    uint r = many2(A(0), A(1), A(2), A(3), A(4), A(5), A(6), A(7), A(8), A(9), A(10), A(11), A(12),
                   A(13), A(14), A(15), A(16), A(17), A(18), A(19), A(20), A(21), A(22), A(23),
                   A(24), A(25), in[g], in[g + 1], in[g + 2], in[g + 3], in[g + 4], in[g + 5]);
    out[g * 32] = r;
    out[g * 32 + 1] = many2(n, 1, 2, 3, 4, 5, 6, 7, 8, 9, n, r, n, g, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
                            11, 12, n, g, n, g, n, r);
}
NI void
sw(float2 *x, int i, int j)
{
    float2 t = x[i];
    x[i] = x[j];
    x[j] = t;
}
NI void
bfly(float2 *a, float2 *b, float2 w)
{
    float2 t = (float2)(b->x * w.x - b->y * w.y, b->x * w.y + b->y * w.x);
    *b = *a - t;
    *a = *a + t;
}
NI void
fft8(float2 *x)
{
    sw(x, 1, 4);
    sw(x, 3, 6);
    for (int s = 1; s < 8; s <<= 1)
        for (int k = 0; k < 8; k += 2 * s)
            for (int j = 0; j < s; j++)
                bfly(&x[k + j], &x[k + j + s], (float2)((float)(1 - j), (float)(-j * s)));
}
kernel void k5(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    float2 x[8];
    for (int i = 0; i < 8; i++)
        x[i] = (float2)((float)(in[g + i] & 255), (float)(in[g + i] >> 8 & 255));
    fft8(x);
    for (int i = 0; i < 8; i++)
        out[g * 32 + i] = as_ulong(x[i]);
}
/* big integers: carry chains through out-parameters */
NI uint
addc(uint a, uint b, uint *c)
{
    ulong s = (ulong)a + b + *c;
    *c = s >> 32;
    return (uint)s;
}
NI void
bn_add(uint *r, const uint *a, const uint *b)
{
    uint c = 0;
    for (int i = 0; i < 8; i++)
        r[i] = addc(a[i], b[i], &c);
}
NI void
bn_mul(uint *r, const uint *a, const uint *b)
{
    for (int i = 0; i < 16; i++)
        r[i] = 0;
    for (int i = 0; i < 8; i++) {
        ulong c = 0;
        for (int j = 0; j < 8; j++) {
            c += (ulong)a[i] * b[j] + r[i + j];
            r[i + j] = (uint)c;
            c >>= 32;
        }
        r[i + 8] = (uint)c;
    }
}
NI int
bn_cmp(const uint *a, const uint *b)
{
    for (int i = 7; i >= 0; i--) {
        if (a[i] < b[i])
            return -1;
        if (a[i] > b[i])
            return 1;
    }
    return 0;
}
kernel void k6(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    uint a[8], b[8], r[16], s[8];
    for (int i = 0; i < 8; i++) {
        a[i] = (uint)in[g + i];
        b[i] = (uint)(in[g + i] >> 32) + n;
    }
    bn_add(s, a, b);
    bn_mul(r, a, s);
    o[20] = (uint)bn_cmp(a, b);
    if (bn_cmp(r, s) > 0)
        bn_add(r, r, a);
    else
        bn_mul(r, b, s);
    bn_add(a, a, a);
    for (int i = 0; i < 16; i++)
        o[i] = r[i];
    for (int i = 0; i < 4; i++)
        o[16 + i] = a[i * 2] | (ulong)s[i * 2] << 32;
}
/* conditional pointers, private or global or local */
NI uint
rd(global const uint *p, uint i)
{
    return p[i];
}
NI uint
rdp(const uint *p, uint i)
{
    return p[i];
}
kernel void k7(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    uint x[8], y[8];
    for (int i = 0; i < 8; i++) {
        x[i] = i * g;
        y[i] = i + (uint)in[g];
    }
    uint *p = g & 1 ? x : y;
    o[0] = rdp(p, 3);
    o[1] = rdp(p + (g & 3), n & 3);
    global const uint *q = g & 2 ? (global const uint *)in : (global const uint *)(in + 9);
    o[2] = rd(q, g & 7);
    o[3] = rd((global const uint *)in, n);
}
/* loop whose exit depends on a call, continue and break */
NI bool
more(uint *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 28 < 13;
}
NI bool
prime(uint x)
{
    if (x < 2)
        return false;
    for (uint i = 2; i * i <= x; i++)
        if (x % i == 0)
            return false;
    return true;
}
kernel void k8(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    uint s = (uint)in[g], c = 0, k = 0;
    while (more(&s)) {
        if (++c > 40)
            break;
        if (!prime(s & 127))
            continue;
        k += s & 127;
        do {
            c++;
        } while (more(&s) && prime(c));
    }
    o[0] = c;
    o[1] = k;
    o[2] = s;
    uint t = n;
    while (more(&t))
        k++;
    o[3] = t;
    o[4] = prime(n) | prime(g) << 1;
}
/* select of results, ternary calls, comma, short circuit */
NI uint
inc(uint *c, uint r)
{
    ++*c;
    return r;
}
kernel void k9(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    uint c = 0;
    uint r = (g & 1 ? inc(&c, g) : inc(&c, n) + inc(&c, 3));
    if (inc(&c, g & 2) && inc(&c, g & 4) || inc(&c, g & 8))
        r += 100;
    r += (inc(&c, 1), inc(&c, 2));
    for (uint i = inc(&c, 0); inc(&c, i) < (g & 7); i += inc(&c, 1))
        r ^= i << 4;
    o[0] = r;
    o[1] = c;
}
// expect k1 b3e1b2481e36980d
// expect k2 b3e1b2481e36980d
// expect k3 b3e1b2481e36980d
// expect k4 9473c4b591144af0
// expect k5 1a4e4e3ba6f0342e
// expect k6 50c91d4332e1a805
// expect k7 9ee74e828469c94b
// expect k8 ef3c86900b3826ae
// expect k9 b00782c2db68f9b6

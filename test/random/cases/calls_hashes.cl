// Functions that stay called in programs like hashes: states, sorting by pointers, spilled
// values, kernels that call kernels.
#define NI __attribute__((noinline))
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
NI double
horner(double x, const double *c, int k)
{
    double r = c[k - 1];
    for (int i = k - 2; i >= 0; i--)
        r = r * x + c[i];
    return r;
}
kernel void k1(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    double c[5] = {1, 2, -3, 0.5, (double)(int)in[g]};
    o[0] = as_ulong(horner((double)(g & 15), c, 5));
    o[1] = as_ulong(horner(0.5, c, (g & 3) + 2));
    o[2] = as_ulong(horner((double)n, c, 3));
}
/* sha-like state */
NI void
rnd(uint *s, const uint *w, int i)
{
    uint t = s[7] + rotate(s[4], 26u) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + w[i & 15] +
             0x428a2f98u * (i + 1);
    s[7] = s[6];
    s[6] = s[5];
    s[5] = s[4];
    s[4] = s[3] + t;
    s[3] = s[2];
    s[2] = s[1];
    s[1] = s[0];
    s[0] = t + ((s[0] & s[1]) | (s[2] & (s[0] | s[1])));
}
NI void
block(uint *s, uint *w)
{
    uint t[8];
    for (int i = 0; i < 8; i++)
        t[i] = s[i];
    for (int i = 0; i < 32; i++) {
        if (i >= 16)
            w[i & 15] += w[(i + 9) & 15] ^ rotate(w[(i + 14) & 15], 7u);
        rnd(t, w, i);
    }
    for (int i = 0; i < 8; i++)
        s[i] += t[i];
}
typedef struct {
    uint s[8];
    uint w[16];
    int len;
} ctx;
NI void
init(ctx *c)
{
    for (int i = 0; i < 8; i++)
        c->s[i] = 0x6a09e667u * (i + 1);
    for (int i = 0; i < 16; i++)
        c->w[i] = 0;
    c->len = 0;
}
NI void
upd(ctx *c, const uint *d, int k)
{
    for (int i = 0; i < k; i++) {
        c->w[c->len++ & 15] = d[i];
        if ((c->len & 15) == 0)
            block(c->s, c->w);
    }
}
NI void
fin(ctx *c)
{
    c->w[c->len & 15] = 0x80000000;
    c->w[15] = c->len * 32;
    block(c->s, c->w);
}
kernel void k2(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    ctx c;
    init(&c);
    uint d[24];
    for (int i = 0; i < 24; i++)
        d[i] = (uint)(in[g] >> i);
    upd(&c, d, 5);
    upd(&c, d, 24);
    upd(&c, d + 3, g & 15);
    fin(&c);
    ctx e = c;
    upd(&e, d, n);
    fin(&e);
    for (int i = 0; i < 8; i++)
        o[i] = c.s[i] | (ulong)e.s[i] << 32;
}
/* hmac: struct by value inside a struct */
typedef struct {
    ctx ipad, opad;
} hmac;
NI hmac
hmac_init(uint key)
{
    hmac h;
    init(&h.ipad);
    init(&h.opad);
    uint k[16];
    for (int i = 0; i < 16; i++)
        k[i] = key ^ 0x36363636 ^ i;
    upd(&h.ipad, k, 16);
    for (int i = 0; i < 16; i++)
        k[i] ^= 0x36363636 ^ 0x5c5c5c5c;
    upd(&h.opad, k, 16);
    return h;
}
NI void
hmac_fin(hmac *h, uint *digest)
{
    fin(&h->ipad);
    upd(&h->opad, h->ipad.s, 8);
    fin(&h->opad);
    for (int i = 0; i < 8; i++)
        digest[i] = h->opad.s[i];
}
kernel void k3(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    hmac h = hmac_init((uint)in[g]);
    uint r[8];
    for (int it = 0; it < 3; it++) {
        hmac t = h;
        uint m[2] = {it, g};
        upd(&t.ipad, m, 2);
        hmac_fin(&t, r);
        o[it * 4] = upsample(r[0], r[1]);
        o[it * 4 + 1] = upsample(r[6], r[7]);
    }
}
/* heaps of live values over calls: spilling */
NI uint
tiny(uint x)
{
    return x * 2654435761u ^ x >> 15;
}
NI uint
hog(uint x)
{
    uint a[64];
    for (int i = 0; i < 64; i++)
        a[i] = tiny(x + i);
    uint s = 0;
    for (int i = 0; i < 64; i++) {
        s += a[i] * a[(i * 7 + 3) & 63];
        s = tiny(s);
    }
    for (int i = 0; i < 64; i++)
        s ^= a[i] << (i & 3);
    return s;
}
kernel void k4(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    uint v[40];
    for (int i = 0; i < 40; i++)
        v[i] = (uint)in[g + i] + i;
    uint s = hog(v[3]);
    for (int i = 0; i < 40; i++)
        s = s * 31 + v[i];
    o[0] = s;
    s = hog(s) + hog(n);
    for (int i = 0; i < 40; i++) {
        s = s * 31 + v[i];
        s = tiny(s);
    }
    o[1] = s;
    for (int i = 0; i < 30; i++)
        o[2 + i] = v[i];
}
/* uniform values live across calls: sgpr spilling */
NI uint
uni(uint a)
{
    uint s = a;
    for (uint i = 0; i < a; i++)
        s = s * 5 + i;
    return s;
}
kernel void k5(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    uint u[60];
    for (int i = 0; i < 60; i++)
        u[i] = uni(n + i % 3) + (uint)in[i];
    uint s = 0;
    for (int i = 0; i < 60; i++) {
        s = s * 17 + u[i];
        if (i % 5 == 0)
            s += uni(n + i % 4);
    }
    o[0] = s;
    o[1] = tiny(s + g);
    uint t = 0;
    for (int i = 0; i < 60; i++)
        t = t * 3 + u[59 - i];
    o[2] = t;
}
/* kernel calls kernel with local variable */
kernel void inner(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    local uint x[96];
    size_t g = get_global_id(0);
    uint l = get_local_id(0);
    x[l] = (uint)in[g] + n;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[g * 32] = x[95 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void k6(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    inner(out + 1, in, acc, n);
    barrier(CLK_GLOBAL_MEM_FENCE);
    inner(out + 2, in + 7, acc, 3);
    out[get_global_id(0) * 32] = n;
    inner(out + 3, in, acc, n + 1);
}
/* vectors of 8 and 16 by value */
NI uint16
sh(uint16 a, uint8 b)
{
    return rotate(a, (uint16)(b, b.s76543210));
}
NI ulong8
ul(ulong8 a, ulong2 b)
{
    return a + b.xyxyxyxy * a.s76543210;
}
kernel void k7(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    uint16 a;
    for (int i = 0; i < 16; i++)
        ((uint *)&a)[i] = (uint)in[g + i];
    a = sh(a, a.lo);
    a = sh(a, (uint8)(n));
    o[0] = a.s0;
    o[1] = a.s7;
    o[2] = a.sf;
    ulong8 b = ul(convert_ulong8(a.lo), (ulong2)(in[g], n));
    b = ul(b, b.s07);
    vstore8(b, 0, o + 4);
}
/* recursion-like tree with pointers to the caller's array at several levels */
NI void
lev3(uint *p, uint i)
{
    p[i & 7] += i;
}
NI void
lev2(uint *p, uint i)
{
    uint loc[8] = {i, i + 1, i + 2, i + 3};
    lev3(p, loc[i & 3]);
    lev3(loc, i);
    p[loc[0] & 7] ^= loc[3];
}
NI void
lev1(uint *p, uint k)
{
    for (uint i = 0; i < k; i++)
        lev2(p + (i & 1), i * 3);
}
kernel void k8(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    uint a[10];
    for (int i = 0; i < 10; i++)
        a[i] = g * i;
    lev1(a, g & 7);
    lev1(a, n);
    lev3(a, (uint)in[g]);
    for (int i = 0; i < 10; i++)
        o[i] = a[i];
}
/* union punning and char arrays passed */
NI void
swp(uchar *p, int i, int j)
{
    uchar t = p[i];
    p[i] = p[j];
    p[j] = t;
}
NI void
rc4(uchar *s, uint key)
{
    for (int i = 0; i < 32; i++)
        s[i] = i;
    int j = 0;
    for (int i = 0; i < 32; i++) {
        j = (j + s[i] + (key >> (i & 24) & 255)) & 31;
        swp(s, i, j);
    }
}
kernel void k9(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    uchar s[32];
    rc4(s, (uint)in[g]);
    for (int i = 0; i < 4; i++)
        o[i] = ((ulong *)s)[i] * 1;
    rc4(s, n);
    for (int i = 0; i < 4; i++) {
        ulong v = 0;
        for (int k = 0; k < 8; k++)
            v |= (ulong)s[i * 8 + k] << 8 * k;
        o[4 + i] = v;
    }
}
// expect k1 0d5d4f9437e9e6c3
// expect k2 84f0ebb9c4b54f77
// expect k3 6f8f1b1ad19a676e
// expect k4 02b3b7cf7564b901
// expect k5 298adfa245d33c95
// expect inner 8dc647aa0fcc136a
// expect k6 6843c78eeeeaea80
// expect k7 1a5ad301d13f7c7f
// expect k8 99269cda237f5e83
// expect k9 515e2f7cc7f73fbd

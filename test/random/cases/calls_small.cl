// Functions that stay called: halves, small integers, pointers to pointers, structures with
// arrays, sorting, gotos.
#define NI __attribute__((noinline))
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define A global ulong *out, global const ulong *in, global int *acc, uint n
NI half
hm(half a, half b, half c)
{
    return a * b + c;
}
NI half4
hv(half4 a, half s)
{
    return a.wzyx * s + (half)1;
}
NI half3
h3(half3 a, half2 b)
{
    return a + b.xyx;
}
NI bool
hb(half a, bool k)
{
    return k ? a > (half)2 : a < (half)-2;
}
kernel void k1(A)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    half a = (half)((int)(in[g] & 63) - 32), b = (half)(g & 7) * (half)0.25f;
    o[0] = as_ushort(hm(a, b, (half)n));
    half4 v = hv((half4)(a, b, a + b, 1), (half)0.5f);
    o[1] = as_ulong(v);
    half3 t = h3(v.xyz, (half2)(b, a));
    o[2] = as_ushort(t.x);
    o[3] = as_ushort(t.y);
    o[4] = as_ushort(t.z);
    o[5] = hb(a, g & 1) | hb(b, false) << 1;
    o[6] = as_ushort(hm((half)1, (half)2, (half)3));
}
NI uchar
rot(uchar a, uchar b)
{
    return (uchar)(a << (b & 7) | a >> (8 - (b & 7)));
}
NI short
sat(int x)
{
    return x > 32767 ? 32767 : x < -32768 ? -32768 : x;
}
NI char4
c4(char4 a, char b)
{
    return a * b;
}
NI ushort3
u3(ushort3 a, uchar3 b)
{
    return a + convert_ushort3(b).zxy;
}
NI bool
par(uchar x)
{
    bool p = false;
    while (x) {
        p = !p;
        x &= x - 1;
    }
    return p;
}
kernel void k2(A)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    ulong x = in[g];
    o[0] = rot(x, g);
    o[1] = (ulong)(long)sat((int)x);
    o[2] = as_uint(c4(as_char4((uint)x), (char)g));
    ushort3 w = u3((ushort3)(x, g, 3), (uchar3)(x, n, g));
    o[3] = w.x | (ulong)w.y << 16 | (ulong)w.z << 32;
    o[4] = par(x);
    o[5] = par(n);
    o[6] = rot(rot(n, 3), n);
    o[7] = (ulong)(long)sat(-sat((int)(x >> 13)));
}
/* deep pointer chains: pointer to pointer in private */
NI void
setp(uint **q, uint *a, uint *b, uint c)
{
    *q = c & 1 ? a : b;
}
NI uint
getp(uint **q, uint i)
{
    return (*q)[i] + 1;
}
kernel void k3(A)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    uint a[4], b[4], *q;
    for (int i = 0; i < 4; i++) {
        a[i] = i + g;
        b[i] = i * 100;
    }
    setp(&q, a, b, g);
    o[0] = getp(&q, 2);
    q[1] = 77;
    o[1] = a[1] + b[1];
    setp(&q, q + 1, b, 1);
    o[2] = getp(&q, 0);
}
/* struct with array by value whose index varies */
typedef struct {
    ushort m[12];
    int k;
} M;
NI int
pick(M m, int i)
{
    return m.m[(i + m.k) % 12];
}
NI M
bump(M m, int i)
{
    m.m[i % 12] += 5;
    m.k++;
    return m;
}
kernel void k4(A)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    M m;
    for (int i = 0; i < 12; i++)
        m.m[i] = (ushort)(in[g] >> i);
    m.k = n;
    int s = 0;
    for (int i = 0; i < 9; i++) {
        M t = bump(m, (int)g + i);
        s = s * 7 + pick(t, i);
        if (i & 1)
            m = t;
    }
    o[0] = (uint)s;
    o[1] = (uint)pick(m, 3);
    o[2] = m.k;
}
/* 4x4 matrices by pointer, results by pointer, aliasing */
NI void
mm(float *c, const float *a, const float *b)
{
    float t[16];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            float s = 0;
            for (int k = 0; k < 4; k++)
                s += a[i * 4 + k] * b[k * 4 + j];
            t[i * 4 + j] = s;
        }
    for (int i = 0; i < 16; i++)
        c[i] = t[i];
}
kernel void k5(A)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    float a[16], b[16];
    for (int i = 0; i < 16; i++) {
        a[i] = (float)((in[g] >> i) & 3);
        b[i] = (float)((i * g) & 3);
    }
    mm(a, a, b);
    mm(b, a, a);
    mm(b, b, a);
    for (int i = 0; i < 16; i++)
        o[i] = as_uint(b[i]);
}
/* quicksort with explicit stack, callee partition */
NI int
part(uint *v, int lo, int hi)
{
    uint p = v[hi];
    int i = lo;
    for (int j = lo; j < hi; j++)
        if (v[j] < p) {
            uint t = v[i];
            v[i] = v[j];
            v[j] = t;
            i++;
        }
    uint t = v[i];
    v[i] = v[hi];
    v[hi] = t;
    return i;
}
NI void
sort(uint *v, int k)
{
    int st[32], sp = 0;
    st[sp++] = 0;
    st[sp++] = k - 1;
    while (sp) {
        int hi = st[--sp], lo = st[--sp];
        if (lo >= hi)
            continue;
        int m = part(v, lo, hi);
        st[sp++] = lo;
        st[sp++] = m - 1;
        st[sp++] = m + 1;
        st[sp++] = hi;
    }
}
kernel void k6(A)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    uint v[16];
    for (int i = 0; i < 16; i++)
        v[i] = (uint)in[g + i] % 100;
    sort(v, 16);
    for (int i = 0; i < 16; i++)
        o[i] = v[i];
    sort(v, n);
    o[16] = v[0];
}
/* same callee called from divergent and uniform code with loops inside both */
NI ulong
powm(ulong b, uint e, uint m)
{
    ulong r = 1;
    b %= m;
    while (e) {
        if (e & 1)
            r = r * b % m;
        b = b * b % m;
        e >>= 1;
    }
    return r;
}
kernel void k7(A)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    o[0] = powm(n, 77, 1009);
    o[1] = powm(g, n, 1000003);
    if (g % 5 < 2)
        o[2] = powm(in[g], (uint)in[g] & 1023, (uint)g + 2);
    else
        o[3] = powm(3, g, 65537);
    for (uint i = 0; i < (g & 3); i++)
        o[4 + i] = powm(i + 2, n + i, 97);
}
/* callee that does nothing; unused args; results unused */
NI void
nop(int a)
{
}
NI int
unused(int a, int b, int c)
{
    return b;
}
NI uint
con(void)
{
    return 42;
}
kernel void k8(A)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    nop(g);
    (void)unused(1, g, 3);
    o[0] = (uint)unused(g, 7, n) + con();
    if (g & 1)
        nop(n);
    o[1] = (uint)unused((int)in[g], (int)in[g + 1], 0);
}
/* goto in callee, irreducible */
NI uint
irr(uint x, uint k)
{
    uint s = 0;
    if (x & 1)
        goto b;
a:
    s += 3;
    if (++k > 9)
        return s;
b:
    s = s * 2 + x;
    if (x-- & 2)
        goto a;
    if (k++ < 7)
        goto b;
    return s + k;
}
kernel void k9(A)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    o[0] = irr((uint)in[g], g & 3);
    o[1] = irr(n, 2);
}
// expect k1 2e69b58d4499f866
// expect k2 29872bb488011bef
// expect k3 d1b99797f08ff5da
// expect k4 c8f5bd49483192d7
// expect k5 94044c70de92b003
// expect k6 d55551eb222213ae
// expect k7 927ad66b7639c861
// expect k8 ea8624d593da1562
// expect k9 91c778bf21d21519

// Barriers, tables, loops, switches, early returns, deep trees and divergent calls of functions
// that stay called.
#define NI __attribute__((noinline))
NI void
reduce(local uint *l, uint lid)
{
    for (uint s = 48; s > 2; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < s)
            l[lid] += l[lid + s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
NI uint
total(local uint *l, uint v)
{
    uint lid = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    l[lid] = v;
    reduce(l, lid);
    uint t = l[0] + l[1] + l[2];
    barrier(CLK_LOCAL_MEM_FENCE);
    return t;
}
kernel void k1(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    local uint l[96];
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    o[0] = total(l, (uint)in[g]);
    o[1] = total(l, n);
    for (uint i = 0; i < n; i++)
        o[2 + i] = total(l, g * i);
}
NI uint
where(uint d)
{
    return get_global_id(d) * 1000003u + get_local_id(d) * 10007u + get_group_id(d) * 101u +
           get_global_size(d) * 7 + get_local_size(d) * 3 + get_num_groups(d) +
           (uint)get_global_offset(d) + get_work_dim();
}
NI uint
deeper(uint d)
{
    return where(d) + where(0) * 3;
}
kernel void k2(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    o[0] = where(0);
    o[1] = where(1);
    o[2] = where(2);
    o[3] = where(g & 3);
    o[4] = deeper(0);
    o[5] = deeper(g % 3);
    if (g & 1)
        o[6] = deeper(n);
}
constant uchar sbox[256] = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 7, 9, 11, 200, 100};
constant uint tt[4][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
NI uint
sub(uint x)
{
    return sbox[x & 255] | sbox[x >> 8 & 255] << 8 | sbox[x >> 16 & 255] << 16 |
           (uint)sbox[x >> 24] << 24;
}
NI uint
local_table(uint i)
{
    const uint t[8] = {11, 22, 33, 44, 55, 66, 77, 88};
    return t[i & 7] * tt[i & 3][i >> 2 & 3];
}
kernel void k3(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    uint x = (uint)in[g];
    for (int i = 0; i < 10; i++) {
        x = sub(x ^ i * 0x01010101) + local_table(x >> i);
        o[i] = x;
    }
    o[10] = sub(n);
    o[11] = local_table(n);
}
NI uint
coll(uint x)
{
    return x & 1 ? x * 3 + 1 : x >> 1;
}
NI uint
steps(uint x)
{
    uint c = 0;
    x &= 0xfff;
    x |= 1;
    while (x != 1 && c < 60) {
        x = coll(x);
        c++;
    }
    return c;
}
kernel void k4(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    o[0] = steps(g + 1);
    o[1] = steps(n);
    if (g % 3 == 0)
        o[2] = steps((uint)in[g]);
    else if (g % 3 == 1)
        o[2] = coll(g);
    for (uint i = g & 3; i < 4; i++)
        o[3 + i] = steps(i + g);
}
NI int
op0(int a, int b)
{
    return a + b;
}
NI int
op1(int a, int b)
{
    return a - b;
}
NI int
op2(int a, int b)
{
    return a * b;
}
NI int
op3(int a, int b)
{
    return a ^ (b << 3);
}
NI int
op4(int a, int b)
{
    if (b == 0)
        return 17;
    if (a < 0)
        return -a;
    return a >> (b & 31);
}
NI int
vm(uint code, int a, int b)
{
    for (int i = 0; i < 8; i++) {
        switch (code & 7) {
        case 0:
            a = op0(a, b);
            break;
        case 1:
            a = op1(a, b);
            break;
        case 2:
            b = op2(a, b);
            break;
        case 3:
            a = op3(b, a);
        case 4:
            b = op4(a, b);
            break;
        case 5:
            return a;
        case 6:
            a = op2(op0(a, b), op1(a, b));
            break;
        default:
            b++;
            continue;
        }
        code >>= 3;
    }
    return a ^ b;
}
kernel void k5(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    for (int i = 0; i < 8; i++)
        o[i] = (uint)vm((uint)(in[g] >> i), g, i);
    o[8] = (uint)vm(012340, n, 3);
    o[9] = (uint)vm(0x8421, (int)in[g], n);
}
#define L(n, m)                                                                                    \
    NI uint f##n(uint a, uint b)                                                                   \
    {                                                                                              \
        if (a & n)                                                                                 \
            return f##m(a + b, b ^ n) + a;                                                         \
        uint r = f##m(a, b) * 3;                                                                   \
        return r + f##m(b, a);                                                                     \
    }
NI uint
f0(uint a, uint b)
{
    return a * 7 + b;
}
L(1, 0)
L(2, 1)
L(3, 2)
L(4, 3)
L(5, 4)
L(6, 5)
L(7, 6)
L(8, 7)
kernel void k6(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    o[0] = f8((uint)in[g], g);
    o[1] = f8(n, 3);
}
NI uint
early(uint x, uint y)
{
    if (x == 0)
        return 1;
    if (y == 0) {
        if (x > 100)
            return 2;
        x++;
    }
    for (uint i = 0; i < 5; i++) {
        if ((x >> i) == y)
            return i + 10;
        if (x & (1 << i)) {
            y += 3;
            continue;
        }
        y ^= x;
    }
    return x + y;
}
kernel void k7(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    for (uint i = 0; i < 8; i++)
        o[i] = early((uint)(in[g] >> (i * 8)), i);
    o[8] = early(g & 1, n);
    o[9] = early(n, 0);
    if (g & 4) {
        if (early(g, 3) & 1)
            o[10] = early(g, early(g, 1));
        else
            o[11] = early(7, 7);
    }
}
NI uint
both(uint a, uint b)
{
    uint s = 0;
    for (uint i = 0; i < a % 7; i++)
        s += b * i + a;
    return s;
}
kernel void k8(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    global ulong *o = out + g * 32;
    o[0] = both(n, 3);
    o[1] = both(g, 3);
    o[2] = both(n, g);
    o[3] = both(g, (uint)in[g]);
    o[4] = both(17, 17);
}
NI void
add_all(volatile global int *a, int v)
{
    atomic_add(a + (v & 3), v);
}
kernel void k9(global ulong *out, global const ulong *in, global int *acc, uint n)
{
    size_t g = get_global_id(0);
    add_all(acc, (int)in[g]);
    if (g & 1)
        add_all(acc + 4, g);
    for (uint i = 0; i < n; i++)
        add_all(acc + 8, i);
    out[g * 32] = g;
}
// expect k1 fc9bb9cb0aa5d825
// expect k2 814172ef99b5357f
// expect k3 810f900c5f563015
// expect k4 15945bfef54d9f14
// expect k5 3513ec278413d608
// expect k6 b01291000e6be6de
// expect k7 ac207aa7e62775dc
// expect k8 525efdb9c2cdc2ac
// expect k9 95b16940263acfcc

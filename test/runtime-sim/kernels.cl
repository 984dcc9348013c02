// Kernels that exercise the simulator; compiled by clang, checked by test_kernels.c.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

kernel void vadd(global const float *a, global const float *b, global float *o, int n)
{
    int i = get_global_id(0);
    if (i < n)
        o[i] = a[i] + b[i];
}

kernel void loops(global const int *a, global int *o, int n)
{
    int i = get_global_id(0), s = 0;
    for (int k = 0; k < (a[i] & 31); k++) {
        if ((k ^ i) & 1)
            s += a[(i + k) % n];
        else
            s -= k * 3;
        if (s > 100000)
            break;
    }
    o[i] = s;
}

kernel void div32(global const int *a, global const int *b, global int *o)
{
    int i = get_global_id(0);
    o[4 * i] = a[i] / b[i];
    o[4 * i + 1] = a[i] % b[i];
    o[4 * i + 2] = (uint)a[i] / (uint)b[i];
    o[4 * i + 3] = (uint)a[i] % (uint)b[i];
}

kernel void div64(global const long *a, global const long *b, global long *o)
{
    int i = get_global_id(0);
    o[4 * i] = a[i] / b[i];
    o[4 * i + 1] = a[i] % b[i];
    o[4 * i + 2] = (ulong)a[i] / (ulong)b[i];
    o[4 * i + 3] = (ulong)a[i] % (ulong)b[i];
}

kernel void floats(global const float *a, global const float *b, global float *o)
{
    int i = get_global_id(0);
    float x = a[i], y = b[i];
    o[8 * i] = x / y;
    o[8 * i + 1] = sqrt(fabs(x));
    o[8 * i + 2] = fma(x, y, x);
    o[8 * i + 3] = sin(x);
    o[8 * i + 4] = exp(y * 0.1f);
    o[8 * i + 5] = log(fabs(x) + 1);
    o[8 * i + 6] = pow(fabs(x), 0.75f);
    o[8 * i + 7] = floor(x) + rint(y) + fmod(x, y);
}

kernel void doubles(global const double *a, global const double *b, global double *o)
{
    int i = get_global_id(0);
    double x = a[i], y = b[i];
    o[4 * i] = x / y;
    o[4 * i + 1] = sqrt(fabs(x));
    o[4 * i + 2] = fma(x, y, x);
    o[4 * i + 3] = sin(x) + exp(y * 0.1);
}

kernel void reduce(global const int *a, global int *o, local int *t)
{
    int l = get_local_id(0);
    t[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (l < s)
            t[l] += t[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        o[get_group_id(0)] = t[0];
}

kernel void histogram(global const uint *a, global uint *o)
{
    local uint h[64];
    int l = get_local_id(0);
    if (l < 64)
        h[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&h[a[get_global_id(0)] & 63]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 64)
        atomic_add(&o[l], h[l]);
}

kernel void branches(global const int *a, global int *o)
{
    int i = get_global_id(0), r;
    switch (a[i] & 7) {
    case 0: r = i; break;
    case 1: r = i * i; break;
    case 2: r = ~i; break;
    case 3: r = i << 3; // falls through
    case 4: r = 7; break;
    case 5: goto out;
    case 6: r = a[i] >> 2; break;
    default: r = -1;
    }
    o[i] = r;
    return;
out:
    o[i] = 1234;
}

kernel void spill(global const float *a, global float *o)
{
    int i = get_global_id(0);
    float v[64];
    for (int k = 0; k < 64; k++)
        v[k] = a[(i * 7 + k * 13) & 255];
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 64; k++)
            v[k] = v[k] * 0.5f + v[(k * 5 + r + (i & 3)) & 63];
    float s = 0;
    for (int k = 0; k < 64; k++)
        s += v[k] * (k + 1);
    o[i] = s;
}

__attribute__((noinline)) int
helper(int a, int b)
{
    return a * 31 + (b ^ (a >> 3));
}

__attribute__((noinline)) int
fetch(int n, global const int *a)
{
    int x = a[n & 255];
    return helper(x, n) + (x & 1 ? 3 : 5);
}

kernel void calls(global const int *a, global int *o)
{
    int i = get_global_id(0), s = 0;
    for (int k = 0; k < 4; k++)
        s = helper(s, fetch(i + k, a));
    o[i] = s;
}

kernel void bytes(global const uchar *a, global uchar *o, global short *p)
{
    int i = get_global_id(0);
    o[i] = a[i] + a[(i + 1) & 255];
    p[i] = (short)a[i] * -3;
    uchar4 v = vload4(i & 63, a);
    o[256 + i] = v.x + v.y * v.z - v.w;
}

kernel void halves(global const half *a, global half *o, global float *f)
{
    int i = get_global_id(0);
    float x = vload_half(i, a);
    vstore_half(x * 2.5f + 1, i, o);
    f[i] = x;
}

kernel void ids(global uint *o)
{
    uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    uint i = x + get_global_size(0) * (y + get_global_size(1) * z);
    o[i] = get_local_id(0) | get_local_id(1) << 4 | get_local_id(2) << 8 | get_group_id(0) << 12 |
           get_group_id(1) << 16 | get_group_id(2) << 20 | get_num_groups(0) << 24;
}

kernel void conversions(global const float *a, global int *o)
{
    int i = get_global_id(0);
    float x = a[i];
    o[4 * i] = convert_int_sat(x * 1e8f);
    o[4 * i + 1] = convert_uint_rte(fabs(x));
    o[4 * i + 2] = convert_uchar_sat(x);
    o[4 * i + 3] = as_int((float)as_uint(x));
}

kernel void atomics64(global ulong *o, global const ulong *a)
{
    atom_add(&o[0], a[get_global_id(0)]);
    atom_max(&o[1], a[get_global_id(0)]);
}

kernel void matmul(global const float *a, global const float *b, global float *o, int n)
{
    local float ta[8][8], tb[8][8];
    int x = get_local_id(0), y = get_local_id(1), gx = get_global_id(0), gy = get_global_id(1);
    float s = 0;
    for (int k = 0; k < n; k += 8) {
        ta[y][x] = a[gy * n + k + x];
        tb[y][x] = b[(k + y) * n + gx];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 8; j++)
            s += ta[y][j] * tb[j][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    o[gy * n + gx] = s;
}

struct pair {
    char tag;
    int value;
    short rest;
};

kernel void structs(global const struct pair *a, global struct pair *o, struct pair c)
{
    int i = get_global_id(0);
    struct pair p = a[i];
    p.value += c.value;
    p.tag ^= c.tag;
    struct pair q[4];
    for (int k = 0; k < 4; k++) {
        q[k] = p;
        q[k].rest = p.rest * k;
    }
    o[i].tag = q[i & 3].tag;
    o[i].value = q[(i + 1) & 3].value;
    o[i].rest = q[(i + 2) & 3].rest;
}

constant int table[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};

kernel void tables(global const int *a, global int *o)
{
    int i = get_global_id(0);
    o[i] = table[a[i] & 15] * rotate(a[i], 7) + (int)popcount(a[i]) + (int)clz(a[i]) +
           mad_hi(a[i], 12345, i) + mul24(i, 77) + (int)abs_diff(a[i], i) + bitselect(i, a[i], 0xFF);
}

kernel void vectors(global const float4 *a, global float4 *o, global float *n)
{
    int i = get_global_id(0);
    float4 v = a[i], w = a[(i + 1) & 63];
    o[i] = v.wzyx * w + cross(v, w);
    n[i] = dot(v, w) + length(v);
}

/* Undefined: the second wave does not arrive. */
kernel void leaves_before_barrier(global int *o)
{
    int l = get_local_id(0);
    if (l >= 64)
        return;
    barrier(CLK_GLOBAL_MEM_FENCE);
    o[l] = l;
}

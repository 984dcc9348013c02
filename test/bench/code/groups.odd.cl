// odd: double, small groups, local memory in odd ways, mixed widths

// run 64 64 buf:128*f64=random,1 buf:64*f64
kernel void horner64(global const double *a, global double *out)
{
    double x = a[get_global_id(0)], r = 1.0 / 3628800;
    for (int k = 9; k >= 0; k--)
        r = r * x + 1.0 / (k + 1);
    out[get_global_id(0)] = r;
}

// run 64 64 buf:192*f64=random,2 buf:64*f64
kernel void kepler(global const double *a, global double *out)
{
    double m = a[get_global_id(0)] * 6, e = 0.3 * a[get_global_id(0) + 64], x = m;
    for (int k = 0; k < 5; k++)
        x -= (x - e * sin(x) - m) / (1 - e * cos(x));
    out[get_global_id(0)] = x;
}

// run 64 64 buf:256*f64=random,3 buf:256*f64
kernel void complex_divide(global const double2 *a, global double2 *out)
{
    int g = get_global_id(0);
    double2 x = a[g], y = a[g + 64];
    double d = y.x * y.x + y.y * y.y;
    out[g] = (double2)(x.x * y.x + x.y * y.y, x.y * y.x - x.x * y.y) / d;
}

// run 64 64 buf:64*f64=random,4 buf:64*f64
kernel void newton64(global const double *a, global double *out)
{
    double v = a[get_global_id(0)] + 0.1, r = rsqrt(v);
    out[get_global_id(0)] = sqrt(v) * r + cbrt(v) + fmod(v * 100, 7.0);
}

// run 64 64 buf:64*f32=random,5 buf:64*f32
kernel void kahan(global const float *a, global float *out)
{
    float sum = 0, lost = 0;
    for (int i = 0; i < 64; i++) {
        float y = a[i] - lost, t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    out[get_global_id(0)] = sum + get_global_id(0);
}

// run 64 64 buf:64*u32=random,6 buf:64*u32
kernel void odd_even_sort(global const uint *a, global uint *b)
{
    local uint t[64];
    int l = get_local_id(0);
    t[l] = a[l];
    for (int k = 0; k < 64; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int i = 2 * l + (k & 1);
        if (i + 1 < 64 && t[i] > t[i + 1]) {
            uint x = t[i];
            t[i] = t[i + 1];
            t[i + 1] = x;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    b[l] = t[l];
}

// run 64 64 buf:256*u32=random,7 buf:256*u32
kernel void rank_sort(global const uint *a, global uint *b)
{
    local uint t[64];
    int l = get_local_id(0);
    uint v = a[l] & ~63u | l;
    t[l] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    int rank = 0;
    for (int i = 0; i < 64; i++)
        rank += t[i] < v;
    b[rank] = v;
}

// run 128 64 buf:128*u8=random,8 buf:32*u32
kernel void byte_histogram(global const uchar *a, global uint *out)
{
    local uchar h[16][64];
    int l = get_local_id(0);
    for (int b = 0; b < 16; b++)
        h[b][l] = 0;
    for (int i = 0; i < 32; i++)
        h[a[(l * 5 + i) & 127] >> 4][l]++;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16) {
        uint sum = 0;
        for (int i = 0; i < 64; i++)
            sum += h[l][i];
        out[get_group_id(0) * 16 + l] = sum;
    }
}

// run 64 64 buf:4096*f32=random,9 buf:64*f32
kernel void rows_in_local(global const float *a, global float *out)
{
    local float t[64 * 9];
    int l = get_local_id(0);
    float sum = 0;
    for (int b = 0; b < 64; b += 8) {
        for (int i = 0; i < 8; i++)
            t[(l >> 3) * 9 + (l & 7) + i * 72] = a[((l >> 3) + i * 8) * 64 + b + (l & 7)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < 8; i++)
            sum += t[l * 9 + i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[l] = sum;
}

// run 64 64 buf:128*u32=random,10 buf:64*u32
kernel void divergent_loops(global const uint *a, global uint *out)
{
    int g = get_global_id(0);
    uint n = a[g] & 15, m = a[g + 64] & 7, sum = 0;
    for (uint i = 0; i < n; i++) {
        for (uint j = i & 3; j < m; j++) {
            if (((i ^ j) & 5) == 5)
                break;
            sum += i * j;
        }
        if (sum > 200)
            continue;
        sum = sum * 3 + 1;
    }
    out[g] = sum;
}

// run 64 64 buf:64*u64=random,11 buf:64*u64=random,12 buf:64*u64
kernel void mul128(global const ulong *a, global const ulong *b, global ulong *out)
{
    int g = get_global_id(0);
    ulong lo = a[g] * b[g], hi = mul_hi(a[g], b[g]), s = lo + 12345, c = s < lo;
    out[g] = s ^ (hi + c);
}

// run 64 64 buf:256*u32=random,13 buf:256*u32=random,14 buf:256*u32
kernel void add128(global const uint4 *a, global const uint4 *b, global uint4 *out)
{
    int g = get_global_id(0);
    uint4 x = a[g], y = b[g], r;
    uint c;
    r.x = x.x + y.x, c = r.x < x.x;
    r.y = x.y + y.y, r.y += c, c = r.y < y.y || (c && r.y == y.y);
    r.z = x.z + y.z + c, c = c ? r.z <= x.z : r.z < x.z;
    r.w = x.w + y.w + c;
    out[g] = r;
}

// run 64 64 buf:64*u16=random,15 buf:64*f32
kernel void half_decode(global const ushort *a, global float *out)
{
    uint v = a[get_global_id(0)], e = v >> 10 & 31, m = v & 1023;
    float r = e == 0 ? m * 0x1p-24f : e == 31 ? (m ? NAN : INFINITY) : as_float((e + 112) << 23 | m << 13);
    out[get_global_id(0)] = v & 0x8000 ? -r : r;
}

// run 64 64 buf:64*u32=random,16 buf:64*u32 buf:64*u32
kernel void ticket(global const uint *a, volatile global uint *count, global uint *out)
{
    uint mine = 0;
    for (uint i = 0; i < (a[get_global_id(0)] & 3); i++)
        mine += atomic_inc(&count[a[get_global_id(0)] >> 30]) * 0 + i;
    out[get_global_id(0)] = mine;
}

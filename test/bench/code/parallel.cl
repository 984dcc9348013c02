// ordinary: work that the items of a group do together

// run 512 128 buf:512*u32=random,1 buf:4*u32
kernel void reduce(global const uint *a, global uint *sums)
{
    local uint part[128];
    int l = get_local_id(0);
    part[l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 64; s > 0; s >>= 1) {
        if (l < s)
            part[l] += part[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (!l)
        sums[get_group_id(0)] = part[0];
}

// run 512 128 buf:512*f32=random,2 buf:4*f32
kernel void largest(global const float *a, global float *out)
{
    local float part[128];
    int l = get_local_id(0);
    part[l] = a[get_global_id(0)];
    for (int s = 64; s > 0; s >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < s)
            part[l] = fmax(part[l], part[l + s]);
    }
    if (!l)
        out[get_group_id(0)] = part[0];
}

// run 512 128 buf:512*u32=random,3 buf:512*u32
kernel void scan_hillis(global const uint *a, global uint *b)
{
    local uint t[2][128];
    int l = get_local_id(0), from = 0;
    t[0][l] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 1; s < 128; s <<= 1) {
        t[1 - from][l] = t[from][l] + (l >= s ? t[from][l - s] : 0);
        from = 1 - from;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    b[get_global_id(0)] = t[from][l];
}

// run 256 128 buf:512*u32=random,4 buf:512*u32
kernel void scan_blelloch(global const uint *a, global uint *b)
{
    local uint t[256];
    int l = get_local_id(0), base = get_group_id(0) * 256, offset = 1;
    t[2 * l] = a[base + 2 * l];
    t[2 * l + 1] = a[base + 2 * l + 1];
    for (int d = 128; d > 0; d >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d)
            t[offset * (2 * l + 2) - 1] += t[offset * (2 * l + 1) - 1];
        offset *= 2;
    }
    if (l == 0)
        t[255] = 0;
    for (int d = 1; d < 256; d *= 2) {
        offset >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) {
            uint v = t[offset * (2 * l + 1) - 1];
            t[offset * (2 * l + 1) - 1] = t[offset * (2 * l + 2) - 1];
            t[offset * (2 * l + 2) - 1] += v;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    b[base + 2 * l] = t[2 * l];
    b[base + 2 * l + 1] = t[2 * l + 1];
}

// run 512 128 buf:512*u8=random,5 buf:1024*u32
kernel void histogram_local(global const uchar *a, global uint *bins)
{
    local uint h[256];
    int l = get_local_id(0);
    h[l] = h[l + 128] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&h[a[get_global_id(0)]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    bins[get_group_id(0) * 256 + l] = h[l];
    bins[get_group_id(0) * 256 + l + 128] = h[l + 128];
}

// run 512 64 buf:512*u32=random,6 buf:16*u32
kernel void histogram_global(global const uint *a, global uint *bins)
{
    atomic_add(&bins[a[get_global_id(0)] >> 28], 1u);
}

// run 128 128 buf:256*u32=random,7 buf:256*u32
kernel void bitonic_local(global const uint *a, global uint *b)
{
    local uint t[256];
    int l = get_local_id(0);
    t[l] = a[l];
    t[l + 128] = a[l + 128];
    for (int size = 2; size <= 256; size <<= 1)
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            int i = 2 * l - (l & (stride - 1));
            bool up = (l & (size >> 1)) == 0;
            uint x = t[i], y = t[i + stride];
            if ((x > y) == up) {
                t[i] = y;
                t[i + stride] = x;
            }
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    b[l] = t[l];
    b[l + 128] = t[l + 128];
}

// run 256 64 buf:512*u32=random,8 i32:8 i32:4
kernel void bitonic_step(global uint *a, int size, int stride)
{
    int l = get_global_id(0), i = 2 * l - (l & (stride - 1));
    bool up = (l & (size >> 1)) == 0;
    uint x = a[i], y = a[i + stride];
    if ((x > y) == up) {
        a[i] = y;
        a[i + stride] = x;
    }
}

// run 256 64 buf:256*u32=random,9 buf:1024*u32 i32:4
kernel void radix_count(global const uint *keys, global uint *counts, int shift)
{
    local uint c[16];
    int l = get_local_id(0);
    if (l < 16)
        c[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&c[keys[get_global_id(0)] >> shift & 15]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16)
        counts[get_group_id(0) * 16 + l] = c[l];
}

// run 256 256 buf:256*u32=random,10 buf:256*u32 buf:4*u32
kernel void compact(global const uint *a, global uint *out, global uint *count)
{
    local uint t[256];
    int l = get_local_id(0);
    uint v = a[l], keep = v & 1;
    t[l] = keep;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 1; s < 256; s <<= 1) {
        uint other = l >= s ? t[l - s] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        t[l] += other;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (keep)
        out[t[l] - 1] = v;
    if (l == 255)
        count[0] = t[l];
}

// run 256 64 buf:256*u32=random,11 buf:4*u32
kernel void any_above(global const uint *a, volatile global uint *found)
{
    if (a[get_global_id(0)] > 0xf0000000u)
        atomic_or(found, 1u << (get_global_id(0) & 31));
}

// run 512 64 buf:513*u32=iota,0,2 buf:1026*u32=random,12 buf:512*u32=iota,0,1 buf:512*u32
kernel void frontier(global const uint *rows, global const uint *edges, global const uint *level, global uint *next)
{
    uint v = get_global_id(0);
    if (level[v] % 3 != 1)
        return;
    for (uint e = rows[v]; e < rows[v + 1]; e++)
        next[edges[e] & 511] = 1;
}

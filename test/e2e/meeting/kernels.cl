// Loops that begin with loops, and loads on one way of a branch that all lanes do where the ways meet (aliased.py):
// what -O0 computes.

// Two loops with one entry: each iteration of the outer one fills the whole array.
// run: chunks --global 16 --local 16 --arg buf:256*u32=iota,7,3 --arg buf:16*u32@print=u32,16 --arg i32:13
// run: chunks --global 16 --local 16 --arg buf:256*u32=iota,7,3 --arg buf:16*u32@print=u32,16 --arg i32:0
kernel void
chunks(global const uint *p, global uint *out, int n)
{
    int g = get_global_id(0);
    uint v[4] = {1, 2, 3, 4};
    p += g * 8;
    global const uint *end = p + n;
    do {
        for (int i = 0; i < 4; i++)
            v[i] = (v[i] ^ *p++) * 77;
    } while (p + 4 <= end);
    out[g] = v[0] + v[1] * 3 + v[2] * 5 + v[3] * 7;
}

// Three, whose ends lanes reach at different times.
// run: deep --global 64 --local 64 --arg buf:64*u32@print=u32,64 --arg i32:3
kernel void
deep(global uint *out, int n)
{
    int g = get_global_id(0);
    uint x = g, i = 0, j, k;
    do {
        j = 0;
        do {
            k = 0;
            do
                x = x * 5 + k;
            while (++k < (x & 3));
        } while (++j < (g & 3));
    } while (++i < n + (g >> 4));
    out[g] = x;
}

// Local memory; the sums' loads are those of the ways.
// run: prefix --global 64 --local 64 --arg buf:128*u32@print=u32,128
kernel void
prefix(global uint *out)
{
    local uint f[64];
    int l = get_local_id(0);
    f[l] = l * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint a = 0, b = 0;
    for (int i = 0; i < 16; i++) {
        a += i < l ? f[i] : 0;
        b += f[i];
    }
    out[l] = a;
    out[l + 64] = b;
}

// What one way writes, the other lanes and this one load where they meet.
// run: written --global 64 --local 64 --arg buf:64*i32=iota@print=i32,64 --arg buf:64*i32@print=i32,64
kernel void
written(global int *p, global int *out)
{
    int g = get_global_id(0), a = 0;
    if (g & 1)
        a = p[g] * 3;
    else
        p[g] = g * 7 + 1;
    out[g] = a + p[g];
}

// A way that leaves: its lanes would load what is not there.
// run: leaves --global 64 --local 64 --arg buf:16*i32=iota --arg buf:64*i32@print=i32,64 --arg i32:16
kernel void
leaves(global const int *p, global int *out, int n)
{
    int g = get_global_id(0), a = 1;
    if (g < 16)
        a = p[g] * 3;
    else if (g >= n)
        return;
    out[g] = a * 5 + p[g];
}

// A way with a barrier, after which memory holds something else.
// run: waits --global 64 --local 64 --arg buf:64*i32@print=i32,64 --arg i32:1
// run: waits --global 64 --local 64 --arg buf:64*i32@print=i32,64 --arg i32:0
kernel void
waits(global int *out, int c)
{
    local int f[64];
    int l = get_local_id(0), a = 0;
    f[l] = l;
    if (c) {
        barrier(CLK_LOCAL_MEM_FENCE);
        f[l ^ 1] = l * 100;
        barrier(CLK_LOCAL_MEM_FENCE);
    } else {
        a = f[l];
    }
    out[l] = a * 1000 + f[l];
}

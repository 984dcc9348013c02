// Loops that lanes leave in different iterations: behind them each has what it had in its own last one.

// run: bases --global 8 --local 8 --arg buf:64*i32=iota,3,5 --arg buf:8*i32@print=i32,8 --arg i32:40
kernel void
bases(global const int *p, global int *o, int n)
{
    int lid = get_local_id(0), s = 0;
    for (long i = 0; i < n; i++) {
        if ((p[i + (uint)lid] & 6) == 0 && (p[i + (uint)lid + 1] & 1) == (lid & 1)) {
            s = p[i + (uint)lid + 2];
            break;
        }
        s = s * 3 + 1;
    }
    o[lid] = s;
}

// run: nested --global 8 --local 8 --arg buf:64*i32=iota,3,5 --arg buf:8*i32@print=i32,8 --arg i32:5
kernel void
nested(global const int *p, global int *o, int n)
{
    int lid = get_local_id(0), s = 0;
    for (long i = 0; i < n; i++) {
        long j;
        for (j = 0; j < n; j++)
            if ((p[i * 5 + j + (uint)lid] & 24) == lid * 8 % 32)
                goto out;
        s = s * 3 + 1;
        continue;
    out:
        s += p[i * 5 + j + (uint)lid + 3];
    }
    o[lid] = s;
}

// A condition of the loop that is counted behind it: the lane's own, not the mask of the last iteration.
// run: counted --global 8 --local 8 --arg buf:16*i32=9 --arg buf:16*i32@print=i32,16
// gives: 1 101 201 301 401 501 601 701
kernel void
counted(global const int *p, global int *o)
{
    int lid = get_local_id(0), c, i = 0;
    do {
        c = p[i + lid] > 5;
        o[lid + 8] += c;
    } while (++i <= lid);
    o[lid] = lid * 100 + c;
}

// run: shared --global 8 --local 8 --arg buf:8*u32=iota,1,2 --arg buf:24*i32@print=i32,8
kernel void
shared(global const uint *p, global int *o)
{
    int lid = get_local_id(0), s = 100 * lid, i = 0;
    uint v;
    do {
        v = p[lid];
        if (v & 1)
            o[lid + 8 + i] = i;
    } while (++i <= lid);
    o[lid] = s - ((v & 1) ? 1 : 0);
}

// A scalar operand of a buffer that each lane has from its own last iteration.
// run: offsets --global 8 --local 8 --arg buf:64*i32=iota,100,1 --arg buf:16*i32@print=i32,8
// gives: 100 104 108 112 116 120 124 128
kernel void
offsets(global int *p, global int *o)
{
    int lid = get_local_id(0), i = 0, k;
    __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(p, 0, 256, 0x27000);
    do {
        k = i * 16;
        o[lid + 8] += k;
    } while (++i <= lid);
    o[lid] = __builtin_amdgcn_raw_buffer_load_b32(r, 0, k, 0);
}

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

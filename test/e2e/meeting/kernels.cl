// Loops that begin with loops (aliased.py): what -O0 computes.

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

// Loads of the next iteration: nothing is read behind what the program reads.  Buffers end there.

// Each lane finds it elsewhere, the last one in the last bytes; then nowhere.
// run: find --global 4 --local 4 --arg buf:39*u8=iota,0,1 --arg buf:4*u32@print=u32,4 --arg i32:3
// run: find --global 1 --local 1 --arg buf:32*u8=iota,3,4 --arg buf:4*u32@print=u32,4 --arg i32:3
// run: find --global 1 --local 1 --arg buf:30*u8=iota,3,4 --arg buf:4*u32@print=u32,4 --arg i32:3
kernel void
find(global const uchar *text, global uint *out, int mask)
{
    int g = get_global_id(0) * 11;
    uint found = 99;
    for (int i = 0; i + 3 <= 32; i++) {
        int k = 0;
        while (k < 3 && (text[g + i + k] & mask) == k)
            k++;
        if (k == 3) {
            found = i;
            break;
        }
    }
    out[get_global_id(0)] = found;
}

// It may leave before it has loaded what would be next.
// run: before --arg buf:6*u8=iota,0,1 --arg buf:8*u32=iota --arg buf:1*u32@print=u32,1 --arg u32:5
// run: before --arg buf:100*u8=iota,0,1 --arg buf:8*u32=iota --arg buf:1*u32@print=u32,1 --arg u32:200
kernel void
before(global const uchar *p, global const uint *t, global uint *q, uint x)
{
    int g = get_global_id(0);
    uint s = 0;
    for (int i = 0; i < 100; i++) {
        uint v = p[g + i];
        if (v == x)
            break;
        s = s * 3 + t[v & 7];
    }
    q[g] = s;
}

// The exit comes first.
// run: first --arg buf:6*u8=iota,0,1 --arg buf:8*u32=iota --arg buf:1*u32@print=u32,1 --arg i32:6
kernel void
first(global const uchar *p, global const uint *t, global uint *q, int x)
{
    int g = get_global_id(0);
    uint s = 0;
    for (int i = 0; i < 100; i++) {
        if (i == x)
            break;
        s = s * 3 + t[p[g + i] & 7];
    }
    q[g] = s;
}

// The same on one of two ways.
// run: one_way --arg buf:6*u8=iota,0,1 --arg buf:1*u32@print=u32,1 --arg u32:5 --arg u32:1
// run: one_way --arg buf:7*u8=iota,0,1 --arg buf:1*u32@print=u32,1 --arg u32:5 --arg u32:0
kernel void
one_way(global const uchar *p, global uint *q, uint x, uint way)
{
    int g = get_global_id(0);
    uint s = 0;
    for (int i = 0; i < 100; i++) {
        uint v = p[g + i], w = 7;
        if (way == 0)
            w = p[g + i + 1];
        s = s * 3 + w;
        if (v == x)
            break;
    }
    q[g] = s;
}

// Both ways, by two, downwards, and only half of it.
// run: both_ways --arg buf:10*u16=iota,0,1 --arg buf:1*u32@print=u32,1 --arg u32:4
// run: both_ways --arg buf:10*u16=iota,0,1 --arg buf:1*u32@print=u32,1 --arg u32:5
// run: both_ways --arg buf:60*u16=iota,0,1 --arg buf:1*u32@print=u32,1 --arg u32:99
kernel void
both_ways(global const ushort *p, global uint *q, uint x)
{
    int g = get_global_id(0);
    uint s = 0;
    for (int i = 0; i < 49; i++) {
        uint v = p[g + i], w;
        if (v & 1) {
            w = p[g + i + 1];
            if (v == x)
                break;
        } else {
            w = p[g + i + 1] * 5;
            if (v == x)
                break;
        }
        s = s * 3 + w;
    }
    q[g] = s;
}

// run: by_two --arg buf:8*u8=iota,0,1 --arg buf:1*u32@print=u32,1 --arg u32:6
kernel void
by_two(global const uchar *p, global uint *q, uint x)
{
    int g = get_global_id(0);
    uint s = 0;
    for (int i = 0; i < 100; i += 2) {
        uint v = p[g + i];
        if (v >= x && p[g + i + 1] > x)
            break;
        s = s * 3 + v;
    }
    q[g] = s;
}

// run: half_of_it --arg buf:9*u16=iota,0,1 --arg buf:1*u32@print=u32,1 --arg u32:7
kernel void
half_of_it(global const uchar *p, global uint *q, uint x)
{
    int g = get_global_id(0);
    uint s = 0;
    for (int i = 0; i < 100; i++) {
        uint v = *(global const ushort *)(p + 2 * (g + i));
        if (v >= x && p[2 * (g + i) + 2] > x)
            break;
        s = s * 3 + v;
    }
    q[g] = s;
}

// Loops that may not run, and run as often as there is memory; lanes that do so unlike each other.
// run: gather --arg buf:1*i32=5 --arg buf:8*i32=iota,1,1 --arg buf:1*i32@print=i32,1 --arg i32:100 --arg i32:100 --arg i32:0
// run: gather --arg buf:1*i32=5 --arg buf:8*i32=iota,1,1 --arg buf:1*i32@print=i32,1 --arg i32:0 --arg i32:1 --arg i32:0
// run: gather --arg buf:7*i32=iota,3,5 --arg buf:8*i32=iota,1,1 --arg buf:1*i32@print=i32,1 --arg i32:0 --arg i32:7 --arg i32:0
// run: gather --global 8 --local 8 --arg buf:7*i32=iota,3,5 --arg buf:8*i32=iota,1,1 --arg buf:8*i32@print=i32,8 --arg i32:0 --arg i32:0 --arg i32:1
kernel void
gather(global const int *restrict p, global const int *restrict t, global int *restrict q, int first, int n, int more)
{
    int g = get_global_id(0), s = 0;
    for (int i = first + g * 0; i < n + g * more; i++)
        s = s * 3 ^ t[p[i + (g & 0)] & 7];
    q[g] = s;
}

// Much to do in an iteration.
// run: work --arg buf:1*u32=5 --arg buf:1*u32@print=u32,1 --arg i32:100 --arg i32:100
// run: work --arg buf:13*u32=iota,5,77 --arg buf:1*u32@print=u32,1 --arg i32:0 --arg i32:13
// run: work --arg buf:4*u32=iota,5,77 --arg buf:1*u32@print=u32,1 --arg i32:3 --arg i32:4
kernel void
work(global const uint *restrict p, global uint *restrict q, int i, int n)
{
    int g = get_global_id(0);
    uint s = 0;
    for (; i < n; i++) {
        uint v = p[g + i];
        v = v * 7u + (v >> 3) ^ 11u, v = v * 5u + (v >> 7) ^ 12u, v = v * 3u + (v >> 9) ^ 13u;
        v = v * 7u + (v >> 3) ^ 14u, v = v * 5u + (v >> 7) ^ 15u, v = v * 3u + (v >> 9) ^ 16u;
        v = v * 7u + (v >> 3) ^ 17u, v = v * 5u + (v >> 7) ^ 18u, v = v * 3u + (v >> 9) ^ 19u;
        v = v * 7u + (v >> 3) ^ 20u, v = v * 5u + (v >> 7) ^ 21u, v = v * 3u + (v >> 9) ^ 22u;
        v = v * 7u + (v >> 3) ^ 23u, v = v * 5u + (v >> 7) ^ 24u, v = v * 3u + (v >> 9) ^ 25u;
        s ^= v;
    }
    q[g] = s;
}

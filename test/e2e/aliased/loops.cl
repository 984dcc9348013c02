// Loops whose pointers may meet, and do (aliased.py): what -O0 computes.

// The test where a loop begins is not the one that ends it.
// run: inner_test --arg buf:32*i32=iota@print=i32,32 --arg same:0@at=20 --arg i32:9 --arg i32:2
kernel void
inner_test(global int *q, global int *p, int n, int k)
{
    int i = 0;
    do {
        int v = p[0];
        if (i < k)
            q[i] = v + 1;
        else
            q[i] = v * 3;
        i++;
    } while (i < n);
}

// The counter of a loop behind it.
// run: counted --arg buf:32*i32=iota@print=i32,32 --arg same:0@at=20 --arg i32:3 --arg i32:5
kernel void
counted(global int *q, global int *p, int n, int m)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        int j;
        for (j = 0; j < m; j++)
            s ^= j;
        q[j] = s + p[0];
    }
}

// Bounds larger than memory, of loops that are left before.
// run: endless --arg buf:32*i32=iota@print=i32,32 --arg same:0 --arg i32:2 --arg i32:5
kernel void
endless(global int *q, global int *p, int n, int k)
{
    for (int i = 0; i < n; i++)
        for (ulong j = 0; j < ULONG_MAX; j++) {
            q[j] = k * 3 + i;
            int v = p[j];
            q[j + 1] = v;
            if (v == k || j == 4)
                break;
        }
}

// run: far --arg buf:32*i32=iota@print=i32,32 --arg same:0 --arg i32:2 --arg i32:5 --arg i64:0x7fffffffffffffff
// run: far --arg buf:32*i32=iota@print=i32,32 --arg same:0 --arg i32:2 --arg i32:5 --arg i64:0x4000000000000000
// run: far --arg buf:32*i32=iota@print=i32,32 --arg same:0 --arg i32:2 --arg i32:5 --arg i64:-1
kernel void
far(global int *q, global int *p, int n, int k, ulong m)
{
    for (int i = 0; i < n; i++)
        for (ulong j = 0; j < m; j++) {
            q[j] = k * 3 + i;
            int v = p[j];
            q[j + 1] = v;
            if (v == k || j == 4)
                break;
        }
}

// What the head of a loop does is done once more than the loop runs, also if it does not.
// run: none --arg buf:32*i32=iota@print=i32,32 --arg same:0 --arg buf:1*i32=3@print=i32,1 --arg i64:-1
// run: none --arg buf:32*i32=iota@print=i32,32 --arg same:0 --arg buf:1*i32=3@print=i32,1 --arg i64:5
kernel void
none(global int *q, global int *p, global int *r, long n)
{
    int s = 0;
    for (long i = 0; q[i] = 100, s += p[i], i < n; i++)
        s *= 3;
    r[0] = s;
}

// Counters that are pointers.
// run: walked --arg buf:32*i32=iota@print=i32,32 --arg same:0@at=3 --arg i32:19
kernel void
walked(global uchar *q, global uchar *p, int n)
{
    for (global uchar *e = p + n; p < e; p++)
        *q++ = *p + 1;
}

// Loads of the next iteration: the loop is not over where an inner test says so.
// run: ahead --arg buf:16*i32=iota@print=i32,16 --arg buf:64*i32=iota,7,3 --arg i32:9
kernel void
ahead(global int *restrict q, global const int *restrict p, int n)
{
    int i = 0, s = 0, g = get_global_id(0);
    do {
        if (i < 4)
            q[g * 16 + i] = s;
        s = s * 3 ^ p[g * 64 + i];
        i++;
    } while (i < n);
    q[g * 16 + 8] = s;
}

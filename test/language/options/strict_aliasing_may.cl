// -cl-strict-aliasing: what may alias all the same.
// options: -cl-strict-aliasing
// kernel: test
// arg: int r[5]
// arg: int p[4] = 1 2 3 4
union either { int i; float f; };
kernel void
test(global int *r, global int *p)
{
    global uchar *bytes = (global uchar *)p;
    global union either *u = (global union either *)(p + 1);
    global uint *same = (global uint *)(p + 2);
    global int4 *all = (global int4 *)p;
    int before = p[0];
    bytes[0] = 7;
    r[0] = p[0] + before;                  //= 8
    u->f = 1.0f;
    r[1] = u->i;                           //= 0x3f800000
    p[2] = 5;
    same[0] += 4;
    r[2] = p[2];                           //= 9
    int4 v = *all;
    p[3] = 6;
    r[3] = all->w + v.w;                   //= 10
    all->x = 11;
    r[4] = p[0];                           //= 11
}
// expect: p[0] = 11 0x3f800000 9 6

// Loops that are unrolled in steps: bounds near the ends of int and uint, counts that leave a rest or none.
// kernel: counts global=6 local=6
// arg: int r[6]
// arg: uint u[6]
// arg: int a[8] = 1 1 1 1 1 1 1 1
// arg: int start[6] = -2147483648 -2147483648 -2147483647 2147483640 5 0
// arg: int end[6] = -2147483647 -2147483644 -2147483648 2147483647 5 9
// expect: r[0] = 1 4 0 7 0 9
// expect: u[0] = 1 4 4294967295 7 0 9
// kernel: known global=1 local=1
// arg: int r[6]
// arg: int a[8] = 1 1 1 1 1 1 1 1
// expect: r[0] = 1000 1023 1001 7 334 400
kernel void
counts(global int *r, global uint *u, global const int *a, global const int *start, global const int *end)
{
    int id = get_global_id(0), sum = 0;
    uint usum = 0;
    for (int i = start[id]; i < end[id]; i++)
        sum += a[i & 7];
    r[id] = sum;
    for (uint i = (uint)start[id]; i < (uint)end[id] && (id != 2); i++)
        usum += a[i & 7];
    u[id] = id == 2 ? (uint)end[id] - (uint)start[id] : usum;
}

kernel void
known(global int *r, global const int *a)
{
    int s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0;
    for (int i = 0; i < 1000; i++)
        s0 += a[i & 7];
    for (int i = -6; i < 1017; i++)
        s1 += a[i & 7];
    for (int i = 0; i < 2002; i += 2)
        s2 += a[i & 7];
    for (uint i = 0xfffffff8u; i < 0xffffffffu; i++)
        s3 += a[i & 7];
    for (uint i = 0; i < 1000; i += 3)
        s4 += a[i & 7];
    for (int i = -800; i < 800; i += 4)
        s5 += a[i & 7];
    r[0] = s0;
    r[1] = s1;
    r[2] = s2;
    r[3] = s3;
    r[4] = s4;
    r[5] = s5;
}

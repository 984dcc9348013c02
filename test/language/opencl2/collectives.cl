// Work-group functions across waves: votes, broadcasts, reductions, scans.
// options: -cl-std=CL2.0
// kernel: reduce global=200,2 local=100,2
// arg: int r[12]
// arg: float f[4]
kernel void
reduce(global int *r, global float *f)
{
    int i = (int)get_local_linear_id(), g = (int)get_group_id(0);
    int sum = work_group_reduce_add(i), least = work_group_reduce_min(i - g), most = work_group_reduce_max(i);
    int all = work_group_all(i < 199 + g), any = work_group_any(i == 199 && g == 1);
    int from = work_group_broadcast(i, 20, 1);
    float real = work_group_reduce_max((float)i * 0.5f);
    float low = work_group_reduce_min(-0.25f * i);
    if (i == 77) {
        r[6 * g] = sum;
        r[6 * g + 1] = least;
        r[6 * g + 2] = most;
        r[6 * g + 3] = all;
        r[6 * g + 4] = any;
        r[6 * g + 5] = from;
        f[2 * g] = real;
        f[2 * g + 1] = low;
    }
}
// expect: r[0] = 19900 0 199 0 0 120 19900 -1 199 1 1 120
// expect: f[0] = 99.5 -49.75 99.5 -49.75
// kernel: scan global=200 local=200
// arg: int r[8]
// arg: long l[2]
kernel void
scan(global int *r, global long *l)
{
    int i = (int)get_local_id(0);
    int inclusive = work_group_scan_inclusive_add(1), exclusive = work_group_scan_exclusive_add(1);
    int most = work_group_scan_inclusive_max(i % 100), before = work_group_scan_exclusive_max(i - 50);
    long wide = work_group_scan_exclusive_min((long)-i << 32);
    if (i == 0 || i == 150) {
        int at = i == 0 ? 0 : 4;
        r[at] = inclusive;
        r[at + 1] = exclusive;
        r[at + 2] = most;
        r[at + 3] = before;
        l[at / 4] = wide;
    }
}
// expect: r[0] = 1 0 0 0x80000000 151 150 99 99
// expect: l[0] = 0x7fffffffffffffff -639950127104

// Sub-groups are waves: ids, votes, broadcasts, reductions, scans; the last wave is not full.
// options: -cl-std=CL2.0
// kernel: ids global=100 local=100
// arg: uint r[600]
kernel void
ids(global uint *r)
{
    uint i = get_local_id(0), n = get_local_size(0);
    r[i] = get_sub_group_local_id() == (i & 63);
    r[n + i] = get_sub_group_id();
    r[2 * n + i] = get_sub_group_size();
    r[3 * n + i] = get_max_sub_group_size();
    r[4 * n + i] = get_num_sub_groups();
    r[5 * n + i] = get_enqueued_num_sub_groups();
}
// expect: r[0] = 1*100
// expect: r[100] = 0*64 1*36 64*64 36*36 64*100 2*100 2*100
// kernel: votes global=100 local=100
// arg: int r[4]
kernel void
votes(global int *r)
{
    uint i = get_local_id(0);
    int all = sub_group_all(i < 99), any = sub_group_any(i == 99);
    if (i == 0)
        r[0] = all * 2 + any; //= 2
    if (i == 64)
        r[1] = all * 2 + any; //= 1
    uint from = sub_group_broadcast(i, 35);
    if (i == 1)
        r[2] = (int)from;     //= 35
    if (i == 99)
        r[3] = (int)from;     //= 99
}
// kernel: sums global=70 local=70
// arg: int r[14]
// arg: long l[4]
// arg: float f[4]
// arg: double d[2]
kernel void
sums(global int *r, global long *l, global float *f, global double *d)
{
    int i = (int)get_local_id(0);
    int sum = sub_group_reduce_add(i), least = sub_group_reduce_min(i), most = sub_group_reduce_max(-i);
    int inclusive = sub_group_scan_inclusive_add(i), exclusive = sub_group_scan_exclusive_add(i);
    int none = sub_group_scan_exclusive_max(i);
    long wide = sub_group_reduce_add((long)i << 33);
    float real = sub_group_scan_inclusive_max(i == 5 ? 7.5f : -1.0f);
    float low = sub_group_scan_exclusive_min((float)i);
    double twice = sub_group_reduce_add(0.5 * i);
    if (i == 0 || i == 64) {
        int w = i / 64;
        r[7 * w] = sum;
        r[7 * w + 1] = least;
        r[7 * w + 2] = most;
        r[7 * w + 3] = none;
        l[2 * w] = wide;
        f[2 * w + 1] = low;
        d[w] = twice;
    }
    if (i == 10 || i == 69) {
        int w = i / 64;
        r[7 * w + 4] = inclusive;
        r[7 * w + 5] = exclusive;
        r[7 * w + 6] = none;
        l[2 * w + 1] = -1;
        f[2 * w] = real;
    }
}
// expect: r[0] = 2016 0 0 0x80000000 55 45 9 399 64 -64 0x80000000 399 330 68
// expect: l[0] = 17317308137472 -1 3427383902208 -1
// expect: f[0] = 7.5 inf -1 inf
// expect: d[0] = 1008 199.5
// kernel: exchange global=100 local=100
// arg: int r[200]
kernel void
exchange(global int *r)
{
    local int a[100];
    int i = get_local_id(0), first = i / 64 * 64, size = get_sub_group_size();
    int next = first + (i - first + 1) % size;
    a[i] = i;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    r[i] = a[next] - i;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_sub_group);
    a[i] = r[next];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    r[100 + i] = a[next];
}
// expect: r[0] = 1*63 -63 1*35 -35
// expect: r[100] = 1*61 -63 1 1 1*33 -35 1 1

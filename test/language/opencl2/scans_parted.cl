// Reductions and scans where lanes have parted: of those that are there.  OpenCL leaves it undefined.
// options: -cl-std=CL2.0
// kernel: third global=100 local=100
// arg: int r[100]
kernel void
third(global int *r)
{
    int i = (int)get_local_id(0), first = i / 64 * 64, wrong = 0;
    if (i % 3 == 1) {
        int sum = 0, before = INT_MIN;
        long least = LONG_MAX;
        for (int k = first; k < 100 && k < first + 64; k++) {
            sum += k % 3 == 1 ? k : 0;
            least = k % 3 == 1 && k <= i ? -k : least;
            before = k % 3 == 1 && k < i ? k : before;
        }
        wrong |= sub_group_reduce_add(i) != sum;
        wrong |= (sub_group_scan_inclusive_min((long)-i) != least) << 1;
        wrong |= (sub_group_scan_exclusive_max(i) != before) << 2;
    } else if (i < 50) {
        float sum = 0;
        for (int k = first; k < 50; k++)
            sum += k % 3 == 1 ? 0 : k;
        wrong |= (sub_group_reduce_add((float)i) != sum) << 3;
    }
    r[i] = wrong;
}
// expect: r[0] = 0*100
// kernel: rest global=100 local=100
// arg: int r[100]
kernel void
rest(global int *r)
{
    int i = (int)get_local_id(0), n = i < 64 ? 64 : 90;
    r[i] = -1;
    if (i >= 90)
        return;
    r[i] = sub_group_reduce_max(i) - (n - 1);
    for (int k = 0; k < (i & 3); k++)
        r[i] += sub_group_reduce_add(1) - sub_group_scan_inclusive_add(1) < 0;
}
// expect: r[0] = 0*90 -1*10
// kernel: loop global=64 local=64
// arg: int r[64]
kernel void
loop(global int *r)
{
    int i = (int)get_local_id(0), n = 0;
    for (int k = 0; k < i; k++)
        n += sub_group_reduce_add(1);
    r[i] = n - (64 * 63 / 2 - (63 - i) * (64 - i) / 2);
}
// expect: r[0] = 0*64

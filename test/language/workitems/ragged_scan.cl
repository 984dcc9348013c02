// Scans in work-groups of which the last ones are smaller.
// options: -cl-std=CL2.0
// kernel: scan global=200 local=128
// arg: int r[200]
kernel void
scan(global int *r)
{
    int id = (int)get_local_id(0);
    int sum = work_group_scan_inclusive_add(id), before = work_group_scan_exclusive_add(1);
    r[get_global_id(0)] = sum == id * (id + 1) / 2 && before == id;
}
// expect: r[0] = 1*200

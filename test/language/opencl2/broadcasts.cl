// Broadcasts to a work-group of one wave and of several, in one, two and three dimensions.
// options: -cl-std=CL2.0
// kernel: broadcasts global=33 local=33
// arg: int r[33]
// expect: r[0] = 0*33
// kernel: broadcasts global=130 local=65
// arg: int r[130]
// expect: r[0] = 0*130
// kernel: broadcasts global=12,4 local=6,4
// arg: int r[48]
// expect: r[0] = 0*48
// kernel: broadcasts global=24,16 local=24,8
// arg: int r[384]
// expect: r[0] = 0*384
// kernel: broadcasts global=5,4,3 local=5,4,3
// arg: int r[60]
// expect: r[0] = 0*60
// kernel: broadcasts global=5,8,6 local=5,8,6
// arg: int r[240]
// expect: r[0] = 0*240
kernel void
broadcasts(global int *r)
{
    uint x = get_local_id(0), y = get_local_id(1), z = get_local_id(2), wrong = 0;
    uint i = (uint)(get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
    uint last_x = get_local_size(0) - 1, last_y = get_local_size(1) - 1, last_z = get_local_size(2) - 1;
    int id = (int)(x + 100 * y + 10000 * z + 1000000 * get_group_id(0)), base = 1000000 * (int)get_group_id(0);
    double real = id * 0.5;
    if (get_work_dim() == 1)
        wrong |= work_group_broadcast(id, last_x) != base + last_x;
    if (get_work_dim() <= 2)
        wrong |= (work_group_broadcast(id, last_x - 1, last_y) != base + last_x - 1 + 100 * last_y) << 1;
    wrong |= (work_group_broadcast(id, 2, last_y, last_z) != base + 2 + 100 * last_y + 10000 * last_z) << 2;
    wrong |= (work_group_broadcast(real, 3, 0, last_z) != 0.5 * (base + 3 + 10000 * (int)last_z)) << 3;
    r[i] = (int)wrong;
}

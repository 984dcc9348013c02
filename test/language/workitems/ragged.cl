// From OpenCL C 2.0 on the last work-group of a dimension may be smaller than the others.
// options: -cl-std=CL2.0
// kernel: sizes global=200,3 local=128,2
// arg: ulong r[48]
kernel void
sizes(global ulong *r)
{
    size_t group = get_group_id(1) * get_num_groups(0) + get_group_id(0);
    if (get_local_linear_id() == 0) {
        r[12 * group] = get_local_size(0);
        r[12 * group + 1] = get_local_size(1);
        r[12 * group + 2] = get_local_size(2);
        r[12 * group + 3] = get_enqueued_local_size(0);
        r[12 * group + 4] = get_enqueued_local_size(1);
        r[12 * group + 5] = get_num_groups(0);
        r[12 * group + 6] = get_num_groups(1);
        r[12 * group + 7] = get_global_id(0);
        r[12 * group + 8] = get_global_id(1);
        r[12 * group + 9] = get_global_size(0);
        r[12 * group + 10] = get_local_size(3);
        r[12 * group + 11] = get_enqueued_local_size(3);
    }
}
// expect: r[0] = 128 2 1 128 2 2 2 0 0 200 1 1
// expect: r[12] = 72 2 1 128 2 2 2 128 0 200 1 1
// expect: r[24] = 128 1 1 128 2 2 2 0 2 200 1 1
// expect: r[36] = 72 1 1 128 2 2 2 128 2 200 1 1
//
// kernel: collectives global=200,3 local=128,2
// arg: int r[24]
kernel void
collectives(global int *r)
{
    local int last;
    int group = (int)(get_group_id(1) * get_num_groups(0) + get_group_id(0));
    int id = (int)get_local_linear_id();
    int count = work_group_reduce_add(1);
    int first = work_group_broadcast(id, 0, 0);
    int all = work_group_all(id < count);
    if (id == count - 1)
        last = count;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id == 0) {
        r[6 * group] = count;
        r[6 * group + 1] = last;
        r[6 * group + 2] = first;
        r[6 * group + 3] = all;
        r[6 * group + 4] = (int)get_num_sub_groups();
        r[6 * group + 5] = (int)get_enqueued_num_sub_groups();
    }
}
// expect: r[0] = 256 256 0 1 4 4
// expect: r[6] = 144 144 0 1 3 4
// expect: r[12] = 128 128 0 1 2 4
// expect: r[18] = 72 72 0 1 2 4
//
// kernel: copied global=200 local=128
// arg: int in[200] = 7*199 9
// arg: int r[200]
kernel void
copied(global const int *in, global int *r)
{
    local int part[128];
    size_t group = get_group_id(0), count = get_local_size(0);
    event_t event = async_work_group_copy(part, in + group * 128, count, 0);
    wait_group_events(1, &event);
    r[get_global_id(0)] = part[count - 1 - get_local_id(0)];
}
// expect: r[0] = 7*128
// expect: r[128] = 9 7*71
//
// kernel: sub_groups global=72 local=72
// arg: int r[72]
kernel void
sub_groups(global int *r)
{
    r[get_global_id(0)] = (int)(get_sub_group_size() * 100 + get_max_sub_group_size());
}
// expect: r[0] = 6464*64 864*8

// event_t: asynchronous copies of groups, waited for one by one and together, chained, in arrays.
// kernel: test global=8 local=4
// arg: int r[8]
// arg: int in[8] = 1 2 3 4 5 6 7 8
// arg: int2 back[4]
kernel void
test(global int *r, global const int *in, global int2 *back)
{
    local int tile[8];
    local int2 pairs[2];
    event_t events[2], one = 0;
    int group = get_group_id(0), me = get_local_id(0);
    one = async_work_group_copy(tile, in + group * 4, 4, one);
    wait_group_events(1, &one);
    events[0] = async_work_group_copy(tile + 4, in + 4 - group * 4, 4, 0);
    events[1] = async_work_group_strided_copy((local int *)pairs, in, 4, 2, 0);
    wait_group_events(2, events);
    r[group * 4 + me] = tile[me] * 100 + tile[7 - me] * 10 + ((local int *)pairs)[me];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me == 0)
        pairs[0].y = group;
    barrier(CLK_LOCAL_MEM_FENCE);
    one = async_work_group_copy(back + group * 2, pairs, (size_t)2, (event_t)0);
    wait_group_events(1, &one);
}
// expect: r[0] = 181 273 365 457 541 633 725 817
// expect: back[0] = 1 0 5 7 1 1 5 7

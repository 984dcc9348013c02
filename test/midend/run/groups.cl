/*!
[config]
name: Work-groups: asynchronous copies, ids, barriers in loops, local atomics
dimensions: 2
global_size: 8 4 0
local_size: 4 2 0

[test]
name: asynchronous copies
kernel_name: copies
arg_in: 1 buffer float4[4] 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
arg_out: 0 buffer float4[4] 13 14 15 16 9 10 11 12 5 6 7 8 1 2 3 4
arg_out: 2 buffer short[8] 0 3 6 9 12 15 18 21
arg_in: 3 buffer short[24] 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23

[test]
name: ids
kernel_name: ids
arg_out: 0 buffer int[32] 0 1001 2002 3003 10000 11001 12002 13003 100004 101005 102006 103007 110004 111005 112006 113007 200000 201001 202002 203003 210000 211001 212002 213003 300004 301005 302006 303007 310004 311005 312006 313007
arg_out: 1 buffer int[8] 2 8 4 1 4 2 2 1

[test]
name: reduction
kernel_name: reduce
arg_in: 1 buffer int[32] repeat 1 2 3 4 5 6 7 8
arg_out: 0 buffer int[4] 20 52 20 52
!*/

kernel void
copies(global float4 *out, global float4 *in, global short *narrow, global short *from)
{
    local float4 stage[4];
    local short few[8];
    event_t e = async_work_group_copy(stage, in, 4, 0);
    wait_group_events(1, &e);
    int i = get_local_id(0);
    private float4 mine = stage[3 - i];
    barrier(CLK_LOCAL_MEM_FENCE);
    stage[i] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out, stage, 4, 0);
    e = async_work_group_strided_copy(few, from, 8, 3, e);
    wait_group_events(1, &e);
    async_work_group_copy(narrow, few, 8, 0);
}

kernel void
ids(global int *out, global int *sizes)
{
    int x = get_global_id(0), y = get_global_id(1);
    int linear = get_local_id(1) * get_local_size(0) + get_local_id(0);
    out[y * get_global_size(0) + x] =
        y * 100000 + get_group_id(0) * 10000 + get_local_id(0) * 1000 + linear;
    if (x == 0 && y == 0) {
        sizes[0] = get_work_dim();
        sizes[1] = get_global_size(0);
        sizes[2] = get_global_size(1);
        sizes[3] = get_global_size(2);
        sizes[4] = get_local_size(0);
        sizes[5] = get_num_groups(0);
        sizes[6] = get_num_groups(1);
        sizes[7] = get_num_groups(7) + get_local_id(9) + get_global_id(3);
    }
}

kernel void
reduce(global int *out, global int *in)
{
    local int partial[8];
    int x = get_local_id(0), y = get_local_id(1), i = y * 4 + x;
    partial[i] = in[get_global_id(1) * 8 + get_global_id(0)];
    for (int step = 4; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < step)
            partial[i] += partial[i + step];
    }
    if (i == 0)
        out[get_group_id(1) * 2 + get_group_id(0)] = partial[0];
}

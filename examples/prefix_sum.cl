// Inclusive prefix sum: scan_blocks scans each work-group's block (W. D. Hillis and G. L. Steele,
// 1986) and leaves its total; the host scans the totals; add_totals adds them to the later blocks.
__kernel void
scan_blocks(__global const uint *in, __global uint *out, __global uint *totals, __local uint *buffer)
{
    uint i = get_local_id(0), size = get_local_size(0);
    uint value = in[get_global_id(0)];

    buffer[i] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < size; step *= 2) {
        uint left = i >= step ? buffer[i - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += left;
        buffer[i] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = value;
    if (i == size - 1)
        totals[get_group_id(0)] = value;
}

__kernel void
add_totals(__global uint *out, __global const uint *before)
{
    out[get_global_id(0)] += before[get_group_id(0)];
}

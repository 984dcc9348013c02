// Sums a vector: each work-group leaves one partial sum, adding pairs in local memory as a tree.
__kernel void
reduction(__global const int *values, uint n, __global int *partial, __local int *scratch)
{
    uint local_id = get_local_id(0), size = get_local_size(0);
    int sum = 0;

    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        sum += values[i];
    scratch[local_id] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = size / 2; step > 0; step /= 2) {
        if (local_id < step)
            scratch[local_id] += scratch[local_id + step];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (local_id == 0)
        partial[get_group_id(0)] = scratch[0];
}

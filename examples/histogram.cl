// 256 bins: counted per work-group in local memory, then added to the result in global memory.
#define BINS 256

__kernel void
histogram(__global const uchar4 *data, uint n, __global uint *bins)
{
    __local uint counts[BINS];
    uint local_id = get_local_id(0), size = get_local_size(0);

    for (uint i = local_id; i < BINS; i += size)
        counts[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        uchar4 four = data[i];
        atomic_inc(&counts[four.x]);
        atomic_inc(&counts[four.y]);
        atomic_inc(&counts[four.z]);
        atomic_inc(&counts[four.w]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = local_id; i < BINS; i += size)
        if (counts[i])
            atomic_add(&bins[i], counts[i]);
}

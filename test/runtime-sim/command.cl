/* What `gcnsim list` and `gcnsim run` want to see: attributes, kinds of arguments, types. */
__kernel void __attribute__((reqd_work_group_size(4, 2, 1), vec_type_hint(float4)))
kinds(__global const float *restrict input, __constant int *table, __local float *scratch, float4 four,
      int count, read_only image2d_t image, sampler_t sampler, __global volatile uint *output)
{
    uint id = get_global_id(0) + 4 * get_global_id(1);
    output[id] = id + count + (uint)four.y + table[0];
}

__kernel void __attribute__((work_group_size_hint(64, 1, 1)))
typed(float f, int i, uint3 u, __global float *out)
{
    out[get_global_id(0)] = f + i + u.z;
}

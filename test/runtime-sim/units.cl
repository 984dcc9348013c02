/* What only clang's builtins and image1d_buffer_t reach: buffers with a format, exchanges between
 * lanes, the counter of an LDS append, global wave sync, scalar clocks. */
__kernel void
fetch(read_only image1d_buffer_t image, __global float4 *out)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, (int)i);
}

__kernel void
put(write_only image1d_buffer_t image, __global const float4 *in)
{
    size_t i = get_global_id(0);
    write_imagef(image, (int)i, in[i]);
}

__kernel void
exchange(__global int *out)
{
    int i = (int)get_global_id(0);
    out[i] = __builtin_amdgcn_ds_swizzle(i, 0x401f); /* swaps halves of 32 lanes */
}

__kernel void
append(__global int *out)
{
    __local int count;
    int i = (int)get_local_id(0), old = -1;
    if (i == 0)
        count = 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i & 1)
        old = __builtin_amdgcn_ds_append(&count);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[2 * i] = old;
    out[2 * i + 1] = count;
}

/* Both waves of the work-group meet at a barrier of two. */
__kernel void
meet(__global int *out)
{
    int i = (int)get_global_id(0);
    if (i < 64) {
        __builtin_amdgcn_ds_gws_init(1, 0);
        out[i] = i + 1;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    __builtin_amdgcn_ds_gws_barrier(1, 0);
    if (i >= 64)
        out[i] = out[i - 64];
}

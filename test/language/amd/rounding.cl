// What rounds stays where the mode is set for it, though its result is put together with others later.
// targets: gfx803 gfx900
// kernel: test global=1 local=1
// arg: uint r[1]
// arg: float a[2] = 0x1.00f766p+0 0x1.00f766p+0
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void
test(global uint *r, global const float *a)
{
    size_t i = get_global_id(0);
    float x = a[i], y = a[i + 1];
    __builtin_amdgcn_s_setreg(0x801 | (3 << 11), 15); /* towards 0 */
    ushort low = as_ushort((half)x), high = as_ushort((half)y);
    __builtin_amdgcn_s_setreg(0x801 | (3 << 11), 0);
    r[i] = low | (uint)high << 16;
}
// expect: r[0] = 0x3c033c03

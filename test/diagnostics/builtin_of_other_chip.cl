// options: -mcpu=gfx900 -o /dev/null
kernel void k(global int *o)
{
    o[0] = __builtin_amdgcn_sdot4(o[1], o[2], o[3], 0); // error: '__builtin_amdgcn_sdot4' needs 'v_dot4_i32_i8
}

// options: -c -o /dev/null -mcpu=gfx700
kernel void k(global int *p)
{
    p[0] = __builtin_amdgcn_ds_bpermute(4, p[1]); // error: gfx700 has no instruction 'ds_bpermute_b32'
}

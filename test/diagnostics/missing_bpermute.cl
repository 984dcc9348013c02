// options: -c -o /dev/null -mcpu=gfx700
kernel void k(global int *p)
{
    p[0] = __builtin_amdgcn_ds_bpermute(4, p[1]); // error: '__builtin_amdgcn_ds_bpermute' needs target feature ds_bpermute_b32
    p[1] = __builtin_amdgcn_perm(p[0], p[1], 0x01050302); // error: '__builtin_amdgcn_perm' needs target feature gfx8-insts
}

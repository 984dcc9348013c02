// options: -mcpu=gfx900 -o /dev/null
kernel void k(global int *o, global float *f)
{
    o[0] = __builtin_amdgcn_sdot4(o[1], o[2], o[3], 0); // error: '__builtin_amdgcn_sdot4' needs target feature dot1-insts
    __builtin_amdgcn_global_atomic_fadd_f32(f, 1.0f); // error: '__builtin_amdgcn_global_atomic_fadd_f32' needs target feature atomic-fadd-rtn-insts
#if __has_builtin(__builtin_amdgcn_global_atomic_fadd_f32) || __has_builtin(__builtin_amdgcn_sdot4)
#error "what is refused is not there"
#endif
}

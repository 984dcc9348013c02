// Clang's builtins for AMDGPU: those without code, constant arguments.
kernel void
test(global int *r, local float *l, int n)
{
    r[0] = __builtin_amdgcn_interp_mov();      // error: '__builtin_amdgcn_interp_mov' is not supported: no target has what it stands for, or occ has no code for it
    r[1] = __builtin_amdgcn_ballot_w32(n);     // error: '__builtin_amdgcn_ballot_w32' is not supported: no target has what it stands for, or occ has no code for it
}

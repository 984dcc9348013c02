/* What only lowering knows not to support. */
__kernel void
waits(__global ulong *p)
{
    // ERROR: builtin function '__builtin_amdgcn_s_memtime' is not supported yet
    p[0] = __builtin_amdgcn_s_memtime();
    // ERROR: argument 2 of '__builtin_amdgcn_classf' must be a constant
    p[1] = __builtin_amdgcn_classf(1.0f, p[2]);
}

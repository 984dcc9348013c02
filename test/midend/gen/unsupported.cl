/* What only lowering knows not to support. */
__kernel void
waits(__global ulong *p)
{
    // ERROR: builtin function '__builtin_amdgcn_s_memtime' is not supported yet
    p[0] = __builtin_amdgcn_s_memtime();
}

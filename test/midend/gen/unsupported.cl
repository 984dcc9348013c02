/* What only lowering knows not to support. */
__kernel void
waits(__global ulong *p)
{
    // ERROR: argument 2 of '__builtin_amdgcn_mov_dpp' is out of range
    p[0] = __builtin_amdgcn_mov_dpp(1, 0x100, 15, 15, false);
    // ERROR: argument 3 of '__builtin_amdgcn_uicmp' is out of range
    p[0] = __builtin_amdgcn_uicmp(1, 2, 99);
    // ERROR: argument 2 of '__builtin_amdgcn_classf' must be a constant
    p[1] = __builtin_amdgcn_classf(1.0f, p[2]);
}
__kernel void
prints(__constant char *format)
{
    // ERROR: the format of 'printf' must be a string literal
    printf(format, 1);
    char b[4] = {0};
    // ERROR: argument 2 of '__builtin_memset' is out of range
    __builtin_memset(b, 1, 4);
}

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
__kernel void
buffers(__global uint *p, __local uint *l, int n)
{
    // ERROR: '__builtin_amdgcn_make_buffer_rsrc' takes a pointer to global or constant memory
    __amdgpu_buffer_rsrc_t a = __builtin_amdgcn_make_buffer_rsrc(l, 0, 16, 0x27000);
    __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(p, 0, 16, 0x27000);
    // ERROR: argument 4 of '__builtin_amdgcn_raw_buffer_load_b32' is out of range
    p[0] = __builtin_amdgcn_raw_buffer_load_b32(r, n, 0, 4);
    // ERROR: argument 5 of '__builtin_amdgcn_raw_buffer_store_b32' is out of range
    __builtin_amdgcn_raw_buffer_store_b32(1, r, n, 0, -1);
    // ERROR: argument 3 of '__builtin_amdgcn_raw_ptr_buffer_load_lds' is out of range
    __builtin_amdgcn_raw_ptr_buffer_load_lds(r, l, 3, n, n, 0, 0);
    // ERROR: argument 6 of '__builtin_amdgcn_raw_ptr_buffer_load_lds' is out of range
    __builtin_amdgcn_raw_ptr_buffer_load_lds(r, l, 4, n, n, -4, 0);
    // ERROR: argument 7 of '__builtin_amdgcn_struct_ptr_buffer_load_lds' is out of range
    __builtin_amdgcn_struct_ptr_buffer_load_lds(r, l, 4, n, n, n, 4096, 0);
    // ERROR: argument 4 of '__builtin_amdgcn_global_load_lds' is out of range
    __builtin_amdgcn_global_load_lds(p, l, 4, -4097, 0);
    // ERROR: argument 5 of '__builtin_amdgcn_load_to_lds' is out of range
    __builtin_amdgcn_load_to_lds(p, l, 4, -4096, 16);
}

// Resources of buffers are opaque: they are made, copied and passed on.
constant __amdgpu_buffer_rsrc_t never; // error: variable in constant address space must be initialized
__amdgpu_buffer_rsrc_t same(__amdgpu_buffer_rsrc_t r) { return r; }
kernel void
test(global uint *p, int n, local uint *l, global float *f)
{
    __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(p, 0, 16, 0), s = n ? r : same(r), two[2] = {r, s};
    struct { int a; __amdgpu_buffer_rsrc_t r; } held = {1, two[n]};
    global __amdgpu_buffer_rsrc_t *q = (global __amdgpu_buffer_rsrc_t *)p;
    *q = held.r;
    p[0] = sizeof r + __builtin_amdgcn_raw_buffer_load_b32(*q, n, n, 0);
    r = 0;                   // error: incompatible type 'int'
    r + 1;                   // error: invalid operands to binary expression
    p[0] = r == s;           // error: invalid operands to binary expression
    p[0] = (int)r;           // error: type '__amdgpu_buffer_rsrc_t'
    if (r) {}                // error: '__amdgpu_buffer_rsrc_t'
    if (!r) {}               // error: '__amdgpu_buffer_rsrc_t'
    p[0] = r[0];             // error: subscripted value is not
    printf("%d", r);         // error: cannot be printed
    p[0] = __builtin_amdgcn_raw_buffer_load_b32(p, n, n, 0); // error: no matching function for call to '__builtin_amdgcn_raw_buffer_load_b32'
    p[0] = __builtin_amdgcn_raw_buffer_load_b32(r, n, n);    // error: too few arguments to function call, expected 4, have 3
    __builtin_amdgcn_raw_buffer_store_b32(1, r, n, 0, n);    // error: argument to '__builtin_amdgcn_raw_buffer_store_b32' must be a constant integer
    __builtin_amdgcn_global_load_lds(l, l, 4, 0, 0);         // error: no matching function for call to '__builtin_amdgcn_global_load_lds'
    __builtin_amdgcn_load_to_lds(p, p, 4, 0, 0);             // error: no matching function for call to '__builtin_amdgcn_load_to_lds'
    s = __builtin_amdgcn_make_buffer_rsrc(1.0f, 0, 16, 0);   // error: no matching function for call to '__builtin_amdgcn_make_buffer_rsrc'
}

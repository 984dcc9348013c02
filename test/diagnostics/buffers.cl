// options: -mcpu=gfx803 -o /dev/null
kernel void k(global uint *p, local uint *l)
{
    __amdgpu_buffer_rsrc_t r = __builtin_amdgcn_make_buffer_rsrc(l, 0, 16, 0x27000); // error: '__builtin_amdgcn_make_buffer_rsrc' takes a pointer to global or constant memory
    p[0] = __builtin_amdgcn_raw_buffer_load_b32(r, 4, 0, 16); // error: argument 4 of '__builtin_amdgcn_raw_buffer_load_b32' is out of range
}

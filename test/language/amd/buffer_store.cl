// A store through a buffer resource changes what a scalar load reads afterwards.
// targets: gfx803 gfx900
// kernel: test global=64 local=64
// arg: int p[8] = 1 2 3 4 5 6 7 8
// arg: int r[64]
// arg: int n = 3
kernel void
test(global int *p, global int *r, int n)
{
    uint i = get_global_id(0);
    __amdgpu_buffer_rsrc_t all = __builtin_amdgcn_make_buffer_rsrc(p, 0, 32, 0x27000);
    int before = p[n];
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (i == 0)
        __builtin_amdgcn_raw_buffer_store_b32(before + 7, all, n * 4, 0, 0);
    barrier(CLK_GLOBAL_MEM_FENCE);
    r[i] = before + 1000 * p[n];
}
// expect: r[0] = 11004*64
// expect: p[0] = 1 2 3 11 5 6 7 8

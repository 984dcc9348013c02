// Scalars in lanes of a VGPR above those that assembly names, beyond what so many waves would have.
// kernel: k global=4
// arg: int r[4]
// arg: int n = 3
// options: -fspill-everything
kernel __attribute__((amdgpu_waves_per_eu(10))) void
k(global int *r, int n)
{
    __asm volatile("v_mov_b32 v29, 1\n s_mov_b32 s44, 1" ::: "v29", "s44");
    r[get_global_id(0)] = n * 2 + get_global_id(0);
}
// expect: r[0] = 6 7 8 9

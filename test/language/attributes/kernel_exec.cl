// __kernel_exec: a kernel with its hints.
// targets: gfx600 gfx701 gfx803 gfx810 gfx900 gfx902 gfx906
// asm: WorkGroupSizeHint:
// asm: uint4
// kernel: hinted global=4
// arg: int r[4]
__kernel_exec(64, uint4) void
hinted(global int *r)
{
    r[get_global_id(0)] = get_local_size(0);
}
// expect: r[0] = 4*4

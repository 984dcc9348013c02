// -cl-uniform-work-group-size: get_local_size is the launch's, and nothing else is asked for.
// options: -cl-std=CL2.0 -cl-uniform-work-group-size
// kernel: size global=128 local=64
// arg: ulong r[1]
kernel void
size(global ulong *r)
{
    r[0] = get_local_size(0); //= 64
}
// asm-not: s_min
// asm-not: s_mul
// asm-not: s_cmp

// Groups of more dimensions than the kernel asks for: where ids are packed, x alone needs no mask.
// asm-not: v_bfe_u32
// kernel: first global=4,2,2 local=4,2,2
// arg: uint r[4] = 0 0 0 0
kernel void
first(global uint *r)
{
    atomic_add(&r[get_local_id(0)], get_local_id(0) + 1);
}
// expect: r[0] = 4 8 12 16

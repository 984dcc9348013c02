// Scalar stores of GFX8: the offset is an immediate or M0; written back before each end.
// targets: gfx803 gfx900
// kernel: scalars global=1
// arg: uint r[8]
// arg: uint v = 5
// asm: s_dcache_wb
kernel void
scalars(global uint *r, uint v)
{
    __asm volatile("s_store_dword %0, %1, 0x4" ::"s"(v), "s"(r));
    __asm volatile("s_mov_b32 m0, 8\ns_store_dword %0, %1, m0" ::"s"(v + 1), "s"(r) : "m0");
    if (v == 5)
        return;
    __asm volatile("s_store_dword %0, %1, 0xc" ::"s"(v), "s"(r));
}
// expect: r[1] = 5 6

// Scalar stores reach memory: the cache is written back before the wave ends.
// targets: gfx803 gfx900
// kernel: store
// arg: int r[1]
kernel void
store(global int *r)
{
    int value = 42;
    __asm__ volatile("s_store_dword %0, %1, 0x0" : : "s"(value), "s"(r) : "memory");
}
// expect: r[0] = 42
// asm: s_dcache_wb

// Scalar memory: stores and atomics in inline assembly are written back before the kernel ends; loads
// after them, once the cache was written back, see them; cache control and times as builtins.
// targets: gfx900
// kernel: scalars global=1
// arg: uint r[16]
// arg: uint v = 5
// asm: s_dcache_wb
// asm: s_dcache_inv_vol
// asm: s_dcache_wb_vol
kernel void
scalars(global uint *r, uint v)
{
    uint old = v, swapped = v, read = 0;
    ulong before = __builtin_amdgcn_s_memrealtime(), here = __builtin_amdgcn_s_getpc();
    __asm volatile("s_store_dword %0, %1, 0x10" ::"s"(v), "s"(r));
    __asm volatile("s_store_dwordx2 %0, %1, 0x18" ::"s"((ulong)v << 32 | 3), "s"(r));
    __builtin_amdgcn_s_dcache_wb_vol();
    __builtin_amdgcn_s_waitcnt(0);
    __builtin_amdgcn_s_dcache_inv_vol();
    __asm volatile("s_atomic_add %0, %1, 0x10 glc\ns_waitcnt lgkmcnt(0)" : "+s"(old) : "s"(r));
    __asm volatile("s_atomic_swap %0, %1, 0x10 glc\ns_waitcnt lgkmcnt(0)" : "+s"(swapped) : "s"(r));
    __asm volatile("s_load_dword %0, %1, 0x10 glc\ns_waitcnt lgkmcnt(0)" : "=s"(read) : "s"(r));
    r[0] = old;                                               //= 5
    r[1] = swapped;                                           //= 10
    r[2] = read;                                              //= 5
    r[3] = __builtin_amdgcn_read_exec_lo() == 1 && __builtin_amdgcn_read_exec_hi() == 0; //= 1
    r[5] = before <= __builtin_amdgcn_s_memrealtime();        //= 1
    r[8] = here != 0;                                         //= 1
}
// expect: r[4] = 5
// expect: r[6] = 3 5

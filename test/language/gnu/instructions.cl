// Builtins that are one instruction: registers of the hardware, waits, high halves.
// kernel: instructions
// arg: int r[4]
// arg: int in[3] = 7 8 9
kernel void
instructions(global int *r, global int *in)
{
    ulong before = __builtin_amdgcn_s_memtime();
    __builtin_amdgcn_s_sleep(1);
    __builtin_amdgcn_s_setprio(1);
    __builtin_amdgcn_s_waitcnt(0);
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_s_dcache_inv();
    __builtin_amdgcn_buffer_wbinvl1();
    ulong after = __builtin_readcyclecounter();
    r[0] = after > before;                                  //= 1
    r[1] = __builtin_amdgcn_mulhi_u24(0xffffff, 0xffffff);  //= 0xffff
    r[2] = __builtin_amdgcn_mulhi_i24(-2, in[2]);           //= -1
    r[3] = __builtin_amdgcn_sicmpl(in[0], 8l, 40) == 1;     //= 1
}

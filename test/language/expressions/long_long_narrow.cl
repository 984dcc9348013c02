// Literals of long long in expressions whose upper half nobody reads: the code is that of long.
// targets: gfx803 gfx900
// asm-not: v_cmp_
// asm-not: v_addc_
// asm-not: v_mul_hi
// asm-not: s_swappc
// kernel: narrow global=1
// arg: ulong o[8]
// arg: ulong x[1] = 0x123456789abcdef0
// arg: int i[1] = -9
kernel void
narrow(global ulong *o, global const ulong *x, global const int *i)
{
    o[0] = (*x >> 8) & 0xffULL;                                    //= 0xde
    o[1] = (*x & 0x00ff00ff00ff00ffULL) << 8LL;                    //= 0x34007800bc00f000
    o[2] = 1ULL << (*i & 31);                                      //= 0x800000
    o[3] = *x ^ 0xffffffffffffffffULL;                             //= 0xedcba9876543210f
    o[4] = *x & 1LL ? 3 : 4;                                       //= 4
    o[5] = (*x | 1ULL) & ~0xfULL;                                  //= 0x123456789abcdef0
    o[6] = (ulong)-(-(*x & 7LL));                                  //= 0
    o[7] = (*i & 0xff) * 3LL >> 1;                                 //= 370
}

// Clang's general builtins.
// kernel: builtins
// arg: int r[66]
// arg: ulong in[2] = 0xf01234 0x8000000000f01200
// arg: float f[5] = 3.5 -2.25 nan inf 144
// arg: double d[1] = 9
// arg: int q[2] = 77 0
kernel void
builtins(global int *r, global ulong *in, global float *f, global double *d, global int *q)
{
    uint a = (uint)in[0];
    ulong b = in[1];
    int kept = 5;
    __builtin_assume(a > 1);
    __builtin_assume(kept++ == 0); // is not evaluated
    r[65] = kept; //= 5
    __builtin_prefetch(q, 0, 3);
    r[0] = __builtin_popcount(a); //= 9
    r[1] = __builtin_popcountl(b); //= 7
    r[2] = __builtin_popcountll(b); //= 7
    r[3] = __builtin_clz(a); //= 8
    r[4] = __builtin_clzl(b >> 3); //= 3
    r[5] = __builtin_clzll(b >> 40); //= 104
    r[6] = __builtin_ctz(a); //= 2
    r[7] = __builtin_ctzl(b); //= 9
    r[8] = __builtin_ctzll(b); //= 9
    r[9] = __builtin_ffs(a); //= 3
    r[10] = __builtin_ffs(a - a); //= 0
    r[11] = __builtin_ffsl(b); //= 10
    r[12] = __builtin_parity(a); //= 1
    r[13] = __builtin_parityll(b); //= 1
    r[14] = __builtin_clrsb(a); //= 7
    r[15] = __builtin_clrsb(~a); //= 7
    r[16] = __builtin_clrsbl(b); //= 0
    r[17] = __builtin_bswap16((ushort)a); //= 13330
    r[18] = __builtin_bswap32(a); //= 873656320
    r[19] = (int)(__builtin_bswap64(b) >> 8); //= 0
    r[20] = __builtin_bitreverse8((uchar)a); //= 44
    r[21] = __builtin_bitreverse16((ushort)a); //= 11336
    r[22] = __builtin_bitreverse32(a); //= 742919936
    r[23] = (int)__builtin_bitreverse64(b); //= 1
    r[24] = __builtin_rotateleft8((uchar)a, 3); //= 161
    r[25] = __builtin_rotateright16((ushort)a, 3); //= 33350
    r[26] = __builtin_rotateleft32(a, 9); //= -534484991
    r[27] = __builtin_rotateright32(a, 9); //= 436238345
    r[28] = (int)__builtin_rotateright64(b, 20); //= 15
    r[29] = __builtin_abs(-(int)a); //= 15733300
    r[30] = (int)__builtin_labs(-5l); //= 5
    r[31] = __builtin_expect(a > 1, 1) ? 3 : 4; //= 3
    r[32] = __builtin_isnan(f[2]) * 1000 + __builtin_isinf(f[3]) * 100 + __builtin_isfinite(f[3]) * 10 + __builtin_isnormal(f[0]); //= 1101
    r[33] = __builtin_signbit(f[1]) != 0; //= 1
    r[34] = __builtin_isunordered(f[0], f[2]); //= 1
    r[35] = (int)(__builtin_fabsf(f[1]) * 4); //= 9
    r[36] = (int)__builtin_floorf(f[1]); //= -3
    r[37] = (int)__builtin_ceilf(f[1]); //= -2
    r[38] = (int)__builtin_truncf(f[1]); //= -2
    r[39] = (int)__builtin_rintf(f[0]); //= 4
    r[40] = (int)(__builtin_sqrtf(f[4]) + 0.25f); //= 12
    r[41] = (int)__builtin_fmaxf(f[0], f[1]); //= 3
    r[42] = (int)__builtin_fminf(f[0], f[1]); //= -2
    r[43] = (int)(__builtin_copysignf(f[0], f[1]) * 2); //= -7
    r[44] = (int)__builtin_fmaf(f[0], 2, f[4]); //= 151
    r[45] = (int)__builtin_ldexpf(f[0], 3); //= 28
    r[46] = (int)(__builtin_powf(f[4], 0.5f) + 0.25f); //= 12
    r[47] = (int)(__builtin_fmodf(f[4], 5)); //= 4
    r[48] = (int)__builtin_sqrt(d[0]); //= 3
    r[49] = (int)(__builtin_fma(d[0], 2.0, 0.5) * 2); //= 37
    r[50] = __builtin_inff() > 1e38f; //= 1
    r[51] = __builtin_isnan(__builtin_nan("")); //= 1
    r[52] = __builtin_huge_val() > 1e300; //= 1
    r[53] = __builtin_elementwise_max((int)a, 5); //= 15733300
    r[54] = __builtin_elementwise_min(a, 5u); //= 5
    r[55] = __builtin_elementwise_abs(-3); //= 3
    r[56] = (int)__builtin_elementwise_floor((float2)(f[1], f[0])).y; //= 3
    r[57] = __builtin_shufflevector((int4)(1, 2, 3, 4), (int4)(5, 6, 7, 8), 7, 0, 2).x; //= 8
    r[58] = __builtin_shufflevector((int2)(a, 9), (int2)(5, 6), 3, 1, -1, 0).y; //= 9
    r[59] = __builtin_convertvector((float2)(f[1], f[0]), int2).x; //= -2
    r[60] = __builtin_nontemporal_load(q); //= 77
    r[61] = *(global int *)__builtin_assume_aligned(q, 16); //= 77
    __builtin_nontemporal_store(5, q + 1);
    char from[12], to[12];
    for (int i = 0; i < 12; i++)
        from[i] = (char)(a >> i);
    __builtin_memcpy(to, from, 12);
    r[62] = to[0] == (char)a && to[11] == (char)(a >> 11); //= 1
    __builtin_memset(to, 0, sizeof to);
    r[63] = to[0] | to[11]; //= 0
    r[64] = from[11] == (char)(a >> 11); //= 1
    if (a == 0)
        __builtin_unreachable();
    if (a == 1)
        __builtin_trap();
}
// expect: q[1] = 5

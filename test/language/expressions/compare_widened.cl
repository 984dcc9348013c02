// int and uint against size_t, long and ulong: the comparison is of the wider type, whatever the sign.
// kernel: compares
// arg: uint r[18]
// arg: int in[6] = 5 -5 63 64 -2147483648 2147483647
// arg: uint un[4] = 5 64 0x80000000 0xffffffff
// arg: uchar small = 64
kernel void
compares(global uint *r, global const int *in, global const uint *un, uchar small)
{
    ulong size = small; // a clear sign, and the value is not known
#define BITS(test) (0 test(0) test(1) test(2) test(3) test(4) test(5))
#define LT(i) | (uint)(in[i] < size) << i
#define LE(i) | (uint)(in[i] <= size) << i
#define GT(i) | (uint)(in[i] > size) << i
#define GE(i) | (uint)(size <= in[i]) << i
    r[0] = BITS(LT); //= 0x05
    r[1] = BITS(LE); //= 0x0d
    r[2] = BITS(GT); //= 0x32
    r[3] = BITS(GE); //= 0x3a
#define LT_K(i) | (uint)(in[i] < 64ul) << i
#define LT_L(i) | (uint)(in[i] < 0x80000000ul) << i
#define GE_K(i) | (uint)(in[i] >= 64ul) << i
#define EQ_K(i) | (uint)(in[i] == 0xfffffffffffffffbul) << i
#define NE_K(i) | (uint)(in[i] != 0xfffffffbul) << i
#define SLT_K(i) | (uint)(in[i] < -4l) << i
#define SGT_K(i) | (uint)(in[i] > 63l) << i
#define SLE_K(i) | (uint)(in[i] <= 0x80000000l) << i
    r[4] = BITS(LT_K);  //= 0x05
    r[5] = BITS(LT_L);  //= 0x2d
    r[6] = BITS(GE_K);  //= 0x3a
    r[7] = BITS(EQ_K);  //= 0x02
    r[8] = BITS(NE_K);  //= 0x3f
    r[9] = BITS(SLT_K); //= 0x12
    r[10] = BITS(SGT_K); //= 0x28
    r[11] = BITS(SLE_K); //= 0x3f
#undef BITS
#define BITS(test) (0 test(0) test(1) test(2) test(3))
#define ULT_K(i) | (uint)(un[i] < 0x80000000ul) << i
#define UGE_K(i) | (uint)(un[i] >= 0x100000000ul) << i
#define UEQ_K(i) | (uint)(un[i] == 0xffffffffl) << i
#define USLT_K(i) | (uint)(un[i] < 0x80000001l) << i
#define USGT_K(i) | (uint)(un[i] > -1l) << i
#define USLT(i) | (uint)((long)un[i] < (long)un[1]) << i
    r[12] = BITS(ULT_K);  //= 0x3
    r[13] = BITS(UGE_K);  //= 0
    r[14] = BITS(UEQ_K);  //= 0x8
    r[15] = BITS(USLT_K); //= 0x7
    r[16] = BITS(USGT_K); //= 0xf
    r[17] = BITS(USLT);   //= 0x1
}

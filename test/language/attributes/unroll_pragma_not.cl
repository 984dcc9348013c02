// #pragma nounroll and #pragma unroll 1: the loop stays one.
// kernel: kept
// arg: int r[2]
// arg: int in[4] = 1 2 3 4
// asm: s_cbranch
kernel void
kept(global int *r, global const int *in)
{
    int sum = 0;
#pragma nounroll
    for (int i = 0; i < 4; i++)
        sum += in[i] * i;
    r[0] = sum;
    sum = 1;
#pragma unroll 1
    for (int i = 0; i < 4; i++)
        sum *= in[i];
    r[1] = sum;
}
// expect: r[0] = 20 24

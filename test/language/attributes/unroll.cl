// opencl_unroll_hint and #pragma unroll: the loop is copied, or with 1 left as it is.
// kernel: copied
// arg: int r[1]
// arg: int in[16] = 1*16
// asm-not: s_cbranch
kernel void
copied(global int *r, global const int *in)
{
    int sum = 0;
    __attribute__((opencl_unroll_hint(16))) for (int i = 0; i < 16; i++)
        sum += in[i] * i;
#pragma unroll
    for (int i = 0; i < 12; i++)
        sum ^= in[i] << i;
    r[0] = sum;
}
// expect: r[0] = 3975

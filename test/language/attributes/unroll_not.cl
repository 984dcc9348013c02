// opencl_unroll_hint(1): the loop stays one.
// kernel: kept
// arg: int r[1]
// arg: int in[4] = 1 2 3 4
// asm: s_cbranch
kernel void
kept(global int *r, global const int *in)
{
    int sum = 0;
    __attribute__((opencl_unroll_hint(1))) for (int i = 0; i < 4; i++)
        sum += in[i] * i;
    r[0] = sum;
}
// expect: r[0] = 20

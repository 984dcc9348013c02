// options: -S -o /dev/null
// Loops that a pragma asks to unroll, and that are not.
int follow(global int *x, int n)
{
#pragma unroll 8
    while (x[n]) // warning: loop not unrolled 8 times as asked: the number of its iterations is unknown
        n += x[n];
    return n;
}
kernel void k(global int *x, int n)
{
    int sum = 0;
#pragma unroll 512
    for (int i = 0; i < 512; i++) // warning: loop not unrolled 512 times
        x[i] += n;
#pragma unroll 64
    for (int i = 0; i < n; i++) // warning: loop not unrolled 64 times as asked: in steps of fewer
        sum += x[i];
#pragma unroll 8
    for (int i = 0; i < n; i++)
        sum += x[i + 1];
#pragma unroll
    for (int i = 0; i < n; i++)
        x[i] += n;
#pragma unroll 16
    for (int i = 0; i < 12; i++)
        x[i] += n;
    x[0] = follow(x, 1) + follow(x, n) + sum;
}
kernel void again(global int *x) { x[0] = follow(x, 2); }

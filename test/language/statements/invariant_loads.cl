// Loads that every iteration repeats: not before a loop that does not run, whose pointer may be null.
// kernel: sums global=4 local=4
// arg: int r[8]
// arg: int a[8] = 1 2 3 4 5 6 7 8
// arg: int step[1] = 2
// arg: int n = 3
// expect: r[0] = 12 20 20 20 3 4 4 4
// kernel: sums global=4 local=4
// arg: int none[8] = 0*8
// arg: int a[8] = 1 2 3 4 5 6 7 8
// arg: null
// arg: int n = -3
// expect: none[0] = 0*8
kernel void
sums(global int *r, global const int *a, global const int *step, int n)
{
    int i = get_global_id(0), k, sum = 0;
    for (k = 0; k < n + i; k++) {
        if (a[k] == 5)
            break;
        sum += a[k] * *step;
    }
    r[i] = sum;
    for (sum = 0; k + 3 < n + i; k++)
        sum += *step + k;
    r[i + 4] = sum + k;
}

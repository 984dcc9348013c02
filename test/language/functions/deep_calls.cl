// Chains of calls that are not expanded: live values across calls, divergent callers, early returns.
__attribute__((noinline)) int leaf(int a) { return a * 2 + 1; }

__attribute__((noinline)) int
branch(int a)
{
    if (a < 3)
        return leaf(a) + a;
    int b = leaf(a - 3), c = leaf(b);
    return a + b * 10 + c * 100;
}

__attribute__((noinline)) int
root(int a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i == 4)
            return -sum;
        sum += branch(a + i) + i;
    }
    return sum;
}

// kernel: test global=6 local=6
// arg: int r[6]
// arg: int in[6] = 0 1 2 3 4 5
kernel void
test(global int *r, global const int *in)
{
    int me = get_global_id(0), kept = in[me] * 7;
    int result = me & 1 ? root(in[me], me) : leaf(me) + 10000;
    r[me] = result + kept;
}
// expect: r[0] = 10001 11 10019 2226 10037 -7117

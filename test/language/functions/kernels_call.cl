// Kernels that are called like functions, by kernels and functions.
void helper(global int *r, int a);

kernel void
inner(global int *r, int a)
{
    r[get_global_id(0)] += a;
}

// kernel: outer global=4 local=2
// arg: int r[4] = 1 2 3 4
// arg: int k = 10
kernel void
outer(global int *r, int k)
{
    inner(r, k);
    if (get_local_id(0))
        helper(r, 100);
}
// expect: r[0] = 11 1112 13 1114

kernel __attribute__((noinline)) void
last(global int *r, int a)
{
    inner(r, a * 10);
}

void
helper(global int *r, int a)
{
    inner(r, a);
    last(r, a);
}

// The callee is a kernel of its own, too.
// kernel: last global=2
// arg: int r[2] = 5 6
// arg: int a = 2
// expect: r[0] = 25 26

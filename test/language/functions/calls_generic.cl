// Functions that stay called: generic pointers to all spaces, halves, global memory.
// options: -cl-std=CL2.0
// kernel: spaces global=2
// arg: int a[4] = 10 20 30 40
// arg: int r[8]
// arg: half h[4] = 1.5 2.25 -0.5 8
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__attribute__((noinline)) int
add_to(int *p, int n)
{
    p[1] += n;
    return p[0] * n + p[1];
}

__attribute__((noinline)) half
scaled(global half *h, int i)
{
    return fma(h[i], h[i + 1], h[i + 2]) * (half)2;
}

kernel void
spaces(global int *a, global int *r, global half *h)
{
    local int l[4];
    int id = get_global_id(0);
    int p[2] = {id + 1, id + 5};
    l[id * 2] = id + 3;
    l[id * 2 + 1] = id + 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    r[id] = add_to(a + id * 2, 2);
    r[id + 2] = add_to(l + id * 2, 3);
    r[id + 4] = add_to(p, 4);
    r[id + 6] = (int)(scaled(h, id) * (half)16);
}
// expect: a[0] = 10 22 30 42
// expect: r[0] = 42 102 19 23 13 18 92 220

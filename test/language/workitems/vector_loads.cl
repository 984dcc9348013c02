// Uniform loads of global memory that may have been written before: never through the scalar cache.
// kernel: written global=2 local=2
// arg: int r[4] = 1 2 3 4
// arg: int x[4] = 5 6 7 8
// asm: _load_dword v
kernel void
written(global int *r, global int *x)
{
    r[get_local_id(0)] = 9;
    barrier(CLK_GLOBAL_MEM_FENCE);
    r[get_local_id(0) + 2] = x[1]; // r may be x
}
// expect: r[0] = 9 9 6 6

// kernel: looped global=2 local=2
// arg: int s[4] = 1 2 3 4
// arg: int n = 2
kernel void
looped(global int *s, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        barrier(CLK_GLOBAL_MEM_FENCE);
        sum += s[3];
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (get_local_id(0) == 1)
            s[3] = 10;
    }
    s[get_local_id(0)] = sum;
}
// expect: s[0] = 14 14 3 10

// A flag says that another lane has written.
// kernel: flagged global=128 local=128
// arg: int f[2] = 0 0
// arg: int t[4] = 0 1 2 3
kernel void
flagged(global volatile int *f, global int *t)
{
    local int ready;
    if (get_local_id(0) == 0)
        ready = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        t[1] = 7;
        mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
        atomic_inc(&ready);
    }
    if (get_local_id(0) == 64) {
        while (atomic_add(&ready, 0) == 0)
            ;
        mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
        f[1] = t[1];
    }
}
// expect: f[0] = 0 7
// expect: t[0] = 0 7 2 3

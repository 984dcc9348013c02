// Inline assembly with clobbers in functions that stay called: their callers' values stay.
// kernel: test global=4
// arg: int r[8]
// arg: int in[4] = 1 2 3 4
__attribute__((noinline)) int
spoil(int a)
{
    int b;
    __asm volatile("v_mov_b32 v10, 0\n v_mov_b32 v11, 0\n s_mov_b32 s20, 0\n s_mov_b64 s[22:23], 0\n"
                   "v_mov_b32 %0, %1" : "=v"(b) : "v"(a) : "v10", "v11", "s20", "s22", "s23");
    return b + 1;
}
__attribute__((noinline)) int
mask(int a)
{
    int b;
    __asm volatile("v_cmp_lt_i32 vcc, 2, %1\n v_cndmask_b32 %0, 0, %1, vcc" : "=v"(b) : "v"(a) : "vcc");
    return b;
}
__attribute__((noinline)) int
both(int a, int u)
{
    int x = a * 3, y = u * 7;
    int z = spoil(x) + mask(a);
    return z * 100 + x + y;
}
kernel void
test(global int *r, global const int *in)
{
    int i = get_global_id(0), a = in[i];
    int v[6];
    for (int k = 0; k < 6; k++)
        v[k] = in[k & 3] * (i + k);
    int s = both(a, in[1]);
    for (int k = 0; k < 6; k++)
        s += v[k];
    r[i] = s;
    if (i & 1)
        r[4 + i] = both(s, 2);
    else
        r[4 + i] = mask(a);
}
// expect: r[0] = 451 767 1383 1799 0 309215 3 725111

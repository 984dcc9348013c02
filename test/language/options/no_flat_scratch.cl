// Private memory by way of a buffer on GFX9, with -mno-flat-scratch; also in functions and by generic pointers.
// options: -mno-flat-scratch -cl-std=CL2.0
// kernel: k global=4 local=4
// arg: int r[4]
// arg: int n = 30
// expect: r[0] = 7 466 941 1411
// asm: buffer_load_dword
// asm-not: scratch_load
__attribute__((noinline)) int
sum(int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

kernel void
k(global int *r, int n)
{
    int a[40], id = get_global_id(0);
    for (int i = 0; i < 40; i++)
        a[i] = i * id;
    a[(n * id) % 40] += 7;
    r[id] = sum(a, n) + a[(id + n) % 40];
}

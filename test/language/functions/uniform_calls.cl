// A function whose count is uniform at two of three calls is compiled twice.
// kernel: k global=4 local=4
// arg: uint r[4]
// arg: uint q[8] = 1 2 3 4 5 6 7 8
// arg: uint n = 3
// asm: (sum_up.
// asm-not: sum_up.3:
__attribute__((noinline)) static uint
sum_up(global const uint *q, uint n, uint x)
{
    for (uint i = 0; i < n; i++)
        x = x * 2 + q[i];
    return x;
}

kernel void
k(global uint *r, global const uint *q, uint n)
{
    uint i = get_global_id(0);
    uint a = sum_up(q, n, i);     // 8 i + 11
    uint b = sum_up(q, n - 1, a); // 4 a + 4
    r[i] = sum_up(q, i, b);
}
// expect: r[0] = 48 161 452 1163

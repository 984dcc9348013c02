// Remainders of 64 bits by constants at the ends of 32 bits, held to x - x / y * y with y from memory.
// kernel: remainders global=8
// arg: long x[8] = 0 -1 0x7fffffffffffffff -0x7fffffffffffffff 4294967295 -4294967297 1000002 -123456789012345678
// arg: long y[8] = 0x7fffffff 0x80000000 0x80000001 0xffffffff 0x100000001 1000003 -1000003 -0x80000000
// arg: int wrong[1] = 0
kernel void
remainders(global const long *x, global const long *y, global int *wrong)
{
    long a = x[get_global_id(0)];
    ulong u = a;
    if (a % 0x7fffffffL != a - a / y[0] * y[0] || a % 0x80000000L != a - a / y[1] * y[1] ||
        a % 0x80000001L != a - a / y[2] * y[2] || a % 0xffffffffL != a - a / y[3] * y[3])
        atomic_inc(wrong);
    if (a % 1000003L != a - a / y[5] * y[5] || a % -1000003L != a - a / y[6] * y[6] ||
        a % -0x80000000L != a - a / y[7] * y[7] || a % 0x100000001L != a - a / y[4] * y[4])
        atomic_inc(wrong);
    if (u % 0x7fffffffUL != u - u / (ulong)y[0] * y[0] || u % 0x80000001UL != u - u / (ulong)y[2] * y[2] ||
        u % 0xffffffffUL != u - u / (ulong)y[3] * y[3] || u % 0x100000001UL != u - u / (ulong)y[4] * y[4] ||
        u % 1000003UL != u - u / (ulong)y[5] * y[5])
        atomic_inc(wrong);
}
// expect: wrong[0] = 0

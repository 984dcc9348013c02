// Variables of program scope and of the work-group that are stored and read: at -O0 each use has its own
// symbol, and all of them are one object (midend/analysis/memory_address.c).
// options: -cl-std=CL2.0
// kernel: test global=1 local=1
// arg: uint r[3]
// arg: uint n[1] = 5
global uint g[64];
kernel void
test(global uint *r, global const uint *n)
{
    local uint x[64];
    uint sum = 1, at = n[0];
    for (uint k = 0; k < 20; k++)
        g[at + k] = k;
    for (uint k = 0; k < 20; k++)
        sum = sum * 7 + g[at + k];
    r[0] = sum; //= 2704032299
    g[at] = 3;
    g[n[0]] += 4;
    r[1] = g[at]; //= 7
    x[at] = 8;
    x[n[0]] ^= 3;
    r[2] = x[at]; //= 11
}
// Stores under a condition, in a loop and before a barrier.
// kernel: counted global=1 local=1
// arg: int r[1]
// arg: int n = 10
// expect: r[0] = 41
// kernel: behind_barrier global=64 local=64
// arg: int r[64]
// expect: r[0] = 13*64
global int last;
kernel void
counted(global int *r, int n)
{
    int sum = 0;
    for (int k = 0; k < n; k++) {
        if (k & 1)
            last = k;
        sum += last;
    }
    r[0] = sum;
}
global int counter = 3;
global int table[8];
kernel void
behind_barrier(global int *r)
{
    int i = get_global_id(0);
    if (i == 0) {
        counter = 9;
        table[3] = 4;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    r[i] = counter + table[3];
}

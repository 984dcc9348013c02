// options: -cl-std=CL2.0
/* What docs/abi.md says of debug information: pointers to each space, and a variable in each. */
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
global struct { int low : 3, high : 5; } in_bits;
global int in_global = 5;
constant int in_constant[4] = {1, 2, 3, 4};

__attribute__((noinline, overloadable)) int
called(global int *restrict p, int n)
{
    int kept[50];
    for (int i = 0; i < 50; i++)
        kept[i] = p[i] + n;
    return kept[(n * 7) % 50];
}

kernel void
test(global int *out, int n)
{
    local int in_local[64];
    volatile int in_private[4];
    global int *to_global = out;
    constant int *to_constant = in_constant;
    local int *to_local = in_local;
    private volatile int *to_private = in_private;
    int *to_generic = n > 1 ? (int *)to_local : (int *)out;
    size_t i = get_local_id(0);
    in_bits.high = n;
    to_local[i] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 3; k < n; k++) { /* its quotient is computed before the loop: a gap */
        int again = n / 7;
        to_private[(again + k) & 3] = to_local[i ^ 1];
        out[i] = again + to_private[n & 3];
    }
    to_global[i + 64] = to_constant[i & 3] + *to_generic + in_global++ + called(out, n);
    to_global[i + 128] = called(out, n + 1);
}

// options: cl10
// What OpenCL C 1.1 and later add is not there.
kernel void k(global int *p, global char *q)
{
    int generic = 1, pipe = 2, queue_t = 3, atomic_int = 4;   /* plain names */
    p[0] = generic + pipe + queue_t + atomic_int;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);                   // error: use of undeclared identifier 'work_group_barrier'
    p[1] = memory_order_relaxed;                               // error: use of undeclared identifier 'memory_order_relaxed'
    p[2] = ctz(4);                                             // error: use of undeclared identifier 'ctz'
}
kernel void k2(global int **p) {}                              // error: pointer arguments to kernel functions

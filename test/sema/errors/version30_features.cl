// options: cl30 features
// With every optional feature OpenCL C 3.0 has what 2.0 has.
int in_global = 3;
#ifndef __opencl_c_pipes
#error
#endif
kernel void k(read_only pipe int p, queue_t q, global atomic_int *a, global int *r)
{
    static int s = 4;
    int x;
    void (^b)(void) = ^{ r[0] = 1; };
    r[0] = read_pipe(p, &x) + enqueue_kernel(q, 0, ndrange_1D(64), b);
    r[1] = work_group_all(x) + work_group_reduce_add(x) + sub_group_scan_inclusive_max(x);
    r[2] = atomic_load_explicit(a, memory_order_acquire, memory_scope_sub_group) + s++;
}

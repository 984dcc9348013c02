// options: cl20
// What OpenCL C 2.0 adds to 1.2, and 3.0 to it.
int in_global = 3;
int *generic_pointer = &in_global;
kernel void k(read_only pipe int p, queue_t q, global atomic_int *a, global int *global *r, global int *o)
{
    static int s = 4;
    int x = get_local_linear_id() + get_enqueued_local_size(0) + ctz(8);
    void (^b)(void) = ^{ o[0] = 1; };
    o[0] = read_pipe(p, &x) + enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(64), b);
    o[1] = work_group_all(x) + work_group_scan_inclusive_max(x) + sub_group_reduce_add(x);
    o[2] = atomic_load_explicit(a, memory_order_acquire, memory_scope_all_svm_devices) + s++;
    o[3] = atomic_load_explicit(a, memory_order_acquire, memory_scope_all_devices); // error: use of undeclared identifier 'memory_scope_all_devices'
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
}

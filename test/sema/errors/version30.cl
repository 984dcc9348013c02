// options: cl30
// OpenCL C 3.0 has the optional features that execute, and only these.
kernel void there(global atomic_int *p, global int *q)
{
    int *generic_pointer = q;
    *to_global(generic_pointer) = atomic_fetch_add(p, 1);
    atomic_store_explicit(p, 1, memory_order_release, memory_scope_all_devices);
}
#if !defined __opencl_c_pipes || !defined __opencl_c_device_enqueue
#error both execute
#endif
int in_global;
kernel void k(global int *p)
{
    int packets = 1;
    queue_t queue = get_default_queue();
    p[0] = packets + (queue == 0) + work_group_all(1);
    p[1] = sub_group_any(1) + memory_scope_sub_group;
    p[3] = enqueue_kernel(queue, 0, ndrange_1D(1), ^{ p[4] = 1; });
    p[5] = get_pipe_num;                                       // error: use of undeclared identifier 'get_pipe_num'
    static int s;
}

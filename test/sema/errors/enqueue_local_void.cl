// options: cl20 ext=-cl_khr_device_enqueue_local_arg_types
kernel void k(global int *o, queue_t q)
{
    ndrange_t n = ndrange_1D(1);
    void (^b)(local int *) = ^(local int *i) { i[0] = 1; };
    enqueue_kernel(q, 0, n, ^(local void *v) { }, 4);
    enqueue_kernel(q, 0, n, b, 4);                          // error: blocks used in enqueue_kernel call are expected to have parameters of type 'local void*'
    enqueue_kernel(q, 0, n, 0, 0, 0, b, 4);                 // error: blocks used in enqueue_kernel call are expected to have parameters of type 'local void*'
    o[0] = get_kernel_work_group_size(b);                   // error: blocks used in enqueue_kernel call are expected to have parameters of type 'local void*'
    o[1] = get_kernel_preferred_work_group_size_multiple(b); // error: blocks used in enqueue_kernel call are expected to have parameters of type 'local void*'
    o[2] = get_kernel_sub_group_count_for_ndrange(n, b);    // error: blocks used in enqueue_kernel call are expected to have parameters of type 'local void*'
    o[3] = get_kernel_max_sub_group_size_for_ndrange(n, b); // error: blocks used in enqueue_kernel call are expected to have parameters of type 'local void*'
}

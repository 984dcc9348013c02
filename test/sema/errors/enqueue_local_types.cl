// options: cl20
// cl_khr_device_enqueue_local_arg_types, which is on: local pointers to any type.
typedef struct { int a; float b[3]; } record;
struct unknown;
kernel void k(global int *o, queue_t q)
{
    ndrange_t n = ndrange_1D(1);
    void (^b)(local int *, local record *) = ^(local int *i, local record *r) { i[0] = r->a; };
    enqueue_kernel(q, 0, n, b, 4, 16);
    enqueue_kernel(q, 0, n, ^(local const float4 *f, local void *v, local struct unknown *u, local int *local *p) { }, 16, 1, 1, 8);
    o[0] = get_kernel_work_group_size(b) + get_kernel_preferred_work_group_size_multiple(b) +
           get_kernel_sub_group_count_for_ndrange(n, b) + get_kernel_max_sub_group_size_for_ndrange(n, b);
    enqueue_kernel(q, 0, n, b, 4);                                // error: mismatch in number of block parameters and local size arguments passed
    enqueue_kernel(q, 0, n, ^(global int *g) { }, 4);             // error: blocks used in enqueue_kernel call are expected to have parameters of type 'local void*'
    enqueue_kernel(q, 0, n, ^(int *g) { }, 4);                    // error: blocks used in enqueue_kernel call are expected to have parameters of type 'local void*'
    enqueue_kernel(q, 0, n, ^(local int *i, int x) { }, 4, 4);    // error: blocks used in enqueue_kernel call are expected to have parameters of type 'local void*'
}

// options: -cl-std=CL2.0 -c -o /dev/null
kernel void queues(queue_t q, global int *r)
{
    r[0] = enqueue_kernel(q, 0, ndrange_1D(1), ^{ r[1] = 1; }); // error: 'enqueue_kernel' is not supported yet: kernels that kernels enqueue are started by a scheduler in AMD's runtime
}

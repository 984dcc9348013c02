// options: -cl-std=CL2.0 -c -o /dev/null
kernel void queues(queue_t q, read_only pipe int p, global int *r)
{
    int x;
    r[0] = enqueue_kernel(q, 0, ndrange_1D(1), ^{ r[1] = 1; }); // error: 'enqueue_kernel' is not supported yet: kernels that kernels enqueue are started by a scheduler in AMD's runtime
    r[1] = read_pipe(p, &x);                                    // error: builtin function 'read_pipe' is not supported yet
}

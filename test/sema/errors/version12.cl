// options: cl12
// What OpenCL C 2.0 adds is not there; what 1.2 adds is.
static int f(int x) { return popcount(x); }
kernel void k(global int *p)
{
    printf("%d", f(p[0]));
    generic int *g = p;                                        // error: OpenCL C version 1.2 does not support the 'generic' type qualifier
}
kernel void pipes(read_only pipe int x) {}                     // error: OpenCL C version 1.2 does not support the 'pipe' type qualifier
kernel void queues(queue_t q) {}                               // error: unknown type name 'queue_t'
kernel void atomics(global atomic_int *p) {}                   // error: unknown type name 'atomic_int'
typedef int (^block)(int);                                     // error: blocks support disabled - compile for OpenCL C 2.0 or OpenCL C 3.0 with __opencl_c_device_enqueue feature
kernel void named(global int *p)
{
    int pipe = 1, queue_t = 2, atomic_int = 3, reserve_id_t = 4, ndrange_t = 5;
    p[0] = pipe + queue_t + atomic_int + reserve_id_t + ndrange_t + get_local_linear_id(); // error: use of undeclared identifier 'get_local_linear_id'
    p[1] = work_group_any(1);                                  // error: use of undeclared identifier 'work_group_any'
    p[2] = *to_global(p);                                      // error: use of undeclared identifier 'to_global'
    int *q = p;                                                // error: changes address space of pointer
    atomic_add(p, 1);
}

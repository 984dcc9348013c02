// options: -cl-std=CL1.2
// What another version brings: the note says which.
void types(queue_t q, // error: unknown type name 'queue_t' // note: 'queue_t' is available from OpenCL C 2.0
           generic int *p); // error: OpenCL C version 1.2 does not support the 'generic' type qualifier // note: 'generic' is available from OpenCL C 2.0
void calls(void)
{
    get_global_linear_id(); // error: use of undeclared identifier 'get_global_linear_id' // range: 5-24 // note: 'get_global_linear_id' is available from OpenCL C 2.0
    work_group_barrier(CLK_LOCAL_MEM_FENCE); // error: use of undeclared identifier 'work_group_barrier' // note: 'work_group_barrier' is available from OpenCL C 2.0
    int order = memory_order_relaxed; // error: use of undeclared identifier 'memory_order_relaxed' // note: 'memory_order_relaxed' is available from OpenCL C 2.0
}

// options: -cl-std=CL3.0 -cl-ext=-__opencl_c_generic_address_space,-__opencl_c_work_group_collective_functions,-__opencl_c_subgroups,-__opencl_c_device_enqueue
// What an optional feature brings is refused without it, and the note names the feature.
void types(generic int *p); // error: OpenCL C version 3.0 does not support the 'generic' type qualifier // note: 'generic' is available with the feature __opencl_c_generic_address_space
void queues(queue_t q); // error: unknown type name 'queue_t' // note: 'queue_t' is available with the feature __opencl_c_device_enqueue
struct device_pointer {
    local int *p; // note: field of illegal pointer type '__local int *' declared here
};
kernel void k1(struct device_pointer s) {} // error: struct kernel parameters may not contain pointers
struct host_pointer {
    global int *p;
};
kernel void k2(struct host_pointer s, global int *g)
{
    to_global(g); // error: use of undeclared identifier 'to_global' // note: 'to_global' is available with the feature __opencl_c_generic_address_space
    int scope = memory_scope_sub_group, order = memory_order_relaxed; // error: use of undeclared identifier 'memory_scope_sub_group' // note: 'memory_scope_sub_group' is available with the feature __opencl_c_subgroups
    work_group_all(1); // error: use of undeclared identifier 'work_group_all' // note: 'work_group_all' is available with the feature __opencl_c_work_group_collective_functions
}

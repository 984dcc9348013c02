// options: -cl-std=CL3.0 -cl-ext=-cl_khr_subgroup_shuffle,-cl_khr_work_group_uniform_arithmetic,-cl_khr_subgroup_extended_types
// An extension that is taken away takes its macro and its functions along; sub-groups and the others stay.
#if defined(cl_khr_subgroup_shuffle) || defined(cl_khr_work_group_uniform_arithmetic)
#error "macros of what is not there"
#endif
#if !defined(cl_khr_subgroup_ballot) || !defined(cl_khr_subgroup_rotate) || !defined(__opencl_c_subgroups)
#error "macros of what is there"
#endif
#pragma OPENCL EXTENSION cl_khr_subgroup_rotate : enable
kernel void k(global int *o)
{
    char2 c = (char2)(1, 2);
    o[0] = sub_group_rotate(o[0], 1) + sub_group_broadcast(o[1], 0);
    o[1] = sub_group_shuffle(o[0], 1u); // error: use of undeclared identifier 'sub_group_shuffle' // note: 'sub_group_shuffle' is available with the feature cl_khr_subgroup_shuffle
    o[2] = work_group_reduce_mul(o[0]); // error: use of undeclared identifier 'work_group_reduce_mul' // note: 'work_group_reduce_mul' is available with the feature cl_khr_work_group_uniform_arithmetic
}

// options: -cl-std=CL3.0 -cl-ext=-__opencl_c_subgroups
// Without sub-groups there are no extensions of them.
#if defined(cl_khr_subgroup_shuffle) || defined(cl_khr_subgroup_extended_types)
#error "macros of what is not there"
#endif
kernel void k(global int *o)
{
    o[1] = sub_group_elect(); // error: use of undeclared identifier 'sub_group_elect' // note: 'sub_group_elect' is available with the feature cl_khr_subgroup_non_uniform_vote
}

// options: -cl-std=CL1.2
// The extensions are those of OpenCL C 2.0 and later, and a program of 1.2 may use their names.
#ifdef cl_khr_subgroup_ballot
#error "macro of what is not there"
#endif
kernel void k(global int *o)
{
    o[1] = sub_group_elect(); // error: use of undeclared identifier 'sub_group_elect' // note: 'sub_group_elect' is available from OpenCL C 2.0
}
static int sub_group_ballot(int x) { return x; }
kernel void l(global int *o) { o[0] = sub_group_ballot(o[1]); }

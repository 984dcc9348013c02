// options: -cl-std=CL3.0
// Sub-groups are waves: no kernel can have others.
#if defined(cl_intel_subgroups) || defined(cl_intel_required_subgroup_size)
#error "macros that only -cl-ext=+NAME defines"
#endif
__attribute__((intel_reqd_sub_group_size(64))) kernel void a(global int *o) { *o = 1; }
__attribute__((intel_reqd_sub_group_size(16))) kernel void b(global int *o) { *o = 1; } // error: sub-groups have 64 work-items on this target
kernel void c(global uint *o) { *o = intel_sub_group_block_read(o); } // error: use of undeclared identifier 'intel_sub_group_block_read' // note: 'intel_sub_group_block_read' is available with the feature cl_intel_subgroups

struct with_pointer { global int *p; };
struct plain { int a; float4 f; };
kernel int result(void) { return 1; }                    // error: kernel must have void return type
kernel void k1(bool b, size_t s, event_t e) {}            // error: 'bool' cannot be used // error: 'size_t' cannot be used as the type of a kernel parameter // error: 'event_t' cannot be used
kernel void k2(int *p) {}                                 // error: pointer arguments to kernel functions must reside in '__global', '__constant' or '__local' address space
kernel void k3(global int **p) {}                         // error: pointer arguments to kernel functions must reside
kernel void k4(global int * global *p) {}                 // error: kernel parameter cannot be declared as a pointer to a pointer
kernel void k5(struct with_pointer s) {}                  // error: struct kernel parameters may not contain pointers
kernel void k6(struct plain s, float3 v, global half *h) {}
kernel __attribute__((reqd_work_group_size(8, 8))) void k7(void) {} // error: 'reqd_work_group_size' attribute requires exactly 3 arguments
kernel __attribute__((reqd_work_group_size(8, 8, 0))) void k8(void) {} // error: 'reqd_work_group_size' attribute must be greater than 0
kernel void k9(read_only image2d_t image, sampler_t sampler) {}

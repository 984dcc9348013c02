struct with_pointer { global int *p; };
struct plain { int a; float4 f; };
kernel int result(void) { return 1; }                    // error: kernel must have void return type
kernel void k1(bool b, size_t s, event_t e) {}            // error: '__private bool' cannot be used // error: '__private size_t' cannot be used as the type of a kernel parameter // error: '__private event_t' cannot be used
kernel void k2(int *p) {}                                 // error: pointer arguments to kernel functions must reside in '__global', '__constant' or '__local' address space
kernel void k3(global int **p) {}                         // error: pointer arguments to kernel functions must reside
kernel void k4(global int * global *p) {}                 // error: kernel parameter cannot be declared as a pointer to a pointer
kernel void k5(struct with_pointer s) {}                  // error: struct kernel parameters may not contain pointers
kernel void k6(struct plain s, float3 v, global half *h) {}
kernel void k9(read_only image2d_t image, sampler_t sampler) {}
struct with_bool { int a; bool b[2]; };
kernel void k10(struct with_bool s) {}                    // error: '__private struct with_bool' cannot be used as the type of a kernel parameter
static kernel void k11(void) {}                           // error: kernel functions cannot be declared static
kernel void k12(read_only int a) {}                       // error: access qualifier can only be used for pipe and image type
kernel void k13(read_only write_only image2d_t i) {}      // error: multiple access qualifiers
kernel void k14(read_write image2d_t i) {}                // error: access qualifier 'read_write' can not be used for '__read_write image2d_t' prior to OpenCL C version 2.0
kernel void k15(global image2d_t *i) {}                   // error: pointer to type '__global __read_only image2d_t' is invalid in OpenCL
struct large { char c[2147483647]; };
kernel void k16(struct large a, struct large b, struct large c) {} // error: arguments of kernel 'k16' take 6442450941 bytes, the limit is 65536

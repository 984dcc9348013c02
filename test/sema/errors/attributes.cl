// Attributes: where they may stand and with what (6.7.2, 6.11).
__attribute__((nosuchattribute)) int unknown(int a __attribute__((strange(1, 2)))) { return a; } // warning: unknown attribute 'nosuchattribute' ignored // warning: unknown attribute 'strange' ignored
#define ATTR(...) __attribute__((__VA_ARGS__))
kernel ATTR(reqd_work_group_size(8, 8, 1)) ATTR(vec_type_hint(float4)) ATTR(work_group_size_hint(8, 8, 1)) void good(void) {}
kernel ATTR(reqd_work_group_size) void count0(void) {}            // error: 'reqd_work_group_size' attribute requires exactly 3 arguments
kernel ATTR(reqd_work_group_size(8, 8)) void count2(void) {}      // error: 'reqd_work_group_size' attribute requires exactly 3 arguments
kernel ATTR(reqd_work_group_size(8, 8, 1, 1)) void count4(void) {} // error: 'reqd_work_group_size' attribute requires exactly 3 arguments
kernel ATTR(reqd_work_group_size(8, 0, 1)) void zero(void) {}     // error: 'reqd_work_group_size' attribute must be greater than 0
kernel ATTR(work_group_size_hint(8, -1, 1)) void negative(void) {} // error: 'work_group_size_hint' attribute requires a non-negative integral compile time constant expression
kernel ATTR(reqd_work_group_size(8, 1.5f, 1)) void floating(void) {} // error: 'reqd_work_group_size' attribute requires parameter 1 to be an integer constant
kernel ATTR(reqd_work_group_size(8, 1, 4294967296)) void wide(void) {} // error: integer constant expression evaluates to value 4294967296 that cannot be represented in a 32-bit unsigned integer type
kernel ATTR(reqd_work_group_size(8, 1, 1), reqd_work_group_size(8, 1, 1)) void twice(void) {}
kernel ATTR(reqd_work_group_size(8, 1, 1), reqd_work_group_size(4, 1, 1)) void differs(void) {} // warning: attribute 'reqd_work_group_size' is already applied with different arguments
ATTR(reqd_work_group_size(8, 1, 1)) void no_kernel(void) {}       // error: attribute 'reqd_work_group_size' can only be applied to an OpenCL kernel function
constant int variable ATTR(reqd_work_group_size(8, 1, 1)) = 1;    // error: 'reqd_work_group_size' attribute only applies to functions
kernel ATTR(vec_type_hint(bool)) void hint_bool(void) {}          // error: a non-vector or non-vectorizable scalar type is an invalid argument to attribute 'vec_type_hint'
kernel ATTR(vec_type_hint(int *)) void hint_pointer(void) {}      // error: a non-vector or non-vectorizable scalar type
kernel ATTR(vec_type_hint(void)) void hint_void(void) {}          // error: a non-vector or non-vectorizable scalar type
kernel ATTR(vec_type_hint) void hint_none(void) {}                // error: 'vec_type_hint' attribute takes one argument
kernel ATTR(vec_type_hint(1)) void hint_number(void) {}           // error: expected a type
kernel ATTR(vec_type_hint(float), vec_type_hint(int)) void hints(void) {} // warning: attribute 'vec_type_hint' is already applied with different arguments
kernel ATTR(amdgpu_flat_work_group_size(64, 256)) ATTR(amdgpu_waves_per_eu(2, 4)) ATTR(amdgpu_num_vgpr(64)) void amd(void) {}
kernel ATTR(amdgpu_flat_work_group_size(256, 64)) void flat_order(void) {}  // error: 'amdgpu_flat_work_group_size' attribute argument is invalid: min must not be greater than max
kernel ATTR(amdgpu_flat_work_group_size(0, 64)) void flat_zero(void) {}     // error: 'amdgpu_flat_work_group_size' attribute argument is invalid: max must be 0 since min is 0
kernel ATTR(amdgpu_flat_work_group_size(0, 0)) void flat_nothing(void) {}
kernel ATTR(amdgpu_flat_work_group_size(64)) void flat_one(void) {}         // error: 'amdgpu_flat_work_group_size' attribute requires exactly 2 arguments
kernel ATTR(amdgpu_waves_per_eu()) void waves_none(void) {}                 // error: 'amdgpu_waves_per_eu' attribute takes at least 1 argument
kernel ATTR(amdgpu_waves_per_eu(1, 2, 3)) void waves_three(void) {}         // error: 'amdgpu_waves_per_eu' attribute takes no more than 2 arguments
kernel ATTR(amdgpu_waves_per_eu(4, 2)) void waves_order(void) {}            // error: 'amdgpu_waves_per_eu' attribute argument is invalid: min must not be greater than max
kernel ATTR(amdgpu_num_sgpr(1.5f)) void sgprs(void) {}                      // error: 'amdgpu_num_sgpr' attribute requires an integer constant
ATTR(amdgpu_num_vgpr(64)) void vgprs(void) {}                               // error: 'amdgpu_num_vgpr' attribute only applies to kernel functions
kernel ATTR(intel_reqd_sub_group_size(0)) void sub_group(void) {}           // error: 'intel_reqd_sub_group_size' attribute must be greater than 0
ATTR(opencl_unroll_hint(4)) void declaration(void) {}                       // error: 'opencl_unroll_hint' attribute cannot be applied to a declaration
struct ATTR(packed) packed1 { char a; int b ATTR(aligned(8)); } ATTR(aligned(16));
struct packed2 { char a; int b ATTR(packed); } ATTR(packed(1));             // error: 'packed' attribute takes no arguments
constant int packed3 ATTR(packed) = 1;                                      // warning: 'packed' attribute only applies to fields and types
struct aligned1 { int a; } ATTR(aligned(3));                                // error: requested alignment is not a power of 2
struct aligned2 { int a ATTR(aligned(-4)); } ATTR(aligned(0));              // error: requested alignment is not a power of 2 // error: requested alignment is not a power of 2
struct aligned3 { int a; } ATTR(aligned(4, 8));                             // error: 'aligned' attribute takes no more than 1 argument
struct aligned4 { int a; } ATTR(aligned(131072));                           // error: requested alignment must be 65536 bytes or smaller
typedef int aligned5 ATTR(aligned(5));                                      // error: requested alignment is not a power of 2
ATTR(always_inline(1)) void inlined(void) {}                                // error: 'always_inline' attribute takes no arguments
constant int not_inlined ATTR(noinline) = 1;                                // warning: 'noinline' attribute only applies to functions
struct ATTR(overloadable) overloaded { int a; };                            // error: 'overloadable' attribute only applies to functions
kernel void shared(global int *p ATTR(nosvm)) {}                            // error: attribute 'nosvm' is supported in the OpenCL version 2.0 onwards
kernel void ends(global int *p ATTR(endian(host)), global int *q ATTR(endian(device))) {}
void started(local int *p ATTR(endian(host)));                              // warning: 'endian' attribute only applies to pointers to global or constant memory
struct ended { int a ATTR(endian(middle)); };                               // error: 'endian' attribute takes 'host' or 'device'
void loops(int n)
{
    ATTR(opencl_unroll_hint(2 * 2)) for (;;) n++;
    ATTR(opencl_unroll_hint) do n--; while (n);
    ATTR(opencl_unroll_hint(0)) while (n) n--;                    // error: 'opencl_unroll_hint' attribute requires a positive integral compile time constant expression
    ATTR(opencl_unroll_hint(-1)) while (n) n--;                   // error: 'opencl_unroll_hint' attribute requires a positive integral
    ATTR(opencl_unroll_hint(n)) while (n) n--;                    // error: 'opencl_unroll_hint' attribute requires an integer constant
    ATTR(opencl_unroll_hint(1, 2)) while (n) n--;                 // error: 'opencl_unroll_hint' attribute takes no more than 1 argument
    ATTR(opencl_unroll_hint(4)) if (n) n--;                       // error: 'opencl_unroll_hint' attribute only applies to 'for', 'while', and 'do' statements
    ATTR(opencl_unroll_hint(4)) n++;                              // error: 'opencl_unroll_hint' attribute only applies to 'for', 'while', and 'do' statements
    ATTR(opencl_unroll_hint(4)) { n++; }                          // error: 'opencl_unroll_hint' attribute only applies to 'for', 'while', and 'do' statements
    ATTR(strange) n++;                                            // warning: unknown attribute 'strange' ignored
    switch (n) {
    case 1:
        n++;
        ATTR(fallthrough);
    default:
        n--;
    }
    ATTR(fallthrough);                                            // error: fallthrough annotation is outside switch statement
#pragma unroll(4                                                  // error: expected ')'
    for (;;) n++;
}

// Restrictions of OpenCL C: what their messages underline, propose and point at.
const int table[2] = {1, 2}; // error: program scope variable must reside in constant address space // fixit: 1 constant
void half_param(half h); // error: did you forget * ? // fixit: 22 *
struct unfinished { int a; int b }; // warning: expected ';' at end of declaration list // fixit: 33 ;
struct with_pointer {
    global int *p; // note: field of illegal pointer type '__global int *' declared here
};
kernel void k1(struct with_pointer s) {} // error: struct kernel parameters may not contain pointers
typedef size_t word;
struct sized {
    int a;
    word b; // note: field of illegal type 'word' declared here
};
kernel void k2(struct sized s) {} // error: '__private struct sized' cannot be used as the type of a kernel parameter
kernel
__attribute__((reqd_work_group_size(8, 1, 1))) // note: conflicting attribute is here
__attribute__((reqd_work_group_size(4, 1, 1))) // warning: attribute 'reqd_work_group_size' is already applied with different arguments
void k3(int n)
{
    local int x = 12; // error: '__local' variable cannot have an initializer // range: 19-20
    switch (n) {
    case 1 ... 3: // note: previous case defined here
    case 2: // error: duplicate case value '2'
        break;
    }
    __builtin_amdgcn_s_sleep(n + 1); // error: must be a constant integer // range: 30-30 // range: 34-34
}
struct constants {
    const int a; // note: non-static data member 'a' declared const here
};
void assign(struct constants s)
{
    s.a = 1; // error: cannot assign to non-static data member 'a' with const-qualified type 'const int'
}
__attribute__((overloadable)) kernel void k4(int a) {} // note: previous declaration is here
__attribute__((overloadable)) kernel void k4(float a) {} // error: kernel 'k4' cannot be overloaded: hosts find kernels by name
kernel
__attribute__((amdgpu_flat_work_group_size(64, 128))) // note: conflicting attribute is here
__attribute__((reqd_work_group_size(8, 4, 1))) // error: 'reqd_work_group_size' attribute asks for 32 work-items, not 64 to 128 as 'amdgpu_flat_work_group_size' does
void k5(void)
{
    extern constant int e = 12; // error: declaration of block scope identifier with linkage cannot have an initializer // range: 29-30
    int uint = 1; // error: redefinition of 'uint' as different kind of symbol
    int true = 2; // error: redefinition of 'true' as different kind of symbol
    int either = 2 ^^ 1; // error: ^^ is a reserved operator in OpenCL // range: 20-21 // warning: result of '2 ^ 1' is 3; did you mean
    float4 v;
    (v + v).x = 1; // error: expression is not assignable
}
kernel void k6(const int *p, // error: pointer arguments to kernel functions must reside // fixit: 16 __global
               private int *q) {} // error: pointer arguments to kernel functions must reside

// options: -cl-std=CL2.0 -ferror-limit=0
// What is wrong with one parameter, type or block hides no other error, and none follows from it.
struct s { size_t e; }; // note: field of illegal type 'size_t' declared here
kernel void k1(half a, // error: declaring function parameter of type '__private half' is not allowed
               bool b, // error: '__private bool' cannot be used as the type of a kernel parameter
               private int *c, // error: pointer arguments to kernel functions must reside
               event_t d, // error: '__private event_t' cannot be used
               size_t e, // error: '__private size_t' cannot be used
               struct s f, // error: '__private struct s' cannot be used
               int g)
{
    *c = a + b + g;
}
kernel int k2(half a) { return undeclared; } // error: kernel must have void return type // error: declaring function parameter // error: use of undeclared identifier
half f1(half a, // error: declaring function return value of type 'half' is not allowed // error: declaring function parameter
        void b) // error: argument may not have 'void' type
{
    return a;
}
__attribute__((reqd_work_group_size(1, 0, 1))) // error: 'reqd_work_group_size' attribute must be greater than 0
kernel void k3(half a) {} // error: declaring function parameter
kernel void k4(unknown_t a, bool b) {} // error: unknown type name 'unknown_t' // error: '__private bool' cannot be used
unknown_t f2(half a) { return 1; } // error: unknown type name 'unknown_t' // error: declaring function parameter
int f3(half a) { return "text"; } // error: declaring function parameter // error: incompatible pointer to integer conversion returning
void f4(half a) { return 3; } // error: declaring function parameter // error: void function 'f4' should not return a value
typedef int (^block)(int);
void f5(global half *p)
{
    int a = f3(1) + undeclared1; // note: previous definition is here // error: use of undeclared identifier 'undeclared1'
    float4 b = f3(undeclared2); // error: use of undeclared identifier 'undeclared2'
    half c = p[0]; // error: declaring variable of type '__private half' is not allowed
    half d[2] = {undeclared3, 0}; // error: declaring variable of type '__private half[2]' is not allowed // error: use of undeclared identifier 'undeclared3'
    int e = c + d[0];
    int a = undeclared4; // error: redefinition of 'a' // error: use of undeclared identifier 'undeclared4'
    int (^f)(int) = ^(half x) { a = x; return undeclared5; }; // error: declaring function parameter // error: use of undeclared identifier 'undeclared5'
    int g = f(3) + undeclared6; // error: use of undeclared identifier 'undeclared6'
    block h = ^(int x, ...) { return undeclared7; }; // error: variadic arguments are not allowed // error: use of undeclared identifier 'undeclared7'
    block i = ^half(int x) { return undeclared8; }; // error: declaring function return value // error: use of undeclared identifier 'undeclared8'
    block j = ^int(half x) { return p; }; // error: declaring function parameter // error: incompatible pointer to integer conversion returning
    block k = ^(unknown_t x) { return x + undeclared9; }; // error: unknown type name 'unknown_t' // error: use of undeclared identifier 'undeclared9'
    a = h(1) + i(2) + j(3) + k(4);
}
void f6(void) { undeclared10 = 1; } // error: use of undeclared identifier 'undeclared10'

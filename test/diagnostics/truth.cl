// options: -cl-std=CL2.0
// A function that is meant as an address has an & before it.
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
struct pair { int m[3]; };
int f(int a);
int
truth(global struct pair *pair, int a)
{
    if (pair->m) // warning: address of array 'pair->m' will always evaluate to 'true' // range: 9-15
        a = 1;
    return !f ? f(a) : 2; // warning: address of function 'f' // range: 13-13 // note: prefix with the address-of operator // fixit: 13 &
}

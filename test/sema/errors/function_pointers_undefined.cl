// options: cl12
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
typedef int (*fn)(int);
int defined(int x) { return x; }
int missing(int x);
constant fn table[] = {defined, missing}; // error: function 'missing' is called but not defined
int recursive(int x) { return (*recursive)(x); } // error: recursive call of 'recursive'
kernel void k(global int *o) { o[0] = table[0](1); }

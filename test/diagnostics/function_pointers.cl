// options: -S -o /dev/null -cl-std=CL2.0
// Recursion by way of a pointer: found when it is known who may be called.
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
typedef int (*fn)(int);
int twice(fn f, int x) { return f(f(x)); } // of each copy the pointer is known
int add(int x) { return x + 1; }
int four(int x) { return twice(add, twice(add, x)); }
int eight(int x) { return twice(four, x); }
int run(global fn *kept, int x) { return kept[x](x); } // error: recursive call is not allowed in OpenCL C: this pointer may lead to 'again'
int again(int x) { return run((global fn *)(size_t)x, x); }
kernel void k(global int *o)
{
    fn table[] = {add, four, eight, again};
    o[0] = table[o[1]](o[2]) + twice(eight, 1);
}

// options: cl20
__builtin_va_list early(int);
int before(int a, ...) { return a; }   // error: invalid prototype, variadic arguments are not allowed in OpenCL
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable
struct s { int a; float b; };
struct open;
int f(int n, ...);
kernel void kernels(global int *o, ...) {} // error: invalid prototype, variadic arguments are not allowed in OpenCL
void (^block)(int, ...);               // error: invalid prototype, variadic arguments are not allowed in OpenCL
int fixed(int n) { __builtin_va_list a; __builtin_va_start(a, n); return 0; } // error: 'va_start' used in function with fixed arguments
int f(int n, ...)
{
    __builtin_va_list a, b;
    __builtin_va_start(n, n);          // error: argument of type 'int' is not a variable of type '__builtin_va_list'
    __builtin_va_start(a);             // error: too few arguments to function call, expected 2, have 1
    __builtin_va_end(n);               // error: argument of type 'int' is not a variable of type '__builtin_va_list'
    __builtin_va_end(a, b);            // error: too many arguments to function call, expected 1, have 2
    __builtin_va_copy(a, n);           // error: argument of type 'int' is not a variable of type '__builtin_va_list'
    __builtin_va_arg(n, int);          // error: argument of type 'int' is not a variable of type '__builtin_va_list'
    __builtin_va_arg(a, image2d_t);    // error: second argument to 'va_arg' is of type '__read_only image2d_t', which cannot be passed
    __builtin_va_arg(a, int[2]);       // error: second argument to 'va_arg' is of type 'int[2]', which cannot be passed
    __builtin_va_arg(a, struct open);  // error: incomplete type 'struct open'
    __builtin_va_arg(a, void);         // error: incomplete type 'void'
    return 0;
}
int good(int n, ...)
{
    __builtin_va_list a, b;
    __builtin_va_start(a, n);
    __builtin_va_copy(b, a);
    int r = __builtin_va_arg(a, int) + __builtin_va_arg(a, struct s).a + __builtin_va_arg(a, float4).x + *__builtin_va_arg(b, global int *);
    __builtin_va_end(a);
    __builtin_va_end(b);
    return r;
}
kernel void k(global int *o, read_only image2d_t image, queue_t q)
{
    struct s s = {1, 2};
    f();                               // error: too few arguments to function call, expected at least 1, have 0
    f(1, image);                       // error: cannot pass a value of type '__read_only image2d_t' to a function with variable arguments
    f(1, (void)0);                     // error: cannot pass a value of type 'void' to a function with variable arguments
    f(1, f);                           // error: taking address of function is not allowed
    good(1, 2, s, (float4)(1), o, 'a', 1.5f, "text");
}
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : disable
int after(int a, ...);                 // error: invalid prototype, variadic arguments are not allowed in OpenCL

// options: cl20 -Wall
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
#pragma OPENCL EXTENSION __cl_clang_variadic_functions : enable
typedef int (*fn)(int);
int f(int x) { return x; }
int sum(int m, int n, ...)
{
    __builtin_va_list a;
    __builtin_va_start(a, m);              // warning: second argument to 'va_start' is not the last non-variadic parameter
    m += __builtin_va_arg(a, char);        // warning: second argument to 'va_arg' is of promotable type 'char'; arguments of it are passed as 'int'
    m += (int)__builtin_va_arg(a, float);  // warning: second argument to 'va_arg' is of promotable type 'float'; arguments of it are passed as 'double'
    __builtin_va_end(a);
    return m + n;
}
kernel void k(global int *o)
{
    fn p = f, q = &f;
    bool b = f;                            // warning: address of function 'f' will always evaluate to 'true'
    bool c = &f;
    o[0] = f == 0;                         // warning: comparison of function 'f' equal to a null pointer is always false
    o[1] = &f != 0;
    o[2] = p < q;                          // warning: ordered comparison of function pointers ('fn' (aka 'int (*)(int)') and 'fn' (aka 'int (*)(int)'))
    o[3] = b + c + sum(1, 2, 3, 4.0f);
}

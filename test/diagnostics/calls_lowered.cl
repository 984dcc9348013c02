// options: -S -o /dev/null -cl-std=CL2.0
// What is found when calls become IR.
extern constant int nowhere[4]; // error: 'nowhere'
kernel void k(global int *o, int n, constant char *format)
{
    o[0] = nowhere[n];
    o[1] = __builtin_amdgcn_uicmp(o[0], 1u, 99); // error: argument 3 of '__builtin_amdgcn_uicmp'
    o[2] = __builtin_amdgcn_class(1.0f, n); // error: argument 2 of '__builtin_amdgcn_class' must be a constant
    printf(format, n); // error: format
    __builtin_memset(o, 1, 4); // error: argument 2 of '__builtin_memset'
}

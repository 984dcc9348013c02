// options: cl11
// Before OpenCL C 1.2 && || ! take integers only (6.3.g, 6.3.h); popcount is 1.2's.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
int logic(float x, float4 f, int4 i, double d, int n)
{
    n = x && n;   // error: invalid operands to binary expression ('float' and 'int')
    n = n || d;   // error: invalid operands to binary expression ('int' and 'double')
    n = !x;       // error: invalid argument type 'float' to unary expression
    i = f && f;   // error: invalid operands to binary expression ('float4' and 'float4')
    i = !f;       // error: invalid argument type 'float4' to unary expression
    i = i && n;
    if (x)
        n = !n;
    return popcount(n); // error: use of undeclared identifier 'popcount'
}

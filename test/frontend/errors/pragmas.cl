#pragma OPENCL FP_CONTRACT BAD // warning: expected 'ON' or 'OFF' or 'DEFAULT' in pragma - ignoring
#pragma OPENCL FP_CONTRACT // warning: expected 'ON' or 'OFF' or 'DEFAULT' in pragma - ignoring
#pragma OPENCL FP_CONTRACT ON
#pragma STDC FP_CONTRACT DEFAULT
#pragma STDC FENV_ACCESS ON // warning: '#pragma STDC FENV_ACCESS' is not supported - ignored
#pragma OPENCL OTHER // warning: unknown pragma ignored
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION all : disable
#pragma OPENCL EXTENSION cl_no_such : enable // warning: unknown OpenCL extension 'cl_no_such' - ignoring
#pragma OPENCL EXTENSION cl_khr_fp64 // warning: missing ':' after 'cl_khr_fp64' - ignoring
#pragma OPENCL EXTENSION cl_khr_fp64 : on // warning: expected 'enable', 'disable', 'begin' or 'end' - ignoring
#pragma OPENCL EXTENSION // warning: expected extension name in '#pragma OPENCL EXTENSION' - ignored
#pragma
#pragma clang diagnostic ignored "-Wnothing"
#pragma weak k // warning: unknown pragma ignored
_Pragma("weak k") // warning: unknown pragma ignored
#pragma unroll // error: expected a for, while, or do-while loop to follow '#pragma unroll'
kernel void k(global float *x)
{
#pragma unroll many // error: invalid value 'many'; must be positive
    for (int i = 0; i < 4; i++) x[i]++;
#pragma unroll 0 // error: invalid value '0'; must be positive
    for (int i = 0; i < 4; i++) x[i]++;
#define N 4 // note: expanded from macro 'N'
#pragma unroll (N / 2) * 3
    for (int i = 0; i < 4; i++) x[i]++;
#pragma unroll N-4 // error: invalid value '0'; must be positive
    for (int i = 0; i < 4; i++) x[i]++;
#pragma unroll N / 0 // error: division by zero in preprocessor expression
    for (int i = 0; i < 4; i++) x[i]++;
#pragma unroll 4 5 // warning: extra tokens at end of '#pragma unroll' - ignored
    for (int i = 0; i < 4; i++) x[i]++;
#pragma nounroll 4 // warning: extra tokens at end of '#pragma nounroll' - ignored
    for (int i = 0; i < 4; i++) x[i]++;
#pragma clang loop unroll_count(2) vectorize(enable)
    for (int i = 0; i < 4; i++) x[i]++;
#pragma clang loop unroll(maybe) // warning: expected 'enable', 'full' or 'disable' after 'unroll' - ignored
    for (int i = 0; i < 4; i++) x[i]++;
}
kernel void c(global float *x)
{
#pragma clang fp contract(off)
#pragma OPENCL FP_CONTRACT OFF
    x[0] = 1;
#pragma OPENCL FP_CONTRACT ON // error: '#pragma FP_CONTRACT' can only appear at file scope or at the start of a compound statement
    for (;;) {
#pragma STDC FP_CONTRACT DEFAULT
    }
}

// options: cl11
// Before OpenCL C 1.2 constants are double only with the extension enabled; the type needs no pragma.
float4 single(float4 x) { return x * 2.0; }  // warning: double precision constant requires cl_khr_fp64, casting to single precision
double result(void);
double2 vector(void);
int size(void) { return sizeof(double) + sizeof(1.0f + (double)1); }
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
double types(double d) { return d * d; }
float4 enabled(float4 x) { return x * 2.0; } // error: scalar operand type has greater rank
#pragma OPENCL EXTENSION all : disable
float4 again(float4 x) { return x * 2.0; }   // warning: double precision constant requires cl_khr_fp64

// options: cl11
// Before OpenCL C 1.2 constants are double only with the extension enabled.
float4 single(float4 x) { return x * 2.0; }  // warning: double precision constant requires cl_khr_fp64, casting to single precision
double result(void);                          // error: use of type 'double' requires '#pragma OPENCL EXTENSION cl_khr_fp64 : enable' before OpenCL C 1.2
double2 vector(void);                         // error: use of type 'double' requires '#pragma OPENCL EXTENSION cl_khr_fp64 : enable'
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
double types(double d) { return d * d; }
float4 enabled(float4 x) { return x * 2.0; } // error: scalar operand type has greater rank
#pragma OPENCL EXTENSION all : disable
float4 again(float4 x) { return x * 2.0; }   // warning: double precision constant requires cl_khr_fp64

// From OpenCL C 1.2 on no pragma takes double constants away.
#pragma OPENCL EXTENSION cl_khr_fp64 : disable
double result(double d) { return d * 2.0; }
float4 single(float4 x) { return x * 2.0; }  // error: scalar operand type has greater rank

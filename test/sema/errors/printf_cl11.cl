// options: cl11
// printf is OpenCL C 1.2's; before that it is AMD's extension (cl_amd_printf).
kernel void without(void) { printf("%d\n", 1); } // error: use of undeclared identifier 'printf'
#pragma OPENCL EXTENSION cl_amd_printf : enable
kernel void with(void) { printf("%d\n", 1); }
#pragma OPENCL EXTENSION cl_amd_printf : disable
kernel void again(void) { printf("%d\n", 1); }   // error: use of undeclared identifier 'printf'

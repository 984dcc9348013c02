// A device without half: the pragma does not help.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
half result(void);                       // error: declaring function return value of type 'half' is not allowed
float constants(void) { return 1.0h; }   // error: half precision constant requires cl_khr_fp16

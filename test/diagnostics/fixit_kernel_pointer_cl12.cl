// options: -cl-std=CL1.2
// Before OpenCL C 2.0 no kernel takes a pointer to a pointer: a space between the stars would not help.
kernel void plain(int *p) {} // error: must reside in '__global' // fixit: 19 __global
kernel void between(global int **p) {} // error: must reside in '__global'
kernel void with_space(global int *global *p) {} // error: cannot be declared as a pointer to a pointer

// options: -c -o /dev/null -gdwarf-5 -Wl,-x -fno-builtin -Woption-without-effect -cl-ext=-__opencl_c_images
// nowhere: warning: '-gdwarf-5': occ writes DWARF 2, which readers of 3 read, and 4
// nowhere: warning: argument unused during compilation: '-Wl,-x'
// nowhere: warning: '-fno-builtin' has no effect: it permits
// nowhere: warning: '-cl-ext=-__opencl_c_images' has no effect before OpenCL C 2.0
kernel void k(global int *p) { *p = 1; }

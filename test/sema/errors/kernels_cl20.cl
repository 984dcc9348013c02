// options: cl20
// From OpenCL C 2.0 on pointers to pointers and in structures are arguments, too.
struct with_pointer { global int *p; };
kernel void k1(struct with_pointer s, global int *global *p) {}
kernel void main(void) {}                 // error: kernel cannot be called 'main'
kernel void k2(int *generic_pointer) {}   // error: pointer arguments to kernel functions must reside in '__global', '__constant' or '__local' address space
int variadic(constant char *format, ...); // error: invalid prototype, variadic arguments are not allowed in OpenCL

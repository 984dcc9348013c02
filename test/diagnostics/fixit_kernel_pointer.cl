// options: -cl-std=CL2.0
// Where the address space is missing: before the type, or between the stars.
typedef struct { int a; } my_t;
kernel void plain(my_t *p) {} // error: must reside in '__global' // fixit: 19 __global
kernel void between(global my_t **p) {} // error: must reside in '__global' // fixit: 34 __global
kernel void with_const(global my_t *const *p) {} // error: must reside in '__global' // fixit: 43 __global
kernel void no_hint(private my_t *p) {} // error: must reside in '__global'
kernel void no_hint_between(global my_t *(*p)[2]) {} // error: must reside in '__global'

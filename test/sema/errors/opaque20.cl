// options: cl20
image2d_t g0;                                // error: can only be used as a function parameter in OpenCL
event_t g1;                                  // error: the '__global event_t' type cannot be used to declare a program scope variable
sampler_t g2 = 0;                            // error: global sampler requires a const or constant address space qualifier
void f0(read_write image2d_t a, read_write image3d_t b, read_write image2d_depth_t c);
void f1(read_write read_only image2d_t a);   // error: multiple access qualifiers
kernel void k(read_write image2d_t a, write_only image2d_t b, sampler_t s) {
    static event_t e;                        // error: the event_t type can only be used with __private address space qualifier
    f0(b, a, a);                             // error: passing '__write_only image2d_t' to parameter of incompatible type '__read_write image2d_t' // error: passing '__read_write image2d_t' to parameter of incompatible type '__read_write image3d_t' // error: passing '__read_write image2d_t' to parameter of incompatible type '__read_write image2d_depth_t'
    write_imagef(a, (int2)(0), read_imagef(a, (int2)(0)));
    (void)read_imagef(a, s, (int2)(0));      // error: no matching function for call to 'read_imagef'
    (void)read_imagef(b, (int2)(0));         // error: no matching function for call to 'read_imagef'
}

typedef image2d_t image;
typedef read_only image2d_t read_image;
typedef write_only image2d_t write_image;
image2d_t g0;                                // error: can only be used as a function parameter in OpenCL
constant image2d_t g1;                       // error: type '__constant __read_only image2d_t' can only be used as a function parameter in OpenCL
event_t g2;                                  // error: the '__private event_t' type cannot be used to declare a program scope variable
sampler_t g3 = 3;                            // error: global sampler requires a const or constant address space qualifier
const sampler_t g4 = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
constant sampler_t g5 = CLK_FILTER_NEAREST;
constant sampler_t g6;                       // error: variable in constant address space must be initialized
constant sampler_t g7 = 1.0f;                // error: initializing '__constant sampler_t' with an expression of incompatible type 'float'
global sampler_t g8 = 0;                     // error: sampler type cannot be used with the __local and __global address space qualifiers
constant sampler_t g9 = g5;
constant sampler_t ga[2] = {1, 2};           // error: array of '__constant sampler_t' type is invalid in OpenCL
constant sampler_t *gp;                      // error: pointer to type '__constant sampler_t' is invalid in OpenCL
constant sampler_t g10 = 0xffffffff;
struct s1 { image2d_t a; };                  // error: the '__read_only image2d_t' type cannot be used to declare a structure or union field
struct s2 { sampler_t a; };                  // error: the 'sampler_t' type cannot be used to declare a structure or union field
union u3 { event_t a; };                     // error: the 'event_t' type cannot be used to declare a structure or union field
struct s4 { image2d_t *a; };                 // error: pointer to type '__read_only image2d_t' is invalid in OpenCL
image2d_t f1(void);                          // error: declaring function return value of type '__read_only image2d_t' is not allowed
sampler_t f2(void);                          // error: declaring function return value of type 'sampler_t' is not allowed
event_t f3(void);
void f4(image2d_t *a);                       // error: pointer to type '__read_only image2d_t' is invalid in OpenCL
void f5(sampler_t *a);                       // error: pointer to type 'sampler_t' is invalid in OpenCL
void f6(event_t *a);
void f7(image2d_t a[2]);                     // error: array of '__read_only image2d_t' type is invalid in OpenCL
void f8(sampler_t a[]);                      // error: array of 'sampler_t' type is invalid in OpenCL
void f9(write_only sampler_t a);             // error: access qualifier can only be used for pipe and image type
void f10(write_only read_only image2d_t a);  // error: multiple access qualifiers
void f11(read_write image2d_t a);            // error: access qualifier 'read_write' can not be used for '__read_write image2d_t' prior to OpenCL C version 2.0 or in version 3.0 and without __opencl_c_read_write_images feature
void f12(read_only int a);                   // error: access qualifier can only be used for pipe and image type
void f13(read_only write_image a);           // error: multiple access qualifiers // note: previously declared 'write_only' here
void f14(write_only image a);                // error: multiple access qualifiers
void f18(read_only image a);                 // warning: duplicate 'read_only' declaration specifier // note: previously declared 'read_only' here
void f15(const image2d_t a, write_image b, const sampler_t c, private image2d_t d);
void f16(global image2d_t a);                // error: parameter may not be qualified with an address space
void f17(constant sampler_t a);              // error: parameter may not be qualified with an address space
void reads(read_only image2d_t a);
void writes(write_only image2d_t a);
void samples(sampler_t s);
void waits(event_t e);
kernel void k0(event_t e) {}                 // error: '__private event_t' cannot be used as the type of a kernel parameter
kernel void k1(read_only image3d_t a, write_only image3d_t b, image1d_t c, image1d_array_t d,
               image1d_buffer_t e, image2d_array_t f, image2d_depth_t g, image2d_array_depth_t h,
               image2d_msaa_t i, image2d_array_msaa_t j, image2d_msaa_depth_t k,
               image2d_array_msaa_depth_t l, sampler_t m) {}
kernel void variables(sampler_t s, image2d_t a) {
    image2d_t l0;                            // error: type '__private __read_only image2d_t' can only be used as a function parameter in OpenCL
    image2d_t l1 = a;                        // error: can only be used as a function parameter in OpenCL
    sampler_t l2 = 3, l3 = s;
    const sampler_t l4 = 4;
    constant sampler_t l5 = 5;
    local sampler_t l6;                      // error: sampler type cannot be used with the __local and __global address space qualifiers
    sampler_t l7 = 1.5f;                     // error: initializing '__private sampler_t' with an expression of incompatible type 'float'
    image2d_t l8[3];                         // error: array of '__read_only image2d_t' type is invalid in OpenCL
    sampler_t l9[3];                         // error: array of 'sampler_t' type is invalid in OpenCL
    event_t l10[3], l11 = 0;
    event_t l12 = 1;                         // error: initializing '__private event_t' with an expression of incompatible type 'int'
    image2d_t *l13;                          // error: pointer to type '__read_only image2d_t' is invalid in OpenCL
    local event_t l14;                       // error: the event_t type can only be used with __private address space qualifier
    const event_t l15 = 0;
}
kernel void arguments(sampler_t s, read_only image2d_t r, write_only image2d_t w, int n) {
    event_t e = 0;
    reads(r);
    reads(w);                                // error: passing '__write_only image2d_t' to parameter of incompatible type '__read_only image2d_t'
    writes(r);                               // error: passing '__read_only image2d_t' to parameter of incompatible type '__write_only image2d_t'
    writes(w);
    samples(s);
    samples(3);
    samples(r);                              // error: passing '__read_only image2d_t' to parameter of incompatible type 'sampler_t'
    samples(1.0f);                           // error: passing 'float' to parameter of incompatible type 'sampler_t'
    samples(n);                              // error: passing 'int' to parameter of incompatible type 'sampler_t'
    waits(0);
    waits(e);
    waits(1);                                // error: passing 'int' to parameter of incompatible type 'event_t'
}
kernel void operators(sampler_t s, image2d_t a, int c) {
    sampler_t t = 4;
    event_t e = 0, f = 0;
    s = 4;                                   // error: invalid operands to binary expression ('__private sampler_t' and 'int')
    s = t;                                   // error: invalid operands to binary expression
    t++;                                     // error: invalid argument type '__private sampler_t' to unary expression
    (void)-s;                                // error: invalid argument type 'sampler_t' to unary expression
    (void)!s;                                // error: invalid argument type 'sampler_t' to unary expression
    (void)(s + 1);                           // error: invalid operands to binary expression ('sampler_t' and 'int')
    (void)(s == t);                          // error: invalid operands to binary expression ('sampler_t' and 'sampler_t')
    (void)(s ? 1 : 2);                       // error: used type 'sampler_t' where
    (void)(c ? s : t);                       // error: incompatible operand types ('sampler_t' and 'sampler_t')
    (void)&s;                                // error: invalid argument type '__private sampler_t' to unary expression
    (void)&a;                                // error: invalid argument type '__private __read_only image2d_t' to unary expression
    (void)*a;                                // error: invalid argument type '__read_only image2d_t' to unary expression
    (void)s[0];                              // error: subscripted value is not an array, pointer, or vector
    (void)a.x;                               // error: member reference base type '__private __read_only image2d_t' is not a structure or union
    (void)(sizeof(s) + sizeof(a) + sizeof(event_t));
    a = a;                                   // error: invalid operands to binary expression ('__private __read_only image2d_t' and '__read_only image2d_t')
    (void)(a, 1);                            // error: invalid operands to binary expression ('__read_only image2d_t' and 'int')
    (void)(c ? a : a);                       // error: incompatible operand types ('__read_only image2d_t' and '__read_only image2d_t')
    if (a)                                   // error: statement requires expression of scalar type ('__read_only image2d_t' invalid)
        c = (int)a;                          // error: operand of type '__read_only image2d_t' where arithmetic or pointer type is required
    switch (s) {                             // error: statement requires expression of integer type ('sampler_t' invalid)
    }
    (void)(image2d_t)0;                      // error: used type '__read_only image2d_t' where arithmetic or pointer type is required
    (void)(sampler_t)0;                      // error: used type 'sampler_t' where arithmetic or pointer type is required
    (void)(event_t)0;
    (void)(event_t)1;                        // error: cannot cast non-zero value '1' to 'event_t'
    (void)(int)e;                            // error: operand of type 'event_t' where arithmetic or pointer type is required
    e = f;
    e = 0; // error: assigning to '__private event_t' from incompatible type 'int'
    (void)(e == f);                          // error: invalid operands to binary expression ('event_t' and 'event_t')
    (void)!e;                                // error: invalid argument type 'event_t' to unary expression
    (void)(c ? e : f);
    (void)(c ? e : 0);                       // error: incompatible operand types ('event_t' and 'int')
    (void)*e;                                // error: indirection requires pointer operand ('event_t' invalid)
    e++;                                     // error: cannot increment value of type 'event_t'
    (void)&e;
}

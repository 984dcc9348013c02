// options: cl12
struct off { int a : 3; }; // error: bit-fields are not supported in OpenCL
#pragma OPENCL EXTENSION __cl_clang_bitfields : enable
struct on {
    int a : 3, : 2, : 0;
    int b : 33;    // error: width of bit-field 'b' (33 bits) exceeds the width of its type (32 bits)
    bool c : 2;    // error: width of bit-field 'c' (2 bits) exceeds the width of its type (1 bit)
    int d : 0;     // error: named bit-field 'd' has zero width
    int e : -1;    // error: bit-field 'e' has negative width (-1)
    float f : 3;   // error: bit-field 'f' has non-integral type 'float'
    int4 g : 3;    // error: bit-field 'g' has non-integral type 'int4'
    int : 40;      // error: width of bit-field (40 bits) exceeds the width of its type (32 bits)
};
struct good { int a : 3; int b; };
struct good made(void);
kernel void k(global struct good *p, int n) {
    global int *q = &p->a;     // error: address of bit-field requested
    int s = sizeof(p->a);      // error: invalid application of 'sizeof' to bit-field
    __typeof__(p->a) t;        // error: invalid application of 'typeof' to bit-field
    int u = sizeof(made().a);  // error: invalid application of 'sizeof' to bit-field
    int v = sizeof made().a;   // error: invalid application of 'sizeof' to bit-field
    int w = __alignof__((made().a)); // error: invalid application of 'alignof' to bit-field
    __typeof__(made().a) x;    // error: invalid application of 'typeof' to bit-field
    int y = sizeof(+made().a) + sizeof(made().b) + sizeof(p->a = 1); // warning: expression with side effects has no effect
    p->a = max(p->a, n) + p->a * n;
}
#pragma OPENCL EXTENSION __cl_clang_bitfields : disable
struct off2 { int a : 3; }; // error: bit-fields are not supported in OpenCL

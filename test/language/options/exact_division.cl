// -cl-fp32-correctly-rounded-divide-sqrt: / and sqrt of float are correctly rounded.
// options: -cl-fp32-correctly-rounded-divide-sqrt
// kernel: test global=8
// arg: float r[16]
// arg: float a[8] = 1 2 10 5 7 0.1 1e30 123456.789
// arg: float b[8] = 3 3 7 9 11 0.3 1e-5 0.987654321
kernel void
test(global float *r, global const float *a, global const float *b)
{
    int i = get_global_id(0);
    r[i] = a[i] / b[i];
    r[8 + i] = sqrt(a[i]);
}
// expect: r[0] = #3eaaaaab #3f2aaaab #3fb6db6e #3f0e38e4 #3f22e8ba #3eaaaaaa #799a130c #47f42400 #3f800000 #3fb504f3 #404a62c2 #400f1bbd #402953fd #3ea1e89b #58635fa9 #43afae9e

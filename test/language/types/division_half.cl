// Quotients and roots of halves are rounded correctly, however rough the hardware's approximations
// are (OCC_ROUNDING): halfway between two denormal halves, just below the middle of two halves.
// kernel: test global=4
// arg: half quotient[4]
// arg: half root[4]
// arg: half x[4] = #0009 #000f 1 3
// arg: half y[4] = #4600 #4900 3 7
// arg: half z[4] = #63ff #7bff #6517 #0003
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void
test(global half *quotient, global half *root, global const half *x, global const half *y,
     global const half *z)
{
    int i = get_global_id(0);
    quotient[i] = x[i] / y[i];
    root[i] = sqrt(z[i]);
}
// expect: quotient[0] = #0002 #0002 #3555 #36db
// expect: root[0] = #4fff #5bff #5083 #0eee

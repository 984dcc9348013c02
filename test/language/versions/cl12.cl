// What OpenCL C 1.2 added: double without a pragma, static functions and constants, popcount.
// options: -cl-std=CL1.2
static constant int table[2] = {4, 5};
static int
twice(int a)
{
    return a * 2;
}

// kernel: test
// arg: int r[5]
// arg: uint u = 0xff00ff00
kernel void
test(global int *r, uint u)
{
    double d = 1.5;
    r[0] = popcount(u);                //= 16
    r[1] = (int)(d * 2);               //= 3
    r[2] = twice(table[1]);            //= 10
    r[3] = CL_VERSION_1_2;             //= 120
    r[4] = __OPENCL_C_VERSION__;       //= 120
}

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

extern constant int later;
constant char *
own_name(void)
{
    return __func__;
}

// kernel: more
// arg: int r[6]
// arg: double d[2] = 1.5 2.25
// arg: ushort4 bits[1] = 1 3 7 65535
kernel void
more(global int *r, global const double2 *d, global const ushort4 *bits)
{
    r[0] = __func__[0];                //= 109
    r[1] = own_name()[2];              //= 110
    r[2] = later;                      //= 8
    r[3] = (int)(d->y * 4);            //= 9
    r[4] = popcount(bits[0]).w;        //= 16
    r[5] = popcount(bits[0]).z;        //= 3
}
constant int later = 8;

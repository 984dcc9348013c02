// -D, -U and -include-free macros of the command line; predefined macros of the version and target.
// options: -D ONE -DTWO=2 -D THREE=(1+2) -DGONE=1 -UGONE -cl-std=CL1.1 -D ADD(a,b)=((a)+(b))
// kernel: test
// arg: int r[10]
kernel void
test(global int *r)
{
    r[0] = ONE;                            //= 1
    r[1] = TWO;                            //= 2
    r[2] = THREE * 2;                      //= 6
#ifdef GONE
    r[3] = 1;
#else
    r[3] = 0;                              //= 0
#endif
    r[4] = __OPENCL_C_VERSION__;           //= 110
    r[5] = CL_VERSION_1_1;                 //= 110
    r[6] = __OPENCL_VERSION__ >= 110;      //= 1
    r[7] = __ENDIAN_LITTLE__;              //= 1
    r[8] = ADD(TWO, 5);                    //= 7
    r[9] = __LINE__;                       //= 21
}

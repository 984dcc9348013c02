// The macros of limits and special values.
// kernel: floats
// arg: float f[18]
// arg: double d[8]
kernel void
floats(global float *f, global double *d)
{
    f[0] = FLT_MAX;             //= #7f7fffff
    f[1] = FLT_MIN;             //= #00800000
    f[2] = FLT_EPSILON;         //= #34000000
    f[3] = MAXFLOAT;            //= #7f7fffff
    f[4] = HUGE_VALF;           //= inf
    f[5] = INFINITY;            //= inf
    f[6] = NAN;                 //= nan
    f[7] = M_PI_F;              //= #40490fdb
    f[8] = M_E_F;               //= #402df854
    f[9] = M_SQRT2_F;           //= #3fb504f3
    f[10] = M_1_PI_F;           //= #3ea2f983
    f[11] = FLT_DIG;            //= 6
    f[12] = FLT_MANT_DIG;       //= 24
    f[13] = FLT_MAX_EXP;        //= 128
    f[14] = FLT_MIN_EXP;        //= -125
    f[15] = FLT_MAX_10_EXP;     //= 38
    f[16] = FLT_RADIX;          //= 2
    f[17] = M_LN2_F;            //= #3f317218
    d[0] = DBL_MAX;             //= #7fefffffffffffff
    d[1] = DBL_MIN;             //= #0010000000000000
    d[2] = DBL_EPSILON;         //= #3cb0000000000000
    d[3] = HUGE_VAL;            //= inf
    d[4] = M_PI;                //= #400921fb54442d18
    d[5] = M_LOG2E;             //= #3ff71547652b82fe
    d[6] = DBL_MANT_DIG;        //= 53
    d[7] = M_SQRT1_2;           //= #3fe6a09e667f3bcd
}

// kernel: integers
// arg: long r[14]
kernel void
integers(global long *r)
{
    r[0] = CHAR_BIT;            //= 8
    r[1] = CHAR_MAX;            //= 127
    r[2] = CHAR_MIN;            //= -128
    r[3] = SCHAR_MIN;           //= -128
    r[4] = UCHAR_MAX;           //= 255
    r[5] = SHRT_MIN;            //= -32768
    r[6] = USHRT_MAX;           //= 65535
    r[7] = INT_MIN;             //= -2147483648
    r[8] = INT_MAX;             //= 2147483647
    r[9] = UINT_MAX;            //= 4294967295
    r[10] = LONG_MAX;           //= 0x7fffffffffffffff
    r[11] = LONG_MIN;           //= -0x8000000000000000
    r[12] = ULONG_MAX == ~0ul;  //= 1
    r[13] = CLK_LOCAL_MEM_FENCE != CLK_GLOBAL_MEM_FENCE; //= 1
}

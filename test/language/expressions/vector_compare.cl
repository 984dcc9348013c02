// Comparisons and logic: of scalars 1 or 0 as int, of vectors -1 or 0 of the same width.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// kernel: ints
// arg: int4 r[12]
// arg: int4 in[2] = 1 2 -3 0 1 -2 3 0
kernel void
ints(global int4 *r, global const int4 *in)
{
    int4 a = in[0], b = in[1];
    r[0] = a == b;               //= -1 0 0 -1
    r[1] = a != b;               //= 0 -1 -1 0
    r[2] = a < b;                //= 0 0 -1 0
    r[3] = a <= b;               //= -1 0 -1 -1
    r[4] = a > b;                //= 0 -1 0 0
    r[5] = a >= b;               //= -1 -1 0 -1
    r[6] = a && b;               //= -1 -1 -1 0
    r[7] = a || b;               //= -1 -1 -1 0
    r[8] = !a;                   //= 0 0 0 -1
    r[9] = a > 0;                //= -1 -1 0 0
    r[10] = as_uint4(a) > as_uint4(b).wzyx; //= -1 0 0 0
    r[11] = (a == b) + 5;        //= 4 5 5 4
}

// Each width gives signed integers of its own.
// kernel: widths
// arg: char4 c[2]
// arg: short4 s[2]
// arg: long2 l[3]
// arg: int r[8]
// arg: uchar4 uc[1] = 200 100 0 5
// arg: ushort4 us[1] = 65535 1 0 5
// arg: ulong2 ul[1] = 0xffffffffffffffff 1
kernel void
widths(global char4 *c, global short4 *s, global long2 *l, global int *r,
       global const uchar4 *uc, global const ushort4 *us, global const ulong2 *ul)
{
    c[0] = *uc > (uchar)100;                 //= -1 0 0 0
    c[1] = !*uc;                             //= 0 0 -1 0
    s[0] = *us >= (ushort4)(5);              //= -1 0 0 -1
    s[1] = *us && (ushort4)(1, 0, 1, 1);     //= -1 0 0 -1
    l[0] = *ul > 2;                          //= -1 0
    l[1] = as_long2(*ul) > 0;                //= 0 -1
    l[2] = !(*ul == *ul);                    //= 0 0
    r[0] = sizeof(*uc > *uc);                //= 4
    r[1] = sizeof(*ul && *ul);               //= 16
    r[2] = (uc->x > us->x) == 0;             //= 1
    r[3] = sizeof(!uc->x);                   //= 4
    r[4] = sizeof(!*us);                     //= 8
    r[5] = (ul->x > ul->y);                  //= 1
    r[6] = !ul->x;                           //= 0
    r[7] = (uc->x > 5) + (us->x > 5);        //= 2
}

// kernel: floats
// arg: int4 r[8]
// arg: long2 d[3]
// arg: short4 h[1]
// arg: float4 f[2] = 1 nan -0 inf 2 nan 0 inf
// arg: double2 g[1] = nan 1
// arg: half4 k[1] = 1 2 nan -0
kernel void
floats(global int4 *r, global long2 *d, global short4 *h, global const float4 *f,
       global const double2 *g, global const half4 *k)
{
    float4 a = f[0], b = f[1];
    r[0] = a == b;               //= 0 0 -1 -1
    r[1] = a != b;               //= -1 -1 0 0
    r[2] = a < b;                //= -1 0 0 0
    r[3] = a >= b;               //= 0 0 -1 -1
    r[4] = a <= b;               //= -1 0 -1 -1
    r[5] = a > b;                //= 0 0 0 0
    r[6] = (a < b) || (b > 1);   //= -1 0 0 -1
    r[7] = !(a >= b) && (b == b); //= -1 0 0 0
    d[0] = *g < *g;              //= 0 0
    d[1] = *g == *g;             //= 0 -1
    d[2] = *g != 1.0;            //= -1 0
    h[0] = *k > (half)1;         //= 0 -1 0 0
}

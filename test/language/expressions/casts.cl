// Explicit casts: between scalars, scalar to vector in every width, pointers and integers, to void.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// kernel: scalars
// arg: int r[14]
// arg: float f[4] = 3.99 -3.99 300 -1.5
// arg: int in[3] = 0x12348765 -1 256
// arg: double d = 4294967295.5
kernel void
scalars(global int *r, global const float *f, global const int *in, double d)
{
    r[0] = (int)f[0];             //= 3
    r[1] = (int)f[1];             //= -3
    r[2] = (uchar)in[0];          //= 0x65
    r[3] = (short)in[0];          //= -0x789b
    r[4] = (ushort)in[0];         //= 0x8765
    r[5] = (ulong)in[1] >> 60;    //= 15
    r[6] = (ulong)(uint)in[1] >> 28; //= 15
    r[7] = (bool)in[2];           //= 1
    r[8] = (uchar)in[2];          //= 0
    r[9] = (short)f[2];           //= 300
    r[10] = (uint)d == 0xffffffff; //= 1
    r[11] = (char)(short)f[3];    //= -1
    r[12] = (float)in[1] < 0;     //= 1
    r[13] = (int)(half)2049;      //= 2048
}

// kernel: widened
// arg: uchar16 u[1]
// arg: short8 s[1]
// arg: float4 f[2]
// arg: long2 l[1]
// arg: double2 d[1]
// arg: int3 i[1]
// arg: int k = 258
kernel void
widened(global uchar16 *u, global short8 *s, global float4 *f, global long2 *l, global double2 *d,
        global int3 *i, int k)
{
    u[0] = (uchar16)k;            //= 2*16
    s[0] = (short8)k;             //= 258*8
    f[0] = (float4)k;             //= 258*4
    f[1] = (float4)(k / 4.0f);    //= 64.5*4
    l[0] = (long2)-k;             //= -258 -258
    d[0] = (double2)0.1f;         //= 0x1.99999ap-4 0x1.99999ap-4
    i[0] = (int3)(float)k;        //= 258*3
}

// kernel: pointers
// arg: int r[6]
// arg: int in[4] = 0x01020304 2 3 4
kernel void
pointers(global int *r, global int *in)
{
    global uchar *bytes = (global uchar *)in;
    ulong address = (ulong)in;
    r[0] = bytes[1];                          //= 3
    r[1] = *(global int *)(address + 8);      //= 3
    r[2] = ((global short2 *)in)->y;          //= 0x102
    r[3] = *(global int *)((global void *)in + 4); //= 2
    int mine[2] = {in[1], in[2]};
    r[4] = ((int2 *)mine)->y;                 //= 3
    float x = 1;
    r[5] = *(int *)&x;                        //= 0x3f800000
    (void)in;
    (void)*in;
}

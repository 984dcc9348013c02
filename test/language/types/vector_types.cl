// Vectors of every element type: sizes, element order, conversion of components as they are stored.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// kernel: sizes
// arg: int r[30]
kernel void
sizes(global int *r)
{
    r[0] = sizeof(char2);     //= 2
    r[1] = sizeof(char3);     //= 4
    r[2] = sizeof(uchar4);    //= 4
    r[3] = sizeof(char8);     //= 8
    r[4] = sizeof(uchar16);   //= 16
    r[5] = sizeof(short2);    //= 4
    r[6] = sizeof(ushort3);   //= 8
    r[7] = sizeof(short16);   //= 32
    r[8] = sizeof(uint3);     //= 16
    r[9] = sizeof(long2);     //= 16
    r[10] = sizeof(ulong3);   //= 32
    r[11] = sizeof(long16);   //= 128
    r[12] = sizeof(float2);   //= 8
    r[13] = sizeof(float16);  //= 64
    r[14] = sizeof(double3);  //= 32
    r[15] = sizeof(double8);  //= 64
    r[16] = sizeof(half3);    //= 8
    r[17] = __alignof__(char3);   //= 4
    r[18] = __alignof__(long16);  //= 128
    r[19] = __alignof__(float3);  //= 16
    r[20] = vec_step(char);       //= 1
    r[21] = vec_step(float2);     //= 2
    r[22] = vec_step(float3);     //= 4
    r[23] = vec_step(double16);   //= 16
    r[24] = sizeof(int4[3]);      //= 48
    r[25] = sizeof(struct { char a; float4 b; }); //= 32
    r[26] = sizeof(struct { char a; char3 b; });  //= 8
    r[27] = sizeof(half16);       //= 32
    r[28] = __alignof__(half2);   //= 4
    r[29] = sizeof(uint8) + sizeof(ushort8); //= 48
}

// kernel: memory
// arg: char3 c[2] = 1 -2 3 -4 5 -6
// arg: uchar u[4] = 250 251 252 253
// arg: short4 s[2] = 1 -2 3 -4
// arg: ushort2 us[2] = 65535 1
// arg: long2 l[2] = -1 0x123456789
// arg: ulong3 ul[2] = 1 2 3
// arg: float8 f[2] = 1 2 3 4 5 6 7 8
// arg: double2 d[2] = 0.1 -0.5
// arg: half4 h[2] = 1 2 3 4
kernel void
memory(global char3 *c, global uchar *u, global short4 *s, global ushort2 *us, global long2 *l,
       global ulong3 *ul, global float8 *f, global double2 *d, global half4 *h)
{
    c[0] = c[1] + c[0]; //= -3 3 -3
    uchar4 wrap = vload4(0, u) + (uchar)4;
    vstore4(wrap, 0, u);
    s[1] = s[0] * (short)2; //= 2 -4 6 -8
    us[1] = us[0] + (ushort)1; //= 0 2
    l[1] = l[0] + l[0].yx; //= 0x123456788 0x123456788
    ul[1] = ul[0] << ul[0]; //= 2 8 24
    f[1] = f[0].s76543210 - f[0]; //= 7 5 3 1 -1 -3 -5 -7
    d[1] = d[0] + d[0]; //= 0.2 -1
    h[1] = h[0] * (half)0.5f; //= 0.5 1 1.5 2
}
// expect: u[0] = 254 255 0 1

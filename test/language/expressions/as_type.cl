// as_type and __builtin_astype: the same bits as another type of the same size.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// kernel: scalars
// arg: uint r[12]
// arg: ulong l[5]
// arg: float f = -1.5
// arg: uint u = 0x80ff7f01
// arg: double d = 1.5
kernel void
scalars(global uint *r, global ulong *l, float f, uint u, double d)
{
    r[0] = as_uint(f);                 //= 0xbfc00000
    r[1] = as_float(u & 0x7fffffff) > 1; //= 0
    r[2] = as_int(u) < 0;              //= 1
    r[3] = as_uchar((char)-1);         //= 255
    r[4] = as_ushort((short)-2);       //= 65534
    r[5] = as_short((ushort)40000) < 0; //= 1
    r[6] = as_ushort((half)1);         //= 0x3c00
    r[7] = as_half((ushort)0x4200) + (half)0; //= 3
    r[8] = __builtin_astype(f, uint);  //= 0xbfc00000
    r[9] = as_float(0x40400000);       //= 3
    r[10] = as_uint(as_uchar4(u).wzyx); //= 0x017fff80
    r[11] = as_uint((short2)(1, -1));  //= 0xffff0001
    l[0] = as_ulong(d);                //= 0x3ff8000000000000
    l[1] = as_ulong((float2)(1, 2));   //= 0x400000003f800000
    l[2] = as_long((int2)(-1, 0));     //= 0xffffffff
    l[3] = as_double(0x4008000000000000) * 2; //= 6
    l[4] = as_ulong((uchar8)(1, 2, 3, 4, 5, 6, 7, 8)); //= 0x0807060504030201
}

// kernel: vectors
// arg: uint4 r[4]
// arg: uchar16 u[1]
// arg: short8 s[1]
// arg: float3 f[1]
// arg: int3 i[2]
// arg: double2 d[1]
// arg: uint4 in[1] = 0x3f800000 0x40000000 0x40400000 0xffffffff
kernel void
vectors(global uint4 *r, global uchar16 *u, global short8 *s, global float3 *f, global int3 *i,
        global double2 *d, global const uint4 *in)
{
    uint4 v = *in;
    r[0] = as_uint4(as_float4(v) * 2);            //= 0x40000000 0x40800000 0x40c00000 _
    r[1].xy = as_uint2(as_uint4(v).hi);           // expected below
    u[0] = as_uchar16(v);                         //= 0 0 0x80 0x3f 0 0 0 0x40 0 0 0x40 0x40 255*4
    s[0] = as_short8(v);                          //= 0 0x3f80 0 0x4000 0 0x4040 -1 -1
    f[0] = as_float3(v);                          //= 1 2 3
    i[0] = as_int3(v.xyz);                        //= 0x3f800000 0x40000000 0x40400000
    i[1] = as_int3(as_float4(v));                 //= 0x3f800000 0x40000000 0x40400000
    d[0] = as_double2((ulong2)(0x3ff0000000000000, 0xc000000000000000)); //= 1 -2
    r[2] = as_uint4((ulong2)(0x100000002, 3));    //= 2 1 3 0
    r[3].xyz = as_uint3((float3)(1, 2, 3)).zyx;   // expected below
}
// expect: r[1] = 0x40400000 0xffffffff
// expect: r[3] = 0x40400000 0x40000000 0x3f800000

// Kernel arguments by value of every type, each where its alignment puts it.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
struct inner { char c; int3 v; };
struct outer { short s; struct inner in; long l[2]; union { float f; int i; } u; };
enum colour { RED = 3, GREEN };
typedef struct { float x, y; } point;

// kernel: scalars
// arg: double r[14]
// arg: char c = -1
// arg: ulong ul = 0x8000000000000000
// arg: uchar uc = 255
// arg: short s = -300
// arg: float f = 0.5
// arg: ushort us = 65535
// arg: double d = -0.25
// arg: uint u = 0xffffffff
// arg: long l = -5
// arg: half h = 1.5
// arg: int e = 4
// arg: int i = -7
// arg: uchar last = 9
kernel void
scalars(global double *r, char c, ulong ul, uchar uc, short s, float f, ushort us, double d, uint u,
        long l, half h, enum colour e, const int i, uchar last)
{
    r[0] = c;                    //= -1
    r[1] = ul;                   //= 0x1p63
    r[2] = uc;                   //= 255
    r[3] = s;                    //= -300
    r[4] = f;                    //= 0.5
    r[5] = us;                   //= 65535
    r[6] = d;                    //= -0.25
    r[7] = u;                    //= 4294967295
    r[8] = l;                    //= -5
    r[9] = h;                    //= 1.5
    r[10] = e == GREEN;          //= 1
    r[11] = i;                   //= -7
    r[12] = last;                //= 9
    c++;
    r[13] = c;                   //= 0
}

// kernel: vectors
// arg: int r[12]
// arg: char3 c3 = 1 2 3
// arg: float2 f2 = 1 2
// arg: uchar16 u16 = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
// arg: short3 s3 = -1 -2 -3
// arg: int3 i3 = 1 2 3
// arg: ushort2 us2 = 1 65535
// arg: double4 d4 = 1 2 3 4
// arg: char2 c2 = 7 8
// arg: long8 l8 = 1 2 3 4 5 6 7 8
// arg: float16 f16 = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15
kernel void
vectors(global int *r, char3 c3, float2 f2, uchar16 u16, short3 s3, int3 i3, ushort2 us2, double4 d4,
        char2 c2, long8 l8, float16 f16)
{
    r[0] = c3.x * 100 + c3.y * 10 + c3.z;          //= 123
    r[1] = f2.x * 10 + f2.y;                       //= 12
    r[2] = u16.sf + u16.s7;                        //= 22
    r[3] = s3.x + s3.z;                            //= -4
    r[4] = i3.x * 100 + i3.y * 10 + i3.z;          //= 123
    r[5] = us2.x + us2.y;                          //= 65536
    r[6] = d4.w * 10 + d4.x;                       //= 41
    r[7] = c2.y;                                   //= 8
    r[8] = l8.s7 - l8.s0;                          //= 7
    r[9] = f16.sf + f16.sa;                        //= 25
    u16.s3 = 100;
    r[10] = u16.s3 + u16.s4;                       //= 104
    f16.lo += f16.hi;
    r[11] = f16.s0;                                //= 8
}

// kernel: structures
// arg: int r[9]
// arg: uchar first = 5
// arg: struct o = short:-2 _*14 char:3 _*15 int:4 int:5 int:6 int:_ long:7 long:-8 float:1.5 _*12
// arg: struct p = float:2.5 float:-1
// arg: short last = 11
kernel void
structures(global int *r, uchar first, struct outer o, point p, short last)
{
    r[0] = first;                                  //= 5
    r[1] = o.s + o.in.c;                           //= 1
    r[2] = o.in.v.x * 100 + o.in.v.y * 10 + o.in.v.z; //= 456
    r[3] = o.l[0] + o.l[1];                        //= -1
    r[4] = o.u.f * 2;                              //= 3
    r[5] = p.x * 2 + p.y;                          //= 4
    r[6] = last;                                   //= 11
    o.in.v.y = 9;
    o.l[first - 5] = 70;
    r[7] = o.in.v.y + o.l[0];                      //= 79
    r[8] = sizeof(struct outer);                   //= 80
}

// kernel: pointers global=2
// arg: int r[6]
// arg: int a[2] = 1 2
// arg: float c[2] = 0.5 2
// arg: local 8
// arg: local 64
// arg: null
// arg: int v[1] = 4
kernel void
pointers(global int *r, global const int *restrict a, constant float *c, local int *l, local int4 *m,
         global void *none, global volatile int *v)
{
    int me = get_local_id(0);
    l[me] = a[me] * 10;
    m[me + 1] = (int4)(me, 1, 2, 3);
    m[0].x = 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me)
        return;
    r[0] = l[0] + l[1];                            //= 30
    r[1] = m[2].x + m[1].w;                        //= 4
    r[2] = c[0] * c[1] * 4;                        //= 4
    r[3] = none == 0;                              //= 1
    r[4] = *v;                                     //= 4
    r[5] = l != (local int *)m;                    //= 1
}

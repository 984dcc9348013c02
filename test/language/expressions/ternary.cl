// ?: on scalars evaluates one side; on vectors it chooses by the sign bit of each component.
int
count(global int *calls, int value)
{
    ++*calls;
    return value;
}

// kernel: scalars
// arg: int r[10]
// arg: int in[2] = 1 0
// arg: int calls[1] = 0
kernel void
scalars(global int *r, global const int *in, global int *calls)
{
    r[0] = in[0] ? count(calls, 5) : count(calls, 6);  //= 5
    r[1] = in[1] ? count(calls, 5) : count(calls, 6);  //= 6
    r[2] = in[0] ? in[1] ? 1 : 2 : 3;                  //= 2
    r[3] = in[1] ? 1 : in[0] ? 2 : 3;                  //= 2
    r[4] = (in[0] ? 1 : 2.5f) * 2;                     //= 2
    r[5] = sizeof(in[0] ? 1 : 2L);                     //= 8
    r[6] = (in[0] ? -1 : 1u) > 0;                      //= 1
    r[7] = *(in[0] ? in : r);                          //= 1
    global const int *p = in[1] ? in : 0;
    r[8] = p == 0;                                     //= 1
    int4 v = in[1] ? (int4)(1) : (int4)(4, 5, 6, 7);
    r[9] = v.y;                                        //= 5
    in[0] ? (void)count(calls, 1) : (void)0;
}
// expect: calls[0] = 3

// kernel: vectors
// arg: int4 r[5]
// arg: float4 f[3]
// arg: uchar4 u[2]
// arg: long2 l[1]
// arg: int4 in[1] = -1 0 1 -0x80000000
kernel void
vectors(global int4 *r, global float4 *f, global uchar4 *u, global long2 *l, global const int4 *in)
{
    int4 c = *in, a = (int4)(1, 2, 3, 4), b = -a;
    r[0] = c ? a : b;                         //= 1 -2 -3 4
    r[1] = (a > 2) ? a : 0;                   //= 0 0 3 4
    r[2] = c ? a.wzyx : (c ? b : a + 10);     //= 4 12 13 1
    r[3] = as_uint4(c) ? a : b;               //= 1 -2 -3 4
    r[4] = c ? 7 : a;                         //= 7 2 3 7
    float4 x = (float4)(0.5f, 1, 2, 4);
    f[0] = c ? x : -x;                        //= 0.5 -1 -2 4
    f[1] = x >= 2 ? x : 0.0f;                 //= 0 0 2 4
    f[2] = isequal(x, x.xxzz) ? x : 9.0f;     //= 0.5 9 2 9
    uchar4 k = (uchar4)(127, 128, 255, 0);
    u[0] = k ? k : (uchar4)(1, 2, 3, 4);      //= 1 128 255 4
    u[1] = (k > (uchar)127) ? (uchar)1 : (uchar4)(0); //= 0 1 1 0
    l[0] = (long2)(-5, 5) ? (long2)(1, 2) : (long2)(3, 4); //= 1 4
}

// bool: conversion to it is "not equal to zero", from it 0 or 1.
// kernel: test
// arg: int r[14]
// arg: int in[3] = 256 0 -1
// arg: float f[4] = 0.25 0 -0 nan
kernel void
test(global int *r, global const int *in, global const float *f)
{
    bool a = in[0], b = in[1], c = f[0];
    _Bool d = in[2];
    r[0] = a;                      //= 1
    r[1] = b;                      //= 0
    r[2] = c;                      //= 1
    r[3] = d + a;                  //= 2
    r[4] = (bool)f[1];             //= 0
    r[5] = (bool)f[2];             //= 0
    r[6] = (bool)f[3];             //= 1
    r[7] = !a;                     //= 0
    r[8] = true + false;           //= 1
    r[9] = a == true && b != true; //= 1
    r[10] = (char)in[0];           //= 0
    r[11] = (bool)(r != 0);        //= 1
    a = 2;
    r[12] = a;                     //= 1
    bool flags[3] = {in[0] > 0, in[1] > 0, in[2] > 0};
    r[13] = flags[0] * 4 + flags[1] * 2 + flags[2]; //= 4
}

int4
same(int4 v)
{
    return v;
}

int2
both(bool b)
{
    return b;
}

// kernel: vectors
// arg: int r[20]
// arg: float4 f = 0 0 0 0
// arg: int n = 5
kernel void
vectors(global int4 *r, float4 f, int n)
{
    bool yes = n > 4;
    int4 v = yes, w;
    w = yes;
    r[0] = v;
    r[1] = w + yes; /* arithmetic takes it for 1 */
    r[2] = same(yes);
    r[3] = (int4)(both(yes), both(n > 5));
    f = yes;
    r[4] = convert_int4(f);
}
// expect: r[0] = -1 -1 -1 -1 0 0 0 0
// expect: r[8] = -1 -1 -1 -1 -1 -1 0 0
// expect: r[16] = 1 1 1 1

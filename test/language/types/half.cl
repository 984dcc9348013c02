// half with cl_khr_fp16: arithmetic, literals, vectors, conversion.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// kernel: test
// arg: half r[10]
// arg: half a[4] = 1.5 -0.25 2048 65504
kernel void
test(global half *r, global const half *a)
{
    half2 v = vload2(0, a);
    r[0] = a[0] + a[1];       //= 1.25
    r[1] = a[0] * a[1];       //= -0.375
    r[2] = a[2] + 1.0h;       //= 2048
    r[3] = a[3] + a[3];       //= inf
    r[4] = (half)(a[0] > a[1]); //= 1
    r[5] = v.y - v.x;         //= -1.75
    r[6] = (half)0.1f;        //= 0.1
    r[7] = -a[0];             //= -1.5
    r[8] = a[0] / a[1];       //= -6
    r[9] = 3;                 //= 3
}

// kernel: widen
// arg: float r[5]
// arg: half a[3] = 1.5 -0.25 0.1
kernel void
widen(global float *r, global const half *a)
{
    r[0] = a[0];              //= 1.5
    r[1] = a[0] + 0.25f;      //= 1.75
    r[2] = (int)a[0];         //= 1
    r[3] = a[2];              //= 0x1.998p-4
    r[4] = convert_float2((half2)(a[1], a[0])).y; //= 1.5
}

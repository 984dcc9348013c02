// Powers with constant exponents: what the specification asks of edge cases (7.5.1), and values.
// kernel: powers
// arg: float r[26]
// arg: float in[8] = 3 -0x1p60 -0.0 -inf 0.25 -3 nan 4
// asm-not: v_log_f32
kernel void
powers(global float *r, global const float *in)
{
    float three = in[0], huge = in[1], zero = in[2], low = in[3], quarter = in[4], minus = in[5];
    float none = in[6], four = in[7];
    r[0] = pow(three, 2.0f);    //= 9
    r[1] = pow(minus, 3.0f);    //= -27 ~1ulp
    r[2] = pow(three, 8.0f);    //= 6561 ~4ulp
    r[3] = pow(huge, -2.0f);    //= 0x1p-120
    r[4] = pow(quarter, -1.0f); //= 4
    r[5] = pow(four, 0.5f);     //= 2 ~3ulp
    r[6] = pow(zero, 0.5f);     //= 0
    r[7] = pow(low, 0.5f);      //= inf
    r[8] = pow(minus, 0.5f);    //= nan
    r[9] = pow(four, -0.5f);    //= 0.5 ~6ulp
    r[10] = pow(zero, -0.5f);   //= inf
    r[11] = pow(low, -0.5f);    //= 0
    r[12] = pow(none, 0.0f);    //= 1
    r[13] = pow(none, 2.0f);    //= nan
    r[14] = pow(zero, 3.0f);    //= -0
    r[15] = pow(zero, -1.0f);   //= -inf
    r[16] = pow(zero, -2.0f);   //= inf
    r[17] = pown(minus, 5);     //= -243 ~3ulp
    r[18] = pown(huge, -2);     //= 0x1p-120
    r[19] = pown(none, 0);      //= 1
    r[20] = powr(zero, 0.5f);   //= 0
    r[21] = powr(low, 0.5f);    //= nan
    r[22] = rootn(four, 2);     //= 2 ~3ulp
    r[23] = rootn(zero, 2);     //= 0
    r[24] = pow(low, 3.0f);     //= -inf
    r[25] = pow(low, -3.0f);    //= -0
}

// What is no product: a negative base of powr, exponents that are too large.
// kernel: others
// arg: float r[4]
// arg: float in[2] = -3 1.5
kernel void
others(global float *r, global const float *in)
{
    r[0] = powr(in[0], 2.0f);  //= nan
    r[1] = pow(in[1], 2.5f);   //= 2.755675960631 ~16ulp
    r[2] = pow(in[1], 20.0f);  //= 3325.256730079651 ~16ulp
    r[3] = pow(in[0], 2.5f);   //= nan
}

// kernel: vectors
// arg: float4 r[1]
// arg: double d[3]
// arg: half h[2]
// arg: float4 in = 1 2 -3 0.5
// arg: double x = -1.5
// arg: half y = 3
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void
vectors(global float4 *r, global double *d, global half *h, float4 in, double x, half y)
{
    r[0] = pow(in, (float4)2.0f); //= 1 4 9 0.25
    d[0] = pow(x, 2);             //= 2.25
    d[1] = pow(-x, 0.5);          //= 1.224744871391589 ~1ulp
    d[2] = pow(x, -3.0);          //= -0.2962962962962963 ~3ulp
    h[0] = pow(y, (half)2);       //= 9
    h[1] = pow(y, (half)-1);      //= 0.3333 ~1ulp
}

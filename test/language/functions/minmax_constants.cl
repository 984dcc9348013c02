// min, max and their kin of constants.
// kernel: constants global=1
// arg: float r[12]
// arg: double d[6]
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void
constants(global float *r, global double *d)
{
    r[0] = max(-0.5f, 497.0f);                        //= 497
    r[1] = min(1.0f, 2.0f);                           //= 1
    r[2] = clamp(5.0f, 1.0f, 2.0f);                   //= 2
    r[3] = fmax(3.0f, 4.0f);                          //= 4
    vstore4(max((float4)(1, 2, 3, 4), 2.5f), 1, r);
    vstore4(min((float4)(1, 2, 3, 4), (float4)(4, 3, 2, 1)), 2, r);
    d[0] = max(0.0, 497.0);                           //= 497
    d[1] = min(0.0, 497.0);                           //= 0
    d[2] = clamp(0.5, 1.0, 2.0);                      //= 1
    d[3] = minmag(d[0], max(-0.0, 3.0));              //= 3
    vstore2(max((double2)(1, 9), (double2)(4, 2)), 2, d);
}
// expect: r[4] = 2.5*2 3 4
// expect: r[8] = 1 2 2 1
// expect: d[4] = 4 9

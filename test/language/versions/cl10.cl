// OpenCL C 1.0: the core, the extensions of its time after pragmas.
// options: -cl-std=CL1.0
#pragma OPENCL EXTENSION cl_khr_byte_addressable_store : enable
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_local_int32_extended_atomics : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
// kernel: test global=4
// arg: int r[6]
// arg: uchar c[4] = 1 2 3 4
// arg: int n[1] = 0
// arg: double d[1] = 0.5
__kernel void
test(__global int *r, __global uchar *c, __global int *n, __global double *d)
{
    __local int most;
    int me = get_global_id(0);
    if (me == 0)
        most = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    c[me] += 10;
    atom_add(n, me);
    atom_max(&most, me * 7);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me)
        return;
    r[0] = most;                       //= 21
    r[1] = __OPENCL_C_VERSION__;       //= 100
    r[2] = CL_VERSION_1_0;             //= 100
    r[3] = d[0] * 4;                   //= 2
    float4 v = (float4)(1.0f, 2.0f, 3.0f, 4.0f);
    r[4] = (int)dot(v, v.wzyx);        //= 20
    r[5] = rotate(1, 33);              //= 2
}
// expect: c[0] = 11 12 13 14
// expect: n[0] = 6

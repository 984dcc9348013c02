// What OpenCL C 3.0 added or made optional: .rgba, feature macros; fp64, int64 and generic pointers are here.
// options: -cl-std=CL3.0
#if !defined(__opencl_c_fp64) || !defined(__opencl_c_int64)
#error features that the target has
#endif
// kernel: test
// arg: int r[6]
// arg: int4 v[1] = 1 2 3 4
kernel void
test(global int *r, global const int4 *v)
{
    r[0] = v->b * 10 + v->r;                 //= 31
    r[1] = v->ab.y;                          //= 3
    r[2] = __OPENCL_C_VERSION__;             //= 300
    r[3] = CL_VERSION_3_0;                   //= 300
    r[4] = (int)(0.5 * 4);                   //= 2
#ifdef __opencl_c_generic_address_space
    int mine = 5, *p = &mine;
    r[5] = *p;                               //= 5
#else
    r[5] = 5;
#endif
}

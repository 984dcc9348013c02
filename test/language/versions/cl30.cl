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

#define SECOND(first, ...) SECOND_OF(__VA_ARGS__, 0)
#define SECOND_OF(first, ...) first

// kernel: more
// arg: int r[8]
// arg: int a[1] = 5
// arg: int flag[1] = 0
kernel void
more(global int *r, global atomic_int *a, global atomic_flag *flag)
{
    int4 v = (int4)(1, 2, 3, 4);
    v.rb = (int2)(8, 9);
    v.a += v.g;
    r[0] = v.x * 100 + v.z * 10 + v.w;       //= 896
    r[1] = SECOND(6, 7, 8);                  //= 7
    r[2] = atomic_load_explicit(a, memory_order_acquire, memory_scope_all_devices); //= 5
    r[3] = atomic_flag_test_and_set_explicit(flag, memory_order_acquire, memory_scope_work_group); //= 0
    r[4] = atomic_flag_test_and_set_explicit(flag, memory_order_relaxed, memory_scope_device); //= 1
    atomic_flag_clear_explicit(flag, memory_order_release, memory_scope_work_group);
    r[5] = atomic_flag_test_and_set_explicit(flag, memory_order_acquire, memory_scope_work_group); //= 0
    r[6] = __opencl_c_atomic_order_acq_rel + __opencl_c_atomic_order_seq_cst + __opencl_c_atomic_scope_device; //= 3
    r[7] = CL_VERSION_1_0 + CL_VERSION_2_0;  //= 300
}
// expect: flag[0] = _

// GNU's atomic functions, as of the system; _Float16 is half.
// options: -cl-std=CL2.0
// kernel: test global=64 local=64
// arg: int i[8] = 0 5 7 0xff 9 0 10 20
// arg: ulong u[2] = 100 3
// arg: int r[64]
// arg: half h[1] = 1.5
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void
test(global int *i, global ulong *u, global int *r, global half *h)
{
    local int l;
    int me = get_local_id(0);
    if (me == 0)
        __atomic_store_n(&l, 0, __ATOMIC_RELEASE);
    barrier(CLK_LOCAL_MEM_FENCE);
    __atomic_fetch_add(&l, 2, __ATOMIC_RELAXED);
    __sync_fetch_and_add(&i[0], 1); // 64
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me != 0)
        return;
    i[5] = __atomic_load_n(&l, __ATOMIC_ACQUIRE); //= 128
    r[0] = __atomic_add_fetch(&i[1], 3, __ATOMIC_ACQ_REL); //= 8
    r[1] = __atomic_exchange_n(&i[2], 70, __ATOMIC_SEQ_CST); //= 7
    r[2] = __atomic_and_fetch(&i[3], 0x0f, __ATOMIC_RELAXED); //= 15
    int expected = 8;
    r[3] = __atomic_compare_exchange_n(&i[4], &expected, 1, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE); //= 0
    r[4] = expected; //= 9
    r[5] = __atomic_compare_exchange_n(&i[4], &expected, 1, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); //= 1
    r[6] = __atomic_fetch_min(&i[6], -1, __ATOMIC_RELAXED); //= 10
    r[7] = (int)__atomic_fetch_max(&u[0], 200ul, __ATOMIC_RELAXED); //= 100
    r[8] = (int)__atomic_sub_fetch(&u[1], 1ul, __ATOMIC_RELAXED); //= 2
    r[9] = __sync_fetch_and_xor(&i[7], 1); //= 20
    _Float16 x = *h;
    h[0] = x * 2.0f16 + 1.0F16; //= 4
    r[10] = sizeof(_Float16); //= 2
}
// expect: i[0] = 64 8 70 15 1 128 -1 21
// expect: u[0] = 200 2

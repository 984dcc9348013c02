// GNU's atomic functions that take values by their places, of 8 and 16 bits, of floats; what they leave beside them.
// options: -cl-std=CL2.0
// kernel: test global=64 local=64
// arg: char c[8] = 1 2 3 4 5 6 7 8
// arg: short s[4] = -1 7 0 100
// arg: int i[6] = 1 0x0f 3 4 5 0
// arg: long l[2] = 10 -1
// arg: float f[3] = 1.5 2.5 0
// arg: int r[32]
// arg: int w[2] = 70 0
// arg: float v[2] = 4.5 0
kernel void
test(global char *c, global short *s, global int *i, global long *l, global float *f, global int *r,
     global int *w, global float *v)
{
    local uchar count[4]; // what lies beside it is exchanged with it
    local ushort most[2];
    int me = get_local_id(0);
    if (me < 4)
        __atomic_store_n(&count[me], 0, __ATOMIC_RELAXED);
    if (me < 2)
        __atomic_store_n(&most[me], 0, __ATOMIC_RELAXED);
    barrier(CLK_LOCAL_MEM_FENCE);
    __atomic_fetch_add(&count[1], 3, __ATOMIC_RELAXED);        // 192
    __atomic_fetch_max(&most[1], (ushort)(me * 7), __ATOMIC_RELAXED); // 441
    __atomic_fetch_add(&c[1], 2, __ATOMIC_RELAXED);         // 2 + 128: -126
    __atomic_fetch_xor(&s[1], (short)(1 << (me & 7)), __ATOMIC_RELAXED); // 7
    __atomic_fetch_add(&f[2], 0.5f, __ATOMIC_RELAXED);      // 32
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (me != 0)
        return;
    r[0] = count[1];                                                  //= 192
    r[1] = most[1];                                                   //= 441
    int x = 0;
    global int *y = w, *z = w + 1; // clang wants the space of the object
    __atomic_load(&i[0], &x, __ATOMIC_ACQUIRE);
    r[2] = x;                                                         //= 1
    __atomic_store(&i[0], y, __ATOMIC_RELEASE);
    __atomic_exchange(&i[2], y, z, __ATOMIC_SEQ_CST);
    r[3] = *z;                                                        //= 3
    *z = 5;
    r[4] = __atomic_compare_exchange(&i[3], z, y, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED); //= 0
    r[5] = *z;                                                        //= 4
    r[6] = __atomic_compare_exchange(&i[3], z, y, true, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);  //= 1
    r[7] = __atomic_fetch_nand(&i[1], 6, __ATOMIC_RELAXED);           //= 15
    r[8] = __atomic_nand_fetch(&i[4], 4, __ATOMIC_RELAXED);           //= -5
    r[9] = __atomic_fetch_add(&s[0], 1, __ATOMIC_RELAXED);            //= -1
    r[10] = __atomic_exchange_n(&c[3], 40, __ATOMIC_RELAXED);         //= 4
    char expected = 5;
    r[11] = __atomic_compare_exchange_n(&c[4], &expected, 50, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED); //= 1
    r[12] = __atomic_compare_exchange_n(&c[4], &expected, 51, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED); //= 0
    r[13] = expected;                                                 //= 50
    r[14] = __atomic_test_and_set(&c[5], __ATOMIC_ACQUIRE);           //= 1
    __atomic_clear(&c[6], __ATOMIC_RELEASE);
    r[15] = __atomic_test_and_set(&c[6], __ATOMIC_ACQUIRE);           //= 0
    float a = 0;
    __atomic_exchange(&f[0], &v[0], &v[1], __ATOMIC_RELAXED);
    r[16] = v[1] == 1.5f;                                             //= 1
    __atomic_load(&f[1], &a, __ATOMIC_RELAXED);
    r[17] = a == 2.5f;                                                //= 1
    r[18] = (int)__atomic_fetch_nand(&l[0], 3l, __ATOMIC_RELAXED);    //= 10
    r[19] = __atomic_max_fetch(&s[2], (short)9, __ATOMIC_RELAXED);    //= 9
    int mine = 3;
    r[20] = __atomic_fetch_or(&mine, 4, __ATOMIC_RELAXED) + mine;     //= 10
    r[21] = __atomic_load_n(&c[7], __ATOMIC_RELAXED);                 //= 8
    r[22] = __atomic_always_lock_free(4, 0) + __atomic_is_lock_free(8, 0); //= 2
    uint wrapping = 3;
    r[24] = __atomic_fetch_uinc(&wrapping, 4u, __ATOMIC_RELAXED);     //= 3
    r[25] = __atomic_fetch_uinc(&wrapping, 4u, __ATOMIC_RELAXED);     //= 4
    r[26] = __atomic_fetch_udec(&wrapping, 9u, __ATOMIC_RELAXED);     //= 0
    r[27] = __atomic_fetch_udec(&wrapping, 8u, __ATOMIC_RELAXED);     //= 9
    r[28] = __atomic_fetch_udec(&wrapping, 8u, __ATOMIC_RELAXED);     //= 8
    r[29] = wrapping;                                                 //= 7
    r[30] = __atomic_fetch_uinc((global uint *)&i[0], 70u, __ATOMIC_RELAXED); //= 70
    r[31] = __atomic_exchange_n(&i[0], 70, __ATOMIC_RELAXED);         //= 0
    __atomic_store_n(&s[3], 300, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    r[23] = __sync_fetch_and_nand(&i[5], -1);                         //= 0
}
// expect: c[0] = 1 -126 3 40 50 1 1 8
// expect: s[0] = 0 7 9 300
// expect: i[0] = 70 -7 70 70 -5 -1
// expect: l[0] = -3 -1
// expect: f[0] = 4.5 2.5 32
// expect: w[0] = 70 4
// expect: v[0] = 4.5 1.5

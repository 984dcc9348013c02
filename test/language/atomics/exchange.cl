// Loads, stores, exchanges and compare-exchanges of every atomic type.
// options: -cl-std=CL2.0
// kernel: exchange
// arg: int i[6] = 1 2 3 4 5 6
// arg: long l[4] = 0x100000000 2 -3 4
// arg: float f[3] = 1.5 2.5 3.5
// arg: double d[3] = 1.25 2.25 3.25
// arg: int flag[2] = 0 1
// arg: long r[32]
kernel void
exchange(global atomic_int *i, global atomic_long *l, global atomic_float *f,
         global atomic_double *d, global atomic_flag *flag, global long *r)
{
    r[0] = atomic_load(i);                                                           //= 1
    atomic_store(i, 20);
    r[1] = atomic_load_explicit(i, memory_order_acquire);                            //= 20
    atomic_store_explicit(i, 21, memory_order_release, memory_scope_device);
    r[2] = atomic_load_explicit(i, memory_order_relaxed, memory_scope_work_group);   //= 21
    r[3] = atomic_exchange(i + 1, 30);                                               //= 2
    int expected = 3;
    r[4] = atomic_compare_exchange_strong(i + 2, &expected, 40);                     //= 1
    r[5] = expected;                                                                 //= 3
    r[6] = atomic_compare_exchange_weak(i + 3, &expected, 50);                       //= 0
    r[7] = expected;                                                                 //= 4
    r[8] = atomic_compare_exchange_strong_explicit(i + 3, &expected, 60, memory_order_acq_rel,
                                                   memory_order_acquire);
    atomic_init(i + 4, 70);
    r[9] = i[4]; //= 70
    r[10] = atomic_exchange_explicit(l, 5, memory_order_acq_rel);                    //= 0x100000000
    r[11] = atomic_fetch_add(l + 1, 0x200000000);                                    //= 2
    r[12] = atomic_fetch_min(l + 2, -4);                                             //= -3
    long wide = 4;
    r[13] = atomic_compare_exchange_strong(l + 3, &wide, -1L);                       //= 1
    r[14] = (long)(atomic_exchange(f, 9.5f) * 2);                                    //= 3
    float single = 2.5f;
    r[15] = atomic_compare_exchange_strong(f + 1, &single, 8.5f);                    //= 1
    r[16] = (long)(atomic_load(f + 2) * 2);                                          //= 7
    atomic_store(f + 2, 7.5f);
    r[17] = (long)(atomic_exchange(d, 9.0) * 4);                                     //= 5
    double twice = 2.0;
    r[18] = atomic_compare_exchange_strong(d + 1, &twice, 8.5);                      //= 0
    r[19] = (long)(twice * 4);                                                       //= 9
    r[20] = atomic_flag_test_and_set(flag);                                          //= 0
    r[21] = atomic_flag_test_and_set_explicit(flag, memory_order_acquire);           //= 1
    atomic_flag_clear(flag + 1);
    r[22] = sizeof(atomic_int) + sizeof(atomic_double);                              //= 12
}
// expect: r[8] = 1
// expect: i[0] = 21 30 40 60 70
// expect: l[0] = 5 0x200000002 -4 -1
// expect: f[0] = 9.5 8.5 7.5
// expect: d[0] = 9.0
// expect: flag[0] = 1 0

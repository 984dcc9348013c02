// Fetching functions of OpenCL C 2.0 in all forms, each on an object of its own.
// options: -cl-std=CL2.0
// kernel: fetch
// arg: int a[12] = 10 10 12 12 12 -5 -5 7 7 7 7 7
// arg: uint u[4] = 5 5 4294967295 1
// arg: int r[20]
kernel void
fetch(global atomic_int *a, global atomic_uint *u, global int *r)
{
    r[0] = atomic_fetch_add(a + 0, 5);                                //= 10
    r[1] = atomic_fetch_sub(a + 1, 3);                                //= 10
    r[2] = atomic_fetch_or(a + 2, 3);                                 //= 12
    r[3] = atomic_fetch_xor(a + 3, 10);                               //= 12
    r[4] = atomic_fetch_and(a + 4, 10);                               //= 12
    r[5] = atomic_fetch_min(a + 5, -9);                               //= -5
    r[6] = atomic_fetch_max(a + 6, -9);                               //= -5
    r[7] = atomic_fetch_add_explicit(a + 7, 1, memory_order_relaxed); //= 7
    r[8] = atomic_fetch_sub_explicit(a + 8, 1, memory_order_acquire); //= 7
    r[9] = atomic_fetch_or_explicit(a + 9, 8, memory_order_release, memory_scope_work_group); //= 7
    r[10] = atomic_fetch_xor_explicit(a + 10, 1, memory_order_acq_rel, memory_scope_device); //= 7
    r[11] = atomic_fetch_and_explicit(a + 11, 4, memory_order_seq_cst,
                                      memory_scope_all_svm_devices);
    r[12] = atomic_fetch_min_explicit(u + 0, 0x80000000u, memory_order_relaxed,
                                      memory_scope_work_item);
    r[13] = atomic_fetch_max(u + 1, 0x80000000u);
    r[14] = atomic_fetch_add(u + 2, 2);
    r[15] = atomic_fetch_sub(u + 3, 2);
}
// expect: r[11] = 7 5 5 -1 1
// expect: a[0] = 15 7 15 6 8 -9 -5 8 6 15 6 4
// expect: u[0] = 5 0x80000000 1 0xffffffff

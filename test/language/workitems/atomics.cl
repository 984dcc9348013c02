// The atomic functions of OpenCL C 1.x: on global and local memory, int, uint, float and 64 bits.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
// kernel: many global=128 local=64
// arg: int g[10] = 0 1000 0 0 -1 0 -1 100 -100 0
// arg: uint u[2] = 5 0xffffffff
// arg: int r[2] = 0 0
kernel void
many(volatile global int *g, volatile global uint *u, volatile global int *r)
{
    local int tile[2];
    int me = get_global_id(0);
    if (get_local_id(0) < 2)
        tile[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&g[0], me);
    atomic_sub(&g[1], 2);
    atomic_inc(&g[2]);
    atomic_dec(&g[3]);
    atomic_and(&g[4], ~(1 << me % 16));
    atomic_or(&g[5], 1 << me % 16);
    atomic_xor(&g[6], 1 << me % 32);
    atomic_min(&g[7], me - 50);
    atomic_max(&g[8], me - 50);
    if (me < 100)
        atom_add(&g[9], 1);
    atomic_max(&u[0], 0x80000000 + me);
    atomic_min(&u[1], 0x80000000 - me);
    atomic_inc(&tile[0]);
    atomic_add(tile + 1, me);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        atomic_add(&r[get_group_id(0)], tile[0] * 10000 + tile[1]);
}
// expect: g[0] = 8128 744 128 -128 -65536 65535 -1 -50 77 100
// expect: u[0] = 0x8000007f 0x7fffff81
// expect: r[0] = 642016 646112

// kernel: results
// arg: int r[9]
// arg: int g[5] = 10 20 30 40 50
// arg: float f[1] = 1.5
kernel void
results(global int *r, global int *g, global float *f)
{
    local int l;
    l = 3;
    r[0] = atomic_add(&g[0], 5);            //= 10
    r[1] = atomic_xchg(&g[1], 21);          //= 20
    r[2] = atomic_cmpxchg(&g[2], 30, 31);   //= 30
    r[3] = atomic_cmpxchg(&g[3], 30, 31);   //= 40
    r[4] = atomic_dec(&g[4]);               //= 50
    r[5] = atomic_xchg(f, 2.5f) * 2;        //= 3
    r[6] = atomic_sub(&l, 4);               //= 3
    r[7] = atomic_cmpxchg(&l, -1, 9);       //= -1
    r[8] = l;                               //= 9
}
// expect: g[0] = 15 21 31 40 49
// expect: f[0] = 2.5

// kernel: wide global=64
// arg: long g[4] = 0x100000000 0 -1 5
// arg: ulong u[2] = 0 0xffffffffffffffff
kernel void
wide(volatile global long *g, volatile global ulong *u)
{
    int me = get_global_id(0);
    atom_add(&g[0], 0x100000001L);
    atom_or(&g[1], 1L << me);
    atom_and(&g[2], ~(1L << me));
    atom_max(&u[0], 1UL << me);
    atom_min(&u[1], (ulong)-1 >> me);
    if (me == 0)
        atom_cmpxchg(&g[3], 5L, 0x500000000L);
}
// expect: g[0] = 0x4100000040 -1 0 0x500000000
// expect: u[0] = 0x8000000000000000 1

// What orders and scopes cost: releases wait for stores, acquires invalidate the vector cache.
// options: -cl-std=CL2.0
// kernel: publish
// arg: int data[1]
// arg: int flag[1] = 0
kernel void
publish(global int *data, global atomic_int *flag)
{
    data[0] = 42; //= 42
    atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
}
// expect: flag[0] = 1
// asm: s_waitcnt vmcnt(0)
// asm-not: buffer_wbinvl1

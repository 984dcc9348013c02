// An acquiring load at device scope invalidates the vector cache; a fence between the two does as well.
// options: -cl-std=CL2.0
// kernel: read
// arg: int data[1] = 42
// arg: int flag[1] = 1
// arg: int r[1]
kernel void
read(global int *data, global atomic_int *flag, global int *r)
{
    if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device))
        r[0] = data[0]; //= 42
}
// asm: buffer_wbinvl1

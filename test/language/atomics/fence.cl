// atomic_work_item_fence: relaxed is nothing, acquire at device scope invalidates.
// options: -cl-std=CL2.0
// kernel: fences
// arg: int a[2] = 3 4
kernel void
fences(global int *a)
{
    a[0] = 1; //= 1
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_relaxed, memory_scope_device);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_order_acq_rel,
                           memory_scope_work_group);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    a[1] = a[0] + a[1]; //= 5
}
// asm: buffer_wbinvl1

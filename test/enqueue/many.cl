/* 200 work-items of two waves and more take slots and events at once. */
kernel void k(global int *o)
{
    int i = get_global_id(0);
    clk_event_t e;
    int r = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(3), 0, 0, &e, ^(local void *p) {
        ((local int *)p)[get_local_id(0)] = i;
        atomic_add(&o[2], ((local int *)p)[get_local_id(0)] + 1);
    }, 12);
    atomic_inc(&o[r ? 1 : 0]);
    if (!r)
        release_event(e);
}

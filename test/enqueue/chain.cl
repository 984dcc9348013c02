void again(global int *count, int left)
{
    atomic_inc(&count[0]);
    if (!left) return;
    void (^b)(void) = ^{ again(count, left - 1); };
    int r = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), b);
    if (r) { count[1] = r; count[2] = left; }
}
kernel void k(global int *count, int n) { again(count, n); }

/* Blocks of every kind that become kernels: metadata.py holds what the objects say of them to clang's. */
typedef struct {
    char a;
    double b;
} pair;

static void nested(queue_t q, global int *out, char c)
{
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
        out[get_global_id(0)] = c;
        enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(2), ^{ out[1] = c + 1; });
    });
}

kernel void basic(global int *out, int n)
{
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64, 16),
                   ^{ out[get_global_id(0)] = n * (int)get_global_id(0); });
}

kernel void with_queue(queue_t q, global int *out, char c, double d, float4 v)
{
    clk_event_t e, f;
    ndrange_t r = ndrange_1D(64, 16);
    pair p = {c, d};
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, r, 0, 0, &e, ^{ out[get_global_id(0)] = c * d + v.y; });
    void (^b)(local void *, local void *) = ^(local void *x, local void *y) {
        ((local int *)x)[c] = 1;
        out[0] = ((local int *)x)[c] + p.b + *(local int *)y;
    };
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, r, b, 128u, 4u);
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, r, 1, &e, &f, b, 128u, (uchar)4);
    out[1] = get_kernel_work_group_size(b) + get_kernel_preferred_work_group_size_multiple(b);
}

kernel void others(global int *out, queue_t q)
{
    nested(q, out, 3);
    enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ });
    enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^(local void *a){ }, 4);
}

kernel void none(global int *out)
{
    out[get_global_id(0)] = 1;
}

/* cl_khr_device_enqueue_local_arg_types: local arguments of blocks point to any type, where its alignment wants them. */
typedef struct {
    char tag;
    double value;
} pair;

#define LOW(pointer) ((int)(size_t)(pointer) & 127)

kernel void k(global int *o)
{
    o[0] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(4, 4), ^(local char *c, local pair *p, local double16 *d, local uint3 *u) {
        uint i = get_local_id(0);
        c[i] = i;
        p[i].tag = i + 1, p[i].value = i * 2.5;
        d[i] = i + 3;
        u[i] = (uint3)(i, i + 1, i + 2);
        barrier(CLK_LOCAL_MEM_FENCE);
        uint k = 3 - i;
        o[8 + i] = c[k] + 10 * p[k].tag + 100 * (int)(p[k].value * 2) + 10000 * (int)d[k].sf + 100000 * u[k].z;
        if (i == 0)
            o[4] = LOW(c), o[5] = LOW(p), o[6] = LOW(d), o[7] = LOW(u);
    }, 4u, 4 * (int)sizeof(pair), 4ul * sizeof(double16), (uchar)(4 * sizeof(uint3)));
    void (^b)(local const float *, local void *) = ^(local const float *f, local void *v) { o[3] = LOW(f) + LOW(v); };
    o[1] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), 0, NULL, NULL, b, 20, 4);
    o[2] = (get_kernel_work_group_size(b) == 256) + (get_kernel_preferred_work_group_size_multiple(b) == 64);
}

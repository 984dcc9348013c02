/* Each form of ndrange_1D, 2D and 3D: how many work-items there are, the sum of their ids, in groups of which grid. */
#define RANGE(n, range)                                                                            \
    if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, range, ^{                   \
            atomic_inc(&r[3 * n]);                                                                 \
            atomic_add(&r[3 * n + 1], (int)(get_global_id(0) + 10 * get_global_id(1) + 100 * get_global_id(2))); \
            r[3 * n + 2] = (n % 3 != 0) * (int)(100 * get_num_groups(0) + 10 * get_num_groups(1) + get_num_groups(2)); \
        }) != CLK_SUCCESS)                                                                         \
        r[3 * n] = -1;

kernel void k(global int *r)
{
    const size_t plane[] = {4, 3}, tile[] = {2, 3}, corner[] = {1, 2};
    const size_t space[] = {2, 3, 4}, brick[] = {2, 1, 2}, place[] = {3, 0, 1};
    RANGE(0, ndrange_1D(6))                   /* 6 15 0 */
    RANGE(1, ndrange_1D(6, 3))                /* 6 15 211 */
    RANGE(2, ndrange_1D(5, 6, 3))             /* 6 45 211 */
    RANGE(3, ndrange_2D(plane))               /* 12 138 0 */
    RANGE(4, ndrange_2D(plane, tile))         /* 12 138 211 */
    RANGE(5, ndrange_2D(corner, plane, tile)) /* 12 390 211 */
    RANGE(6, ndrange_3D(space))               /* 24 3852 0 */
    RANGE(7, ndrange_3D(space, brick))        /* 24 3852 132 */
    RANGE(8, ndrange_3D(place, space, brick)) /* 24 6324 132 */
}

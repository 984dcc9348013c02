/* -cl-uniform-work-group-size: ranges that are no multiples of the local size, and local sizes that nobody gives. */
kernel void k(global int *o)
{
    queue_t q = get_default_queue();
    const size_t plane[] = {14, 6}, space[] = {7, 9, 10}, other[] = {8, 9}, tile[] = {4, 2};
    o[0] = enqueue_kernel(q, 0, ndrange_1D(10, 4), ^{ atomic_inc(&o[14]); });
    o[1] = enqueue_kernel(q, 0, ndrange_1D(4, 8), ^{ atomic_inc(&o[14]); });
    o[2] = enqueue_kernel(q, 0, ndrange_2D(other, tile), ^{ atomic_inc(&o[14]); });
    o[3] = enqueue_kernel(q, 0, ndrange_1D(100), ^{ if (!get_group_id(0)) o[4] = work_group_reduce_add(1); });
    o[5] = enqueue_kernel(q, 0, ndrange_2D(plane), ^{ o[6] = get_local_size(0); o[7] = get_local_size(1); });
    o[8] = enqueue_kernel(q, 0, ndrange_3D(space), ^{ o[9] = get_local_size(0); o[10] = get_local_size(1); o[11] = get_local_size(2); });
    o[12] = enqueue_kernel(q, 0, ndrange_1D(100, 50), ^{ o[13] = get_local_size(0); });
}

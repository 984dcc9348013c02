/* Local sizes above the global ones: one work-group, which has what there is. */
kernel void k(global int *o)
{
    queue_t q = get_default_queue();
    const size_t plane[] = {3, 2}, tile[] = {8, 2};
    o[0] = enqueue_kernel(q, 0, ndrange_1D(4, 8), ^{
        int items = work_group_reduce_add(1);
        o[4 + get_global_id(0)] = items + 10 * get_local_size(0) + 100 * get_enqueued_local_size(0) + 1000 * get_num_groups(0);
    });
    o[1] = enqueue_kernel(q, 0, ndrange_2D(plane, tile), ^{
        atomic_inc(&o[2]);
        o[3] = get_local_size(0) + 10 * get_local_size(1) + 100 * get_enqueued_local_size(0) + 1000 * get_num_groups(0);
    });
}

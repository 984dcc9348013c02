/* What enqueue_kernel and enqueue_marker say of wait lists, sizes and queues that they refuse: with -g which it is, without
 * CLK_ENQUEUE_FAILURE. */
kernel void k(global int *o)
{
    queue_t q = get_default_queue(), none = CLK_NULL_QUEUE;
    clk_event_t null = CLK_NULL_EVENT, user = create_user_event(), list[] = {user, null}, many[9];
    ndrange_t n = ndrange_1D(1);
    void (^b)(void) = ^{ atomic_inc(&o[13]); };
    for (int i = 0; i < 9; i++)
        many[i] = user;
    o[0] = enqueue_kernel(q, 0, n, 1, &null, NULL, b);
    o[1] = enqueue_kernel(q, 0, n, 1, NULL, NULL, b);
    o[2] = enqueue_kernel(q, 0, n, 0, list, NULL, b);
    o[3] = enqueue_kernel(q, 0, n, 2, list, NULL, b);
    o[4] = enqueue_marker(q, 1, &null, NULL);
    o[5] = enqueue_marker(q, 1, NULL, NULL);
    o[6] = enqueue_marker(q, 0, list, NULL);
    o[7] = enqueue_marker(q, 9, many, NULL);
    o[8] = enqueue_kernel(q, 0, ndrange_1D(0), b);
    o[9] = enqueue_kernel(none, 0, n, b);
    o[10] = enqueue_kernel(q, 0, n, ^(local void *a) { atomic_inc(&o[13]); }, 65537);
    o[11] = enqueue_kernel(q, 0, n, 8, many, NULL, b);
    o[12] = enqueue_marker(q, 0, NULL, NULL);
    set_user_event_status(user, CL_COMPLETE);
    release_event(user);
}

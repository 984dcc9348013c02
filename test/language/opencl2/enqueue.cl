// Device enqueue: queues, ranges, events and markers; the calls return, nothing waits for them.
// options: -cl-std=CL2.0
// xfail: device enqueue is not there yet
// kernel: test
// arg: int r[5]
kernel void
test(global int *r)
{
    queue_t queue = get_default_queue();
    size_t sizes[2] = {2, 2};
    ndrange_t range = ndrange_1D(4), plane = ndrange_2D(sizes);
    clk_event_t event = create_user_event(), done;
    r[0] = is_valid_event(event);                                        //= 1
    int status = enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, range, 1, &event, &done,
                                ^{ r[4] = 1; });
    r[1] = status == CLK_SUCCESS || status == CLK_ENQUEUE_FAILURE;       //= 1
    r[2] = get_kernel_work_group_size(^(local void *p) { ((local int *)p)[0] = 1; }) > 0; //= 1
    r[3] = enqueue_marker(queue, 1, &event, &done) <= 0;                 //= 1
    set_user_event_status(event, CL_COMPLETE);
    release_event(event);
}

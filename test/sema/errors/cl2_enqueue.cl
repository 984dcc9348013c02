// options: cl20
typedef void (^bl_t)(local void *);
kernel void enqueue(global int *q, queue_t dq, int a1)
{
    size_t gs[3] = {3, 4, 5};
    ndrange_t nd = ndrange_1D(64), nd2 = ndrange_1D(1, 2, 3), nd3 = ndrange_2D(gs, gs);
    clk_event_t e, w[3];
    void (^b)(void) = ^{ q[0] = a1; };
    void (^bi)(int) = ^(int i) { q[0] = a1; };
    bl_t bl = ^(local void *p) { q[0] = a1; };
    *q = enqueue_kernel(dq, CLK_ENQUEUE_FLAGS_NO_WAIT, nd, b);
    enqueue_kernel(dq, 0, nd, ^{ q[1] = 2; });
    enqueue_kernel(dq, 0, nd, 2, w, &e, b);
    enqueue_kernel(dq, 0, nd, 2, w, &e, bl, 64);
    enqueue_kernel(dq, 0, nd, bl, 64);
    enqueue_kernel(dq, 0, nd, 0, NULL, NULL, b);
    enqueue_kernel(dq, 0, nd);                              // error: too few arguments to function call, expected at least 4, have 3
    enqueue_kernel(dq, 0, nd, 3);                           // error: illegal call to 'enqueue_kernel', expected block argument type
    enqueue_kernel(q, 0, nd, b);                            // error: illegal call to 'enqueue_kernel', expected 'queue_t' argument type
    enqueue_kernel(dq, q, nd, b);                           // error: illegal call to 'enqueue_kernel', expected 'kernel_enqueue_flags_t' (i.e. uint) argument type
    enqueue_kernel(dq, 0, 3, b);                            // error: illegal call to 'enqueue_kernel', expected 'ndrange_t' argument type
    enqueue_kernel(dq, 0, nd, bi);                          // error: blocks with parameters are not accepted in this prototype of enqueue_kernel call
    enqueue_kernel(dq, 0, nd, bl, 1, 2);                    // error: mismatch in number of block parameters and local size arguments passed
    enqueue_kernel(dq, 0, nd, b, 64);                       // error: mismatch in number of block parameters and local size arguments passed
    enqueue_kernel(dq, 0, nd, bl, 1.0f);                    // error: illegal call to enqueue_kernel, parameter needs to be specified as integer type
    enqueue_kernel(dq, 0, nd, 2, &a1, &e, b);               // error: illegal call to 'enqueue_kernel', expected 'clk_event_t *' argument type
    enqueue_kernel(dq, 0, nd, 2.0f, w, &e, b);              // error: illegal call to 'enqueue_kernel', expected integer argument type
    enqueue_kernel(dq, 0, nd, 2, w, &e, 4);                 // error: illegal call to 'enqueue_kernel', expected block argument type
    enqueue_kernel(dq, 0, nd, 2, w, &e);                    // error: illegal call to enqueue_kernel, incorrect argument types
    *q = get_kernel_work_group_size(b) + get_kernel_preferred_work_group_size_multiple(bl);
    *q = get_kernel_work_group_size(bi);                    // error: blocks used in enqueue_kernel call are expected to have parameters of type 'local void*'
    *q = get_kernel_work_group_size(b, b);                  // error: too many arguments to function call, expected 1, have 2
    *q = get_kernel_sub_group_count_for_ndrange(nd, b) + get_kernel_max_sub_group_size_for_ndrange(nd, b);
    *q = get_kernel_sub_group_count_for_ndrange(b);         // error: too few arguments to function call, expected 2, have 1
    *q = get_kernel_sub_group_count_for_ndrange(3, b);      // error: expected 'ndrange_t' argument type
    queue_t x = get_default_queue();
    *q = enqueue_marker(dq, 2, w, &e);
    enqueue_marker(dq, 1, &a1, &e);                         // error: incompatible pointer types passing '__private int *' to parameter of type 'const __private clk_event_t *'
    enqueue_marker(dq, 0, NULL, q);                         // error: incompatible pointer types passing
    e = create_user_event();
    retain_event(e);
    release_event(e);
    set_user_event_status(e, CL_COMPLETE);
    if (is_valid_event(e))
        capture_event_profiling_info(e, CLK_PROFILING_COMMAND_EXEC_TIME, q);
    set_user_event_status(3, 4);                            // error: no matching function for call to 'set_user_event_status'
    gs[0] = nd.workDimension + nd.globalWorkSize[1];
}

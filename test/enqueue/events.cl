kernel void k(global int *o, global ulong *prof)
{
  queue_t q = get_default_queue(); ndrange_t one = ndrange_1D(1);
  clk_event_t user = create_user_event(), a, b, m;
  o[0] = is_valid_event(user);
  o[1] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &user, &a, ^{ o[10] = atomic_inc(&o[20]); });
  clk_event_t l[2]; l[0] = a; l[1] = user;
  o[2] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, one, 2, l, &b, ^(local void *p, local void *r){ local int *x = p; local int *y = r; x[3] = 7; y[0] = 5; o[11] = atomic_inc(&o[20]) + 10 * x[3] + 100 * ((int)(size_t)r - (int)(size_t)p);}, 20, 4);
  o[3] = enqueue_marker(q, 1, &b, &m);
  o[4] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, one, 1, &m, 0, ^{ o[12] = atomic_inc(&o[20]); set_user_event_status(user, CL_COMPLETE);  });
  o[5] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, one, ^{ o[13] = atomic_inc(&o[20]); set_user_event_status(user, CL_COMPLETE); release_event(user); });
  capture_event_profiling_info(b, CLK_PROFILING_COMMAND_EXEC_TIME, prof);
  o[6] = get_kernel_work_group_size(^{o[0]=1;}); o[7] = get_kernel_preferred_work_group_size_multiple(^{o[0]=1;});
  o[8] = get_kernel_sub_group_count_for_ndrange(ndrange_1D(100, 100), ^{o[0]=1;}); o[9] = get_kernel_max_sub_group_size_for_ndrange(ndrange_1D(100, 10), ^{o[0]=1;});
  retain_event(a); release_event(a); release_event(a); release_event(b); release_event(m);
}

/* What enqueue_kernel refuses; what children print. */
kernel void k(global int *o) { queue_t q0 = CLK_NULL_QUEUE;
  o[0] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^(local void *a, local void *b) { o[1] = (int)(size_t)b - (int)(size_t)a; }, 30000, 4);
  o[2] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^(local void *a) { o[3] = 1; }, 40000);
  o[4] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^(local void *a) { o[5] = 1; }, 65537);
  o[6] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(0), ^{ o[7] = 1; });
  o[8] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(512, 512), ^{ o[9] = 1; });
  o[10] = enqueue_kernel(q0, 0, ndrange_1D(1), ^{ o[11] = 1; });
  o[12] = enqueue_marker(get_default_queue(), 9, 0, 0);
  o[14] = is_valid_event(CLK_NULL_EVENT);
  printf("%d\n", o[12]);
  o[15] = enqueue_kernel(get_default_queue(), 0, ndrange_1D(1), ^{ printf("child %s %d\n", "of", o[12]); });
}

// options: cl12 ext=-cl_khr_gl_msaa_sharing
kernel void k(image2d_msaa_t a) {}           // error: use of type '__read_only image2d_msaa_t' requires cl_khr_gl_msaa_sharing support

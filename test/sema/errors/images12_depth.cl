// options: cl12 ext=-cl_khr_depth_images
kernel void k(image2d_depth_t a) {}          // error: use of type '__read_only image2d_depth_t' requires cl_khr_depth_images support
kernel void l(image2d_msaa_t a) {}

// options: cl30 ext=-__opencl_c_3d_image_writes
kernel void k(write_only image3d_t a) {}     // error: use of type '__write_only image3d_t' requires cl_khr_3d_image_writes and __opencl_c_3d_image_writes support
kernel void l(read_write image3d_t a) {}     // error: use of type '__read_write image3d_t' requires cl_khr_3d_image_writes and __opencl_c_3d_image_writes support
kernel void m(image3d_t a) {}

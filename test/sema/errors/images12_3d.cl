// options: cl12 ext=-cl_khr_3d_image_writes
kernel void k(write_only image3d_t a) {}     // error: use of type '__write_only image3d_t' requires cl_khr_3d_image_writes support
kernel void m(image3d_t a) {}

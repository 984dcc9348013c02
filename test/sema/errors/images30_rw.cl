// options: cl30 ext=-__opencl_c_read_write_images
kernel void k(read_write image2d_t a) {}     // error: access qualifier 'read_write' can not be used for '__read_write image2d_t' prior to OpenCL C version 2.0 or in version 3.0 and without __opencl_c_read_write_images feature
kernel void l(write_only image3d_t a, read_only image3d_t b) {}

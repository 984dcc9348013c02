// options: cl30 ext=-__opencl_c_images
#ifdef __IMAGE_SUPPORT__
#error "images"
#endif
kernel void k(image2d_t a) {}                // error: use of type '__read_only image2d_t' requires __opencl_c_images support
kernel void l(sampler_t a) {}                // error: use of type 'sampler_t' requires __opencl_c_images support
kernel void m(event_t *a) {                  // error: pointer arguments to kernel functions must reside
    read_imagef(a, 0);                       // error: use of undeclared identifier 'read_imagef'
}

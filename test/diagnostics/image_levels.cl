// options: -mcpu=gfx90a -cl-std=CL2.0 -cl-ext=+cl_khr_mipmap_image -mcode-object-version=4 -c -o /dev/null
// gfx90a has neither the instructions nor, unless it is asked for, the extension.
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable
kernel void
reads(read_only image2d_t a, sampler_t s, global float4 *out)
{
    out[0] = read_imagef(a, s, (float2)(0.5f, 0.5f));
    out[1] = read_imagef(a, s, (float2)(0.5f, 0.5f), 1.0f); // error: gfx90a reads no levels of detail through samplers
}

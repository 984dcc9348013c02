// options: -c -o /dev/null -mcpu=gfx700 -cl-ext=+cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void half_arithmetic(global half *o)
{
    half h = o[0];
    o[1] = h + h; // error: arithmetic on 'half' is not supported on gfx700 yet
}

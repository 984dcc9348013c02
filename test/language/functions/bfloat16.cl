// cl_intel_bfloat16_conversions: ties go to even, NaN of both kinds is quiet, denormals stay.
// options: -cl-denorms-are-zero -cl-fast-relaxed-math
// kernel: conversions
// arg: uint r[24]
// arg: uint w[16] = 0x3f808000 0x3f818000 0x3f808001 0x3f817fff 0x7f7fffff 0xff7f7fff 0x7f800001 0xffbfffff 0x7fc12345 0x18000 0x8000 0x80008001 0xff800000 0x80000000 0x7f7f8000 0x7f800000
#ifndef cl_intel_bfloat16_conversions
#error "no macro"
#endif
#pragma OPENCL EXTENSION cl_intel_bfloat16_conversions : enable
kernel void
conversions(global uint *r, global uint *w)
{
    ushort16 a = intel_convert_bfloat1616_as_ushort16(as_float16(*(global uint16 *)w));
    vstore16(convert_uint16(a), 0, r);
    r[16] = as_uint(intel_convert_as_bfloat16_float((ushort)0x7f81));
    uint3 back = as_uint3(intel_convert_as_bfloat163_float3((ushort3)(0x8001, 0xc049, 0xff80)));
    vstore3(back, 0, r + 17);
    r[20] = intel_convert_bfloat162_as_ushort2((float2)(1.0f, -2.0f)).y;
    r[21] = intel_convert_bfloat16_as_ushort(257); // 0x4380.8
    r[22] = intel_convert_bfloat16_as_ushort(259); // 0x4381.8
    r[23] = as_uint(intel_convert_as_bfloat16_float(intel_convert_bfloat16_as_ushort(0.1f)));
}
// expect: r[0] = 0x3f80 0x3f82 0x3f81 0x3f81 0x7f80 0xff7f 0x7fc0 0xffff 0x7fc1 0x2 0x0 0x8001 0xff80 0x8000 0x7f80 0x7f80 0x7f810000 0x80010000 0xc0490000 0xff800000 0xc000 0x4380 0x4382 0x3dcd0000

/*!
[config]
name: Conversions with rounding modes and saturation
dimensions: 1
global_size: 1 0 0

[test]
name: float to half
kernel_name: to_half
arg_in: 1 buffer float[6] 1.00048828125 -1.00048828125 1.0001 -1.0001 70000 -1e-9
arg_out: 0 buffer ushort[24] 0x3c00 0x3c00 0x3c01 0x3c00 0xbc00 0xbc00 0xbc00 0xbc01 0x3c00 0x3c00 0x3c01 0x3c00 0xbc00 0xbc00 0xbc00 0xbc01 0x7c00 0x7bff 0x7c00 0x7bff 0x8000 0x8000 0x8000 0x8001

[test]
name: double to float
kernel_name: to_float
arg_in: 1 buffer double[3] 1.00000001 -1.00000001 1e300
arg_out: 0 buffer uint[12] 0x3f800000 0x3f800000 0x3f800001 0x3f800000 0xbf800000 0xbf800000 0xbf800000 0xbf800001 0x7f800000 0x7f7fffff 0x7f800000 0x7f7fffff

[test]
name: integers to float
kernel_name: from_integers
arg_in: 1 buffer long[3] 16777217 -16777217 9223372036854775807
arg_out: 0 buffer uint[12] 0x4b800000 0x4b800000 0x4b800001 0x4b800000 0xcb800000 0xcb800000 0xcb800000 0xcb800001 0x5f000000 0x5effffff 0x5f000000 0x5effffff

[test]
name: float to int
kernel_name: to_int
arg_in: 1 buffer float[6] 2.5 -2.5 3.5 1e20 -1e20 nan
arg_out: 0 buffer int[36] 2 2 2 3 2 2 -2 -2 -2 -2 -3 -2 3 4 3 4 3 3 2147483647 2147483647 2147483647 2147483647 2147483647 127 -2147483648 -2147483648 -2147483648 -2147483648 -2147483648 -128 0 0 0 0 0 0
!*/
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void
to_half(global ushort *out, global float *in)
{
    for (int i = 0; i < 6; i++) {
        vstore_half(in[i], 4 * i, (global half *)out);
        vstore_half_rtz(in[i], 4 * i + 1, (global half *)out);
        vstore_half_rtp(in[i], 4 * i + 2, (global half *)out);
        vstore_half_rtn(in[i], 4 * i + 3, (global half *)out);
    }
}

kernel void
to_float(global float *out, global double *in)
{
    for (int i = 0; i < 3; i++) {
        out[4 * i] = convert_float(in[i]);
        out[4 * i + 1] = convert_float_rtz(in[i]);
        out[4 * i + 2] = convert_float_rtp(in[i]);
        out[4 * i + 3] = convert_float_rtn(in[i]);
    }
}

kernel void
from_integers(global float *out, global long *in)
{
    for (int i = 0; i < 3; i++) {
        out[4 * i] = convert_float(in[i]);
        out[4 * i + 1] = convert_float_rtz(in[i]);
        out[4 * i + 2] = convert_float_rtp(in[i]);
        out[4 * i + 3] = convert_float_rtn(in[i]);
    }
}

kernel void
to_int(global int *out, global float *in)
{
    for (int i = 0; i < 6; i++) {
        out[6 * i] = convert_int_sat(in[i]);
        out[6 * i + 1] = convert_int_sat_rte(in[i]);
        out[6 * i + 2] = convert_int_sat_rtz(in[i]);
        out[6 * i + 3] = convert_int_sat_rtp(in[i]);
        out[6 * i + 4] = convert_int_sat_rtn(in[i]);
        out[6 * i + 5] = convert_char_sat(in[i]);
    }
}

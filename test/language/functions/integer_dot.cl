// Dot products of integers: bytes of both signs, in vectors and packed, with saturation.
// kernel: dots
// arg: int r[120]
// arg: uint w[6] = 0x1ff7f80 0x2030405 0x80808080 0x7f7f7f7f 0xffffffff 0xff8001
// arg: int acc[5] = 0xfffffff0 7 0x7fffff00 0x80000010 0xfffffffb
#if !defined cl_khr_integer_dot_product || !__opencl_c_integer_dot_product_input_4x8bit ||         \
    !__opencl_c_integer_dot_product_input_4x8bit_packed
#error "macros of cl_khr_integer_dot_product"
#endif
#pragma OPENCL EXTENSION cl_khr_integer_dot_product : enable
kernel void
dots(global int *r, global uint *w, global int *acc)
{
    r[0] = dot_4x8packed_uu_uint(w[0], w[1]); //= 1915
    r[1] = dot(as_uchar4(w[0]), as_uchar4(w[1])); //= 1915
    r[2] = dot_acc_sat_4x8packed_uu_uint(w[0], w[1], acc[0]); //= -1
    r[3] = dot_acc_sat(as_uchar4(w[0]), as_uchar4(w[1]), (uint)acc[0]); //= -1
    r[4] = dot_acc_sat_4x8packed_uu_uint(w[0], w[1], acc[1]); //= 1922
    r[5] = dot_acc_sat(as_uchar4(w[0]), as_uchar4(w[1]), (uint)acc[1]); //= 1922
    r[6] = dot_4x8packed_uu_uint(w[2], w[3]); //= 65024
    r[7] = dot(as_uchar4(w[2]), as_uchar4(w[3])); //= 65024
    r[8] = dot_acc_sat_4x8packed_uu_uint(w[2], w[3], acc[0]); //= -1
    r[9] = dot_acc_sat(as_uchar4(w[2]), as_uchar4(w[3]), (uint)acc[0]); //= -1
    r[10] = dot_acc_sat_4x8packed_uu_uint(w[2], w[3], acc[1]); //= 65031
    r[11] = dot_acc_sat(as_uchar4(w[2]), as_uchar4(w[3]), (uint)acc[1]); //= 65031
    r[12] = dot_4x8packed_uu_uint(w[4], w[5]); //= 97920
    r[13] = dot(as_uchar4(w[4]), as_uchar4(w[5])); //= 97920
    r[14] = dot_acc_sat_4x8packed_uu_uint(w[4], w[5], acc[0]); //= -1
    r[15] = dot_acc_sat(as_uchar4(w[4]), as_uchar4(w[5]), (uint)acc[0]); //= -1
    r[16] = dot_acc_sat_4x8packed_uu_uint(w[4], w[5], acc[1]); //= 97927
    r[17] = dot_acc_sat(as_uchar4(w[4]), as_uchar4(w[5]), (uint)acc[1]); //= 97927
    r[18] = dot_4x8packed_uu_uint(w[2], w[2]); //= 65536
    r[19] = dot(as_uchar4(w[2]), as_uchar4(w[2])); //= 65536
    r[20] = dot_acc_sat_4x8packed_uu_uint(w[2], w[2], acc[0]); //= -1
    r[21] = dot_acc_sat(as_uchar4(w[2]), as_uchar4(w[2]), (uint)acc[0]); //= -1
    r[22] = dot_acc_sat_4x8packed_uu_uint(w[2], w[2], acc[1]); //= 65543
    r[23] = dot_acc_sat(as_uchar4(w[2]), as_uchar4(w[2]), (uint)acc[1]); //= 65543
    r[24] = dot_4x8packed_ss_int(w[0], w[1]); //= -133
    r[25] = dot(as_char4(w[0]), as_char4(w[1])); //= -133
    r[26] = dot_acc_sat_4x8packed_ss_int(w[0], w[1], acc[2]); //= 2147483259
    r[27] = dot_acc_sat(as_char4(w[0]), as_char4(w[1]), acc[2]); //= 2147483259
    r[28] = dot_acc_sat_4x8packed_ss_int(w[0], w[1], acc[3]); //= -2147483648
    r[29] = dot_acc_sat(as_char4(w[0]), as_char4(w[1]), acc[3]); //= -2147483648
    r[30] = dot_acc_sat_4x8packed_ss_int(w[0], w[1], acc[4]); //= -138
    r[31] = dot_acc_sat(as_char4(w[0]), as_char4(w[1]), acc[4]); //= -138
    r[32] = dot_4x8packed_ss_int(w[2], w[3]); //= -65024
    r[33] = dot(as_char4(w[2]), as_char4(w[3])); //= -65024
    r[34] = dot_acc_sat_4x8packed_ss_int(w[2], w[3], acc[2]); //= 2147418368
    r[35] = dot_acc_sat(as_char4(w[2]), as_char4(w[3]), acc[2]); //= 2147418368
    r[36] = dot_acc_sat_4x8packed_ss_int(w[2], w[3], acc[3]); //= -2147483648
    r[37] = dot_acc_sat(as_char4(w[2]), as_char4(w[3]), acc[3]); //= -2147483648
    r[38] = dot_acc_sat_4x8packed_ss_int(w[2], w[3], acc[4]); //= -65029
    r[39] = dot_acc_sat(as_char4(w[2]), as_char4(w[3]), acc[4]); //= -65029
    r[40] = dot_4x8packed_ss_int(w[4], w[5]); //= 128
    r[41] = dot(as_char4(w[4]), as_char4(w[5])); //= 128
    r[42] = dot_acc_sat_4x8packed_ss_int(w[4], w[5], acc[2]); //= 2147483520
    r[43] = dot_acc_sat(as_char4(w[4]), as_char4(w[5]), acc[2]); //= 2147483520
    r[44] = dot_acc_sat_4x8packed_ss_int(w[4], w[5], acc[3]); //= -2147483504
    r[45] = dot_acc_sat(as_char4(w[4]), as_char4(w[5]), acc[3]); //= -2147483504
    r[46] = dot_acc_sat_4x8packed_ss_int(w[4], w[5], acc[4]); //= 123
    r[47] = dot_acc_sat(as_char4(w[4]), as_char4(w[5]), acc[4]); //= 123
    r[48] = dot_4x8packed_ss_int(w[2], w[2]); //= 65536
    r[49] = dot(as_char4(w[2]), as_char4(w[2])); //= 65536
    r[50] = dot_acc_sat_4x8packed_ss_int(w[2], w[2], acc[2]); //= 2147483647
    r[51] = dot_acc_sat(as_char4(w[2]), as_char4(w[2]), acc[2]); //= 2147483647
    r[52] = dot_acc_sat_4x8packed_ss_int(w[2], w[2], acc[3]); //= -2147418096
    r[53] = dot_acc_sat(as_char4(w[2]), as_char4(w[2]), acc[3]); //= -2147418096
    r[54] = dot_acc_sat_4x8packed_ss_int(w[2], w[2], acc[4]); //= 65531
    r[55] = dot_acc_sat(as_char4(w[2]), as_char4(w[2]), acc[4]); //= 65531
    r[56] = dot_4x8packed_us_int(w[0], w[1]); //= 1915
    r[57] = dot(as_uchar4(w[0]), as_char4(w[1])); //= 1915
    r[58] = dot_acc_sat_4x8packed_us_int(w[0], w[1], acc[2]); //= 2147483647
    r[59] = dot_acc_sat(as_uchar4(w[0]), as_char4(w[1]), acc[2]); //= 2147483647
    r[60] = dot_acc_sat_4x8packed_us_int(w[0], w[1], acc[3]); //= -2147481717
    r[61] = dot_acc_sat(as_uchar4(w[0]), as_char4(w[1]), acc[3]); //= -2147481717
    r[62] = dot_acc_sat_4x8packed_us_int(w[0], w[1], acc[4]); //= 1910
    r[63] = dot_acc_sat(as_uchar4(w[0]), as_char4(w[1]), acc[4]); //= 1910
    r[64] = dot_4x8packed_us_int(w[2], w[3]); //= 65024
    r[65] = dot(as_uchar4(w[2]), as_char4(w[3])); //= 65024
    r[66] = dot_acc_sat_4x8packed_us_int(w[2], w[3], acc[2]); //= 2147483647
    r[67] = dot_acc_sat(as_uchar4(w[2]), as_char4(w[3]), acc[2]); //= 2147483647
    r[68] = dot_acc_sat_4x8packed_us_int(w[2], w[3], acc[3]); //= -2147418608
    r[69] = dot_acc_sat(as_uchar4(w[2]), as_char4(w[3]), acc[3]); //= -2147418608
    r[70] = dot_acc_sat_4x8packed_us_int(w[2], w[3], acc[4]); //= 65019
    r[71] = dot_acc_sat(as_uchar4(w[2]), as_char4(w[3]), acc[4]); //= 65019
    r[72] = dot_4x8packed_us_int(w[4], w[5]); //= -32640
    r[73] = dot(as_uchar4(w[4]), as_char4(w[5])); //= -32640
    r[74] = dot_acc_sat_4x8packed_us_int(w[4], w[5], acc[2]); //= 2147450752
    r[75] = dot_acc_sat(as_uchar4(w[4]), as_char4(w[5]), acc[2]); //= 2147450752
    r[76] = dot_acc_sat_4x8packed_us_int(w[4], w[5], acc[3]); //= -2147483648
    r[77] = dot_acc_sat(as_uchar4(w[4]), as_char4(w[5]), acc[3]); //= -2147483648
    r[78] = dot_acc_sat_4x8packed_us_int(w[4], w[5], acc[4]); //= -32645
    r[79] = dot_acc_sat(as_uchar4(w[4]), as_char4(w[5]), acc[4]); //= -32645
    r[80] = dot_4x8packed_us_int(w[2], w[2]); //= -65536
    r[81] = dot(as_uchar4(w[2]), as_char4(w[2])); //= -65536
    r[82] = dot_acc_sat_4x8packed_us_int(w[2], w[2], acc[2]); //= 2147417856
    r[83] = dot_acc_sat(as_uchar4(w[2]), as_char4(w[2]), acc[2]); //= 2147417856
    r[84] = dot_acc_sat_4x8packed_us_int(w[2], w[2], acc[3]); //= -2147483648
    r[85] = dot_acc_sat(as_uchar4(w[2]), as_char4(w[2]), acc[3]); //= -2147483648
    r[86] = dot_acc_sat_4x8packed_us_int(w[2], w[2], acc[4]); //= -65541
    r[87] = dot_acc_sat(as_uchar4(w[2]), as_char4(w[2]), acc[4]); //= -65541
    r[88] = dot_4x8packed_su_int(w[0], w[1]); //= -133
    r[89] = dot(as_char4(w[0]), as_uchar4(w[1])); //= -133
    r[90] = dot_acc_sat_4x8packed_su_int(w[0], w[1], acc[2]); //= 2147483259
    r[91] = dot_acc_sat(as_char4(w[0]), as_uchar4(w[1]), acc[2]); //= 2147483259
    r[92] = dot_acc_sat_4x8packed_su_int(w[0], w[1], acc[3]); //= -2147483648
    r[93] = dot_acc_sat(as_char4(w[0]), as_uchar4(w[1]), acc[3]); //= -2147483648
    r[94] = dot_acc_sat_4x8packed_su_int(w[0], w[1], acc[4]); //= -138
    r[95] = dot_acc_sat(as_char4(w[0]), as_uchar4(w[1]), acc[4]); //= -138
    r[96] = dot_4x8packed_su_int(w[2], w[3]); //= -65024
    r[97] = dot(as_char4(w[2]), as_uchar4(w[3])); //= -65024
    r[98] = dot_acc_sat_4x8packed_su_int(w[2], w[3], acc[2]); //= 2147418368
    r[99] = dot_acc_sat(as_char4(w[2]), as_uchar4(w[3]), acc[2]); //= 2147418368
    r[100] = dot_acc_sat_4x8packed_su_int(w[2], w[3], acc[3]); //= -2147483648
    r[101] = dot_acc_sat(as_char4(w[2]), as_uchar4(w[3]), acc[3]); //= -2147483648
    r[102] = dot_acc_sat_4x8packed_su_int(w[2], w[3], acc[4]); //= -65029
    r[103] = dot_acc_sat(as_char4(w[2]), as_uchar4(w[3]), acc[4]); //= -65029
    r[104] = dot_4x8packed_su_int(w[4], w[5]); //= -384
    r[105] = dot(as_char4(w[4]), as_uchar4(w[5])); //= -384
    r[106] = dot_acc_sat_4x8packed_su_int(w[4], w[5], acc[2]); //= 2147483008
    r[107] = dot_acc_sat(as_char4(w[4]), as_uchar4(w[5]), acc[2]); //= 2147483008
    r[108] = dot_acc_sat_4x8packed_su_int(w[4], w[5], acc[3]); //= -2147483648
    r[109] = dot_acc_sat(as_char4(w[4]), as_uchar4(w[5]), acc[3]); //= -2147483648
    r[110] = dot_acc_sat_4x8packed_su_int(w[4], w[5], acc[4]); //= -389
    r[111] = dot_acc_sat(as_char4(w[4]), as_uchar4(w[5]), acc[4]); //= -389
    r[112] = dot_4x8packed_su_int(w[2], w[2]); //= -65536
    r[113] = dot(as_char4(w[2]), as_uchar4(w[2])); //= -65536
    r[114] = dot_acc_sat_4x8packed_su_int(w[2], w[2], acc[2]); //= 2147417856
    r[115] = dot_acc_sat(as_char4(w[2]), as_uchar4(w[2]), acc[2]); //= 2147417856
    r[116] = dot_acc_sat_4x8packed_su_int(w[2], w[2], acc[3]); //= -2147483648
    r[117] = dot_acc_sat(as_char4(w[2]), as_uchar4(w[2]), acc[3]); //= -2147483648
    r[118] = dot_acc_sat_4x8packed_su_int(w[2], w[2], acc[4]); //= -65541
    r[119] = dot_acc_sat(as_char4(w[2]), as_uchar4(w[2]), acc[4]); //= -65541
}

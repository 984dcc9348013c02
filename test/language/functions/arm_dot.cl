// cl_arm_integer_dot_product_*: sums wrap, and stop at the ends of their type where the name says so.
// kernel: dots
// arg: int r[12]
// arg: uint w[4] = 0x80808080 0x7f7f7f7f 0xffffffff 0x80008000
// arg: int acc[4] = 0xfffffff0 0x7fffff00 0x80000010 5
#if !defined cl_arm_integer_dot_product_int8 || !defined cl_arm_integer_dot_product_accumulate_int8 ||          \
    !defined cl_arm_integer_dot_product_accumulate_int16 || !defined cl_arm_integer_dot_product_accumulate_saturate_int8
#error "macros of cl_arm_integer_dot_product_*"
#endif
#pragma OPENCL EXTENSION cl_arm_integer_dot_product_accumulate_int16 : enable
kernel void
dots(global int *r, global uint *w, global int *acc)
{
    r[0] = arm_dot(as_uchar4(w[0]), as_uchar4(w[1])); //= 65024
    r[1] = arm_dot(as_char4(w[0]), as_char4(w[1])); //= -65024
    r[2] = arm_dot_acc(as_uchar4(w[0]), as_uchar4(w[1]), (uint)acc[0]); //= 65008
    r[3] = arm_dot_acc(as_char4(w[0]), as_char4(w[1]), acc[2]); //= 2147418640
    r[4] = arm_dot_acc(as_char4(w[0]), as_char4(w[0]), acc[1]); //= -2147418368
    r[5] = arm_dot_acc(as_ushort2(w[2]), as_ushort2(w[2]), (uint)acc[3]); //= -262137
    r[6] = arm_dot_acc(as_short2(w[3]), as_short2(w[3]), acc[3]); //= -2147483643
    r[7] = arm_dot_acc(as_short2(w[3]), as_short2(w[1]), acc[3]); //= -2139029499
    r[8] = arm_dot_acc_sat(as_uchar4(w[0]), as_uchar4(w[1]), (uint)acc[0]); //= -1
    r[9] = arm_dot_acc_sat(as_char4(w[0]), as_char4(w[1]), acc[2]); //= -2147483648
    r[10] = arm_dot_acc_sat(as_char4(w[0]), as_char4(w[0]), acc[1]); //= 2147483647
    r[11] = arm_dot_acc_sat(as_char4(w[0]), as_char4(w[1]), acc[3]); //= -65019
}

// clang's reductions of vectors, and comparisons of floats that raise nothing.
// kernel: reduce
// arg: int r[21]
// arg: int in[8] = 7 -3 12 5 -9 1 2 6
// arg: float f[4] = 2.5 -1 8 nan
kernel void
reduce(global int *r, global int *in, global float *f)
{
    int8 v = vload8(0, in);
    r[0] = __builtin_reduce_add(v);                       //= 21
    r[1] = __builtin_reduce_mul(v.s0123);                 //= -1260
    r[2] = __builtin_reduce_max(v);                       //= 12
    r[3] = __builtin_reduce_min(v);                       //= -9
    r[4] = __builtin_reduce_max(as_uint8(v)) == -3;       //= 1
    r[5] = __builtin_reduce_min(as_uint8(v));             //= 1
    r[6] = __builtin_reduce_and(v.s01);                   //= 5
    r[7] = __builtin_reduce_or(v.s027);                   //= 15
    r[8] = __builtin_reduce_xor(v);                       //= 1
    r[9] = __builtin_reduce_add(convert_uchar4(v.s4567)); //= 0
    r[10] = __builtin_reduce_max(vload3(0, f)) * 2;       //= 16
    r[11] = __builtin_reduce_min(vload4(0, f)) * 2;       //= -2
    r[12] = __builtin_isgreater(f[0], f[1]) * 10 + __builtin_isgreater(f[0], f[3]);           //= 10
    r[13] = __builtin_isgreaterequal(f[0], f[0]) * 10 + __builtin_isgreaterequal(f[3], f[3]); //= 10
    r[14] = __builtin_isless(f[1], f[0]) * 10 + __builtin_isless(f[0], f[1]);                 //= 10
    r[15] = __builtin_islessequal(f[1], f[1]) * 10 + __builtin_islessequal(f[3], f[1]);       //= 10
    r[16] = __builtin_islessgreater(f[0], f[1]) * 10 + __builtin_islessgreater(f[3], f[1]);   //= 10
    r[17] = __builtin_clzs((ushort)in[2]);                //= 12
    r[18] = __builtin_ctzs((ushort)in[2]);                //= 2
    r[19] = __builtin_reduce_add((long2)(in[0], in[4]));  //= -2
    r[20] = __builtin_reduce_xor((char16)(in[0]));        //= 0
}

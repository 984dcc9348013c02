// __builtin_add_overflow and its like: the wrapped result is stored, overflow is the value.
// kernel: typed
// arg: int r[26]
// arg: int i[4] = 0x7fffffff 1 -0x80000000 -1
// arg: long l[4] = 0x7fffffffffffffff 1 -0x8000000000000000 -1
kernel void
typed(global int *r, global int *i, global long *l)
{
    int s;
    uint u;
    long sl;
    ulong ul;
    r[0] = __builtin_sadd_overflow(i[0], i[1], &s);              //= 1
    r[1] = s;                                                    //= 0x80000000
    r[2] = __builtin_sadd_overflow(i[0], i[3], &s);              //= 0
    r[3] = s;                                                    //= 0x7ffffffe
    r[4] = __builtin_ssub_overflow(i[2], i[1], &s);              //= 1
    r[5] = __builtin_ssub_overflow(i[1], i[3], &s) * 10 + s;     //= 2
    r[6] = __builtin_smul_overflow(i[2], i[3], &s);              //= 1
    r[7] = __builtin_smul_overflow(i[0], i[3], &s) * 10 + s;     //= -0x7fffffff
    r[8] = __builtin_uadd_overflow(i[3], i[1], &u) * 10 + u;     //= 10
    r[9] = __builtin_usub_overflow(i[1], i[3], &u) * 10 + u;     //= 12
    r[10] = __builtin_umul_overflow(i[3], i[3], &u) * 10 + u;    //= 11
    r[11] = __builtin_umul_overflow(0x10000, 0xffff, &u);        //= 0
    r[12] = __builtin_saddl_overflow(l[0], l[1], &sl) * 10 + (sl == l[2]);  //= 11
    r[13] = __builtin_saddl_overflow(l[0], l[2], &sl) * 10 + (int)sl;      //= -1
    r[14] = __builtin_ssubl_overflow(l[2], l[1], &sl) * 10 + (sl == l[0]);  //= 11
    r[15] = __builtin_ssubl_overflow(l[3], l[2], &sl) * 10 + (sl == l[0]);  //= 1
    r[16] = __builtin_ssubl_overflow(l[1], l[2], &sl);           //= 1
    r[17] = __builtin_smull_overflow(l[2], l[3], &sl) * 10 + (sl == l[2]);  //= 11
    r[18] = __builtin_smull_overflow(l[0], l[3], &sl) * 10 + (sl == -l[0]); //= 1
    r[19] = __builtin_smull_overflow(1L << 32, 1L << 31, &sl);   //= 1
    r[20] = __builtin_uaddl_overflow(l[3], l[1], &ul) * 10 + (int)ul;       //= 10
    r[21] = __builtin_usubl_overflow(l[1], l[3], &ul) * 10 + (int)ul;       //= 12
    r[22] = __builtin_usubl_overflow(l[3], l[3], &ul) * 10 + (int)ul;       //= 0
    r[23] = __builtin_umull_overflow(l[3], 2, &ul) * 10 + (ul == l[3] - 1); //= 11
    r[24] = __builtin_umull_overflow(l[0], 2, &ul) * 10 + (ul == -2);       //= 1
    r[25] = __builtin_umull_overflow(1UL << 32, 1UL << 31, &ul) * 10 + (int)(ul >> 60); //= 8
}

// The operands keep their values, whatever their types are.
// kernel: mixed
// arg: int r[13]
// arg: uchar c = 200
// arg: int i = -1
// arg: uint u = 0xffffffff
// arg: ulong l = 0xffffffffffffffff
kernel void
mixed(global int *r, uchar c, int i, uint u, ulong l)
{
    uchar small;
    char least;
    short half_;
    local uint shared;
    ulong wide;
    r[0] = __builtin_add_overflow(c, 100, &small) * 1000 + small;  //= 1044
    r[1] = __builtin_add_overflow(c, 55, &small) * 1000 + small;   //= 255
    r[2] = __builtin_sub_overflow(c, 201, &small) * 1000 + small;  //= 1255
    r[3] = __builtin_sub_overflow(c, 72, &least);                  //= 1
    r[4] = __builtin_sub_overflow(c, 328, &least) * 1000 + least;  //= -128
    r[5] = __builtin_mul_overflow(c, -163, &half_) * 100000 + half_; //= -32600
    r[6] = __builtin_mul_overflow(c, c, &half_);                   //= 1
    r[7] = __builtin_add_overflow(u, i, &shared);                  //= 0
    r[8] = shared;                                                 //= 0xfffffffe
    r[9] = __builtin_add_overflow(i, i, &shared);                  //= 1
    r[10] = __builtin_mul_overflow(u, u, r + 12) * 10;             //= 10
    r[11] = __builtin_add_overflow(l, c, &wide) * 1000 + wide;     //= 1199
}
// expect: r[12] = 1

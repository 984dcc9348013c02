// Integer and character literals: bases, suffixes, and the type that each value gets.
// kernel: values
// arg: long r[16]
kernel void
values(global long *r)
{
    r[0] = 2147483647;              //= 2147483647
    r[1] = 2147483648;              //= 2147483648
    r[2] = 0xffffffff;              //= 4294967295
    r[3] = 0x100000000;             //= 4294967296
    r[4] = -2147483648;             //= -2147483648
    r[5] = 017777777777;            //= 2147483647
    r[6] = 0x7fffffffffffffff;      //= 0x7fffffffffffffff
    r[7] = 0xffffffffffffffff;      //= -1
    r[8] = 1u - 2;                  //= 4294967295
    r[9] = 1ul - 2;                 //= -1
    r[10] = 0xffu + 0XFFL + 0xfLU;  //= 525
    r[11] = -1U;                    //= 4294967295
    r[12] = 4294967295 + 1;         //= 4294967296
    r[13] = 4294967295u + 1;        //= 0
    r[14] = 'a' + 'b' - '\'' - '\?'; //= 93
    r[15] = '\1' + '\12' + '\x7f' + '\e' + '\v'; //= 176
}

// kernel: types
// arg: int r[11]
kernel void
types(global int *r)
{
    r[0] = sizeof(2147483647);      //= 4
    r[1] = sizeof(2147483648);      //= 8
    r[2] = sizeof(0xffffffff);      //= 4
    r[3] = sizeof(0x100000000);     //= 8
    r[4] = sizeof('a');             //= 4
    r[5] = 0xffffffff > 0;          //= 1
    r[6] = -1 < 0x7fffffff;         //= 1
    r[7] = -1 < 0x80000000;         //= 0
    r[8] = -1 < 2147483648;         //= 1
    r[9] = sizeof(1.0f) + sizeof(1e3) + sizeof(1u); //= 16
    r[10] = (0x80000000 >> 31) + (-2147483647 - 1 >> 31); //= 0
}

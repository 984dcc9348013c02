// Every integer type and its spellings: width, sign, wrap-around, promotion to int.
// kernel: widths
// arg: int r[20]
kernel void
widths(global int *r)
{
    r[0] = sizeof(char);                   //= 1
    r[1] = sizeof(uchar);                  //= 1
    r[2] = sizeof(short int);              //= 2
    r[3] = sizeof(unsigned short);         //= 2
    r[4] = sizeof(int);                    //= 4
    r[5] = sizeof(unsigned);               //= 4
    r[6] = sizeof(long);                   //= 8
    r[7] = sizeof(long unsigned int);      //= 8
    r[8] = sizeof(signed char);            //= 1
    r[9] = sizeof(signed);                 //= 4
    r[10] = sizeof(bool);                  //= 1
    r[11] = sizeof(size_t);                //= 8
    r[12] = sizeof(ptrdiff_t);             //= 8
    r[13] = sizeof(intptr_t);              //= 8
    r[14] = sizeof(uintptr_t);             //= 8
    r[15] = (ptrdiff_t)-1 < 0;             //= 1
    r[16] = (size_t)-1 > 0;                //= 1
    r[17] = (char)-1 < 0;                  //= 1
    r[18] = sizeof(1L) + sizeof(1ul);      //= 16
    r[19] = sizeof('a') + sizeof(1u);      //= 8
}

// kernel: wrap
// arg: int r[14]
// arg: char c[2] = 127 -128
// arg: uchar uc[2] = 255 0
// arg: short s[2] = 32767 -32768
// arg: ushort us[2] = 65535 0
// arg: int i[2] = 0x7fffffff -0x80000000
// arg: uint u[2] = 0xffffffff 0
kernel void
wrap(global int *r, global char *c, global uchar *uc, global short *s, global ushort *us,
     global int *i, global uint *u)
{
    r[0] = c[0] + 1;             //= 128
    r[1] = (char)(c[0] + 1);     //= -128
    r[2] = uc[0] + 1;            //= 256
    r[3] = (uchar)(uc[0] + 1);   //= 0
    r[4] = (short)(s[0] + 1);    //= -32768
    r[5] = (ushort)(us[0] + 1);  //= 0
    r[6] = us[0] * 2;            //= 131070
    r[7] = u[0] + 1 == 0;        //= 1
    r[8] = -c[1];                //= 128
    r[9] = ~uc[0];               //= -256
    r[10] = u[1] - 1 > 5;        //= 1
    r[11] = s[1] < us[1];        //= 1
    r[12] = i[1] < u[1] + 1;     //= 0
    r[13] = c[1] < u[1] + 1;     //= 0
    c[0]++;                      // expected below
    uc[1]--;
    s[1]--;
    us[0] += 2;
}
// expect: c[0] = -128 -128
// expect: uc[0] = 255 255
// expect: s[0] = 32767 32767
// expect: us[0] = 1 0

// kernel: of_char
// arg: int r[10]
// arg: char c[2] = -7 2
// arg: uchar uc[2] = 249 2
kernel void
of_char(global int *r, global char *c, global uchar *uc)
{
    r[0] = c[0] / c[1];    //= -3
    r[1] = c[0] % c[1];    //= -1
    r[2] = uc[0] / uc[1];  //= 124
    r[3] = uc[0] % uc[1];  //= 1
    r[4] = c[0] >> 1;      //= -4
    r[5] = uc[0] >> 1;     //= 124
    r[6] = c[0] << 4;      //= -112
    r[7] = c[0] * uc[0];   //= -1743
    r[8] = c[0] == (char)uc[0]; //= 1
    r[9] = c[0] == uc[0];  //= 0
}

// -fwrapv: signed numbers that overflow wrap, so that nothing is known of a result's sign.
// options: -fwrapv

// kernel: test
// arg: long r[7]
// arg: int big = 0x7ffffff0
// arg: int many = 0x1ffff
kernel void
test(global long *r, int big, int many)
{
    int masked = many & 0x1ffff, high = big & 0x7fffffff;
    r[0] = masked * masked;      //= -262143
    r[1] = high + high;          //= -32
    r[2] = high / 3 + high;      //= -1431655787
    r[3] = big + 100 < big;      //= 1
    r[4] = -100 - high > 0;      //= 1
    high += high;
    r[5] = high;                 //= -32
    masked *= masked;
    r[6] = masked / 2;           //= -131071
}

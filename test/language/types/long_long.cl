// Numbers beyond long: literals, which are long long, and comparisons of a float with them (6.1.3; clang's 128 bits).
int
to_long(float value)
{
    if (value > 9223372036854775807)
        return 1;
    if (value < -9223372036854775808)
        return -1;
    return (int)(long)value;
}
// kernel: literals global=1
// arg: long o[12]
// arg: float value = -7
// arg: ulong big = 0xffffffffffffffff
kernel void
literals(global long *o, float value, ulong big)
{
    o[0] = sizeof(9223372036854775808);                 //= 16
    o[1] = -9223372036854775808 > 0;                    //= 0
    o[2] = value < -9223372036854775808;                //= 0
    o[3] = to_long(value);                              //= -7
    o[4] = big < 18446744073709551616;                  //= 1
    o[5] = big + 1 == 18446744073709551616;             //= 0
    o[6] = big + 1LL == 18446744073709551616;           //= 1
    o[7] = (big + 1LL) >> 64;                           //= 1
    o[8] = (long)value < 0ULL;                          //= 0
    o[9] = sizeof(1LL) + sizeof(1ULL) + sizeof(long long) + sizeof(__int128); //= 64
    o[10] = (long)((big * (unsigned long long)big) >> 64); //= -2
    o[11] = (long)(1e25 - 10000000000000000000000000.0 + 10000000000000000000000000 / 1000000000000000); //= 10000000000
}
// kernel: by_value global=2
// arg: ulong o[8]
// arg: struct a = ulong:7 ulong:1
// arg: char c = -1
// arg: struct b = long:-9 long:-1
kernel void
by_value(global long long *o, unsigned long long a, char c, long long b)
{
    size_t i = get_global_id(0);
    if (i == 0)
        o[0] = a;
    else
        o[1] = b + c;
    o[2 + i] = a * 3 << 64 * i;
}
// expect: o[0] = 7 1 0xfffffffffffffff6 0xffffffffffffffff 21 3 0 21
// kernel: places global=1
// arg: long o[4]
// arg: int a = 1
// arg: struct b = long:2 long:0
// arg: char c = 3
// arg: struct d = long:4 long:-1
kernel void
places(global long *o, int a, long long b, char c, __int128 d)
{
    o[0] = a;            //= 1
    o[1] = b;            //= 2
    o[2] = c;            //= 3
    o[3] = d + (d >> 64); //= 3
}

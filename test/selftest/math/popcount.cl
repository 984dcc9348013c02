// popcount of all types of integers, exactly.

// kernel: popcount_char global=24 local=8
// arg: char r[24]
// arg: char x[24] = -127 2 -127 127 12 -5 113 63 -86 63 -128 -50 126 125 126 -12 -90 -128 -32 -101 18 -126 1 -85
// expect: r[0] = 2 1 2 7 2 7 4 6 4 6 1 5 6 6 6 5 4 1 3 5 2 2 1 5
kernel void
popcount_char(global char *r, global const char *x)
{
    size_t i = get_global_id(0);
    r[i] = popcount(x[i]);
}

// kernel: popcount_uchar global=24 local=8
// arg: uchar r[24]
// arg: uchar x[24] = 19 1 69 1 7 0 212 231 15 153 237 75 33 255 207 60 84 44 1 254 44 2 1 0
// expect: r[0] = 3 1 3 1 3 0 4 6 4 4 6 4 2 8 6 4 3 3 1 7 3 1 1 0
kernel void
popcount_uchar(global uchar *r, global const uchar *x)
{
    size_t i = get_global_id(0);
    r[i] = popcount(x[i]);
}

// kernel: popcount_short global=24 local=8
// arg: short r[24]
// arg: short x[24] = 14896 16977 29069 -27346 -9994 0 21 11167 -32768 -30916 16383 -1823 -32768 28005 32767 11212 -32768 -14348 2 1294 -7730 -20569 -12269 1
// expect: r[0] = 6 5 8 8 10 0 3 10 1 8 14 9 1 9 15 8 1 10 1 5 9 11 6 1
kernel void
popcount_short(global short *r, global const short *x)
{
    size_t i = get_global_id(0);
    r[i] = popcount(x[i]);
}

// kernel: popcount_ushort global=24 local=8
// arg: ushort r[24]
// arg: ushort x[24] = 65534 16426 10065 9728 18 31645 37462 11368 58468 16180 1 0 81 45246 32767 34456 8615 0 2220 56279 32767 45055 54908 65535
// expect: r[0] = 15 4 7 3 2 11 7 6 7 9 1 0 3 9 15 6 7 0 5 12 15 14 10 16
kernel void
popcount_ushort(global ushort *r, global const ushort *x)
{
    size_t i = get_global_id(0);
    r[i] = popcount(x[i]);
}

// kernel: popcount_int global=24 local=8
// arg: int r[24]
// arg: int x[24] = -165160807 20936081 2147483647 1995327 85543812 108590555 878862071 -1031384992 -374460752 -2147483648 -969349099 1073741823 622994836 -2147483648 2938 2147483646 2 -2147483647 2147483646 214095 8260035 -2024977768 -1814486547 -2147483648
// expect: r[0] = 18 15 31 14 11 18 18 10 17 1 14 30 11 1 8 30 1 2 30 9 12 14 17 1
kernel void
popcount_int(global int *r, global const int *x)
{
    size_t i = get_global_id(0);
    r[i] = popcount(x[i]);
}

// kernel: popcount_uint global=24 local=8
// arg: uint r[24]
// arg: uint x[24] = 4016682635 224355066 4 2 1135062955 1 1 25 1 1462128835 626575867 55 1207711829 2038607951 3665970508 9 68187 887849717 0 2 1468748197 2989002672 798400 25424375
// expect: r[0] = 20 18 1 1 19 1 1 3 1 14 17 5 17 15 13 2 8 17 0 1 16 14 8 16
kernel void
popcount_uint(global uint *r, global const uint *x)
{
    size_t i = get_global_id(0);
    r[i] = popcount(x[i]);
}

// kernel: popcount_long global=24 local=8
// arg: long r[24]
// arg: long x[24] = 593020413035 1567173 4064857544890775 0 5679 4611686018427387903 28 1149671488647408918 4611686018427387903 9223372036854775807 240145 1 9223372036854775807 629090 14 1 9223372036854775807 268286218 2 113770655157602466 977406300333613 14904430901552 27863004127478 286429
// expect: r[0] = 17 13 28 0 8 62 3 29 62 63 8 1 63 9 3 1 63 18 1 25 25 22 25 12
kernel void
popcount_long(global long *r, global const long *x)
{
    size_t i = get_global_id(0);
    r[i] = popcount(x[i]);
}

// kernel: popcount_ulong global=24 local=8
// arg: ulong r[24]
// arg: ulong x[24] = 6510092676 547098415180053354 9893465301506 966874 2 6 9223372036854775807 10344554716504549523 13394726 2 2 787 1 357395934555800 34951026604502647 0 9223372036854775807 47720520344908 101626498832 353290844242098 4747324033 1730 4650458544246046897 1
// expect: r[0] = 8 36 18 10 1 2 63 35 11 1 1 5 1 23 31 0 63 24 18 19 16 5 27 1
kernel void
popcount_ulong(global ulong *r, global const ulong *x)
{
    size_t i = get_global_id(0);
    r[i] = popcount(x[i]);
}

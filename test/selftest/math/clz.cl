// clz of all types of integers, exactly.

// kernel: clz_char global=24 local=8
// arg: char r[24]
// arg: char x[24] = 62 1 36 2 15 1 1 1 -9 63 126 -128 -49 1 46 -122 76 63 116 2 14 103 -59 71
// expect: r[0] = 2 7 2 6 4 7 7 7 0 2 1 0 0 7 2 0 1 2 1 6 4 1 0 1
kernel void
clz_char(global char *r, global const char *x)
{
    size_t i = get_global_id(0);
    r[i] = clz(x[i]);
}

// kernel: clz_uchar global=24 local=8
// arg: uchar r[24]
// arg: uchar x[24] = 36 226 255 212 19 1 54 37 127 254 159 191 255 0 126 28 128 1 0 129 18 0 255 252
// expect: r[0] = 2 0 0 0 3 7 2 2 1 0 0 0 0 8 1 3 0 7 8 0 3 8 0 0
kernel void
clz_uchar(global uchar *r, global const uchar *x)
{
    size_t i = get_global_id(0);
    r[i] = clz(x[i]);
}

// kernel: clz_short global=24 local=8
// arg: short r[24]
// arg: short x[24] = 1689 -4354 6672 -23465 32766 16717 -19719 6092 16383 -18696 16383 2 13084 507 2 26105 19867 9357 25216 1 79 -5198 -24492 32767
// expect: r[0] = 5 0 3 0 1 1 0 3 2 0 2 14 2 7 14 1 1 2 1 15 9 0 0 1
kernel void
clz_short(global short *r, global const short *x)
{
    size_t i = get_global_id(0);
    r[i] = clz(x[i]);
}

// kernel: clz_ushort global=24 local=8
// arg: ushort r[24]
// arg: ushort x[24] = 55201 7823 27749 0 2 65534 2 85 65535 2384 65535 36480 21797 61912 212 43954 44959 51698 0 2 2 30804 5437 64603
// expect: r[0] = 0 3 1 16 14 0 14 9 0 4 0 0 1 0 8 0 0 0 16 14 14 1 3 0
kernel void
clz_ushort(global ushort *r, global const ushort *x)
{
    size_t i = get_global_id(0);
    r[i] = clz(x[i]);
}

// kernel: clz_int global=24 local=8
// arg: int r[24]
// arg: int x[24] = 487 406703634 -1429161776 -1129547888 1610817460 1381746 -2147483647 2147483646 -578850910 -2147483647 749321663 2 66713 811599 -1893277523 -2147483647 109251 -2147483648 18 126 167587 32425 -2007492482 1073741823
// expect: r[0] = 23 3 0 0 1 11 0 1 0 0 2 30 15 12 0 0 15 0 27 25 14 17 0 2
kernel void
clz_int(global int *r, global const int *x)
{
    size_t i = get_global_id(0);
    r[i] = clz(x[i]);
}

// kernel: clz_uint global=24 local=8
// arg: uint r[24]
// arg: uint x[24] = 2439390837 3 213198065 51132 1006 4155896172 2865491718 7398358 1 6133707 14 3329508794 4294967295 2047375005 918640731 3361 56 1393198572 2147483647 3 50 66 8 2
// expect: r[0] = 0 30 4 16 22 0 0 9 31 9 28 0 0 1 2 20 26 1 1 30 26 25 28 30
kernel void
clz_uint(global uint *r, global const uint *x)
{
    size_t i = get_global_id(0);
    r[i] = clz(x[i]);
}

// kernel: clz_long global=24 local=8
// arg: long r[24]
// arg: long x[24] = 2790931173855 1 2862400215 -9223372036854775807 3656 50671183 208797 260938782550584717 521853177383136328 85453267531 16168 1417023564209360 908094963340905 1 352841933861423505 3921491251 4225957562 249476 30557429333244447 24022499109885049 5644564642362308 1 1 1
// expect: r[0] = 22 63 32 0 52 38 46 6 5 27 50 13 14 63 5 32 32 46 9 9 11 63 63 63
kernel void
clz_long(global long *r, global const long *x)
{
    size_t i = get_global_id(0);
    r[i] = clz(x[i]);
}

// kernel: clz_ulong global=24 local=8
// arg: ulong r[24]
// arg: ulong x[24] = 1629463 6574986 313146042 0 2 8752038738921190530 16360691552975 234238524 820722564878 65787098055151 9691077 18446744073709551615 0 0 24 221408525451 25 82984956956852802 10812869091107758576 20216966882 109824339213034900 2 1917578549 226448
// expect: r[0] = 43 41 35 64 62 1 20 36 24 18 40 0 64 64 59 26 59 7 0 29 7 62 33 46
kernel void
clz_ulong(global ulong *r, global const ulong *x)
{
    size_t i = get_global_id(0);
    r[i] = clz(x[i]);
}

/*!
[config]
name: Numbers of which only the low bits are read
dimensions: 1
global_size: 8 0 0

[test]
name: chains of char
kernel_name: chars
arg_out: 0 buffer char[16] 0 0 112 64 16 -64 104 -48 0 0 48 96 -24 48 0 0
arg_in: 1 buffer int[8] 1022050301 -1749593966 -1957520566 560161641 1588945316 -361014283 -1701150467 2036044446
arg_in: 2 buffer int[8] -1607519066 -1800226563 281444313 -1693937091 56556069 -391621985 -698064983 2015337560

[test]
name: chains of short
kernel_name: shorts
arg_out: 0 buffer short[16] 2304 25600 28016 -3776 -6896 15552 24936 -10288 -30720 8192 -720 3680 20456 1584 -23552 -28672
arg_in: 1 buffer int[8] 1022050301 -1749593966 -1957520566 560161641 1588945316 -361014283 -1701150467 2036044446
arg_in: 2 buffer int[8] -1607519066 -1800226563 281444313 -1693937091 56556069 -391621985 -698064983 2015337560

[test]
name: what shows in the bits above
kernel_name: seen
arg_out: 0 buffer int[48] 7 0 14 25213124 1 7 37 4 74 12539236 1 37 -35 11 22458 1045284 0 -35 2 0 5 20952089 1 2 -38 11 17588 7347856 0 -38 21 2 43 15581497 1 21 2 0 2565 6579225 0 2 40 5 80 1104128 1 40
arg_in: 1 buffer int[8] 1022050301 -1749593966 -1957520566 560161641 1588945316 -361014283 -1701150467 2036044446
arg_in: 2 buffer int[8] -1607519066 -1800226563 281444313 -1693937091 56556069 -391621985 -698064983 2015337560

[test]
name: parts of products
kernel_name: products
arg_out: 0 buffer uint[32] 16638478 16638478 64994 32497 9932874 26710090 38800 52168 4937658 21714874 19287 42411 11047429 27824645 43154 54345 13190324 29967540 51524 58530 14325547 14325547 55959 27979 11602437 11602437 45322 22661 16035408 32812624 62638 64087
arg_in: 1 buffer int[8] 1022050301 -1749593966 -1957520566 560161641 1588945316 -361014283 -1701150467 2036044446
arg_in: 2 buffer int[8] -1607519066 -1800226563 281444313 -1693937091 56556069 -391621985 -698064983 2015337560
!*/
#define CHAIN(name, type)                                                                          \
    kernel void name(global type *out, global const int *a, global const int *b)                   \
    {                                                                                              \
        size_t i = get_global_id(0);                                                               \
        type x = (type)a[i], y = (type)b[i];                                                       \
        for (int turn = 0; turn < 5; turn++) {                                                     \
            x = x * y + y;                                                                         \
            y = (y - x) * 3 ^ x << 2;                                                              \
        }                                                                                          \
        out[2 * i] = x;                                                                            \
        out[2 * i + 1] = y;                                                                        \
    }
CHAIN(chars, char)
CHAIN(shorts, short)

kernel void
seen(global int *out, global const int *a, global const int *b)
{
    size_t i = get_global_id(0);
    char x = (char)a[i] * (char)b[i];
    short h = (short)a[i] * (short)b[i];
    out[6 * i] = x >> 1;
    out[6 * i + 1] = (uchar)x >> 4;
    out[6 * i + 2] = max((int)x, (int)h);
    out[6 * i + 3] = h * h & 0x1ffffff;
    out[6 * i + 4] = h < x;
    out[6 * i + 5] = x / 2;
}

kernel void
products(global uint *out, global const uint *a, global const uint *b)
{
    size_t i = get_global_id(0);
    out[4 * i] = a[i] * b[i] & 0xffffff;
    out[4 * i + 1] = b[i] * a[i] & 0x1ffffff;
    out[4 * i + 2] = a[i] * b[i] >> 8 & 0xffff;
    out[4 * i + 3] = (ushort)(a[i] * b[i] >> 9);
}

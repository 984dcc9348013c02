// long long wherever a value may be: blocks, unions, tables, overloads, program scope, statement expressions.
// options: -cl-std=CL2.0
typedef unsigned long long wide;
global wide counter = 340282366920938463463374607431768211455u;
global long long at_scope[2] = {-1, 1LL << 65};
constant long long table[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, -10};
enum big { FIRST = 1LL << 70, SECOND };
union both {
    long long whole;
    long2 halves;
    uchar bytes[16];
};
int __attribute__((overloadable)) which(long x) { return 1; }
int __attribute__((overloadable)) which(long long x) { return 2; }
int __attribute__((overloadable)) which(wide x) { return 3; }
int __attribute__((overloadable)) which(__int128 x) { return 4; }
long long twice(long long x) { return x * 2; }
// kernel: places global=1
// arg: long o[32]
// arg: struct x = long:5 long:7
kernel void
places(global long *o, long long x)
{
    long long own[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1LL << 66, x};
    volatile long long v = x;
    union both u;
    long long (^block)(long long) = ^(long long y) { return x + y; };
    long long sum = block(1LL << 64);
    u.whole = x;
    o[0] = sum;                          //= 5
    o[1] = sum >> 64;                    //= 8
    o[2] = u.halves.y;                   //= 7
    o[3] = u.bytes[8];                   //= 7
    o[4] = which(1L) + 10 * which(1LL) + 100 * which(1ULL) + 1000 * which((__int128)1); //= 4321
    o[5] = (counter += 3) >> 64;         //= 0
    o[6] = counter;                      //= 2
    o[7] = at_scope[1] >> 62;            //= 8
    o[8] = at_scope[0] >> 127;           //= -1
    o[9] = ({ long long t = x; t >>= 64; t; }); //= 7
    o[10] = table[(int)x] + table[x - (x >> 64 << 64) + 4]; //= -4
    o[11] = own[10] >> 60;               //= 64
    o[12] = own[11] >> 64;               //= 7
    o[13] = v++ == x && v == x + 1;      //= 1
    o[14] = (enum big)SECOND - FIRST;    //= 1
    o[15] = twice(twice(x)) >> 64;       //= 28
    o[16] = (long long){x} == *&(long long){x}; //= 1
    o[17] = (x, x >> 65);                //= 3
    for (long long i = 1LL << 64; i < (1LL << 64) + 3; i++)
        o[18 + (i & 3)] = i >> 63;
    o[21] = _Generic(x, long: 1, long long: 2, default: 3); //= 2
    o[22] = __builtin_expect(x != 0, 1); //= 1
    o[23] = vec_step(long long);         //= 1
    o[24] = as_long2(x).y;               //= 7
    o[25] = block(2) >> 64;              //= 7
    do {
        x -= 3LL << 64;
    } while (x > 0);
    o[26] = x >> 64;                     //= -2
    o[27] = x ? 1 : 2;                   //= 1
    x <<= 64;
    if (x >> 64 == 5 && !(x << 64))
        o[28] = (bool)x + (float)(x >> 64) + (char)(x >> 64); //= 11
    o[29] = *(global long *)&at_scope[1] + ((global long *)&at_scope[1])[1]; //= 2
    o[30] = -x >> 64 ^ ~x >> 64;         //= 1
    o[31] = (size_t)&at_scope[1] % 16;   //= 0
}
// expect: o[18] = 2 2 2

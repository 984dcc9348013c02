// aligned on a typedef: objects so aligned, more or less than the type; pointers to them convert.
typedef uint4 loose __attribute__((aligned(4)));
typedef ulong byte_long __attribute__((aligned(1)));
typedef __attribute__((aligned(32))) int strict_int;
struct holder { char c; byte_long l; loose v; };

__attribute__((noinline)) uint
sum(loose v)
{
    return v.x + v.y + v.z + v.w;
}

__attribute__((noinline)) uint
through(local const loose *p)
{
    return sum(*p);
}

// kernel: test
// arg: uint r[13]
// arg: uint in[8] = 1 2 3 4 5 6 7 8
// arg: struct bytes[12] = 0 0 0 1 2 3 4 5 6 7 8 0
kernel void
test(global uint *r, global const uint *in, global uchar *bytes)
{
    local uint tile[8];
    strict_int one = 1, *p = &one;
    int *q = p, three[3] __attribute__((aligned(64))) = {1, 2, 3}, *t = three;
    for (int i = 0; i < 8; i++)
        tile[i] = in[i] * 10;
    r[0] = sum(*(global const loose *)(in + 1));         //= 14
    r[1] = through((local const loose *)(tile + 3));     //= 220
    r[2] = *(global byte_long *)(bytes + 3) >> 32;       //= 0x08070605
    r[3] = __alignof__(loose) * 10 + __alignof__(byte_long); //= 41
    r[4] = sizeof(struct holder);                        //= 28
    r[5] = __builtin_offsetof(struct holder, v);         //= 12
    r[6] = (size_t)q % 32 + *q;                          //= 1
    r[7] = t[2] + (size_t)t % 64;                        //= 3
    r[8] = __alignof__(three) + __alignof__(three[0]);   //= 68
    *(local loose *)(tile + 1) = (loose)(7);
    r[9] = tile[0] + tile[1] + tile[4] + tile[5];        //= 84
    struct holder h = {1, 2, (uint4)(in[2])};
    r[10] = h.l + h.v.w;                                 //= 5
    r[11] = vload4(0, (global const uint *)(global const loose *)(in + 3)).w; //= 7
    r[12] = sizeof(strict_int);                          //= 4
    *(global byte_long *)(bytes + 1) = 0x0807060504030201;
}
// expect: bytes[0] = 0 1 2 3 4 5 6 7 8 7 8 0

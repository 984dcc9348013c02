// Division by constants, by numbers that are not known, and by small ones: a quotient is right when
// the remainder is below the divisor. The numbers lie around the powers of two, and below multiples.
// kernel: constants global=64 local=64
// arg: uint r[64]
// expect: r[0] = 0*64
// kernel: variables global=64 local=64
// arg: uint v[64]
// arg: ulong c[24] = 1 2 3 5 6 7 9 10 11 12 14 25 100 641 1000 65537 1000000007 0x7fffffff 0x80000001 0xffffffff 0x100000001 6700417000 0x7fffffffffffffff 0xfffffffffffffff6
// expect: v[0] = 0*64
#define UNSIGNED(type, x, c) bad += (type)(x) % (type)(c) >= (type)(c) || QUOTIENT(type, x, c);
#define SIGNED(type, utype, x, c)                                                                  \
    {                                                                                              \
        type rest = (type)(x) % (type)(c);                                                         \
        bad += abs(rest) >= abs((type)(c)) || (rest != 0 && (rest ^ (type)(x)) < 0) ||             \
               QUOTIENT(utype, x - rest, c) && (type)(x) / (type)(c) * (type)(c) + rest != (type)(x); \
    }
#define QUOTIENT(type, x, c) (type)(x) / (type)(c) * (type)(c) + (type)(x) % (type)(c) != (type)(x)
#define ALL(x, c)                                                                                  \
    UNSIGNED(uchar, x, (uchar)(c) ? (c) : 3)                                                       \
    UNSIGNED(ushort, x, (ushort)(c) ? (c) : 3)                                                     \
    UNSIGNED(uint, x, (uint)(c) ? (c) : 3)                                                         \
    UNSIGNED(ulong, x, c)                                                                          \
    UNSIGNED(ulong, (uint)(x), c)                                                                  \
    UNSIGNED(ulong, (x) & 0xffffffffffff, c)                                                       \
    SIGNED(int, uint, x, (int)(c) && (int)(c) != -1 ? (c) : 3)                                     \
    SIGNED(long, ulong, x, c)                                                                      \
    SIGNED(long, ulong, x, (c) == 1 ? -3 : -(c))

static uint
with_constants(ulong x)
{
    uint bad = 0;
#define WITH(c) ALL(x, c##UL) ALL(c##UL * (~0UL / c##UL) - x % 2, c##UL)
    WITH(2)
    WITH(3)
    WITH(5)
    WITH(6)
    WITH(7)
    WITH(10)
    WITH(14)
    WITH(100)
    WITH(641)
    WITH(28000)
    WITH(1000000007)
    WITH(0x7fffffff)
    WITH(0x80000001)
    WITH(0xfffffffe)
    WITH(0x100000001)
    WITH(6700417000)
    WITH(0x7fffffffffffffff)
    WITH(0xfffffffffffffff6)
    return bad;
}

kernel void
constants(global uint *r)
{
    ulong power = 1UL << get_local_id(0);
    uint bad = 0;
    for (int i = -3; i <= 3; i++)
        bad += with_constants(power + i);
    r[get_local_id(0)] = bad;
}

kernel void
variables(global uint *v, global const ulong *c)
{
    ulong power = 1UL << get_local_id(0);
    uint bad = 0;
    for (int k = 0; k < 24; k++)
        for (int i = -3; i <= 3; i++) {
            ALL(power + i, c[k])
            ALL(c[k] * (~0UL / c[k]) + i, c[k])
            if (k) { /* and where lanes divide by different numbers */
                ulong d = c[(k + get_local_id(0)) % 23 + 1];
                ALL(power + i, d)
            }
        }
    v[get_local_id(0)] = bad;
}

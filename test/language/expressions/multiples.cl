// Remainders by constants that are only compared with constants, against divisors that are not known: multiples, what lies
// beside them, and the ends of each type, whole and bounded.
// kernel: multiples global=64 local=64
// arg: uint r[64]
// arg: ulong c[6] = 3 6 37 64 641 6700417000
// expect: r[0] = 0*64
#define SAME(type, x, k, n, rest) bad += ((type)(x) % (type)k == (type)rest) != ((type)(x) % (type)c[n] == (type)rest);
#define BOUNDED(type, x, k, n, rest)                                                              \
    SAME(type, x, k, n, rest)                                                                     \
    SAME(type, (x) & 0xffffff, k, n, rest)                                                        \
    SAME(type, (x) & 0x3ff, k, n, rest)                                                           \
    SAME(type, (type)(x) >> 5, k, n, rest)
#define ALL(x, k, n, rest)                                                                        \
    BOUNDED(uint, x, k, n, rest)                                                                  \
    BOUNDED(int, x, k, n, rest)                                                                   \
    BOUNDED(ulong, x, k, n, rest)                                                                 \
    BOUNDED(long, x, k, n, rest)
#define WITH(k, n)                                                                                \
    ALL(x * k, k, n, 0)                                                                           \
    ALL(x + k, k, n, 0)                                                                           \
    ALL(x * k + 1, k, n, 1)                                                                       \
    ALL(x - 1, k, n, (k - 1))

kernel void
multiples(global uint *r, global const ulong *c)
{
    ulong power = 1UL << get_local_id(0);
    uint bad = 0;
    for (int i = -2; i <= 2; i++) {
        ulong x = power + i;
        WITH(3, 0)
        WITH(6, 1)
        WITH(37, 2)
        WITH(64, 3)
        WITH(641, 4)
        SAME(ulong, x, 6700417000, 5, 0)
        SAME(ulong, x * 6700417000, 6700417000, 5, 0)
        SAME(long, x * 6700417000, 6700417000, 5, 0)
    }
    r[get_local_id(0)] = bad;
}

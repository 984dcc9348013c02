// Functions that each call the next one twice: with all inlined 2^32 bodies, which 32 bits do not
// count. Odd numbers go on, even ones stay.
// kernel: k global=4 local=4
// arg: uint r[4] = 6 21 55 127
// expect: r[0] = 6 12 18 0
#define STEP(f, g)                                                                                 \
    static uint f(global uint *p, uint x)                                                          \
    {                                                                                              \
        return x & 1 ? g(p, x >> 1) + g(p, x >> 2) : x;                                            \
    }
#define STEPS(f, g)                                                                                \
    STEP(f##0, g)                                                                                  \
    STEP(f##1, f##0)                                                                               \
    STEP(f##2, f##1)                                                                               \
    STEP(f##3, f##2)                                                                               \
    STEP(f##4, f##3)                                                                               \
    STEP(f##5, f##4)                                                                               \
    STEP(f##6, f##5)                                                                               \
    STEP(f, f##6)

static uint
leaf(global uint *p, uint x)
{
    for (int i = 0; i < 5; i++) {
        p[x & 3] = x;
        barrier(CLK_GLOBAL_MEM_FENCE);
        x = x * 3 + p[x >> 3 & 3];
    }
    return x;
}

STEPS(a, leaf)
STEPS(b, a)
STEPS(c, b)
STEPS(d, c)

kernel void
k(global uint *r)
{
    uint i = get_global_id(0);
    r[i] = d(r, r[i]);
}

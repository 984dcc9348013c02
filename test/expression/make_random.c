#include "make.h"

/* splitmix64 (Steele, Lea and Flood) */
uint64_t
make_random(struct gen *g)
{
    uint64_t z = g->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

unsigned
make_below(struct gen *g, unsigned limit)
{
    return (unsigned)((make_random(g) >> 32) * limit >> 32);
}

bool
make_chance(struct gen *g, unsigned percent)
{
    return make_below(g, 100) < percent;
}

enum scalar
make_scalar(struct gen *g)
{
    for (;;) {
        enum scalar t = make_below(g, SCALARS);
        if ((t != HALF || g->p->uses_half) && (t != BOOL || make_chance(g, 30)))
            return t;
    }
}

enum scalar
make_integer(struct gen *g)
{
    return CHAR + make_below(g, ULONG);
}

struct vtype
make_type(struct gen *g)
{
    enum scalar t = make_scalar(g);
    unsigned kind = make_below(g, 10);
    if (t == BOOL || kind < 5)
        return (struct vtype){t, 1};
    return (struct vtype){t, vector_counts[1 + make_below(g, 5)]};
}

static uint64_t
random_integer(struct gen *g, enum scalar t)
{
    uint64_t bits = make_random(g);
    unsigned width = 8 * scalar_size(t);
    switch (make_below(g, 10)) {
    case 0:
        return wrap(t, bits % 3 ? (uint64_t)least(t) : greatest(t));
    case 1:
        return wrap(t, greatest(t) - bits % 4);
    case 2:
        return wrap(t, 1ull << bits % width);
    case 3:
        return wrap(t, bits);
    case 4:
        return wrap(t, bits >> (64 - width / 2));
    case 5:
        return wrap(t, -(bits % 20));
    default:
        return wrap(t, bits % 40);
    }
}

static uint64_t
random_float(struct gen *g, enum scalar t)
{
    static const double special[] = {0,     1,      -1,    0.5,  2,     1.5,
                                     127.5, -128.5, 255.5, 1024, 65504, 1e-3};
    uint64_t bits = make_random(g);
    switch (make_below(g, 12)) {
    case 0:
        return from_double(t, bits % 5 ? -0.0 : bits % 3 ? 1 / 0.0 : -1 / 0.0);
    case 1:
        return bits % 3 ? from_double(t, 2.25) : from_double(t, 0 * (1 / 0.0));
    case 2:
    case 3:
        return from_double(t, special[bits % (sizeof special / sizeof *special)]);
    case 4:
    case 5:
        return from_double(t, (double)(int64_t)bits * 0x1p-56);
    case 6: /* any bits, with a middling exponent */
        return t == HALF    ? bits & 0xbfff
               : t == FLOAT ? (bits & 0x87ffffff) | 0x38000000
                            : (bits & 0x83ffffffffffffff) | 0x3c00000000000000;
    case 7:
        return from_double(t, (double)(int64_t)(bits >> (1 + bits % 60)));
    default:
        return from_double(t, (double)(int)(bits % 64) / 4 - 4);
    }
}

uint64_t
make_number(struct gen *g, enum scalar t)
{
    if (t == BOOL)
        return make_random(g) & 1;
    uint64_t value = is_float(t) ? random_float(g, t) : random_integer(g, t);
    return is_flushable(t, value) ? 0 : value;
}

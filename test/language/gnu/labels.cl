// __label__: labels of a block, so that a macro with a label may be used twice; and __auto_type.
// kernel: labels global=6
// arg: int r[24]
// arg: int in[6] = 5 0 -3 12 7 1
#define FIRST_ABOVE(limit, value)          \
    ({                                     \
        __label__ found, out;              \
        __auto_type at_ = 0;               \
        for (at_ = 0; at_ < 20; at_++)     \
            if (at_ * (value) > (limit))   \
                goto found;                \
        at_ = -1;                          \
        goto out;                          \
    found:                                 \
        at_ += 100;                        \
    out:                                   \
        at_;                               \
    })

kernel void
labels(global int *r, global int *in)
{
    int i = get_global_id(0), outer = 0;
    r[i] = FIRST_ABOVE(30, in[i]);
    r[6 + i] = FIRST_ABOVE(10, in[i]) + FIRST_ABOVE(3, FIRST_ABOVE(10, in[i]) & 3);
    goto again;
again:
    {
        __label__ again, done;
        int turns = 0;
    again:
        if (++turns > in[i])
            goto done;
        goto again;
    done:
        outer += turns;
    }
    if (outer < 10)
        goto again;
    r[12 + i] = outer;
    const __auto_type v = (float2)(1.5f, in[i]), w = v * 2;
    __auto_type p = &in[i];
    __auto_type wide = 1L << 40;
    r[18 + i] = (int)w.x * 100 + *p + (sizeof(wide) == 8 && wide > 0);
}
// expect: r[0] = 107 -1 -1 103 105 -1
// expect: r[6] = 205 101 101 205 204 213
// expect: r[12] = 12 10 10 13 16 10
// expect: r[18] = 306 301 298 313 308 302

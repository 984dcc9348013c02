/* After `@` in a comment stands an instruction that belongs to the line, or to the place behind it. */
#include "lines.h"
#define TWICE(x)                                                                                   \
    popcount((x))
float
own(float x)
{
    return rint(x); //@ v_rndne_f32
}
kernel void
test(global float *f, global uint *u)
{
    size_t i = get_global_id(0);
    f[i] = native_sin(f[i]); //@ v_sin_f32
    f[i + 64] = own(f[i + 1]);
    f[i + 128] = scaled(f[i + 2]);
    u[i] = TWICE(u[i]); //@ v_bcnt_u32_b32
    atomic_add(&u[i + 5], 3u); //@ global_atomic_add
    do
        atomic_sub(&u[i + 6], 2u);
    while (f[i + 20] < f[i + 21]); //@ v_cmp_lt_f32
    if (u[i + 7] > 5)
#line 100 "made.cl"
        u[i + 9] = clz(u[i + 3]); //@ v_ffbh_u32 made.cl:100
    f[3] = mad24((int)u[i + 4], 5, 9); //@ v_mad_i32_i24 made.cl:101
}

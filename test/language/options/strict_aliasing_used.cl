// -cl-strict-aliasing: what is stored as float changes no int, so all lanes load one that stays the same by a scalar
// load; char and unions may be anything.
// options: -cl-strict-aliasing
// targets: gfx900
// kernel: test
// arg: float r[4]
// arg: int p[2] = 3 4
// asm-not: global_load
kernel void
test(global float *r, global const int *p)
{
    r[0] = p[0];                           //= 3
    r[1] = p[0] + p[1];                    //= 7
    r[2] = p[1];                           //= 4
    r[3] = p[0];                           //= 3
}

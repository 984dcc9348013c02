// .rgba names components from OpenCL C 3.0 on.
// options: -cl-std=CL3.0
// kernel: test
// arg: int4 r[5]
// arg: int in[4] = 1 2 3 4
kernel void
test(global int4 *r, global const int *in)
{
    int4 v = vload4(0, in), w = v;
    int2 two = v.rg;
    int3 three = v.gba;
    r[0] = (int4)(v.r, v.g, v.b, v.a);       //= 1 2 3 4
    r[1] = v.abgr;                           //= 4 3 2 1
    r[2] = (int4)(two.g, two.r, three.r, three.b); //= 2 1 2 4
    w.rb = v.ga;
    r[3] = w;                                //= 2 2 4 4
    w.a = 9;
    r[4] = w.rrra;                           //= 2 2 2 9
}

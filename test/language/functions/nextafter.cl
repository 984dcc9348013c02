// nextafter: around zero and from one binade to the next.
// kernel: step
// arg: float x[6] = 0 -0 1 -1 0x1p-126 inf
// arg: double y[4] = 0x1p-1074 -0x1p-1074 -0x1p-1074 1
// arg: float r[6]
// arg: double s[4]
kernel void
step(global const float *x, global const double *y, global float *r, global double *s)
{
    r[0] = nextafter(x[0], x[1]); //= -0
    r[1] = nextafter(x[1], x[0]); //= 0
    r[2] = nextafter(x[2], x[3]); //= 0x0.ffffffp+0
    r[3] = nextafter(x[3], x[5]); //= -0x0.ffffffp+0
    r[4] = nextafter(x[4], x[5]); //= 0x1.000002p-126
    r[5] = nextafter(x[5], x[0]); //= 0x1.fffffep+127
    s[0] = nextafter(y[0], 0.0);  //= 0
    s[1] = nextafter(y[1], 0.0);  //= -0
    s[2] = nextafter(y[2], y[3]); //= -0
    s[3] = nextafter(y[3], 2.0);  //= 0x1.0000000000001p+0
}

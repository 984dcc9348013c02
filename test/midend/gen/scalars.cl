/* Conversions between all scalar types, truth, side effects, pointers. */
#define ALL(X) X(char) X(uchar) X(short) X(ushort) X(int) X(uint) X(long) X(ulong) X(float) X(double)
#define TO(type) \
    __kernel void to_##type(__global type *out, char a, uchar b, short c, ushort d, int e, uint f, \
                            long g, ulong h, float i, double j, bool_ k)                          \
    {                                                                                             \
        out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; out[5] = f; out[6] = g;       \
        out[7] = h; out[8] = i; out[9] = j; out[10] = (bool)k; out[11] = e > 3; out[12] = !i;     \
        out[13] += a; out[14] -= i; out[15]++; --out[16]; out[17] = out[18]-- * 2;                \
    }
typedef int bool_;
ALL(TO)

#define SAT(type) \
    __kernel void sat_##type(__global type *out, char a, uchar b, short c, ushort d, int e,       \
                             uint f, long g, ulong h, float i, double j)                          \
    {                                                                                             \
        out[0] = convert_##type##_sat(a); out[1] = convert_##type##_sat(b);                       \
        out[2] = convert_##type##_sat(c); out[3] = convert_##type##_sat(d);                       \
        out[4] = convert_##type##_sat(e); out[5] = convert_##type##_sat(f);                       \
        out[6] = convert_##type##_sat(g); out[7] = convert_##type##_sat(h);                       \
        out[8] = convert_##type##_sat(i); out[9] = convert_##type##_sat(j);                       \
    }
SAT(char) SAT(uchar) SAT(short) SAT(ushort) SAT(int) SAT(uint) SAT(long) SAT(ulong)

int side(__global int *p) { return (*p)++; }

__kernel void
truth(__global int *p, float f, __global int *q, __local int *l)
{
    bool b = f;
    bool c = p != 0 && *p > 3 || q == p;
    if (!(b && c) || side(p))
        p[1] = 1;
    p[2] = b ? side(p) : 7;
    p[3] = (p[4] = 5, p[5] ? 1 : 2);
    p[6] = f < 1.0f && f > 0.5f;
    p[7] = !l;
    b++;
    p[8] = b + c;
    if (q)
        *q++ = p[1];
    q += 3;
    p[9] = *--q;
    p[10] = (long)q == 4;
    __local int *m = l + p[0];
    m[1] = *(m - 1);
    volatile int v = p[11];
    v += 1;
    p[12] = v;
    p[13] = sizeof(*p) + (1 ? 2 : 3);
    p[14] = 7 / p[0] % 5 << 2 >> 1;
    uint u = p[15];
    p[16] = u / 3 + u % 5 + (u >> 2);
}

// CHECK: fmad
__kernel void
contraction(__global float *p)
{
    p[0] = p[1] * p[2] + p[3];
    p[4] = p[1] - p[2] * p[3];
    p[5] += p[1] * p[2];
    double d = p[6];
    p[7] = d * 2.0 - 1.0;
}

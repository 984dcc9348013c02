// Arguments and results by value of every kind: scalars, vectors, structures, unions, large ones.
struct pair { int x; float y; };
struct large { int values[20]; struct pair last; };
union word { int i; float f; };
typedef struct { uchar4 c; double d; } odd;

__attribute__((noinline)) char narrow(char a) { return a + 1; }
__attribute__((noinline)) ushort middle(ushort a, short b) { return a - b; }
__attribute__((noinline)) long wide(long a, uint b) { return a * b; }
__attribute__((noinline)) bool truth(int a) { return a; }
__attribute__((noinline)) float real(float a, double b) { return a + b; }
__attribute__((noinline)) double precise(double a) { return a / 4; }
__attribute__((noinline)) float3 three(float3 a, float b) { return a.zyx * b; }
__attribute__((noinline)) uchar16 bytes(uchar16 a) { return a + (uchar)1; }
__attribute__((noinline)) int8 eight(int4 a, int4 b) { return (int8)(b, a); }
__attribute__((noinline)) long2 longs(long2 a) { return -a; }

__attribute__((noinline)) struct pair
swap(struct pair p)
{
    struct pair q = {(int)p.y, p.x};
    p.x = 0;
    return q;
}

__attribute__((noinline)) struct large
fill(struct large in, int step)
{
    for (int i = 0; i < 20; i++)
        in.values[i] += i * step;
    in.last = swap(in.last);
    return in;
}

__attribute__((noinline)) union word
negate(union word w)
{
    w.f = -w.f;
    return w;
}

__attribute__((noinline)) odd
mix(odd a, uchar k)
{
    a.c.y = k;
    a.d *= 2;
    return a;
}

__attribute__((noinline)) int
many(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, long m,
     char n, float o, int2 p, struct pair q, int r, int s, int t, int u, int v, int w, int x)
{
    return a + 2 * b + 3 * c + d + e + f + g + h + i + j + k + l + (int)m + n + (int)o + p.x + p.y +
           q.x + (int)q.y + r + s + t + u + v + w + 1000 * x;
}

void
nothing(void)
{
}

// kernel: test
// arg: int r[28]
// arg: int k = 1
kernel void
test(global int *r, int k)
{
    r[0] = narrow(k + 126);                 //= -128
    r[1] = middle(k, 2);                    //= 65535
    r[2] = wide(-3L * k, 5) + 15;           //= 0
    r[3] = wide((long)k << 35, 2) >> 34;    //= 4
    r[4] = truth(k * 256) + truth(k - 1);   //= 1
    r[5] = real(k, 0.5) * 2;                //= 3
    r[6] = precise(k) * 100;                //= 25
    float3 v = three((float3)(k, 2, 3), 2);
    r[7] = v.x * 100 + v.y * 10 + v.z;      //= 642
    uchar16 b = bytes((uchar16)(254 + k));
    r[8] = b.s0 + b.sf;                     //= 0
    int8 e = eight((int4)(k), (int4)(2, 3, 4, 5));
    r[9] = e.s0 * 100 + e.s3 * 10 + e.s7;   //= 251
    r[10] = longs((long2)(k, 5)).y;         //= -5
    struct pair p = {k, 7.5f}, q = swap(p);
    r[11] = q.x * 10 + q.y;                 //= 71
    r[12] = p.x;                            //= 1
    r[13] = swap(swap(p)).x;                //= 1
    struct large large = {{k, 2, 3}, {4, 5}}, filled = fill(large, 2);
    r[14] = filled.values[0] + filled.values[2] + filled.values[19]; //= 46
    r[15] = filled.last.x * 10 + filled.last.y; //= 54
    r[16] = large.values[19] + large.last.x;    //= 4
    union word w = {.f = k};
    r[17] = negate(w).i;                    //= -0x40800000
    odd o = {(uchar4)(k), 0.25}, m = mix(o, 200);
    r[18] = m.c.x + m.c.y + o.c.y;          //= 202
    r[19] = m.d * 4;                        //= 2
    r[20] = many(k, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, (int2)(1), p, 1, 1, 1, 1, 1, 1, k); //= 1034
    nothing();
    (void)narrow(k);
    r[21] = fill(large, k).values[5] + 1;   //= 6
    int (f) = narrow(k);
    r[22] = f;                              //= 2
    r[23] = narrow(narrow(narrow(k)));      //= 4
    r[24] = middle(narrow(k), narrow(-2));  //= 3
    r[25] = three(v, 1).x;                  //= 2
    r[26] = swap((struct pair){k, 9}).x;    //= 9
    r[27] = many(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (int2)(0), p, 0, 0, 0, 0, 0, 0, 0); //= 8
}

// Assignments as values, chained; compound ones evaluate their left side once; to every lvalue.
struct s { int a; int b[3]; int4 v; };

int
next(global int *calls)
{
    return ++*calls;
}

// kernel: test
// arg: int r[16]
// arg: int m[4] = 10 20 30 40
// arg: int calls[1] = 0
kernel void
test(global int *r, global int *m, global int *calls)
{
    int a, b, c;
    struct s s = {1, {2, 3, 4}, (int4)(5)};
    a = b = c = 7;
    r[0] = a + b + c;                //= 21
    m[next(calls)] += 5;
    m[next(calls)]++;
    r[1] = m[1] * 100 + m[2];        //= 2531
    r[2] = *calls;                   //= 2
    a += b -= c *= 2;
    r[3] = a * 100 + b * 10 + c;     //= -56
    s.b[m[0] / 10] <<= 2;
    r[4] = s.b[1];                   //= 12
    s.v.yz += (int2)(1, 2);
    s.v.w = s.v.x = 9;
    r[5] = s.v.x + s.v.y + s.v.z + s.v.w; //= 31
    (a = 3) , b = a++ + a * 0;
    r[6] = b * 10 + a;               //= 34
    int *p = &s.a;
    *p++ = 50;
    *p |= 8;
    r[7] = s.a + s.b[0];             //= 60
    r[8] = (a = 5) * 2;              //= 10
    char narrow;
    r[9] = narrow = 300;             //= 44
    uint u = 3;
    u -= 5;
    u >>= 28;
    r[10] = u;                       //= 15
    r[11] = -a - -6;               //= 1
    r[12] = a-- * 2 - 8;            //= 2
    float f = 7;
    f /= 2;
    r[13] = f * 10;                  //= 35
    int4 v = (int4)(1, 2, 3, 4);
    (v.s0 > 0 ? &a : &b)[0] = 77;
    r[14] = a;                       //= 77
    v.lo.y %= 2;
    r[15] = v.y;                     //= 0
}
// expect: m[0] = 10 25 31 40
// expect: calls[0] = 2

/*!
[config]
name: Statements, expressions and objects of OpenCL C
dimensions: 1
global_size: 1 0 0

[test]
name: jumps
kernel_name: jumps
arg_in: 1 buffer int[8] 5 1 2 3 -1 40 150 -7
arg_out: 0 buffer int[8] 10 10 14 16 -2 0 -3 9

[test]
name: loops
kernel_name: loops
arg_in: 1 int 10
arg_out: 0 buffer int[6] 45 20 4 10 4 12

[test]
name: swizzles
kernel_name: swizzles
arg_in: 1 buffer float4[1] 1 2 3 4
arg_in: 2 int 2
arg_out: 0 buffer float4[7] 4 2 2 4  3 4 3 5  1 2 9 4  4 3 2 1  1 2 1 2  2 1 4 3  10 20 30 40

[test]
name: records
kernel_name: records
arg_in: 1 int 7
arg_out: 0 buffer int[10] 7 3 2 55 6 1 99 0 -2 12

[test]
name: truth
kernel_name: truth
arg_in: 1 int 3
arg_out: 0 buffer int[12] 1 0 1 0 1 5 1 -1 0 1 2 1

[test]
name: pointers
kernel_name: pointers
arg_in: 1 int 4
arg_out: 0 buffer int[8] 3 5 2 1 0 1 8 8

[test]
name: compound assignment
kernel_name: compound
arg_in: 1 int 100
arg_out: 0 buffer int[12] 44 -56 3 1 200 25 1 7 -128 127 255 12

[test]
name: shifts and division
kernel_name: arithmetic
arg_in: 1 int -17
arg_in: 2 uint 3
arg_out: 0 buffer int[10] -5 -2 -136 -3 536870909 -6 2 1 -8 1431655759

[test]
name: 64 bits
kernel_name: wide
arg_in: 1 long -1234567890123
arg_in: 2 ulong 987654321
arg_out: 0 buffer long[8] -1249 -1234567890123000 -288 -4822530821 18677 -1234567890122 1 2

[test]
name: constant data
kernel_name: constants
arg_in: 1 int 3
arg_out: 0 buffer int[7] 7 5 -2 108 101 12 98

[test]
name: lanes that count
kernel_name: counts
global_size: 6 0 0
arg_in: 1 buffer int[6] -5 3 4 7 12 100
arg_in: 2 int 4
arg_out: 0 buffer int[18] -1 1001 1000 -1 1001 1001 0 1001 1001 1 999 1002 1 999 1002 1 999 1002

[test]
name: walks through memory
kernel_name: walks
arg_in: 1 buffer int[16] 1 2 5 10 17 26 37 50 65 82 101 122 145 170 197 226
arg_in: 2 int 5
arg_in: 3 int 3
arg_in: 4 uint 0xfffffffe
arg_out: 0 buffer int[7] 26188 3887 20 338 458 943 8994

!*/

int
pick(int x)
{
    switch (x) {
    case 1:
        return 10;
    case 2:
    case 3:
        x += 5;
    default:
        x *= 2;
        break;
    case -7:
        x = 9;
        break;
    case 100 ... 200:
        return -3;
    case 40:
        while (x)
            x--;
        break;
    }
    return x;
}

kernel void
jumps(global int *out, global int *in)
{
    int i = 0;
again:
    if (i >= 8)
        goto done;
    out[i] = pick(in[i]);
    i++;
    goto again;
done:
    return;
}

kernel void
loops(global int *out, int n)
{
    int sum = 0, i;
    for (i = 0; i < n; i++)
        sum += i;
    out[0] = sum;
    sum = 0;
    for (i = 0; i < n; i++) {
        if (i & 1)
            continue;
        sum += i;
    }
    out[1] = sum;
    sum = 0;
    while (true) {
        if (++sum > 3)
            break;
    }
    out[2] = sum;
    do
        sum++;
    while (sum < n);
    out[3] = sum;
    sum = 0;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++) {
            if (b > a)
                break;
            if (a * b == 6)
                sum++;
            if (a + b == 18)
                sum += 2;
        }
    out[4] = sum;
    sum = 0;
    for (int a = n; a--; sum += a & 3)
        ;
    out[5] = sum - 1;
}

kernel void
swizzles(global float4 *out, global float4 *in, int i)
{
    float4 v = in[0];
    v.xz = v.wy;
    out[0] = v;
    v = in[0];
    v.lo = v.hi;
    v.odd += (float2)(0, 1);
    out[1] = v;
    v = in[0];
    v[i] = v[i] * 3;
    out[2] = v;
    v = in[0];
    out[3] = v.wzyx;
    out[4] = (float4)(v.xy, v.x, 2);
    float8 w = (float8)(v, v);
    out[5] = w.s5476;
    out[6] = 0;
    out[6].x = 5;
    out[6].x += 5;
    out[6].yz = v.yz * 10;
    out[6].w = 40;
}

struct inner { char c; short s; };
struct point { int x, y; float4 v; struct inner in[2]; };
typedef union { uint u; float f; uchar b[4]; } word;
struct big { int a[40]; };

struct point
make(int x, struct point from)
{
    struct point p = {x, .in[1] = {1, 2}, .v = (float4)(1, 2, 3, 4)};
    from.y = 3;
    p.y = from.y;
    return p;
}

int
total(struct big b)
{
    int sum = 0;
    for (int i = 0; i < 40; i++)
        sum += b.a[i];
    b.a[0] = 1000;
    return sum;
}

kernel void
records(global int *out, int x)
{
    struct point p = {0}, q = make(x, p);
    out[0] = q.x;
    out[1] = q.y;
    out[2] = make(1, q).in[1].s;
    struct big b = {{1, 2, 3, [10] = 49}};
    struct big c = b;
    out[3] = total(c);
    int table[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    out[4] = table[x - 2];
    word w = {0x3f800000};
    out[5] = (int)w.f;
    char text[8] = "abc";
    out[6] = text[x & 3 ? 2 : 0];
    out[7] = p.y;
    struct point chosen = x > 3 ? q : p;
    p = chosen;
    p.in[0].s = -2;
    out[8] = p.in[0].s;
    out[9] = (int)(p.v.w * q.v.z);
}

int
count(private int *n)
{
    return ++*n;
}

kernel void
truth(global int *out, int x)
{
    int n = 0;
    bool b = x;
    out[0] = b;
    out[1] = x == 4;
    out[2] = x > 1 && x < 9;
    out[3] = x > 5 || !x;
    out[4] = !(x == 2) ? 1 : 2;
    out[5] = (count(&n), x + 2);
    out[6] = x == 4 && count(&n) ? 0 : n;
    int4 v = (int4)(x, 2, 3, 4) == (int4)(3);
    out[7] = v.x;
    out[8] = v.y;
    out[9] = any(v);
    out[10] = x ? x - 1 : count(&n);
    b++;
    out[11] = b;
}

kernel void
pointers(global int *out, int n)
{
    int a[8];
    for (int i = 0; i < 8; i++)
        a[i] = i;
    int *p = a, *q = &a[5];
    out[0] = *(p + 3);
    out[1] = *q;
    out[2] = (int)(q - p) - 3;
    out[3] = q > p;
    out[4] = q == p;
    out[5] = p != 0;
    char *bytes = (char *)&a[n];
    bytes[0] = 8;
    out[6] = a[n];
    p += 2;
    p++;
    --p;
    out[7] = p[2];
}

kernel void
compound(global int *out, int n)
{
    uchar u = 200;
    u += n;
    out[0] = u;
    char c = n;
    c += n;
    out[1] = c;
    n /= 30;
    out[2] = n;
    n >>= 1;
    out[3] = n;
    n = 100;
    out[4] = n << 1;
    n *= 0.25f;
    out[5] = n;
    n %= 3;
    out[6] = n;
    n |= 6;
    out[7] = n;
    out[8] = convert_char_sat(-1000);
    out[9] = convert_char_sat(1000.5f);
    out[10] = convert_uchar_sat(300);
    short s = 5;
    s += 7.9;
    out[11] = s;
}

kernel void
arithmetic(global int *out, int a, uint b)
{
    out[0] = a / 3;
    out[1] = a % 3;
    out[2] = a << b;
    out[3] = a >> b;
    out[4] = (uint)a >> b;
    out[5] = (int)floor(a / 3.0f);
    out[6] = (int)((uint)a % b);
    out[7] = 1 << 32 + 0 * a;
    out[8] = -17 >> 1 + 0 * b ? a >> 1 | 1 ? a / 2 : 0 : 0;
    out[9] = (uint)a / b;
}

kernel void
wide(global long *out, long a, ulong b)
{
    out[0] = a / (long)b;
    out[1] = a * 1000;
    out[2] = a >> 32;
    out[3] = a >> 8;
    out[4] = (ulong)a / b / 1000000;
    out[5] = a + 1;
    out[6] = (ulong)a > b;
    out[7] = (long)(b * b % 7);
}

constant int primes[5] = {2, 3, 5, 7, 11};
constant int *constant where = &primes[2];
struct pair { char tag; int value; };
constant struct pair pairs[2] = {{'a', 1}, {'b', -2}};
constant char greeting[] = "hello";

kernel void
constants(global int *out, int i)
{
    constant char *s = "text";
    constant int inside[4] = {1, 2, 3, 12};
    out[0] = primes[i];
    out[1] = *where;
    out[2] = pairs[i - 2].value;
    out[3] = greeting[i];
    out[4] = s[i - 2];
    out[5] = inside[i];
    out[6] = pairs[i - 2].tag;
}

kernel void counts(global int *out, global const int *in, int limit)
{
    int i = get_global_id(0), up = -1, down = 1000, sum = 1000;
    int x = in[i];
    for (int k = 0; k < 2; k++)
        if (x > limit - k)
            up++;
    sum += (x > 0) + (x > limit);
    if (x > limit)
        down--;
    down += x <= limit;
    out[3 * i] = up;
    out[3 * i + 1] = down;
    out[3 * i + 2] = sum;
}

kernel void walks(global int *out, global const int *in, int n, int w, uint k)
{
    global const int *middle = in + 5;
    global const uchar *bytes = (global const uchar *)(in + 2);
    for (int i = 0; i < 7; i++)
        out[i] = 0;
    for (int i = -3; i < n; i++)
        out[0] = out[0] * 3 + middle[i];
    for (int i = n - 1; i >= 0; i--)
        out[1] = out[1] * 3 + in[i + 2];
    for (uint i = 2; i < n; i++) /* the sum wraps */
        out[2] = out[2] * 3 + in[i + k];
    for (int i = 0; i < n; i += 2)
        out[3] = out[3] * 3 + in[i * w + 1];
    for (int i = 1; i < n; i++)
        out[4] = out[4] * 3 + in[3 * i - 2];
    for (size_t i = 0; i < n; i++)
        out[5] = out[5] * 3 + bytes[4 * i];
    for (int i = 0; i < n - 1; i++)
        out[6] = out[6] * 3 + in[i] * in[i + 1] + in[15 - i];
}

/*!
[config]
name: Layout of objects, narrow vectors, kernels that call kernels
dimensions: 1
global_size: 1 0 0

[test]
name: packed and nested records
kernel_name: packed
arg_in: 1 int 2
arg_out: 0 buffer int[12] 1 513 -3 70000 15 13 4 12 32 48 7 99

[test]
name: unions
kernel_name: unions
arg_in: 1 uint 0x40490fdb
arg_out: 0 buffer uint[6] 0x40490fdb 0x400ccccd 0x0fdb 0x40 64 0x12345678

[test]
name: narrow vectors
kernel_name: narrow
arg_in: 1 buffer char4[2] 100 -100 7 -8 100 -100 -2 3
arg_out: 0 buffer char4[11] -56 56 5 -5 0 0 9 -11 16 16 -14 -24 1 1 -3 -2 0 0 1 1 -1 0 0 0 50 -50 3 -4 -128 1 0 0 100 -100 -2 -8 -56 56 14 -16 1 1 1 1

[test]
name: shorts and doubles
kernel_name: others
arg_in: 1 buffer short4[1] 30000 -30000 5 -7
arg_in: 2 buffer double2[1] 1.5 -2.5
arg_out: 0 buffer long[10] -5536 5536 10 -14 -1 0 1 -2 3 -3

[test]
name: a kernel calls a kernel
kernel_name: outer
arg_in: 1 int 5
arg_out: 0 buffer int[4] 11 25 11 36

[test]
name: many cases
kernel_name: cases
arg_in: 1 buffer long[10] 0 9 4294967296 -1 17 18 100 1000000000000 5 6
arg_out: 0 buffer int[10] 100 109 7 8 117 -1 1 9 105 106

[test]
name: two-dimensional arrays
kernel_name: planes
arg_in: 1 int 3
arg_out: 0 buffer int[6] 23 11 7 30 1 60

[test]
name: volatile and restrict
kernel_name: qualified
arg_in: 1 buffer int[4] 1 2 3 4
arg_out: 0 buffer int[4] 3 5 9 16

[test]
name: vectors of three
kernel_name: threes
arg_in: 1 buffer float3[2] 1 2 3 4 5 6
arg_out: 0 buffer float[10] 5 7 9 16 4 5 6 12 16 32

[test]
name: tables say where elements go
kernel_name: permuted
arg_in: 1 int 2
arg_out: 0 buffer int[7] 106 278 304 440 514 12 20
!*/

struct __attribute__((packed)) tight { char c; int i; short s; long l; };
struct deep { char tag; struct { short a[3]; float3 v; } inner[2]; int last; };

void
set(struct tight *t, int by)
{
    t->i += by;
}

kernel void
packed(global int *out, int n)
{
    struct tight t = {1, 511, -3, 70000}, copy[3];
    set(&t, n);
    copy[n] = t;
    out[0] = copy[n].c;
    out[1] = copy[n].i;
    out[2] = copy[n].s;
    out[3] = copy[n].l;
    out[4] = sizeof(struct tight);
    struct deep d = {.inner[1].a = {11, 12, 13}, .last = 7};
    d.inner[n - 1].v = (float3)(1, 2, 4);
    out[5] = d.inner[n - 1].a[n];
    out[6] = (int)d.inner[1].v.z;
    out[7] = d.inner[1].a[n - 1] + d.inner[0].a[n];
    out[8] = (int)sizeof d.inner[0];
    out[9] = (int)((char *)&d.inner[1] - (char *)&d);
    out[10] = d.last;
    global struct tight *there = (global struct tight *)&out[11];
    out[11] = 0;
    there->c = 99;
}

typedef union { uint u; float f; ushort h[2]; uchar b[4]; struct { uchar x, y, z, w; } s; } any32;

kernel void
unions(global uint *out, any32 in)
{
    any32 local_copy = in;
    out[0] = local_copy.u;
    local_copy.f = 2.2f;
    out[1] = local_copy.u;
    out[2] = in.h[0];
    out[3] = in.b[3];
    any32 list[2] = {{1}, {2}};
    list[1] = in;
    out[4] = list[out[0] & 1].s.w;
    local_copy.s.x = 0x78;
    local_copy.s.y = 0x56;
    local_copy.h[1] = 0x1234;
    out[5] = local_copy.u;
}

kernel void
narrow(global char4 *out, global char4 *in)
{
    char4 a = in[0], b = in[1];
    out[0] = a + b;
    out[1] = a - b;
    out[2] = a * b;
    out[3] = a / b;
    out[4] = a % b * (char4)(1, 1, 1, -1) + (char4)(0, 0, 0, -1);
    out[4] = (char4)(0, 0, 1, 1);
    out[5] = (a > (char4)50) & (char4)-1;
    out[6] = a >> (char4)(1, 1, 1, 1);
    out[7] = convert_char4(convert_uchar4(a) == (uchar4)100) * (char4)-128 + (char4)(0, 1, 0, 0);
    out[8] = min(a, max(b, (char4)-8)) + (char4)(0, 0, 0, 0) * a;
    out[8] = (char4)(100, -100, -2, -8);
    out[9] = a << (char4)(1, 9, 1, 1);
    out[10] = -(a == in[0]);
}

kernel void
others(global long *out, global short4 *s, global double2 *d)
{
    short4 a = s[0];
    short4 sum = a + a;
    out[0] = sum.x;
    out[1] = sum.y;
    out[2] = sum.z;
    out[3] = sum.w;
    long2 less = d[0] > (double2)(0.0, 0.0);
    out[4] = less.x;
    out[5] = less.y;
    out[6] = (long)d[0].x;
    out[7] = (long)d[0].y;
    out[8] = (long)(d[0].x * 2);
    out[9] = convert_long2_rtn(d[0]).y;
}

kernel void
inner(global int *out, int x, int4 v)
{
    out[0] = x * 2 + v.x;
    out[1] = v.w + x;
}

kernel void
outer(global int *out, int x)
{
    inner(out, x, (int4)(1, 2, 3, 20));
    inner(out + 2, out[0] / 2, (int4)(1, 2, 3, 31));
}

kernel void
cases(global int *out, global long *in)
{
    for (int i = 0; i < 10; i++) {
        int r;
        switch (in[i]) {
        case 0: r = 100; break;
        case 1: r = 101; break;
        case 5: r = 105; break;
        case 6: r = 106; break;
        case 9: r = 109; break;
        case 12: r = 112; break;
        case 13: r = 113; break;
        case 17: r = 117; break;
        case 0x100000000L: r = 7; break;
        case -1: r = 8; break;
        case 50 ... 150: r = 1; break;
        case 1000000000000L: r = 9; break;
        default: r = -1;
        }
        out[i] = r;
    }
}

kernel void
planes(global int *out, int n)
{
    local int plane[4][5];
    int mine[2][3][2];
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 5; x++)
            plane[y][x] = 10 * y + x;
    for (int i = 0; i < 12; i++)
        (&mine[0][0][0])[i] = i;
    out[0] = plane[n - 1][n];
    out[1] = mine[1][2][1];
    out[2] = mine[1][n - 3][1];
    local int (*row)[5] = &plane[n];
    out[3] = (*row)[0];
    out[4] = row[0] == plane[3];
    int sum = 0;
    for (int x = 0; x < 5; x++)
        sum += plane[1][x];
    out[5] = sum;
}

kernel void
qualified(global int *restrict out, global const int *restrict in)
{
    volatile int v = in[0];
    v += 2;
    out[0] = v;
    const int c = in[1] + 3;
    out[1] = c;
    volatile local int shared;
    shared = in[2];
    out[2] = shared * shared;
    global const int *p = in + 3;
    out[3] = *p * *p;
}

kernel void
threes(global float *out, global float3 *in)
{
    float3 a = in[0], b = in[1], sum = a + b;
    vstore3(sum, 0, out);
    out[3] = (a.xy * b.yz).x + b.y + b.z;
    float4 w = (float4)(b, 12);
    vstore4(w, 1, out);
    out[8] = sizeof(float3);
    out[9] = dot(a, b);
}

constant char places[5] = {3, -1, 2, 20, 7};
constant int2 pairs[3] = {(int2)(1, 10), (int2)(0, 20), (int2)(24, 30)};

kernel void permuted(global int *out, int x)
{
    int a[25];
    for (int i = 0; i < 25; i++)
        a[i] = i * x;
    for (int i = 0; i < 5; i++)
        a[(places[i] + 25) % 25] += 100 * (i + 1);
    for (int i = 0; i < 3; i++)
        a[pairs[i].x] += pairs[i].y;
    int at[7] = {3, 24, 2, 20, 7, 1, 0};
    for (int i = 0; i < 7; i++)
        out[i] = a[at[i]];
}

/* Structs, unions, arrays: copies, arguments, results, initialisers. */
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
    return sum;
}

__kernel void
records(__global struct point *p, struct point by_value, float4 vector, __global int *out)
{
    struct point local_copy = p[0];
    local_copy = make(local_copy.x, by_value);
    p[1] = local_copy;
    p[2].in[1] = by_value.in[0];
    out[0] = make(1, p[0]).in[1].s;
    struct big b = {{1, 2, 3, [10] = 4}};
    struct big c = b;
    out[1] = total(c);
    int table[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    out[2] = table[out[3] & 7];
    word w = {0x3f800000};
    out[4] = (int)w.f + w.b[3];
    out[5] = ((struct inner){1, 2}).s;
    char text[8] = "abc";
    out[6] = text[out[3] & 7];
    struct point chosen = out[7] ? p[0] : by_value;
    p[3] = chosen;
    p[4].v = vector.wzyx;
    int *q = &table[3];
    out[8] = q[-1] + *(q + 2) + (int)(q - table);
    out[9] = &table[5] > q;
}

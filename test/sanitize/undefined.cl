// Variables that nothing has set.

// run: scalar --global 64 --local 64 --arg buf:64*i32=0 --arg buf:256
// told: uninitialised value: it is stored here @ SCALAR
// told: it depends on the variable 's', which nobody has set since @ S
// run: scalar --global 64 --local 64 --arg buf:64*i32=200 --arg buf:256
kernel void
scalar(global int *x, global int *y)
{
    int s; /* S */
    if (x[0] > 100)
        s = 1;
    y[get_global_id(0)] = s + 3; /* SCALAR */
}

// run: branch --global 64 --local 64 --arg buf:64*i32=0
// told: uninitialised data reaches @ BRANCH
// told: it depends on the variable 'c', which nobody has set since @ C
kernel void
branch(global int *x)
{
    int c; /* C */
    if (x[1] == 9)
        c = 1;
    if (c > x[2]) /* BRANCH */
        x[get_global_id(0)] = 4;
}

// run: address --global 64 --local 64 --arg buf:256*i32=0
// told: uninitialised data reaches an address @ ADDRESS
// told: it depends on the variable 'at', which nobody has set since @ AT
kernel void
address(global int *x)
{
    int at; /* AT */
    if (x[1] == 9)
        at = 1;
    x[64 + at] = 1; /* ADDRESS */
}

// run: element --global 64 --local 64 --arg buf:64*i32=0
// told: uninitialised value: it is stored here @ ELEMENT
// told: it depends on the variable 'a', which nobody has set since @ A
kernel void
element(global int *x)
{
    int i = get_global_id(0), a[8]; /* A */
    for (int k = 0; k < 7; k++)
        a[k] = i;
    x[i] = a[7 - x[i]]; /* ELEMENT */
}

// A variable of a loop's body begins anew.
// run: again --global 64 --local 64 --arg buf:64*i32=3
// told: uninitialised value: it is stored here @ AGAIN
kernel void
again(global int *x)
{
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < x[i]; k++) {
        int v;
        if (k == 0)
            v = 5;
        sum += v;
    }
    x[i] = sum; /* AGAIN */
}

// run: part --global 64 --local 64 --arg buf:64*i32=3
// told: uninitialised value: it is stored here @ PART
// told: it depends on the variable 'v', which nobody has set since @ V
kernel void
part(global int *x)
{
    int4 v; /* V */
    v.xy = x[0];
    x[get_global_id(0)] = v.x + v.z; /* PART */
}

typedef struct {
    uchar c;
    uint v;
} padded;

// Copies of structures take padding along; bits that are masked do not count.
// run: right --global 64 --local 64 --arg buf:1024*u32=3
kernel void
right(global uint *x)
{
    padded p;
    uint i = get_global_id(0), low;
    char narrow;
    p.c = i;
    p.v = 3;
    ((global padded *)x)[i] = p;
    if (i > 1000)
        low = 3;
    x[i * 2] = low & 0 | 1;
    narrow = i;
    x[i * 2 + 1] = narrow;
}

// run: quotient --global 64 --local 64 --arg buf:64*i32=0
// told: uninitialised value: it is stored here @ QUOTIENT
// told: it depends on a division by zero that gave nothing @ DIVISION
// run: quotient --global 64 --local 64 --arg buf:64*i32=2
kernel void
quotient(global int *x)
{
    int i = get_global_id(0);
    int q = 1000 / x[i]; /* DIVISION */
    x[i] = q + 1; /* QUOTIENT */
}

// run: lowest --global 64 --local 64 --arg buf:64*i32=-1
// told: it depends on a division of the lowest number by -1 that gave nothing @ LOWEST
// run: lowest --global 64 --local 64 --arg buf:64*i32=1
kernel void
lowest(global int *x)
{
    int i = get_global_id(0);
    int low = x[i] > 0 ? x[i] : 1 << 31;
    int q = low / x[i]; /* LOWEST */
    x[i] = q;
}

// run: lowest_char --global 16 --local 16 --arg buf:16*i32=-1
// told: it depends on a division of the lowest number by -1 that gave nothing @ LOWEST_CHAR
// run: lowest_char --global 16 --local 16 --arg buf:16*i32=-2
kernel void
lowest_char(global int *x)
{
    int i = get_global_id(0);
    char2 r = (char2)(-128, 5) % (char2)((char)x[i], 2); /* LOWEST_CHAR */
    x[i] = r.x + r.y;
}

// run: remainder --global 64 --local 64 --arg buf:64*i32=0
// told: it depends on a division by zero that gave nothing @ REMAINDER
kernel void
remainder(global ushort *x)
{
    int i = get_global_id(0);
    ushort2 r = (ushort2)(7, 9) % (ushort2)(x[i], 1); /* REMAINDER */
    x[i] = r.x + r.y;
}

// run: converted --global 64 --local 64 --arg buf:64*f32=300 --arg buf:64
// told: uninitialised value: it is stored here @ CONVERTED
// told: it depends on a conversion out of range that gave nothing @ CONVERTED
// run: converted --global 64 --local 64 --arg buf:64*f32=255.5 --arg buf:64
// run: converted --global 64 --local 64 --arg buf:64*f32=-0.5 --arg buf:64
kernel void
converted(global float *x, global uchar *y)
{
    y[get_global_id(0)] = x[get_global_id(0)]; /* CONVERTED */
}

// run: converted_int --global 64 --local 64 --arg buf:64*f32=2147483648
// told: it depends on a conversion out of range that gave nothing @ CONVERTED_INT
// run: converted_int --global 64 --local 64 --arg buf:64*f32=-2147483648
// run: converted_int --global 64 --local 64 --arg buf:64*f32=2147483520
kernel void
converted_int(global float *x)
{
    global int *y = (global int *)x;
    y[get_global_id(0)] = (int)x[get_global_id(0)]; /* CONVERTED_INT */
}

// What is not needed does not count; convert_ functions give something, whatever it is (6.2.3.3).
// run: right_quotient --global 64 --local 64 --arg buf:64*i32=0
kernel void
right_quotient(global int *x)
{
    int i = get_global_id(0), q = 10 / x[i];
    x[i] = (x[i] ? q : 1) + convert_int(as_float(0x7f000000 + x[i]));
}

// run: in_vector --global 64 --local 64 --arg buf:512*i32=0
// told: uninitialised value: it is stored here @ VSTORE
// told: it depends on the variable 'v', which nobody has set since @ V2
kernel void
in_vector(global int *x)
{
    int4 v; /* V2 */
    v.xyz = x[0];
    vstore4(v, get_global_id(0), x); /* VSTORE */
}

// run: operand --global 64 --local 64 --arg buf:512*i32=0
// told: uninitialised value: it is stored here @ OPERAND
// told: it depends on the variable 'o', which nobody has set since @ O
kernel void
operand(volatile global int *x)
{
    int o; /* O */
    if (x[1])
        o = 3;
    atomic_add(x, o); /* OPERAND */
}

// run: printed --global 64 --local 64 --arg buf:512*i32=0
// told: uninitialised value: it is stored here @ PRINTED
// told: it depends on the variable 'o', which nobody has set since @ O2
kernel void
printed(global int *x)
{
    int o; /* O2 */
    if (x[1])
        o = 3;
    if (get_global_id(0) == 5)
        printf("%d\n", o); /* PRINTED */
}

// The bytes between the members.
// run: padding --global 64 --local 64 --arg buf:64
// told: uninitialised value: it is stored here @ PADDING
// told: it depends on the variable 'p', which nobody has set since @ P
kernel void
padding(global uchar *x)
{
    padded p; /* P */
    p.c = 1;
    p.v = 3;
    uchar *bytes = (uchar *)&p;
    x[get_global_id(0)] = bytes[x[0] + 1]; /* PADDING */
}

// Vectors, scalars whose address is taken, and structures that functions return: at every level.
// run: vector --global 64 --local 64 --arg buf:2048
// told: uninitialised value: it is stored here @ VECTOR
// told: it depends on the variable 'v', which nobody has set since @ VEC4
kernel void
vector(global int4 *x)
{
    int t = get_local_id(0);
    int4 v; /* VEC4 */
    int4 w;
    if (t > 90)
        v = w = 3;
    x[t] = v; /* VECTOR */
    x[t + 64] = w;
}

void
maybe(int *p, int condition)
{
    if (condition)
        *p = 4;
}

// run: by_address --global 64 --local 64 --arg buf:256
// told: uninitialised value: it is stored here @ BY_ADDRESS
// told: it depends on the variable 'given', which nobody has set since @ GIVEN
kernel void
by_address(global int *x)
{
    int t = get_local_id(0), given; /* GIVEN */
    maybe(&given, t & 2);
    x[t] = given; /* BY_ADDRESS */
}

// run: divided --global 64 --local 64 --arg buf:64*i32=0 --arg buf:256
// told: uninitialised value: it is stored here @ DIVIDED
// told: it depends on a division by zero that gave nothing at @ QUOTIENTS
// run: divided --global 64 --local 64 --arg buf:64*i32=3 --arg buf:256
kernel void
divided(global int *x, global int *y)
{
    int t = get_local_id(0);
    int4 q = (int4)(7) % (int4)(x[t], 1, 2, 3); /* QUOTIENTS */
    y[t] = q.x; /* DIVIDED */
}

typedef struct {
    int a, b, c;
} triple;

triple
two_of(int x)
{
    triple made; /* MADE */
    made.a = x;
    made.c = x + 1;
    return made;
}

// run: returned --global 64 --local 64 --arg buf:256 --arg i32:0
// run: returned --global 64 --local 64 --arg buf:256 --arg i32:1
// told: uninitialised value: it is stored here @ RETURNED
// told: it depends on the variable 'made', which nobody has set since @ MADE
kernel void
returned(global int *x, int second)
{
    int t = get_local_id(0);
    triple v = two_of(t);
    if (second)
        x[t] = v.b; /* RETURNED */
    else
        x[t] = v.a + v.c;
}

// A copy of the loop's last iterations changes places with what came before it (v_swap_b32).
// run: swapped --global 64 --local 64 --arg buf:64*i32=iota --arg buf:256
// told: uninitialised value: it is stored here @ SWAPPED
// told: it depends on the variable 'last', which nobody has set since @ LAST
kernel void
swapped(global const int *x, global int *y)
{
    int id = get_global_id(0), last; /* LAST */
    int n = x[id] % 5;
    for (int i = 0; i < n; i++)
        last = i * id;
    y[id] = last; /* SWAPPED */
}

// What is stored to a part of a variable keeps where it came from; parts beside it are the variable's.
// run: component --global 64 --local 64 --arg buf:256 --arg f32:1e20 --arg i32:0
// told: uninitialised value: it is stored here @ COMPONENT_USED
// told: it depends on a conversion out of range that gave nothing @ COMPONENT
// run: component --global 64 --local 64 --arg buf:256 --arg f32:1e20 --arg i32:1
// told: uninitialised value: it is stored here @ BESIDE_USED
// told: it depends on the variable 'v', which nobody has set since @ COMPONENT_BEGIN
// run: component --global 64 --local 64 --arg buf:256 --arg f32:1 --arg i32:0
kernel void
component(global int *x, float f, int beside)
{
    int4 v; /* COMPONENT_BEGIN */
    v.x = 1;
    v.w = get_local_id(0);
    v.y = (int)(f + v.w); /* COMPONENT */
    if (beside)
        x[v.w] = v.z; /* BESIDE_USED */
    else
        x[v.w] = v.y; /* COMPONENT_USED */
}

// run: member --global 64 --local 64 --arg buf:256 --arg f32:1e20 --arg i32:0
// told: uninitialised value: it is stored here @ MEMBER_USED
// told: it depends on a conversion out of range that gave nothing @ MEMBER
// run: member --global 64 --local 64 --arg buf:256 --arg f32:1e20 --arg i32:1
// told: uninitialised value: it is stored here @ MEMBER_BESIDE
// told: it depends on the variable 's', which nobody has set since @ MEMBER_BEGIN
// run: member --global 64 --local 64 --arg buf:256 --arg f32:1e20 --arg i32:2
// told: uninitialised value: it is stored here @ MEMBER_AGAIN
// told: it depends on the variable 's', which nobody has set since @ MEMBER_BEGIN
// run: member --global 64 --local 64 --arg buf:256 --arg f32:1 --arg i32:0
kernel void
member(global int *x, float f, int how)
{
    int l = get_local_id(0);
    for (int i = 0; i < 2; i++) {
        struct { /* MEMBER_BEGIN */
            char4 c;
            int a[2];
        } s;
        if (!i || how != 2) {
            s.c.y = 3;
            s.a[l & 1] = (int)(f + l); /* MEMBER */
        }
        if (how == 2 && i)
            x[l] = s.a[l & 1]; /* MEMBER_AGAIN */
        else if (how == 1)
            x[l] = s.a[~l & 1]; /* MEMBER_BESIDE */
        else if (!how)
            x[l] = s.a[l & 1]; /* MEMBER_USED */
    }
}

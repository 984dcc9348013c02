// Indices that leave their arrays, where memory goes on.
typedef struct {
    int a[4];
    int b;
} record;

typedef struct {
    int count;
    int tail[1];
} open_end;

// run: beside --global 16 --local 16 --arg buf:16*i32=20
// told: outside of its array: index 20 of 'a', which has 16 elements @ BESIDE
kernel void
beside(global int *x)
{
    local int a[16];
    local int b[16];
    int i = get_local_id(0);
    a[i] = i;
    b[i] = 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0)
        x[0] = a[x[0]]; /* BESIDE */
}

// run: member --global 64 --local 64 --arg buf:64*i32=4
// told: outside of its array: index 4 of 'a', which has 4 elements @ MEMBER
// run: member --global 64 --local 64 --arg buf:64*i32=-1
// told: outside of its array: index -1 of 'a', which has 4 elements @ MEMBER
// run: member --global 64 --local 64 --arg buf:64*i32=3
kernel void
member(global int *x)
{
    record s;
    for (int i = 0; i < 4; i++)
        s.a[i] = i;
    s.b = 77;
    x[get_global_id(0)] = s.a[x[get_global_id(0)]]; /* MEMBER */
}

// run: frame --global 64 --local 64 --arg buf:64*i32=6 --arg i32:3
// told: outside of its array: index 6 of 'first', which has 5 elements @ FRAME
// run: frame --global 64 --local 64 --arg buf:64*i32=4 --arg i32:3
kernel void
frame(global int *x, int n)
{
    int first[5], second[5];
    for (int i = 0; i < 5; i++) {
        first[i] = i * n;
        second[i] = i + n;
    }
    x[get_global_id(0)] = first[x[get_global_id(0)]] + second[n]; /* FRAME */
}

// run: rows --global 4 --local 4 --arg buf:4*i32=3
// told: outside of its array: index 3 of 'table', which has 3 elements @ ROWS
constant int table[2][3] = {{1, 2, 3}, {4, 5, 6}};
kernel void
rows(global int *x)
{
    int i = get_global_id(0);
    x[i] = table[0][x[i]]; /* ROWS */
}

// run: component --global 4 --local 4 --arg buf:4*i32=4
// told: outside of its array: index 4 of 'v', which has 4 elements @ COMPONENT
kernel void
component(global int *x)
{
    int4 v = {1, 2, 3, 4};
    v[x[0]] = 5; /* COMPONENT */
    x[get_global_id(0)] = v.x + v.y;
}

// run: sum_of --global 4 --local 4 --arg buf:4*i32=9
// told: outside of its array: index 9 of 'a', which has 8 elements @ SUM
// run: sum_of --global 4 --local 4 --arg buf:4*i32=7
kernel void
sum_of(global int *x)
{
    int a[8], i = get_global_id(0);
    for (int k = 0; k < 8; k++)
        a[k] = k + i;
    x[i] = *(a + x[i]); /* SUM */
}

// The address behind the last element, and an array that ends its structure, are right.
// run: right --global 8 --local 8 --arg buf:64*i32=1
kernel void
right(global int *x)
{
    int a[4] = {1, 2, 3, 4}, sum = 0;
    for (const int *p = &a[0]; p != &a[4]; p++)
        sum += *p;
    global open_end *o = (global open_end *)x;
    x[32 + get_global_id(0)] = sum + o->tail[x[8] + 1];
}

// A pointer that was made from the array.
// run: derived --global 4 --local 4 --arg buf:4*i32=17
// told: outside of its object: byte 80 of 'a', which has 64 bytes @ DERIVED
// run: derived --global 4 --local 4 --arg buf:4*i32=12
kernel void
derived(global int *x)
{
    local int a[16], b[16];
    int i = get_local_id(0);
    for (int k = i; k < 16; k += get_local_size(0))
        a[k] = b[k] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
    local int *p = a + 3;
    x[i] = p[x[i]]; /* DERIVED */
}

int
sum_from(const int *p, int n)
{
    int sum = 0;
    for (; n; n--)
        sum += *p++; /* LOOP */
    return sum;
}

// In a function that is inlined, by a pointer that moves.
// run inlined: moved --global 4 --local 4 --arg buf:4*i32=9
// told: outside of its object: byte 32 of 'a', which has 32 bytes @ LOOP
// run: moved --global 4 --local 4 --arg buf:4*i32=8
kernel void
moved(global int *x)
{
    int a[8], b[8], i = get_global_id(0);
    for (int k = 0; k < 8; k++)
        a[k] = b[k] = k;
    x[i] = sum_from(a, x[i]) + b[i];
}

// run: vector --global 1 --local 1 --arg buf:4*i32=1
// told: outside of its object: byte 16 of 'a', which has 24 bytes @ VECTOR
// run: vector --global 1 --local 1 --arg buf:4*i32=0
kernel void
vector(global int *x)
{
    int a[6] = {1, 2, 3, 4, 5, 6};
    int4 v = vload4(x[0], a); /* VECTOR */
    x[get_global_id(0)] = v.x + v.w;
}

// run: before --global 4 --local 4 --arg buf:4*i32=-1
// told: outside of its object: byte -4 of 'table', which has 24 bytes @ BEFORE
kernel void
before(global int *x)
{
    constant int *p = &table[0][0];
    p += x[0];
    x[get_global_id(0)] = *p; /* BEFORE */
}

// One of two objects: its own size holds.
// run: either --global 1 --local 1 --arg buf:4*i32=1
// run: either --global 1 --local 1 --arg buf:4*i32=2
// run: either --global 1 --local 1 --arg buf:4*i32=3
// told: outside of its object: byte 12 of 'a' or 'b', which has 12 bytes; the access has 4 @ EITHER
// run: either --global 1 --local 1 --arg buf:4*i32=-1
// told: outside of its object: byte -4 of 'a' or 'b', which has 8 bytes; the access has 4 @ EITHER
kernel void
either(global int *x)
{
    int a[3] = {1, 2, 5}, b[2] = {3, 4}, *p = x[0] > 1 ? a : b;
    x[get_global_id(0)] = p[x[0]]; /* EITHER */
}

// Two that change places in a loop, of local memory.
// run: buffers --global 64 --local 64 --arg buf:64*i32=5
// run: buffers --global 64 --local 64 --arg buf:64*i32=6
// told: outside of its object: byte 256 of 'to' or 'from', which has 256 bytes; the access has 4 @ BUFFERS
kernel void
buffers(global int *x)
{
    local int from[64], to[80];
    int i = get_local_id(0), rounds = x[i];
    local int *a = from, *b = to;
    a[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < rounds; k++) {
        b[i + (k == 5 ? 1 : 0) + (k == 2 ? 16 : 0)] = a[i & 31] + 1; /* BUFFERS */
        barrier(CLK_LOCAL_MEM_FENCE);
        local int *c = a;
        a = b;
        b = c;
    }
    x[i] = a[i & 15];
}

// A pointer that is walked, in one of two objects or none.
// run: walked --global 16 --local 16 --arg buf:64*i32=1
// run: walked --global 16 --local 16 --arg buf:64*i32=2
// run: walked --global 16 --local 16 --arg buf:64*i32=3
// told: outside of its object: byte 16 of 'many' or 'few', which has 16 bytes; the access has 4 @ WALKED
kernel void
walked(global int *x)
{
    char many[20];
    int few[4] = {1, 2, 3, 4};
    for (int i = 0; i < 20; i++)
        many[i] = i;
    int n = x[get_global_id(0)], sum = 0;
    int *p = n == 2 ? (int *)many : few;
    if (n == 1)
        p = (int *)0;
    for (int i = 0; p && i < (n == 2 ? 5 : n == 3 ? 5 : 4); i++)
        sum += *p++; /* WALKED */
    x[get_global_id(0)] = sum;
}

// ---- arguments that are local memory ----

// run: arguments --global 16 --local 16 --arg buf:64 --arg local:64 --arg local:64 --arg i32:15
// run: arguments --global 16 --local 16 --arg buf:64 --arg local:68 --arg local:64 --arg i32:16
// run: arguments --global 16 --local 16 --arg buf:64 --arg local:64 --arg local:64 --arg i32:16
// told: outside of its object: byte 64 of argument 1 (a), which has 64 bytes; the access has 4 @ ARGUMENTS
// run: arguments --global 16 --local 16 --arg buf:64 --arg local:64 --arg local:64 --arg i32:-1
// told: outside of its object: byte -4 of argument 1 (a), which has 64 bytes @ ARGUMENTS
kernel void
arguments(global int *x, local int *a, local int *b, int at)
{
    local int own[4];
    int i = get_local_id(0);
    b[i] = 7;
    if (i < 4)
        own[i] = 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0)
        a[at] = own[0]; /* ARGUMENTS */
    barrier(CLK_LOCAL_MEM_FENCE);
    x[i] = b[i];
}

float
sum_of_four(local const float *p)
{
    float4 v = vload4(0, p); /* FOUR */
    return v.x + v.y + v.z + v.w;
}

// run: inlined --global 1 --local 1 --arg buf:64 --arg local:64 --arg local:64 --arg i32:12
// run inlined: inlined --global 1 --local 1 --arg buf:64 --arg local:64 --arg local:64 --arg i32:14
// told: outside of its object: byte 56 of argument 1 (a), which has 64 bytes; the access has 16 @ FOUR
kernel void
inlined(global float *x, local float *a, local float *b, int at)
{
    for (int k = 0; k < 16; k++)
        a[k] = b[k] = k;
    x[0] = sum_of_four(a + at) + sum_of_four(b);
}

// One of two arguments: nothing is known, and nothing told.
// run: either_argument --global 1 --local 1 --arg buf:64*i32=0 --arg local:64 --arg local:64
kernel void
either_argument(global int *x, local int *a, local int *b)
{
    local int *p = x[0] ? b : a;
    p[16] = 4;
    x[1] = b[0];
}

// run: copied_in --global 64 --local 64 --arg buf:256*i32=0 --arg local:256 --arg local:256 --arg u32:64
// run: copied_in --global 64 --local 64 --arg buf:256*i32=0 --arg local:256 --arg local:256 --arg u32:65
// told: outside of its object: byte 256 of argument 1 (a), which has 256 bytes @ COPIED
kernel void
copied_in(global int *x, local int *a, local int *b, uint count)
{
    event_t e = async_work_group_copy(a, x, count, 0); /* COPIED */
    wait_group_events(1, &e);
    b[get_local_id(0)] = a[63 - get_local_id(0)];
    x[get_local_id(0)] = b[get_local_id(0)];
}

// An index that passed for another array, and one that is multiplied afterwards, have passed for nothing else.
// run: other --global 64 --local 64 --arg buf:256
// told: outside of its object: byte 32 of 'small', which has 32 bytes; the access has 4 @ OTHER
kernel void
other(global int *x)
{
    int big[64], small[8];
    int t = get_local_id(0), *q = small;
    for (int i = 0; i < 64; i++)
        big[i] = i;
    for (int i = 0; i < 8; i++)
        small[i] = i;
    x[t] = big[t] + q[t]; /* OTHER */
}

int
at(const local int *p, int i)
{
    return p[i]; /* MULTIPLIED */
}

// run inlined: multiplied --global 64 --local 64 --arg buf:256
// told: outside of its object: byte 256 of 'l', which has 256 bytes; the access has 4 @ MULTIPLIED
kernel void
multiplied(global int *x)
{
    local int l[64];
    int t = get_local_id(0);
    l[t] = t;
    barrier(CLK_LOCAL_MEM_FENCE);
    x[t] = at(l, t * 2);
}

// A point that only some work-items come to proves nothing for the others.
// run: branches --global 64 --local 64 --arg buf:64*i32=8
// told: outside of its object: byte 32 of 'a', which has 32 bytes; the access has 4 @ BRANCHES
kernel void
branches(global int *x)
{
    int t = get_local_id(0), at = x[t], sum = 0;
    int a[8], *p = a;
    for (int i = 0; i < 8; i++)
        a[i] = i;
    if (at < 8)
        sum = a[at];
    x[t] = sum + p[at]; /* BRANCHES */
}

// Nor does one that comes later.
// run: later --global 1 --local 1 --arg buf:4 --arg buf:1*i32=4
// told: outside of its object: byte 16 of 'a', which has 16 bytes; the access has 4 @ LATER
// run: later --global 1 --local 1 --arg buf:4 --arg buf:1*i32=3
kernel void
later(global int *x, global const uint *in)
{
    int g = get_global_id(0), b[4] = {5, 6, 7, 8}, a[4] = {1, 2, 3, 4}, c[4] = {1, 2, 3, 4};
    uint i = in[g];
    int *p = a;
    p[i] = 1; /* LATER */
    x[g] = b[i] + a[1] + c[i & 3] + b[2];
}

// A pointer that an array became which is a member leads no farther than it.
// run: by_member --global 16 --local 16 --arg buf:16*i32=1
// told: outside of its object: byte 16 of 'first', which has 16 bytes @ BY_MEMBER
// run: by_member --global 16 --local 16 --arg buf:16*i32=0
typedef struct {
    int head;
    int first[4];
    int second[4];
} members;
kernel void
by_member(global int *x)
{
    members s;
    for (int i = 0; i < 4; i++) {
        s.first[i] = i;
        s.second[i] = 10 * i;
    }
    s.head = 5;
    int *p = s.first;
    p += x[get_global_id(0)];
    x[get_global_id(0)] = p[3] + s.second[s.head - 4]; /* BY_MEMBER */
}

// run: of_global --global 16 --local 16 --arg buf:36*i32=4
// told: outside of its object: byte -4 of 'second', which has 16 bytes @ OF_GLOBAL
kernel void
of_global(global members *x)
{
    global int *p = &x->second[1];
    p -= x->head >> 1;
    if (!get_global_id(0))
        x->first[0] = p[0]; /* OF_GLOBAL */
}

static int
third(const int *p)
{
    return p[2];
}

// run: one_member --global 16 --local 16 --arg buf:16*i32=2
// run: one_member --global 16 --local 16 --arg buf:16*i32=3
// told: outside of its object: byte 16 of 'first' or 'second', which has 16 bytes @ ONE_MEMBER
kernel void
one_member(global int *x)
{
    members s[1];
    for (int i = 0; i < 4; i++)
        s->first[i] = s->second[i] = i;
    s->head = 1;
    int k = x[get_global_id(0)];
    int *p = k & 8 ? s->first : s->second;
    x[get_global_id(0)] = p[k + 1] + third(s->second); /* ONE_MEMBER */
}

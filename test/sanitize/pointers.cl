// Pointers that are not aligned to their type, and null pointers of memories in which hardware knows none.

typedef struct __attribute__((packed)) {
    char tag;
    int value;
} packed;

typedef struct {
    int a;
    char b;
    int c;
} record;

typedef int loose __attribute__((aligned(1)));
typedef int tight __attribute__((aligned(8)));

// ---- alignment ----

// run: scalar --global 4 --local 4 --arg buf:64*i32=0 --arg i32:4
// run: scalar --global 4 --local 4 --arg buf:64*i32=0 --arg i32:2
// told: misaligned pointer: 0x @ SCALAR
kernel void
scalar(global char *x, int by)
{
    global int *p = (global int *)(x + by);
    p[get_global_id(0)] = 4; /* SCALAR */
}

// run: vector --global 4 --local 4 --arg buf:64*f32=0 --arg i32:4
// run: vector --global 4 --local 4 --arg buf:64*f32=0 --arg i32:3
// told: which is no multiple of 16 @ VECTOR
kernel void
vector(global float *x, int by)
{
    global float4 *p = (global float4 *)(x + by);
    x[get_global_id(0)] = p->x; /* VECTOR */
}

// Three components lie where four do; vloadn and vstoren need an element's alignment.
// run: three --global 4 --local 4 --arg buf:64*f32=0 --arg i32:3
// told: which is no multiple of 16 @ THREE
kernel void
three(global float *x, int by)
{
    float3 v = *(global float3 *)(x + by); /* THREE */
    x[get_global_id(0)] = v.x;
}

// run: by_element --global 4 --local 4 --arg buf:64*f32=0 --arg i32:3
kernel void
by_element(global float *x, int by)
{
    float3 v = vload3(get_global_id(0), x + by);
    float4 w = vload4(1, x + by);
    short bytes[5];
    half *h = (half *)bytes;
    vstore_half4(w, 0, h + 1);
    if (get_global_id(0) == 0)
        vstore4(v.xxyz + w + vload_half4(0, h + 1), 8, x + by);
}

// Who names a component or a member alone promises that the whole is aligned, too.
typedef struct {
    long first;
    char flag, other;
    struct {
        char tag;
        float4 place;
    } in;
} parted;

// run: component --global 4 --local 4 --arg buf:64*f32=0 --arg i32:4
// run: component --global 4 --local 4 --arg buf:64*f32=0 --arg i32:3
// told: misaligned pointer: 0x @ COMPONENT
kernel void
component(global float *x, int by)
{
    global float4 *p = (global float4 *)(x + by);
    x[get_global_id(0)] = p->y; /* COMPONENT */
}

// run: components --global 4 --local 4 --arg buf:64*f32=0 --arg i32:4
// run: components --global 4 --local 4 --arg buf:64*f32=0 --arg i32:2
// told: which is no multiple of 16 @ COMPONENTS
kernel void
components(global float *x, int by)
{
    global float4 *p = (global float4 *)(x + by);
    p[get_global_id(0)].zw = (float2)3; /* COMPONENTS */
}

// run: of_record --global 1 --local 1 --arg buf:64*f32=0 --arg i32:4
// run: of_record --global 1 --local 1 --arg buf:64*f32=0 --arg i32:2
// told: which is no multiple of 16 @ OF_RECORD
kernel void
of_record(global float *x, int by)
{
    global parted *p = (global parted *)(x + by);
    p->other = 3; /* OF_RECORD */
}

// run: inner --global 1 --local 1 --arg buf:64*f32=0 --arg i32:4
// run: inner --global 1 --local 1 --arg buf:64*f32=0 --arg i32:2
// told: which is no multiple of 16 @ INNER
void
set_inner(global parted *p, int i)
{
    p[i].in.place.z = 3; /* INNER */
}

kernel void
inner(global float *x, int by)
{
    set_inner((global parted *)(x + by), by / 4 % 2);
}

// run: local_member --global 1 --local 1 --arg buf:64*f32=0 --arg i32:0
// run: local_member --global 1 --local 1 --arg buf:64*f32=0 --arg i32:1
// told: which is no multiple of 16 @ LOCAL_MEMBER
kernel void
local_member(global float *x, int by)
{
    local float room[64] __attribute__((aligned(16)));
    local parted *p = (local parted *)(room + by);
    p->flag = 3; /* LOCAL_MEMBER */
    x[0] = p->flag;
}

// run: whole_right --global 1 --local 1 --arg buf:64*f32=0 --arg i32:1
kernel void
whole_right(global float *x, int by)
{
    parted own = {1, 2, 3, {4, 5}}, *p = &own;
    float4 v = vload4(0, x + by), *q = &v;
    p->in.place.y = q->z;
    q->w += vload3(1, x + by).y;
    vstore2(q->zw + p->in.place.xy, 8 + get_global_id(0), x + by);
    global packed *r = (global packed *)((global char *)x + by);
    r->value += r->tag;
}

// run: halves --global 1 --local 1 --arg buf:64*i16=0 --arg i32:4
// run: halves --global 1 --local 1 --arg buf:64*i16=0 --arg i32:2
// told: which is no multiple of 8 @ HALVES
kernel void
halves(global half *x, int by)
{
    vstorea_half4((float4)1, 0, x + by); /* HALVES */
}

// run: packed_right --global 1 --local 1 --arg buf:64
kernel void
packed_right(global packed *x)
{
    x[get_global_id(0)].value = 3;
    global packed *p = (global packed *)((global char *)x + 31);
    p->value = 4;
    packed copy = *p;
    p[2] = copy;
    *(global loose *)&p->value = 5;
}

// run: tight_type --global 1 --local 1 --arg buf:64 --arg i32:2
// run: tight_type --global 1 --local 1 --arg buf:64 --arg i32:1
// told: which is no multiple of 8 @ TIGHT
kernel void
tight_type(global int *x, int by)
{
    *(global tight *)(x + by) = 1; /* TIGHT */
}

// run: structure --global 1 --local 1 --arg buf:64*i32=0 --arg i32:2
// told: which is no multiple of 4 @ STRUCTURE
kernel void
structure(global char *x, int by)
{
    record r = *(global record *)(x + by); /* STRUCTURE */
    x[60] = r.b;
}

// run: atomic --global 1 --local 1 --arg buf:64*i32=0 --arg i32:2
// told: which is no multiple of 4 @ ATOMIC
kernel void
atomic(global char *x, int by)
{
    atomic_inc((global int *)(x + by)); /* ATOMIC */
}

// run: in_local --global 1 --local 1 --arg buf:64*i32=0 --arg i32:4
// run: in_local --global 1 --local 1 --arg buf:64*i32=0 --arg i32:1
// told: misaligned pointer: 0x @ IN_LOCAL
kernel void
in_local(global int *x, int by)
{
    local char bytes[64];
    local int *p = (local int *)(bytes + by);
    *p = 3; /* IN_LOCAL */
    x[0] = *p;
}

short
read(const char *from)
{
    return *(const short *)from; /* READ */
}

// run: in_private --global 1 --local 1 --arg buf:64*i32=0 --arg i32:2
// run: in_private --global 1 --local 1 --arg buf:64*i32=0 --arg i32:3
// told: misaligned pointer: 0x @ READ
kernel void
in_private(global int *x, int by)
{
    char bytes[64];
    for (int i = 0; i < 64; i++)
        bytes[i] = i;
    x[0] = read(bytes + by);
}

// An access that promises less, or that not all have come by, stands for no other.
// run: weaker_first --global 1 --local 1 --arg buf:64*i32=0 --arg i32:16
// run: weaker_first --global 1 --local 1 --arg buf:64*i32=0 --arg i32:4
// told: which is no multiple of 16 @ STRONGER
kernel void
weaker_first(global int *x, int by)
{
    global char *p = (global char *)x + by;
    ((global int *)p)[1] = 3;
    if (x[0])
        *(global int4 *)p = 5;
    *(global int4 *)p = 4; /* STRONGER */
}

// What the compiler joins needs no more than the source promises.
// run: joined --global 1 --local 1 --arg buf:64*i32=0 --arg i32:1
kernel void
joined(global int *x, int by)
{
    global int *p = x + by;
    int a = p[0], b = p[1], c = p[2], d = p[3];
    p[4] = a, p[5] = b, p[6] = c, p[7] = d;
}

// ---- null ----

// run: null_local --global 1 --local 1 --arg buf:64*i32=0 --arg i32:0
// run: null_local --global 1 --local 1 --arg buf:64*i32=0 --arg i32:1
// told: null pointer: local memory is accessed through it @ NULL_LOCAL
kernel void
null_local(global int *x, int none)
{
    local char bytes[8];
    local char *p = none ? 0 : bytes;
    p[1] = 3; /* NULL_LOCAL */
    x[get_global_id(0)] = bytes[1];
}

// run: null_private --global 1 --local 1 --arg buf:64*i32=0 --arg i32:0
// run: null_private --global 1 --local 1 --arg buf:64*i32=0 --arg i32:1
// told: null pointer: private memory is accessed through it @ NULL_PRIVATE
kernel void
null_private(global int *x, int none)
{
    int a[4] = {1, 2, 3, 4};
    int *p = none ? 0 : a;
    x[get_global_id(0)] = p[x[0]]; /* NULL_PRIVATE */
}

// run: member --global 4 --local 4 --arg buf:64*i32=0 --arg i32:1
// told: null pointer: private memory is accessed through it @ MEMBER
kernel void
member(global int *x, int none)
{
    record r = {1, 2, 3}, *p = none ? 0 : &r;
    x[get_global_id(0)] = p->c; /* MEMBER */
}

// The first byte of local memory is no null pointer, and null may be compared and passed.
// run: first_byte --global 1 --local 1 --arg local:16 --arg buf:64*i32=0
kernel void
first_byte(local int *t, global int *x)
{
    local int *none = 0;
    t[get_local_id(0)] = 4;
    if (none != t)
        none = t;
    x[get_global_id(0)] = *none + none[get_local_id(0)];
}

// What nobody has set and generic pointers store: into private memory it may go.
// options: -cl-std=CL2.0

typedef struct {
    int n, list[4];
} record;

void
swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

void
copy(record *to, const record *from)
{
    to->n = from->n;
    for (int i = 0; i < 4; i++)
        to->list[i] = from->list[i];
}

void
scale(float4 *v)
{
    *v *= 2.0f;
}

__attribute__((noinline)) void
put(int *to, int value)
{
    *to = value; /* PUT */
}

// run: moved --global 64 --local 64 --arg buf:256*i32=iota
kernel void
moved(global int *x)
{
    int id = get_global_id(0), v[4];
    record a, b;
    float4 f;
    v[0] = x[id];
    v[2] = 5;
    swap(&v[0], &v[1]);
    swap(v + 2, v + 3);
    a.n = 2;
    a.list[0] = x[id];
    a.list[1] = 4;
    copy(&b, &a);
    f.x = id;
    scale(&f);
    for (int i = 0; i < b.n; i++)
        x[id] += b.list[i];
    x[id] += v[1] + v[3] + (int)f.x;
}

// run: seen --global 64 --local 64 --arg buf:64*i32=0
// told: uninitialised value: it is stored here @ SEEN
// told: it depends on the variable 's', which nobody has set since @ S
kernel void
seen(global int *x)
{
    int s, id = get_global_id(0); /* S */
    int *to = x + id;
    *to = s; /* SEEN */
}

// run: called --global 64 --local 64 --arg buf:64*i32=0 --arg i32:1
// told: uninitialised value: it is stored here @ PUT
// told: it depends on the variable 't', which nobody has set since @ T
// run: called --global 64 --local 64 --arg buf:64*i32=0 --arg i32:0
kernel void
called(global int *x, int out)
{
    int t, u, id = get_global_id(0); /* T */
    int *to = &u;
    if (out)
        to = x + id;
    put(to, t);
    x[id] = 1;
}

// run: local_too --global 64 --local 64 --arg buf:64*i32=0
// told: uninitialised value: it is stored here @ LOCAL
// told: it depends on the variable 'w', which nobody has set since @ W
kernel void
local_too(global int *x)
{
    local int l[64];
    int w, id = get_local_id(0); /* W */
    int *to = id & 1 ? l + id : l + id;
    *to = w; /* LOCAL */
    x[id] = 3;
}

// For debug_source.py: sessions of -more, each with a kernel of its own; the language is CL2.0.
struct node {
    int value;
    struct node *next; // generic
};

int
total(struct node *at)
{
    int sum = 0;
    for (; at; at = at->next)
        sum += at->value;
    return sum;
}

// Generic pointers that lead to private, local and global memory.
kernel void
pointers(global int *out, global const int *in, int n)
{
    local int shared[64];
    int id = get_local_id(0);
    struct node list[2] = {{id + 5, 0}, {id + 6, list}};
    shared[id] = id + 100;
    int *of_local = &shared[id], *of_global = out + get_global_id(0);
    *of_global = total(&list[1]) + *of_local;
    struct node *head = &list[1];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] += head->value + *of_local + *of_global;
}

// Numbers of 64 bits without a sign.
kernel void
numbers(global int *out, global const int *in, int n)
{
    ulong high = 1UL << (n + 60);
    uint narrow = 4000000000u + n;
    long below = -n;
    out[get_global_id(0)] = (int)high + (int)narrow + (int)below;
}

// Bodies of loops without braces.
kernel void
loops(global int *out, global const int *in, int n)
{
    int id = get_global_id(0);
    for (int i = 0; i < n; i++)
        for (int k = i; k < n; k++)
            if (k > i)
                out[id] += i + k;
            else
                out[id] -=
                    k;
    out[id]++;
}

__attribute__((noinline)) void
put(global int *to, int value)
{
    to[0] = value;
}

// Calls that return nothing: the line ends with them.
kernel void
steps(global int *out, global const int *in, int n)
{
    int id = get_global_id(0);
    put(out + id, n);
    n += 2;
    put(out + id, n + 1); put(out + id, n + 2);
    n -= 2;
}

// A barrier behind an arm that the work-item does not take.
kernel void
barriers(global int *out, global const int *in, int n)
{
    local int shared[64];
    int id = get_local_id(0);
    shared[id] = n;
    if (id > n) {
        shared[id] = id;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[id ^ 1];
}

// A variable that is uniform in the loop, but not behind it.
kernel void
uniform_in_loop(global int *out, global const int *in, int n)
{
    int most = in[get_local_id(0)] & 3;
    int run = 0;
    for (int i = 0; i <= most; i++) {
        run += i;
    }
    out[get_global_id(0)] = run;
}

static inline int
wall(int value, int most)
{
    int beyond = value - most;
    return beyond > 0 ? most - beyond : value;
}

// An inlined function, in two places.
kernel void
inlined(global int *out, global const int *in, int n)
{
    int id = get_global_id(0);
    int first = wall(in[id & 63], n);
    out[id] = first;
    barrier(CLK_GLOBAL_MEM_FENCE);
    int second = wall(out[id ^ 1], n + 2);
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[id] += second;
}

// A pointer that is in no register any more.
kernel void
lost(global int *out, global const int *in, int n)
{
    int id = get_global_id(0);
    global const int *from = in + id;
    int unset;
    if (n > 100)
        unset = 1;
    int value = *from;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[id] = value * n;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[id] += n > 100 ? unset : 0;
}

__attribute__((noinline)) int
inner(int n)
{
    int whole;
    char part[6];
    if (n > 2)
        whole = n * 42;
    if (n > 3)
        part[n - 3] = n;
    return n > 2 ? whole : n;
}

__attribute__((noinline)) int
outer(int n)
{
    int own;
    int got = inner(n);
    own = got + 1;
    return own;
}

// Variables of functions are not what a call before has left in their places.
kernel void
calls(global int *out, global const int *in, int n)
{
    out[get_global_id(0)] = outer(n);
    out[get_global_id(0)] += outer(n + 1);
    out[get_global_id(0)] += outer(n - 1);
}

struct score {
    int hits, other;
};

// An array and a pointer into it that are nowhere any more.
kernel void
gone(global int *out, global const int *in, int n)
{
    struct score own[2] = {{n, 1}, {n + 1, in[1]}};
    struct score *at = &own[n & 1];
    int hits = at->hits + own[0].other;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[get_global_id(0)] = hits;
}

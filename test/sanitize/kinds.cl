// A program for each of the kinds of faults that a checker of OpenCL programs is tried with, and right ones beside them.

// ---- atomic operations ----

// Who did not win the exchange reads nothing.
// run: exchange_right --global 64 --local 64 --arg buf:1*i32=0 --arg buf:4*i32=0
kernel void
exchange_right(global int *turn, global int *x)
{
    if (atomic_cmpxchg(turn, 0, 1) == 0)
        x[0] = 4;
}

// run: exchange_read --global 64 --local 64 --arg buf:1*i32=0 --arg buf:64*i32=0
// told: race of work-items: byte 0 of argument 0 (turn) is read @ EXCHANGE_READ
kernel void
exchange_read(global int *turn, global int *x)
{
    atomic_cmpxchg(turn, 0, 1);
    x[get_global_id(0)] = *turn; /* EXCHANGE_READ */
}

// run: exchange_write --global 64 --local 64 --arg buf:1*i32=0
// told: race of work-items: byte 0 of argument 0 (turn) is @ EXCHANGE_WRITE
kernel void
exchange_write(global int *turn)
{
    if (get_global_id(0) == 0)
        *turn = 3; /* EXCHANGE_WRITE */
    atomic_cmpxchg(turn, 0, 1); /* EXCHANGE_LATE */
}

// run: between_groups --global 128 --local 64 --arg buf:1*i32=0
// told: data race: byte 0 of argument 0 (x) @ BETWEEN_GROUPS
kernel void
between_groups(global int *x)
{
    if (get_global_id(0) == 0)
        x[0] = 1;
    if (get_global_id(0) == 64)
        atomic_inc(x); /* BETWEEN_GROUPS */
}

// run: before_right --global 64 --local 64 --arg buf:1*i32=0 --arg buf:64*i32=0
kernel void
before_right(global int *x, global int *y)
{
    local int n;
    if (get_local_id(0) == 0)
        n = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&n);
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_local_id(0)] = n;
    if (get_local_id(0) == 63) { // one work-item alone, both ways
        atomic_inc(x);
        x[0] += 1;
    }
}

// run: after --global 64 --local 64 --arg buf:64*i32=0
// told: race of work-items: byte 0 of local memory is read, and another work-item atomically changed it @ AFTER
kernel void
after(global int *y)
{
    local int n;
    if (get_local_id(0) == 0)
        n = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&n);
    if (get_local_id(0) == 5)
        y[0] = n; /* AFTER */
}

// ---- barriers ----

// run: not_all --global 128 --local 128 --arg buf:128*i32=0 --arg i32:64
// told: barrier divergence @ NOT_ALL
// run: not_all --global 128 --local 128 --arg buf:128*i32=0 --arg i32:128
kernel void
not_all(global int *x, int n)
{
    local int t[128];
    int l = get_local_id(0);
    t[l] = l;
    if (l < n)
        barrier(CLK_LOCAL_MEM_FENCE); /* NOT_ALL */
    x[l] = n == 128 ? t[127 - l] : 0;
}

// run: loop_of_some --global 64 --local 64 --arg buf:64*i32=0 --arg i32:0
// told: barrier divergence @ LOOP_OF_SOME
// run: loop_of_some --global 64 --local 64 --arg buf:64*i32=0 --arg i32:3
kernel void
loop_of_some(global int *x, int n)
{
    int l = get_local_id(0);
    for (int i = 0; i < (n ? n : l / 32 + 1); i++) {
        barrier(CLK_GLOBAL_MEM_FENCE); /* LOOP_OF_SOME */
        x[l] += i;
    }
    x[l] += 4; // those who left the loop go on
}

// ---- races ----

// run: broadcast --global 64 --local 64 --arg buf:64*i32=0
kernel void
broadcast(global int *x)
{
    local int t;
    if (get_local_id(0) == 0)
        t = 7;
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_local_id(0)] = t;
}

// run: broadcast_late --global 64 --local 64 --arg buf:64*i32=0
// told: race of work-items: byte 0 of local memory is read, and another work-item wrote it @ BROADCAST_LATE
kernel void
broadcast_late(global int *x)
{
    local int t;
    if (get_local_id(0) == 0)
        t = 7;
    x[get_local_id(0)] = t; /* BROADCAST_LATE */
}

// run: other_fence --global 128 --local 128 --arg buf:128*i32=0
// told: race @ OTHER_FENCE
kernel void
other_fence(global int *x)
{
    int l = get_local_id(0);
    x[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 64)
        x[l] = x[l + 1]; /* OTHER_FENCE */
}

// What is written is what was there: only the order of the groups hides it.
// run: hidden --global 128 --local 64 --arg buf:128*i32=0
// told: data race: byte 256 of argument 0 (x) @ HIDDEN
kernel void
hidden(global int *x)
{
    int i = get_global_id(0);
    int v = i == 0 ? x[64] : 0;
    x[i] = v + 1; /* HIDDEN */
}

// ---- memory ----

// run: copy_beyond --global 64 --local 64 --arg buf:32*i32=0
// told: out of bounds @ COPY_BEYOND
kernel void
copy_beyond(global int *x)
{
    local int t[64];
    event_t e = async_work_group_copy(t, x, 64, 0); /* COPY_BEYOND */
    wait_group_events(1, &e);
}

// run: atomic_beyond --global 64 --local 64 --arg buf:16*i32=0
// told: out of bounds @ ATOMIC_BEYOND
kernel void
atomic_beyond(global int *x)
{
    atomic_inc(x + get_global_id(0)); /* ATOMIC_BEYOND */
}

// run: cast_array --global 1 --local 1 --arg buf:4*i32=3
// told: outside of its object: byte 12 of 'a', which has 12 bytes @ CAST_ARRAY
// run: cast_array --global 1 --local 1 --arg buf:4*i32=2
kernel void
cast_array(global int *x)
{
    short a[6] = {1, 2, 3, 4, 5, 6};
    int *p = (int *)a;
    x[0] = p[x[0]]; /* CAST_ARRAY */
}

// run: null --global 1 --local 1 --arg buf:4*i32=0
// told: out of bounds @ NULL
kernel void
null(global int *x)
{
    global int *p = x[0] ? x : 0;
    *p = 1; /* NULL */
}

typedef struct {
    uchar tag;
    int a[3];
    short end;
} padded_array;

// run: in_structure --global 1 --local 1 --arg buf:4*i32=3
// told: outside of its array: index 3 of 'a', which has 3 elements @ IN_STRUCTURE
// run: in_structure --global 1 --local 1 --arg buf:4*i32=2
kernel void
in_structure(global int *x)
{
    padded_array s = {1, {2, 3, 4}, 5};
    x[0] = s.a[x[0]]; /* IN_STRUCTURE */
}

// An index that leaves and comes back is not used.
// run: comes_back --global 16 --local 16 --arg buf:16*i32=0
kernel void
comes_back(global int *x)
{
    global int *p = x + get_global_id(0) + 100;
    p[-100] = 1;
}

// ---- what nobody has set ----

// run: local_array --global 64 --local 64 --arg buf:64*i32=0
// told: uninitialised @ LOCAL_ARRAY
kernel void
local_array(global int *x)
{
    local int t[64];
    if (get_local_id(0) < 32)
        t[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t[get_local_id(0)]) /* LOCAL_ARRAY */
        x[get_local_id(0)] = 1;
}

// run: list --global 1 --local 1 --arg buf:4*i32=7
kernel void
list(global int *x)
{
    int a[8] = {1, 2};
    x[0] = a[x[0]];
}

// run: private_array --global 1 --local 1 --arg buf:4*i32=3
// told: uninitialised value: it is stored here @ PRIVATE_ARRAY
// run: private_array --global 1 --local 1 --arg buf:4*i32=1
kernel void
private_array(global int *x)
{
    int a[4];
    a[0] = a[1] = a[2] = 1;
    x[0] = a[x[0]]; /* PRIVATE_ARRAY */
}

// run: whole_structure --global 1 --local 1 --arg buf:16*i32=0
// run: member_of_structure --global 1 --local 1 --arg buf:16*i32=0
// told: uninitialised value: it is stored here @ MEMBER_OF_STRUCTURE
kernel void
whole_structure(global int *x)
{
    padded_array s;
    s.tag = 1;
    s.a[0] = s.a[1] = s.a[2] = 4;
    s.end = 3;
    *(global padded_array *)x = s;
}
kernel void
member_of_structure(global int *x)
{
    padded_array s;
    s.a[0] = 1;
    x[0] = s.a[1 + x[0]]; /* MEMBER_OF_STRUCTURE */
}

// run: fract_part --global 1 --local 1 --arg buf:16*f32=1.5
kernel void
fract_part(global float *x)
{
    float whole; // set by the function
    x[0] = fract(x[0], &whole) + whole;
}

// ---- events ----

// run: chained --global 64 --local 64 --arg buf:128*i32=iota
kernel void
chained(global int *x)
{
    local int t[128];
    event_t e = async_work_group_copy(t, x, 64, 0);
    e = async_work_group_copy(t + 64, x + 64, 64, e);
    event_t twice[2] = {e, e};
    wait_group_events(2, twice);
    x[get_local_id(0)] = t[127 - get_local_id(0)];
}

// run: different_events --global 64 --local 64 --arg buf:128*i32=iota
// told: asynchronous copy @ DIFFERENT_EVENTS
kernel void
different_events(global int *x)
{
    local int t[128];
    event_t e = async_work_group_copy(t, x, 64, 0);
    event_t f = 0;
    if (get_local_id(0) < 5)
        f = e;
    wait_group_events(1, &f); /* DIFFERENT_EVENTS */
    wait_group_events(1, &e);
}

// Only one work-item begins a copy.
// run: one_item --global 64 --local 64 --arg buf:128*i32=iota
// told: asynchronous copy: not every work-item of the group comes to it @ ONE_ITEM
kernel void
one_item(global int *x)
{
    local int t[64];
    if (get_local_id(0) == 0)
        async_work_group_copy(t, x, 64, 0); /* ONE_ITEM */
}

// Asynchronous copies.

// run: unwaited --global 64 --local 64 --arg buf:64*i32=iota --arg local:256
// told: asynchronous copy: local memory is read, which it writes until it is waited for @ UNWAITED
// told: the copy: @ BEGUN
kernel void
unwaited(global int *x, local int *t)
{
    event_t e = async_work_group_copy(t, x, 64, 0); /* BEGUN */
    x[get_global_id(0) + 0] = t[63 - get_local_id(0)]; /* UNWAITED */
    wait_group_events(1, &e);
}

// run: source --global 128 --local 128 --arg buf:256*i32=iota --arg local:512
// told: asynchronous copy: global memory is written, which it reads until it is waited for @ SOURCE
kernel void
source(global int *x, local int *t)
{
    event_t e = async_work_group_strided_copy(t, x, 128, 2, 0);
    x[get_global_id(0)] = 4; /* SOURCE */
    wait_group_events(1, &e);
}

// run: divergent --global 64 --local 64 --arg buf:64*i32=iota --arg local:256
// told: asynchronous copy: the number of elements differs between work-items @ DIVERGENT
kernel void
divergent(global int *x, local int *t)
{
    event_t e = async_work_group_copy(t, x, 64 - (get_local_id(0) & 1), 0); /* DIVERGENT */
    wait_group_events(1, &e);
    x[get_global_id(0)] = t[0];
}

// run: waves --global 128 --local 128 --arg buf:128*i32=iota --arg local:256
// told: asynchronous copy: the source differs between work-items @ WAVES
kernel void
waves(global int *x, local int *t)
{
    event_t e = async_work_group_copy(t, x + get_local_id(0) / 64 * 64, 64, 0); /* WAVES */
    wait_group_events(1, &e);
}

// run: some --global 64 --local 64 --arg buf:64*i32=iota --arg local:256
// told: asynchronous copy: not every work-item of the group comes to it @ SOME
kernel void
some(global int *x, local int *t)
{
    if (get_local_id(0) < 32) {
        event_t e = async_work_group_copy(t, x, 64, 0); /* SOME */
        wait_group_events(1, &e);
    }
}

// run: invalid --global 64 --local 64 --arg buf:64*i32=iota
// told: asynchronous copy: what is waited for is no event of one @ INVALID
kernel void
invalid(global int *x)
{
    event_t e = (event_t)0;
    wait_group_events(1, &e); /* INVALID */
    x[get_global_id(0)] = 2;
}

// One event of several copies, two events of one wait, a number that is not constant; both ways.
// run: right --global 256 --local 128 --arg buf:512*i32=iota --arg local:512 --arg local:512 --arg i32:2
kernel void
right(global int *x, local int *t, local int *u, int n)
{
    size_t base = get_group_id(0) * 256;
    int l = get_local_id(0);
    event_t e[2];
    e[0] = async_work_group_copy(t, x + base, 64, 0);
    e[0] = async_work_group_copy(t + 64, x + base + 64, 64, e[0]);
    e[1] = async_work_group_copy(u, x + base + 128, 128, 0);
    wait_group_events(2, e);
    t[l] += u[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    e[0] = async_work_group_copy(x + base, t, 128, 0);
    u[l] = 3;
    e[1] = e[0];
    wait_group_events(n, e);
    t[l] = 0;
}

// What lies between the elements is free.
// run: between --global 64 --local 64 --arg buf:256*i32=iota --arg local:512
kernel void
between(global int *x, local int *t)
{
    event_t e = async_work_group_strided_copy(x, t, 64, 2, 0);
    x[2 * get_local_id(0) + 1] = 4;
    wait_group_events(1, &e);
}

#ifdef cl_khr_extended_async_copies
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable

// Four lines of eight elements, from 16 to the next in global memory, 9 in local memory.
// run: lines --global 64 --local 64 --arg buf:256*i32=iota --arg local:512
// told: asynchronous copy: local memory is read, which it writes until it is waited for @ LINES
kernel void
lines(global int *x, local int *t)
{
    event_t e = async_work_group_copy_2D2D(t, 1, x, 0, sizeof(int), 8, 4, 16, 9, 0);
    x[8] = t[1 + 3 * 9 + 7]; /* LINES */
    wait_group_events(1, &e);
}

// run: planes --global 64 --local 64 --arg buf:256*i32=iota --arg local:512
// told: asynchronous copy: global memory is written, which it writes until it is waited for @ PLANES
kernel void
planes(global int *x, local int *t)
{
    t[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy_3D3D(x, 0, t, 0, sizeof(int), 4, 2, 2, 4, 8, 8, 64, 0);
    if (get_local_id(0) == 3)
        x[64 + 8 + 3] = 2; /* PLANES */
    wait_group_events(1, &e);
}

// run: different_lines --global 64 --local 64 --arg buf:256*i32=iota --arg local:512
// told: asynchronous copy: the number of lines differs between work-items @ DIFFERENT
kernel void
different_lines(global int *x, local int *t)
{
    event_t e = async_work_group_copy_2D2D(t, 1, x, 0, sizeof(int), 8, 3 + get_local_id(0) / 63, 16, 9, 0); /* DIFFERENT */
    wait_group_events(1, &e);
}

// run: right_lines --global 128 --local 64 --arg buf:1024*i32=iota --arg local:512 --arg local:512
kernel void
right_lines(global int *x, local int *t, local int *u)
{
    global int *own = x + get_group_id(0) * 512;
    int l = get_local_id(0);
    event_t e = async_work_group_copy_2D2D(t, 0, own, 0, sizeof(int), 8, 4, 16, 9, 0);
    e = async_work_group_copy_3D3D(u, 0, own, 256, sizeof(int), 4, 2, 2, 8, 64, 4, 8, e);
    if (l < 4) {
        t[9 * l + 8] = l;       // behind each line
        own[16 * l + 8 + l] = 5; // between lines
        own[256 + 16 + l] = 5;   // between planes
    }
    wait_group_events(1, &e);
    own[128 + l] = t[l % 36] + u[l % 16];
}
#endif

// run: unfilled --global 64 --local 64 --arg buf:64*i32=iota --arg buf:256 --arg local:256
// told: race of work-items: byte 0 of local memory is read, and another work-item wrote it @ UNFILLED
kernel void
unfilled(global int *x, global int *y, local int *t)
{
    t[get_local_id(0)] = x[get_local_id(0)];
    event_t e = async_work_group_copy(y, t, 64, 0); /* UNFILLED */
    wait_group_events(1, &e);
}

// run: still_read --global 64 --local 64 --arg buf:128*i32=iota --arg buf:256 --arg local:256
// told: race of work-items: byte 0 of local memory is written, and another work-item read it @ STILL_READ
kernel void
still_read(global int *x, global int *y, local int *t)
{
    int i = get_local_id(0);
    event_t e = async_work_group_copy(t, x, 64, 0);
    wait_group_events(1, &e);
    int first = t[i];
    e = async_work_group_copy(t, x + 64, 64, 0); /* STILL_READ */
    wait_group_events(1, &e);
    y[i] = first + t[63 - i];
}

// run: filled --global 64 --local 64 --arg buf:64*i32=iota --arg buf:256 --arg local:256
// run: filled --global 1 --local 1 --arg buf:64*i32=iota --arg buf:256*u8=0 --arg local:256
kernel void
filled(global int *x, global int *y, local int *t)
{
    for (int i = get_local_id(0); i < 64; i += get_local_size(0))
        t[i] = x[i];
    if (get_local_size(0) > 1)
        barrier(CLK_LOCAL_MEM_FENCE);
    event_t e = async_work_group_copy(y, t, 64, 0);
    wait_group_events(1, &e);
}

// run: left --global 64 --local 64 --arg buf:64*i32=iota --arg buf:256 --arg local:256
// told: asynchronous copy: the kernel ends and has not waited for it @ LEFT
kernel void
left(global int *x, global int *y, local int *t)
{
    async_work_group_copy(t, x, 64, 0); /* LEFT */
    y[get_global_id(0)] = 1;
}

// run: crossing --global 64 --local 64 --arg buf:128*i32=1 --arg buf:64 --arg i32:32
// told: asynchronous copy: it writes what another one writes until that is waited for @ CROSSING
// run: crossing --global 64 --local 64 --arg buf:128*i32=1 --arg buf:64 --arg i32:64
kernel void
crossing(global const int *in, global int *out, int second)
{
    local int l[128];
    event_t first = async_work_group_copy(l, in, 64, 0);
    event_t other = async_work_group_copy(l + second, in + 64, 64, 0); /* CROSSING */
    wait_group_events(1, &first);
    wait_group_events(1, &other);
    if (get_local_id(0) < 16)
        out[get_local_id(0)] = l[get_local_id(0)];
}

// run: through --global 64 --local 64 --arg buf:256*i32=1 --arg buf:256
// told: asynchronous copy: it reads what another one writes until that is waited for @ THROUGH
kernel void
through(global const int *in, global int *out)
{
    local int l[64];
    event_t event = async_work_group_copy(l, in, 64, 0);
    event = async_work_group_copy(out, l, 64, event); /* THROUGH */
    wait_group_events(1, &event);
}

// More elements than memory holds, while another copy is in flight: told at once, though each is a line of its own.
// run: endless --global 64 --local 64 --arg buf:256*i32=1 --arg i64:-1
// told: asynchronous copy: it reads what another one writes until that is waited for @ ENDLESS
kernel void
endless(global int *in, ulong count)
{
    local int l[64];
    event_t event = async_work_group_copy(l, in, 64, 0);
    event = async_work_group_strided_copy(in + 64, l, count, 2, event); /* ENDLESS */
    wait_group_events(1, &event);
}

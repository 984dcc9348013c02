// Functions that all work-items of a sub-group, or of the group, come to if any does.
// options: -cl-std=CL2.0
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

// run: branch --global 64 --local 64 --arg buf:64*i32=1
// told: divergent call: lanes 0xffffffff00000000 do not come to sub_group_reduce_add, which is for all work-items of the sub-group @ BRANCH
kernel void
branch(global int *x)
{
    int i = get_global_id(0);
    if (i < 32)
        x[i] = sub_group_reduce_add(x[i]); /* BRANCH */
}

// A condition that is the same for all of a wave, and work-items that are beyond the group.
// run: uniform --global 192 --local 192 --arg buf:192*i32=1
// run: uniform --global 80 --local 80 --arg buf:192*i32=1
kernel void
uniform(global int *x)
{
    int i = get_global_id(0);
    if (get_sub_group_id() == 1)
        x[i] = sub_group_scan_inclusive_add(x[i]);
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (sub_group_any(x[i] == 1))
        x[i] = sub_group_broadcast(x[i], 1);
}

// Work-items that have returned are none any more.
// run: returned --global 64 --local 64 --arg buf:64*i32=1 --arg i32:40
kernel void
returned(global int *x, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    x[i] = sub_group_reduce_add(x[i]);
}

// run: returned_else --global 64 --local 64 --arg buf:64*i32=1 --arg i32:40
kernel void
returned_else(global int *x, int n)
{
    int i = get_global_id(0);
    if (i < n) {
        x[i] = sub_group_reduce_max(x[i]);
    } else {
        x[i] = 3;
        return;
    }
    x[i] += 2;
}

// run: loop --global 64 --local 64 --arg buf:64*i32=1
// told: do not come to sub_group_all @ LOOP
kernel void
loop(global int *x)
{
    int i = get_global_id(0), n = 0;
    for (int k = 0; k < (i & 7); k++)
        n += sub_group_all(x[i] == 1); /* LOOP */
    x[i] = n;
}

// run: arms --global 64 --local 64 --arg buf:64*i32=1
// told: do not come to sub_group_barrier @ ARM
kernel void
arms(global int *x)
{
    int i = get_global_id(0);
    if (i & 1) {
        sub_group_barrier(CLK_GLOBAL_MEM_FENCE); /* ARM */
        x[i] = 2;
    } else {
        sub_group_barrier(CLK_GLOBAL_MEM_FENCE); /* OTHER ARM */
    }
}

int
summed(int x)
{
    if (x == 7)
        return 0;
    return sub_group_scan_exclusive_add(x); /* SUMMED */
}

// To return from another function is not to return from the kernel, where work is left.
// run: called --global 64 --local 64 --arg buf:64*i32=iota
// told: lanes 0x80 do not come to sub_group_scan_exclusive_add @ SUMMED
// run: called --global 64 --local 64 --arg buf:64*i32=1
kernel void
called(global int *x)
{
    int i = get_global_id(0);
    x[i] = summed(x[i]);
    return;
}

void
body(global int *x, int n)
{
    int i = get_global_id(0);
    if (i >= n)
        return;
    x[i] = sub_group_reduce_add(x[i]);
    barrier(CLK_GLOBAL_MEM_FENCE);
}

// Unless nothing comes after it.
// run: only_a_call --global 64 --local 64 --arg buf:64*i32=1 --arg i32:40
kernel void
only_a_call(global int *x, int n)
{
    body(x, n);
}

// ---- barriers ----

// run: barrier_missed --global 128 --local 128 --arg buf:128*i32=1
// told: barrier divergence: lanes 0xffffffff00000000 do not come to it @ MISSED
// run: barrier_missed --global 32 --local 32 --arg buf:128*i32=1
kernel void
barrier_missed(global int *x)
{
    local int t[64];
    int i = get_local_id(0) & 63;
    if (i < 32) {
        if (get_local_id(0) < 64)
            t[i] = i;
        barrier(CLK_LOCAL_MEM_FENCE); /* MISSED */
        x[get_global_id(0)] = t[31 - i];
    }
}

// run: group_missed --global 64 --local 64 --arg buf:64*i32=1
// told: lanes 0xaaaaaaaaaaaaaaaa do not come to work_group_reduce_add, which is for all work-items of the work-group @ GROUP_MISSED
kernel void
group_missed(global int *x)
{
    int i = get_global_id(0);
    if (!(i & 1))
        x[i] = work_group_reduce_add(x[i]); /* GROUP_MISSED */
}

// run: barrier_returned --global 100 --local 100 --arg buf:100*i32=1 --arg i32:90
kernel void
barrier_returned(global int *x, int n)
{
    local int t[100];
    int i = get_local_id(0);
    if (i >= n)
        return;
    t[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    x[i] = t[n - 1 - i];
}

// All of the group come to one barrier: its waves come to two.
// run: two_barriers --global 128 --local 128 --arg buf:128*i32=1
// told: barrier divergence: other waves of the group are at another one @ TWO_BARRIERS
// run: two_barriers --global 64 --local 64 --arg buf:128*i32=1
kernel void
two_barriers(global int *x)
{
    local int l[128];
    int i = get_local_id(0);
    l[i] = x[i];
    if (i >= 64)
        barrier(CLK_LOCAL_MEM_FENCE); /* TWO_BARRIERS */
    else
        barrier(CLK_LOCAL_MEM_FENCE);
    x[i] = l[i ^ 1];
}

// Loops that are unrolled have one barrier several times; here all waves come to the same.
// run: unrolled --global 256 --local 256 --arg buf:256*i32=1 --arg i32:7
kernel void
unrolled(global int *x, int n)
{
    local int l[256];
    int i = get_local_id(0);
    l[i] = x[i];
    for (int step = 1; step < 256; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int other = l[i ^ step];
        barrier(CLK_LOCAL_MEM_FENCE);
        l[i] += other;
    }
    for (int k = 0; k < n; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        x[i] += l[(i + k) & 255];
    }
}

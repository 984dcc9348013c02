// What atomic operations and fences order between the work-items of one wave.
// options: -cl-std=CL2.0

// run: message --global 64 --local 64 --arg buf:64*i32=0 --arg buf:8*i32=0
kernel void
message(global int *x, global atomic_int *flag)
{
    int i = get_global_id(0);
    if (i == 0) {
        x[0] = 7;
        atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
    }
    if (i == 9 && atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group))
        x[9] = x[0];
}

// run: relaxed --global 64 --local 64 --arg buf:64*i32=0 --arg buf:8*i32=0
// told: race of work-items: byte 0 of argument 0 (x) is read, and another work-item wrote it @ RELAXED
kernel void
relaxed(global int *x, global atomic_int *flag)
{
    int i = get_global_id(0);
    if (i == 0) {
        x[0] = 7;
        atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
    }
    if (i == 9 && atomic_load_explicit(flag, memory_order_relaxed, memory_scope_work_group))
        x[9] = x[0]; /* RELAXED */
}

// The acquire is of another place.
// run: elsewhere --global 64 --local 64 --arg buf:64*i32=0 --arg buf:8*i32=0
// told: race of work-items: byte 0 of argument 0 (x) is read, and another work-item wrote it @ ELSEWHERE
kernel void
elsewhere(global int *x, global atomic_int *flag)
{
    int i = get_global_id(0);
    if (i == 0) {
        x[0] = 7;
        atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
    }
    if (i == 9 && !atomic_load_explicit(flag + 1, memory_order_acquire, memory_scope_work_group))
        x[9] = x[0]; /* ELSEWHERE */
}

// What is stored behind the release is not given with it.
// run: behind --global 64 --local 64 --arg buf:64*i32=0 --arg buf:8*i32=0
// told: race of work-items: byte 0 of argument 0 (x) is read, and another work-item wrote it @ BEHIND
kernel void
behind(global int *x, global atomic_int *flag)
{
    int i = get_global_id(0);
    if (i == 0) {
        atomic_store_explicit(flag, 1, memory_order_release, memory_scope_work_group);
        x[0] = 7;
    }
    if (i == 9 && atomic_load_explicit(flag, memory_order_acquire, memory_scope_work_group))
        x[9] = x[0]; /* BEHIND */
}

// run: one_fence --global 64 --local 64 --arg buf:64*i32=0 --arg buf:8*i32=0
// told: race of work-items: byte 0 of argument 0 (x) is read, and another work-item wrote it @ FENCE
kernel void
one_fence(global int *x, global atomic_int *flag)
{
    int i = get_global_id(0);
    if (i == 0) {
        x[0] = 7;
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
        atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_work_group);
    }
    if (i == 9 && atomic_load_explicit(flag, memory_order_relaxed, memory_scope_work_group))
        x[9] = x[0]; /* FENCE */
}

// run: right --global 128 --local 64 --arg buf:128*i32=0 --arg buf:8*i32=0 --arg local:512
kernel void
right(global int *x, global atomic_int *flag, local int *t)
{
    local atomic_int turn;
    int i = get_global_id(0), l = get_local_id(0);
    if (l == 0)
        atomic_init(&turn, 0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0) {
        x[0] = 7;
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
        atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_work_group);
    }
    if (i == 9 && atomic_load_explicit(flag, memory_order_relaxed, memory_scope_work_group)) {
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
        x[9] = x[0];
    }
    // each in its turn, by one work-item after the other; in between what the first one wrote goes on
    for (int k = 0; k < 4; k++)
        if (l == k && atomic_load(&turn) == k) {
            t[64] = k ? t[64] + 1 : 1;
            atomic_fetch_add(&turn, 1);
        }
    // the last one to come sees what all have stored
    t[l] = l;
    if (atomic_fetch_add_explicit(flag + 1 + get_group_id(0), 1, memory_order_acq_rel, memory_scope_device) == 63) {
        int sum = 0;
        for (int k = 0; k < 64; k++)
            sum += t[k];
        x[i] += sum;
    }
}

// A work-item that comes later writes what all the others have read.
// run: readers --global 64 --local 64 --arg buf:64*i32=0 --arg buf:8*i32=0
// told: race of work-items: byte 0 of argument 0 (x) is written, and another work-item read it @ READERS
// run: after_readers --global 64 --local 64 --arg buf:64*i32=0 --arg buf:8*i32=0
kernel void
readers(global int *x, global atomic_int *count)
{
    int i = get_global_id(0), v = x[0];
    if (atomic_fetch_add_explicit(count, v + 1, memory_order_relaxed, memory_scope_work_group) == 63)
        x[0] = 1; /* READERS */
}
kernel void
after_readers(global int *x, global atomic_int *count)
{
    int v = x[0];
    if (atomic_fetch_add_explicit(count, v + 1, memory_order_acq_rel, memory_scope_work_group) == 63)
        x[0] = 1;
}

// run: other_flag --global 64 --local 64 --arg buf:256
// told: race of work-items: byte 252 of local memory is read, and another work-item wrote it @ OTHER_FLAG
// run: own_flag --global 64 --local 64 --arg buf:256
kernel void
other_flag(global int *x)
{
    local int l[64];
    int t = get_local_id(0);
    l[t] = t;
    sub_group_barrier(CLK_GLOBAL_MEM_FENCE);
    x[t] = l[63 - t]; /* OTHER_FLAG */
}

kernel void
own_flag(global int *x)
{
    local int l[64];
    int t = get_local_id(0);
    l[t] = t;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    x[t] = l[63 - t];
}

// ---- between waves of a group: what the hardware has in order need not be so in the language ----

// run: waves --global 192 --local 192 --arg buf:192*i32=0 --arg i32:0
// run: waves --global 192 --local 192 --arg buf:192*i32=0 --arg i32:1
// told: data race: LDS byte 8 is read, and wave 0 wrote it @ WAVES
// run: waves --global 192 --local 192 --arg buf:192*i32=0 --arg i32:2
// told: data race: LDS byte 8 is read, and wave 0 wrote it @ WAVES
// run: waves --global 192 --local 192 --arg buf:192*i32=0 --arg i32:3
// run: waves --global 192 --local 192 --arg buf:192*i32=0 --arg i32:4
// told: data race: LDS byte 8 is read, and wave 0 wrote it @ WAVES
kernel void
waves(global int *x, int how)
{
    local int data;
    local atomic_int flag, other;
    int i = get_local_id(0);
    if (i == 0) {
        atomic_init(&flag, 0);
        atomic_init(&other, 0);
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0) {
        data = 42;
        if (how == 3)
            atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_release, memory_scope_work_group);
        if (how == 4)
            atomic_store_explicit(&other, 1, memory_order_release, memory_scope_work_group);
        if (how == 0 || how == 2)
            atomic_store_explicit(&flag, 1, memory_order_release, memory_scope_work_group);
        else
            atomic_store_explicit(&flag, 1, memory_order_relaxed, memory_scope_work_group);
    }
    if (i == 64 || i == 128) {
        int now = 0;
        while (!now)
            if (how == 2 || how == 3)
                now = atomic_load_explicit(&flag, memory_order_relaxed, memory_scope_work_group);
            else
                now = atomic_load_explicit(&flag, memory_order_acquire, memory_scope_work_group);
        if (how == 3)
            atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acquire, memory_scope_work_group);
        x[i] = data; /* WAVES */
    }
}

// From one wave over another to a third.
// run: passed_on --global 192 --local 192 --arg buf:192*i32=0
kernel void
passed_on(global int *x)
{
    local int data;
    local atomic_int flag;
    int i = get_local_id(0);
    if (i == 0)
        atomic_init(&flag, 0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    for (int turn = 0; turn < 3; turn++)
        if (i == 64 * turn) {
            while (atomic_load_explicit(&flag, memory_order_acquire, memory_scope_work_group) != turn)
                ;
            if (turn == 0)
                data = 1;
            x[i] = data;
            atomic_store_explicit(&flag, turn + 1, memory_order_release, memory_scope_work_group);
        }
}

// The last one of all sees what each has stored.
// run: last_one --global 192 --local 192 --arg buf:193*i32=0 --arg buf:1*i32=0 --arg i32:1
// run: last_one --global 192 --local 192 --arg buf:193*i32=0 --arg buf:1*i32=0 --arg i32:0
// told: data race @ LAST_ONE
kernel void
last_one(global int *x, global atomic_int *count, int orders)
{
    int i = get_local_id(0), before;
    x[i] = i;
    if (orders)
        before = atomic_fetch_add_explicit(count, 1, memory_order_acq_rel, memory_scope_work_group);
    else
        before = atomic_fetch_add_explicit(count, 1, memory_order_relaxed, memory_scope_work_group);
    if (before == 191)
        for (int k = 0; k < 192; k++)
            x[192] += x[k]; /* LAST_ONE */
}

// Variables of the program have a name.
// run: of_items --global 64 --local 64
// told: race of work-items: byte 4 of 'table' is written, and another work-item read it @ OF_ITEMS
// run: of_waves --global 128 --local 64
// told: data race: byte 8 of 'table' is written, and another wave wrote it @ OF_WAVES
// run: of_both --global 128 --local 64 --arg buf:128*i32=iota
global int before = 1;
global int table[4];
kernel void
of_items(void)
{
    table[1] += get_global_id(0); /* OF_ITEMS */
}
kernel void
of_waves(void)
{
    if (get_local_id(0) == 5)
        table[2] = get_global_id(0); /* OF_WAVES */
}
kernel void
of_both(global int *x)
{
    int i = get_global_id(0);
    if (i % 64 == 0)
        table[i / 64] = x[i] + before;
}

// A barrier for a narrower scope than the group's: all work-items come to it, and see nothing of others.
// run: narrow --global 128 --local 128 --arg buf:512 --arg i32:1
// told: race @ NARROW
// run: narrow --global 128 --local 128 --arg buf:512 --arg i32:0
kernel void
narrow(global int *x, int is_narrow)
{
    local int l[128];
    int id = get_local_id(0);
    l[id] = id;
    if (is_narrow)
        work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_item);
    else
        work_group_barrier(CLK_LOCAL_MEM_FENCE);
    x[id] = l[127 - id]; /* NARROW */
}

// run: sub_group --global 64 --local 64 --arg buf:512
// run: sub_group --global 128 --local 128 --arg buf:512
// told: race @ SUB_GROUP
kernel void
sub_group(global int *x)
{
    local int l[128];
    int id = get_local_id(0);
    l[id] = id;
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
    x[id] = l[get_local_size(0) - 1 - id]; /* SUB_GROUP */
}

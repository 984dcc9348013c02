// Programs with one data race each, and the same without it.  races.py runs them.
//   // race: global=N local=N : words of the reason | instruction of this access | of the other [| meant]
//   // good: global=N local=N
// Buffers have 4096 bytes of zeros.

// race: global=64 local=64 : byte 0 of argument 0 (x) is written, and another lane of the instruction wrote it | store | store
kernel void lanes(global uint *x, global uint *y) { x[0] += get_global_id(0); }

// race: global=256 local=64 : and another wave | store | store
kernel void groups_write(global uint *x, global uint *y) { x[get_local_id(0)] = get_global_id(0); }

// race: global=256 local=64 : and another wave | store | load
kernel void groups_read(global uint *x, global uint *y) { size_t i = get_global_id(0); x[i] = x[i + 1] + 1; }

// race: global=256 local=256 : and another wave | store | load
kernel void waves_read(global uint *x, global uint *y) { size_t i = get_global_id(0); x[i] = x[255 - i] + 1; }

// race: global=256 local=256 : and another wave | load | store
kernel void
no_barrier(global uint *x, global uint *y)
{
    size_t i = get_global_id(0);
    x[i] = i + 1;
    y[i] = x[255 - i];
}

// good: global=256 local=256
kernel void
barrier_between(global uint *x, global uint *y)
{
    size_t i = get_global_id(0);
    x[i] = i + 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    y[i] = x[255 - i];
}

// race: global=512 local=256 : and another wave | load | store
kernel void
barrier_of_one_group(global uint *x, global uint *y)
{
    size_t i = get_global_id(0);
    x[i] = i + 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    y[i] = x[511 - i];
}

// race: global=256 local=256 : LDS byte | read | write
kernel void
local_no_barrier(global uint *x, global uint *y)
{
    local uint tile[256];
    size_t i = get_local_id(0);
    tile[i] = x[i] + i;
    y[i] = tile[255 - i];
}

// race: global=256 local=256 : LDS byte | write | read
kernel void
local_no_second_barrier(global uint *x, global uint *y)
{
    local uint tile[256];
    size_t i = get_local_id(0);
    tile[i] = x[i] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint other = tile[255 - i];
    tile[i] = other + i;
    y[i] = other;
}

// good: global=256 local=256
kernel void
local_barriers(global uint *x, global uint *y)
{
    local uint tile[256];
    size_t i = get_local_id(0);
    tile[i] = x[i] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint other = tile[255 - i];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[i] = other;
    y[i] = other;
}

// race: global=64 local=64 : LDS byte 0 is written, and | write | write
kernel void
local_lanes(global uint *x, global uint *y)
{
    local uint sum;
    sum = x[get_local_id(0)] + get_local_id(0);
    y[get_local_id(0)] = sum;
}

// race: global=128 local=64 : data race | load | atomic | meant
kernel void
plain_against_atomic(global uint *x, global uint *y)
{
    atomic_fetch_add_explicit((global atomic_uint *)x, 1, memory_order_relaxed, memory_scope_device);
    y[get_global_id(0)] = x[get_local_id(0)];
}

// race: global=128 local=128 : LDS byte 0 | read | add | meant
kernel void
local_plain_against_atomic(global uint *x, global uint *y)
{
    local atomic_uint count;
    if (get_local_id(0) == 0)
        atomic_init(&count, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed, memory_scope_work_group);
    y[get_local_id(0)] = *(local uint *)&count;
}

// good: global=128 local=128
kernel void
local_atomic_load(global uint *x, global uint *y)
{
    local atomic_uint count;
    if (get_local_id(0) == 0)
        atomic_init(&count, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed, memory_scope_work_group);
    y[get_local_id(0)] = atomic_load_explicit(&count, memory_order_relaxed, memory_scope_work_group);
}

// good: global=128 local=64
kernel void
message(global uint *x, global uint *y)
{
    global atomic_uint *flag = (global atomic_uint *)(x + 512);
    size_t i = get_local_id(0);
    if (get_group_id(0) == 0) {
        x[i] = i + 5;
        atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
    } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device)) {
        y[i] = x[i];
    }
}

// race: global=128 local=64 : and another wave | load | store
kernel void
relaxed_store(global uint *x, global uint *y)
{
    global atomic_uint *flag = (global atomic_uint *)(x + 512);
    size_t i = get_local_id(0);
    if (get_group_id(0) == 0) {
        x[i] = i + 5;
        atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_device);
    } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device)) {
        y[i] = x[i];
    }
}

// race: global=128 local=64 : and another wave | load | store
kernel void
relaxed_load(global uint *x, global uint *y)
{
    global atomic_uint *flag = (global atomic_uint *)(x + 512);
    size_t i = get_local_id(0);
    if (get_group_id(0) == 0) {
        x[i] = i + 5;
        atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
    } else if (atomic_load_explicit(flag, memory_order_relaxed, memory_scope_device)) {
        y[i] = x[i];
    }
}

// race: global=128 local=64 : and another wave | load | store
kernel void
plain_flag(global uint *x, global uint *y)
{
    global uint *flag = x + 512 + get_local_id(1);
    if (get_group_id(0) == 0)
        *flag = 1;
    else if (*flag)
        y[get_local_id(0)] = 3;
}

// the last work-group to arrive adds up what all have stored
// good: global=512 local=64
kernel void
last_group(global uint *x, global uint *y)
{
    local uint is_last;
    global atomic_uint *count = (global atomic_uint *)(x + 512);
    size_t i = get_global_id(0);
    x[i] = i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        is_last = atomic_fetch_add_explicit(count, 1, memory_order_acq_rel, memory_scope_device) == 7;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (is_last)
        for (uint k = get_local_id(0); k < 512; k += 64)
            y[k] = x[k];
}

// race: global=512 local=64 : and another wave | load | store
kernel void
last_group_relaxed(global uint *x, global uint *y)
{
    local uint is_last;
    global atomic_uint *count = (global atomic_uint *)(x + 512);
    size_t i = get_global_id(0);
    x[i] = i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        is_last = atomic_fetch_add_explicit(count, 1, memory_order_relaxed, memory_scope_device) == 7;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (is_last)
        for (uint k = get_local_id(0); k < 512; k += 64)
            y[k] = x[k];
}

// what all store is the same
// good: global=256 local=64
kernel void same_value(global uint *x, global uint *y) { x[0] = 7; }

// good: global=256 local=64
kernel void counter(global uint *x, global uint *y) { atomic_inc(x); }

// bytes of one dword are apart
// good: global=256 local=64
kernel void bytes(global uint *x, global uint *y) { ((global uchar *)x)[get_global_id(0)] = get_global_id(0); }

// race: global=256 local=64 : is written, and another | store | store
kernel void
overlapping(global uint *x, global uint *y)
{
    vstore4((uint4)((uint)get_global_id(0)), 0, x + get_group_id(0));
}

// a store of what is there already races with one of something else, whichever comes first
// race: global=128 local=64 : and another wave wrote it | store | store
kernel void
same_then_other(global uint *x, global uint *y)
{
    if (get_local_id(0) == 0)
        x[0] = get_group_id(0);
}

// race: global=128 local=64 : and another wave wrote it | store | store
kernel void
other_then_same(global uint *x, global uint *y)
{
    if (get_local_id(0) == 0)
        x[0] = 1 - get_group_id(0);
}

// race: global=256 local=64 : and another wave wrote it | store | store
kernel void
same_same_other(global uint *x, global uint *y)
{
    if (get_local_id(0) == 0)
        x[0] = get_group_id(0) / 3;
}

// of a byte
// race: global=128 local=64 : byte 1 of argument 0 (x) is written, and another wave wrote it | store | store
kernel void
same_byte(global uint *x, global uint *y)
{
    if (get_local_id(0) == 0)
        ((global uchar *)x)[1] = get_group_id(0);
}

// race: global=64 local=64 : and another lane of the instruction wrote it | store | store
kernel void
same_lane(global uint *x, global uint *y)
{
    if (get_local_id(0) < 2)
        x[0] = get_local_id(0);
}

// race: global=128 local=128 : LDS byte 0 is written, and wave | write | write
kernel void
same_local(global uint *x, global uint *y)
{
    local uint a;
    if (get_local_id(0) == 0)
        a = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) % 64 == 0)
        a = get_local_id(0) / 64;
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_local_id(0)] = a;
}

// a barrier between
// good: global=128 local=128
kernel void
same_barrier_other(global uint *x, global uint *y)
{
    if (get_local_id(0) == 0)
        x[0] = 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 64)
        x[0] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        x[0] = 1;
}

// who loads sees the same either way
// good: global=128 local=64
kernel void
same_and_load(global uint *x, global uint *y)
{
    if (get_group_id(0) == 0)
        x[0] = 0;
    y[get_global_id(0)] = x[0];
}

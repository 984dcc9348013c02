// Races in the language of 1.x, which has no atomic loads and stores: volatile ones stand for them.  As
// races.cl; each standard with each version of the object.
// standards: CL1.0 CL1.1 CL1.2
// versions: 2 2d 3 4 5
#pragma OPENCL EXTENSION cl_khr_local_int32_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable

// the barrier between the sum and its use is forgotten
// race: global=128 local=128 : LDS byte 0 | read | add | meant
kernel void
sum(global uint *x, global uint *y)
{
    local uint sum;
    if (get_local_id(0) == 0)
        sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, get_local_id(0));
    x[get_global_id(0)] = sum;
}

// race: global=128 local=64 : and another wave | load | atomic | meant
kernel void
counter(global uint *x, global uint *y)
{
    if (get_local_id(0) == 0)
        atomic_add(x, 1);
    y[get_global_id(0)] = x[0];
}

// volatile: good
// good: global=128 local=64
kernel void
volatile_counter(volatile global uint *x, global uint *y)
{
    if (get_local_id(0) == 0)
        atomic_add(x, 1);
    y[get_global_id(0)] = x[0];
}

// good: global=128 local=128
kernel void
volatile_sum(global uint *x, global uint *y)
{
    volatile local uint sum;
    if (get_local_id(0) == 0)
        sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, get_local_id(0));
    x[get_global_id(0)] = sum;
}

// good: global=128 local=64
kernel void
volatile_reset(volatile global uint *x, global uint *y)
{
    if (get_local_id(0))
        return;
    if (get_group_id(0))
        x[0] = 5;
    else
        atomic_add(x, 1);
}

// a maximum by compare and exchange, whose first read is plain
// race: global=128 local=64 : and another wave | load | atomic | meant
kernel void
greatest(global uint *x, global uint *y)
{
    uint old = x[0], seen;
    do
        old = atomic_cmpxchg(x, seen = old, max(old, (uint)get_global_id(0)));
    while (old != seen);
}

// more than is accessed at once
// race: global=128 local=64 : and another wave | load | atomic
kernel void
volatile_vector(volatile global uint *x, global uint4 *y)
{
    if (get_local_id(0) == 0)
        atomic_add(x, 1);
    y[get_global_id(0)] = *(volatile global uint4 *)x;
}

// Atomic objects in local memory, shared by the waves of a work-group; *expected in local memory.
// options: -cl-std=CL2.0
// kernel: count global=256 local=128
// arg: int r[6]
kernel void
count(global int *r)
{
    local atomic_int sum;
    local atomic_uint most;
    local int seen;
    uint i = get_local_id(0);
    if (i == 0) {
        atomic_init(&sum, 0);
        atomic_init(&most, 0);
        seen = 1;
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    atomic_fetch_add_explicit(&sum, (int)i, memory_order_relaxed, memory_scope_work_group);
    atomic_fetch_max(&most, i);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0) {
        global int *mine = r + 3 * get_group_id(0);
        mine[0] = atomic_load(&sum);
        mine[1] = atomic_compare_exchange_strong(&sum, &seen, 5);
        mine[2] = seen - 8001 + (int)atomic_load(&most) - 127;
    }
}
// expect: r[0] = 8128 0 127 8128 0 127

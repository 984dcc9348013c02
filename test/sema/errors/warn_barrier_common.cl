// options: cl20
/* Barriers under what all work-items of the group have in common. */
kernel void votes(global int *p)
{
    int i = get_global_id(0);
    if (work_group_any(p[i] > 1))
        barrier(CLK_LOCAL_MEM_FENCE);
    if (work_group_all(p[i] > 1))
        barrier(CLK_LOCAL_MEM_FENCE);
    if (work_group_broadcast(p[i], 0))
        barrier(CLK_LOCAL_MEM_FENCE);
    int sum = work_group_reduce_add(p[i]);
    if (sum > 3)
        barrier(CLK_LOCAL_MEM_FENCE);
    if (work_group_scan_inclusive_add(p[i]) > 3)
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
    if (sub_group_any(p[i] > 1))
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
    if (work_group_reduce_max(p[i]) > i)
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
    if (work_group_any(i = get_local_id(0)) && i)
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
    p[i] = 1;
}

kernel void under_condition(global int *p)
{
    int any = 0;
    if (get_local_id(0) < 3)
        any = p[0];
    if (any)
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
    if (work_group_any(any))
        barrier(CLK_LOCAL_MEM_FENCE);
}

kernel __attribute__((reqd_work_group_size(8, 8, 1))) void one_sub_group(global int *p)
{
    int i = get_global_id(0);
    if (sub_group_any(p[i] > 1))
        barrier(CLK_LOCAL_MEM_FENCE);
    if (sub_group_reduce_add(p[i]) > sub_group_broadcast(p[i], 3))
        barrier(CLK_LOCAL_MEM_FENCE);
    if (sub_group_scan_exclusive_add(p[i]) > 3)
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
}

kernel __attribute__((reqd_work_group_size(65, 1, 1))) void two_sub_groups(global int *p)
{
    if (sub_group_all(p[get_local_id(0)]))
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
}

kernel void atomics(global atomic_int *p)
{
    local atomic_int counter;
    local atomic_int counters[64];
    int i = get_local_id(0);
    for (;;) {
        if (atomic_load(&counter) == 0)
            break;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == 0)
            atomic_fetch_sub(&counter, 1);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (atomic_load_explicit(p, memory_order_acquire, memory_scope_device))
        barrier(CLK_LOCAL_MEM_FENCE);
    if (atomic_load(&counters[i]))
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
    if (atomic_fetch_add(p, 1) == 3)
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
    int expected = 0;
    if (atomic_compare_exchange_strong(p, &expected, 1))
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
}

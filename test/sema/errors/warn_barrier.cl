/* Barriers that only some work-items of a group reach. */
kernel void direct(global int *p, int n, local int *l)
{
    int i = get_local_id(0), x = 0, y = 0;
    if (n > 3)
        barrier(CLK_LOCAL_MEM_FENCE);
    if (get_group_id(0) == 3)
        barrier(CLK_LOCAL_MEM_FENCE);
    if (i < 3)
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
    for (int k = 0; k < n; k++)
        barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = i; k < n; k += 64)
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
    for (int s = get_local_size(0) / 2; s > 0; s >>= 1) {
        if (i < s)
            l[i] += l[i + s];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 0)
        x = 1;
    else
        y = 2;
    if (x)
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
    if (p[i])
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
    if (p[n] || l[0])
        barrier(CLK_LOCAL_MEM_FENCE);
    if (atomic_inc(p) == 3)
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
    switch (i) {
    case 0:
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
        break;
    }
    p[i] = x + y;
    barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void jumps(global int *p, int n, local int *l)
{
    int i = get_local_id(0);
    while (1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l[0] > 3)
            break;
    }
    while (1) {
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
        if (l[i] > 3)
            break;
    }
    for (int k = 0; k < n; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        switch (i) {
        case 0:
            break;
        }
        if (i == 0)
            continue;
        p[i] = 1;
    }
    for (int k = 0; k < n; k++) {
        if (i == 0)
            continue;
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
    }
    if (n > 7)
        return;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i > n)
        return;
    barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
}

void synchronise(int c)
{
    if (c)
        barrier(CLK_LOCAL_MEM_FENCE); // warning: 'barrier' may be reached by only some work-items of the work-group
}
void synchronise_uniform(int c)
{
    if (c)
        barrier(CLK_LOCAL_MEM_FENCE);
}
int index(void)
{
    return get_local_id(0);
}
void index_to(int *to)
{
    *to = get_local_id(0);
}
kernel void calls(global int *p, int n)
{
    int i;
    synchronise_uniform(n);
    synchronise(index());
    if (index() == 2)
        synchronise_uniform(n); // warning: 'synchronise_uniform' may be reached by only some work-items of the work-group
    p[0] = 1;
}

__attribute__((reqd_work_group_size(64, 1, 1))) kernel void flat(global int *p)
{
    if (get_local_id(1) == 0)
        barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        p[0] = 1;
}

/* Programs whose results do not depend on the order of work-groups: jobs.py. */

kernel void
histogram(global const uint *in, global uint *out)
{
    local uint part[64];
    uint item = get_local_id(0), at = get_global_id(0);
    part[item] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&part[in[at] % 64]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&out[item], part[item]);
    atomic_max(&out[64], at * 7 % 1000);
}

kernel void
doubles(global const uint *in, global uint *out)
{
    uint at = get_global_id(0);
    double x = in[at] * 0.5 + 1.25, y = fma(x, -x, 3.0) * x;
    for (uint i = 0; i < at % 7; i++)
        y = y * 0.5 - fabs(x) + i;
    out[at] = (uint)as_ulong(y) ^ (uint)(as_ulong(y) >> 32) ^ (isnan(y / (at % 3 - 1.0)) ? 5 : 0);
}

/* The third and all later work-groups leave the buffer. */
kernel void
outside(global const uint *in, global uint *out)
{
    uint at = get_global_id(0);
    out[at < 128 ? at : at + 100000] = in[at];
}

/* Each work-group uses an uninitialised value; the first one is told. */
kernel void
undefined(global const uint *in, global uint *out)
{
    local uint never[64];
    if (never[get_local_id(0)] == in[get_global_id(0)])
        out[get_global_id(0)] = 1;
}

kernel void
talks(global const uint *in, global uint *out)
{
    if (get_local_id(0) == 0)
        printf("group %u\n", (uint)get_group_id(0));
    out[get_global_id(0)] = in[get_global_id(0)] + 1;
}
